"""Which card beats which (rules 1.2), as tables of moves made once for each trump."""

from functools import cache
from itertools import combinations
from typing import Final

from durak_p2p.cards import JOKER_OF, RANK_ORDER, Card, deck, is_joker, rank, suit
from durak_p2p.rules.moves import Move, Verb

#: Attack card → what beats it → the move that does.
BeatTable = dict[Card, dict[Card, Move]]

#: Card → the move that throws it in, transfers with it, shows it.
THROWS: Final = {card: Move(Verb.THROW, (card,)) for card in deck(54)}
TRANSFERS: Final = {card: Move(Verb.TRANSFER, (card,)) for card in deck(54)}
SHOWS: Final = {card: Move(Verb.SHOW, (card,)) for card in deck(54)}


def is_trump(card: Card, trump: str) -> bool:
    """Whether the card is a trump; the joker of the trump suit's colour is the highest one."""
    return card == JOKER_OF[trump] if is_joker(card) else suit(card) == trump


def beats(card: Card, attack: Card, trump: str) -> bool:
    """Whether `card` beats `attack` when `trump` is the trump suit."""
    if is_trump(card, trump):
        return not is_trump(attack, trump) or RANK_ORDER[rank(card)] > RANK_ORDER[rank(attack)]
    if is_trump(attack, trump) or is_joker(attack):
        return False
    if is_joker(card):
        # The joker that is no trump beats its own colour, of which neither suit is trump.
        return JOKER_OF[suit(attack)] == card
    return suit(card) == suit(attack) and RANK_ORDER[rank(card)] > RANK_ORDER[rank(attack)]


@cache
def beat_table(trump: str) -> BeatTable:
    """Every beat of any deck with this trump suit."""
    return {
        attack: {
            card: Move(Verb.BEAT, (attack, card)) for card in deck(54) if beats(card, attack, trump)
        }
        for attack in deck(54)
    }


@cache
def leads(cards: tuple[Card, ...], most: int) -> tuple[Move, ...]:
    """The leads of up to `most` of these cards, which are of one rank and sorted; as text sorts."""
    chosen = [
        Move(Verb.LEAD, several)
        for count in range(1, min(most, len(cards)) + 1)
        for several in combinations(cards, count)
    ]
    return tuple(sorted(chosen, key=str))


@cache
def trumps(size: int, trump: str) -> tuple[Card, ...]:
    """The trumps of the deck of `size` cards, the lowest first."""
    held = (card for card in deck(size) if is_trump(card, trump))
    return tuple(sorted(held, key=lambda card: RANK_ORDER[rank(card)]))


@cache
def plain_by_rank(size: int, trump: str) -> tuple[tuple[Card, ...], ...]:
    """The cards of the deck that are no trumps, rank by rank from the lowest, jokers last."""
    plain = [card for card in deck(size) if not is_trump(card, trump)]
    ranks = sorted({rank(card) for card in plain}, key=RANK_ORDER.__getitem__)
    return tuple(tuple(card for card in plain if rank(card) == each) for each in ranks)

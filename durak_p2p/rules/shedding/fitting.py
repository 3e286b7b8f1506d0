"""Which card fits, and what it may name (rules 4.1 rule 3; 4.2; 4.3), as tables made once."""

from collections.abc import Mapping
from functools import lru_cache

from durak_p2p.cards import SUITS, Card, deck, rank, suit
from durak_p2p.rules.shedding.moves import Move, Verb
from durak_p2p.rules.shedding.options import SheddingRules, game_of
from durak_p2p.rules.shedding.presets import Game
from durak_p2p.rules.shedding.state import Phase, State


def plays(state: State) -> Mapping[Card, tuple[Move, ...]]:
    """Every card of the deck that fits now, with the moves that lay it: one for each suit named."""
    return _plays(state.rules, state.stage, state.top, state.suit)


def lies_open_ace(state: State) -> bool:
    """Whether an ace of `english` lies there that has not been covered (4.3)."""
    return state.top is not None and _is_open_ace(state.game, state.stage, state.top)


@lru_cache(maxsize=4096)
def _plays(
    rules: SheddingRules, stage: Phase, top: Card | None, follow: str | None
) -> dict[Card, tuple[Move, ...]]:
    game = game_of(rules)
    return {
        card: tuple(
            Move(Verb.PLAY, card, named) for named in _nameable(game, stage, top, card) or (None,)
        )
        for card in deck(rules.deck)
        if top is None or _fits(game, stage, top, follow, card)
    }


def _fits(game: Game, stage: Phase, top: Card, follow: str | None, card: Card) -> bool:
    """Whether a card may be laid on the top card; `follow`: the suit to follow."""
    if _is_open_ace(game, stage, top):
        another_ace = stage is Phase.COVER and game.effect(card).covered
        return suit(card) == suit(top) or another_ace
    if stage is Phase.FOLLOW:
        return True
    return (
        suit(card) == follow
        or (rank(card) == rank(top) and rank(top) in game.by_rank)
        or game.effect(card).fits_always
    )


def _nameable(game: Game, stage: Phase, top: Card | None, card: Card) -> str:
    """The suits of which one must be named with a card that fits; empty: it names none."""
    if top is not None and _is_open_ace(game, stage, top) and suit(card) == suit(top):
        # What covers an ace names the suit to follow, whatever it is itself.
        return SUITS.replace(suit(top), "")
    return SUITS if game.effect(card).names else ""


def _is_open_ace(game: Game, stage: Phase, top: Card) -> bool:
    return stage in (Phase.FOLLOW, Phase.COVER) and game.effect(top).covered

"""The order in which a person sees the own hand, and the moves that it allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from durak_p2p.cards import RANK_ORDER, SUITS, Card, is_joker, rank, suit
from durak_p2p.rules import Move, Verb, View, shedding
from durak_p2p.rules.beating import is_trump
from durak_p2p.rules.family import AnyView

# Black and red by turns, so that neighbours are told apart.
_SUITS_SHOWN: Final = "shcd"
#: Moves that lay cards come first, in the order of the hand; then these, in this order.
_VERBS_LAST: Final = (Verb.TRANSFER, Verb.SHOW, Verb.EXCHANGE, Verb.TAKE, Verb.PASS, Verb.DONE)
_SHEDDING_VERBS: Final = tuple(shedding.Verb)


def trump_of(view: AnyView) -> str | None:
    """Return the letter of the trump suit; None where there is none, or none yet."""
    return view.trump if isinstance(view, View) else None


def trumps_among(cards: Iterable[Card], trump: str | None) -> frozenset[Card]:
    """Return which of the cards are trumps, *trump* being the suit's letter."""
    return frozenset(card for card in cards if trump and is_trump(card, trump))


def hand_order(cards: Iterable[Card], trump: str | None, sorting: str) -> list[Card]:
    """Return cards as a hand shows them, trumps apart, at its end.

    *trump* is the suit's letter, if there is one; *sorting* is "suit" or "rank", as the setting
    `sort` says it.
    """
    held = list(cards)
    trumps = trumps_among(held, trump)

    def place(card: Card) -> tuple[int, ...]:
        suited = len(SUITS) if is_joker(card) else _SUITS_SHOWN.index(suit(card))
        order = RANK_ORDER[rank(card)]
        return (card in trumps, *((order, suited) if sorting == "rank" else (suited, order)))

    return sorted(held, key=place)


def in_hand_order(view: AnyView, sorting: str) -> AnyView:
    """Return a view for people: its hand, and its lawful moves, as :func:`hand_order` has them.

    Moves that lay no card, or may be wanted less often, come last.
    """
    hand = tuple(hand_order(view.hand, trump_of(view), sorting))
    if isinstance(view, View):
        return replace(view, hand=hand, legal=_beating_moves(view, hand))
    return replace(view, hand=hand, legal=_shedding_moves(view, hand))


def _beating_moves(view: View, hand: tuple[Card, ...]) -> tuple[Move, ...]:
    held = {card: place for place, card in enumerate(hand)}
    lying = {attack: place for place, (attack, _) in enumerate(view.table)}

    def place(move: Move) -> tuple[int, list[int], int, list[int]]:
        last = _VERBS_LAST.index(move.verb) + 1 if move.verb in _VERBS_LAST else 0
        attacks = [lying[card] for card in move.cards if card in lying]
        laid = [held[card] for card in move.cards if card in held]
        return last, attacks, len(laid), laid

    moves = [
        move._replace(cards=tuple(sorted(move.cards, key=held.__getitem__)))
        if move.verb is Verb.LEAD
        else move
        for move in view.legal
    ]
    return tuple(sorted(moves, key=place))


def _shedding_moves(
    view: shedding.SheddingView, hand: tuple[Card, ...]
) -> tuple[shedding.Move, ...]:
    held = {card: place for place, card in enumerate(hand)}

    def place(move: shedding.Move) -> tuple[int, ...]:
        verb = _SHEDDING_VERBS.index(move.verb)
        suited = _SUITS_SHOWN.index(move.suit) if move.suit else 0
        return (verb, *(held[card] for card in move.cards), suited)

    return tuple(sorted(view.legal, key=place))

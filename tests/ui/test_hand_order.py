"""Hands and moves in the order in which people read them."""

from __future__ import annotations

import dataclasses

from durak_p2p.rules import View
from durak_p2p.rules.family import preset_rules
from durak_p2p.rules.shedding import SheddingView, parse_move
from durak_p2p.rules.shedding.state import Phase as SheddingPhase
from durak_p2p.ui.hand_order import hand_order, in_hand_order
from tests.ui.test_sentences import DEFENDING, LEADING, moves

HAND = ("6c", "Ac", "7d", "Ad", "7h", "6s", "Xb", "Xr")


def legal(view: View, sorting: str = "suit") -> list[str]:
    return [str(move) for move in in_hand_order(view, sorting).legal]


def test_a_hand_is_sorted_by_suit_or_by_rank_with_the_trumps_at_its_end() -> None:
    by_suit = hand_order(HAND, "h", "suit")
    assert by_suit == ["6s", "6c", "Ac", "7d", "Ad", "Xb", "7h", "Xr"]
    by_rank = hand_order(HAND, "h", "rank")
    assert by_rank == ["6s", "6c", "7d", "Ac", "Ad", "Xb", "7h", "Xr"]
    assert hand_order(HAND[:4], None, "suit") == ["6c", "Ac", "7d", "Ad"]


def test_leads_follow_the_hand_and_several_together_come_after_single_ones() -> None:
    assert in_hand_order(LEADING, "suit").hand == ("7s", "Js", "Ac", "7d", "7h")
    assert legal(LEADING) == [
        *("lead 7s", "lead Ac", "lead 7d", "lead 7h"),
        *("lead 7d 7h", "lead 7s 7d 7h"),
    ]
    assert legal(LEADING, "rank")[:3] == ["lead 7s", "lead 7d", "lead Ac"]


def test_beats_follow_the_table_and_then_the_hand_and_taking_comes_last() -> None:
    view = dataclasses.replace(
        DEFENDING,
        hand=("8c", "8s", "9s", "6h", "7h"),
        table=(("7s", None), ("7c", None)),
        legal=moves(
            *("beat 7c 6h", "beat 7c 7h", "beat 7c 8c", "beat 7s 6h", "beat 7s 7h", "beat 7s 8s"),
            *("beat 7s 9s", "exchange", "show 7h", "take", "transfer 7h"),
        ),
    )
    assert legal(view) == [
        *("beat 7s 8s", "beat 7s 9s", "beat 7s 6h", "beat 7s 7h"),
        *("beat 7c 8c", "beat 7c 6h", "beat 7c 7h"),
        *("transfer 7h", "show 7h", "exchange", "take"),
    ]


def test_throwing_in_comes_before_passing() -> None:
    view = dataclasses.replace(LEADING, legal=moves("pass", "throw 7d", "throw 7h", "throw 7s"))
    assert legal(view) == ["throw 7s", "throw 7d", "throw 7h", "pass"]


def test_no_move_is_lost_or_added() -> None:
    for view in (LEADING, DEFENDING):
        same = {(move.verb, frozenset(move.cards)) for move in view.legal}
        shown = in_hand_order(view, "suit").legal
        assert {(move.verb, frozenset(move.cards)) for move in shown} == same
        assert len(shown) == len(view.legal)


def test_in_the_shedding_family_drawing_comes_after_the_cards() -> None:
    view = SheddingView(
        rules=preset_rules("czech", {}),  # type: ignore[arg-type]
        seat=0,
        hand=("8c", "Qd", "8s"),
        legal=tuple(map(parse_move, ("draw", "play 8c", "play 8s", "play Qd c", "play Qd s"))),
        counts=(3, 5),
        known=((), ()),
        top="8d",
        suit="d",
        stock=10,
        pile=3,
        owed=0,
        drawn=0,
        turned=0,
        turnovers=0,
        phase=SheddingPhase.PLAY,
        word=0,
        dealer=1,
        lead=0,
        scores=(0, 0),
        result=None,
    )
    shown = in_hand_order(view, "suit")
    assert shown.hand == ("8s", "8c", "Qd")
    assert [str(move) for move in shown.legal] == [
        *("play 8s", "play 8c", "play Qd s", "play Qd c", "draw"),
    ]

"""The engine and the plain telling of the rules agree at every word of many deals."""

from random import Random
from typing import Any

import pytest

from durak_p2p.rules import Rules, Verb, driver, rules_for

from .reference import Reference
from .tables import MOST_MOVES, random_rules, shuffled


def compare(rules: Rules, rng: Random) -> int:
    """Play one deal in both; gives the number of moves."""
    order = shuffled(rng, rules)
    dealer = rng.randrange(rules.players)
    deal = driver.start(rules, order, dealer)
    told = Reference(rules, [str(card) for card in order], dealer)
    story = told.play()
    moves = 0
    # Some deals are played by who often takes, some by who hardly does.
    patience = rng.random()
    try:
        moment = next(story)
        while True:
            moves += 1
            assert moves < MOST_MOVES
            assert (deal.word, deal.phase) == (moment.seat, moment.phase)
            assert list(deal.table) == moment.table
            held = [sorted(driver.hand_cards(deal, seat)) for seat in range(rules.players)]
            assert held == moment.hands
            assert (deal.stock, deal.limit, deal.passed) == (
                moment.stock,
                moment.limit,
                moment.passed,
            )
            lawful = driver.legal(deal)
            assert {move.text for move in lawful} == moment.legal
            move = lawful[int(rng.random() * len(lawful))]
            if move.verb is Verb.TAKE and rng.random() < patience:
                move = lawful[int(rng.random() * len(lawful))]
            driver.play(deal, moment.seat, move)
            moment = story.send(move.text)
    except StopIteration:
        pass
    assert deal.result is not None
    assert told.ending is not None
    assert (*told.ending,) == (
        deal.result.fool,
        deal.result.points,
        deal.result.epaulettes,
        deal.result.reason,
    )
    assert (told.out, told.bout, told.turned) == (deal.out, deal.bout, deal.turned)
    assert (told.lead, told.defender) == (deal.lead, deal.defender) or (
        deal.result.reason == "repetition" and told.lead == deal.lead
    )
    return moves


@pytest.mark.parametrize("part", range(4))
def test_they_agree_at_all_tables(part: int) -> None:
    for seed in range(part * 150, part * 150 + 150):
        rng = Random(f"tables {seed}")
        compare(random_rules(rng), rng)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 2, "deck": 24, "ends": "no-draw"},
        {"players": 3, "deck": 24, "throw_in": "any-time", "first_word": "last-thrower"},
        {"players": 3, "deck": 24, "pass_is_final": True},
        {"players": 4, "deck": 24, "variant": "transfer", "show_trump": True},
        {"players": 4, "teams": "2x2", "variant": "transfer", "ends": "replay"},
        {"players": 6, "teams": "2x2x2", "throwers": "neighbours"},
        {"players": 2, "deck": 24, "trump_exchange": True},
    ],
    ids=lambda options: " ".join(f"{k}={v}" for k, v in options.items()),
)
def test_they_agree_at_a_table(options: dict[str, Any]) -> None:
    rules = rules_for("classic", **options)
    for seed in range(80):
        compare(rules, Random(f"{options} {seed}"))

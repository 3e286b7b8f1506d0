"""Random tables and deals for the tests of laws."""

from collections.abc import Iterator
from random import Random
from typing import Any

from durak_p2p.cards import Card, deck
from durak_p2p.rules import OPTIONS, Deal, Move, Rules, RulesError, driver

#: No deal of random moves has been seen to need more by far.
MOST_MOVES = 20_000


def random_rules(rng: Random, **fixed: Any) -> Rules:
    """Any table that can be, each option set at random; without cheating if nothing is said."""
    fixed.setdefault("cheating", "none")
    while True:
        options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
        if options["variant"] != "simple" and options["lead"] == "one-or-two":
            options["lead"] = "same-rank"
        if options["variant"] == "simple":
            del options["lead"]
        if rng.random() < 0.6:
            options["teams"] = "none"
        if options["teams"] != "none":
            del options["players"]
        try:
            return Rules.from_options({**options, **fixed})
        except RulesError:
            continue


def shuffled(rng: Random, rules: Rules) -> list[Card]:
    cards = list(deck(rules.deck))
    rng.shuffle(cards)
    return cards


def random_start(rng: Random, rules: Rules) -> Deal:
    return driver.start(rules, shuffled(rng, rules), dealer=rng.randrange(rules.players))


def choose(rng: Random, moves: list[Move]) -> Move:
    return moves[int(rng.random() * len(moves))]


def random_play(rng: Random, deal: Deal) -> Iterator[Deal]:
    """Play the deal to its end with random lawful moves; gives it before each of them."""
    for _ in range(MOST_MOVES):
        if deal.word is None:
            return
        yield deal
        if deal.word is not None:
            driver.play(deal, deal.word, choose(rng, driver.legal(deal)))
    raise AssertionError("the deal does not end")

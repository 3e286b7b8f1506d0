"""Random tables and deals for the tests of laws."""

from collections.abc import Iterator
from random import Random
from typing import Any

from durak_p2p.cards import Card, deck
from durak_p2p.rules.shedding import (
    GAMES,
    Move,
    Reshuffle,
    SheddingDeal,
    SheddingRules,
    driver,
    rules_for,
)

#: Ten stocks can be drawn, each card of them laid again, and each such turn passed once.
MOST_MOVES = 1_500


def random_rules(rng: Random, **fixed: Any) -> SheddingRules:
    """Any table that can be, each option set at random."""
    preset = fixed.pop("preset", None) or rng.choice(list(GAMES))
    options = {"reshuffle": rng.random() < 0.5}
    if preset == "czech-9":
        options["king_draws"] = rng.random() < 0.5
    return rules_for(preset, **{**options, **fixed})


def shuffled(rng: Random, rules: SheddingRules) -> list[Card]:
    cards = list(deck(rules.deck))
    rng.shuffle(cards)
    return cards


def random_start(rng: Random, rules: SheddingRules) -> SheddingDeal:
    lead = rng.choice([None, 0, 1])
    top = 120 if rules.preset == "king-120" else 100
    scores = rng.randrange(-50, top), rng.randrange(-50, top)
    return driver.start(rules, shuffled(rng, rules), rng.randrange(2), lead, scores)


def choose(rng: Random, moves: list[Move]) -> Move:
    return moves[int(rng.random() * len(moves))]


def shuffled_pile(rng: Random, deal: SheddingDeal) -> list[Card]:
    """The cards that are to be shuffled, in a new order."""
    assert isinstance(deal.pending, Reshuffle)
    cards = [deal.faces[position] for position in deal.pending.positions]
    rng.shuffle(cards)
    return cards


def random_play(rng: Random, deal: SheddingDeal) -> Iterator[SheddingDeal]:
    """Play the deal to its end with random lawful moves; gives it before each of them."""
    for _ in range(MOST_MOVES):
        if deal.result is not None:
            return
        yield deal
        if isinstance(deal.pending, Reshuffle):
            driver.shuffle(deal, shuffled_pile(rng, deal))
        elif deal.word is not None:
            driver.play(deal, deal.word, choose(rng, driver.legal(deal)))
    raise AssertionError("the deal does not end")

"""How fast deals are played: random lawful moves, lawful moves listed at every step, one core.

    python benchmarks/bench_rules.py [deals]

The deals are seeded, so that two runs play the same ones.
"""

import sys
import time
from random import Random

from durak_p2p.cards import deck
from durak_p2p.rules import Rules, driver, rules_for

#: What is measured, and the deals per second that are wanted at least (None: no figure is set).
TABLES: list[tuple[str, Rules, int | None]] = [
    ("throw-in, 2 players, 36 cards", rules_for("classic", players=2), 800),
    ("throw-in, 4 players, 36 cards", rules_for("classic", players=4), 350),
    ("throw-in any time, 4 players", rules_for("classic", players=4, throw_in="any-time"), None),
    ("throw-in, 8 players, 52 cards", rules_for("classic", players=8, deck=52), None),
    ("simple, 2 players, 36 cards", rules_for("classic", variant="simple"), None),
    ("transfer, 4 players, 36 cards", rules_for("classic", players=4, variant="transfer"), None),
]


def run(rules: Rules, deals: int, seed: int = 1) -> tuple[int, float]:
    """Play deals; gives the number of moves and the seconds."""
    rng = Random(seed)
    cards = list(deck(rules.deck))
    moves = 0
    begin = time.perf_counter()
    for number in range(deals):
        rng.shuffle(cards)
        deal = driver.start(rules, cards, dealer=number % rules.players)
        while deal.word is not None:
            lawful = driver.legal(deal)
            driver.play(deal, deal.word, lawful[int(rng.random() * len(lawful))])
            moves += 1
    return moves, time.perf_counter() - begin


def main() -> int:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{'table':<32}{'deals/s':>9}{'wanted':>8}{'moves/deal':>12}{'µs/move':>9}")
    slow = False
    for name, rules, wanted in TABLES:
        moves, seconds = run(rules, deals)
        rate = deals / seconds
        slow |= wanted is not None and rate < wanted
        print(
            f"{name:<32}{rate:>9.0f}{wanted or '':>8}"
            f"{moves / deals:>12.0f}{seconds / moves * 1e6:>9.1f}"
        )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())

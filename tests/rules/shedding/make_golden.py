"""Makes the files of golden/ anew, from the top folder: python -m tests.rules.shedding.make_golden

Do so only when a rule is meant to have changed, and read what has changed.
"""

from random import Random

from durak_p2p.cards import Card, deck, rank
from durak_p2p.rules.shedding import Move, Reshuffle, SheddingDeal, Verb, driver
from durak_p2p.rules.shedding.moves import PASS

from .playthrough import GOLDEN, Chooser, Shuffler, Writer, read_table

#: File → the table, as `read_table` reads it, and what makes its deck and moves: chosen so that the
#: deal shows what the table has of its own.
TABLES = {
    "czech": ("czech", 306),
    "czech-1": ("czech-1", 131),
    "czech-2": ("czech-2", 386),
    "czech-3": ("czech-3", 170),
    "english": ("english", 229),
    "pharaoh": ("pharaoh", 146),
    "pentagon": ("pentagon", 367),
    "polish": ("polish", 221),
    "czech-8": ("czech-8", 242),
    "czech-9": ("czech-9", 256),
    "crocodile": ("crocodile", 188),
    "king-120": ("king-120", 211),
    "czech-9-king-draws": ("czech-9 king_draws=true", 354),
    "czech-reshuffle": ("czech reshuffle=true", 229),
    "english-reshuffle": ("english reshuffle=true", 140),
    "pentagon-to-the-tenth-turnover": ("pentagon", 225),
}


def sensible(rng: Random) -> Chooser:
    """Chooses moves as a careless player does: what has an effect first, queens late."""

    def choose(deal: SheddingDeal) -> Move:
        moves = driver.legal(deal)
        plays = [move for move in moves if move.verb is Verb.PLAY]
        if PASS in moves and rng.random() < 0.2:
            return PASS
        if not plays:
            return moves[0]
        telling = [move for move in plays if _tells(deal, move)]
        if telling and rng.random() < 0.7:
            return telling[int(rng.random() * len(telling))]
        return plays[int(rng.random() * len(plays))]

    return choose


def _tells(deal: SheddingDeal, move: Move) -> bool:
    assert move.card is not None
    effect = deal.game.effect(move.card)
    return rank(move.card) == "A" or bool(effect.draws or effect.goes_on or effect.any_next)


def shuffler(rng: Random) -> Shuffler:
    def shuffle(deal: SheddingDeal) -> list[Card]:
        assert isinstance(deal.pending, Reshuffle)
        cards = [deal.faces[position] for position in deal.pending.positions]
        return sorted(cards, key=lambda _: rng.random())

    return shuffle


def make(name: str, number: int) -> str:
    """The text of a file."""
    table, seed = TABLES[name]
    rng = Random(seed)
    rules = read_table(table)
    order = sorted(deck(rules.deck), key=lambda _: rng.random())
    writer = Writer(table, number % 2, (number * 7 % 90, number * 31 % 90), order)
    return writer.play(sensible(rng), shuffler(rng))


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for number, name in enumerate(TABLES):
        (GOLDEN / f"{name}.txt").write_text(make(name, number), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

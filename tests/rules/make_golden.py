"""Makes the files of golden/ anew: python -m tests.rules.make_golden (from the top folder).

Do so only when a rule is meant to have changed, and read what has changed.
"""

from random import Random

from durak_p2p.cards import deck
from durak_p2p.rules import Deal, Move, Verb, driver
from durak_p2p.rules.moves import DONE, accuse

from .playthrough import GOLDEN, Chooser, Writer, read_table

#: File → the table, as `read_table` reads it.
TABLES = {
    "classic-2": "classic players=2",
    "classic-4": "classic players=4",
    "classic-6-dealt-out": "classic players=6",
    "classic-2-deck-24-exchange": "classic players=2 deck=24 trump_exchange=true",
    "house-3": "house players=3",
    "encyclopedia-4": "encyclopedia players=4",
    "any-time-3": "classic players=3 throw_in=any-time",
    "neighbours-4-deck-52": "classic players=4 deck=52 throwers=neighbours",
    "no-add-no-draw-2": "championship players=2 throw_after_take=false",
    "simple-3": "simple players=3",
    "party-4-jokers": "party players=4",
    "transfer-3": "transfer players=3",
    "passport-4": "passport players=4",
    "pairs-transfer": "pairs variant=transfer",
    "thirds": "thirds",
    "three-pairs-deck-52": "classic players=6 deck=52 teams=2x2x2",
    "cheaters-3": "cheaters players=3",
    "cheaters-all-transfer-4": "cheaters players=4 variant=transfer cheating=all",
    "championship-3": "championship players=3",
    "computer-3": "computer players=3",
    "transfer-online-2-deck-24": "transfer-online players=2 deck=24",
}


def sensible(rng: Random) -> Chooser:
    """Chooses moves as a careless player does, so that deals are short enough to read."""

    def choose(deal: Deal) -> tuple[int, Move]:
        assert deal.word is not None
        return deal.word, _sensible_move(rng, deal)

    return choose


def _sensible_move(rng: Random, deal: Deal) -> Move:
    moves = driver.legal(deal)
    beats = [move for move in moves if move.verb is Verb.BEAT]
    throws = [move for move in moves if move.verb in (Verb.THROW, Verb.TRANSFER, Verb.SHOW)]
    if throws and rng.random() < 0.6:
        return throws[int(rng.random() * len(throws))]
    if beats and rng.random() < 0.95:
        plain = [move for move in beats if move.cards[1][1] != deal.trump] or beats
        return plain[0]
    if moves[0].verb is Verb.EXCHANGE:
        return moves[0]
    return moves[int(rng.random() * len(moves))]


def cheating(rng: Random) -> Chooser:
    """As `sensible`, but now and then all cheat, and accuse somebody."""
    honest = sensible(rng)

    def choose(deal: Deal) -> tuple[int, Move]:
        playing = [seat for seat in range(deal.rules.players) if seat not in deal.out]
        suspects = [one.seat for one in deal.laid if one.cheat is not None] or playing
        free = [seat for seat in playing if seat not in deal.barred and seat != suspects[0]]
        if free and rng.random() < (0.12 if deal.laid and suspects is not playing else 0.01):
            return free[int(rng.random() * len(free))], accuse(suspects[0])
        if deal.word is None:
            return deal.owing[0], DONE
        cheats = deal.unlawful(driver.hand_cards(deal, deal.word))
        if cheats and rng.random() < 0.12:
            return deal.word, cheats[int(rng.random() * len(cheats))]
        return honest(deal)

    return choose


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for number, (name, table) in enumerate(TABLES.items()):
        rng = Random(number)
        rules = read_table(table)
        order = sorted(deck(rules.deck), key=lambda _: rng.random())
        style = sensible if rules.cheating == "none" else cheating
        text = Writer(table, number % rules.players, order).play(style(rng))
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

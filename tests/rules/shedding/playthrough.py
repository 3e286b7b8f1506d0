"""Whole deals as text that a player can read and check, and that a program can play again.

A file begins with the table and the deck; then come the hands, each move with what it has done and
what the hands are then, and the result. Lines with a seat, a verb and its card are the moves;
`stock` is a pile shuffled.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from durak_p2p.cards import Card, parse_card
from durak_p2p.rules.shedding import (
    Move,
    Phase,
    Reshuffle,
    SheddingDeal,
    SheddingRules,
    driver,
    parse_move,
    rules_for,
)

GOLDEN = Path(__file__).parent / "golden"

Chooser = Callable[[SheddingDeal], Move]
Shuffler = Callable[[SheddingDeal], list[Card]]
_MOVE = re.compile(r"^  (\d) ((?:play|draw|pass)\b[^|]*?) *\|")
_STOCK = re.compile(r"^  stock ([^|]*) \|")


class Writer:
    """Plays one deal and writes it down."""

    def __init__(
        self, table: str, dealer: int, scores: tuple[int, int], order: Sequence[Card]
    ) -> None:
        self.lines = [f"table: {table}", f"dealer: {dealer}", f"scores: {scores[0]} {scores[1]}"]
        self.lines += ["deck:"]
        self.lines += [f"  {' '.join(order[i : i + 18])}" for i in range(0, len(order), 18)]
        self.deal = driver.start(read_table(table), order, dealer, scores=scores)

    def play(self, choose: Chooser, shuffle: Shuffler) -> str:
        deal = self.deal
        self.lines.append("")
        for seat in (0, 1):
            self.lines.append(f"hand {seat}: {' '.join(driver.hand_cards(deal, seat))}")
        if deal.turned is not None:
            self.lines.append(f"dealt face up: {deal.turned}")
        self.lines += [f"lead: {deal.word}", ""]
        while deal.result is None:
            if isinstance(deal.pending, Reshuffle):
                seat, stock = deal.turn, shuffle(deal)
                driver.shuffle(deal, stock)
                self.lines.append(f"  stock {' '.join(stock)} |")
                self._drawn(seat)
            else:
                self._move(choose(deal))
        result = deal.result
        winner, loser = (
            "nobody" if seat is None else str(seat) for seat in (result.winner, result.loser)
        )
        self.lines += [
            "",
            f"result: {result.reason}, winner: {winner}, loser of the match: {loser}",
            f"points: {result.points[0]} {result.points[1]}",
            f"score: {result.score[0]} {result.score[1]}",
        ]
        return "\n".join(self.lines) + "\n"

    def _move(self, move: Move) -> None:
        deal = self.deal
        seat, stock, turnovers = deal.word, deal.stock, deal.turnovers
        assert seat is not None
        driver.play(deal, seat, move)
        told = []
        if deal.turnovers != turnovers:
            told.append(f"the pile is turned over ({deal.turnovers})")
        if move.card is not None:
            told.append(f"{deal.top}, {deal.suit} to follow")
            if deal.phase is Phase.DRAW:
                told.append(f"{deal.word} owes {deal.owed}")
            elif deal.word == seat:
                told.append(f"{seat} has the word again")
        self.lines.append(f"  {seat} {move.text:<9} | {'; '.join(told)}".rstrip())
        drew = (deal.stock, deal.turnovers) != (stock, turnovers)
        if move.card is None and drew and deal.phase not in (Phase.SHUFFLE, Phase.OVER):
            self._drawn(seat)
        if move.card is not None:
            self._hands()

    def _drawn(self, seat: int) -> None:
        deal = self.deal
        card = deal.known[deal.hands[seat][-1]]
        joint = ";" if self.lines[-1].endswith(")") else ""
        self.lines[-1] += f"{joint} {card} is drawn, {deal.stock} in the stock"

    def _hands(self) -> None:
        hands = (" ".join(driver.hand_cards(self.deal, seat)) or "none" for seat in (0, 1))
        self.lines.append(f"{'':14}| hands: {' / '.join(hands)}".rstrip())


def read_table(text: str) -> SheddingRules:
    """The rules written as "czech-9 king_draws=true"."""
    preset, *words = text.split()
    options = dict(word.split("=") for word in words)
    return rules_for(preset, **{name: value == "true" for name, value in options.items()})


def replay(text: str) -> str:
    """Play the deal of a file again, from its table, deck, moves and shuffles alone."""
    lines = text.splitlines()
    table, dealer, scores = (line.split(": ")[1] for line in lines[:3])
    order = [parse_card(word) for line in lines[4:6] for word in line.split()]
    moves = iter([(int(m[1]), parse_move(m[2])) for m in map(_MOVE.match, lines) if m])
    stocks = iter([m[1] for m in map(_STOCK.match, lines) if m])

    def choose(deal: SheddingDeal) -> Move:
        seat, move = next(moves)
        assert seat == deal.word, f"{move} is not for seat {deal.word}"
        return move

    def shuffle(deal: SheddingDeal) -> list[Card]:
        return [parse_card(word) for word in next(stocks).split()]

    first, second = map(int, scores.split())
    return Writer(table, int(dealer), (first, second), order).play(choose, shuffle)

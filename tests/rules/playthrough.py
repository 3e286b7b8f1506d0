"""Whole deals as text that a player can read and check, and that a program can play again.

A file begins with the table and the deck; then come the deal, each bout with what lies there after
each move, what is drawn, who goes out, the result, and who cheated. Lines with a seat, a verb and
its cards are the moves.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from durak_p2p.cards import Card, parse_card, sort_hand
from durak_p2p.rules import (
    Cards,
    Deal,
    Move,
    Over,
    Phase,
    Question,
    Rules,
    Verb,
    answer_from_faces,
    parse_move,
    rules_for,
)
from durak_p2p.rules.moves import TAKE

GOLDEN = Path(__file__).parent / "golden"

#: Who makes which move now.
Chooser = Callable[[Deal], tuple[int, Move]]
_MOVE = re.compile(rf"^  (\d) ((?:{'|'.join(Verb)})\b[^|]*?) *\|")


class Writer:
    """Plays one deal and writes it down."""

    def __init__(self, table: str, dealer: int, order: Sequence[Card]) -> None:
        self.lines = [f"table: {table}", f"dealer: {dealer}", "deck:"]
        self.lines += [f"  {' '.join(order[i : i + 18])}" for i in range(0, len(order), 18)]
        self.deal = Deal(read_table(table), dealer)
        self.deal.supply(dict(enumerate(order)))

    def play(self, choose: Chooser) -> str:
        deal = self.deal
        self._settle()
        self.lines += ["", f"turned: {deal.turned}, trump: {deal.trump}"]
        bout = 0
        while not isinstance(deal.request, Over):
            if deal.bout != bout:
                bout = deal.bout
                self._begin()
            self._move(*choose(deal))
        assert deal.result is not None
        result = deal.result
        fool = "nobody" if result.fool is None else str(result.fool)
        self.lines += [
            "",
            f"result: {result.reason}, fool: {fool}, epaulettes: {result.epaulettes}",
            f"points: {' '.join(map(str, result.points))}",
        ]
        if deal.cheats:
            self.lines += ["", "cheats:"]
        for cheat in deal.cheats:
            caught = "missed" if cheat.caught_by is None else f"caught by {cheat.caught_by}"
            self.lines.append(f"  bout {cheat.bout}, seat {cheat.seat}: {cheat.move}, {caught}")
        return "\n".join(self.lines) + "\n"

    def _settle(self) -> None:
        deal = self.deal
        while deal.pending is not None:
            if isinstance(deal.pending, Question):
                shown = answer_from_faces(deal)
                said = [f"{seat} shows {card}" for seat, (_, card) in sorted(shown.items())]
                asked = " ".join(deal.pending.cards)
                self.lines.append(f"asked: {asked}; {', '.join(said) or 'nobody has it'}")
                deal.answer(shown)
            elif isinstance(deal.pending, Cards):
                deal.supply({})

    def _begin(self) -> None:
        deal = self.deal
        first = f"bout {deal.bout}: {deal.lead} leads, {deal.defender} defends"
        self.lines += ["", f"{first}, at most {deal.limit}, stock {deal.stock}"]
        for seat, held in enumerate(deal.hands):
            cards = " ".join(sort_hand(deal.known[position] for position in held))
            self.lines.append(f"  hand {seat}: {cards or 'out'}")

    def _move(self, seat: int, move: Move) -> None:
        deal = self.deal
        bout, defender, pile = deal.bout, deal.defender, list(deal.pile)
        takes = deal.taken or move == TAKE
        gone, out = deal.discard, len(deal.out)
        deal.play(seat, move)
        ended = deal.bout != bout or (deal.word is None and deal.phase is not Phase.CLOSE)
        lying = " ".join(f"{attack}/{beaten or '-'}" for attack, beaten in deal.table)
        self.lines.append(f"  {seat} {move.text:<14} | {lying}".rstrip())
        if move.verb is Verb.ACCUSE:
            self._judgement()
        if not ended:
            return
        if takes:
            self.lines.append(f"  seat {defender} takes all")
        else:
            self.lines.append(f"  beaten: {deal.discard - gone} cards leave the deal")
        for place in (deal.lead + step for step in range(deal.rules.players)):
            held = deal.hands[place % deal.rules.players]
            cards = [deal.known[p] for p in held if p in pile and p not in deal.pile]
            if cards:
                drawn = " ".join(cards)
                self.lines.append(f"  seat {place % deal.rules.players} draws {drawn}")
        self._settle()
        if len(deal.out) > out:
            self.lines.append(f"  out: {' '.join(map(str, deal.out[out:]))}")

    def _judgement(self) -> None:
        judged = self.deal.accusations[-1]
        if not judged.right:
            self.lines.append(f"    wrong: {judged.seat} can accuse nobody in this bout")
            return
        back = ", ".join(f"{card} to {seat}" for seat, card in judged.returned)
        takes = f"; {judged.accused} takes" if judged.takes else ""
        self.lines.append(f"    right: {back}{takes}")


def read_table(text: str) -> Rules:
    """The rules written as "classic players=3 throw_in=any-time"."""
    preset, *words = text.split()
    options: dict[str, Any] = {}
    for word in words:
        name, value = word.split("=")
        options[name] = {"true": True, "false": False}.get(value, value)
        if value.isdigit():
            options[name] = int(value)
    return rules_for(preset, **options)


def replay(text: str) -> str:
    """Play the deal of a file again, from its table, dealer, deck and moves alone."""
    lines = text.splitlines()
    dealer = int(lines[1].removeprefix("dealer: "))
    order = [
        parse_card(word)
        for line in lines[3 : lines.index("deck:") + 1 + 3]
        if line.startswith("  ")
        for word in line.split()
    ]
    moves = [(int(m[1]), parse_move(m[2])) for m in map(_MOVE.match, lines) if m]
    remaining = iter(moves)

    def choose(deal: Deal) -> tuple[int, Move]:
        return next(remaining)

    return Writer(lines[0].removeprefix("table: "), dealer, order).play(choose)

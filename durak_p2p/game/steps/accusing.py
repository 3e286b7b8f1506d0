"""Where cheating is allowed: hearing accusations, and closing a bout (rules 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from durak_p2p.game.accusation import Accusation, SignedAccusation
from durak_p2p.game.codec import Fields, Value
from durak_p2p.game.entry import MAX_AUTHORS, EntryType
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import Judged
from durak_p2p.game.steps.base import Step
from durak_p2p.rules import Deal, RuleError
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.texts import text

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState


def bout_deal(state: GameState) -> Deal:
    """Return the deal of a table where cheating is allowed, which is of the beating family.

    Raises ``Refused`` if it is none.
    """
    deal = state.deal
    if not isinstance(deal, Deal) or not deal.rules.may_cheat:
        raise Refused(text("Nobody cheats at this table, and nobody is accused."))
    return deal


def check_accusation(state: GameState, signed: SignedAccusation) -> Accusation:
    """Return the accusation if it can be heard now.

    Raises ``Refused``, ``AccusationError`` or ``RuleError`` if it is forged, late, moot or not
    allowed, and changes nothing.
    """
    deal, accusation = bout_deal(state), signed.accusation
    if accusation.setup != state.setup.hash or accusation.bout != deal.bout:
        raise Refused(text("The accusation belongs to another bout."))
    if max(accusation.author, accusation.accused) >= state.authors:
        raise Refused(text("The accusation names nobody at this table."))
    signed.verify(state.setup.players[accusation.author].key)
    accuser, accused = state.seat_of(accusation.author), state.seat_of(accusation.accused)
    later = deal.accusations[accusation.judged :]
    if accusation.judged > len(deal.accusations):
        raise Refused(text("The accusation has seen judgements that there were none."))
    if any(judged.seat == accuser for judged in later):
        raise Refused(text("The accuser has accused again since."))
    if any(judged.right and judged.accused == accused for judged in later):
        raise Refused(text("The accused was judged for it already."))
    deal.copy().play(accuser, accuse(accused))
    return accusation


def judge(state: GameState, accuser: int, accused: int) -> None:
    """Let *accuser* (an author, like *accused*) be heard, and tell of it."""
    deal = bout_deal(state)
    deal.play(state.seat_of(accuser), accuse(state.seat_of(accused)))
    state.events.append(Judged(deal.accusations[-1]))


def hearing_body(signed: SignedAccusation) -> Value:
    """Return the body of the entry that takes an accusation into the log."""
    return signed.raw, signed.signature


def hear(state: GameState, body: Value) -> None:
    """Check and judge the accusation in a ``hear`` entry's body.

    Raises as :func:`check_accusation`, or a ``CodecError``.
    """
    fields = Fields(body, "hearing")
    raw = fields.value("accusation")
    signature = fields.value("signature")
    fields.end()
    if not isinstance(raw, bytes) or not isinstance(signature, bytes):
        raise Refused(text("The hearing holds no accusation."))
    accusation = check_accusation(state, SignedAccusation(raw, signature))
    judge(state, accusation.author, accusation.accused)


class CloseStep(Step):
    """A bout closes: everybody still in says ``done``, or accuses once more.

    All write side by side.  If nobody accuses the bout is closed.  Otherwise the accusations are
    judged, by author, and the ``done`` of the others is void: they will be asked again.
    """

    type = EntryType.CLOSE

    def __init__(self, state: GameState, seats: Sequence[int]) -> None:
        super().__init__(state, frozenset(state.seats[seat] for seat in seats))
        self._seats = tuple(seats)
        self._accused: dict[int, int] = {}  # by accuser; authors

    def write(self, accused: int | None) -> Value:
        """Return the body that says ``done``, or accuses an author."""
        return () if accused is None else (accused,)

    def accept(self, author: int, body: Value) -> None:
        if body == ():
            return
        fields = Fields(body, "close")
        accused = fields.integer("accused", 0, MAX_AUTHORS - 1)
        fields.end()
        self.check(author, accused)
        self._accused[author] = accused

    def check(self, author: int, accused: int) -> None:
        """Raise ``Refused`` or a ``RuleError`` if *author* cannot accuse *accused* now."""
        if accused >= self.state.authors:
            raise Refused(text("The accusation names nobody at this table."))
        state, deal = self.state, bout_deal(self.state)
        deal.copy().play(state.seat_of(author), accuse(state.seat_of(accused)))

    def finish(self) -> None:
        deal = bout_deal(self.state)
        before = len(deal.accusations)
        for author, accused in sorted(self._accused.items()):
            seat = self.state.seat_of(accused)
            if any(judged.right and judged.accused == seat for judged in deal.accusations[before:]):
                continue  # another has accused the same in the same step: once is enough
            try:
                judge(self.state, author, accused)
            except RuleError:
                continue  # a judgement before has made it impossible; it harms nobody
        if not self._accused:
            for seat in self._seats:
                deal.play(seat, DONE)

"""What the person has picked so far, and what a key press comes to; none of it is the game's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from durak_p2p.cards import Card
from durak_p2p.rules.family import AnyMove
from durak_p2p.texts import Text
from durak_p2p.ui.screen.model import Act, Light, TableModel


class Mode(StrEnum):
    """What keys are read as."""

    TABLE = "table"
    MENU = "menu"  # one of several moves, or of several players
    ASK = "ask"  # yes or no: taking, leaving
    TYPE = "type"  # a typed move or command
    CHAT = "chat"
    LOG = "log"
    OPTIONS = "options"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Make:
    """Make a move; ``deliberate`` says that it is meant even if it breaks the rules."""

    move: AnyMove
    deliberate: bool = False


@dataclass(frozen=True, slots=True)
class AccuseSeat:
    """Accuse a seat of cheating."""

    seat: int


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to all."""

    words: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Change a setting to its next value, or the one before."""

    setting: str
    step: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question whether to play on without those who are gone."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class Again:
    """Play another match."""


@dataclass(frozen=True, slots=True)
class Next:
    """Go on from a deal that is over to the next one."""


@dataclass(frozen=True, slots=True)
class GoAway:
    """Close the program; the seat waits."""


@dataclass(frozen=True, slots=True)
class GetReady:
    """Say that the first deal may begin."""


@dataclass(frozen=True, slots=True)
class TakeReply:
    """Look for the guest that has told a reply code."""

    code: str


@dataclass(frozen=True, slots=True)
class Present:
    """Show what can be passed on, on the normal screen: invite, QR code or reply code."""

    what: Act


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """Give a free seat to a computer player."""


@dataclass(frozen=True, slots=True)
class UnseatComputer:
    """Take the seat of the last computer player away."""


Action = (
    Make | AccuseSeat | Say | Turn | Answer | Leave | Again | Next
    | GoAway | GetReady | TakeReply | Present | SeatComputer | UnseatComputer
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One thing to choose from; each of ``keys`` picks it.

    ``action`` None: nothing is done.  ``letter`` is the key that is shown; "": the first one.
    """

    keys: tuple[str, ...]
    label: str
    action: Action | None
    letter: str = ""

    @property
    def shown(self) -> str:
        """The key that is shown."""
        return self.letter or self.keys[0].upper()


@dataclass(frozen=True, slots=True)
class Selection:
    """What is picked.

    Attributes:
        mode: what keys are read as.
        cursor: the card under the cursor.
        raised: cards that are to be led together, in the order picked.
        cheating: whether the next card is laid even if it does not fit.
        menu: what to choose from, in modes MENU and ASK; ``row`` is the highlighted one.
        question: what is asked there.
        row: the highlighted item of the menu, or setting of the options.
        line: what is being typed, ``caret`` the place in it.
        scroll: how many lines the log is scrolled back, or the help on.
        notice: why something was not possible, or what else is to be known.
        missed: the command that could not be given, if the notice says that.
    """

    mode: Mode = Mode.TABLE
    cursor: Card | None = None
    raised: tuple[Card, ...] = ()
    cheating: bool = False
    menu: tuple[MenuItem, ...] = ()
    question: Text | None = None
    row: int = 0
    line: str = ""
    caret: int = 0
    scroll: int = 0
    notice: str | None = None
    missed: Act | None = None

    def closed(self) -> Selection:
        """Return the selection with every menu, question and line closed."""
        return Selection(cursor=self.cursor, raised=self.raised, cheating=self.cheating)

    def unseen(self) -> Selection:
        """Return the selection where nothing of it is in sight any more.

        What is asked by a key is closed; a question of the table's is asked until it is answered,
        and a line that is typed is kept.
        """
        by_table = any(isinstance(item.action, Answer) for item in self.menu)
        return self.closed() if self.menu and not by_table else self

    def saying(self, notice: str, missed: Act | None = None) -> Selection:
        """Return the selection with a notice; *missed*: the command that it says is not to be."""
        return replace(self, notice=notice, missed=missed)

    def asking(
        self, question: Text, menu: tuple[MenuItem, ...], mode: Mode = Mode.MENU, row: int = 0
    ) -> Selection:
        """Return the selection with something to choose from, of which *row* is marked."""
        return replace(self, mode=mode, question=question, menu=menu, row=row, notice=None)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a key press comes to: what is picked now, and what is to be done, if anything."""

    selection: Selection
    action: Action | None = None


def renewed(selection: Selection, before: TableModel | None, now: TableModel) -> Selection:
    """Return the selection after the table has changed: nothing in it is out of date."""
    kept = {held.card for held in now.hand}
    raised = tuple(card for card in selection.raised if card in kept)
    same_turn = before is not None and now.asked and before.legal == now.legal
    if not same_turn:
        raised = ()
        if not _can_be_answered(selection, now):
            selection = selection.closed()
    return replace(
        selection,
        raised=raised,
        cheating=selection.cheating and same_turn,
        cursor=_cursor(selection.cursor, before, now, same_turn=same_turn),
        notice=selection.notice if _still_holds(selection, before, now, same_turn) else None,
    )


def _still_holds(
    selection: Selection, before: TableModel | None, now: TableModel, same_turn: bool
) -> bool:
    """Whether what the notice says can still be so."""
    if now.asked and not same_turn:
        return False
    if selection.missed in now.acts:
        return False
    return before is None or _stage(before) == _stage(now)


def _stage(model: TableModel) -> tuple[object, ...]:
    """Return how far the match is, and in the lobby who is there."""
    met = None if model.lobby is None else tuple(chair.name for chair in model.lobby.chairs)
    return met, bool(model.making), model.result is not None, model.ended


def _can_be_answered(selection: Selection, now: TableModel) -> bool:
    """Whether what is asked is still a question when a turn has gone, or come."""
    actions = [item.action for item in selection.menu]
    if any(isinstance(action, AccuseSeat) for action in actions):
        return Act.ACCUSE in now.acts
    return not any(isinstance(action, Make) for action in actions)


def _cursor(
    cursor: Card | None, before: TableModel | None, now: TableModel, *, same_turn: bool
) -> Card | None:
    """Return the card for the cursor: where it is, or near, and lit when a turn begins."""
    cards = [held.card for held in now.hand]
    if not cards or now.is_over:
        return None
    lit = [held.card for held in now.hand if held.light is Light.LIT]
    if lit and not same_turn and cursor not in lit:
        return lit[0]
    if cursor in cards:
        return cursor
    if before is not None and cursor is not None:
        place = [held.card for held in before.hand].index(cursor) if before.held(cursor) else 0
        return cards[min(place, len(cards) - 1)]
    return cards[0]

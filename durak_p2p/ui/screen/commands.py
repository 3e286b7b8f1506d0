"""The commands of the table: their keys, and what they are called in the key bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from durak_p2p.rules.family import AnyRules
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import Text, text
from durak_p2p.ui.screen.model import Act, TableModel


@dataclass(frozen=True, slots=True)
class Command:
    """``keys`` are all that give it, the first is shown; ``label`` is for the key bar."""

    keys: tuple[str, ...]
    label: Text
    says: Text


COMMANDS: Final[Mapping[Act, Command]] = {
    Act.TAKE: Command(("t",), text("take"), text("take what lies there")),
    Act.TRANSFER: Command(("r",), text("transfer"), text("hand the attack on with a card")),
    Act.SHOW: Command(("s",), text("show"), text("hand the attack on by showing a trump")),
    Act.PASS: Command(("p", "space"), text("pass"), text("lay nothing (more)")),
    Act.DONE: Command(("d", "space"), text("done"), text("be done with the bout")),
    Act.DRAW: Command(("d", "space"), text("draw"), text("draw a card")),
    Act.EXCHANGE: Command(
        ("x",), text("exchange"), text("swap the lowest trump for the turned card")
    ),
    Act.CHEAT: Command(("c",), text("cheat"), text("lay the next card even if it does not fit")),
    Act.ACCUSE: Command(("a",), text("accuse"), text("say that somebody has cheated")),
    Act.TYPE: Command((":", "/"), text("type"), text("type a move, as in line mode")),
    Act.CHAT: Command(("m",), text("say"), text("say something to all")),
    Act.LOG: Command(("l",), text("log"), text("all that has happened")),
    Act.OPTIONS: Command(("o", "f2"), text("settings"), text("colours, suits and other settings")),
    Act.HELP: Command(("h", "?", "f1"), text("help"), text("this page")),
    Act.LEAVE: Command(("q",), text("leave"), text("leave the table")),
    Act.READY: Command(("r",), text("ready"), text("say that the first deal may begin")),
    Act.INVITE: Command(("i",), text("invite"), text("show the invite, to be copied")),
    Act.QR: Command(("k",), text("QR code"), text("show the invite as a QR code")),
    Act.CODE: Command(("i",), text("reply code"), text("show the reply code, to be copied")),
    Act.COMPUTER: Command(("c",), text("computer"), text("give a free seat to a computer player")),
    Act.NO_COMPUTER: Command(
        ("x",), text("no computer"), text("take the last computer player away")
    ),
    Act.AGAIN: Command(("n",), text("again"), text("play again")),
    Act.NEXT: Command(("enter", "space"), text("next deal"), text("go on to the next deal")),
}

#: Those that are for the lobby alone, where there are no cards: their keys may be cards' as well.
LOBBY_ACTS: Final = frozenset(
    {Act.READY, Act.INVITE, Act.QR, Act.CODE, Act.COMPUTER, Act.NO_COMPUTER}
)
#: Those that are there always.
COMMON_ACTS: Final = frozenset({Act.TYPE, Act.CHAT, Act.LOG, Act.OPTIONS, Act.HELP, Act.LEAVE})

_OF_BEATING: Final = frozenset(
    {Act.TAKE, Act.TRANSFER, Act.SHOW, Act.DONE, Act.EXCHANGE, Act.CHEAT, Act.ACCUSE}
)

#: What other keys do, for the help: those that lay a card, those that pick up several cards to
#: lead them at once, and those that are for all places.
LAYING_KEYS: Final = (
    (text("1 … 9, letters"), text("lay the card above that key")),
    (text("← → Tab"), text("go to a card; Tab: to the next that can be laid")),
    (text("Enter"), text("lay the card under the mark")),
)
PICKING_KEYS: Final = (
    (text("↑ ↓"), text("pick a card up to lead it with others of its rank; put it back")),
)
COMMON_KEYS: Final = ((text("Esc"), text("close what is open")),)

#: What Ctrl-C is where a seat waits for who goes away; elsewhere it is leaving.
AWAY: Final = text("close the program; your seat waits for you")
#: What leaving is to who watches.
NO_LONGER: Final = text("watch no longer")


def belongs(act: Act, model: TableModel) -> bool:
    """Whether a command is for where we are, lobby or table, even where it cannot be given now.

    Who watches has no commands but those that can be given.
    """
    if act in model.acts or model.watches:
        return act in model.acts
    return act in COMMON_ACTS or (act in LOBBY_ACTS) == (model.lobby is not None)


def act_of(key: str, acts: tuple[Act, ...]) -> Act | None:
    """Return the one of these acts that a key gives, or None."""
    return next((act for act in acts if act in COMMANDS and key in COMMANDS[act].keys), None)


def is_played(act: Act, rules: AnyRules) -> bool:
    """Whether a command can ever be given in a game."""
    if isinstance(rules, SheddingRules):
        return act not in _OF_BEATING
    match act:
        case Act.DRAW:
            return False
        case Act.TRANSFER:
            return rules.variant == "transfer"
        case Act.SHOW:
            return rules.show_trump
        case Act.EXCHANGE:
            return rules.trump_exchange
        case Act.CHEAT | Act.ACCUSE | Act.DONE:
            return rules.may_cheat
        case _:
            return True

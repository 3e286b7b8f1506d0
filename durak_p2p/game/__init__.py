"""The game between peers, without input or output: bytes in, events and bytes out.

A deal is one ordered log of signed entries (protocol/log.md). :class:`Setup` is what the log
begins with, :class:`Log` takes entries in any order and folds them into a :class:`GameState`,
and :class:`Player` is one seat's half of it: its secrets, its hand and the entries it owes.
"""

from durak_p2p.game.accusation import AccusationError, SignedAccusation
from durak_p2p.game.codec import CodecError
from durak_p2p.game.entry import Entry, EntryError, EntryType, SignedEntry
from durak_p2p.game.errors import GameError, NotOurTurn, StrayEntry
from durak_p2p.game.events import (
    Answered,
    Breach,
    CardsDealt,
    DealBegan,
    DealEnded,
    Departed,
    Event,
    FalseClaim,
    Forked,
    Judged,
    Leaving,
    MoveMade,
    Opened,
    Progress,
    TimeOver,
)
from durak_p2p.game.log import Log
from durak_p2p.game.match import next_setup
from durak_p2p.game.names import UncleanName, clean_name
from durak_p2p.game.player import Player
from durak_p2p.game.setup import Setup, SetupError, SetupPlayer
from durak_p2p.game.state import GameState

__all__ = [
    "AccusationError",
    "Answered",
    "Breach",
    "CardsDealt",
    "CodecError",
    "DealBegan",
    "DealEnded",
    "Departed",
    "Entry",
    "EntryError",
    "EntryType",
    "Event",
    "FalseClaim",
    "Forked",
    "GameError",
    "GameState",
    "Judged",
    "Leaving",
    "Log",
    "MoveMade",
    "NotOurTurn",
    "Opened",
    "Player",
    "Progress",
    "Setup",
    "SetupError",
    "SetupPlayer",
    "SignedAccusation",
    "SignedEntry",
    "StrayEntry",
    "TimeOver",
    "UncleanName",
    "clean_name",
    "next_setup",
]

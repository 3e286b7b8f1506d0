"""What a peer needs besides the net: who plays, who decides, who is told, what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from durak_p2p.crypto import Identity
from durak_p2p.game import Setup
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.keeping import Agreement, Keeper, Replays
from durak_p2p.table.news import News


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays and how: what a peer needs besides the net.

    ``tell`` is called with every piece of news; ``replays`` are the files for the deals' replays;
    ``keeper`` keeps what is needed to come back after a crash.  ``nonce`` (16 bytes) is drawn
    afresh for each match.  ``ready``: to begin with any rules, without being asked; ``computer``:
    what the others are told that we are.  ``agreed`` is called when a match's set-up is agreed on,
    before anything of it is kept or sent; ``met`` with the key and name of each person who comes to
    the lobby.
    """

    identity: Identity
    name: str
    chooser: Chooser
    tell: Callable[[News], None]
    replays: Replays
    keeper: Keeper
    nonce: bytes
    ready: bool = True
    computer: bool = False
    agreed: Callable[[Setup, Agreement], None] = lambda setup, agreement: None
    met: Callable[[bytes, str], None] = lambda key, name: None

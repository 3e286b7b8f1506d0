"""Getting an invite by asking a table on the LAN for admission."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from durak_p2p.cli.showing import Show
from durak_p2p.net.invite import Address, Invite, is_host_name
from durak_p2p.net.lan.admission import AdmissionRefused, Refusal
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.net.lan.visit import NobodyAnswers, fetch_invite
from durak_p2p.texts import Text, text
from durak_p2p.ui.commands import QUIT, word_meant
from durak_p2p.ui.lan import nobody_text, refusal_text
from durak_p2p.ui.screen.start_lan import read_pin
from durak_p2p.ui.typed_lines import Lines

_ADDRESS: Final = re.compile(
    r"(?P<host>\[[0-9A-Fa-f:.]+(%[\w.-]+)?\]|[^\s:\[\]]+):(?P<port>\d{1,5})"
)


class NotEntered(Exception):
    """The table was not entered.  The message says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Target:
    """A table to ask for admission.  What is not known of it, as its address was typed, is None."""

    addresses: Sequence[Address]
    table_id: bytes | None = None
    guarded: bool | None = None

    @classmethod
    def listed(cls, table: ListedTable) -> Target:
        """Return a table of the list."""
        return cls(table.addresses, table.table_id, table.record.guarded)


NEITHER = text("That is no address (192.168.1.20:7777), and no invite (durak:...).")


def read_address(typed: str) -> Address | None:
    """Return an address as people type it, HOST:PORT or [IPv6]:PORT, or None if it is none."""
    found = _ADDRESS.fullmatch(typed.strip())
    if found is None or not 0 < int(found["port"]) < 65_536:
        return None
    host = found["host"].strip("[]")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if not is_host_name(host):
            return None
    return Address(host, int(found["port"]))


def leaves(typed: str) -> bool:
    """Whether a typed line is the word for leaving."""
    return word_meant(typed.strip()) == QUIT


class Asker:
    """Asks the person for a line; None: the person goes back."""

    def __init__(self, lines: Lines, show: Show) -> None:
        self._lines = lines
        self._show = show

    async def __call__(self, what: Text) -> str | None:
        """Ask *what*; an empty line goes back, too."""
        self._show.ask(what)
        try:
            line = await self._lines.next_line()
        finally:
            self._show.ask(None)
        return line if line is not None and line.strip() and not leaves(line) else None


async def enter(target: Target, pin: str | None, ask: Asker | None) -> Invite | None:
    """Ask for admission and return the invite; None if the person did not want to go on.

    *pin*: as given, None if it has to be asked for.  Without *ask* nobody can be asked.
    Raises :class:`NotEntered`.
    """
    given = pin
    if pin is None and target.guarded:
        pin = await _asked(ask, AdmissionRefused(Refusal.PIN))
        if pin is None:
            return None
    while True:
        try:
            return await fetch_invite(target.addresses, target.table_id, pin or "")
        except NobodyAnswers as nobody:
            raise NotEntered(nobody_text(nobody)) from nobody
        except AdmissionRefused as refused:
            again = refused.refusal in (Refusal.PIN, Refusal.WRONG) and given is None
            if not again:
                raise NotEntered(refusal_text(refused)) from refused
            pin = await _asked(ask, refused)
        if pin is None:
            return None


async def _asked(ask: Asker | None, refused: AdmissionRefused) -> str | None:
    if ask is None:
        raise NotEntered(refusal_text(refused))
    if refused.refusal is Refusal.WRONG:
        why = text("That is not the PIN. The PIN on the host's screen:")
    else:
        why = text("The PIN on the host's screen:")
    while (typed := await ask(why)) is not None:
        pin = read_pin(typed)
        if pin is not None:
            return pin
        why = text("A PIN is some digits. The PIN on the host's screen:")
    return None

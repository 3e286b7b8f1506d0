"""Tables on the LAN for the start screen: finds them, and asks them for their invites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from durak_p2p import limits
from durak_p2p.cli.entering import Target, read_address
from durak_p2p.net.lan.admission import AdmissionRefused, Refusal
from durak_p2p.net.lan.browse import Browser
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.net.lan.mdns import LanUnavailable, Mdns, on_all_interfaces
from durak_p2p.net.lan.visit import NobodyAnswers, fetch_invite
from durak_p2p.texts import text
from durak_p2p.ui.lan import LOOKING, nobody_text, obstacles, refusal_text, table_text
from durak_p2p.ui.screen.start_lan import (
    Answer,
    Enter,
    Entered,
    Found,
    FoundTable,
    NotEntered,
    PinWanted,
)

_BY_ADDRESS: Final = text("J takes the address from the host's screen, or an invite.")
_PIN_REFUSED: Final = (Refusal.PIN, Refusal.WRONG)


class FoundOnLan:
    """Looks for tables on the LAN while it is told to, and asks them for their invites."""

    def __init__(self, mdns: Mdns = on_all_interfaces) -> None:
        self._mdns = mdns
        self._tables: dict[int, ListedTable] = {}  # by number; those that were there stay

    async def search(self, changed: Callable[[Found], None]) -> None:
        """Tell what is found, whenever that changes, until cancelled."""
        said = [LOOKING]
        known = self._tables = dict[int, ListedTable]()  # not to be added to by a search before

        def tell() -> None:
            tables = browser.listing.tables
            known.update({table.number: table for table in tables})
            changed(Found(tuple(map(_found, tables)), tuple(said)))

        browser = Browser(tell, mdns=self._mdns)
        tell()
        async with trio.open_nursery() as nursery:
            try:
                await nursery.start(browser.run)
            except LanUnavailable as reason:
                said[:] = [
                    text("The LAN cannot be searched ({reason}).", reason=reason.args[0]),
                    _BY_ADDRESS,
                ]
            else:
                await trio.sleep(limits.LAN_HINT)
                said += [*obstacles(), _BY_ADDRESS]
            tell()
            await trio.sleep_forever()

    async def enter(self, wanted: Enter) -> Answer:
        """Ask a table for its invite."""
        if isinstance(wanted.where, int):
            target = Target.listed(self._tables[wanted.where])
        else:
            address = read_address(wanted.where)
            assert address is not None, "it was asked before whether it is one"
            target = Target([address])
        try:
            invite = await fetch_invite(target.addresses, target.table_id, wanted.pin)
        except NobodyAnswers as nobody:
            return NotEntered(nobody_text(nobody))
        except AdmissionRefused as refused:
            if refused.refusal not in _PIN_REFUSED:
                return NotEntered(refusal_text(refused))
            return PinWanted(refusal_text(refused) if wanted.pin else None)
        reached = invite.addresses[0]
        if "%" in reached.host:  # link-local with its scope, which no invite's text can hold
            return Entered(str(reached), wanted.pin)
        return Entered(str(invite))


def _found(table: ListedTable) -> FoundTable:
    record = table.record
    return FoundTable(table.number, table_text(table), record.guarded, record.same_version)

"""Watching the LAN for tables, and letting a person choose one."""

from __future__ import annotations

from typing import Final

import trio

from durak_p2p import limits
from durak_p2p.cli.entering import Asker, NotEntered, Target, enter, leaves, read_address
from durak_p2p.cli.exits import Exit
from durak_p2p.cli.showing import Show
from durak_p2p.cli.signals import watch_signals
from durak_p2p.net.invite import SCHEME, Invite, InviteError
from durak_p2p.net.lan.browse import Browser
from durak_p2p.net.lan.mdns import LanUnavailable
from durak_p2p.texts import sentence_of, text
from durak_p2p.ui.typed_lines import Lines
from durak_p2p.ui.typed_numbers import typed_number

_LONGEST_NUMBER: Final = 9_999  # of a table that is asked for; there are never so many


class Finder:
    """Shows what is found on the LAN."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._browser = Browser(self._changed)
        self._stopped = False

    def _changed(self) -> None:
        self._show.tables(self._browser.listing.tables)

    async def watch(self, seconds: float | None) -> Exit:
        """Show tables for so many seconds; None: until the program is stopped."""
        async with trio.open_nursery() as nursery:
            await self._begin(nursery)
            with trio.move_on_after(float("inf") if seconds is None else seconds):
                await trio.sleep_forever()
            if not self._browser.listing.tables:
                self._show.hint()
            nursery.cancel_scope.cancel()
        return Exit.STOPPED if self._stopped else Exit.GOOD

    async def choose(self, lines: Lines, pin: str | None) -> Invite | None:
        """Let the person choose a table, and return the invite to it; None: to none.

        *pin*: of the chosen table, if it was given already.
        """
        invite: Invite | None = None
        async with trio.open_nursery() as nursery:
            await self._begin(nursery)
            invite = await self._converse(lines, pin)
            nursery.cancel_scope.cancel()
        return invite

    async def _begin(self, nursery: trio.Nursery) -> None:
        """Start watching before anything is shown."""

        def stop() -> None:
            self._stopped = True
            nursery.cancel_scope.cancel()

        await nursery.start(watch_signals, stop)
        try:
            await nursery.start(self._browser.run)
        except LanUnavailable as reason:
            self._show.say(
                text(
                    "The LAN cannot be searched ({reason}). An address or an invite will do.",
                    reason=reason.args[0],
                )
            )
        nursery.start_soon(self._hint_later)

    async def _hint_later(self) -> None:
        await trio.sleep(limits.LAN_HINT)
        if not self._browser.listing.tables:
            self._show.hint()

    async def _converse(self, lines: Lines, pin: str | None) -> Invite | None:
        ask = Asker(lines, self._show)
        while True:
            line = await lines.next_line()
            if line is None or leaves(line):
                return None
            found = self._read(line.strip())
            if isinstance(found, Invite):
                return found
            if found is None:
                continue
            try:
                invite = await enter(found, pin, ask)
            except NotEntered as reason:
                self._show.say(reason.sentence)
            else:
                if invite is not None:
                    return invite

    def _read(self, line: str) -> Target | Invite | None:
        """Return what a typed line means; None, if nothing, and it is said why."""
        if not line:
            if not self._browser.listing.tables:
                self._show.say(text("No table is found yet."))
            return None
        if line.lower().startswith(SCHEME):
            try:
                return Invite.parse(line)
            except InviteError as error:
                self._show.say(sentence_of(error))
                return None
        if line.isdecimal():
            number = typed_number(line, _LONGEST_NUMBER)
            table = None if number is None else self._browser.listing.numbered(number)
            if table is None:
                self._show.say(text("There is no table {number}.", number=line[:5]))
            elif not table.record.same_version:
                self._show.say(text("That table is of another version of durak."))
            else:
                return Target.listed(table)
            return None
        address = read_address(line)
        if address is None:
            self._show.say(
                text("That is no number of a table, no address (192.168.1.20:7777), no invite.")
            )
            return None
        return Target([address])

"""Reply codes on the command line: a guest's own, and those that are typed at a host."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from durak_p2p.net.invite import Address
from durak_p2p.net.reach.gateways import source_addresses
from durak_p2p.net.reply import MOST_CANDIDATES, is_reply, usable
from durak_p2p.ui.typed_lines import Lines


def own_candidates(port: int, given: Sequence[Address]) -> tuple[Address, ...]:
    """Return the addresses under which a host may find us, best first.

    *given* are those that the user has said.
    """
    own = [Address(str(ip), port) for ip in source_addresses() if usable(str(ip))]
    return tuple(dict.fromkeys([*given, *own]))[:MOST_CANDIDATES]


class ReplyLines:
    """Typed lines without the reply codes among them, which are taken out on the way."""

    def __init__(self, lines: Lines, take: Callable[[str], None]) -> None:
        self._lines = lines
        self._take = take
        self.live = lines.live

    async def next_line(self) -> str | None:
        """Return the next line that is no reply code, or None when there will be no more."""
        while (line := await self._lines.next_line()) is not None:
            if not is_reply(line):
                return line
            self._take(line)
        return None

"""The first TLS record of a connection: nothing is spent on who does not say a whole one."""

from __future__ import annotations

from typing import Final

import trio

_HEADER_BYTES: Final = 5  # type, version, length (RFC 8446, 5.1)
_HANDSHAKE: Final = 22
_LONGEST_RECORD: Final = 1 << 14


async def first_record(raw: trio.SocketStream) -> bytes:
    """Wait until a connection has said its first record, and return all that it has said.

    Raises ``BrokenResourceError`` if that is no handshake, or it hangs up before.
    """
    said = bytearray()
    wanted = _HEADER_BYTES
    while len(said) < wanted:
        data = await raw.receive_some(_HEADER_BYTES + _LONGEST_RECORD)
        if not data:
            raise trio.BrokenResourceError("The other side hung up before it had said anything.")
        said += data
        if len(said) >= _HEADER_BYTES:
            length = int.from_bytes(said[3:_HEADER_BYTES], "big")
            if said[0] != _HANDSHAKE or not 0 < length <= _LONGEST_RECORD:
                raise trio.BrokenResourceError("The other side speaks no TLS.")
            wanted = _HEADER_BYTES + length
    return bytes(said)


class BegunStream(trio.abc.Stream):
    """A connection of which some has been read: that comes first."""

    def __init__(self, raw: trio.SocketStream, said: bytes) -> None:
        self.raw = raw
        self._said = said

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Return what comes next, *max_bytes* at most."""
        if not self._said:
            return await self.raw.receive_some(max_bytes)
        await trio.lowlevel.checkpoint()
        most = len(self._said) if max_bytes is None else max_bytes
        part, self._said = self._said[:most], self._said[most:]
        return part

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of *data*."""
        await self.raw.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until something can be sent."""
        await self.raw.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        """Close the connection."""
        await self.raw.aclose()

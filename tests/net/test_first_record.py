"""A connection's first record is read whole, however it comes, and nothing of it is lost."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from durak_p2p.net.first_record import BegunStream, first_record
from tests.net.running import in_trio

RECORD = b"\x16\x03\x01\x00\x04said"


async def two() -> tuple[trio.SocketStream, trio.SocketStream]:
    near, far = trio.socket.socketpair()
    return trio.SocketStream(near), trio.SocketStream(far)


@in_trio
async def test_it_may_come_byte_by_byte_and_be_followed_by_more() -> None:
    near, far = await two()
    async with near, far, trio.open_nursery() as nursery:

        async def say() -> None:
            for byte in RECORD:
                await far.send_all(bytes([byte]))
                await trio.testing.wait_all_tasks_blocked()
            await far.send_all(b"more")
            await far.send_eof()

        nursery.start_soon(say)
        stream = BegunStream(near, await first_record(near))
        heard = b""
        while data := await stream.receive_some(3):
            assert len(data) <= 3
            heard += data
        assert heard == RECORD + b"more"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        RECORD[:-1],
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x15\x03\x01\x00\x02\x01\x00",
        b"\x16\x03\x01\x00\x00",
        b"\x16\x03\x01\x40\x01",
    ],
)
@in_trio
async def test_what_is_no_whole_record_of_a_handshake_is_refused(said: bytes) -> None:
    near, far = await two()
    async with near, far:
        await far.send_all(said)
        await far.send_eof()
        with pytest.raises(trio.BrokenResourceError):
            await first_record(near)

"""Tables on the LAN, as the start screen asks them for their invites."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from durak_p2p.cli import start_lan
from durak_p2p.cli.entering import read_address
from durak_p2p.cli.start_lan import FoundOnLan
from durak_p2p.net.invite import Address, Invite
from durak_p2p.ui.screen.start_lan import Answer, Enter, Entered
from tests.net.running import in_trio

NEAR, LINK_LOCAL = Address("192.168.1.20", 7777), Address("fe80::1%eth0", 7777)


async def entered(at: Address, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Return what comes of entering a table that is reached at an address."""

    async def fetch(addresses: Sequence[Address], table_id: bytes | None, pin: str) -> Invite:
        assert (list(addresses), table_id, pin) == ([at], None, "4821")
        return Invite(bytes(16), bytes(32), (at,))

    monkeypatch.setattr(start_lan, "fetch_invite", fetch)
    return await FoundOnLan().enter(Enter(str(at), "4821"))


@in_trio
async def test_a_table_is_joined_by_its_invite(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = await entered(NEAR, monkeypatch)
    assert isinstance(answer, Entered)
    assert Invite.parse(answer.table).addresses == (NEAR,)
    assert not answer.pin


@in_trio
async def test_where_an_invite_cannot_lead_it_is_joined_by_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A link-local address means nothing without the interface, which an invite has no room for."""
    answer = await entered(LINK_LOCAL, monkeypatch)
    assert answer == Entered("[fe80::1%eth0]:7777", "4821")
    assert read_address("[fe80::1%eth0]:7777") == LINK_LOCAL

"""What a host opens, and for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from durak_p2p.bots import Rates
from durak_p2p.cli.opening import HostSide, Opener, TableOptions
from durak_p2p.cli.storage import OwnIdentity
from durak_p2p.cli.style import Style
from durak_p2p.crypto import Identity
from durak_p2p.net.invite import Address, Invite
from durak_p2p.rules import rules_for

OPTIONS = TableOptions(
    rules=rules_for("classic", players=2),
    deals=1,
    patience=60,
    addresses=(),
    port=0,
    computers=0,
    internet=False,
    lan=False,
    guarded=False,
    watching=True,
    as_qr=False,
)


@pytest.mark.parametrize(
    ("addresses", "before", "wanted"),
    [
        ((), None, False),
        (("192.0.2.7",), None, True),
        ((), "127.0.0.1", False),
        ((), "192.0.2.7", True),  # the option was given when the first table was opened
    ],
)
def test_other_computers_reach_the_next_table_as_they_did_the_one_before(
    addresses: tuple[str, ...], before: str | None, wanted: bool
) -> None:
    after = None
    if before is not None:
        after = Invite(bytes(16), bytes(32), (Address(before, 7777),))
    own = OwnIdentity(Identity.generate(), temporary=True)
    style = Style(False, False, Rates(), None)
    side = HostSide(replace(OPTIONS, addresses=addresses), own, "Anna", style)
    opener = Opener(side, after=after)
    assert opener.is_for_others is wanted

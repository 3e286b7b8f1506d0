"""Addresses of one's own that are typed."""

from __future__ import annotations

import pytest

from durak_p2p.cli.addresses import own_address
from durak_p2p.cli.exits import Exit, Failure


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("169.254.3.4", "169.254.3.4"),  # has no scope: two computers and one cable
        ("[2001:DB8:0::7]", "2001:db8::7"),
        ("::1", "::1"),
    ],
)
def test_an_address_is_written_as_the_net_writes_it(written: str, meant: str) -> None:
    assert own_address(written) == meant


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("example.org", "'example.org' is not an IP address."),
        ("::", "'::' is no address at which others reach a computer."),
        ("ff02::1", "'ff02::1' is no address at which others reach a computer."),
        ("fe80::1%eth0", "'fe80::1%eth0' is good on one link only"),
        ("[fe80::1%3]", "'[fe80::1%3]' is good on one link only"),
        ("fe80::1", "'fe80::1' is good on one link only"),
        (
            "2001:db8::7%eth0",
            "'2001:db8::7%eth0' names an interface of this computer",
        ),
    ],
)
def test_what_says_nothing_on_another_computer_is_refused(written: str, says: str) -> None:
    with pytest.raises(Failure) as failure:
        own_address(written)
    assert str(failure.value).startswith(says)
    assert failure.value.status is Exit.USAGE

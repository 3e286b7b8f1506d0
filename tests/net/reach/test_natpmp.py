"""NAT-PMP's messages (RFC 6886), byte by byte."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.net.reach import natpmp

MAPPED = bytes.fromhex("00 82 0000 00000064 1e61 c351 00000e10")
ADDRESS = bytes.fromhex("00 80 0000 00000064 09080706")


def test_requests() -> None:
    assert bytes.fromhex("00 00") == natpmp.ADDRESS_REQUEST
    assert natpmp.encode_map(7777, 7200, 7777) == bytes.fromhex("00 02 0000 1e61 1e61 00001c20")
    assert natpmp.encode_map(7777, 0, 0) == bytes.fromhex("00 02 0000 1e61 0000 00000000")


def test_never_are_all_mappings_of_this_computer_taken_back() -> None:
    with pytest.raises(ValueError, match="port"):
        natpmp.encode_map(0, 0, 0)


def test_answers() -> None:
    assert natpmp.decode_map(MAPPED, 7777) == natpmp.MapAnswer(0, 100, 50001, 3600)
    address = natpmp.AddressAnswer(0, 100, IPv4Address("9.8.7.6"))
    assert natpmp.decode_address(ADDRESS) == address


@pytest.mark.parametrize("length", [8, 16])
def test_refusals_may_be_short(length: int) -> None:
    raw = bytes.fromhex("00 82 0002 00000064 1e61 0000 00000000")[:length]
    assert natpmp.decode_map(raw, 7777) == natpmp.MapAnswer(2, 100, 0, 0)
    refused = natpmp.AddressAnswer(3, 100, None)
    assert natpmp.decode_address(bytes.fromhex("00 80 0003 00000064")) == refused


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        MAPPED[:7],
        MAPPED[:15],
        MAPPED + b"\0",
        ADDRESS,
        b"\1" + MAPPED[1:],
        MAPPED[:1] + b"\x02" + MAPPED[2:],  # a request
        MAPPED[:1] + b"\x81" + MAPPED[2:],  # for UDP
        MAPPED[:8] + b"\0\1" + MAPPED[10:],  # another port of ours
    ],
)
def test_what_is_no_answer_is_ignored(raw: bytes) -> None:
    assert natpmp.decode_map(raw, 7777) is None


@given(st.binary(max_size=40))
def test_no_bytes_break_it(raw: bytes) -> None:
    natpmp.decode_map(raw, 7777)
    natpmp.decode_address(raw)


def test_every_result_is_said_in_words() -> None:
    assert all(natpmp.reason(result).endswith(".") for result in range(1, 70))

"""PCP's messages (RFC 6887), byte by byte."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.net.reach import pcp

NONCE = bytes(range(12))
CLIENT = ip_address("192.168.1.10")

REQUEST = bytes.fromhex(
    "02 01 0000 00001c20"  # version 2, MAP, 7200 s
    "00000000000000000000ffff c0a8010a"  # from 192.168.1.10
    "000102030405060708090a0b"  # nonce
    "06 000000 1e61 1e61"  # TCP, 7777, 7777 wished
    "00000000000000000000ffff 00000000"  # at any IPv4 address
)
ANSWER = bytes.fromhex(
    "02 81 00 00 00000e10 00000064"  # granted for 3600 s, epoch 100
    "000000000000000000000000"
    "000102030405060708090a0b"
    "06 000000 1e61 c351"  # TCP, 7777, given 50001
    "00000000000000000000ffff 09080706"  # at 9.8.7.6
)


def changed(at: int, *values: int) -> bytes:
    return ANSWER[:at] + bytes(values) + ANSWER[at + len(values) :]


def decode(raw: bytes) -> pcp.MapAnswer | pcp.OtherVersion | None:
    return pcp.decode_map(raw, NONCE, 7777)


def test_a_request_for_ipv4() -> None:
    assert pcp.encode_map(CLIENT, NONCE, 7777, 7200, 7777) == REQUEST


def test_a_request_for_an_ipv6_pinhole() -> None:
    raw = pcp.encode_map(ip_address("2a00::7"), NONCE, 7777, 7200, 7777)
    assert raw[8:24] == ip_address("2a00::7").packed
    assert raw[44:] == bytes(16)


def test_giving_back_asks_for_no_time() -> None:
    raw = pcp.encode_map(CLIENT, NONCE, 7777, 0)
    assert raw[4:8] == bytes(4)
    assert raw[42:44] == bytes(2)


def test_an_answer() -> None:
    assert decode(ANSWER) == pcp.MapAnswer(0, 3600, 100, 50001, ip_address("9.8.7.6"))


def test_an_answer_with_options_behind_it() -> None:
    assert decode(ANSWER + bytes.fromhex("02000000")) == decode(ANSWER)


def test_a_refusal() -> None:
    answer = decode(changed(3, 2))
    assert isinstance(answer, pcp.MapAnswer)
    assert answer.result == 2


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        ANSWER[:3],
        ANSWER[:23],
        ANSWER[:24],
        ANSWER[:56],
        ANSWER + b"\0",  # no multiple of four
        ANSWER + bytes(1044),  # longer than PCP allows
        changed(1, 0x01),  # a request
        changed(1, 0x82),  # of another opcode
        changed(24, 9),  # another nonce
        changed(36, 17),  # UDP
        changed(40, 0, 1),  # another internal port
        changed(0, 0),  # NAT-PMP that grants something
        REQUEST,
    ],
)
def test_what_is_no_answer_is_ignored(raw: bytes) -> None:
    assert decode(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        bytes.fromhex("00 81 0001 00000064"),  # NAT-PMP, to a PCP request
        bytes.fromhex("01 81 00 01 00000000 00000000") + bytes(12),
        changed(3, 1),
        changed(3, 1)[:24],
    ],
)
def test_another_version_is_told_by_the_router(raw: bytes) -> None:
    assert decode(raw) == pcp.OtherVersion()


@given(st.binary(max_size=1200))
def test_no_bytes_break_it(raw: bytes) -> None:
    assert decode(raw) is None or raw[1] & 0x80


@given(st.binary(max_size=40))
def test_no_tail_breaks_it(tail: bytes) -> None:
    decode(ANSWER[: 60 - len(tail)] + tail)


def test_a_nonce_belongs_to_secret_address_and_port() -> None:
    nonces = {
        pcp.nonce(secret, ip_address(client), port)
        for secret in (b"a", b"b")
        for client in ("192.168.1.10", "2a00::7")
        for port in (1, 2)
    }
    assert len(nonces) == 8
    assert all(len(nonce) == 12 for nonce in nonces)
    assert pcp.nonce(b"a", CLIENT, 1) in nonces


def test_a_router_that_has_forgotten_is_noticed() -> None:
    assert not pcp.state_lost((0, 100), (60, 160))
    assert not pcp.state_lost((0, 100), (60, 157))  # clocks differ by a sixteenth
    assert pcp.state_lost((0, 100), (60, 3))  # it began anew
    assert pcp.state_lost((0, 100), (600, 130))  # it stood still for long
    assert pcp.state_lost((0, 100), (60, 400))


def test_every_result_is_said_in_words() -> None:
    assert all(pcp.reason(result).endswith(".") for result in range(2, 256))
    assert "200" in pcp.reason(200)

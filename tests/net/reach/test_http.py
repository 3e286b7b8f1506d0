"""Answers of small web servers, however they come, and no more of them than is wanted."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.http import HttpError, ReplyReader, Site, encode_request

SITE = Site(ip_address("192.168.1.1"), 5000, ip_address("192.168.1.10"))

WITH_LENGTH = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
TO_THE_END = b"HTTP/1.0 200 OK\nServer: old\n\nhello"
CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"3\r\nhel\r\n2;name=value\r\nlo\r\n0\r\n\r\n"
)


def read(*pieces: bytes) -> ReplyReader:
    reader = ReplyReader()
    for piece in (*pieces, b""):
        reader.feed(piece)
    return reader


def test_a_request() -> None:
    raw = encode_request("POST", SITE, "/ctl", {"SOAPAction": '"a#b"'}, b"<x/>")
    assert raw == (
        b"POST /ctl HTTP/1.1\r\nHost: 192.168.1.1:5000\r\nConnection: close\r\n"
        b'Content-Length: 4\r\nSOAPAction: "a#b"\r\n\r\n<x/>'
    )
    six = Site(ip_address("fe80::1"), 80, ip_address("2a00::7"), 3)
    assert b"\r\nHost: [fe80::1]:80\r\n" in encode_request("GET", six, "/", {}, b"")


@given(st.sampled_from([WITH_LENGTH, TO_THE_END, CHUNKED]), st.lists(st.integers(0, 90)))
def test_any_pieces_give_the_same_answer(raw: bytes, cuts: list[int]) -> None:
    cuts = sorted(cut for cut in cuts if cut < len(raw))
    pieces = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True) if a < b]
    reader = read(*pieces)
    assert (reader.status, reader.body) == (200, b"hello")


def test_an_answer_with_a_length_is_done_before_the_end() -> None:
    reader = ReplyReader()
    reader.feed(WITH_LENGTH)
    assert reader.done


def test_an_answer_without_a_body() -> None:
    reader = ReplyReader()
    reader.feed(b"HTTP/1.1 204 No Content\r\n\r\n")
    assert reader.done
    assert reader.body == b""


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n\r\n",
        b"SSH-2.0-router\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
    ],
)
def test_what_is_no_answer_is_refused(raw: bytes) -> None:
    with pytest.raises(HttpError):
        read(*([raw] if raw else []))


@pytest.mark.parametrize(
    ("head", "endless"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"X: " + b"x" * 1000 + b"\r\n"),
        (b"HTTP/1.1 200 OK\r\n\r\n", b"y" * 1000),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"3e8\r\n" + b"y" * 1000),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"z" * 1000),
    ],
)
def test_what_never_ends_is_cut_off(head: bytes, endless: bytes) -> None:
    reader = ReplyReader()
    reader.feed(head)
    most = (limits.HTTP_BODY_BYTES + limits.HTTP_HEAD_BYTES) // 1000 + 2
    for _ in range(most):
        try:
            reader.feed(endless)
        except HttpError:
            return
    pytest.fail("it is read on and on")


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_break_it(raw: bytes, with_head: bool) -> None:
    reader = ReplyReader()
    try:
        reader.feed(CHUNKED[: CHUNKED.index(b"3\r\n")] + raw if with_head else raw)
        reader.feed(b"")
    except HttpError:
        assert not reader.done

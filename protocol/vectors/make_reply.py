"""Make protocol/vectors/reply.json: reply codes, good and bad, with the reason due for each."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from durak_p2p.crypto import Identity
from durak_p2p.net.invite import Address
from durak_p2p.net.reply import SCHEME, ReplyCode, ReplyError, _mac

PATH = Path(__file__).parent / "reply.json"
SECRET = bytes(range(16))
KEY = Identity.from_private_bytes(bytes([7]) * 32).public_key
Json = dict[str, Any]

GOOD = {
    "one IPv4 address": [Address("203.0.113.7", 7777)],
    "one IPv6 address": [Address("2001:db8::1", 1)],
    "a private and a public one": [Address("192.168.1.20", 65535), Address("203.0.113.7", 40001)],
    "as many as there may be": [Address(f"203.0.113.{last}", 7777) for last in range(8)],
}


def candidate(host: bytes, port: int = 7777) -> bytes:
    return bytes([1 if len(host) == 4 else 2]) + host + port.to_bytes(2, "big")


def code(body: bytes, secret: bytes = SECRET) -> str:
    """A code with any content, whose MAC and check are right."""
    sealed = body + _mac(secret, body)
    check = hashlib.sha256(b"durak-p2p/1 reply\n" + sealed).digest()[:4]
    return SCHEME + base64.urlsafe_b64encode(sealed + check).rstrip(b"=").decode()


def bad() -> dict[str, tuple[str, str]]:
    good = ReplyCode(KEY, (Address("203.0.113.7", 7777),)).sealed(SECRET)
    head = b"\1" + KEY
    some = candidate(bytes([203, 0, 113, 7]))
    no_address = "The reply code names an address that is none."
    damaged = "The reply code is damaged: a character is missing or wrong."
    other = "A" if good[-9] != "A" else "B"
    return {
        "an invite": ("durak:AAAA", "This is no reply code: one begins with 'durak-reply:'."),
        "nothing in it": (SCHEME, "The reply code is cut short."),
        "no address": (code(head), "The reply code is cut short."),
        "a character left out": (good[:-9] + good[-8:], damaged),
        "a character changed": (good[:-9] + other + good[-8:], damaged),
        "a character that is none": (good[:-9] + "!" + good[-8:], damaged),
        "padding": (good + "=", damaged),
        "another version": (
            code(b"\2" + KEY + some),
            "The reply code is of another version of durak; both need the same.",
        ),
        "another table": (
            code(head + some, bytes(16)),
            "The reply code is not for this table: its invite is another.",
        ),
        "a key of small order": (
            code(b"\1" + bytes(32) + some),
            "The reply code names nobody who could be known.",
        ),
        "a host name": (
            code(head + b"\3\1a\x1e\x61"),
            "The reply code names an address of an unknown kind.",
        ),
        "port 0": (code(head + candidate(bytes([203, 0, 113, 7]), 0)), no_address),
        "an address cut short": (code(head + some[:-1]), no_address),
        "nine addresses": (code(head + 9 * some), no_address),
        "the host's own loopback": (code(head + candidate(bytes([127, 0, 0, 1]))), no_address),
        "no address in particular": (code(head + candidate(bytes(4))), no_address),
        "a group": (code(head + candidate(bytes([224, 0, 0, 251]))), no_address),
        "a link-local address": (
            code(head + candidate(bytes.fromhex("fe80" + "00" * 13 + "01"))),
            no_address,
        ),
        "IPv4 in IPv6": (
            code(head + candidate(bytes(10) + b"\xff\xff" + bytes([203, 0, 113, 7]))),
            no_address,
        ),
    }


def good_json(why: str, candidates: list[Address]) -> Json:
    return {
        "what": why,
        "candidates": [[where.host, where.port] for where in candidates],
        "code": ReplyCode(KEY, tuple(candidates)).sealed(SECRET),
    }


def bad_json(why: str, typed: str, reason: str) -> Json:
    try:
        ReplyCode.parse(typed, SECRET)
    except ReplyError as error:
        if str(error) == reason:
            return {"why": why, "code": typed, "reason": reason}
        raise AssertionError((why, str(error))) from error
    raise AssertionError(why)


def text() -> str:
    content = {
        "secret": SECRET.hex(),
        "guest_key": KEY.hex(),
        "good": [good_json(*case) for case in GOOD.items()],
        "bad": [bad_json(why, *case) for why, case in bad().items()],
    }
    return json.dumps(content, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")

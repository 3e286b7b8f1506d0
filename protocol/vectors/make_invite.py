"""Make protocol/vectors/invite.json: invites, good and bad, and the authority that a secret gives.

python protocol/vectors/make_invite.py
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from durak_p2p.crypto import Identity
from durak_p2p.game.codec import Value, encode
from durak_p2p.game.setup import encode_rules
from durak_p2p.net.invite import SCHEME, Address, Invite, InviteError
from durak_p2p.net.tls import _authority
from durak_p2p.rules.family import preset_rules

PATH = Path(__file__).parent / "invite.json"
SECRET = bytes(range(16))
KEY = Identity.from_private_bytes(bytes([9]) * 32).public_key
FOUR, SIX = Address("203.0.113.7", 7777), Address("2001:db8::1", 1)
LONGEST = ".".join(["a" * 63] * 3 + ["b" * 61])
Json = dict[str, Any]

GOOD: dict[str, tuple[list[Address], str | None]] = {
    "one IPv4 address, no rules": ([FOUR], None),
    "one IPv6 address, the rules of classic": ([SIX], "classic"),
    "a host name, a private and a public address, the rules of czech": (
        [Address("anna.example.org", 65535), Address("192.168.1.20", 40001), FOUR],
        "czech",
    ),
    "the longest host name": ([Address(LONGEST, 7777)], None),
    "as many addresses as there may be": (
        [Address(f"203.0.113.{last}", 7777) for last in range(16)],
        "transfer",
    ),
}


def code(body: bytes) -> str:
    """An invite with any content, whose check is right."""
    check = hashlib.sha256(b"durak-p2p/1 invite\n" + body).digest()[:4]
    return SCHEME + base64.urlsafe_b64encode(body + check).rstrip(b"=").decode()


def bad() -> dict[str, tuple[str, str]]:
    good = str(Invite(SECRET, KEY, (FOUR,)))
    head = b"\1" + SECRET + KEY
    some = bytes.fromhex("01cb0071071e61")
    short, none = "The invite is cut short.", "The invite names an address that is none."
    damaged = "The invite is damaged: a character is missing or wrong."
    unknown = "The invite is for a game that this program does not know."

    def with_rules(rules: Value) -> str:
        told = encode(rules)
        return code(head + len(told).to_bytes(2, "big") + told + some)

    def named(name: bytes) -> str:
        return code(head + b"\0\0\3" + bytes([len(name)]) + name + b"\x1e\x61")

    return {
        "a reply code": (
            "durak-reply:AAAA",
            "This is no invite: one begins with 'durak:'.",
        ),
        "nothing in it": (SCHEME, short),
        "a character left out": (good[:-9] + good[-8:], damaged),
        "a character changed": (good[:-9] + ("A" if good[-9] != "A" else "B") + good[-8:], damaged),
        "a character that is none": (
            good[:-9] + "!" + good[-8:],
            "The invite is damaged: it holds a wrong character.",
        ),
        "another version": (
            code(b"\2" + head[1:] + b"\0\0" + some),
            "The invite is of another version of durak; both need the same.",
        ),
        "a key cut short": (code(head[:-1]), short),
        "rules cut short": (code(head + b"\0\x09" + some), short),
        "no address": (code(head + b"\0\0"), "The invite names no address."),
        "an address of an unknown kind": (
            code(head + b"\0\0\4" + some[1:]),
            "The invite names an address of an unknown kind.",
        ),
        "an address cut short": (code(head + b"\0\0" + some[:-1]), none),
        "port 0": (code(head + b"\0\0" + some[:-2] + b"\0\0"), none),
        "seventeen addresses": (code(head + b"\0\0" + 17 * some), none),
        "a host name with a dot last": (named(b"anna.example.org."), none),
        "a host name with a sign that none has": (named(b"anna_1"), none),
        "a label of 64 letters": (named(b"a" * 64), none),
        "an IPv4 address as a host name": (named(b"203.0.113.7"), damaged),
        "an unknown option": (with_rules((("colour", "red"), ("players", 2))), unknown),
        "options in another order": (with_rules((("players", 2), ("deck", 24))), unknown),
        "a default that is told": (with_rules((("deck", 36), ("players", 2))), unknown),
    }


def good_json(what: str, addresses: list[Address], preset: str | None) -> Json:
    rules = None if preset is None else preset_rules(preset, {"players": 2})
    invite = Invite(SECRET, KEY, tuple(addresses), rules)
    assert Invite.parse(str(invite)) == invite
    return {
        "what": what,
        "rules": None if rules is None else encode_rules(rules),
        "addresses": [[where.host, where.port] for where in addresses],
        "invite": str(invite),
        "next_invite": str(invite.next_table()),
    }


def bad_json(why: str, typed: str, reason: str) -> Json:
    try:
        Invite.parse(typed)
    except InviteError as error:
        if str(error) == reason:
            return {"why": why, "invite": typed, "reason": reason}
        raise AssertionError((why, str(error))) from error
    raise AssertionError(why)


def authority_json() -> Json:
    key, certificate = _authority(SECRET)
    key_id = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return {
        "public_key": key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex(),
        "key_id": key_id.digest.hex(),
        "certificate": certificate.public_bytes(Encoding.DER).hex(),
    }


def text() -> str:
    content = {
        "secret": SECRET.hex(),
        "host_key": KEY.hex(),
        "authority": authority_json(),
        "next_secret": Invite(SECRET, KEY, (FOUR,)).next_table().secret.hex(),
        "good": [good_json(what, *case) for what, case in GOOD.items()],
        "bad": [bad_json(why, *case) for why, case in bad().items()],
    }
    return json.dumps(content, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")

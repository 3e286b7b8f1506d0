"""SPAKE2: RFC 9382's own numbers, a second implementation, and what a wrong guess gives."""

from __future__ import annotations

import hashlib

import pytest

from durak_p2p.crypto import EncodingError, GroupError, Scalar, SystemRandomness
from durak_p2p.crypto import spake2 as module
from durak_p2p.crypto.group import ORDER, multiply
from durak_p2p.crypto.spake2 import Agreement, Side, Spake2, key_schedule, password_scalar
from tests.crypto import edwards

RIGHT = password_scalar(b"test", b"1234")
WRONG = password_scalar(b"test", b"1235")
SYSTEM = SystemRandomness()


def test_the_key_schedule_gives_the_numbers_of_the_rfc() -> None:
    """RFC 9382, appendix B, first vector: P-256, but from the transcript on it is the same."""
    agreement = key_schedule(
        b"server",
        b"client",
        bytes.fromhex(
            "04a56fa807caaa53a4d28dbb9853b9815c61a411118a6fe516a8798434751470f9010153ac33d0d5f2047f"
            "fdb1a3e42c9b4e6be662766e1eeb4116988ede5f912c"
        ),
        bytes.fromhex(
            "0406557e482bd03097ad0cbaa5df82115460d951e3451962f1eaf4367a420676d09857ccbc522686c83d18"
            "52abfa8ed6e4a1155cf8f1543ceca528afb591a1e0b7"
        ),
        bytes.fromhex(
            "0412af7e89717850671913e6b469ace67bd90a4df8ce45c2af19010175e37eed69f75897996d539356e2fa"
            "6a406d528501f907e04d97515fbe83db277b715d3325"
        ),
        bytes.fromhex("2ee57912099d31560b3a44b1184b9b4866e904c49d12ac5042c97dca461b1a5f"),
        b"",
    )
    assert agreement.key.hex() == "0e0672dc86f8e45565d338b0540abe69"
    assert agreement.confirmation_a.hex() == (
        "58ad4aa88e0b60d5061eb6b5dd93e80d9c4f00d127c65b3b35b1b5281fee38f0"
    )
    assert agreement.confirmation_b.hex() == (
        "d3e2e547f1ae04f2dbdbf0fc4b79f8ecff2dff314b5d32fe9fcef2fb26dc459b"
    )


@pytest.mark.parametrize(("name", "point"), [("M", module._M), ("N", module._N)])
def test_nobody_knows_the_logarithms_of_the_points(name: str, point: bytes) -> None:
    """RFC 9382, appendix A: they are hashes of a sentence."""
    block = hashlib.sha256(f"edwards25519 point generation seed ({name})".encode()).digest()
    for _ in range(1000):
        candidate = edwards.decode(block)
        if candidate is not None and edwards.multiply(candidate, ORDER) == edwards.NEUTRAL:
            break
        block = hashlib.sha256(block).digest()
    assert block == point


def run(
    left: Spake2, right: Spake2, aads: tuple[bytes, bytes] = (b"", b"")
) -> tuple[Agreement, Agreement]:
    return (
        left.finish(right.share, b"guest", b"host", aads[0]),
        right.finish(left.share, b"guest", b"host", aads[1]),
    )


def test_who_knows_the_same_password_agrees() -> None:
    one, other = run(Spake2(Side.A, RIGHT, SYSTEM), Spake2(Side.B, RIGHT, SYSTEM))
    assert one == other
    assert len({one.key, one.confirmation_a, one.confirmation_b}) == 3


def test_a_second_implementation_agrees() -> None:
    """Side A in plain integers, from the RFC's formulas."""
    host = Spake2(Side.B, RIGHT, SYSTEM)
    x = 123456789
    m, n = edwards.decode(module._M), edwards.decode(module._N)
    assert m is not None
    assert n is not None
    share = edwards.encode(
        edwards.add(edwards.multiply(edwards.BASE, x), edwards.multiply(m, RIGHT))
    )
    received = edwards.decode(host.share)
    assert received is not None
    unblinded = edwards.add(received, edwards.negate(edwards.multiply(n, RIGHT)))
    common = edwards.encode(edwards.multiply(unblinded, 8 * x))
    expected = key_schedule(
        b"guest", b"host", share, host.share, common, RIGHT.to_bytes(32, "big"), b"aad"
    )
    assert host.finish(share, b"guest", b"host", b"aad") == expected


def test_a_wrong_password_gives_other_keys() -> None:
    one, other = run(Spake2(Side.A, WRONG, SYSTEM), Spake2(Side.B, RIGHT, SYSTEM))
    assert one.key != other.key
    assert one.confirmation_a != other.confirmation_a
    assert one.confirmation_b != other.confirmation_b


def test_each_run_is_fresh() -> None:
    shares = {Spake2(side, RIGHT, SYSTEM).share for side in (Side.A, Side.A, Side.B, Side.B)}
    assert len(shares) == 4


def test_what_differs_around_it_gives_other_confirmations() -> None:
    left, right = Spake2(Side.A, RIGHT, SYSTEM), Spake2(Side.B, RIGHT, SYSTEM)
    one, other = run(left, right, (b"version 1", b"version 2"))
    assert one.confirmation_a != other.confirmation_a
    elsewhere = right.finish(left.share, b"guest", b"other host", b"version 1")
    assert elsewhere.key != one.key


def test_a_reflected_share_leads_nowhere() -> None:
    """Who gets back what it sent ends with a key that nobody else has."""
    guest = Spake2(Side.A, RIGHT, SYSTEM)
    reflected = guest.finish(guest.share, b"guest", b"host", b"")
    assert reflected.confirmation_a != reflected.confirmation_b


@pytest.mark.parametrize(
    "share",
    [b"", bytes(31), bytes(33), bytes([1, *bytes(31)]), bytes(32), b"\xff" * 32],
    ids=["empty", "short", "long", "neutral", "order 4", "not canonical"],
)
def test_what_is_no_share_is_refused(share: bytes) -> None:
    with pytest.raises(EncodingError):
        Spake2(Side.B, RIGHT, SYSTEM).finish(share, b"guest", b"host", b"")


def test_a_bare_guess_is_told_apart_only_if_it_is_right() -> None:
    """The caller has to count this as a guess."""
    bare = multiply(module._M, RIGHT)
    with pytest.raises(GroupError):
        Spake2(Side.B, RIGHT, SYSTEM).finish(bare, b"guest", b"host", b"")
    Spake2(Side.B, WRONG, SYSTEM).finish(bare, b"guest", b"host", b"")


def test_passwords_are_told_apart_by_label_and_length() -> None:
    scalars = {
        password_scalar(b"a", b"b1"),
        password_scalar(b"ab", b"1"),
        password_scalar(b"a", b""),
        password_scalar(b"", b"a"),
    }
    assert len(scalars) == 4
    assert all(0 < scalar < ORDER for scalar in scalars)
    assert Scalar(0) not in scalars

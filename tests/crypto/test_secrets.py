"""Secrets do not slip out by repr or by the text of an error."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import durak_p2p.crypto
from durak_p2p.crypto import (
    CryptoError,
    Identity,
    KeyShare,
    SystemRandomness,
    check_opening,
    commit,
    errors,
    make_shares,
    permutation_from_seed,
    prove_knowledge,
    shuffle,
    verify_knowledge,
)
from durak_p2p.crypto.group import ORDER, Scalar, encode_scalar

from .conftest import CONTEXT, Table

SECRET = bytes(range(101, 132)) + b"\x05"


def forms(secret: bytes) -> list[str]:
    return [
        secret.hex(),
        repr(secret)[2:-1],
        str(int.from_bytes(secret, "little")),
        str(int.from_bytes(secret, "big")),
        str(list(secret)),
    ]


def test_reprs_hide_secrets(table: Table) -> None:
    share = KeyShare.from_secret_bytes(SECRET)
    identity = Identity.from_private_bytes(SECRET)
    assert share.secret_bytes() == identity.private_bytes() == SECRET
    for shown in (repr(share), str(share), repr(identity), str(identity), f"{[share, identity]}"):
        assert not [form for form in forms(SECRET) if form in shown]
        assert repr(share.public) in shown or repr(identity.public_key) in shown
    shown = repr(table.shuffle)
    assert str(table.shuffle.permutation) not in shown
    assert "permutation" not in shown
    for randomizer in table.shuffle.randomizers:
        assert not [form for form in forms(encode_scalar(randomizer)) if form in shown]


TOO_LONG = SECRET + b"\1"
FAILURES: dict[str, Callable[[Table], object]] = {
    "private key": lambda table: Identity.from_private_bytes(TOO_LONG),
    "key share": lambda table: KeyShare.from_secret_bytes(TOO_LONG),
    "seed": lambda table: permutation_from_seed(TOO_LONG, 4),
    "shuffle": lambda table: shuffle(table.parameters, table.joint_key, table.before[1:], SECRET),
    "salt": lambda table: commit("coin", b"", SECRET, TOO_LONG),
    "opening": lambda table: check_opening(bytes(32), "coin", b"", SECRET, SECRET),
    "shares": lambda table: make_shares(KeyShare.from_secret_bytes(SECRET), [], CONTEXT),
    "zero share": lambda table: prove_knowledge(
        KeyShare.from_secret_bytes(SECRET), CONTEXT, Zero()
    ),
    "proof": lambda table: verify_knowledge(table.joint_key, SECRET + SECRET, CONTEXT),
}


class Zero:
    def scalar(self) -> Scalar:
        return Scalar(0)

    def token(self, size: int) -> bytes:
        return bytes(size)


@pytest.mark.parametrize("name", FAILURES)
def test_errors_hide_secrets(table: Table, name: str) -> None:
    with pytest.raises(CryptoError) as caught:
        FAILURES[name](table)
    error: BaseException | None = caught.value
    while error is not None:
        assert not [form for form in forms(SECRET) if form in f"{error!r} {error} {error.args}"]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    assert str(caught.value).endswith(".")


def test_errors_are_one_family_and_say_what_they_are() -> None:
    family = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert len(family) == 6
    for kind in family:
        assert issubclass(kind, CryptoError)
        assert kind.__doc__
        assert kind.__doc__.endswith(".")


def test_the_systems_randomness_is_fresh_and_in_range() -> None:
    randomness = SystemRandomness()
    drawn = {randomness.scalar() for _ in range(50)}
    assert len(drawn) == 50
    assert all(0 < scalar < ORDER for scalar in drawn)
    assert max(drawn).bit_length() > 245
    assert len({randomness.token(32) for _ in range(50)}) == 50
    assert len(randomness.token(17)) == 17


def test_the_system_is_asked_for_the_whole_range(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("secrets.randbelow", lambda bound: asked.append(bound) or 0)
    assert SystemRandomness().scalar() == 1
    monkeypatch.setattr("secrets.randbelow", lambda bound: bound - 1)
    assert SystemRandomness().scalar() == ORDER - 1
    assert asked == [ORDER - 1]


MODULES = sorted(Path(durak_p2p.crypto.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_check_is_an_assert_and_no_chance_is_predictable(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    imported = {
        name.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert not imported & {"random", "os", "time", "io", "socket"}
    assert ("secrets" in imported) == (path.name == "randomness.py")


def test_every_public_name_is_there() -> None:
    for name in durak_p2p.crypto.__all__:
        assert hasattr(durak_p2p.crypto, name)

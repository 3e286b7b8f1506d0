"""The journal of a seat: what its program must find again after it was killed (protocol/wire.md).

    magic (8 bytes) | record | record | ...

    record = length (4 bytes, big-endian) | first 4 bytes of its SHA-256 | so many bytes, canonical

It holds secrets and is its owner's alone.  A record is only ever appended; one that is torn at the
end was never safe, so nobody has seen what it speaks of.  When a deal is over the journal is begun
anew without its secrets.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from durak_p2p.crypto import KeyShare
from durak_p2p.game import Setup, SetupError, SignedAccusation, SignedEntry
from durak_p2p.game.codec import CodecError, Fields, Value, decode, encode
from durak_p2p.game.entry import MAX_AUTHORS, SIGNATURE_BYTES
from durak_p2p.game.names import LONGEST_NAME
from durak_p2p.game.secrets import SECRET_BYTES, DealSecrets
from durak_p2p.game.setup import KEY_BYTES, MAX_DEALS, NONCE_BYTES
from durak_p2p.table.keeping import Agreement
from durak_p2p.texts import sentence_of, text

MAGIC: Final = b"durakj1\n"
MAX_JOURNAL_BYTES: Final = 16 * 1024 * 1024
_HEAD_BYTES: Final = 8
_CHECK_BYTES: Final = 4
_LONGEST_PATH: Final = 4096
_LONGEST_INVITE: Final = 4096
_LONGEST_ADDRESS: Final = 128


class JournalError(ValueError):
    """The file is no journal that can be read."""


@dataclass(frozen=True, slots=True, repr=False)
class Sitting:
    """Where and as whom one sits: what is needed to come back to the table.

    ``is_host``: whether the table is ours.  ``identity`` is the private key (32 bytes) where it is
    not the long-lived one.  ``invite`` is the table's; ``port`` the one that was listened on
    (0: none).  ``reached`` is where the host was reached, an IP address and a port, if the invite
    cannot hold it: link-local IPv6 with its scope.  ``internet``: whether a host asks routers to
    let others in.  ``pin``: by which those on its LAN are let in, "" for anybody there; None:
    nobody is.
    """

    is_host: bool
    identity: bytes | None
    name: str
    nonce: bytes
    invite: str
    port: int
    reached: tuple[str, int] | None = None
    internet: bool = True
    pin: str | None = None

    def __repr__(self) -> str:
        return f"Sitting({self.name!r})"


@dataclass
class Journal:
    """What a journal holds.  ``replays`` are the paths of the replays so far, by deal number."""

    sitting: Sitting
    agreement: Agreement = field(default_factory=Agreement)
    replays: dict[int, str] = field(default_factory=dict)
    setup: Setup | None = None
    secrets: DealSecrets | None = None
    own: list[SignedEntry] = field(default_factory=list)
    said: SignedAccusation | None = None

    def begin_deal(self, setup: Setup, secrets: DealSecrets) -> None:
        """Go over to a deal."""
        self.setup, self.secrets = setup, secrets
        self.own, self.said = [], None

    def keep(self, signed: SignedEntry | SignedAccusation) -> None:
        """Take in what we have signed."""
        if isinstance(signed, SignedEntry):
            self.own.append(signed)
        else:
            self.said = signed

    def whole(self) -> bytes:
        """Return the journal's bytes, written anew."""
        records = [sitting_record(self.sitting), agreement_record(self.agreement)]
        if self.sitting.reached is not None:
            records.append(_record("reached", *self.sitting.reached))
        if self.sitting.is_host:
            records.append(_record("ways", self.sitting.internet, self.sitting.pin))
        records += [replay_record(number, path) for number, path in self.replays.items()]
        if self.setup is not None:
            records.append(deal_record(self.setup, self.secrets))
        records += [signed_record(signed) for signed in self.own]
        if self.said is not None:
            records.append(signed_record(self.said))
        return MAGIC + b"".join(records)


def sitting_record(sitting: Sitting) -> bytes:
    """Return the record with which a journal begins."""
    return _record(
        "sitting",
        sitting.is_host,
        sitting.identity,
        sitting.name,
        sitting.nonce,
        sitting.invite,
        sitting.port,
    )


def agreement_record(agreement: Agreement) -> bytes:
    """Return the record that says what was agreed to besides the set-up."""
    return _record("agreed", agreement.watching, tuple(sorted(agreement.computers)))


def replay_record(number: int, path: str) -> bytes:
    """Return the record that says where a deal's replay is written."""
    return _record("replay", number, path)


def deal_record(setup: Setup, secrets: DealSecrets | None) -> bytes:
    """Return the record with which a deal begins; without secrets it is over for us."""
    hidden: Value = ()
    if secrets is not None:
        hidden = (
            secrets.key_share.secret_bytes(),
            secrets.coin,
            secrets.seed,
            secrets.key_salt,
            secrets.coin_salt,
            secrets.seed_salt,
        )
    return _record("deal", setup.raw, hidden)


def signed_record(signed: SignedEntry | SignedAccusation) -> bytes:
    """Return the record of something that we have signed."""
    kind = "own" if isinstance(signed, SignedEntry) else "said"
    return _record(kind, signed.raw, signed.signature)


def _record(*items: Value) -> bytes:
    payload = encode(items)
    return len(payload).to_bytes(_CHECK_BYTES, "big") + _check(payload) + payload


def _check(payload: bytes) -> bytes:
    """It finds damage; this is no protection against malice."""
    return hashlib.sha256(b"durak-p2p/1 journal\n" + payload).digest()[:_CHECK_BYTES]


def read_journal(data: bytes) -> Journal:
    """Read a journal.  Raises :class:`JournalError` if it is damaged anywhere but at its end."""
    if not data.startswith(MAGIC):
        raise JournalError(text("It does not begin like one."))
    records = list(_payloads(data[len(MAGIC) :]))
    try:
        if not records:
            raise JournalError(text("It says of no seat."))
        journal = Journal(_sitting(Fields(decode(records[0]), "sitting")))
        for payload in records[1:]:
            _take(journal, Fields(decode(payload), "record"))
    except (CodecError, SetupError, ValueError) as error:
        raise JournalError(sentence_of(error)) from error
    if journal.setup is None:
        raise JournalError(text("It says of no deal."))
    return journal


def _payloads(data: bytes) -> Iterator[bytes]:
    at = 0
    while len(data) - at >= _HEAD_BYTES:
        length = int.from_bytes(data[at : at + 4], "big")
        start, end = at + _HEAD_BYTES, at + _HEAD_BYTES + length
        if end > len(data):
            return  # torn: it was not safe yet
        payload = data[start:end]
        if data[at + 4 : start] != _check(payload):
            if end == len(data):
                return
            raise JournalError(text("A record in it is damaged."))
        yield payload
        at = end


def _sitting(fields: Fields) -> Sitting:
    if fields.text("kind", 16) != "sitting":
        raise CodecError(text("The first record does not say who sits where."))
    is_host, identity = fields.value("role"), fields.value("identity")
    if not isinstance(is_host, bool) or not (
        identity is None or (isinstance(identity, bytes) and len(identity) == KEY_BYTES)
    ):
        raise CodecError(text("The role or the identity in it is none."))
    sitting = Sitting(
        is_host,
        identity,
        fields.text("name", LONGEST_NAME),
        fields.bytes("nonce", NONCE_BYTES),
        fields.text("invite", _LONGEST_INVITE),
        fields.integer("port", 0, 65535),
    )
    fields.end()
    return sitting


def _take(journal: Journal, fields: Fields) -> None:
    match fields.text("kind", 16):
        case "agreed":
            journal.agreement = _agreement(fields)
        case "reached":
            reached = fields.text("address", _LONGEST_ADDRESS), fields.integer("port", 1, 65535)
            journal.sitting = replace(journal.sitting, reached=reached)
        case "ways":
            internet, pin = fields.value("internet"), fields.value("PIN")
            if not isinstance(internet, bool) or not (pin is None or isinstance(pin, str)):
                raise CodecError(text("The ways to the table in it are none."))
            journal.sitting = replace(journal.sitting, internet=internet, pin=pin)
        case "replay":
            number = fields.integer("number", 1, MAX_DEALS)
            journal.replays[number] = fields.text("path", _LONGEST_PATH)
        case "deal":
            journal.setup = Setup.decode(_raw(fields, "set-up"))
            journal.secrets = _secrets(fields.value("secrets"))
            journal.own, journal.said = [], None
        case "own":
            raw = _raw(fields, "entry")
            journal.keep(SignedEntry(raw, fields.bytes("signature", SIGNATURE_BYTES)))
        case "said":
            raw = _raw(fields, "accusation")
            journal.keep(SignedAccusation(raw, fields.bytes("signature", SIGNATURE_BYTES)))
        case _:
            raise CodecError(text("A record is of an unknown kind."))
    fields.end()


def _agreement(fields: Fields) -> Agreement:
    watching = fields.value("permission to watch")
    computers = fields.array("computers", MAX_AUTHORS, _key)
    if not isinstance(watching, bool):
        raise CodecError(text("The permission to watch in it is none."))
    return Agreement(watching, frozenset(computers))


def _key(value: Value) -> bytes:
    if not isinstance(value, bytes) or len(value) != KEY_BYTES:
        raise CodecError(text("A key in it is none."))
    return value


def _raw(fields: Fields, what: str) -> bytes:
    value = fields.value(what)
    if not isinstance(value, bytes):
        raise CodecError(text("The {what} is no bytes.", what=what))
    return value


def _secrets(value: Value) -> DealSecrets | None:
    if value == ():
        return None
    fields = Fields(value, "secrets")
    key_share = KeyShare.from_secret_bytes(fields.bytes("key share", 32))
    rest = [fields.bytes(name, SECRET_BYTES) for name in ("coin", "seed", "1", "2", "3")]
    fields.end()
    return DealSecrets(key_share, *rest)

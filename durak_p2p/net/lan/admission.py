"""Admission: how somebody without an invite gets one (protocol/lan.md, "Admission").  Sans I/O.

    guest                                    host
      admit: version, table, PIN?, share ──▶
                                         ◀── answer: table, share
      proof: confirmation ──────────────▶
                                         ◀── welcome: confirmation, sealed invite

The shares and confirmations are SPAKE2's (RFC 9382): side A is the guest, B the host.  The guest
proves first that it knows the PIN, so the host says nothing that guesses could be tried on.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from durak_p2p import limits
from durak_p2p.crypto import EncodingError, GroupError, Randomness, Scalar, decode_element
from durak_p2p.crypto.spake2 import (
    CONFIRMATION_BYTES,
    SHARE_BYTES,
    Agreement,
    Side,
    Spake2,
    password_scalar,
)
from durak_p2p.game.codec import CodecError, Fields, decode, encode
from durak_p2p.net.invite import Invite, InviteError
from durak_p2p.net.lan.guard import Guard
from durak_p2p.net.lan.record import TABLE_ID_BYTES

VERSION: Final = 1
NO_TABLE: Final = bytes(TABLE_ID_BYTES)  # who typed an address knows no table's id
_LONGEST_WORD: Final = 16
_LONGEST_WAIT: Final = 86_400
_LABEL: Final = b"durak-p2p/1 admission"
_GUEST: Final = b"durak-p2p/1 guest"
_HOST: Final = b"durak-p2p/1 host "
_NONCE: Final = bytes(12)  # a key seals one invite, and nothing else


class AdmissionError(ValueError):
    """What came is no part of an admission."""


class Refusal(Enum):
    """Why a host lets nobody in."""

    VERSION = "version"  # it speaks another version of the admission
    OTHER_TABLE = "other table"  # the table that is looked for is not there any more
    FULL = "full"
    PIN = "pin"  # a PIN is asked for
    NO_PIN = "no pin"  # none is asked for
    WRONG = "wrong"  # the PIN is wrong
    WAIT = "wait"  # there were too many wrong PINs
    FAR = "far"  # it is for the LAN only


class AdmissionRefused(Exception):
    """The host lets us not in; ``seconds`` are those to wait, where that is the reason."""

    def __init__(self, refusal: Refusal, seconds: int = 0) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.seconds = seconds


def refuse(refusal: Refusal, seconds: int = 0) -> bytes:
    """Return what the host says to whom it lets not in."""
    return encode(("refusal", refusal.value, seconds))


@dataclass(frozen=True, slots=True)
class Doorway:
    """What a host's admissions have in common.

    ``pin``: empty for an open table.  ``shut`` returns why nobody is let in now, or None.
    ``invite`` returns the invite that is given.  ``wrong`` is told the address of each wrong PIN.
    """

    table_id: bytes
    pin: str
    guard: Guard
    randomness: Randomness
    shut: Callable[[], Refusal | None]
    invite: Callable[[], Invite]
    wrong: Callable[[str], None]


class HostAdmission:
    """The host's side of one admission.  ``over`` when nothing more is expected."""

    def __init__(self, doorway: Doorway, address: str) -> None:
        """*address*: the IP address that asks."""
        self._doorway = doorway
        self._address = address
        self._run: Spake2 | None = None
        self._share = b""  # the guest's
        self._aad = b""
        self.over = False

    def receive(self, payload: bytes) -> bytes:
        """Take a frame's payload, return that of the answer.  Raises :class:`AdmissionError`."""
        if self.over:
            raise AdmissionError("More comes than an admission has.")
        try:
            return self._prove(payload) if self._run is not None else self._begin(payload)
        except AdmissionRefused as refused:
            self.over = True
            return refuse(refused.refusal, refused.seconds)
        except (CodecError, EncodingError) as error:
            raise AdmissionError(str(error)) from error

    def _begin(self, payload: bytes) -> bytes:
        fields = _message(payload, "admit")
        if fields.integer("version", 1, 65_536) != VERSION:  # in each version it stands there
            raise AdmissionRefused(Refusal.VERSION)
        table_id = fields.bytes("table", TABLE_ID_BYTES)
        with_pin = fields.integer("pin", 0, 1) == 1
        self._share = decode_element(fields.bytes("share", SHARE_BYTES))
        fields.end()
        door = self._doorway
        if table_id not in (NO_TABLE, door.table_id):
            raise AdmissionRefused(Refusal.OTHER_TABLE)
        if with_pin != bool(door.pin):
            raise AdmissionRefused(Refusal.PIN if door.pin else Refusal.NO_PIN)
        self._check_open()
        self._run = Spake2(Side.B, _password(door.pin), door.randomness)
        answer = encode(("answer", door.table_id, self._run.share))
        self._aad = encode((payload, answer))
        return answer

    def _check_open(self) -> None:
        door = self._doorway
        if (refusal := door.shut()) is not None:
            raise AdmissionRefused(refusal)
        if (wait := door.guard.wait(self._address)) > 0:
            raise AdmissionRefused(Refusal.WAIT, min(int(wait) + 1, _LONGEST_WAIT))

    def _prove(self, payload: bytes) -> bytes:
        fields = _message(payload, "proof")
        confirmation = fields.bytes("confirmation", CONFIRMATION_BYTES)
        fields.end()
        door = self._doorway
        self._check_open()  # again: of many at once some may have been wrong meanwhile
        agreement = self._agree()
        if agreement is None or not hmac.compare_digest(confirmation, agreement.confirmation_a):
            door.guard.note_wrong(self._address)
            door.wrong(self._address)
            raise AdmissionRefused(Refusal.WRONG)
        door.guard.note_right(self._address)
        self.over = True
        sealed = _cipher(agreement.key).encrypt(_NONCE, str(door.invite()).encode(), self._aad)
        return encode(("welcome", agreement.confirmation_b, sealed))

    def _agree(self) -> Agreement | None:
        assert self._run is not None
        try:
            return self._run.finish(self._share, _GUEST, _HOST + self._doorway.table_id, self._aad)
        except GroupError:  # the guest's share was a bare guess, and a right one
            return None


class GuestAdmission:
    """The guest's side of one admission.  ``opening`` is the payload to be sent first."""

    def __init__(self, table_id: bytes | None, pin: str, randomness: Randomness) -> None:
        """*table_id*: as announced, None if not known.  *pin*: empty for an open table."""
        self._run = Spake2(Side.A, _password(pin), randomness)
        self._table_id = table_id
        self._agreement: Agreement | None = None
        self._aad = b""
        wanted = NO_TABLE if table_id is None else table_id
        self.opening = encode(("admit", VERSION, wanted, int(bool(pin)), self._run.share))

    def receive(self, payload: bytes) -> bytes | Invite:
        """Take a frame's payload, return that of what we say to it, or the invite at last.

        Raises :class:`AdmissionRefused`, or :class:`AdmissionError` when no such host answers.
        """
        try:
            name, fields = _any_message(payload)
            if name == "refusal":
                raise _read_refusal(fields)
            if self._agreement is None and name == "answer":
                return self._confirm(payload, fields)
            if self._agreement is not None and name == "welcome":
                return self._enter(self._agreement, fields)
        except (CodecError, EncodingError) as error:
            raise AdmissionError(str(error)) from error
        raise AdmissionError("Something else was expected.")

    def _confirm(self, payload: bytes, fields: Fields) -> bytes:
        table_id = fields.bytes("table", TABLE_ID_BYTES)
        share = fields.bytes("share", SHARE_BYTES)
        fields.end()
        if self._table_id is not None and table_id != self._table_id:
            raise AdmissionError("Another table answers.")
        self._aad = encode((self.opening, payload))
        try:
            self._agreement = self._run.finish(share, _GUEST, _HOST + table_id, self._aad)
        except GroupError as error:
            raise AdmissionError("The share is a bare guess.") from error
        return encode(("proof", self._agreement.confirmation_a))

    def _enter(self, agreement: Agreement, fields: Fields) -> Invite:
        confirmation = fields.bytes("confirmation", CONFIRMATION_BYTES)
        sealed = fields.value("invite")
        fields.end()
        if not hmac.compare_digest(confirmation, agreement.confirmation_b):
            raise AdmissionError("What answers does not know the PIN.")
        if not isinstance(sealed, bytes):
            raise AdmissionError("The invite is none.")
        try:
            text = _cipher(agreement.key).decrypt(_NONCE, sealed, self._aad).decode()
            return Invite.parse(text)
        except (InvalidTag, UnicodeDecodeError, InviteError) as error:
            raise AdmissionError("The invite is none.") from error


def _password(pin: str) -> Scalar:
    return password_scalar(_LABEL, pin.encode())


def _cipher(key: bytes) -> ChaCha20Poly1305:
    info = _LABEL + b" invite"
    return ChaCha20Poly1305(HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(key))


def _any_message(payload: bytes) -> tuple[str, Fields]:
    if len(payload) > limits.ADMISSION_BYTES:
        raise AdmissionError("The message is too long.")
    value = decode(payload)
    if not isinstance(value, tuple) or not value or not isinstance(value[0], str):
        raise AdmissionError("A message is an array that begins with its name.")
    return value[0], Fields(value[1:], "message")


def _message(payload: bytes, expected: str) -> Fields:
    name, fields = _any_message(payload)
    if name != expected:
        raise AdmissionError("Something else was expected.")
    return fields


def _read_refusal(fields: Fields) -> AdmissionRefused:
    word = fields.text("reason", _LONGEST_WORD)
    seconds = fields.integer("seconds", 0, _LONGEST_WAIT)
    fields.end()
    try:
        return AdmissionRefused(Refusal(word), seconds)
    except ValueError as error:
        raise AdmissionError("The reason is not known.") from error

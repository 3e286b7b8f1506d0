"""Mutual TLS 1.3 without a public authority (protocol/wire.md, "TLS").

The invite's secret gives, by HKDF (RFC 5869), the key of a certificate authority that exists for
this table alone.  Every peer signs a leaf for its own identity key with it.  The handshake then
proves both: the peer knows the invite, and it owns its identity key.
"""

from __future__ import annotations

import datetime
import secrets
import ssl
import tempfile
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from durak_p2p.crypto import EncodingError, Identity, check_public_key
from durak_p2p.texts import text

# Friends' clocks may be wrong by years; the certificates say nothing about time.
_NOT_BEFORE: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_NOT_AFTER: Final = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
_AUTHORITY: Final = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "durak table")])
_PEER: Final = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "durak peer")])


class WrongPeer(Exception):
    """The other side has no certificate of this table, or not the expected key."""


def server_context(identity: Identity, secret: bytes) -> ssl.SSLContext:
    """Return the context for accepted connections; *secret* is the invite's."""
    context = _context(ssl.PROTOCOL_TLS_SERVER, identity, secret)
    context.num_tickets = 0  # no resumption: each link shows its certificate
    return context


def client_context(identity: Identity, secret: bytes) -> ssl.SSLContext:
    """Return the context for dialled connections; *secret* is the invite's."""
    return _context(ssl.PROTOCOL_TLS_CLIENT, identity, secret)


def peer_key(certificate: bytes | None) -> bytes:
    """Return the identity key (32 bytes) of a peer's certificate (DER, verified by TLS).

    Raises :class:`WrongPeer` where there is none, or one that anybody can sign with.
    """
    if certificate is None:
        raise WrongPeer(text("The other side has no certificate."))
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
    except Exception:  # OpenSSL takes some that this library does not, and both may change
        raise WrongPeer(text("The other side's certificate cannot be read.")) from None
    if not isinstance(key, Ed25519PublicKey):
        raise WrongPeer(text("The other side's key is of another kind."))
    raw = key.public_bytes(Encoding.Raw, PublicFormat.Raw)
    try:
        check_public_key(raw)
    except EncodingError:
        raise WrongPeer(text("The other side's key is one that anybody can sign with.")) from None
    return raw


def _context(protocol: int, identity: Identity, secret: bytes) -> ssl.SSLContext:
    authority_key, authority = _authority(secret)
    own_key = Ed25519PrivateKey.from_private_bytes(identity.private_bytes())
    context = ssl.SSLContext(protocol)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False  # a peer is its key, whatever its address
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cadata=authority.public_bytes(Encoding.DER))
    _load(context, own_key, _leaf(own_key, authority_key))
    return context


def _load(context: ssl.SSLContext, key: Ed25519PrivateKey, leaf: x509.Certificate) -> None:
    """Give *context* our key: the ssl module reads it from a file only.

    What touches the disk is encrypted with a password that exists in this function alone.
    """
    password = secrets.token_hex(32)
    pem = key.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password.encode())
    )
    with tempfile.TemporaryDirectory(prefix="durak-") as folder:
        path = Path(folder) / "peer.pem"
        path.touch(mode=0o600)
        path.write_bytes(pem + leaf.public_bytes(Encoding.PEM))
        context.load_cert_chain(path, password=password)


def _authority(secret: bytes) -> tuple[Ed25519PrivateKey, x509.Certificate]:
    seed = HKDF(hashes.SHA256(), 32, salt=None, info=b"durak-p2p/1 table authority").derive(secret)
    key = Ed25519PrivateKey.from_private_bytes(seed)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_AUTHORITY)
        .issuer_name(_AUTHORITY)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(sign=False), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, None)
    )
    return key, certificate


def _leaf(own: Ed25519PrivateKey, authority: Ed25519PrivateKey) -> x509.Certificate:
    return (
        x509.CertificateBuilder()
        .subject_name(_PEER)
        .issuer_name(_AUTHORITY)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(sign=True), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("peer.durak.invalid")]), critical=False
        )
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()),
            critical=False,
        )
        .sign(authority, None)
    )


def _usage(*, sign: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=sign,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=not sign,
        crl_sign=not sign,
        encipher_only=False,
        decipher_only=False,
    )

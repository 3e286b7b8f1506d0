"""TLS: who gets in at a table, and who does not."""

import datetime
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding

from durak_p2p.crypto import Identity
from durak_p2p.net import tls
from durak_p2p.net.tls import WrongPeer, client_context, peer_key, server_context

SECRET, OTHER_SECRET = bytes(16), bytes([1] * 16)
VERSION_3 = bytes.fromhex("a003020102")  # as certificates have it (RFC 5280, 4.1)
ANNA, BORIS = Identity.generate(), Identity.generate()


def shake(client: ssl.SSLContext, server: ssl.SSLContext) -> tuple[ssl.SSLObject, ssl.SSLObject]:
    """Shake hands in memory, and exchange a byte each way: in TLS 1.3 the client's certificate
    is judged after its handshake is done."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (
        client.wrap_bio(to_client, to_server),
        server.wrap_bio(to_server, to_client, server_side=True),
    )
    for _ in range(6):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    for here, there in (ends, ends[::-1]):
        here.write(b"x")
        assert there.read() == b"x"
    return ends


def test_those_who_know_the_secret_meet_and_know_each_other() -> None:
    client, server = shake(client_context(BORIS, SECRET), server_context(ANNA, SECRET))
    assert client.version() == server.version() == "TLSv1.3"
    assert peer_key(client.getpeercert(binary_form=True)) == ANNA.public_key
    assert peer_key(server.getpeercert(binary_form=True)) == BORIS.public_key


def test_a_client_with_another_secret_is_refused() -> None:
    with pytest.raises(ssl.SSLError):
        shake(client_context(BORIS, OTHER_SECRET), server_context(ANNA, SECRET))


def test_a_client_that_checks_nothing_is_refused_by_its_certificate() -> None:
    client = client_context(BORIS, OTHER_SECRET)
    client.verify_mode = ssl.CERT_NONE
    with pytest.raises(ssl.SSLError):
        shake(client, server_context(ANNA, SECRET))


def test_a_server_with_another_secret_is_refused() -> None:
    server = server_context(ANNA, OTHER_SECRET)
    server.verify_mode = ssl.CERT_NONE
    with pytest.raises(ssl.SSLError):
        shake(client_context(BORIS, SECRET), server)


def test_a_client_without_a_certificate_is_refused() -> None:
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE
    with pytest.raises(ssl.SSLError):
        shake(client, server_context(ANNA, SECRET))


def test_older_tls_is_refused() -> None:
    client = client_context(BORIS, SECRET)
    client.minimum_version = client.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        shake(client, server_context(ANNA, SECRET))
    server = server_context(ANNA, SECRET)
    server.minimum_version = server.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        shake(client_context(BORIS, SECRET), server)


def test_a_stolen_certificate_without_its_key_is_of_no_use() -> None:
    authority_key, _ = tls._authority(SECRET)
    anna = Ed25519PrivateKey.from_private_bytes(ANNA.private_bytes())
    thief = client_context(BORIS, SECRET)
    with pytest.raises(ssl.SSLError):  # OpenSSL itself sees that they do not fit
        tls._load(thief, Ed25519PrivateKey.generate(), tls._leaf(anna, authority_key))


def test_a_leaf_is_no_authority() -> None:
    """Whoever holds a leaf of this table cannot let others in with it."""
    authority_key, authority = tls._authority(SECRET)
    boris = Ed25519PrivateKey.from_private_bytes(BORIS.private_bytes())
    leaf = tls._leaf(boris, authority_key)
    basic = leaf.extensions.get_extension_for_class(x509.BasicConstraints).value
    usage = leaf.extensions.get_extension_for_class(x509.KeyUsage).value
    assert not basic.ca
    assert not usage.key_cert_sign
    limit = authority.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert limit.path_length == 0


def test_no_clock_makes_a_certificate_invalid() -> None:
    authority_key, authority = tls._authority(SECRET)
    leaf = tls._leaf(Ed25519PrivateKey.generate(), authority_key)
    for certificate in (authority, leaf):
        assert certificate.not_valid_before_utc.year == 2000
        # RFC 5280, 4.1.2.5: this very time says that there is no end.
        end = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
        assert certificate.not_valid_after_utc == end


def test_every_peer_makes_the_same_authority() -> None:
    assert tls._authority(SECRET)[1] == tls._authority(SECRET)[1]
    assert tls._authority(SECRET)[1] != tls._authority(OTHER_SECRET)[1]


def test_no_certificate_is_no_peer() -> None:
    with pytest.raises(WrongPeer):
        peer_key(None)
    with pytest.raises(WrongPeer):
        peer_key(b"rubbish")


@pytest.mark.parametrize(
    "key",
    [
        bytes([1, *bytes(31)]),  # the neutral element: one signature fits any message
        bytes(32),  # order 4
        bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    ],
)
def test_a_key_under_which_anybody_can_sign_is_refused(
    key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority_key, _ = tls._authority(SECRET)

    class Weak:
        def public_key(self) -> Ed25519PublicKey:
            return Ed25519PublicKey.from_public_bytes(key)

    leaf = tls._leaf(Weak(), authority_key)  # type: ignore[arg-type]
    with pytest.raises(WrongPeer):
        peer_key(leaf.public_bytes(Encoding.DER))


class Odd:
    """A leaf of another version of X.509, signed as it should be."""

    def __init__(self, leaf: x509.Certificate, version: int, authority: Ed25519PrivateKey) -> None:
        signed = leaf.tbs_certificate_bytes
        odd = signed.replace(VERSION_3, VERSION_3[:-1] + bytes([version - 1]), 1)
        whole = leaf.public_bytes(Encoding.DER).replace(signed, odd)
        self.der = whole[: -len(leaf.signature)] + authority.sign(odd)

    def public_bytes(self, _: Encoding) -> bytes:
        return ssl.DER_cert_to_PEM_cert(self.der).encode()


@pytest.mark.parametrize("version", [1, 2, 4])
def test_a_certificate_of_another_version_is_refused(
    version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenSSL takes it, as anybody with the invite can sign it."""
    leaf = tls._leaf

    def odd(own: Ed25519PrivateKey, authority: Ed25519PrivateKey) -> Odd:
        return Odd(leaf(own, authority), version, authority)

    with monkeypatch.context() as patched:
        patched.setattr(tls, "_leaf", odd)
        attacker = client_context(BORIS, SECRET)
    _, server = shake(attacker, server_context(ANNA, SECRET))
    with pytest.raises(WrongPeer):
        peer_key(server.getpeercert(binary_form=True))


def test_our_key_touches_the_disk_only_encrypted(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    write = tls.Path.write_bytes

    def spy(path: tls.Path, data: bytes) -> int:
        written.append(data)
        assert path.stat().st_mode & 0o077 == 0
        return write(path, data)

    monkeypatch.setattr(tls.Path, "write_bytes", spy)
    client_context(ANNA, SECRET)
    assert [b"ENCRYPTED PRIVATE KEY" in data for data in written] == [True]

"""Byte strings side by side in one, so that no two different lists give the same bytes."""

# Stands first in whatever is hashed here: another version or suite can share no hash with this.
SUITE = b"durak-p2p/1 edwards25519 sha512"


def frame(*parts: bytes) -> bytes:
    """Each part after its length in 4 bytes, big-endian."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

"""One deal that was played, and what forgers need of it besides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from durak_p2p.crypto import KeyShare, make_shares
from durak_p2p.game import Log
from durak_p2p.game.codec import Value

from .tables import Foreseeable, Record, played

RECORD = played(3)
CHEAT = 1
NO_PROOF = bytes([7]) + bytes(31) + bytes([9]) + bytes(31)


def parts(body: Value) -> list[Value]:
    assert isinstance(body, tuple)
    return list(body)


def shares_for(
    record: Record,
    log: Log,
    author: int,
    cards: list[tuple[int, int]],
    key: KeyShare | None = None,
    changes: dict[str, Any] | None = None,
) -> tuple[bytes, bytes]:
    """Shares for (position, owner) and their proof, whether the log asks for them or not."""
    state = log.state
    assert state.dealt is not None
    assert state.step is not None
    bound = replace(state.context(state.step.type, author, tuple(cards)), **(changes or {}))
    ciphertexts = [state.dealt.ciphertexts[position] for position, _ in cards]
    source = Foreseeable("shares for")
    shares, proof = make_shares(key or record.secrets[author].key_share, ciphertexts, bound, source)
    return b"".join(shares), proof

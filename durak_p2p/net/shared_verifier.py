"""What one peer of a process has verified the others in it need not verify again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeVar, cast

from durak_p2p import limits
from durak_p2p.crypto import (
    Ciphertext,
    Deck,
    Element,
    Parameters,
    ProofContext,
    Verifier,
    encode_deck,
    frame,
)

T = TypeVar("T")


class SharedVerifier(Verifier):
    """Verifies each proof once, for peers that trust each other's program: all are this one.

    It remembers proofs that hold, by a hash of everything that they say, are verified with and are
    bound to; any other statement, context or proof is verified anew.  It may be used by several
    threads: while one verifies the others wait, for they are likely to want the same.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._verified: OrderedDict[bytes, object] = OrderedDict()  # what was read, by the hash

    def key_share(self, raw: bytes, proof: bytes, context: ProofContext) -> Element:
        """As :meth:`Verifier.key_share`."""
        return self._once(
            lambda: super(SharedVerifier, self).key_share(raw, proof, context),
            (b"key share", raw, proof, context.encode()),
        )

    def shares(
        self,
        public: Element,
        ciphertexts: Sequence[Ciphertext],
        raw: bytes,
        proof: bytes,
        context: ProofContext,
    ) -> tuple[Element, ...]:
        """As :meth:`Verifier.shares`."""
        return self._once(
            lambda: super(SharedVerifier, self).shares(public, ciphertexts, raw, proof, context),
            (b"shares", public, encode_deck(ciphertexts), raw, proof, context.encode()),
        )

    def shuffle(
        self,
        parameters: Parameters,
        joint_key: Element,
        before: Deck,
        raw: bytes,
        proof: bytes,
        context: ProofContext,
    ) -> Deck:
        """As :meth:`Verifier.shuffle`."""
        statement = (parameters.digest, joint_key, encode_deck(before), raw)
        return self._once(
            lambda: super(SharedVerifier, self).shuffle(
                parameters, joint_key, before, raw, proof, context
            ),
            (b"shuffle", *statement, proof, context.encode()),
        )

    def _once(self, verify: Callable[[], T], everything: tuple[bytes, ...]) -> T:
        digest = hashlib.sha256(frame(*everything)).digest()
        with self._lock:
            if digest not in self._verified:
                self._verified[digest] = verify()
                if len(self._verified) > limits.VERIFIED_PROOFS:
                    self._verified.popitem(last=False)
            return cast(T, self._verified[digest])

"""A host's computer players: who they are follows from the host's key and the table."""

from __future__ import annotations

import itertools

from durak_p2p.crypto import Identity
from durak_p2p.net.own_computers import computer_identity, computer_nonce

ANNA, BORIS = (Identity.from_private_bytes(bytes([n]) * 32) for n in (1, 2))


def test_the_same_host_finds_them_again_at_the_same_table() -> None:
    for number in range(1, 8):
        again = [computer_identity(ANNA, bytes(16), number).public_key for _ in range(2)]
        assert len(set(again)) == 1
        nonces = {computer_nonce(ANNA, bytes(16), number) for _ in range(2)}
        assert [len(nonce) for nonce in nonces] == [16]


def test_each_number_table_and_host_has_others() -> None:
    places = list(itertools.product((ANNA, BORIS), (bytes(16), b"x" * 16), range(1, 8)))
    keys = {computer_identity(*place).public_key for place in places}
    nonces = {computer_nonce(*place) for place in places}
    assert len(keys | {ANNA.public_key, BORIS.public_key}) == len(places) + 2
    assert len(nonces) == len(places)

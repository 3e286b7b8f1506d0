"""The places to which a proof might be carried off."""

from dataclasses import replace

import pytest

from durak_p2p.crypto import ProofContext

from .conftest import CONTEXT

ELSEWHERE: dict[str, ProofContext] = {
    "another deal": replace(CONTEXT, deal=bytes(16)),
    "another seat": replace(CONTEXT, author=2),
    "another player": replace(CONTEXT, identity=bytes(32)),
    "another entry type": replace(CONTEXT, entry="play"),
    "another round": replace(CONTEXT, step=8),
    "another log": replace(CONTEXT, log=bytes(32)),
    "another card": replace(CONTEXT, cards=((3, 0), (5, -1))),
    "another owner": replace(CONTEXT, cards=((3, 1), (4, -1))),
    "opened to all": replace(CONTEXT, cards=((3, -1), (4, -1))),
    "cards in another order": replace(CONTEXT, cards=((4, -1), (3, 0))),
    "no cards": replace(CONTEXT, cards=()),
}
elsewhere = pytest.mark.parametrize("context", ELSEWHERE.values(), ids=ELSEWHERE.keys())

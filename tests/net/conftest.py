"""What holds for every test of the net."""

import logging
from collections.abc import Iterator

import pytest

from durak_p2p.net.mesh import UNFORESEEN


@pytest.fixture(autouse=True)
def nothing_unforeseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The net lets no error of its own pass unseen under the one catch-all that it has."""
    caplog.set_level(logging.DEBUG, logger="durak_p2p.net")
    yield
    unforeseen = [r for r in caplog.get_records("call") if r.getMessage() == UNFORESEEN]
    assert not unforeseen, unforeseen[0].exc_info

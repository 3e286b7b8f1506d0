"""The engine and the independent implementation beside this file answer the same lines alike.

More than CI has time for:

    python -m tests.reference.test_second_implementation [first seed] [sessions] [OPTION=VALUE ...]
"""

import sys
from typing import Any

import pytest

from durak_p2p.arbiter import Arbiter as Engine

from .arbiter import Arbiter as Reference
from .random_sessions import Session, compare, read_only

SESSIONS = 120


class Counted:
    """The engine's arbiter, in this process, as `compare` wants it."""

    def __init__(self) -> None:
        self._engine = Engine()
        self.lines = 0

    def line(self, text: str) -> dict[str, Any]:
        self.lines += 1
        return self._engine.judge(text)


def differences(seed: int, only: dict[str, Any]) -> tuple[str | None, int]:
    """Where the two first differ in a session, if they do; and its number of lines."""
    engine = Counted()
    return compare(Session(seed, "beating", only), Reference(), engine), engine.lines


@pytest.mark.parametrize("cheating", ["none", "beat-transfer", "all"])
def test_they_answer_alike(cheating: str) -> None:
    for seed in range(SESSIONS):
        difference, _ = differences(seed, {"cheating": cheating})
        assert difference is None, f"seed {seed}\n{difference}"


def main(first: int = 0, sessions: int = 1000, *options: str) -> int:
    lines = 0
    for seed in range(first, first + sessions):
        difference, fed = differences(seed, read_only(list(options)))
        lines += fed
        if difference is not None:
            print(f"seed {seed}\n{difference}")
            return 1
    print(f"{sessions} sessions, {lines} lines, no difference")
    return 0


if __name__ == "__main__":
    numbers, options = sys.argv[1:3], sys.argv[3:]
    sys.exit(main(*map(int, numbers), *options))

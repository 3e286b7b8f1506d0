"""The example in protocol/arbiter.md is what the arbiter answers."""

from pathlib import Path

from durak_p2p.arbiter import Arbiter

DOCUMENT = Path(__file__).parents[2] / "protocol" / "arbiter.md"


def test_the_worked_example_is_answered_as_written() -> None:
    block = DOCUMENT.read_text(encoding="utf-8").split("```")[1]
    lines = block.strip().splitlines()
    assert len(lines) > 10
    arbiter = Arbiter()
    for said, answered in zip(lines[::2], lines[1::2], strict=True):
        assert said.startswith("> ")
        assert answered == "< " + arbiter.answer(said.removeprefix("> "))

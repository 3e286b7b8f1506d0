"""The program's first moment, before anything of it is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from durak_p2p.cli import main
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.texts import text

INTERRUPTED = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
from durak_p2p.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["durak_p2p.cli.main", "click", "durak_p2p.cli.rules"])
def test_an_interrupt_while_modules_are_loaded_is_no_traceback(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module), "rules"],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == Exit.STOPPED
    assert not done.stderr.strip()


def test_a_failure_out_of_a_nursery_is_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    failure = Failure(text("The LAN cannot be searched."), Exit.USAGE)
    group = BaseExceptionGroup("tasks", [ExceptionGroup("inner", [failure])])
    assert main._status(group) == Exit.USAGE
    assert main._status(ExceptionGroup("tasks", [failure, KeyError("x")])) == Exit.BROKEN
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "durak: The LAN cannot be searched."
    assert "an error in the program itself" in told[1]

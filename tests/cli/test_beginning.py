"""The program's first moment, before anything of it is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from durak_p2p.cli.exits import Exit

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

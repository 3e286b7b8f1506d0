"""The command `durak`."""

from durak_p2p.cli.main import main

__all__ = ["main"]

"""The rules for other programs: JSON lines in, JSON lines out (protocol/arbiter.md)."""

from durak_p2p.arbiter.arbiter import Arbiter

__all__ = ["Arbiter"]

"""Replays: the log as a file, and what it proves (protocol/replay.md)."""

from durak_p2p.replay.file import MAGIC, Frame, NotAReplay, ReplayWriter, read_frames
from durak_p2p.replay.matches import check_matches
from durak_p2p.replay.verify import Report, Verdict, verify_replay

__all__ = [
    "MAGIC",
    "Frame",
    "NotAReplay",
    "ReplayWriter",
    "Report",
    "Verdict",
    "check_matches",
    "read_frames",
    "verify_replay",
]

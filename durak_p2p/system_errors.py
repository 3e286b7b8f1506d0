"""What the operating system refuses, in words: its own are of whatever language it has."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from durak_p2p.texts import Text, text

_REASONS: Final[Mapping[int, Text]] = {
    errno.EACCES: text("Permission denied"),
    errno.EPERM: text("Operation not permitted"),
    errno.ENOENT: text("No such file or directory"),
    errno.EEXIST: text("File exists"),
    errno.EISDIR: text("Is a directory"),
    errno.ENOTDIR: text("Not a directory"),
    errno.ENOSPC: text("No space left on device"),
    errno.EDQUOT: text("Disk quota exceeded"),
    errno.EROFS: text("Read-only file system"),
    errno.ENAMETOOLONG: text("File name too long"),
    errno.EIO: text("Input/output error"),
    errno.EADDRINUSE: text("Address already in use"),
    errno.EADDRNOTAVAIL: text("Cannot assign requested address"),
    errno.EAFNOSUPPORT: text("Address family not supported by protocol"),
    errno.EMFILE: text("Too many open files"),
}


def system_reason(error: OSError) -> str:
    """Return why the system refused something: without a full stop.

    The system's own words where it is none of those that are known.
    """
    known = _REASONS.get(error.errno or 0)
    return known if known is not None else error.strerror or str(error) or type(error).__name__

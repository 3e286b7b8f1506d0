"""The name to play under: as given, else as on the start screen last, else the login name."""

from __future__ import annotations

import getpass
import logging
from typing import Final

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.speaking import own_language
from durak_p2p.cli.storage import data_folder, data_place
from durak_p2p.game import UncleanName, clean_name
from durak_p2p.texts import sentence_of, text

logger = logging.getLogger(__name__)

_FILE: Final = "name.txt"  # in the data folder


def choose_name(name: str | None) -> str:
    """Return the name to play under; *name*: as given.  Raises :class:`Failure`."""
    try:
        return clean_name(name if name is not None else _kept() or _user())
    except UncleanName as error:
        raise Failure(sentence_of(error), Exit.USAGE) from None


def keep_name(name: str) -> None:
    """Play under *name* from now on, where none is given."""
    try:
        (data_folder() / _FILE).write_text(f"{clean_name(name)}\n", encoding="utf-8")
    except (OSError, UncleanName) as error:  # it is asked for again
        logger.debug("the name is not kept: %s", error)


def _kept() -> str | None:
    try:
        return clean_name((data_place() / _FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, UncleanName) as error:
        logger.debug("the name that was kept cannot be read: %s", error)
        return None


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no login name on this system
        return own_language().say(text("Player"))

"""The file of those with whom we have played: names and keys, the owner's alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from durak_p2p import limits
from durak_p2p.cli.storage import data_folder, write_anew
from durak_p2p.game import Setup
from durak_p2p.game.names import check_name
from durak_p2p.game.setup import KEY_BYTES
from durak_p2p.system_errors import system_reason
from durak_p2p.table.acquaintances import Acquaintance, Acquaintances
from durak_p2p.table.keeping import Agreement
from durak_p2p.table.news import News
from durak_p2p.texts import Text, text

_VERSION: Final = 1
_PATIENCE: Final = 2.0  # seconds for another durak here to let go of the file


class PeopleError(Exception):
    """The file cannot be read or written.  The message is a sentence for the user."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class KnownPeople:
    """Recognises who comes to a table, and remembers with whom we play there.

    What cannot be done with the file is said once, and is no reason not to play.
    """

    def __init__(
        self, own: bytes, tell: Callable[[News], None], answer: Callable[[str], None]
    ) -> None:
        """*own*: our key; *tell* tells who comes, *answer* says what is wrong with the file."""
        self._own = own
        self._tell = tell
        self._answer = answer
        self._known: Acquaintances | None = None
        self._failed = False

    def met(self, key: bytes, name: str) -> None:
        """A person has come to the lobby."""
        try:
            if self._known is None and not self._failed:
                self._known = load_people(people_path())
        except PeopleError as error:
            self._fail(error)
        remark = None if self._known is None else self._known.remark(key, name)
        if remark is not None:
            self._tell(remark)

    def play_with(self, setup: Setup, agreement: Agreement) -> None:
        """A match begins.  Computer players are not remembered."""
        others = [
            (player.key, player.name)
            for player in setup.players
            if player.key != self._own and player.key not in agreement.computers
        ]
        if others and not self._failed:
            try:
                remember_people(people_path(), others, date.today())
            except PeopleError as error:
                self._fail(error)

    def _fail(self, error: PeopleError) -> None:
        self._failed = True
        self._answer(error.sentence)


def people_path() -> Path:
    """Return where the file is."""
    return data_folder() / "people.json"


def load_people(path: Path) -> Acquaintances:
    """Return those with whom we have played; nobody, where there is no file.

    Raises :class:`PeopleError`: it cannot be read, or is damaged.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limits.ACQUAINTANCES_BYTES + 1)
    except FileNotFoundError:
        return Acquaintances()
    except OSError as error:
        raise PeopleError(
            text(
                "Whom you have played with cannot be read from {path}: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None
    try:
        return Acquaintances(_read(data))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise PeopleError(
            text(
                "{path}, which says whom you have played with, is damaged: nobody is recognised "
                "or remembered. Put a copy back, or move it away to begin a new one.",
                path=str(path),
            )
        ) from None


def remember_people(path: Path, people: Iterable[tuple[bytes, str]], day: date) -> None:
    """Take keys and names of those with whom we play on a day into the file.

    A damaged file is left as it is.  Raises :class:`PeopleError`.
    """
    try:
        with FileLock(path.with_suffix(".lock"), timeout=_PATIENCE):
            known = load_people(path)
            known.remember(people, day)
            write_anew(path, _told(known))
    except Timeout:
        raise PeopleError(text("Another durak here keeps {path} busy.", path=str(path))) from None
    except OSError as error:
        raise PeopleError(
            text(
                "Whom you play with cannot be written to {path}: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None


def _read(data: bytes) -> list[Acquaintance]:
    told = json.loads(data.decode())
    if len(data) > limits.ACQUAINTANCES_BYTES or told["version"] != _VERSION:
        raise ValueError("not to be read")
    people = [_one(one) for one in told["people"]]
    if len(people) > limits.ACQUAINTANCES:
        raise ValueError("too many")
    return people


def _one(told: dict[str, Any]) -> Acquaintance:
    key = bytes.fromhex(told["key"])
    if len(key) != KEY_BYTES:
        raise ValueError("no key")
    return Acquaintance(key, check_name(told["name"]), date.fromisoformat(told["day"]))


def _told(known: Acquaintances) -> bytes:
    people = [
        {"key": one.key.hex(), "name": one.name, "day": one.day.isoformat()} for one in known.all()
    ]
    told = {"version": _VERSION, "people": people}
    return json.dumps(told, ensure_ascii=False, indent=1).encode()

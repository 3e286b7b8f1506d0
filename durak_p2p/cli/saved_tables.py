"""Tables saved by name: a small JSON file in the user's folder of settings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import platformdirs

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.storage import APPLICATION, make_private, write_anew
from durak_p2p.rules import RulesError
from durak_p2p.rules.family import ALL_PRESETS, AnyRules, rules_from, told_options
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import sentence_of, text

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def _path() -> Path:
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / "tables.json"


def saved_tables() -> dict[str, AnyRules]:
    """Return the saved tables by name.  A file that is damaged ends the program with a sentence."""
    return {name: _read(name, options) for name, options in _load().items()}


def save_table(name: str, rules: AnyRules) -> None:
    """Keep *rules* under *name*, which must not be a preset's.  Raises :class:`Failure`."""
    if not _NAME.fullmatch(name):
        raise Failure(
            text("A table's name has small letters, digits and dashes, up to 31."), Exit.USAGE
        )
    if name in ALL_PRESETS:
        raise Failure(text("{name} is a preset; choose another name.", name=name), Exit.USAGE)
    _store({**_load(), name: told_options(rules)})


def forget_table(name: str) -> None:
    """Forget the table that is saved under *name*.  Raises :class:`Failure` if there is none."""
    tables = _load()
    if name not in tables:
        raise Failure(text("No table is saved as {name!r}.", name=name), Exit.USAGE)
    del tables[name]
    _store(tables)


def _load() -> dict[str, Any]:
    path = _path()
    try:
        tables = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Failure(
            text(
                "Your tables {path} cannot be read: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None
    except (ValueError, RecursionError):
        tables = None
    if not isinstance(tables, dict) or not all(isinstance(v, dict) for v in tables.values()):
        raise Failure(
            text("Your tables {path} are damaged. Mend the file, or move it away.", path=str(path))
        )
    return tables


def _read(name: str, options: dict[str, Any]) -> AnyRules:
    try:
        return rules_from(options)
    except RulesError as error:
        raise Failure(
            text(
                "The table saved as {name!r} cannot be played. {reason}",
                name=name,
                reason=sentence_of(error),
            )
        ) from None


def _store(tables: dict[str, Any]) -> None:
    path = _path()
    make_private(path.parent)
    try:
        write_anew(path, json.dumps(tables, indent=1, sort_keys=True).encode())
    except OSError as error:
        raise Failure(
            text(
                "Your tables {path} cannot be written: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None

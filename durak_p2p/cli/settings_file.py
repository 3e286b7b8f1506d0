"""The settings on disk: a TOML file, which people may write, too; a broken one is left alone."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path

import platformdirs
import tomlkit

from durak_p2p.cli.storage import APPLICATION, make_private, write_anew
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import sentence_of, text
from durak_p2p.ui.settings import Settings, SettingsError, settings_from


def settings_path() -> Path:
    """Return where the settings are kept; the file need not be there."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Return the settings as they are kept, or the defaults where there is no file.

    Raises :class:`SettingsError`: the file cannot be read, is no TOML, or says what there is not.
    """
    path = path or settings_path()
    try:
        chosen = tomllib.loads(_read(path))
    except (ValueError, RecursionError) as error:  # of numbers that are too long, too
        raise _damaged(path, str(error)) from None
    try:
        return settings_from(chosen)
    except SettingsError as error:
        raise _damaged(path, sentence_of(error)) from None


def sorting_of_hands() -> str:
    """Return what hands are sorted by; settings that cannot be read are told of where needed."""
    with suppress(SettingsError):
        return load_settings().sort
    return Settings().sort


def store_settings(settings: Settings, path: Path | None = None) -> None:
    """Keep the settings; what people have written around them in the file stays.

    Raises :class:`SettingsError`: the file that is there is broken, or it cannot be written.
    """
    path = path or settings_path()
    load_settings(path)
    document = tomlkit.parse(_read(path))
    told = settings.told()
    for name in [name for name in document if name not in told]:
        del document[name]
    for name, value in told.items():
        if document.get(name) != value:
            document[name] = value
    _write(path, tomlkit.dumps(document))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise _damaged(path, text("it is not UTF-8.")) from None
    except OSError as error:
        raise SettingsError(
            text(
                "Your settings {path} cannot be read: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None


def _damaged(path: Path, reason: str) -> SettingsError:
    return SettingsError(
        text(
            "Your settings {path} are damaged: {reason} Mend the file, or move it away.",
            path=str(path),
            reason=reason if reason.endswith(".") else f"{reason}.",
        )
    )


def _write(path: Path, written: str) -> None:
    try:
        make_private(path.parent)
        write_anew(path, written.encode())
    except OSError as error:
        raise SettingsError(
            text(
                "Your settings {path} cannot be written: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None

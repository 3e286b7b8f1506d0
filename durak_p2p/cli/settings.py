"""`durak settings`: how it is shown, kept for next time."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import click

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.settings_file import load_settings, settings_path, store_settings
from durak_p2p.cli.speaking import say, say_path, speak_as_set
from durak_p2p.texts import listed, sentence_of, text
from durak_p2p.ui.settings import (
    SETTINGS,
    Settings,
    SettingsError,
    parse_value,
    unknown,
    value_word,
)


@command(
    text("Show the settings, or set the one called NAME to VALUE."),
    text(
        "They are kept in a TOML file, which may be written by hand as well; the table on the "
        "screen changes them with the key O."
    ),
    text(
        "\b\n"
        "    durak settings                  all of them\n"
        "    durak settings theme light      a light screen\n"
        "    durak settings deck four        a colour for each suit"
    ),
)
@argument("name", text("[NAME]"), required=False)
@argument("value", text("[VALUE]"), required=False)
@option("--json", "as_json", is_flag=True, help=text("Print JSON, for programs."))
def settings(name: str | None, value: str | None, as_json: bool) -> None:
    """Show the settings, or change one."""
    try:
        current = load_settings()
        if name is not None and name not in SETTINGS:
            raise unknown(name)
        if name is not None and value is not None:
            current = _changed(current, name, value)
            store_settings(current)
            speak_as_set(current.language)
    except SettingsError as error:
        raise Failure(sentence_of(error), Exit.USAGE) from None
    if as_json:
        click.echo(json.dumps(asdict(current)))
    elif name is None:
        _show_all(current)
    else:
        _show(current, name)


def _changed(current: Settings, name: str, word: str) -> Settings:
    changes: dict[str, Any] = {name: parse_value(name, word)}
    return replace(current, **changes)


def _show_all(current: Settings) -> None:
    for name in SETTINGS:
        say(f"{name:12} = {value_word(getattr(current, name))}")
    say("")
    say(text("They are kept in:"))
    say_path(settings_path())


def _show(current: Settings, name: str) -> None:
    setting = SETTINGS[name]
    say(f"{name} = {value_word(getattr(current, name))}")
    say(setting.says)
    say(text("It can be: {values}.", values=listed(map(value_word, setting.values))))

"""`durak rules`: the games that can be played, and tables saved by name."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.saved_tables import forget_table, save_table, saved_tables
from durak_p2p.cli.speaking import say, say_wrapped
from durak_p2p.cli.tables import choose_rules
from durak_p2p.rules.family import ALL_PRESETS, AnyRules, options_of, preset_rules
from durak_p2p.texts import text
from durak_p2p.ui.games import game_told
from durak_p2p.ui.language import Language
from durak_p2p.ui.sentences import rules_text

#: The column of a game's name in the list, in characters.
_COLUMN: Final = 16
RUSSIAN = Language.load("ru")


@command(
    text("List the games that can be played; of a PRESET all options, with their values."),
    text(
        "The number of players is said when a table is opened. A table of one's own is saved with "
        "--save and then used like a preset:"
    ),
    "\b\n"
    "    durak rules transfer --set deck=24 --set throwers=neighbours --save friday\n"
    "    durak host --rules friday --players 3",
)
@argument("preset", text("[PRESET]"), required=False)
@option(
    "--set",
    "settings",
    multiple=True,
    metavar=text("OPTION=VALUE"),
    help=text("Set one option on top; may be given several times."),
)
@option(
    "--save",
    metavar=text("NAME"),
    help=text("Keep this table under a name, to be used as --rules."),
)
@option("--forget", metavar=text("NAME"), help=text("Forget the table that is saved under a name."))
@option("--json", "as_json", is_flag=True, help=text("Print JSON, for programs."))
def rules(
    preset: str | None,
    settings: tuple[str, ...],
    save: str | None,
    forget: str | None,
    as_json: bool,
) -> None:
    """List games, show one, save or forget a table."""
    if forget is not None:
        forget_table(forget)
        say(text("{table} is forgotten.", table=forget))
    elif preset is None:
        if save is not None or settings:
            raise Failure(text("Say which preset: durak rules PRESET --save NAME."), Exit.USAGE)
        _list(as_json)
    else:
        chosen = choose_rules(preset, None, None, settings)
        if save is not None:
            save_table(save, chosen)
            say(text("{table} is saved: {rules}.", table=save, rules=rules_text(chosen)))
        else:
            _show(preset, chosen, as_json)


def _list(as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({name: _preset_json(name) for name in ALL_PRESETS}))
        return
    for name, preset in ALL_PRESETS.items():
        say_wrapped(preset.about, before=f"{name:{_COLUMN}} ")
    saved = saved_tables()
    if saved:
        say("")
        say(text("Saved:"))
        for name, table in saved.items():
            say_wrapped(rules_text(table), before=f"{name:{_COLUMN}} ")
    say("")
    say(text("durak rules PRESET shows a game's options."))


def _preset_json(name: str) -> dict[str, Any]:
    preset = ALL_PRESETS[name]
    return {
        "english": preset.about,
        "russian": RUSSIAN.say(preset.about),
        "source": preset.source,
        "players": list(preset.players),
        "options": preset_rules(name, {}).options(),
    }


def _show(name: str, chosen: AnyRules, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_options_json(chosen)))
        return
    told = game_told(name, chosen)
    for sentence in told.head:
        say_wrapped(sentence)
    say("")
    for each in told.options:
        say_wrapped(each.said, after="    ")
        say_wrapped(each.about, before="    ")


def _options_json(chosen: AnyRules) -> dict[str, Any]:
    return {
        name: {
            "value": value,
            "values": list(options_of(chosen)[name].values),
            "english": options_of(chosen)[name].about,
            "russian": RUSSIAN.say(options_of(chosen)[name].about),
            "source": options_of(chosen)[name].source,
        }
        for name, value in chosen.options().items()
    }

"""What the commands print is in the reader's language, to the last word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from durak_p2p.cli.demo_table import NAMES
from durak_p2p.cli.main import COMMANDS, durak
from durak_p2p.rules.family import ALL_PRESETS, options_of, preset_rules
from durak_p2p.ui.settings import SETTINGS
from tests import pseudo_language
from tests.cli.programs import INVITE, program, run
from tests.pseudo_language import untranslated

REPLAYS = Path(__file__).parents[2] / "replays"
OPTIONS = {name for preset in ALL_PRESETS for name in options_of(preset_rules(preset, {}))}
VALUES = {
    str(value)
    for preset in ALL_PRESETS
    for option in options_of(preset_rules(preset, {})).values()
    for value in option.values
}
# Names of commands, options, presets and values: what is typed is the same in every language.
TYPED = {
    "durak",
    *COMMANDS,
    *ALL_PRESETS,
    *OPTIONS,
    *VALUES,
    *("yes", "no", "none", "friday"),
    *(
        name.lstrip("-")
        for command in [durak, *map(durak.command_named, COMMANDS)]
        for parameter in command.params
        for name in parameter.opts
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    pseudo_language.site(made)
    return made


def said(home: Path, folder: Path, *arguments: str, stdin: str = "") -> str:
    environment = {"PYTHONPATH": str(folder), "DURAK_LANG": pseudo_language.CODE}
    done = run(home, *arguments, stdin=stdin, **environment, PYTHONIOENCODING="utf-8")
    assert "ж" in done.stdout + done.stderr
    return (done.stdout + done.stderr).replace(str(home), "")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(tmp_path: Path, folder: Path, command: str) -> None:
    told = said(tmp_path, folder, *([command] if command else []), "--help")
    # Help breaks "transfer-online", which is typed, at its hyphen; DURAK_LAN is a variable.
    examples = {"theme", "light", "deck", "four", "online", "INTERNET", "YES"}
    assert untranslated(told, "help", "TCP", "LAN", "DURAK", *TYPED, *examples) == []


def test_a_demo(tmp_path: Path, folder: Path) -> None:
    told = said(tmp_path, folder, "demo", "--rules=cheaters", "--players=3", "--seed=1")
    assert untranslated(told, *NAMES) == []


def test_a_demo_of_the_other_family(tmp_path: Path, folder: Path) -> None:
    told = said(tmp_path, folder, "demo", "--rules=czech", "--deals=2", "--set=reshuffle=yes")
    assert untranslated(told, *NAMES, "czech") == []


def test_games_and_their_options(tmp_path: Path, folder: Path) -> None:
    assert untranslated(said(tmp_path, folder, "rules"), *TYPED) == []
    told = said(tmp_path, folder, "settings")
    values = {str(value).lower() for setting in SETTINGS.values() for value in setting.values}
    assert untranslated(told, "settings.toml", "config", "p2p", *SETTINGS, *values, *TYPED) == []
    for preset in ("encyclopedia", "czech-9"):
        assert untranslated(said(tmp_path, folder, "rules", preset), *TYPED) == []


def test_every_sample_is_verified_in_it(tmp_path: Path, folder: Path) -> None:
    files = sorted(map(str, REPLAYS.glob("*.durak")))
    told = said(tmp_path, folder, "verify", *files)
    for file in files:
        told = told.replace(file, "")
    assert untranslated(told, *NAMES, "czech") == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--frob"],
        ["frob"],
        ["host", "--port=x"],
        ["host", "--port=70000"],
        ["host", "--deals=0"],
        ["host", "--address=frob"],
        ["host", "--address=0.0.0.0"],
        ["host", "--name=\u200b"],
        ["host", "--players=7", "--deck=24"],
        ["host", "--rules=frob"],
        ["host", "--set=frob"],
        ["host", "--set=deck=frob"],
        ["host", "--set=teams=2x2", "--players=3"],
        ["join"],
        ["join", "frob"],
        ["join", "durak:frob"],
        ["verify", "frob"],
        ["verify", "."],
        ["verify", "pyproject.toml"],
        ["rules", "--save=frob"],
        ["rules", "classic", "--save=Frob"],
        ["rules", "--forget=frob"],
        ["rules", "czech", "--set=king_draws=yes"],
        ["rules", "classic", "frob"],
        ["settings", "frob"],
        ["settings", "theme", "frob"],
    ],
    ids=" ".join,
)
def test_errors(tmp_path: Path, folder: Path, arguments: list[str]) -> None:
    told = said(tmp_path, folder, *arguments)
    known = ("frob", "Frob", "help", "IP", "pyproject.toml", *SETTINGS["theme"].values)
    # click's word for a number cannot be translated; the Russian sentence leaves it out.
    assert untranslated(told, *known, "integer range", *SETTINGS, *TYPED) == []


def test_a_table(tmp_path: Path, folder: Path) -> None:
    environment = {
        "PYTHONPATH": str(folder),
        "DURAK_LANG": pseudo_language.CODE,
        "PYTHONIOENCODING": "utf-8",
    }
    with program(tmp_path, "host", "--new-key", "--name=Anna", **environment) as anna:
        invite = anna.wait_for(INVITE.pattern)
        anna.type("hand")
        with program(
            tmp_path, "join", invite, "--new-key", "--computer", "--name=Boris", **environment
        ) as boris:
            anna.wait_for("[2-9TJQKA][cdhs]")
            for line in ("help", "frob", "hand", "table", "lead 1x", "accuse frob", "pass", "frob"):
                anna.type(line)
            anna.wait_for(r"frob(.*\n)*.*frob")
            anna.type("quit")
            anna.end()
            boris.end()
    for told in (anna.output + anna.errors, boris.output + boris.errors):
        told = re.sub(r"/\S*\.durak", "", told.replace(invite, ""))
        assert "ж" in told
        assert untranslated(told, "Anna", "Boris", "frob", "durak:") == [], told


RUSSIAN = {"LANG": "ru_RU.UTF-8", "PYTHONIOENCODING": "utf-8"}


def test_russian_help(tmp_path: Path) -> None:
    told = run(tmp_path, "host", "--help", **RUSSIAN).stdout
    for words in ("Вызов: durak host [КЛЮЧИ]", "Открыть стол", "--port ЧИСЛО", "по умолчанию"):
        assert words in told


def test_russian_errors(tmp_path: Path) -> None:
    told = run(tmp_path, "host", "--port=x", **RUSSIAN).stderr
    assert told.startswith("durak: Неверное значение '--port'.")


def test_a_terminal_that_has_no_russian_letters_gets_english(tmp_path: Path) -> None:
    told = run(tmp_path, "rules", LANG="ru_RU.UTF-8", PYTHONIOENCODING="ascii").stdout
    assert "Throw-in durak, 36 cards." in told
    assert "?" not in told


def test_the_setting_chooses_and_the_environment_overrides_it(tmp_path: Path) -> None:
    assert run(tmp_path, "settings", "language", "ru", PYTHONIOENCODING="utf-8").returncode == 0
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    assert "Подкидной дурак" in run(tmp_path, "rules", **utf8).stdout
    assert "Throw-in durak" in run(tmp_path, "rules", DURAK_LANG="en", **utf8).stdout


def test_russian_words_at_a_table(tmp_path: Path) -> None:
    with program(tmp_path, "host", "--new-key", **RUSSIAN) as anna:
        invite = anna.wait_for(INVITE.pattern)
        assert "Ваш стол: подкидной, 36 карт, 2 игрока." in anna.output
        anna.type("помощь")
        anna.wait_for("хожу 6ч 6п")
        with program(tmp_path, "join", invite, "--new-key", "--computer", **RUSSIAN):
            anna.wait_for("Карты розданы. Козырь: ")
            anna.type("карты")
            anna.wait_for("У вас на руках: ")
            anna.type("выход")
            anna.end()

"""`durak settings` and its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from durak_p2p.cli.settings_file import load_settings, store_settings
from durak_p2p.ui.settings import Settings, SettingsError, settings_from
from tests.cli.programs import run, sentence


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == Settings()


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "there" / "settings.toml"
    settings = settings_from({"theme": "felt", "confirm_take": False})
    store_settings(settings, path)
    assert load_settings(path) == settings
    store_settings(Settings(), path)
    assert path.read_text() == ""


def test_what_people_wrote_around_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('# mine\ntheme = "light"  # for the balcony\nbell = false\n')
    store_settings(settings_from({"theme": "light", "deck": "four"}), path)
    assert path.read_text() == '# mine\ntheme = "light"  # for the balcony\ndeck = "four"\n'


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"theme = ", "are damaged:"),
        (b'theme = "pink"\n', "'pink' is not a value of theme"),
        (b"colour = 1\n", "There is no setting 'colour'"),
        (b"[bell]\nloud = true\n", "is not a value of bell"),
        (b"bell = 1\n", "1 is not a value of bell: true, false"),
        (b"\xff\xfe", "it is not UTF-8."),
        pytest.param(b"bell = " + b"9" * 5000, "are damaged:", id="digits"),
        pytest.param(b"bell = " + b"[" * 100_000, "are damaged:", id="brackets"),
    ],
)
def test_a_broken_file_is_never_written_over(written: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(written)
    with pytest.raises(SettingsError, match=why):
        load_settings(path)
    with pytest.raises(SettingsError, match="Mend the file, or move it away"):
        store_settings(settings_from({"theme": "light"}), path)
    assert path.read_bytes() == written
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        store_settings(Settings(), path)


def test_the_command_shows_and_changes(tmp_path: Path) -> None:
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert "theme        = dark" in run(tmp_path, "settings", **config).stdout
    done = run(tmp_path, "settings", "theme", "light", **config)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "theme = light")
    told = json.loads(run(tmp_path, "settings", "--json", **config).stdout)
    assert told["theme"] == "light"
    assert told["bell"] is True
    shown = run(tmp_path, "settings", "deck", **config).stdout
    assert "It can be: two, four." in shown


def test_the_answer_is_in_the_language_that_is_set(tmp_path: Path) -> None:
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "PYTHONIOENCODING": "utf-8"}
    for language, said in (
        ("ru", "На каком языке говорит программа."),
        ("auto", "The language that the program speaks."),
        ("ru", "На каком языке говорит программа."),
        ("en", "The language that the program speaks."),
    ):
        shown = run(tmp_path, "settings", "language", language, **config).stdout
        assert shown.splitlines()[:2] == [f"language = {language}", said]


def test_switches_are_told_as_on_the_screen_and_taken_in_either_way(tmp_path: Path) -> None:
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "PYTHONIOENCODING": "utf-8"}
    for word, told in (("false", "no"), ("yes", "yes"), ("нет", "no"), ("on", "yes")):
        shown = run(tmp_path, "settings", "bell", word, **config).stdout
        assert shown.splitlines()[0] == f"bell = {told}"
        assert "It can be: yes, no." in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pink",), "There is no setting 'pink'; there are language,"),
        (("pink", "yes"), "There is no setting 'pink'; there are language,"),
        (("theme", "pink"), "'pink' is not a value of theme: dark,"),
        (("bell", "maybe"), "'maybe' is not a value of bell: yes, no."),
    ],
)
def test_what_the_command_does_not_know(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    done = run(tmp_path, "settings", *arguments)
    assert done.returncode == 2
    assert sentence(done).startswith(said)

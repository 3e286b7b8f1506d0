"""`durak rules`: presets and options told, tables saved and used."""

import json
from pathlib import Path

from durak_p2p.rules.family import ALL_PRESETS
from tests.cli.programs import run, sentence


def test_every_preset_is_listed(tmp_path: Path) -> None:
    listed = run(tmp_path, "rules")
    assert listed.returncode == 0
    names = {line.split()[0] for line in listed.stdout.splitlines() if line}
    assert set(ALL_PRESETS) <= names
    told = json.loads(run(tmp_path, "rules", "--json").stdout)
    assert list(told) == list(ALL_PRESETS)
    assert told["thirds"]["options"]["players"] == 6


def test_a_preset_is_shown_with_its_options(tmp_path: Path) -> None:
    shown = run(tmp_path, "rules", "encyclopedia").stdout
    assert "lead = one   (or same-rank, one-or-two)" in shown
    assert "turn_seconds = none   (or a number)" in shown
    told = json.loads(run(tmp_path, "rules", "czech-9", "--json").stdout)
    assert told["king_draws"]["values"] == [False, True]


def test_a_table_is_saved_used_and_forgotten(tmp_path: Path) -> None:
    saved = run(
        tmp_path, "rules", "transfer", "--set=deck=24", "--set=show_trump=yes", "--save=friday"
    )
    assert saved.stdout == (
        "friday is saved: transfer game, 24 cards, 2 players, a trump may be shown to transfer.\n"
    )
    assert "friday" in run(tmp_path, "rules").stdout
    told = json.loads(run(tmp_path, "rules", "friday", "--json").stdout)
    assert (told["deck"]["value"], told["variant"]["value"]) == (24, "transfer")
    played = json.loads(run(tmp_path, "demo", "--rules=friday", "--players=3", "--json").stdout)
    assert played["ok"]
    assert (played["rules"]["deck"], played["players"]) == (24, 3)
    assert run(tmp_path, "rules", "--forget=friday").returncode == 0
    assert "There is no game 'friday'" in sentence(run(tmp_path, "rules", "friday"))


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    for arguments, says in (
        (["classic", "--save=transfer"], "is a preset"),
        (["classic", "--save=../x"], "small letters"),
        (["--save=x"], "Say which preset"),
        (["--forget=x"], "No table is saved"),
        (["whist"], "There is no game"),
        (["classic", "--set=throwers=nobody"], "it can be all, neighbours, lead."),
        (["czech", "--set=throwers=all"], "sets no option"),
        (["pairs", "--set=players=3"], "need 4 players"),
    ):
        done = run(tmp_path, "rules", *arguments)
        assert done.returncode == 2, arguments
        assert says in sentence(done)


def test_a_damaged_file_of_tables_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    run(tmp_path, "rules", "classic", "--save=mine")
    (path,) = tmp_path.rglob("tables.json")
    for text in ("{", "[]", '{"mine": 1}', "[" * 100_000):
        path.write_text(text)
        assert "are damaged" in sentence(run(tmp_path, "rules", "classic", "--save=other"))
        assert path.read_text() == text
    path.write_text('{"mine": {"colour": "red"}}')
    assert "cannot be played" in sentence(run(tmp_path, "rules"))

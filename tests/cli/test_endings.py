"""However a deal ends, by whichever rules: its replay is told to the end, in lines and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from durak_p2p.cli.replay import replay
from durak_p2p.game import EntryType, Log
from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from durak_p2p.rules.shedding import PRESETS as SHEDDING
from tests.game.claims import is_at
from tests.game.parting import all_to_all, claims_of, play_on, who_moves
from tests.game.tables import Table, first_setup, replay_of

LIMIT = {"turn_seconds": 30}


def at_a_move(preset: str, **options: object) -> Table:
    players = min(ALL_PRESETS[preset].players)
    rules = preset_rules(preset, {"players": players, **options})
    done = Table(first_setup(rules, f"ending {preset}"), f"ending {preset}")
    return done.play(lambda log: is_at(log, EntryType.MOVE) and log.step > 14)


def by_time(preset: str) -> Log:
    done = at_a_move(preset, **LIMIT)
    all_to_all(done, claims_of(done, who_moves(done.log)))
    play_on(done, set())
    return done.log


def away(preset: str) -> Log:
    done = at_a_move(preset, turn_seconds=None)
    absent = who_moves(done.log)
    all_to_all(done, claims_of(done, absent))
    play_on(done, {absent})
    return done.players[absent - 1].log


def left(preset: str) -> Log:
    done = at_a_move(preset)
    leaver = who_moves(done.log)
    leave = done.players[leaver].leave()
    assert leave is not None
    all_to_all(done, [leave])
    play_on(done, {leaver})
    return done.players[leaver - 1].log


def all_leave(preset: str) -> Log:
    done = at_a_move(preset)
    all_to_all(done, [leave for player in done.players if (leave := player.leave())])
    return done.log


def told(log: Log, path: Path, *options: str) -> Result:
    path.write_bytes(replay_of(log))
    return CliRunner().invoke(replay, [str(path), *options])


@pytest.mark.parametrize("end", [by_time, away, left, all_leave])
@pytest.mark.parametrize("preset", [*SHEDDING, "classic", "passport", "pairs", "cheaters"])
def test_it_is_told_to_the_end(preset: str, end: Callable[[str], Log], tmp_path: Path) -> None:
    log = end(preset)
    assert log.complete
    plain = told(log, tmp_path / "x.durak", "--plain", "--hands")
    assert plain.exit_code == 0, plain.output
    lines = told(log, tmp_path / "x.durak", "--json", "--hands")
    assert lines.exit_code == 0, lines.output
    assert json.loads(lines.output.splitlines()[-1])["replay"] == "end"

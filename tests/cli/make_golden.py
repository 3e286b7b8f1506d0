"""What `durak replay` tells of the samples, kept to be compared with.

.venv/bin/python -m tests.cli.make_golden
"""

from __future__ import annotations

from pathlib import Path

from tests.cli.programs import run

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"

#: By the name of what is kept: the sample, and the options.
CASES: dict[str, tuple[str, ...]] = {
    "4-players": ("good-4-players.durak",),
    "4-players-ru-seat-2": ("good-4-players.durak", "--seat=Clara", "ru"),
    "cheats-hands": ("good-with-cheats.durak", "--hands"),
    "cheats-ru": ("good-with-cheats.durak", "ru"),
    "left": ("good-left.durak",),
    "away-hands": ("good-away.durak", "--hands"),
    "overrun": ("good-overrun.durak", "--plain"),
    "unfinished": ("unfinished.durak",),
    "unfinished-set-up": ("unfinished-set-up.durak",),
    "breach": ("broken-refused-move.durak",),
    "false-answer": ("broken-false-answer.durak", "--seat=1"),
    "byte": ("broken-byte.durak",),
}


def told(name: str, home: Path) -> str:
    """What the command prints of a case; the samples are named as from the repository."""
    sample, *options = CASES[name]
    flags = [option for option in options if option != "ru"]
    language = "ru" if "ru" in options else "en"
    done = run(
        home,
        *("replay", str(ROOT / "replays" / sample), *flags),
        DURAK_LANG=language,
        PYTHONIOENCODING="utf-8",
    )
    assert not done.stderr
    return done.stdout.replace(str(ROOT / "replays"), "replays")


def kept(name: str) -> Path:
    """Where a case is kept."""
    return GOLDEN / f"{name}.txt"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for case in CASES:
        kept(case).write_text(told(case, Path.home()), encoding="utf-8")

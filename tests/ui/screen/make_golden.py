"""Pictures of tables as text, kept to be compared with: `python -m tests.ui.screen.make_golden`.

A file begins with the picture, row by row; then, where the case says so, come the styles: a letter
for each cell, and what the letters stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from durak_p2p.rules.family import preset_rules
from durak_p2p.texts import text
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.keys import press
from durak_p2p.ui.screen.model import TableModel
from durak_p2p.ui.screen.render import Frame, render
from durak_p2p.ui.screen.selection import Selection, renewed
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import Settings
from tests.ui.screen.tables import Table

GOLDEN = Path(__file__).parent / "golden"

SMALL, NORMAL, WIDE, TINY = (60, 18), (80, 24), (160, 50), (40, 10)


@dataclass(frozen=True)
class Case:
    """A table, the keys that are pressed there, and how it is shown."""

    model: Callable[[Settings], TableModel]
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    settings: Settings = field(default_factory=Settings)
    language: str = "en"
    unicode: bool = True
    styles: bool = False


def defence(settings: Settings) -> TableModel:
    table = Table.begin("classic", 3, players=4)
    table.play_until(lambda v: v.phase == "defend" and len(v.table) >= 2)
    return table.model(settings, seconds=42)


def lead(settings: Settings) -> TableModel:
    table = Table.begin("classic", 9, players=3)
    return table.play_until(lambda v: any(len(m.cards) > 1 for m in v.legal)).model(settings)


def throwing(settings: Settings) -> TableModel:
    table = Table.begin("pairs", 5)
    return table.play_until(lambda v: v.phase == "throw" and len(v.legal) > 1).model(settings)


def transfer(settings: Settings) -> TableModel:
    table = Table.begin("passport", 5, players=3)
    return table.play_until(lambda v: any(m.verb == "transfer" for m in v.legal)).model(settings)


def closing(settings: Settings) -> TableModel:
    table = Table.begin("cheaters", 4, players=3)
    return table.play_until(lambda v: v.phase == "lead" and v.bout > 1).model(settings)


def crowd(settings: Settings) -> TableModel:
    table = Table.begin("classic", 3, players=8, deck=52)
    table.facts = replace(table.facts, away=frozenset({"Vera"}))
    return table.play_until(lambda v: v.phase == "lead" and v.bout > 2).model(settings)


def many_cards(settings: Settings) -> TableModel:
    table = Table.begin("classic", 6, deck=52)
    for _ in range(400):
        if len(table.view().hand) > 24 or table.deal.word is None:
            break
        legal = table.view(table.deal.word).legal
        wanted = ("take",) if table.deal.word == 0 else ("lead", "throw")
        table.play(next((move for move in legal if move.verb in wanted), legal[0]))
    return table.model(settings)


def jokers(settings: Settings) -> TableModel:
    table = Table.begin("party", 12, players=2)
    return table.play_until(lambda v: any(c[0] == "X" for c in v.hand)).model(settings)


def czech(settings: Settings) -> TableModel:
    return Table.begin("czech", 3).play_until(lambda v: len(v.hand) < 5).model(settings)


def queen(settings: Settings) -> TableModel:
    table = Table.begin("czech", 3)
    return table.play_until(lambda v: any(m.suit for m in v.legal)).model(settings)


def over(settings: Settings) -> TableModel:
    table = Table.begin("classic", 3, players=3).play_until(lambda v: False)
    table.facts = replace(
        table.facts,
        log=(*table.facts.log, "Boris is the fool; you and Vera have won."),
        ended=True,
        can_repeat=True,
    )
    return table.model(settings)


def making(settings: Settings) -> TableModel:
    facts = Facts(
        rules=preset_rules("classic", {"players": 3}),
        people=("Anna", "Boris", "Vera"),
        log=(text("The game: {game}.", game="throw-in"),),
        made=MappingProxyType({"Anna": 3, "Boris": 2, "Vera": 0}),
    )
    return table_model(None, facts, settings)


def lobby(settings: Settings) -> TableModel:
    facts = Facts(rules=preset_rules("classic", {"players": 3}), people=("Anna",), can_chat=True)
    return table_model(None, facts, settings)


CASES = {
    "defence-small": Case(defence, SMALL),
    "defence-normal": Case(defence, NORMAL, styles=True),
    "defence-wide": Case(defence, WIDE),
    "defence-tiny": Case(defence, TINY),
    "defence-ascii": Case(defence, NORMAL, unicode=False),
    "defence-letters": Case(
        defence, NORMAL, settings=replace(Settings(), suits="letters", ranks="russian")
    ),
    "defence-russian": Case(
        defence, NORMAL, settings=replace(Settings(), ranks="russian"), language="ru"
    ),
    "defence-russian-small": Case(defence, SMALL, language="ru"),
    "defence-choice": Case(defence, SMALL, keys=("5",)),
    "defence-taking": Case(defence, NORMAL, keys=("t",)),
    "defence-typing": Case(defence, NORMAL, keys=(":", *"beat 6s")),
    "lead-picked-up": Case(lead, NORMAL, keys=("up",)),
    "lead-small": Case(lead, SMALL),
    "throwing-teams": Case(throwing, NORMAL),
    "transfer-normal": Case(transfer, NORMAL),
    "transfer-choice": Case(transfer, SMALL, keys=("end", "enter")),
    "cheaters-lead": Case(closing, SMALL, keys=("a",)),
    "crowd-small": Case(crowd, SMALL),
    "crowd-normal": Case(crowd, NORMAL),
    "crowd-wide": Case(crowd, WIDE),
    "crowd-wide-low": Case(crowd, (120, 34)),
    "many-cards-small": Case(many_cards, SMALL),
    "many-cards-normal": Case(many_cards, NORMAL),
    "jokers-normal": Case(jokers, NORMAL, settings=replace(Settings(), sort="rank")),
    "czech-small": Case(czech, SMALL),
    "czech-normal": Case(czech, NORMAL),
    "czech-queen": Case(queen, NORMAL, keys=("enter",)),
    "over-normal": Case(over, NORMAL),
    "over-small": Case(over, SMALL),
    "making-normal": Case(making, NORMAL),
    "lobby-small": Case(lobby, SMALL),
    "help-normal": Case(defence, NORMAL, keys=("h",)),
    "help-russian": Case(defence, NORMAL, keys=("h",), language="ru"),
    "log-small": Case(crowd, SMALL, keys=("l", "pageup")),
    "settings-normal": Case(defence, NORMAL, keys=("o", "down", "down")),
    "settings-small": Case(defence, SMALL, keys=("o", "up")),
}


def picture(case: Case) -> Frame:
    model = case.model(case.settings)
    selection = renewed(Selection(), None, model)
    for key in case.keys:
        typed = " " if key == " " else key if len(key) == 1 else ""
        selection = press(model, selection, case.settings, key, typed).selection
    glyphs = glyphs_for(case.settings, unicode=case.unicode)
    wording = Wording(Language.load(case.language), glyphs)
    return render(model, selection, case.settings, wording, *case.size)


def written(case: Case) -> str:
    """Return a case's file."""
    frame = picture(case)
    rows = ["".join(text for _, text in line).rstrip() for line in frame.lines]
    return "\n".join([*rows, *(_styles(frame) if case.styles else []), ""])


def _styles(frame: Frame) -> list[str]:
    names = sorted({style for line in frame.lines for style, _ in line})
    letters = dict(zip(names, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))
    rows = ["".join(letters[style] * len(text) for style, text in line) for line in frame.lines]
    return ["", *rows, "", *(f"{letters[name]} {name}" for name in names)]


def main() -> None:
    """Make all files again."""
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for name, case in CASES.items():
        (GOLDEN / f"{name}.txt").write_text(written(case), encoding="utf-8")


if __name__ == "__main__":
    main()

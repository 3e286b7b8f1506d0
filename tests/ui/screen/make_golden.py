"""Pictures of tables as text, kept to be compared with: `python -m tests.ui.screen.make_golden`.

A file begins with the picture, row by row; then, where the case says so, come the styles: a letter
for each cell, and what the letters stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from durak_p2p.net.invite import Address
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.net.lan.record import Record
from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from durak_p2p.table.news import ReplyCodeNews
from durak_p2p.texts import text
from durak_p2p.ui.games import GameTold, game_told
from durak_p2p.ui.lan import hints, table_text
from durak_p2p.ui.language import Language
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.facts import Facts, Lobby
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.keys import press
from durak_p2p.ui.screen.model import TableModel
from durak_p2p.ui.screen.render import Frame, render
from durak_p2p.ui.screen.selection import Selection, renewed
from durak_p2p.ui.screen.start import press as press_at_start
from durak_p2p.ui.screen.start_lan import Found, FoundTable
from durak_p2p.ui.screen.start_model import Offers, Page, Replay, Start
from durak_p2p.ui.screen.start_page import draw_start
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.sentences import news_text
from durak_p2p.ui.settings import Settings
from durak_p2p.ui.start import Game, Item, TableForm
from durak_p2p.ui.words import lines
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
    table.facts = replace(table.facts, deadline=42.0)
    return table.model(settings)


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
    table.play_until(lambda v: v.phase == "lead" and v.bout > 2)
    table.facts = replace(table.facts, away=MappingProxyType({"Vera": 95.0}))
    return table.model(settings)


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


def watched(settings: Settings) -> TableModel:
    """A spectator's, where one may cheat."""
    table = Table.begin("cheaters", 4, players=4).play_until(lambda v: len(v.table) > 1)
    names = Names(("Anna", *table.facts.names.by_seat[1:]))
    facts = replace(table.facts, names=names, people=names.by_seat, watches=True)
    return table_model(table.view(None), facts, settings)


def over(settings: Settings) -> TableModel:
    table = Table.begin("classic", 3, players=3).play_until(lambda v: False)
    table.facts = replace(
        table.facts,
        log=(  # two deals that ended just so
            *("Boris is the fool; you and Vera have won.", "After 1 deal: …"),
            *table.facts.log,
            *("Boris is the fool; you and Vera have won.", "After 2 deals: …"),
            "Replay: 20261201-150552-8320b1fa-deal2.durak",
        ),
        standings=text("After 2 deals: …"),
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


def lobby(settings: Settings, players: int = 3) -> TableModel:
    """A host's, with two players there."""
    facts = Facts(
        rules=preset_rules("transfer", {"players": players, "show_trump": True}),
        deals=5,
        lobby=Lobby(
            names=("Anna", "Boris"),
            ready=frozenset({1}),
            own=0,
            doors=(
                text(
                    "On your LAN `durak lan` shows the table and asks for the PIN {pin}.", pin=4821
                ),
                text(
                    "Where that shows nothing: `durak join {address} --pin {pin}`.",
                    address="192.168.1.20:40123",
                    pin=4821,
                ),
            ),
        ),
        log=(
            text("{name} sits down at the table.", name="Boris"),
            text("{name} says: {words}", name="Boris", words="hello"),
            text("{name} is ready.", name="Boris"),
        ),
        can_chat=True,
        can_get_ready=True,
        can_invite=True,
        can_seat=True,
        can_meet=True,
        keeps_seat=True,
    )
    return table_model(None, facts, settings)


def large_lobby(settings: Settings) -> TableModel:
    return lobby(settings, players=6)


def full_lobby(settings: Settings) -> TableModel:
    """A guest's, with all there and a computer player among them."""
    rules = preset_rules("classic", {"players": 8, "deck": 52})
    names = ("Anna", "Boris", "Vera", "Grigory", "Daria", "Yevgeny", "Zhanna", "Ivan")
    met = Lobby(names, frozenset({0, 1, 4, 7}), frozenset({7}), own=4)
    facts = Facts(rules=rules, lobby=met, can_chat=True, keeps_seat=True)
    return table_model(None, facts, settings)


def looking(settings: Settings) -> TableModel:
    """A guest's whom nobody answers."""
    return table_model(
        None,
        Facts(
            lobby=Lobby(reply_code="durak-reply:AbCd"),
            log=(news_text(ReplyCodeNews("durak-reply:" + "AbCd" * 30, public=True)) or "",),
            keeps_seat=True,
        ),
        settings,
    )


def start_frame(case: StartCase) -> Frame:
    start, offers = (
        Start(TableForm(GAMES, "Anna")),
        Offers(tuple(Item), lambda typed: WRONG, tell=tell, found=case.found),
    )
    if case.replays:
        start, offers = (
            replace(start, page=Page.REPLAYS, item=Item.REPLAYS),
            replace(offers, replays=REPLAYS),
        )
    for key in case.keys:
        typed = " " if key == "space" else key if len(key) == 1 else ""
        start, _ = press_at_start(start, offers, key, typed)
    wording = Wording(Language.load(case.language), glyphs_for(case.settings, unicode=case.unicode))
    return Frame(draw_start(start, offers, case.settings, wording, *case.size))


GAMES = tuple(Game(name, preset.players, preset.about) for name, preset in ALL_PRESETS.items())


def tell(name: str) -> GameTold:
    """Return what is told of a game."""
    return game_told(name, preset_rules(name, {}))


WRONG = text("The invite is cut short.")
REPLAYS = tuple(
    Replay(
        lines([text("{date}  Could not be read as a replay. {reason}",
                    date=f"2026-12-{day:02} 20:00", reason="…"), f"    {day}.durak"]),
        f"{day}.durak",
    )
    for day in range(28, 0, -1)
)  # fmt: skip


CLASSIC = preset_rules("classic", {"players": 4})
HERE = (Address("192.168.1.20", 7777),)
FOUND = Found(
    tuple(
        FoundTable(
            number,
            table_text(ListedTable(number, bytes(16), record, HERE)),
            record.guarded,
            record.same_version,
        )
        for number, record in enumerate(
            (
                Record("Anna", CLASSIC, 1, 4, guarded=True),
                Record("Boris", CLASSIC, 2, 4, guarded=False),
                Record("Vera", None, 0, 0, guarded=False, version=9),
            ),
            start=1,
        )
    )
)
NOTHING_FOUND = Found(said=hints())


@dataclass(frozen=True)
class StartCase:
    """The start screen after keys; ``replays``: on their page; ``found`` on the LAN."""

    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    settings: Settings = field(default_factory=Settings)
    language: str = "en"
    unicode: bool = True
    replays: bool = False
    styles: bool = False
    found: Found = FOUND


START_CASES = {
    "start-small": StartCase(SMALL),
    "start-normal": StartCase(NORMAL, styles=True),
    "start-wide": StartCase(WIDE, keys=("down", "down")),
    "start-tiny": StartCase(TINY),
    "start-russian-small": StartCase(SMALL, keys=("up",), language="ru"),
    "start-ascii": StartCase(NORMAL, unicode=False),
    "start-play-small": StartCase(SMALL, keys=("p", "right", "down", "right")),
    "start-host-russian": StartCase(NORMAL, keys=("р", "up", "home", "X"), language="ru"),
    "start-join-small": StartCase(SMALL, keys=("j", *"durak:abc", "enter")),
    "start-lan-small": StartCase(SMALL, keys=("l", "down")),
    "start-lan-russian": StartCase(NORMAL, keys=("l",), language="ru"),
    "start-lan-nothing-small": StartCase(SMALL, keys=("l",), found=NOTHING_FOUND),
    "start-lan-pin-small": StartCase(SMALL, keys=("l", "1", *"48x", "enter")),
    "start-settings-small": StartCase(SMALL, keys=("o", "down")),
    "start-games-small": StartCase(SMALL, keys=("g", "pagedown")),
    "start-game-small": StartCase(SMALL, keys=("g", "enter")),
    "start-game-russian": StartCase(NORMAL, keys=("g", "end", "enter"), language="ru"),
    "start-replays-small": StartCase(SMALL, keys=("down",) * 20, replays=True),
}

CASES = {
    "defence-small": Case(defence, SMALL),
    "defence-normal": Case(defence, NORMAL, styles=True),
    "defence-wide": Case(defence, WIDE),
    "defence-tiny": Case(defence, TINY),
    "defence-taking-russian": Case(defence, NORMAL, keys=("е",), language="ru"),
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
    "jokers-wide-russian": Case(jokers, WIDE, language="ru"),
    "jokers-small-russian": Case(jokers, SMALL, language="ru"),
    "czech-small": Case(czech, SMALL),
    "czech-normal": Case(czech, NORMAL),
    "czech-queen": Case(queen, NORMAL, keys=("enter",)),
    "over-normal": Case(over, NORMAL),
    "over-small": Case(over, SMALL),
    "making-normal": Case(making, NORMAL),
    "lobby-small": Case(lobby, SMALL),
    "lobby-normal": Case(lobby, NORMAL, styles=True),
    "lobby-wide": Case(lobby, WIDE),
    "lobby-russian-small": Case(lobby, SMALL, language="ru"),
    "lobby-leaving": Case(lobby, SMALL, keys=("q",)),
    "lobby-help": Case(lobby, NORMAL, keys=("h",)),
    "lobby-large-small": Case(large_lobby, SMALL),
    "lobby-full-small": Case(full_lobby, SMALL),
    "lobby-full-normal": Case(full_lobby, NORMAL, unicode=False),
    "lobby-looking": Case(looking, NORMAL),
    "watched-small": Case(watched, SMALL),
    "watched-normal": Case(watched, NORMAL, language="ru"),
    "watched-wide": Case(watched, WIDE),
    "watched-help": Case(watched, NORMAL, keys=("h",)),
    "help-normal": Case(defence, NORMAL, keys=("h",)),
    "help-russian": Case(defence, NORMAL, keys=("h",), language="ru"),
    "czech-help": Case(czech, NORMAL, keys=("h",)),
    "czech-help-russian": Case(czech, SMALL, keys=("р", "pagedown"), language="ru"),
    "log-small": Case(crowd, SMALL, keys=("l", "pageup")),
    "settings-normal": Case(defence, NORMAL, keys=("o", "down", "down")),
    "settings-small": Case(defence, SMALL, keys=("o", "up")),
}


ALL_CASES: Mapping[str, Case | StartCase] = {**CASES, **START_CASES}


def picture(case: Case | StartCase) -> Frame:
    return table_frame(case) if isinstance(case, Case) else start_frame(case)


def table_frame(case: Case) -> Frame:
    model = case.model(case.settings)
    selection = renewed(Selection(), None, model)
    for key in case.keys:
        typed = " " if key == " " else key if len(key) == 1 else ""
        selection = press(model, selection, case.settings, key, typed).selection
    glyphs = glyphs_for(case.settings, unicode=case.unicode)
    wording = Wording(Language.load(case.language), glyphs)
    return render(model, selection, case.settings, wording, *case.size)


def written(case: Case | StartCase) -> str:
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
    for name, case in ALL_CASES.items():
        (GOLDEN / f"{name}.txt").write_text(written(case), encoding="utf-8")


if __name__ == "__main__":
    main()

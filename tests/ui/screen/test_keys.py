"""What keys mean: pure, without any terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import Move, Verb
from durak_p2p.rules.shedding import Move as SheddingMove
from durak_p2p.rules.shedding import Verb as SheddingVerb
from durak_p2p.ui.language import Language
from durak_p2p.ui.layouts import command_key, latin
from durak_p2p.ui.screen.commands import COMMANDS, COMMON_ACTS, LOBBY_ACTS, belongs
from durak_p2p.ui.screen.facts import Facts, Lobby
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.keys import press
from durak_p2p.ui.screen.model import CARD_KEYS, Act, Role, TableModel
from durak_p2p.ui.screen.render import render
from durak_p2p.ui.screen.selection import (
    AccuseSeat,
    Action,
    Again,
    Leave,
    Make,
    Mode,
    Present,
    Pressed,
    Say,
    SeatComputer,
    Selection,
    Turn,
    UnseatComputer,
    renewed,
)
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import Settings
from tests.ui.screen.make_golden import (
    closing,
    czech,
    defence,
    lead,
    lobby,
    making,
    many_cards,
    over,
    queen,
    throwing,
    transfer,
    watched,
)
from tests.ui.screen.tables import Table

SETTINGS = Settings()
RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))


def pressed(model: TableModel, *keys: str, selection: Selection | None = None) -> Pressed:
    """Press keys one after the other; all but the last must do nothing."""
    result = Pressed(selection or renewed(Selection(), None, model))
    for key in keys:
        assert result.action is None, f"{result.action} before {key}"
        typed = key if len(key) == 1 else " " if key == "space" else ""
        result = press(model, result.selection, SETTINGS, key, typed)
    return result


def keys_of(text: str) -> Iterable[str]:
    return ("space" if character == " " else character for character in text)


def test_no_key_is_both_a_card_and_a_command() -> None:
    commands = {key for act, each in COMMANDS.items() if act not in LOBBY_ACTS for key in each.keys}
    assert not commands & set(CARD_KEYS.lower())
    assert len(set(CARD_KEYS)) == len(CARD_KEYS)


def test_commands_that_can_be_given_together_have_different_keys() -> None:
    never_together = (Act.DONE, Act.DRAW, Act.PASS, Act.CODE)
    lobby = [act for act in COMMANDS if act in LOBBY_ACTS | COMMON_ACTS]
    table = [act for act in COMMANDS if act not in LOBBY_ACTS]
    for together in (lobby, table):
        apart = [act for act in together if act not in never_together]
        keys = [key for act in apart for key in COMMANDS[act].keys]
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("act", Act)
def test_every_act_but_laying_has_a_key_that_does_something(act: Act) -> None:
    if act is Act.LAY:
        assert act not in COMMANDS
        return
    model = replace(defence(SETTINGS), hand=(), acts=(act,))
    before = Selection()
    result = pressed(model, COMMANDS[act].keys[0], selection=before)
    assert result.action is not None or result.selection != before
    leaves = [item for item in result.selection.menu if item.action == Leave()]
    assert bool(leaves) == (act is Act.LEAVE)
    assert result.action != Leave()


@pytest.mark.parametrize("act", COMMANDS)
def test_every_command_works_on_the_russian_layout(act: Act) -> None:
    for key in COMMANDS[act].keys:
        if len(key) == 1 and key.isalpha():
            assert command_key(RUSSIAN[key]) == key
            assert command_key(RUSSIAN[key].upper()) == key


def test_the_marks_of_the_russian_layout() -> None:
    assert command_key(".") == "/"  # the key of the slash
    assert command_key(",") == "?"  # with Shift
    assert command_key("Ж") == ":"
    assert latin("дуфв 6ы") == "lead 6s"


def test_a_card_without_a_mate_is_led_at_once() -> None:
    model = lead(SETTINGS)  # J♣ K♣ | 7♠ J♠ K♠ A♠
    assert pressed(model, "3").action == Make(Move(Verb.LEAD, ("7s",)))


def test_a_card_with_a_mate_is_picked_up_first() -> None:
    model = lead(SETTINGS)
    assert pressed(model, "1").selection.raised == ("Jc",)
    assert pressed(model, "1", "1").action == Make(Move(Verb.LEAD, ("Jc",)))
    assert pressed(model, "1", "enter").action == Make(Move(Verb.LEAD, ("Jc",)))
    assert pressed(model, "1", "4", "enter").action == Make(Move(Verb.LEAD, ("Jc", "Js")))
    assert pressed(model, "4", "1", "1").action == Make(Move(Verb.LEAD, ("Js", "Jc")))


def test_another_rank_takes_the_place_of_what_is_picked_up() -> None:
    model = lead(SETTINGS)
    assert pressed(model, "1", "2").selection.raised == ("Kc",)
    assert pressed(model, "1", "3").action == Make(Move(Verb.LEAD, ("7s",)))


def test_arrows_pick_up_and_put_back() -> None:
    model = lead(SETTINGS)
    assert pressed(model, "up").selection.raised == ("Jc",)
    assert pressed(model, "up", "right", "right", "right", "up").selection.raised == ("Jc", "Js")
    assert pressed(model, "up", "down").selection.raised == ()
    assert pressed(model, "up", "escape").selection.raised == ()


def test_the_cursor_goes_round() -> None:
    model = defence(SETTINGS)  # J♠ 10♥ Q♥ 10♣ | K♦ A♦; the ten of clubs beats nothing
    assert pressed(model).selection.cursor == "Js"
    assert pressed(model, "left").selection.cursor == "Ad"
    assert pressed(model, *["right"] * 3).selection.cursor == "Tc"
    assert pressed(model, *["tab"] * 3).selection.cursor == "Kd"
    assert pressed(model, "s-tab", "tab").selection.cursor == "Js"
    assert pressed(model, "end").selection.cursor == "Ad"
    assert pressed(model, "end", "home").selection.cursor == "Js"


@pytest.mark.parametrize("keys", [("5", "2"), ("5", "down", "enter"), ("5", "right", "enter")])
def test_a_choice_between_attack_cards(keys: tuple[str, ...]) -> None:
    assert pressed(defence(SETTINGS), *keys).action == Make(Move(Verb.BEAT, ("6s", "Kd")))


def test_a_choice_can_be_closed() -> None:
    result = pressed(defence(SETTINGS), "5", "escape")
    assert (result.selection.mode, result.action) == (Mode.TABLE, None)


def test_a_card_that_does_not_fit_is_put_to_the_rules() -> None:
    assert pressed(defence(SETTINGS), "4").action == Make(Move(Verb.BEAT, ("6h", "Tc")))


def test_throwing_in_and_passing() -> None:
    model = throwing(SETTINGS)
    assert pressed(model, "2").action == Make(Move(Verb.THROW, ("8h",)))
    for key in ("p", "space", "з", "P"):
        assert pressed(model, key).action == Make(Move(Verb.PASS))


def test_a_card_that_can_do_several_things_asks() -> None:
    model = transfer(SETTINGS)
    labels = [str(item.label) for item in pressed(model, "end", "enter").selection.menu]
    assert labels == ["beat Ac", "show it and keep it", "transfer with it"]
    assert pressed(model, "r").action == Make(Move(Verb.TRANSFER, ("Ad",)))
    assert pressed(model, "s").action == Make(Move(Verb.SHOW, ("Ad",)))


def test_what_can_be_beaten_is_offered_in_the_order_in_which_it_lies() -> None:
    model = defence(SETTINGS)
    attacks = ("Jd", "Js", "Jh")
    beats = tuple(Move(Verb.BEAT, (Card(attack), Card("Ah"))) for attack in sorted(attacks))
    held = replace(model.hand[0], card=Card("Ah"), key="1", moves=beats)
    model = replace(
        model, hand=(held,), legal=beats, pairs=tuple((Card(attack), None) for attack in attacks)
    )
    menu = pressed(model, "1").selection.menu
    order = (0, 2, 1)  # of those moves, as the cards lie: diamonds, spades, hearts
    assert [item.action for item in menu] == [Make(beats[place]) for place in order]


def test_taking_asks_where_something_better_can_be_done() -> None:
    model = defence(SETTINGS)
    assert pressed(model, "t").selection.mode is Mode.ASK
    assert pressed(model, "t", "n").action is None
    assert pressed(model, "t", "escape").action is None
    assert pressed(model, "t", "t").action == Make(Move(Verb.TAKE))
    quiet = Settings(confirm_take=False)
    assert press(model, Selection(), quiet, "t").action == Make(Move(Verb.TAKE))


def test_a_queen_asks_for_a_suit() -> None:
    model = queen(SETTINGS)
    queen_of_hearts = SheddingMove(SheddingVerb.PLAY, "Qh", "s")  # type: ignore[arg-type]
    assert pressed(model, "enter", "4").action == Make(queen_of_hearts)
    assert pressed(model, "enter", "s").action == Make(queen_of_hearts)
    assert pressed(model, "enter", "ы").action == Make(queen_of_hearts)


def test_cheating_is_a_key_of_its_own_and_holds_for_one_card() -> None:
    model = closing(SETTINGS)
    assert not model.legal or Act.CHEAT in model.acts
    on = pressed(model, "c").selection
    assert on.cheating
    assert not pressed(model, "c", selection=on).selection.cheating
    assert not renewed(on, model, defence(SETTINGS)).cheating


def test_whom_to_accuse() -> None:
    model = closing(SETTINGS)
    assert pressed(model, "a", "2").action == AccuseSeat(2)
    assert pressed(model, *keys_of(":accuse boris"), "enter").action == AccuseSeat(1)
    assert pressed(model, *keys_of(":accuse nobody"), "enter").selection.notice is not None


@pytest.mark.parametrize(
    "line", ["beat 6h 10h", "BEAT 6H th", "/".join(["beat 6h Th"]), "иуфе 6р 10р", "бью 6ч 10ч"]
)
def test_typed_moves(line: str) -> None:
    action = pressed(defence(SETTINGS), ":", *keys_of(line), "enter").action
    assert action == Make(Move(Verb.BEAT, ("6h", "Th")))


def test_a_card_typed_alone_is_the_move_that_lays_it() -> None:
    model = defence(SETTINGS)
    for move in model.legal:
        if len(move.cards) != 2:
            continue
        card = move.cards[1]
        action = pressed(model, ":", *keys_of(card), "enter").action
        ways = [other for other in model.legal if card in other.cards[-1:]]
        assert action == (Make(move) if len(ways) == 1 else None)


def test_typed_nonsense_says_so() -> None:
    result = pressed(defence(SETTINGS), "/", *keys_of("frobnicate"), "enter")
    assert result.action is None
    assert "frobnicate" in (result.selection.notice or "")


def test_a_line_is_edited() -> None:
    typed = (*keys_of(":beet"), "left", "backspace", "a", "end", *keys_of(" 6h 9"), "backspace")
    assert pressed(defence(SETTINGS), *typed).selection.line == "beat 6h "
    assert pressed(defence(SETTINGS), *typed, "c-w").selection.line == "beat "
    assert pressed(defence(SETTINGS), *typed, "c-u").selection.line == ""
    assert pressed(defence(SETTINGS), *typed, "escape").selection.mode is Mode.TABLE


def test_a_line_takes_no_control_characters_and_has_an_end() -> None:
    model = lobby(SETTINGS)
    opened = pressed(model, "m").selection
    pasted = press(model, opened, SETTINGS, "paste", "a\x1b[31m\nb" + "c" * 1000).selection
    assert pasted.line.startswith("a?[31m b")
    assert len(pasted.line) == 200


def test_in_chat_text_is_text() -> None:
    model = lobby(SETTINGS)
    assert pressed(model, "m", *keys_of("quit, 1 t, кто ты?"), "enter").action == Say(
        "quit, 1 t, кто ты?"
    )
    assert pressed(model, "ь", "enter").action is None


def test_a_host_seats_computer_players_while_there_are_free_seats() -> None:
    model = lobby(SETTINGS)
    typed = keys_of(":computer")
    for keys in (("c",), ("с",), (*typed, "enter"), (*keys_of(":комп"), "enter")):
        assert pressed(model, *keys).action == SeatComputer()
    assert pressed(model, "x").action is None  # there is none to be sent away
    with_one = replace(model, acts=(*model.acts, Act.NO_COMPUTER))
    for keys in (("x",), (*keys_of(":computer off"), "enter")):
        assert pressed(with_one, *keys).action == UnseatComputer()


def test_who_is_out_is_asked_without_a_warning_whether_to_leave() -> None:
    model = defence(SETTINGS)
    assert pressed(model, "q").selection.question.startswith("Who leaves with cards in hand")
    seats = [replace(seat, roles=(Role.OUT,)) if seat.own else seat for seat in model.seats]
    out = replace(model, seats=tuple(seats))
    assert pressed(out, "q").selection.question == "Leave the table?"
    assert pressed(out, "q", "y").action == Leave()


def test_leaving_in_a_deal_asks_and_elsewhere_not() -> None:
    assert pressed(making(SETTINGS), "q").action == Leave()
    assert pressed(over(SETTINGS), "q").action == Leave()
    model = defence(SETTINGS)
    for keys in (("q", "q"), ("c-c", "c-c"), ("c-d", "y"), ("q", "left", "enter"),
                 ("h", "c-c", "c-c")):  # fmt: skip
        assert pressed(model, *keys).action == Leave()
    for keys in (("q", "n"), ("q", "escape")):
        assert pressed(model, *keys).action is None
    typed = pressed(model, *keys_of(":quit"), "enter")
    assert typed.action is None
    assert typed.selection.mode is Mode.ASK


@pytest.mark.parametrize("key", ["t", "q"])
def test_a_slip_at_a_question_loses_nothing(key: str) -> None:
    """Enter gives the marked answer, at first the one under which nothing is done."""
    model = defence(SETTINGS)
    for slip in ("enter", "escape", "backspace", "w", "ш", "7"):
        result = pressed(model, key, slip)
        assert (result.selection.mode, result.action) == (Mode.TABLE, None)
    result = pressed(model, key, "space")
    assert (result.selection.mode, result.action) == (Mode.ASK, None)


@pytest.mark.parametrize(("key", "action"), [("t", Make(Move(Verb.TAKE))), ("q", Leave())])
def test_questions_are_answered_by_meaning_in_both_alphabets(key: str, action: Action) -> None:
    model = defence(SETTINGS)
    for yes in "yYдД":
        assert pressed(model, key, yes).action == action
    for no in "nNнНтТ":  # "т" is on the key of the N, "н" on that of the Y
        result = pressed(model, key, no)
        assert (result.selection.mode, result.action) == (Mode.TABLE, None)


def test_again() -> None:
    assert pressed(over(SETTINGS), "n").action == Again()


def test_a_command_that_cannot_be_given_now_says_so() -> None:
    for key, notice in (
        ("p", "Not now: pass."),
        ("n", "Not now: again."),
        ("x", "Not in this game: exchange."),
        ("d", "Not in this game: done."),
    ):
        result = pressed(defence(SETTINGS), key)
        assert (result.action, result.selection.notice) == (None, notice)
    assert pressed(czech(SETTINGS), "d").selection.notice == "Not now: draw."


def test_a_command_belongs_to_the_lobby_or_to_the_table_or_to_both() -> None:
    in_lobby = {act for act in COMMANDS if belongs(act, lobby(SETTINGS))}
    at_table = {act for act in COMMANDS if belongs(act, defence(SETTINGS))}
    assert in_lobby == LOBBY_ACTS | COMMON_ACTS
    assert at_table == COMMANDS.keys() - LOBBY_ACTS
    watching = watched(SETTINGS)
    assert {act for act in COMMANDS if belongs(act, watching)} == set(watching.acts)
    again = replace(lobby(SETTINGS), acts=(Act.AGAIN,))  # the first match has not come about
    assert belongs(Act.AGAIN, again)


@pytest.mark.parametrize("key", ["enter", "space", "t", "1"])
def test_in_the_lobby_nothing_is_said_of_keys_of_the_table(key: str) -> None:
    assert pressed(lobby(SETTINGS), key).selection.notice is None


@pytest.mark.parametrize("key", ["1", "6", "enter", "space", "tab", "right", "home", "t"])
def test_after_the_match_no_card_is_marked_or_laid(key: str) -> None:
    table = Table.begin("classic", 3, players=3).play_until(lambda v: len(v.hand) > 2)
    table.facts = replace(table.facts, ended=True)
    for model in (over(SETTINGS), table.model(asked=False)):
        result = pressed(model, key)
        assert (result.action, result.selection.notice) == (None, None)
        assert result.selection.cursor is None


def test_pages_open_scroll_and_close() -> None:
    model = defence(SETTINGS)
    assert pressed(model, "l", "up", "up").selection.scroll == 2
    assert pressed(model, "l", "down").selection.scroll == 0
    assert pressed(model, "h", "down").selection.scroll == 1
    assert pressed(model, "h", "x").selection.mode is Mode.TABLE
    assert pressed(model, "o", "right").action == Turn("language", 1)
    assert pressed(model, "o", "down", "left").action == Turn("theme", -1)


def test_a_large_hand_has_keys_with_shift() -> None:
    model = many_cards(SETTINGS)
    keys = [held.key for held in model.hand]
    assert len(set(keys)) == len(keys)
    assert "B" in keys
    assert all(keys)


def test_a_new_turn_closes_what_is_out_of_date() -> None:
    model = defence(SETTINGS)
    open_menu = pressed(model, "5").selection
    assert renewed(open_menu, model, model).mode is Mode.MENU
    assert renewed(open_menu, model, lead(SETTINGS)).mode is Mode.TABLE
    raised = pressed(lead(SETTINGS), "1").selection
    assert renewed(raised, lead(SETTINGS), model).raised == ()
    typing = pressed(model, ":", "b").selection
    assert renewed(typing, model, lead(SETTINGS)).line == "b"
    leaving = pressed(model, "q").selection
    assert renewed(leaving, model, lead(SETTINGS)).mode is Mode.ASK


def test_who_watches_can_only_look_and_leave() -> None:
    model = watched(SETTINGS)
    assert not model.hand
    assert model.acts == (Act.LOG, Act.OPTIONS, Act.HELP, Act.LEAVE)
    assert pressed(model, "q").action == Leave()  # nobody loses by it
    assert pressed(model, "c-c").action == Leave()
    for key in ("a", "c", "t", "m", "1", "enter"):
        result = pressed(model, key)
        assert (result.action, result.selection.notice) == (None, None)
    for line in ("lead 6h", "accuse Boris", "cheat take", "say hello"):
        typed = pressed(model, ":", *keys_of(line), "enter")
        assert typed.action is None
        assert typed.selection.notice == "You watch, without a seat."


def test_in_a_deal_a_host_types_what_shows_its_invite_for_who_wants_to_watch() -> None:
    table = Table.begin()
    assert pressed(table.model(), *keys_of(":invite"), "enter").action is None  # it has none
    table.facts = replace(table.facts, can_invite=True)
    model = table.model()
    assert not LOBBY_ACTS & set(model.acts)  # keys are for cards
    for typed, act in (("invite", Act.INVITE), ("приглашение", Act.INVITE), ("qr", Act.QR)):
        assert pressed(model, ":", *keys_of(typed), "enter").action == Present(act)


def test_while_the_table_is_looked_for_nobody_can_be_talked_to() -> None:
    facts = Facts(lobby=Lobby(), can_chat=True)
    model = table_model(None, facts, SETTINGS)
    assert Act.CHAT not in model.acts
    assert pressed(model, "m").selection.mode is Mode.TABLE
    assert pressed(model, *keys_of(":say hello"), "enter").action is None
    found = replace(facts, lobby=Lobby(names=("Anna", "Boris"), own=1))
    assert pressed(table_model(None, found, SETTINGS), "m", *keys_of("hi"), "enter").action == Say(
        "hi"
    )


@pytest.mark.parametrize("line", ["cheat", "accuse", "take 6h", "9d 9d 9d", "6h lead", "x"])
def test_half_a_line_is_no_move(line: str) -> None:
    for model in (defence(SETTINGS), closing(SETTINGS)):
        typed = pressed(model, ":", *keys_of(line), "enter")
        assert typed.action is None
        assert typed.selection.notice


def test_a_notice_goes_when_it_is_not_so_any_more() -> None:
    waiting = replace(defence(SETTINGS), asked=False, legal=(), acts=(Act.LOG, Act.LEAVE))
    told = pressed(waiting, "t", selection=Selection()).selection
    assert told.notice == "Not now: take."
    assert renewed(told, waiting, replace(waiting, stock=3)).notice == told.notice
    can = replace(waiting, acts=(Act.TAKE, *waiting.acts))
    assert renewed(told, waiting, can).notice is None
    spoken = Selection().saying("Boris says: hello")
    finished = over(SETTINGS)
    for selection, now, kept in (
        (told, finished, False), (spoken, finished, False), (spoken, can, True),
    ):  # fmt: skip
        assert (renewed(selection, waiting, now).notice is not None) == kept


def test_a_notice_in_the_lobby_goes_when_somebody_comes() -> None:
    here = lobby(SETTINGS)
    assert here.lobby is not None
    told = Selection().saying("Looking for the guest.")
    assert renewed(told, here, replace(here, headline=here.headline)).notice == told.notice
    chairs = (*here.lobby.chairs[:2], replace(here.lobby.chairs[2], name="Vera"))
    came = replace(here, lobby=replace(here.lobby, chairs=chairs))
    assert renewed(told, here, came).notice is None


@pytest.mark.parametrize(
    ("model_of", "waits"), [(defence, True), (watched, False), (lobby, False), (over, False)]
)
def test_the_help_says_that_a_seat_waits_only_where_one_does(
    model_of: Callable[[Settings], TableModel], waits: bool
) -> None:
    model = replace(model_of(SETTINGS), keeps_seat=waits or model_of is not watched)
    wording = Wording(Language(), glyphs_for(SETTINGS))
    frame = render(model, Selection(mode=Mode.HELP), SETTINGS, wording, 80, 60)
    rows = ["".join(text for _, text in line) for line in frame.lines]
    row = next(row for row in rows if "Ctrl-C" in row)
    assert ("your seat waits" in row) == waits
    assert (("watch no longer" if model.watches else "leave the table") in row) != waits


def test_who_is_accused_can_be_chosen_while_others_play() -> None:
    model = closing(SETTINGS)
    asking = pressed(model, "a").selection
    others = replace(model, asked=False, legal=(), stock=1)
    assert renewed(asking, model, others).menu == asking.menu
    over_now = replace(others, acts=(Act.LOG, Act.LEAVE))
    assert renewed(asking, others, over_now).mode is Mode.TABLE
    choosing = pressed(defence(SETTINGS), "5").selection
    assert choosing.mode is Mode.MENU
    waiting = replace(defence(SETTINGS), asked=False, legal=())
    assert renewed(choosing, defence(SETTINGS), waiting).mode is Mode.TABLE

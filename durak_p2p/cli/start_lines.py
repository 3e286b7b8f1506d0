"""The start in lines: what can be chosen by number, and the questions before."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from durak_p2p.cli.speaking import own_language, say
from durak_p2p.texts import Text, listed, text
from durak_p2p.ui.layouts import command_key
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.screen.start_model import Offers, Page, Start
from durak_p2p.ui.start import DEALS, ENTRIES, Chosen, Item, TableForm
from durak_p2p.ui.typed_numbers import typed_number


class InLines:
    """Asks for an item, and then for what its command has to know."""

    def choose(self, offers: Offers, start: Start) -> tuple[Chosen, Start]:
        """Return what the person chooses; the end of the input leaves."""
        if start.notice is not None:
            say(start.notice)
            start = replace(start, notice=None)
        try:
            if start.page is Page.REPLAYS:
                return _replay(offers, start)
            return _item(offers, start)
        except EOFError:
            return Chosen(Item.QUIT), start


def _item(offers: Offers, start: Start) -> tuple[Chosen, Start]:
    say(text("What shall it be?"))
    for number, item in enumerate(offers.items, start=1):
        say(listed([f"{number:>2} ", ENTRIES[item].label], " "))
    picked = _picked(offers.items, _asked(text("Number (q: leave):")))
    match picked:
        case Item.PLAY | Item.HOST:
            form = _filled(start.form)
            return Chosen(picked, form.arguments()), replace(start, form=form)
        case Item.JOIN:
            typed = "".join(_asked(text("Invite (durak:...) or address:")).split())
            mistake = offers.mistake(typed)
            if mistake is not None:
                say(mistake)
                return _item(offers, start)
            return Chosen(picked, (typed, f"--name={start.form.name}")), start
        case Item.SETTINGS:
            return _setting(start)
        case None:
            say(text("There is no such number."))
            return _item(offers, start)
        case _:
            return Chosen(picked), start


def _picked(items: Sequence[Item], typed: str) -> Item | None:
    """Return the item that a number or a letter means, or None."""
    if typed.isdecimal():
        place = typed_number(typed, len(items))
        return items[place - 1] if place else None
    key = command_key(typed[:1])
    return next((item for item in items if ENTRIES[item].key == key), None)


def _filled(form: TableForm) -> TableForm:
    """Ask for the game, and how many play how long; an empty line leaves it as it is."""
    for number, game in enumerate(form.games, start=1):
        say(listed([f"{number:>2}  {game.name}:", game.about], " "))
    names = [game.name for game in form.games]
    form = form.with_game(_which(text("Game [{usual}]:", usual=names[form.game]), names, form.game))
    numbers = list(map(str, form.chosen.players))
    if len(numbers) > 1:
        question = text("Players, {numbers} [{usual}]:", numbers=", ".join(numbers),
                        usual=numbers[form.players])  # fmt: skip
        form = replace(form, players=_which(question, numbers, form.players, by_place=False))
    deals = list(map(str, DEALS))
    question = text(
        "Deals, {numbers} [{usual}]:", numbers=", ".join(deals), usual=deals[form.deals]
    )
    return replace(form, deals=_which(question, deals, form.deals, by_place=False))


def _which(question: Text, words: Sequence[str], usual: int, *, by_place: bool = True) -> int:
    """Ask for one of *words*, by itself or by its place; return its place."""
    while True:
        typed = _asked(question).casefold()
        if not typed:
            return usual
        if typed in words:
            return words.index(typed)
        if by_place and (place := typed_number(typed, len(words))):
            return place - 1
        say(text("There is no such one."))


def _setting(start: Start) -> tuple[Chosen, Start]:
    typed = _asked(text("Setting and value, such as `language ru` (Enter: show all):")).split()
    return Chosen(Item.SETTINGS, tuple(typed[:2])), start


def _replay(offers: Offers, start: Start) -> tuple[Chosen, Start]:
    # The newest, which is the first, stands where it can be seen: right above the question.
    for number, replay in reversed(list(enumerate(offers.replays, start=1))):
        say(listed([f"{number:>2} ", replay.told], " "))
    typed = _asked(text("Number of a replay (Enter: back):"))
    if place := typed_number(typed, len(offers.replays)):
        return Chosen(Item.REPLAYS, (offers.replays[place - 1].path,)), start
    return InLines().choose(offers, replace(start, page=Page.MENU))


def _asked(question: Text) -> str:
    """Ask, and return the line that is typed.  Raises ``EOFError`` where there is none."""
    click.echo(f"{plain_text(own_language().say(question))} ", nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()

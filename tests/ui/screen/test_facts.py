"""What the screen knows of a table from its news."""

from __future__ import annotations

from dataclasses import replace

import pytest

from durak_p2p.table.keeping import Restored
from durak_p2p.table.news import AskedNews, News, WantsAgainNews
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.facts import Facts, after
from durak_p2p.ui.screen.model import Act
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.settings import Settings
from tests.table.seats import Seat, Seats


class Told:
    """Facts as one piece of news after the other makes them."""

    def __init__(self, own: bytes) -> None:
        self.facts = Facts(own=own)

    def tell(self, news: News) -> None:
        self.facts = after(self.facts, news, 0.0)


@pytest.mark.parametrize(("game", "deck"), [("classic", 24), ("czech", 36)])
@pytest.mark.parametrize("unwritten", [0, 1])
def test_who_comes_back_finds_in_the_log_what_happened_in_the_deal_as_it_was_told_then(
    game: str, deck: int, unwritten: int
) -> None:
    """*unwritten* of our entries are in our journal alone."""
    seats = Seats(2, game=game, deck=deck)
    key = seats.setup.players[0].key
    before = Told(key)
    seats.all[0] = Seat(seats, 0, tell=before.tell)
    player = seats.all[0].match.player
    for step in range(12, 60):
        seats.play(step)
        if player.log.missing() == {player.author}:
            break
    entries = tuple(player.log.entries())
    assert seats.all[0].write()
    whole = tuple(player.log.entries())
    own = tuple(signed for signed in whole if signed.entry.author == player.author)
    kept = entries if unwritten else whole
    again = Told(key)
    Seat(seats, 0, Restored((), seats.setup, player.secrets, kept, own, None), tell=again.tell)
    assert len(before.facts.log) > 3
    assert again.facts.log == before.facts.log
    assert again.facts.names == before.facts.names
    assert again.facts.made == before.facts.made == {}


def test_when_the_match_ends_while_the_deck_is_made_nothing_is_made_any_more() -> None:
    seats = Seats(2)
    told = Told(seats.setup.players[0].key)
    seats.all[0] = Seat(seats, 0, tell=told.tell)
    seats.play(2)
    assert {one.steps for one in told.facts.making} == {2}
    assert replace(told.facts, ended=True).making == ()


def test_who_must_agree_to_play_on_is_waited_for_until_it_does() -> None:
    seats = Seats(2)
    told = Told(seats.setup.players[0].key)
    seats.all[0] = Seat(seats, 0, tell=told.tell)
    _, other = seats.setup.names
    told.tell(AskedNews((other,)))
    assert seats.all[0].write()  # our answer
    assert headline(told) == f"Waiting for {other} to answer, too."
    seats.play(1)
    assert headline(told).startswith("The deck is being made")


def headline(told: Told) -> str:
    return Language().say(table_model(None, told.facts, Settings()).headline)


def test_who_wants_another_match_is_told_where_the_match_is_over() -> None:
    facts = Facts(own=b"", ended=True)
    for name, headline in (
        ("Boris", "The match is over; Boris wants another one."),
        ("Vera", "The match is over; Boris, Vera want another one."),
    ):
        facts = after(facts, WantsAgainNews(name), 0.0)
        assert str(table_model(None, facts, Settings()).headline) == headline
        assert facts.log[-1] == f"{name} wants another match."


def test_who_looks_at_a_deal_that_is_over_is_told_that_the_next_one_waits() -> None:
    held = Facts(own=b"", held=True)
    for awaited, headline in (
        (False, "The deal is over; Enter shows the next one."),
        (True, "It is your turn in the next deal; Enter shows it."),
    ):
        model = table_model(None, replace(held, awaited=awaited), Settings())
        assert (model.headline, Act.NEXT in model.acts) == (headline, True)

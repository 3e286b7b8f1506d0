"""Who is there, away, back or gone, as the players of a match are told."""

from __future__ import annotations

from durak_p2p import limits
from durak_p2p.game import Setup, SetupPlayer
from durak_p2p.rules import rules_for
from durak_p2p.table.keeping import Restored
from durak_p2p.table.news import AwayNews, BackNews, LeftNews, News
from durak_p2p.table.presence import Presence
from tests.table.seats import Seat, Seats

FIRST_MOVE = 12


def told(seat: Seat) -> list[AwayNews | BackNews | LeftNews]:
    return [news for news in seat.news if isinstance(news, AwayNews | BackNews | LeftNews)]


def names(seats: Seats, *numbers: int) -> list[str]:
    return [seats.setup.players[number].name for number in numbers]


def back_at_the_table(seats: Seats, number: int) -> Seat:
    """Return who was killed, and has come back to what it had, with no link to anybody."""
    seat = seats.all[number]
    entries = tuple(seat.match.log.entries())
    author = seat.match.player.author
    own = tuple(signed for signed in entries if signed.entry.author == author)
    secrets = seat.match.player.secrets
    again = Seat(seats, number, Restored((), seats.setup, secrets, entries, own, None))
    seats.all[number] = again
    return again


def look(seats: Seats, seat: Seat, seconds: float) -> None:
    seat.match.tick(seats.now)
    seats.wait(seconds)
    seat.match.tick(seats.now)


def test_of_whom_nothing_is_known_since_we_came_back_is_told_away_with_what_is_left() -> None:
    seats = Seats(3)
    seats.play(FIRST_MOVE)
    again = back_at_the_table(seats, 0)
    look(seats, again, limits.UNHEARD - 1)
    assert told(again) == []
    look(seats, again, 1)
    left = seats.setup.patience - int(limits.UNHEARD)
    by_key = sorted((seats.setup.players[n].key, seats.setup.players[n].name) for n in (1, 2))
    assert told(again) == [AwayNews(name, left) for _, name in by_key]
    look(seats, again, 1)
    assert len(told(again)) == 2


def test_who_has_a_link_or_writes_after_we_came_back_is_not_told_away() -> None:
    seats = Seats(3)
    seats.play(FIRST_MOVE)
    again = back_at_the_table(seats, 0)
    again.match.joined(seats.all[1].match.key, seats.now)
    seats.play(FIRST_MOVE + 6)  # 2 is heard of by way of others
    authors = {signed.entry.author for signed in again.match.log.entries(FIRST_MOVE + 1)}
    assert 2 in authors
    look(seats, again, limits.UNHEARD)
    assert told(again) == []


def test_who_sits_down_and_is_heard_of_by_way_of_others_is_there() -> None:
    seats = Seats(3)
    for number in range(3):
        seats.all[number] = Seat(seats, number)  # without links
    seats.play(FIRST_MOVE)
    look(seats, seats.all[0], limits.UNHEARD)
    assert told(seats.all[0]) == []


def test_what_was_written_before_the_link_was_lost_does_not_show_that_somebody_is_back() -> None:
    seats = Seats(3)
    seats.play(FIRST_MOVE)
    (mover,) = seats.all[0].match.log.missing()
    teller = (mover + 1) % 3
    seats.all[teller].there = False  # it is told nothing of the next entry
    seats.play(FIRST_MOVE + 1)
    seats.part(mover)
    seats.join(teller)
    assert seats.all[teller].match.log.step == FIRST_MOVE + 1
    assert told(seats.all[teller]) == [AwayNews(*names(seats, mover), seats.setup.patience)]
    seats.join(mover)
    seats.play(FIRST_MOVE + 12)
    assert told(seats.all[teller])[1:] == [BackNews(*names(seats, mover))]


def test_only_an_entry_for_a_later_step_than_the_one_at_the_loss_shows_that_somebody_is_back() -> (
    None
):
    seats, news = Seats(2), list[News]()
    own, key = (player.key for player in seats.setup.players)
    presence = Presence(seats.setup.players, own, 60, 0.0, news.append, (1, -1))
    presence.joined(key, 1.0)
    presence.lost(key, 2.0, (1, 5))
    presence.heard(key, 3.0, (1, 5))
    assert news == [AwayNews(*names(seats, 1), 60)]
    assert presence.away_for(key, 4.0) == 2.0
    presence.heard(key, 5.0, (1, 6))
    assert news[1:] == [BackNews(*names(seats, 1))]
    assert presence.away_for(key, 6.0) == 1.0


def test_nor_does_what_somebody_brings_that_had_it_when_it_came() -> None:
    """The teller had missed two entries of one who was killed; the carrier has them on its disk."""
    seats, dead, teller, carrier = two_entries_ahead()
    seats.all[dead].there = False
    seats.all[teller].there = True
    before = len(told(seats.all[teller]))
    seats.all[teller].match.joined(seats.all[carrier].match.key, seats.now)
    seats.join(teller)
    assert seats.all[teller].match.log.step == seats.all[carrier].match.log.step
    assert told(seats.all[teller])[before:] == [BackNews(*names(seats, carrier))]


def two_entries_ahead() -> tuple[Seats, int, int, int]:
    """A table where one has lost both others, who have gone on: who of them has written later
    than the step that it waited for, who it is, and the third."""
    seats = Seats(3)
    for _ in range(200):
        teller = 0
        here = seats.all[0].match.log.step
        if here > FIRST_MOVE and not seats.all[0].match.log.missing() & {0}:
            seats.part(teller)
            seats.play(but=[teller])
            for carrier, dead in ((1, 2), (2, 1)):
                later = seats.all[carrier].match.log.entries(here + 1)
                if any(signed.entry.author == dead for signed in later):
                    return seats, dead, teller, carrier
            seats.join(teller)
            for other in (1, 2):
                seats.all[0].match.joined(seats.all[other].match.key, seats.now)
            for seat in seats.all:
                seat.news.clear()
        seats.play(here + 1)
    raise AssertionError("nobody writes twice")


def test_who_is_gone_is_no_news_any_more() -> None:
    seats = Seats(3)
    seats.play(FIRST_MOVE)
    while len(missing := seats.all[0].match.log.missing()) != 1:
        seats.play(seats.all[0].match.log.step + 1)
    (late,) = missing
    here, there = (number for number in range(3) if number != late)
    seats.part(late)
    seats.wait(seats.setup.patience)
    for number in (here, there):
        seats.all[number].match.tick(seats.now)
        seats.deliver()
    seats.play()
    assert seats.all[here].match.log.state.departed
    seat = seats.all[here]
    before = told(seat)
    assert before == [AwayNews(*names(seats, late), seats.setup.patience)]
    came = seats.all[late].match.key
    seat.match.joined(came, seats.now)
    seat.match.lost(came, seats.now)
    seats.go_on(here)  # to the next deal, in which it has no seat
    seat.match.joined(came, seats.now)
    seat.match.lost(came, seats.now)
    seat.match.presence.leave(came)
    assert told(seat) == before


def test_whose_namesake_is_gone_is_called_otherwise_in_the_next_deal() -> None:
    keys = [bytes([place]) * 32 for place in range(3)]
    players = [SetupPlayer(key, "Anna", bytes(16)) for key in keys]
    news = list[News]()
    presence = Presence(players, keys[2], 60, 0.0, news.append, (1, -1))
    presence.joined(keys[1], 0.0)
    presence.lost(keys[1], 1.0, (1, 5))
    rules = rules_for("classic", players=2)
    left = Setup(bytes(16), 2, 3, bytes(31) + b"x", rules, tuple(players[1:]), dealer=0)
    presence.begin_deal(left, 11.0)
    presence.joined(keys[1], 12.0)
    assert news == [AwayNews("Anna (2)", 60), AwayNews("Anna", 50), BackNews("Anna")]

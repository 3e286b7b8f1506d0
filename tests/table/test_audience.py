"""Who watches, as the players of a table are told."""

from __future__ import annotations

import pytest

from durak_p2p import limits
from durak_p2p.table.audience import AudienceList
from durak_p2p.table.messages import Audience, Spectator
from durak_p2p.table.news import News, UnwatchedNews, WatchedNews

ANNA, BORIS = b"anna", b"boris"
GENA = Spectator(b"gena", "Gena")
WATCHED, UNWATCHED = WatchedNews("Gena"), UnwatchedNews("Gena")


@pytest.fixture
def news() -> list[News]:
    return []


@pytest.fixture
def audience(news: list[News]) -> AudienceList:
    return AudienceList(news.append)


def test_who_watches_at_several_has_stopped_when_the_last_of_them_says_so(
    news: list[News], audience: AudienceList
) -> None:
    audience.come(GENA.key, GENA.player)
    for player in (ANNA, BORIS):
        audience.hear(Audience((GENA,)), player, 1.0)
    audience.hear(Audience(()), ANNA, 2.0)
    assert audience.go(GENA.key, 3.0)
    audience.look(99.0)
    assert news == [WATCHED]
    for _ in range(2):
        audience.hear(Audience(()), BORIS, 100.0)
    audience.look(99.0 + limits.UNWATCHED)
    assert news == [WATCHED]
    for _ in range(2):
        audience.look(100.0 + limits.UNWATCHED)
    assert news == [WATCHED, UNWATCHED]


def test_a_player_whose_link_is_lost_tells_neither_that_somebody_watches_nor_that_it_has_stopped(
    news: list[News], audience: AudienceList
) -> None:
    audience.hear(Audience((GENA,)), ANNA, 1.0)
    audience.hear(Audience((GENA,)), BORIS, 1.0)
    audience.lost(ANNA, 2.0)
    audience.look(99.0)
    assert news == [WATCHED]
    audience.hear(Audience(()), BORIS, 100.0)
    audience.look(200.0)
    assert news == [WATCHED, UNWATCHED]


def test_coming_and_going_is_told_a_few_times_and_ends_with_that_somebody_watches(
    news: list[News], audience: AudienceList
) -> None:
    for minute in range(10):
        audience.come(GENA.key, GENA.player)
        audience.go(GENA.key, minute * 60.0)
        audience.look(minute * 60.0 + 59.0)
    assert news == [WATCHED, UNWATCHED] * (limits.SPECTATOR_TOLD - 1) + [WATCHED]


def test_whose_link_breaks_and_comes_again_has_not_stopped(
    news: list[News], audience: AudienceList
) -> None:
    audience.come(GENA.key, GENA.player)
    audience.go(GENA.key, 1.0)
    audience.come(GENA.key, GENA.player)
    audience.look(99.0)
    assert news == [WATCHED]


def test_when_we_go_nobody_stops_watching(news: list[News], audience: AudienceList) -> None:
    audience.come(GENA.key, GENA.player)
    audience.over = True
    audience.go(GENA.key, 1.0)
    audience.look(99.0)
    assert news == [WATCHED]


def test_who_was_told_of_by_a_player_alone_is_forgotten_with_its_link_unless_it_comes_back(
    news: list[News], audience: AudienceList
) -> None:
    audience.hear(Audience((GENA,)), ANNA, 1.0)
    audience.lost(ANNA, 2.0)
    audience.look(2.0 + limits.UNWATCHED / 2)
    audience.hear(Audience((GENA,)), ANNA, 3.0)  # a link may break for a moment
    audience.look(99.0)
    assert news == [WATCHED]
    audience.lost(ANNA, 100.0)
    audience.look(100.0 + limits.UNWATCHED)
    assert news == [WATCHED, UNWATCHED]

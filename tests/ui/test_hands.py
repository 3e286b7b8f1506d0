"""What comes into the own hand, told from the news."""

from __future__ import annotations

import pytest

from durak_p2p.cards import Card
from durak_p2p.game import CardsDealt, Log
from durak_p2p.rules.family import preset_rules, view_of
from durak_p2p.table.news import DealNews
from durak_p2p.ui.hands import Hands
from tests.game.tables import Table, first_setup


@pytest.mark.parametrize(
    ("preset", "players"), [("classic", 3), ("cheaters", 3), ("czech", 2)], ids=str
)
def test_each_card_that_is_drawn_is_told_and_the_hand_if_it_is_not_our_turn(
    preset: str, players: int
) -> None:
    options = {} if preset == "czech" else {"players": players}
    at = Table(first_setup(preset_rules(preset, options), preset), preset).play()
    assert at.log.state.opened is not None
    deck = dict(enumerate(at.log.state.opened))
    faces: dict[int, Card] = {}  # of our cards, once they are dealt
    log, own = Log(at.log.setup), 0
    hands = Hands(lambda: view_of(log.state.deal, own, faces) if log.state.deal else None, "suit")
    held: set[int] = set()
    drawn_told = 0
    for signed in at.record().entries:
        for event in log.receive(signed):
            deal = log.state.deal
            if isinstance(event, CardsDealt) and deal is not None:
                faces.update((position, deck[position]) for position in deal.hands[own])
            told = hands.after(DealNews(log, event), own, None)
            now = set(deal.hands[own]) & set(faces) if deal is not None else set()
            drawn: set[Card] = {faces[position] for position in now - held}
            sentences = [sentence.removesuffix(".") for sentence in told]
            if isinstance(event, CardsDealt) and event.counts[own] and held:
                drawn_told += 1
                assert sentences[0].startswith("You draw ")
                assert set(sentences[0].removeprefix("You draw ").split()) == drawn
                del sentences[0]
            assert deal is not None or not told
            if sentences:
                assert sentences[0].startswith("Your hand: ")
                assert len(sentences) == 1
                assert deal is not None
                assert deal.word != own
            held = now
    assert drawn_told


def test_who_looks_on_has_no_hand() -> None:
    at = Table(first_setup(preset_rules("classic", {}), "looks on"), "looks on").play()
    log, hands = Log(at.log.setup), Hands(lambda: None, "suit")
    for signed in at.record().entries:
        for event in log.receive(signed):
            assert hands.after(DealNews(log, event), None, None) == []

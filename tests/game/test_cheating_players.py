"""Players that cheat and accuse, and whole deals of them."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.cli.telling import news_json
from durak_p2p.game import Judged, Log, Player, SignedAccusation, SignedEntry
from durak_p2p.game.steps import CloseStep
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import Deal, Move, RuleError, Unlawful, Verb, View, rules_for
from durak_p2p.rules.choice import Deliberate
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.table.news import DealNews
from durak_p2p.ui.sentences import news_text

from .accusing import LABEL, at_a_move, deal_of, defends, give, lies_about
from .tables import Table, first_setup, replay_of, snapshot, table

# -- players ------------------------------------------------------------------------------------


def test_nobody_cheats_by_a_slip() -> None:
    done = table(3, 24, LABEL, "cheaters").play(defends)
    cheat = next(player for player in done.players if player.has_word)
    before = snapshot(cheat.log)
    for move in deal_of(done.log).unlawful(cheat.hand().values()):
        assert cheat.is_cheat(move)
        with pytest.raises(Unlawful, match="against the rules"):
            cheat.move(move)
    assert snapshot(cheat.log) == before
    assert cheat.has_word
    view = cheat.view()
    assert view is not None
    assert not any(cheat.is_cheat(move) for move in view.legal if isinstance(move, Move))
    give(done, [cheat.move(view.legal[0])])


def test_where_nobody_cheats_a_cheat_cannot_even_be_meant() -> None:
    done = table(3, 24, LABEL).play(defends)
    player = next(player for player in done.players if player.has_word)
    view = player.view()
    assert isinstance(view, View)
    attack = view.table[0][0]
    for card in view.hand:
        move = Move(Verb.BEAT, (attack, card))
        assert not player.is_cheat(move)
        if move not in view.legal:
            with pytest.raises(RuleError):
                player.move(move, cheating=True)
    with pytest.raises(Unlawful, match="Nobody cheats"):
        player.accuse(view.lead or 0)
    assert player.has_word


def test_a_player_signs_no_accusation_that_would_be_refused() -> None:
    done = table(3, 24, LABEL, "cheaters").play(at_a_move)
    for player in done.players:
        assert player.seat is not None
        for seat in (player.seat, -1, 3):
            with pytest.raises(RuleError):
                player.accuse(seat)
    first = table(3, 24, LABEL, "cheaters").play(lambda log: log.step == 3).players[0]
    with pytest.raises(RuleError):
        first.accuse(1)


def test_a_player_hears_only_with_the_word_and_only_what_can_be_heard() -> None:
    done = table(3, 24, LABEL, "cheaters")
    cheat = lies_about(done)
    done.play(lambda log: cheat.author not in log.missing())
    assert cheat.seat is not None
    hearer = next(player for player in done.players if player.has_word)
    accuser = next(p for p in done.players if p not in (hearer, cheat))
    signed = accuser.accuse(cheat.seat)
    assert accuser.hear(signed) is None
    assert cheat.hear(signed) is None
    assert hearer.hear(SignedAccusation(signed.raw, bytes(64))) is None
    assert hearer.hear(SignedAccusation(signed.raw[:-1], signed.signature)) is None
    assert hearer.has_word
    entry = hearer.hear(signed)
    assert entry is not None
    assert not hearer.has_word
    assert hearer.hear(signed) is None
    give(done, [entry])
    assert done.log.breach is None


# -- nothing leaks ------------------------------------------------------------------------------


def plain(value: object, card: str) -> str:
    return json.dumps(value, default=str).replace(card, "??")


def test_the_news_of_a_cheat_are_those_of_an_honest_beat() -> None:
    """The same table, one defender: what all are told differs by the name of the card only."""
    told = []
    for cheating in (False, True):
        done = table(3, 24, LABEL, "cheaters").play(defends)
        player = next(player for player in done.players if player.has_word)
        view = player.view()
        assert isinstance(view, View)
        honest = [move for move in view.legal if move.verb is Verb.BEAT]
        unlawful = deal_of(done.log).unlawful(player.hand().values())
        move = next(m for m in (unlawful if cheating else honest) if m.verb is Verb.BEAT)
        done.events = []
        give(done, [player.move(move, cheating=cheating)])
        news = [DealNews(done.log, event) for event in done.events]
        card = move.cards[1]
        views = [p.view() for p in done.players]
        told.append(
            (
                [type(event) for event in done.events],
                plain([news_json(one) for one in news], card),
                plain([news_text(one) for one in news], card),
                player.log.state.step is not None and type(player.log.state.step),
            )
        )
        for seen in views:
            assert isinstance(seen, View)
            assert seen.cheats == ()
            assert "Cheat(" not in repr(seen)
            assert not any(deal_of(done.log).is_cheat(m) for m in seen.legal)
    assert told[0] == told[1]


# -- whole deals --------------------------------------------------------------------------------


class Cheaters(Table):
    """A table of computer players that cheat and accuse; what they say is heard at once."""

    def __init__(self, label: str, rates: Rates, players: int = 3) -> None:
        setup = first_setup(rules_for("cheaters", players=players, deck=24), label)
        super().__init__(setup, label)
        self.bots = [
            CheatingBot(SimpleBot(), rates, random.Random(f"{label} {author}"))
            for author in range(players)
        ]
        self.waiting: list[SignedAccusation] = []
        self.seen: dict[int, object] = {}

    def next_entries(self) -> list[SignedEntry]:
        wanted = {player.author: self.look(player) for player in self.players}
        return [
            signed
            for player in self.players
            if (signed := self.written(player, wanted[player.author])) is not None
        ]

    def look(self, player: Player) -> int | None:
        view = player.view()
        if not isinstance(view, View) or self.seen.get(player.author) == (view.bout, view.table):
            return None
        self.seen[player.author] = view.bout, view.table
        seat = self.bots[player.author].accuses(view)
        if seat is not None:
            try:
                self.waiting.append(player.accuse(seat))
            except RuleError:
                return None
        return seat

    def written(self, player: Player, wanted: int | None) -> SignedEntry | None:
        if not player.has_word:
            return player.owed()
        if isinstance(player.log.state.step, CloseStep):
            return player.move(DONE if wanted is None else accuse(wanted))
        for signed in self.waiting:
            if (entry := player.hear(signed)) is not None:
                return entry
        view = player.view()
        assert view is not None
        assert not isinstance(view, View) or view.cheats == ()
        choice = self.bots[player.author].choose(view)
        if isinstance(choice, Deliberate):
            return player.move(choice.move, cheating=True)
        return player.move(choice)


@cache
def with_all_three() -> Cheaters:
    """A deal with a cheat that was caught, one that was not, and a wrong accusation."""
    for number in range(40):
        done = Cheaters(f"cheaters {number}", Rates(0.3, 0.3, 0.05))
        done.play()
        deal = deal_of(done.log)
        caught = [cheat.caught_by is not None for cheat in deal.cheats]
        if any(caught) and not all(caught) and not all(a.right for a in deal.accusations):
            return done
    raise AssertionError("no such deal")


def test_a_deal_with_a_caught_cheat_a_missed_one_and_a_wrong_accusation_verifies() -> None:
    done = with_all_three()
    assert done.log.complete
    replays = {replay_of(player.log) for player in done.players}
    assert len(replays) == 1
    report = verify_replay(replays.pop())
    assert report.verdict is Verdict.GOOD
    assert report.state is not None
    deal = report.state.deal
    assert isinstance(deal, Deal)
    assert deal.cheats == deal_of(done.log).cheats
    assert deal.accusations == deal_of(done.log).accusations
    for player in done.players:
        view = player.view()
        assert isinstance(view, View)
        assert view.cheats == tuple(deal.cheats)


def test_before_the_deal_is_over_nobody_is_told_of_a_cheat() -> None:
    done = with_all_three()
    log = Log(done.setup)
    for signed in [signed for step in done.steps for signed in step]:
        for event in log.receive(signed):
            told = json.dumps(news_json(DealNews(log, event)))
            if log.state.result is None and not isinstance(event, Judged):
                assert "heat" not in told
                assert "lawful" not in told
    assert log.complete


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_with_much_cheating_end_and_all_have_the_same(players: int) -> None:
    for number in range(3):
        done = Cheaters(f"much {players} {number}", Rates(0.7, 0.5, 0.1), players)
        done.play()
        assert done.log.complete
        assert len({replay_of(player.log) for player in done.players}) == 1
        assert verify_replay(replay_of(done.log)).verdict is Verdict.GOOD

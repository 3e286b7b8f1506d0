"""The log serves both families without knowing either: every game, played between peers."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from durak_p2p.game import Breach, EntryType, Log, MoveMade, Opened, Player, SignedEntry, next_setup
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.game.steps import MoveStep, ShuffleStep
from durak_p2p.replay import ReplayWriter, Verdict, verify_replay
from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from durak_p2p.rules.shedding import SheddingDeal, SheddingResult
from durak_p2p.rules.shedding.moves import DRAW

from .tables import Foreseeable, RandomMover, Table, first_setup


def replay_of(log: Log) -> bytes:
    file = io.BytesIO()
    ReplayWriter(file, log).finish()
    return file.getvalue()


def play(preset: str, label: str, **options: object) -> Table:
    setup = first_setup(preset_rules(preset, options), label)
    return Table(setup, label, chooser=RandomMover(label)).play()


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_every_game_is_played_to_its_end_and_verifies(preset: str) -> None:
    table = play(preset, f"family {preset}")
    assert table.log.complete
    assert len({replay_of(player.log) for player in table.players}) == 1
    report = verify_replay(replay_of(table.log))
    assert report.verdict is Verdict.GOOD
    assert report.state is not None
    assert report.state.result == table.log.state.result


def with_reshuffle() -> Table:
    """A deal in which the pile is turned over, and shuffled by both."""
    for number in range(100):
        table = play("pentagon", f"reshuffle {number}", reshuffle=True)
        if len(table.log.state.rounds) > 1:
            return table
    raise AssertionError("no pile was turned over")


@pytest.fixture(scope="module")
def reshuffled() -> Table:
    return with_reshuffle()


def test_a_reshuffled_pile_is_hidden_again_and_opened_at_the_end(reshuffled: Table) -> None:
    state = reshuffled.log.state
    deal = state.deal
    assert isinstance(deal, SheddingDeal)
    assert state.opened is not None
    assert state.dealt is not None
    assert len(state.opened) == len(state.dealt.ciphertexts) > len(state.cards)
    for round_ in state.rounds[1:]:
        assert len(round_.decks) == state.authors + 1
    for position, card in deal.faces.items():
        assert state.opened[position] == card
    opened = next(event for event in reshuffled.events if isinstance(event, Opened))
    assert sorted(opened.deck) == sorted(state.cards)


def test_each_round_of_shuffles_has_seeds_of_its_own() -> None:
    secrets = DealSecrets.draw(Foreseeable("seeds"))
    seeds = {secrets.seed_for(number) for number in range(10)}
    assert len(seeds) == 10
    assert secrets.seed_for(0) == secrets.seed


class ReshufflesByAnotherSeed(Player):
    """Shuffles the deck by the seed that it committed to, but a pile by another one."""

    def owed(self) -> SignedEntry | None:
        step = self.log.state.step
        if isinstance(step, ShuffleStep) and self._is_due() and len(self.log.state.rounds) > 1:
            chosen = replace(self.secrets, seed=b"chosen".ljust(32, b"\0"))
            return self._sign(step.write(self.author, chosen, Foreseeable("chosen")))
        return super().owed()


def test_a_pile_shuffled_by_another_seed_is_found_at_the_opening(reshuffled: Table) -> None:
    setup, label = reshuffled.setup, reshuffled.label
    cheater = 1
    table = Table(
        setup, label, sit={cheater: ReshufflesByAnotherSeed}, chooser=RandomMover(label)
    ).play()
    if len(table.log.state.rounds) == 1:
        pytest.fail("nothing was shuffled again")
    breach = table.log.breach
    assert breach is not None
    assert breach.author == cheater
    assert "not the one that the opened seed gives" in breach.reason


class DrawsAlthoughACardFits(Player):
    """Draws instead of laying the card that fits, once, where nobody can see it."""

    lied = False

    def move(self, move: object) -> SignedEntry:
        step, deal = self.log.state.step, self.log.state.deal
        assert isinstance(step, MoveStep)
        assert isinstance(deal, SheddingDeal)
        if not self.lied and deal.top is not None and move.cards:  # type: ignore[attr-defined]
            trial = deal.copy()
            try:
                trial.play(step.seat, DRAW)
            except ValueError:
                return super().move(move)  # type: ignore[arg-type]
            self.lied = True
            return self._sign(step.write(self.author, DRAW, [], self.secrets, Foreseeable("draws")))
        return super().move(move)  # type: ignore[arg-type]


def test_a_false_draw_counts_as_played_and_is_named_when_the_deal_is_opened() -> None:
    label = "false draw"
    setup = first_setup(preset_rules("czech", {}), label)
    liar = 0
    table = Table(
        setup, label, sit={liar: DrawsAlthoughACardFits}, chooser=RandomMover(label)
    ).play()
    state = table.log.state
    assert table.log.complete
    claims = [claim for claim in state.false_claims if claim.author == liar]
    assert claims
    entry = table.steps[claims[0].step][0].entry
    assert (entry.author, entry.type) == (liar, EntryType.MOVE)
    report = verify_replay(replay_of(table.log))
    assert report.verdict is Verdict.BROKEN
    assert report.fault is not None
    assert (report.fault.author, report.fault.proven) == (liar, True)
    assert "which fits" in report.fault.reason


def test_a_match_goes_on_until_somebody_has_lost_it() -> None:
    label = "match"
    setup = first_setup(preset_rules("czech", {}), label, deals=500)
    previous = None
    for _ in range(60):
        table = Table(setup, label).play()
        result = table.log.state.result
        assert isinstance(result, SheddingResult)
        assert setup.scores == (None if previous is None else previous.score)
        previous = result
        coming = next_setup(table.log)
        if coming is None:
            assert result.loser is not None
            assert max(result.score) >= 100
            return
        assert coming.number == setup.number + 1
        setup = coming
    pytest.fail("the match does not end")


def test_a_move_of_the_other_family_is_a_breach() -> None:
    label = "other family"
    setup = first_setup(preset_rules("czech", {}), label)
    table = Table(setup, label).play(lambda log: isinstance(log.state.step, MoveStep))
    (author,) = table.log.missing()
    player = table.players[author]
    signed = player._sign(("take", (), b"", b""))
    events = table.players[1 - author].log.receive(signed)
    assert [type(event) for event in events] == [Breach]
    assert not any(isinstance(event, MoveMade) for event in events)

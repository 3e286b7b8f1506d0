"""The cheating computer player, over whole deals without cryptography."""

from __future__ import annotations

from random import Random

import pytest

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.rules import Move, Over, Phase, View, driver, rules_for, view_of
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.moves import accuse
from tests.rules.tables import random_rules, shuffled

MOST_MOVES = 600

Told = list[tuple[int, Choice | int]]


class Deals:
    """Deals in which all are such bots; what they chose, and whom they accused."""

    def __init__(self, seed: int, rates: Rates, **options: object) -> None:
        rng = Random(f"deal {seed}")
        options.setdefault("cheating", ("beat-transfer", "all")[seed % 2])
        rules = random_rules(rng, **options)
        self.deal = driver.start(rules, shuffled(rng, rules))
        self.bots = [
            CheatingBot(SimpleBot(), rates, Random(f"bot {seed} {seat}"))
            for seat in range(rules.players)
        ]
        self.choices: Told = []
        self.accusations: Told = []
        for _ in range(MOST_MOVES):
            if isinstance(self.deal.request, Over):
                break
            self._step()

    def view(self, seat: int) -> View:
        deal = self.deal
        return view_of(deal, seat, {p: deal.known[p] for p in deal.hands[seat]})

    def _step(self) -> None:
        deal = self.deal
        for seat, bot in enumerate(self.bots):
            accused = bot.accuses(self.view(seat))
            if accused is not None:
                assert accused != seat
                assert accused not in deal.out
                assert seat not in deal.out
                self.accusations.append((seat, accused))
                if seat not in deal.barred and deal.phase is not Phase.OVER:
                    driver.play(deal, seat, accuse(accused))
        word = deal.owing[0] if deal.phase is Phase.CLOSE else deal.word
        assert word is not None
        view = self.view(word)
        choice = self.bots[word].choose(view)
        self.choices.append((word, choice))
        if isinstance(choice, Deliberate):
            assert isinstance(choice.move, Move)
            assert choice.move not in view.legal
            assert deal.is_cheat(choice.move), (choice.move.text, view)
            driver.play(deal, word, choice.move)
        else:
            assert choice in view.legal
            assert isinstance(choice, Move)
            driver.play(deal, word, choice)

    @property
    def cheats(self) -> int:
        return sum(isinstance(choice, Deliberate) for _, choice in self.choices)


NEVER = Rates(0, 0, 0)


@pytest.mark.parametrize("seed", range(40))
def test_who_never_does_plays_as_the_honest_bot(seed: int) -> None:
    deals = Deals(seed, NEVER)
    assert deals.cheats == 0
    assert deals.accusations == []
    assert deals.deal.cheats == []


@pytest.mark.parametrize("seed", range(40))
def test_who_always_does_makes_moves_that_the_table_takes(seed: int) -> None:
    deals = Deals(seed, Rates(1, 1, 1))
    assert deals.cheats
    assert deals.accusations
    deals = Deals(seed, Rates(1, 0, 0))
    assert deals.accusations == []
    assert all(cheat.caught_by is None for cheat in deals.deal.cheats)


@pytest.mark.parametrize("seed", range(40))
def test_with_the_usual_rates_deals_end(seed: int) -> None:
    assert isinstance(Deals(seed, Rates()).deal.request, Over)


@pytest.mark.parametrize("seed", range(10))
def test_the_same_seed_does_the_same(seed: int) -> None:
    one, other = (Deals(seed, Rates(0.4, 0.4, 0.1)) for _ in range(2))
    assert (one.choices, one.accusations) == (other.choices, other.accusations)


def test_another_seed_does_something_else() -> None:
    chosen = set()
    for seed in range(5):
        rules = rules_for("cheaters", players=2, deck=24)
        deal = driver.start(rules, shuffled(Random(1), rules))
        rng = Random(seed)
        bot = CheatingBot(SimpleBot(), Rates(0.5, 0.5, 0.5), rng)
        told = []
        for _ in range(60):
            if isinstance(deal.request, Over):
                break
            seat = deal.owing[0] if deal.phase is Phase.CLOSE else deal.word
            assert seat is not None
            known = {p: deal.known[p] for p in deal.hands[seat]}
            choice = bot.choose(view_of(deal, seat, known))
            move = choice.move if isinstance(choice, Deliberate) else choice
            assert isinstance(move, Move)
            told.append(move.text)
            driver.play(deal, seat, move)
        chosen.add(tuple(told))
    assert len(chosen) > 1


@pytest.mark.parametrize("seed", range(10))
def test_where_nobody_may_cheat_nobody_does(seed: int) -> None:
    deals = Deals(seed, Rates(1, 0, 0), cheating="none")
    assert deals.cheats == 0


def test_it_accuses_who_defends_when_it_sees_a_false_beat() -> None:
    """It sees the open cards only, and so never is wrong about a beat."""
    for seed in range(30):
        deals = Deals(seed, Rates(0.5, 1, 0))
        assert all(judged.right for judged in deals.deal.accusations)

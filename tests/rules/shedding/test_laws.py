"""Laws that hold at every step of every deal, over random tables and random lawful moves."""

from random import Random

import pytest

from durak_p2p.cards import SUITS, Card, deck
from durak_p2p.rules import Cards, Over, RuleError, Word
from durak_p2p.rules.shedding import (
    GAMES,
    Claim,
    Move,
    Phase,
    Reason,
    Reshuffle,
    SheddingDeal,
    Verb,
    breaches,
    driver,
    view_of,
)
from durak_p2p.rules.shedding.moves import DRAW, PASS

from ..seeds import seeds
from .positions import snapshot, twin
from .tables import choose, random_play, random_rules, random_start, shuffled, shuffled_pile

#: Seeds of the option space walked in one go; each plays one deal.
MANY = seeds(3000)
SOME = seeds(600)
FEW = seeds(200)


def test_cards_are_conserved_and_one_has_the_word_at_every_step() -> None:
    for seed in MANY:
        rng = Random(seed)
        deal = random_start(rng, random_rules(rng))
        for now in random_play(rng, deal):
            check_conserved(now)
            check_word(now)
        check_conserved(deal)
        check_end(deal)


def check_conserved(deal: SheddingDeal) -> None:
    everywhere = [*(p for hand in deal.hands for p in hand), *deal.undrawn, *deal.laid]
    assert len(set(everywhere)) == len(everywhere)
    assert sorted(deal.known[place] for place in everywhere) == sorted(deck(deal.rules.deck))
    assert set(deal.known) == set(everywhere)
    assert deal.where == {card: place for place, card in deal.known.items()}
    assert set(deal.laid) <= set(deal.faces), "all see what is laid"
    assert deal.top == (deal.faces[deal.laid[-1]] if deal.laid else None)
    assert max(everywhere) < deal.positions


def check_word(deal: SheddingDeal) -> None:
    assert (deal.owed > 0) == (
        deal.phase is Phase.DRAW or (deal.phase is Phase.SHUFFLE and deal.stage is Phase.DRAW)
    )
    if deal.phase is Phase.SHUFFLE:
        assert isinstance(deal.request, Reshuffle)
        assert (deal.word, driver.legal(deal), deal.stock) == (None, [], 0)
        assert deal.rules.reshuffle
        return
    assert deal.request == Word(deal.turn)
    moves = driver.legal(deal)
    assert moves, "who has the word can do something"
    assert [str(move) for move in moves] == sorted({str(move) for move in moves})
    if not deal.hands[deal.turn]:
        assert deal.game.effects.get("8", None) is not None
    if deal.drawn:
        assert deal.phase is not Phase.DRAW


def check_end(deal: SheddingDeal) -> None:
    result = deal.result
    assert result is not None
    assert deal.request == Over()
    assert (deal.word, deal.owed, deal.drawn, deal.phase) == (None, 0, False, Phase.OVER)
    assert deal.turnovers <= 10
    assert (result.reason is Reason.TURNOVERS) == (deal.turnovers == 10)
    assert result.score == tuple(map(sum, zip(deal.scores, result.points, strict=True)))
    assert sum(points > 0 for points in result.points) <= 1
    if result.reason is Reason.CARDS:
        assert result.winner is not None
        assert deal.hands[result.winner] == []
    if result.loser is not None:
        assert result.loser == 1 - result.winner  # type: ignore[operator]
    assert deal.duties == [], "who sees all cards notes none"


def test_refused_moves_change_nothing_and_all_others_are_legal() -> None:
    for seed in FEW:
        rng = Random(seed)
        for now in random_play(rng, random_start(rng, random_rules(rng))):
            if rng.random() < 0.1:
                check_refusals(now)


def check_refusals(deal: SheddingDeal) -> None:
    lawful = set(driver.legal(deal))
    before = snapshot(deal)
    plays = [Move(Verb.PLAY, card, s) for card in deck(36) for s in (None, *SUITS)]
    for seat in (0, 1):
        for move in (DRAW, PASS, *plays):
            if seat == deal.word and move in lawful:
                twin(deal).play(seat, move)
                continue
            with pytest.raises(RuleError) as caught:
                deal.play(seat, move)
            if seat != deal.word:
                assert caught.value.code == "not-your-word"
    assert snapshot(deal) == before


def test_every_preset_ends_in_each_way() -> None:
    for preset in GAMES:
        reasons = set()
        for seed in FEW:
            rng = Random(seed)
            deal = random_start(rng, random_rules(rng, preset=preset))
            deal.turnovers = 9 if seed % 2 else 0
            for now in random_play(rng, deal):
                if rng.random() < 0.004:
                    driver.overrun(now, rng.randrange(2))
            assert deal.result is not None
            reasons.add(deal.result.reason)
        assert reasons == set(Reason) - {Reason.LEFT, Reason.AWAY}, preset  # those are the log's


def test_the_same_moves_give_the_same_deal() -> None:
    for seed in FEW:
        told = []
        for _ in range(2):
            rng = Random(seed)
            deal = random_start(rng, random_rules(rng))
            for _ in random_play(rng, deal):
                pass
            told.append(snapshot(deal))
        assert told[0] == told[1]


def test_a_peer_who_sees_only_open_cards_has_the_same_deal_at_each_step() -> None:
    for seed in SOME:
        rng = Random(seed)
        rules = random_rules(rng)
        order = dict(enumerate(shuffled(rng, rules)))
        dealer = rng.randrange(2)
        everything, peer = SheddingDeal(rules, dealer), SheddingDeal(rules, dealer)
        while not isinstance(everything.request, Over):
            step(rng, everything, peer, order)
            compare(everything, peer)
        assert everything.duties == []
        assert breaches(peer.duties, order) == ()


def step(rng: Random, everything: SheddingDeal, peer: SheddingDeal, order: dict[int, Card]) -> None:
    request = everything.request
    assert request == peer.request
    if isinstance(request, Cards):
        everything.supply(order if everything.phase is Phase.DEAL else {})
        peer.supply({position: order[position] for position in request.opened})
    elif isinstance(request, Reshuffle):
        faces = dict(zip(request.becomes, shuffled_pile(rng, everything), strict=True))
        order.update(faces)
        everything.reshuffled(faces)
        peer.reshuffled()
    elif isinstance(request, Word):
        if rng.random() < 0.005:
            everything.overrun(late := rng.randrange(2))
            peer.overrun(late)
            return
        hand = {position: order[position] for position in peer.hands[request.seat]}
        moves = peer.legal(hand.values())
        assert moves == driver.legal(everything)
        move = choose(rng, moves)
        opened = peer.opens(move, hand)
        everything.play(request.seat, move)
        peer.play(request.seat, move, opened)


def compare(everything: SheddingDeal, peer: SheddingDeal) -> None:
    left, right = snapshot(everything), snapshot(peer)
    for name in ("known", "where", "duties"):
        del left[name], right[name]
    assert left == right
    assert peer.known == peer.faces
    assert peer.where == {card: place for place, card in peer.faces.items()}


def test_breaches_are_found_exactly_where_an_arbiter_refuses() -> None:
    found = 0
    for seed in SOME:
        rng = Random(seed)
        rules = random_rules(rng)
        order = dict(enumerate(shuffled(rng, rules)))
        peer = SheddingDeal(rules, rng.randrange(2))
        false = []
        while not isinstance(peer.request, Over):
            request = peer.request
            if isinstance(request, Cards):
                peer.supply({position: order[position] for position in request.opened})
            elif isinstance(request, Reshuffle):
                cards = shuffled_pile(rng, peer)
                order.update(zip(request.becomes, cards, strict=True))
                peer.reshuffled()
            elif isinstance(request, Word):
                hand = {position: order[position] for position in peer.hands[request.seat]}
                lawful = peer.legal(hand.values())
                move = choose(rng, lawful)
                if rng.random() < 0.2:
                    move = choose(rng, [DRAW, PASS])
                noted = len(peer.duties)
                try:
                    peer.play(request.seat, move, peer.opens(move, hand))
                except RuleError:
                    assert move not in lawful
                    continue
                if move not in lawful:
                    assert len(peer.duties) == noted + 1, "taken, and noted"
                    false.append((peer.moves_made, request.seat, move))
        told = breaches(peer.duties, order)
        assert [(breach.number, breach.seat, breach.move) for breach in told] == false
        claims = {duty.number: duty.claim for duty in peer.duties}
        for breach in told:
            assert (breach.card is None) == (claims[breach.number] is Claim.ONE_FITS)
        found += len(false)
    assert found > 500


def test_a_view_does_not_differ_by_what_its_seat_may_not_see() -> None:
    for seed in FEW:
        rng = Random(seed)
        for now in random_play(rng, random_start(rng, random_rules(rng))):
            if rng.random() < 0.2:
                check_view(rng, now)


def check_view(rng: Random, deal: SheddingDeal) -> None:
    seat = rng.choice([None, 0, 1])
    own = deal.hands[seat] if seat is not None else []
    hidden = [p for p in deal.known if p not in deal.faces and p not in own]
    faces = [deal.known[position] for position in hidden]
    rng.shuffle(faces)
    other = twin(deal)
    for position, card in zip(hidden, faces, strict=True):
        other.remember(position, card)
    hand = {position: deal.known[position] for position in own}
    view = view_of(deal, seat, hand)
    assert view == view_of(other, seat, hand)
    seen = {*deal.faces.values(), *hand.values()}
    assert {*view.hand, *(c for cards in view.known for c in cards)} <= seen
    assert view.legal == (tuple(driver.legal(deal)) if seat == deal.word else ())

"""Laws that hold at every step of every deal, over random tables and random lawful moves."""

from itertools import combinations
from random import Random

import pytest

from durak_p2p.cards import Card, deck
from durak_p2p.rules import (
    Cards,
    Deal,
    Move,
    NotYourWord,
    Over,
    Phase,
    Question,
    RuleError,
    Verb,
    Word,
    answer_from_faces,
    driver,
    view_of,
)

from .positions import snapshot, twin
from .seeds import seeds
from .tables import choose, random_play, random_rules, random_start, shuffled

#: Seeds of the option space walked in one go; each plays one deal or more.
MANY = seeds(1500)
SOME = seeds(300)
FEW = seeds(400)


def test_cards_are_conserved_one_has_the_word_and_limits_hold_at_every_step() -> None:
    for seed in MANY:
        rng = Random(seed)
        rules = random_rules(rng)
        deal = random_start(rng, rules)
        for now in random_play(rng, deal):
            check_conserved(now)
            check_word(now)
            check_limit(now)
        check_conserved(deal)
        check_end(deal)


def check_conserved(deal: Deal) -> None:
    lying = [deal.where[card] for pair in deal.table for card in pair if card is not None]
    everywhere = [*(p for hand in deal.hands for p in hand), *deal.pile, *deal.discarded, *lying]
    assert sorted(everywhere) == list(range(deal.rules.deck))
    assert deal.unbeaten == sum(beaten is None for _, beaten in deal.table)
    assert {card[0] for pair in deal.table for card in pair if card} == deal.ranks


def check_word(deal: Deal) -> None:
    assert isinstance(deal.request, Word)
    seat = deal.request.seat
    assert seat == deal.word
    assert seat not in deal.out
    assert deal.hands[seat], "who has no card is never asked"
    moves = driver.legal(deal)
    assert moves, "who has the word can do something"
    assert moves == sorted(moves, key=str)
    assert len(set(moves)) == len(moves)
    team = deal.rules.team
    assert team(deal.attacker) != team(deal.defender), "no one attacks a team-mate"
    if deal.phase is Phase.LEAD:
        assert seat == deal.lead == deal.attacker
    elif deal.phase is Phase.DEFEND:
        assert seat == deal.defender
        assert deal.unbeaten
    else:
        assert seat in deal.throwers
        assert team(seat) != team(deal.defender), "no one throws in on a team-mate"
        assert seat not in deal.passed
        assert (deal.phase is Phase.ADD) == deal.taken


def check_limit(deal: Deal) -> None:
    limit = deal.limit
    assert limit is not None
    assert len(deal.table) <= limit <= (deal.rules.first_bout_limit if deal.bout == 1 else 6)
    if not deal.taken:
        assert deal.unbeaten <= len(deal.hands[deal.defender]), "all can be beaten by number"
    if deal.phase in (Phase.THROW, Phase.ADD):
        assert len(deal.table) < limit, "nobody is asked for what cannot be laid"
    if deal.phase is Phase.LEAD:
        assert limit >= 1
        assert not deal.pile or all(len(hand) >= 6 for hand in deal.hands), "all have drawn"


def check_end(deal: Deal) -> None:
    assert isinstance(deal.request, Over)
    assert deal.phase is Phase.OVER
    result = deal.result
    assert result is not None
    assert not deal.table
    assert len(result.points) == deal.rules.players
    team = deal.rules.team
    if result.fool is None:
        assert result.epaulettes == 0
        assert set(result.points) <= {1, 2} or set(result.points) == {0}
    else:
        for seat, points in enumerate(result.points):
            assert points == (0 if team(seat) == team(result.fool) else 2)
    if result.reason == "cards":
        assert result.fool is not None
        assert {team(seat) for seat, hand in enumerate(deal.hands) if hand} == {team(result.fool)}


def test_lawful_is_what_is_taken_and_all_else_is_refused_and_changes_nothing() -> None:
    for seed in SOME:
        rng = Random(seed)
        deal = random_start(rng, random_rules(rng))
        every = rng.randrange(5, 60)
        for step, now in enumerate(random_play(rng, deal)):
            if step % every == 0:
                check_all_moves(rng, now)


def check_all_moves(rng: Random, deal: Deal) -> None:
    before = snapshot(deal)
    lawful = set(driver.legal(deal))
    assert deal.word is not None
    for move in universe(rng, deal):
        if in_order(move) in lawful:
            continue
        with pytest.raises(RuleError) as caught:
            deal.play(deal.word, move)
        assert str(caught.value).endswith(".")
        assert caught.value.code != "not-your-word"
    for seat in range(-1, deal.rules.players + 1):
        if seat != deal.word:
            with pytest.raises(NotYourWord):
                deal.play(seat, choose(rng, list(lawful)))
    assert snapshot(deal) == before
    for move in rng.sample(sorted(lawful), min(5, len(lawful))):
        driver.play(twin(deal), deal.word, move)


def universe(rng: Random, deal: Deal) -> list[Move]:
    """Moves of all kinds with cards of the hand, of the table and a few others."""
    assert deal.word is not None
    own = driver.hand_cards(deal, deal.word)
    others = rng.sample(deck(54), 4)
    lying = [card for pair in deal.table for card in pair if card is not None]
    some = [*own, *others, *lying]
    moves = [Move(Verb.TAKE), Move(Verb.PASS), Move(Verb.EXCHANGE)]
    for verb in (Verb.LEAD, Verb.THROW, Verb.TRANSFER, Verb.SHOW):
        moves += [Move(verb, (card,)) for card in some]
    moves += [Move(Verb.LEAD, pair) for pair in combinations(some[:12], 2)]
    moves += [
        Move(Verb.LEAD, tuple(rng.sample(own, k))) for k in (3, 4) for _ in range(5) if len(own) > k
    ]
    moves += [Move(Verb.BEAT, (attack, card)) for attack in some for card in some]
    return moves


def in_order(move: Move) -> Move:
    if move.verb is not Verb.LEAD or len(set(move.cards)) < len(move.cards):
        return move
    return Move(move.verb, tuple(sorted(move.cards)))


def test_the_same_moves_give_the_same_deal() -> None:
    for seed in FEW:
        rules = random_rules(Random(seed))
        first, second = (random_start(Random(seed), rules) for _ in range(2))
        for deal in (first, second):
            for _ in random_play(Random(seed), deal):
                pass
        assert snapshot(first) == snapshot(second)


def test_a_peer_who_sees_only_open_cards_has_the_same_deal_at_each_step() -> None:
    for seed in SOME:
        rng = Random(seed)
        rules = random_rules(rng)
        order = shuffled(rng, rules)
        dealer = rng.randrange(rules.players)
        everything, peer = Deal(rules, dealer), Deal(rules, dealer)
        everything.supply(dict(enumerate(order)))
        assert isinstance(peer.request, Cards)
        peer.supply({position: order[position] for position in peer.request.opened})
        compare(everything, peer)
        while not isinstance(everything.request, Over):
            step(rng, everything, peer, order)
            compare(everything, peer)


def step(rng: Random, everything: Deal, peer: Deal, order: list[Card]) -> None:
    request = everything.request
    if isinstance(request, Cards):
        everything.supply({})
        peer.supply({position: order[position] for position in request.opened})
    elif isinstance(request, Question):
        shown = answer_from_faces(everything)
        everything.answer(shown)
        peer.answer(shown)
    elif isinstance(request, Word):
        hand = {position: order[position] for position in peer.hands[request.seat]}
        moves = peer.legal(hand.values())
        assert moves == driver.legal(everything)
        move = choose(rng, moves)
        opened = peer.opens(move, hand)
        everything.play(request.seat, move)
        peer.play(request.seat, move, opened)


def compare(everything: Deal, peer: Deal) -> None:
    left, right = snapshot(everything), snapshot(peer)
    for name in ("known", "where"):
        del left[name], right[name]
    assert left == right
    assert peer.known == dict(peer.faces)


def test_a_view_does_not_differ_by_what_its_seat_may_not_see() -> None:
    for seed in FEW:
        rng = Random(seed)
        deal = random_start(rng, random_rules(rng))
        for now in random_play(rng, deal):
            if rng.random() < 0.1:
                check_view(rng, now)


def check_view(rng: Random, deal: Deal) -> None:
    seat = rng.choice([None, *range(deal.rules.players)])
    own = deal.hands[seat] if seat is not None else []
    hidden = [p for p in deal.known if p not in deal.faces and p not in own]
    faces = [deal.known[position] for position in hidden]
    rng.shuffle(faces)
    other = twin(deal)
    for position, card in zip(hidden, faces, strict=True):
        other.known[position] = card
        other.where[card] = position
    hand = {position: deal.known[position] for position in own}
    view = view_of(deal, seat, hand)
    assert view == view_of(other, seat, hand)
    seen = {*deal.faces.values(), *hand.values()}
    told = {*view.hand, *(c for cards in view.known for c in cards)}
    assert told <= seen

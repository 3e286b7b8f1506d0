"""2: laws that hold at every step of deals in which all cheat and accuse at random."""

from collections.abc import Iterator
from random import Random

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import (
    Cards,
    Close,
    Deal,
    Move,
    Over,
    Phase,
    Question,
    RuleError,
    Rules,
    Verb,
    Word,
    answer_from_faces,
    driver,
    view_of,
)
from durak_p2p.rules.moves import DONE, accuse

from .positions import snapshot, twin
from .seeds import seeds
from .tables import MOST_MOVES, choose, random_rules, random_start, shuffled

MANY = seeds(500)
SOME = seeds(150)


def cheating_rules(rng: Random) -> Rules:
    return random_rules(rng, cheating=rng.choice(["beat-transfer", "all"]))


def a_move(rng: Random, deal: Deal, hand: list[Card]) -> Move:
    """Of who has the word: now and then a cheat."""
    if rng.random() < 0.3:
        cheats = deal.unlawful(hand)
        if cheats:
            return choose(rng, cheats)
    return choose(rng, deal.legal(hand))


def an_accusation(rng: Random, deal: Deal) -> tuple[int, Move] | None:
    """Now and then; half of them by who has seen something."""
    if rng.random() > 0.15:
        return None
    playing = [seat for seat in range(deal.rules.players) if seat not in deal.out]
    accused = rng.choice(playing)
    if rng.random() < 0.5:
        accused = next((one.seat for one in deal.laid if one.cheat is not None), accused)
    accusers = [seat for seat in playing if seat != accused and seat not in deal.barred]
    return (rng.choice(accusers), accuse(accused)) if accusers else None


def next_step(rng: Random, deal: Deal) -> tuple[int, Move]:
    """Somebody's accusation, `done` or move."""
    accusation = an_accusation(rng, deal)
    if accusation is not None:
        return accusation
    request = deal.request
    if isinstance(request, Close):
        return rng.choice(request.seats), DONE
    assert isinstance(request, Word)
    return request.seat, a_move(rng, deal, driver.hand_cards(deal, request.seat))


def cheating_play(rng: Random, deal: Deal) -> Iterator[Deal]:
    """Play the deal to its end; gives it before each step."""
    for _ in range(MOST_MOVES):
        if isinstance(deal.request, Over):
            return
        yield deal
        driver.play(deal, *next_step(rng, deal))
    raise AssertionError("the deal does not end")


def test_cards_are_conserved_and_either_one_has_the_word_or_the_bout_closes() -> None:
    judged = [0, 0]
    for seed in MANY:
        rng = Random(f"cheats {seed}")
        deal = random_start(rng, cheating_rules(rng))
        for now in cheating_play(rng, deal):
            check_conserved(now)
            check_word(now)
            check_history(now)
        check_conserved(deal)
        assert deal.result is not None
        assert not any((deal.table, deal.done, deal.barred, deal.silenced, deal.laid))
        check_records(deal)
        for accusation in deal.accusations:
            judged[accusation.right] += 1
    assert min(judged) > 1000, "both kinds of judgement come often"


def check_conserved(deal: Deal) -> None:
    lying = [deal.where[card] for pair in deal.table for card in pair if card is not None]
    everywhere = [*(p for hand in deal.hands for p in hand), *deal.pile, *deal.discarded, *lying]
    assert sorted(everywhere) == list(range(deal.rules.deck))
    assert deal.unbeaten == sum(beaten is None for _, beaten in deal.table)
    assert {card[0] for pair in deal.table for card in pair if card} == deal.ranks


def check_word(deal: Deal) -> None:
    if deal.phase is Phase.CLOSE:
        assert deal.word is None
        assert deal.owing
        assert not deal.done.intersection(deal.owing)
        assert deal.table
        assert deal.taken or not deal.unbeaten
        assert driver.legal(deal) == [DONE]
        return
    seat = deal.word
    assert seat is not None
    assert not deal.done
    assert deal.hands[seat]
    assert driver.legal(deal)
    assert len(deal.table) <= deal.most
    team = deal.rules.team
    assert team(deal.attacker) != team(deal.defender)
    if deal.phase is Phase.DEFEND:
        assert seat == deal.defender
        assert 0 < deal.unbeaten <= len(deal.hands[seat])
    elif deal.phase is not Phase.LEAD:
        assert seat not in deal.silenced
        assert seat in deal.throwers
        assert seat not in deal.passed


def check_history(deal: Deal) -> None:
    """What lies there is what was laid, in order, and the first card fits."""
    lying = [card for pair in deal.table for card in pair if card is not None]
    laid = [card for one in deal.laid for card in one.move.laid]
    assert sorted(lying) == sorted(laid)
    assert [card for card, _ in deal.table] == [
        card for one in deal.laid if one.move.verb is not Verb.BEAT for card in one.move.laid
    ]
    if deal.laid:
        cheat = deal.laid[0].cheat
        assert cheat is None or deal.laid[0].move.cards[0] not in cheat.cards
    for one in deal.laid:
        if one.cheat is not None:
            assert one.cheat in deal.cheats, "what is caught has gone back"
            assert one.cheat.caught_by is None


def check_records(deal: Deal) -> None:
    right = {(one.bout, one.seat, one.accused) for one in deal.accusations if one.right}
    caught = {(c.bout, c.caught_by, c.seat) for c in deal.cheats if c.caught_by is not None}
    assert right == caught


def test_refused_changes_nothing() -> None:
    for seed in SOME:
        rng = Random(f"refused {seed}")
        deal = random_start(rng, cheating_rules(rng))
        for now in cheating_play(rng, deal):
            if rng.random() < 0.1:
                check_refusals(rng, now)


def check_refusals(rng: Random, deal: Deal) -> None:
    before = snapshot(deal)
    seats = range(-1, deal.rules.players + 1)
    for seat in seats:
        for move in [DONE, *map(accuse, range(9))]:
            lawful = may_say(deal, seat, move)
            if lawful:
                deal_after = twin(deal)
                driver.play(deal_after, seat, move)
                assert snapshot(deal_after) != before
                continue
            with pytest.raises(RuleError):
                deal.play(seat, move)
    if deal.word is not None:
        hand = driver.hand_cards(deal, deal.word)
        taken = {*deal.legal(hand), *deal.unlawful(hand)}
        for move in all_moves(hand, [card for card, _ in deal.table]):
            if move not in taken:
                with pytest.raises(RuleError):
                    deal.play(deal.word, move)
            else:
                assert deal.is_cheat(move) == (move in deal.unlawful(hand))
        for move in rng.sample(sorted(taken), min(3, len(taken))):
            driver.play(twin(deal), deal.word, move)
    assert snapshot(deal) == before


def may_say(deal: Deal, seat: int, move: Move) -> bool:
    playing = [one for one in range(deal.rules.players) if one not in deal.out]
    if move == DONE:
        return seat in deal.owing
    named = move.seat
    return seat in playing and named in playing and named != seat and seat not in deal.barred


def all_moves(hand: list[Card], attacks: list[Card]) -> list[Move]:
    one_card = (Verb.LEAD, Verb.THROW, Verb.TRANSFER)
    return [
        Move(Verb.TAKE),
        Move(Verb.PASS),
        *(Move(verb, (card,)) for verb in one_card for card in hand),
        *(Move(Verb.BEAT, (attack, card)) for attack in attacks for card in hand),
    ]


def test_a_peer_who_sees_only_open_cards_has_the_same_deal_at_each_step() -> None:
    for seed in SOME:
        rng = Random(f"peers {seed}")
        rules = cheating_rules(rng)
        order = shuffled(rng, rules)
        everything, peer = Deal(rules), Deal(rules)
        everything.supply(dict(enumerate(order)))
        assert isinstance(peer.request, Cards)
        peer.supply({position: order[position] for position in peer.request.opened})
        while not isinstance(everything.request, Over):
            step(rng, everything, peer, order)
            left, right = snapshot(everything), snapshot(peer)
            for name in ("known", "where"):
                del left[name], right[name]
            assert left == right
            assert peer.known == dict(peer.faces)


def step(rng: Random, everything: Deal, peer: Deal, order: list[Card]) -> None:
    request = everything.request
    assert peer.request == request or isinstance(request, Cards)
    if isinstance(request, Cards):
        everything.supply({})
        peer.supply({position: order[position] for position in request.opened})
    elif isinstance(request, Question):
        shown = answer_from_faces(everything)
        everything.answer(shown)
        peer.answer(shown)
    else:
        seat, move = next_step(rng, everything)
        hand = {position: order[position] for position in peer.hands[seat]}
        opened = {} if move.verb in (Verb.ACCUSE, Verb.DONE) else peer.opens(move, hand)
        everything.play(seat, move)
        peer.play(seat, move, opened)


def test_views_hide_cheats_until_the_deal_is_over() -> None:
    """Where nobody accuses, a deal without any record of cheats gives the same views."""
    for seed in SOME:
        rng = Random(f"views {seed}")
        deal = random_start(rng, cheating_rules(rng))
        for now in cheating_play(rng, deal):
            if rng.random() < 0.1:
                blind = twin(now)
                blind.cheats = []
                blind.laid = [one._replace(cheat=None) for one in now.laid]
                for seat in (None, *range(now.rules.players)):
                    hand = {} if seat is None else {p: now.known[p] for p in now.hands[seat]}
                    assert view_of(now, seat, hand) == view_of(blind, seat, hand)
        assert view_of(deal, None).cheats == tuple(deal.cheats)


def test_honest_play_is_the_same_with_cheating_as_without() -> None:
    for seed in SOME:
        rules = random_rules(Random(f"honest {seed}"))
        free = Rules.from_options({**rules.options(), "cheating": "all"})
        plain, other = (random_start(Random(seed), table) for table in (rules, free))
        rng = Random(seed)
        while plain.word is not None:
            moves = driver.legal(plain)
            assert moves == driver.legal(other)
            move = choose(rng, moves)
            driver.play(other, plain.word, move)
            driver.play(plain, plain.word, move)
            for seat in other.owing:
                driver.play(other, seat, DONE)
            assert (plain.hands, plain.phase, plain.word, plain.passed, plain.lay) == (
                other.hands,
                other.phase,
                other.word,
                other.passed,
                other.lay,
            )
        assert plain.result == other.result
        assert not other.cheats

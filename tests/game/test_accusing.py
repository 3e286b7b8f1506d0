"""Accusations at the level of the log: what is heard, what is refused, and how a bout closes."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.cli.telling import news_json
from durak_p2p.game import (
    AccusationError,
    Breach,
    EntryType,
    Event,
    Judged,
    Log,
    MoveMade,
    Player,
    SignedAccusation,
    SignedEntry,
)
from durak_p2p.game.accusation import Accusation
from durak_p2p.game.codec import Value, encode
from durak_p2p.game.steps import CloseStep, MoveStep
from durak_p2p.game.steps.accusing import hearing_body
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import Deal, Move, Phase, RuleError, Unlawful, Verb, View, rules_for
from durak_p2p.rules.choice import Deliberate
from durak_p2p.rules.family import preset_rules
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.table.news import DealNews
from durak_p2p.ui.sentences import news_text

from .tables import Record, Table, assert_convicts, first_setup, replay_of, snapshot, table

LABEL = "accusing"


def deal_of(log: Log) -> Deal:
    assert isinstance(log.state.deal, Deal)
    return log.state.deal


def defends(log: Log) -> bool:
    return isinstance(log.state.step, MoveStep) and deal_of(log).phase is Phase.DEFEND


def lies_about(table: Table) -> Player:
    """Let who defends beat with a card that does not fit; return that player."""
    table.play(defends)
    cheat = next(player for player in table.players if player.has_word)
    move = deal_of(table.log).unlawful(cheat.hand().values())[0]
    give(table, [cheat.move(move, cheating=True)])
    return cheat


def give(table: Table, entries: list[SignedEntry]) -> None:
    table.steps.append(entries)
    for signed in entries:
        for number, player in enumerate(table.players):
            events = player.log.receive(signed)
            if number == 0:
                table.events += events


def cheated(label: str) -> tuple[Record, int, int, int] | None:
    """A deal with a cheat that nobody names, if the cheat's bout ends with taking.

    Its author, its step, and the first after it in which another has the word.
    """
    done = table(3, 24, label, "cheaters")
    cheat = lies_about(done)
    step = done.log.step - 1
    done.play(lambda log: cheat.author not in log.missing())
    hearing = done.log.step
    assert isinstance(done.log.state.step, MoveStep)
    done.play(lambda log: isinstance(log.state.step, CloseStep))
    took = deal_of(done.log).taken
    done.play()
    assert done.log.complete
    return (done.record(), cheat.author, step, hearing) if took else None


RECORD, CHEAT, CHEATING, HEARING = next(
    filter(None, (cheated(f"{LABEL} {number}") for number in range(100)))
)
CLOSING = RECORD.step_of(EntryType.CLOSE)
WORD = RECORD.steps[HEARING][0].entry.author
OTHER = ({0, 1, 2} - {CHEAT, WORD}).pop()


def by(author: int, accused: int = CHEAT, **changes: Any) -> SignedAccusation:
    """What *author* says of *accused* in the bout of the cheat; with changes, then signed."""
    said = Accusation(RECORD.setup.hash, 1, 0, author, accused)
    return replace(said, **changes).sign(RECORD.identities[author])


def hearing(log: Log, signed: SignedAccusation, **changes: Any) -> SignedEntry:
    """The entry that takes an accusation into *log*, by who has the word."""
    (word,) = log.missing()
    return RECORD.forge(log, word, hearing_body(signed), type=EntryType.HEAR, **changes)


def heard(log: Log, *accusations: SignedAccusation) -> list[Event]:
    events = [event for signed in accusations for event in log.receive(hearing(log, signed))]
    assert log.breach is None, log.breach
    return events


def refused(log: Log, signed: SignedAccusation, reason: str) -> None:
    """Nobody hears it; and who took it into the log all the same has broken the protocol."""
    assert_convicts(RECORD, log, hearing(log, signed), reason)


# -- what is heard ------------------------------------------------------------------------------


@pytest.mark.parametrize("author", [WORD, OTHER])
def test_an_accusation_is_heard_by_who_has_the_word_whoever_makes_it(author: int) -> None:
    log = RECORD.log_before(HEARING)
    events = heard(log, by(author))
    seat_of = log.state.seat_of
    (judged,) = events
    assert isinstance(judged, Judged)
    assert judged.accusation.right
    assert judged.accusation.seat == seat_of(author)
    assert judged.accusation.accused == seat_of(CHEAT)
    assert deal_of(log).cheats[0].caught_by == seat_of(author)
    assert deal_of(log).taken


def test_who_has_the_word_can_accuse_by_a_move() -> None:
    log = RECORD.log_before(HEARING)
    move = accuse(log.state.seat_of(CHEAT))
    events = log.receive(RECORD.forge(log, WORD, (move.text, (), b"", b"")))
    assert [type(event) for event in events] == [MoveMade, Judged]
    by_hearing = RECORD.log_before(HEARING)
    heard(by_hearing, by(WORD))
    assert deal_of(log).accusations == deal_of(by_hearing).accusations
    assert deal_of(log).table == deal_of(by_hearing).table


def test_the_accused_itself_may_have_to_hear_it() -> None:
    log = RECORD.log_before(CHEATING)
    assert log.missing() == {CHEAT}
    (judged,) = heard(log, by(OTHER))
    assert isinstance(judged, Judged)
    assert not judged.accusation.right  # nothing lies there yet
    assert log.missing() == {CHEAT}


def test_what_another_said_wrongly_of_the_same_does_not_make_it_moot() -> None:
    log = RECORD.log_before(CHEATING)
    early = by(WORD)
    heard(log, by(OTHER))
    events = heard(log, early)
    assert isinstance(events[0], Judged)
    assert len(deal_of(log).accusations) == 2


# -- what is refused ----------------------------------------------------------------------------

FIELDS: dict[str, Any] = {
    "setup": bytes(32),
    "bout": 2,
    "judged": 1,
    "author": WORD,
    "accused": WORD,
}


def test_a_forged_accusation_is_the_hearers_breach() -> None:
    said = by(OTHER).accusation
    for signed in (
        said.sign(RECORD.identities[WORD]),
        SignedAccusation(by(OTHER).raw, bytes(64)),
        SignedAccusation(by(OTHER).raw, by(OTHER, WORD).signature),
        SignedAccusation(by(OTHER).raw, RECORD.identities[OTHER].sign(by(OTHER).raw)),
    ):
        refused(RECORD.log_before(HEARING), signed, "not the author's")


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_can_be_changed(field: str) -> None:
    signed = by(OTHER)
    changed = replace(signed.accusation, **{field: FIELDS[field]}).sign(RECORD.identities[OTHER])
    tampered = SignedAccusation(changed.raw, signed.signature)
    refused(RECORD.log_before(HEARING), tampered, "")
    with pytest.raises(AccusationError):
        tampered.verify(RECORD.setup.players[OTHER].key)


def test_another_deals_or_bouts_accusation_is_refused() -> None:
    for changes in ({"setup": bytes(32)}, {"bout": 2}):
        refused(RECORD.log_before(HEARING), by(OTHER, **changes), "another bout")
    for step in range(CLOSING + 1, len(RECORD.steps)):
        log = RECORD.log_before(step)
        if isinstance(log.state.step, MoveStep) and deal_of(log).bout == 2:
            refused(log, by(OTHER), "another bout")  # too late: the cheat stands for good
            return
    raise AssertionError("there is no second bout")


def word_passes(log: Log) -> int:
    """Let who has the word pass; return who has it then."""
    (word,) = log.missing()
    log.receive(RECORD.forge(log, word, ("pass", (), b"", b"")))
    assert log.breach is None
    assert isinstance(log.state.step, MoveStep)
    (then,) = log.missing()
    return then


def test_the_same_bytes_are_not_heard_twice() -> None:
    wrong = by(OTHER, WORD)
    log = RECORD.log_before(HEARING)
    heard(log, wrong)
    assert log.missing() == {WORD}
    refused(log, wrong, "accused again since")
    log = RECORD.log_before(HEARING)
    heard(log, wrong)
    assert word_passes(log) != WORD
    refused(log, wrong, "accused again since")
    log = RECORD.log_before(HEARING)
    heard(log, by(OTHER))
    refused(log, by(OTHER), "accused again since")


def test_what_has_become_moot_is_refused() -> None:
    log = RECORD.log_before(HEARING)
    heard(log, by(OTHER))
    refused(log, by(WORD), "judged for it already")
    log = RECORD.log_before(HEARING)
    heard(log, by(WORD, OTHER))
    refused(log, by(WORD), "accused again since")


def test_nobody_has_seen_what_was_not_judged() -> None:
    for judged in (1, 2, 1000):
        refused(RECORD.log_before(HEARING), by(OTHER, judged=judged), "there were none")


def test_who_accused_wrongly_is_barred() -> None:
    log = RECORD.log_before(HEARING)
    heard(log, by(OTHER, WORD))
    refused(log, by(OTHER, judged=1), "wrongly")


def test_nobody_accuses_itself_or_nobody() -> None:
    refused(RECORD.log_before(HEARING), by(OTHER, OTHER), "Nobody accuses itself.")
    for number in (3, 7):
        refused(RECORD.log_before(HEARING), by(OTHER, number), "names nobody")
    log = RECORD.log_before(HEARING)
    stranger = replace(by(OTHER).accusation, author=3).sign(RECORD.identities[OTHER])
    refused(log, stranger, "names nobody")


def with_one_out() -> tuple[Log, int]:
    for step in range(HEARING, len(RECORD.steps)):
        log = RECORD.log_before(step)
        if isinstance(log.state.step, MoveStep) and deal_of(log).out:
            return log, log.state.seats[deal_of(log).out[0]]
    raise AssertionError("nobody goes out")


def test_who_is_out_neither_accuses_nor_is_accused() -> None:
    log, out = with_one_out()
    (word,) = log.missing()
    bout = deal_of(log).bout
    refused(log, by(word, out, bout=bout), "not in the deal")
    log, _ = with_one_out()
    refused(log, by(out, word, bout=bout), "out of the deal")


BODIES: list[Value] = [
    (),
    (by(OTHER).raw,),
    (by(OTHER).raw, by(OTHER).signature, ()),
    ("text", by(OTHER).signature),
    (by(OTHER).raw, 5),
    (by(OTHER).raw, by(OTHER).signature[:-1]),
    (by(OTHER).raw, by(OTHER).signature + b"\0"),
    (by(OTHER).raw[:-1], by(OTHER).signature),
    (by(OTHER).raw + b"\0", by(OTHER).signature),
    (bytes(65), by(OTHER).signature),
    (encode((1, 2, 3)), bytes(64)),
    (encode((RECORD.setup.hash, 1, 0, OTHER, CHEAT, 0)), bytes(64)),
    (encode((RECORD.setup.hash, 0, 0, OTHER, CHEAT)), bytes(64)),
    (encode((RECORD.setup.hash, 1, 0, True, CHEAT)), bytes(64)),
    (encode((RECORD.setup.hash, 1, 0, 8, CHEAT)), bytes(64)),
    (encode((RECORD.setup.hash[:-1], 1, 0, OTHER, CHEAT)), bytes(64)),
    None,
    b"",
    1,
]


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_a_hearing_that_is_none_is_its_authors_breach(number: int) -> None:
    log = RECORD.log_before(HEARING)
    signed = RECORD.forge(log, WORD, BODIES[number], type=EntryType.HEAR)
    assert_convicts(RECORD, log, signed, "")


def test_only_who_has_the_word_hears() -> None:
    for author in (OTHER, CHEAT):
        log = RECORD.log_before(HEARING)
        body = hearing_body(by(OTHER))
        signed = RECORD.forge(log, author, body, type=EntryType.HEAR)
        assert_convicts(RECORD, log, signed, "not the author's to write")
    for type_ in (EntryType.COMMIT, EntryType.SHARES, EntryType.CLOSE, EntryType.OPEN):
        log = RECORD.log_at(type_)
        author = min(log.missing())
        signed = RECORD.forge(log, author, hearing_body(by(OTHER)), type=EntryType.HEAR)
        assert_convicts(RECORD, log, signed, "not the author's to write")


def at_a_move(log: Log) -> bool:
    return isinstance(log.state.step, MoveStep)


@pytest.mark.parametrize("preset", ["classic", "pentagon"])
def test_nobody_is_heard_where_nobody_cheats(preset: str) -> None:
    setup = first_setup(preset_rules(preset, {"players": 2}), preset)
    record = Table(setup, preset).play(at_a_move).record()
    log = record.log_before(len(record.steps))
    (word,) = log.missing()
    said = Accusation(record.setup.hash, 1, 0, 1 - word, word).sign(record.identities[1 - word])
    signed = record.forge(log, word, hearing_body(said), type=EntryType.HEAR)
    assert_convicts(record, log, signed, "Nobody cheats at this table")


def test_a_move_and_a_hearing_for_one_step_are_equivocation() -> None:
    move = RECORD.steps[HEARING][0]
    hear = hearing(RECORD.log_before(HEARING), by(OTHER))
    for first, second in itertools.permutations((move, hear)):
        for step in (HEARING - 1, HEARING):
            log = RECORD.log_before(step)
            log.receive(first)
            log.receive(second)
            assert log.breach is not None
            assert log.breach.author == WORD
            assert log.breach.equivocation


def test_two_hearings_for_one_step_are_equivocation() -> None:
    log = RECORD.log_before(HEARING)
    one, another = hearing(log, by(OTHER)), hearing(log, by(WORD))
    log.receive(one)
    (breach,) = log.receive(another)
    assert isinstance(breach, Breach)
    assert breach.equivocation


def test_an_accusation_by_a_move_is_judged_as_any() -> None:
    log = RECORD.log_before(HEARING)
    for seat, reason in ((log.state.seat_of(WORD), "itself"), (3, "not in the deal")):
        at = RECORD.log_before(HEARING)
        signed = RECORD.forge(at, WORD, (f"accuse {seat}", (), b"", b""))
        assert_convicts(RECORD, at, signed, reason)
    heard(log, by(WORD, OTHER))
    move = accuse(log.state.seat_of(CHEAT))
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, (move.text, (), b"", b"")), "wrongly")


def test_done_is_no_move_while_the_bout_goes_on() -> None:
    log = RECORD.log_before(HEARING)
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, ("done", (), b"", b"")), "not over")


# -- closing a bout -----------------------------------------------------------------------------

Said = dict[int, int | None]  # by author: whom it accuses as the bout closes, None: done


def said_in_close(log: Log, said: Said) -> list[SignedEntry]:
    return [
        RECORD.forge(log, author, () if accused is None else (accused,))
        for author, accused in said.items()
    ]


def close(log: Log, said: Said) -> list[Event]:
    """Let all say it; whatever the order in which it comes, all make the same of it."""
    outcomes = []
    for entries in itertools.permutations(said_in_close(log, said)):
        other = RECORD.log_before(CLOSING) if log.step == CLOSING else log
        events = [event for signed in entries for event in other.receive(signed)]
        assert other.breach is None, other.breach
        outcomes.append((events, snapshot(other.state.deal), other.state.log, other))
        if other is log:
            break
    assert all(outcome[:3] == outcomes[0][:3] for outcome in outcomes)
    if log.step == CLOSING:
        for signed in said_in_close(log, said):
            log.receive(signed)
    return outcomes[0][0]


def all_done(log: Log) -> Said:
    return dict.fromkeys(sorted(log.missing()))


def closing() -> Log:
    return RECORD.log_before(CLOSING)


def judgements(events: list[Event]) -> list[tuple[int, int, bool]]:
    """Accuser, accused (authors) and whether it was right."""
    seats = closing().state.seats
    return [
        (seats[event.accusation.seat], seats[event.accusation.accused], event.accusation.right)
        for event in events
        if isinstance(event, Judged)
    ]


def test_all_still_in_write_as_a_bout_closes() -> None:
    assert closing().missing() == {0, 1, 2}


def test_when_all_are_done_the_cheat_stands_for_good() -> None:
    log = closing()
    events = close(log, all_done(log))
    assert judgements(events) == []
    assert deal_of(log).cheats[0].caught_by is None
    assert not isinstance(log.state.step, CloseStep)
    assert deal_of(log).phase is Phase.DRAW


@pytest.mark.parametrize("author", [WORD, OTHER])
def test_one_accuses_as_the_bout_closes_and_what_others_said_is_void(author: int) -> None:
    log = closing()
    events = close(log, {**all_done(log), author: CHEAT})
    assert judgements(events) == [(author, CHEAT, True)]
    assert deal_of(log).bout == 1
    assert deal_of(log).done == set()
    assert isinstance(log.state.step, CloseStep)  # it has taken before: nobody is asked again
    assert log.missing() == {0, 1, 2}
    close(log, all_done(log))
    assert deal_of(log).phase is Phase.DRAW


def test_of_two_who_accuse_the_same_at_once_neither_is_wrong() -> None:
    log = closing()
    events = close(log, {CHEAT: None, WORD: CHEAT, OTHER: CHEAT})
    first = min(WORD, OTHER)
    assert judgements(events) == [(first, CHEAT, True)]
    assert deal_of(log).barred == set()
    # Nor is what the second had said without the word heard after it.
    again = closing()
    close(again, {CHEAT: None, WORD: CHEAT, OTHER: CHEAT})
    entries = said_in_close(again, all_done(again))
    for signed in entries:
        again.receive(signed)
    assert len(deal_of(again).accusations) == 1


def test_accusations_cross() -> None:
    log = closing()
    events = close(log, {WORD: OTHER, OTHER: WORD, CHEAT: None})
    low, high = sorted((WORD, OTHER))
    assert judgements(events) == [(low, high, False), (high, low, False)]
    assert deal_of(log).barred == {log.state.seat_of(WORD), log.state.seat_of(OTHER)}
    log = closing()
    events = close(log, {WORD: CHEAT, CHEAT: WORD, OTHER: WORD})
    assert sorted(judgements(events)) == sorted(
        [(WORD, CHEAT, True), (CHEAT, WORD, False), (OTHER, WORD, False)]
    )
    assert isinstance(log.state.step, CloseStep)
    close(log, all_done(log))
    assert deal_of(log).phase is Phase.DRAW


def test_two_may_accuse_the_same_wrongly() -> None:
    log = closing()
    events = close(log, {WORD: OTHER, CHEAT: OTHER, OTHER: None})
    assert [right for *_, right in judgements(events)] == [False, False]


CLOSE_BODIES: list[tuple[Value, str]] = [
    ((WORD,), "itself"),
    ((3,), "names nobody"),
    ((7,), "names nobody"),
    ((8,), ""),
    ((-1,), ""),
    ((OTHER, OTHER), ""),
    (("0",), ""),
    ((True,), ""),
    ((None,), ""),
    (("done",), ""),
    (OTHER, ""),
    (b"", ""),
    (None, ""),
    ((by(WORD).raw, by(WORD).signature), ""),
]


@pytest.mark.parametrize(("body", "reason"), CLOSE_BODIES)
def test_what_cannot_be_said_as_a_bout_closes_is_its_authors_breach(
    body: Value, reason: str
) -> None:
    log = closing()
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, body), reason)


def test_no_move_and_no_second_word_as_a_bout_closes() -> None:
    log = closing()
    body = ("pass", (), b"", b"")
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, body, type=EntryType.MOVE), "")
    log = closing()
    done, accusing = RECORD.forge(log, WORD, ()), RECORD.forge(log, WORD, (CHEAT,))
    log.receive(done)
    (breach,) = log.receive(accusing)
    assert isinstance(breach, Breach)
    assert breach.author == WORD
    assert breach.equivocation


def test_who_is_barred_can_only_be_done() -> None:
    log = closing()
    close(log, {**all_done(log), OTHER: WORD})
    assert log.missing() == {0, 1, 2}
    assert_convicts(RECORD, log, RECORD.forge(log, OTHER, (CHEAT,)), "wrongly")


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

"""A deal with a cheat that nobody names, and what may be said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from durak_p2p.game import EntryType, Event, Log, Player, SignedAccusation, SignedEntry
from durak_p2p.game.accusation import Accusation
from durak_p2p.game.steps import CloseStep, MoveStep
from durak_p2p.game.steps.accusing import hearing_body
from durak_p2p.rules import Deal, Phase

from .tables import Record, Table, assert_convicts, table

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


def at_a_move(log: Log) -> bool:
    return isinstance(log.state.step, MoveStep)

"""Accusations on their way: what is kept, what is let go, and when one takes our word's place."""

from __future__ import annotations

import pytest

from durak_p2p import limits
from durak_p2p.game import Player, SignedAccusation, SignedEntry
from durak_p2p.game.accusation import Accusation
from durak_p2p.game.steps import CloseStep, MoveStep
from durak_p2p.rules import Deal, Phase
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.table.accusing import Accusations
from durak_p2p.table.messages import MessageError
from tests.game.tables import Table, table


def give(table: Table, *entries: SignedEntry) -> None:
    for signed in entries:
        for player in table.players:
            player.log.receive(signed)


def bout_of(player: Player) -> int:
    assert isinstance(player.log.state.deal, Deal)
    return player.log.state.deal.bout


class Three:
    """A table where one has the word, and two do not."""

    def __init__(self) -> None:
        self.table = table(3, 24, "net accusing", "cheaters")
        self.table.play(lambda log: isinstance(log.state.step, MoveStep))
        self.hearer = next(player for player in self.table.players if player.has_word)
        self.one, self.other = (p for p in self.table.players if p is not self.hearer)

    def by(self, player: Player, accused: Player, **changes: int) -> SignedAccusation:
        fields = {"bout": bout_of(player), "judged": 0, **changes}
        said = Accusation(
            player.log.setup.hash,
            author=player.author,
            accused=accused.author,
            **fields,
        )
        return said.sign(self.table.identities[player.author])

    def hear(self, waiting: Accusations) -> bool:
        entry = waiting.next_hearing(self.hearer)
        if entry is not None:
            give(self.table, entry)
        assert self.table.log.breach is None
        return entry is not None


def test_what_is_kept_is_heard_once() -> None:
    three, waiting = Three(), Accusations()
    signed = three.by(three.one, three.other)
    log = three.hearer.log
    assert waiting.keep(log, signed)
    assert not waiting.keep(log, signed)
    assert three.hear(waiting)
    waiting.tidy(log)
    assert not three.hear(waiting)
    assert not waiting.keep(log, signed)


def test_what_is_forged_is_the_carriers_fault() -> None:
    three, waiting = Three(), Accusations()
    log, good = three.hearer.log, three.by(three.one, three.other)
    for bad in (
        SignedAccusation(good.raw, bytes(64)),
        SignedAccusation(good.raw, good.signature[:-1]),
        SignedAccusation(good.raw + b"\0", good.signature),
        SignedAccusation(b"", good.signature),
        SignedAccusation(three.by(three.other, three.one).raw, good.signature),
    ):
        with pytest.raises(MessageError):
            waiting.keep(log, bad)
    assert waiting.keep(log, good)


def test_another_deals_and_an_old_bouts_are_not_kept() -> None:
    three, waiting = Three(), Accusations()
    log = three.hearer.log
    other = Accusation(bytes(32), 1, 0, three.one.author, three.other.author)
    assert not waiting.keep(log, other.sign(three.table.identities[three.one.author]))
    early = three.by(three.one, three.other, bout=2)
    assert waiting.keep(log, early)  # it may have come before what it is about
    assert not three.hear(waiting)
    late = three.by(three.one, three.other)
    three.table.play(lambda log: bout_of(three.one) == 2 and isinstance(log.state.step, MoveStep))
    assert not waiting.keep(log, late)


def test_what_one_player_says_is_bounded_and_takes_no_place_of_anothers() -> None:
    three, waiting = Three(), Accusations()
    log = three.hearer.log
    kept = [waiting.keep(log, three.by(three.one, three.other, bout=b)) for b in range(2, 20)]
    assert sum(kept) == limits.ACCUSATIONS
    assert waiting.keep(log, three.by(three.other, three.one))
    assert three.hear(waiting)


def test_who_is_heard_has_not_accused_any_more() -> None:
    three, waiting = Three(), Accusations()
    signed = three.by(three.one, three.other)
    waiting.say(signed)
    assert waiting.own == signed
    give(three.table, *filter(None, [three.hearer.hear(signed)]))
    waiting.tidy(three.one.log)
    assert waiting.own is None


def with_a_cheat() -> tuple[Table, Player, Player, Player]:
    """At the close of a bout with a cheat: the cheat, and two others."""
    done = table(3, 24, "accusing", "cheaters")
    done.play(lambda log: getattr(log.state.deal, "phase", None) is Phase.DEFEND)
    cheat = next(player for player in done.players if player.has_word)
    assert isinstance(cheat.log.state.deal, Deal)
    move = cheat.log.state.deal.unlawful(cheat.hand().values())[0]
    give(done, cheat.move(move, cheating=True))
    done.play(lambda log: isinstance(log.state.step, CloseStep))
    one, other = (player for player in done.players if player is not cheat)
    return done, cheat, one, other


def test_what_has_become_moot_is_let_go_and_not_said_again_as_the_bout_closes() -> None:
    """Two accuse the same cheat; the second was not wrong, and says nothing wrong for it."""
    done, cheat, one, other = with_a_cheat()
    assert cheat.seat is not None
    waiting = Accusations()
    waiting.say(other.accuse(cheat.seat))
    waiting.tidy(other.log)
    assert waiting.own is not None
    give(
        done,
        one.move(accuse(cheat.seat)),
        *(p.move(DONE) for p in done.players if p is not one),
    )
    assert isinstance(other.log.state.deal, Deal)
    assert len(other.log.state.deal.accusations) == 1
    waiting.tidy(other.log)
    assert waiting.own is None

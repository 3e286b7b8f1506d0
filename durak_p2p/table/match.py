"""A match as one of its players: our entries, our accusations, and what is said of others' time.

Without input or output, like `Follower`.  Whoever drives it calls :meth:`Match.owed` (which can
take long) and :meth:`Match.post` until there is nothing, :meth:`Match.choose` when there is a
choice, :meth:`Match.tick` now and then, and when a deal is over :meth:`Match.end_deal` and, if
there is another one, :meth:`Match.begin_deal`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from durak_p2p import limits
from durak_p2p.crypto import Identity, Randomness, Verifier
from durak_p2p.game import (
    EntryType,
    NotOurTurn,
    Player,
    Setup,
    SignedEntry,
)
from durak_p2p.game.departure import has_limit, is_needed
from durak_p2p.game.steps import CloseStep, OwedStep
from durak_p2p.rules import Deal, NotYourWord, RuleError
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyView
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.errors import NobodyCame
from durak_p2p.table.follower import Follower, Wire
from durak_p2p.table.keeping import Keeper, Replays, Restored
from durak_p2p.table.messages import Accuse, Carry
from durak_p2p.table.news import AloneNews, AskedNews, News, PastNews
from durak_p2p.table.presence import Presence
from durak_p2p.texts import listed, text

logger = logging.getLogger(__name__)


class Match(Follower):
    """All deals of one match, as one of its players."""

    def __init__(
        self,
        setup: Setup,
        identity: Identity,
        wire: Wire,
        tell: Callable[[News], None],
        keeper: Keeper,
        replays: Replays,
        early: EarlyEntries,
        now: float,
        *,
        randomness: Randomness | None = None,
        restored: Restored | None = None,
        awaits_all: bool = False,
        verifier: Verifier | None = None,
    ) -> None:
        """*early* are entries that came before; *restored* is what was kept of an earlier run.

        *awaits_all*: at the end those who have not told us anything are waited for, too.
        *verifier* verifies all proofs; without one each is verified here.
        """
        self.key = identity.public_key
        self._identity = identity
        self._randomness = randomness
        self._keeper = keeper
        self._verifier = verifier
        self._earlier: list[Player] = []  # our halves of the deals before
        self._awaits_all = awaits_all
        self.player = self._sit(setup) if restored is None else self._restore(restored, tell)
        log = self.player.log
        here = log.setup.number, -1 if restored is None else log.step
        presence = Presence(setup.players, self.key, setup.patience, now, tell, here)
        super().__init__(log, wire, tell, replays, early, presence)
        if restored is not None:
            self.logs = {log.setup.deal: log for log in restored.before} | self.logs
            if restored.said is not None:
                self.accusations.say(restored.said)
                self.accusations.tidy(self.log)
        self.take_early(now)

    def _sit(self, setup: Setup) -> Player:
        player = Player(
            setup,
            self._identity,
            randomness=self._randomness,
            keep=self._keeper.keep,
            verifier=self._verifier,
        )
        self._keeper.begin_deal(setup, player.secrets)
        return player

    def _restore(self, restored: Restored, tell: Callable[[News], None]) -> Player:
        player = Player(
            restored.setup,
            self._identity,
            restored.secrets,
            self._randomness,
            keep=self._keeper.keep,
            verifier=self._verifier,
        )
        takers = (player.log.receive, restored.entries), (player.restore, restored.own)
        for take, entries in takers:
            for signed in entries:
                for event in take(signed):
                    tell(PastNews(player.log, event))
        if restored.secrets is None:
            player.retire()
        return player

    def view(self) -> AnyView | None:
        """Return what we may see of the current deal, or None before its cards are dealt."""
        return self.player.view()

    # -- our own entries -------------------------------------------------------------------------

    def owed(self) -> SignedEntry | None:
        """Return the next entry of ours for which we have no choice, to be given to :meth:`post`.

        It can take long and touches nothing but our half of the deal: it may be made in a thread.
        """
        player = self.player
        return (
            self._answer_to_claims()
            or player.owed()
            or player.part()
            or self._own_accusation()
            or self._hearing()
        )

    def _hearing(self) -> SignedEntry | None:
        return self.accusations.next_hearing(self.player)

    def post(self, signed: SignedEntry, now: float) -> None:
        """Take an entry of our own into the log, and send it."""
        self.take(signed, None, now)

    @property
    def has_choice(self) -> bool:
        """Whether the log waits for a choice of ours."""
        return self.player.has_word

    @property
    def choice_is_moot(self) -> bool:
        """Whether nothing has to be chosen any more: it is not our turn, or the deal will end."""
        return self.log.closed or not self.has_choice or self.log.leave_that_ends() is not None

    def choose(self, choice: Choice, now: float) -> None:
        """Make a move.  Raises a ``RuleError`` if the rules refuse it."""
        if isinstance(choice, Deliberate):
            signed = self.player.move(choice.move, cheating=True)
        else:
            signed = self.player.move(choice)
        self.post(signed, now)

    def leave(self, now: float) -> bool:
        """Leave the match for good; return whether that ends the deal."""
        state = self.log.state
        ends = state.deal is None or is_needed(state, self.player.author)
        signed = self.player.leave()
        if signed is not None:
            self.post(signed, now)
            self._keeper.end_deal()
        return ends and signed is not None

    def say_leave(self) -> None:
        """Say again that we have left: nobody may have been there to hear it."""
        if self.player.leaving is not None:
            self._wire.broadcast(Carry(self.player.leaving))

    # -- accusations -----------------------------------------------------------------------------

    def accuse(self, seat: int) -> None:
        """Accuse a seat of cheating, whoever has the word.  Raises a ``RuleError``."""
        if self.accusations.own is not None:
            return
        if self.player.has_left:
            raise NotYourWord(text("You have left the deal."))
        signed = self.player.accuse(seat)
        self._keeper.keep(signed)
        self.accusations.say(signed)
        self._say_own_accusation()

    def _say_own_accusation(self) -> None:
        if self.accusations.own is not None:
            self._wire.broadcast(Accuse(self.accusations.own))

    def _own_accusation(self) -> SignedEntry | None:
        """Return our entry that accuses in place of our ``done``, as a bout closes."""
        said, state = self.accusations.own, self.log.state
        if said is None or not isinstance(state.step, CloseStep) or not self.player.has_word:
            return None
        try:
            return self.player.move(accuse(state.seat_of(said.accusation.accused)))
        except RuleError:
            return None  # it has become moot

    @property
    def sight(self) -> tuple[int, int, object] | None:
        """What can be looked at, to accuse or not; it changes when there is more to be seen."""
        deal = self.log.state.deal
        if not isinstance(deal, Deal) or not deal.rules.may_cheat:
            return None
        return self.log.setup.number, deal.bout, deal.table

    def announce(self) -> None:
        """Tell everybody what we have, and what must not get lost."""
        super().announce()
        self._say_own_accusation()

    # -- time ------------------------------------------------------------------------------------

    def _answer_to_claims(self) -> SignedEntry | None:
        """Return our answer to who says that a time was over which was not, in any deal."""
        answers = (player.answer_to_claims() for player in (self.player, *self._earlier))
        return next((answer for answer in answers if answer is not None), None)

    def tick(self, now: float) -> None:
        """Look at the clock, and say what it says.

        Raises :class:`NobodyCame` where several are missed at once: their entries, or that of one
        and what another would have to say of it.
        """
        waited = self.waited(now)
        self.presence.look(now, waited)
        log = self.log
        missed = log.missing() - {self.player.author}
        if log.closed or not missed:
            return
        late = {author for author in missed if self._is_late(author, waited, now)}
        late |= self.player.claimed_now() & missed  # whoever comes now, we cannot take it back
        if len(missed) == 1 and late and not self._owes_something():
            (accused,) = late
            late |= self._claim(accused, now)
        if len(late) > 1:
            names = listed(log.state.name(author) for author in sorted(late))
            raise NobodyCame(
                text(
                    "{names} do not come back, and here the deal ends unfinished. If they have "
                    "ended it without you, their replays tell how.",
                    names=names,
                )
            )

    def _is_late(self, author: int, waited: float, now: float) -> bool:
        setup = self.log.setup
        limit = setup.rules.turn_seconds
        if limit is not None and has_limit(self.log.state):
            return waited >= limit + limits.GRACE
        return waited >= setup.patience and (self._is_away(author, now) or self._is_silent(waited))

    def _is_silent(self, waited: float) -> bool:
        """Whether who is there would have written by now, for its program asks nobody.

        As a deal begins it may: whether to play on without those who are gone.
        """
        step, setup = self.log.state.step, self.log.setup
        limit = setup.rules.turn_seconds
        if isinstance(step, CloseStep):  # it says `done` when the time is over
            return limit is not None and waited >= limit + setup.patience
        return isinstance(step, OwedStep) and step.type is not EntryType.COMMIT

    def _is_away(self, author: int, now: float) -> bool:
        setup = self.log.setup
        return self.presence.away_for(setup.players[author].key, now) >= setup.patience

    def _owes_something(self) -> bool:
        return self.player.author in self.log.missing()

    def _claim(self, accused: int, now: float) -> set[int]:
        """Claim that a player is out of time; return who else would have to, and is away.

        That is ourselves, too, where we cannot claim it (any more).
        """
        log, step = self.log, self.log.step
        try:
            claim = self.player.claim_timeout(accused)
        except NotOurTurn:
            return set()  # we have left
        if claim is not None:
            self.post(claim, now)
        if log.step != step or log.closed:
            return set()
        own = self.player.author
        return {a for a in log.voices_missing(accused) if a == own or self._is_away(a, now)}

    def silent_choice(self, now: float) -> bool:
        """Say ``done`` for who has said nothing in time as a bout closes; whether it was said.

        Nor need it be said by hand when the deal ends, for somebody has left.
        """
        limit = self.log.setup.rules.turn_seconds
        if not isinstance(self.log.state.step, CloseStep) or not self.has_choice:
            return False
        in_time = limit is None or self.waited(now) < limit
        if in_time and self.log.leave_that_ends() is None:
            return False
        self.choose(DONE, now)
        return True

    # -- from deal to deal -----------------------------------------------------------------------

    def end_deal(self) -> Setup | None:
        """Close the replay of a deal that is over; return the set-up of the next one, if any."""
        coming = super().end_deal()
        self._keeper.end_deal()
        if self.missed_out:
            return None
        if self.log.state.present == {self.player.author}:
            self._tell(AloneNews())
        if coming is None or all(player.key != self.key for player in coming.players):
            return None
        return coming

    @property
    def stopped(self) -> bool:
        """Whether the current deal is not played on: somebody broke the protocol, or we are out."""
        return self.broken or self.missed_out

    @property
    def missed_out(self) -> bool:
        """Whether we were waited for in vain in an earlier deal, as we have learned since."""
        return any(
            log.setup.players[author].key == self.key
            for log in self.logs.values()
            if log is not self.log
            for author in log.state.departed
        )

    def begin_deal(self, setup: Setup, now: float) -> None:
        """Go on with the next deal."""
        self._earlier.append(self.player)
        self.player = self._sit(setup)
        self._follow(self.player.log)
        self.presence.begin_deal(setup, now)
        self.take_early(now)

    def all_have_all(self) -> bool:
        """Whether everybody who may come for it has all that we have, as far as we were told."""
        others = (player.key for player in self.log.setup.players if player.key != self.key)
        return super().all_have_all() and (not self._awaits_all or self._have_all(others))

    def gone(self) -> tuple[str, ...]:
        """Return the names of those who are gone since the deal that is over began."""
        state = self.log.state
        return tuple(state.name(author) for author in sorted(state.departed))

    def tell_asked(self) -> None:
        """Tell who else must agree to the deal that has just begun without those who are gone."""
        missing = sorted(self.log.missing() - {self.player.author})
        if missing:
            self._tell(AskedNews(tuple(self.log.state.name(author) for author in missing)))

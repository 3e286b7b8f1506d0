"""Peers that break the protocol or bend it; the others must not suffer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from durak_p2p.game import Entry, EntryType, SignedAccusation, SignedEntry
from durak_p2p.game.accusation import Accusation
from durak_p2p.rules.family import AnyView
from durak_p2p.table.match import Match
from durak_p2p.table.messages import Accuse, Carry, Have, Message

from .peer import Peer, Status


class Adversary(Peer):
    """Not bound to anything; of whom the others say what they like."""

    honest = False

    def every(self, seconds: float, life: int, what: Callable[[Match], None]) -> None:
        """Do something again and again, as long as the program runs."""

        def happen() -> None:
            if self.alive(life) and self.status is Status.PLAYING:
                assert self.match is not None
                what(self.match)
                self.world.after(self.rng.expovariate(1 / seconds), self._do, happen)

        self.world.after(self.rng.expovariate(1 / seconds), self._do, happen)

    def tell_each(self, choices: list[SignedEntry]) -> None:
        """Tell these one thing and those another."""
        for key, line in list(self.lines.items()):
            self.send_to(line, key, Carry(self.rng.choice(choices)))

    def sign(self, match: Match, type_: EntryType, body: tuple[object, ...]) -> SignedEntry:
        """Sign an entry for the current step, whatever was signed before."""
        log = match.log
        entry = Entry(
            log.setup.deal,
            log.step,
            match.player.author,
            type_,
            log.state.log,
            body,  # type: ignore[arg-type]
        )
        return entry.sign(self.identity)


# -- one that withholds ----------------------------------------------------------------------------


class SilentMatch(Match):
    """Hears no accusation, and answers no claim."""

    def _hearing(self) -> SignedEntry | None:
        return None

    def _answer_to_claims(self) -> SignedEntry | None:
        return None


class Withholder(Adversary):
    """Passes nothing on, tells its own to one alone, and seldom helps who lacks something."""

    match_type = SilentMatch

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        if self.lines and but is None and not isinstance(message, Accuse):
            key = self.rng.choice(list(self.lines))
            self.send_to(self.lines[key], key, message)

    def _take(self, source: bytes, message: Message) -> None:
        if not isinstance(message, Have) or self.rng.random() < 0.2:
            super()._take(source, message)


# -- one that equivocates --------------------------------------------------------------------------


class Equivocator(Adversary):
    """Signs two things that contradict each other, once: moves, claims, or a leave and a move."""

    twins: tuple[SignedEntry, SignedEntry] | None = None

    def make_choice(self, match: Match, view: AnyView) -> None:
        others = list(view.legal)
        if self.twins is not None or len(others) < 2 or self.rng.random() >= 0.15:
            super().make_choice(match, view)
            return
        player, step = match.player, match.log.step
        first = player.move(others.pop(self.rng.randrange(len(others))))
        if self.rng.random() < 0.3:
            second = player.leave()
        else:
            player._written.pop(step, None)
            second = player.move(self.rng.choice(others))
        assert second is not None
        self.twins = first, second
        self.tell_each([first, second])
        match.post(first, self.world.now)

    def also(self, life: int) -> None:
        self.every(20.0, life, self._claim_both)

    def _claim_both(self, match: Match) -> None:
        others = match.log.missing() - {match.player.author}
        if self.twins is not None or len(others) != 1:
            return
        first, second = (
            self.sign(match, type_, tuple(others)) for type_ in (EntryType.TIMEOUT, EntryType.SEEN)
        )
        self.twins = first, second
        self.tell_each([first, second])

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        if isinstance(message, Carry) and self.twins and message.signed in self.twins:
            self.tell_each(list(self.twins))
        else:
            super().broadcast(message, but)


# -- one that floods -------------------------------------------------------------------------------


class Flooder(Adversary):
    """Says whatever comes to its mind, all the time, in its own name and in others'."""

    def also(self, life: int) -> None:
        self.every(0.3, life, self._say_something)

    def _say_something(self, match: Match) -> None:
        for key, line in list(self.lines.items()):
            if self.rng.random() < 0.5:
                self.send_to(line, key, self._nonsense(match))

    def _nonsense(self, match: Match) -> Message:
        rng, log = self.rng, match.log
        lot = rng.random()
        if lot < 0.4:
            return Accuse(self._accusation(match))
        if lot < 0.6:
            return Have(
                rng.choice([log.setup.deal, rng.randbytes(16)]),
                rng.choice([0, max(0, log.step - 1), log.step, log.step + 9, 1 << 20]),
                rng.randrange(256),
                rng.choice([log.state.log, rng.randbytes(32)]),
            )
        known = [*log.entries()]
        if known and lot < 0.98:
            return Carry(rng.choice(known))
        entry = Entry(log.setup.deal, log.step, 0, EntryType.MOVE, bytes(32), ())
        forged = SignedEntry(rng.choice([entry.encode(), rng.randbytes(50)]), rng.randbytes(64))
        return Carry(forged)

    def _accusation(self, match: Match) -> SignedAccusation:
        rng, log = self.rng, match.log
        bout = getattr(log.state.deal, "bout", 0)
        judged = len(getattr(log.state.deal, "accusations", ()))
        said = Accusation(
            setup=log.setup.hash,
            bout=max(1, bout + rng.choice([0, 0, 0, -1, 1, 5])),
            judged=max(0, judged + rng.choice([0, 0, 0, -1, 1])),
            author=match.player.author,
            accused=rng.randrange(log.state.authors),
        )
        lot = rng.random()
        if lot < 0.03:
            return replace(said, author=rng.randrange(log.state.authors)).sign(self.identity)
        if lot < 0.05:
            return SignedAccusation(rng.randbytes(rng.randrange(70)), bytes(64))
        if lot < 0.2:
            return replace(said, setup=bytes(32)).sign(self.identity)
        return said.sign(self.identity)


# -- one that lies about time ----------------------------------------------------------------------


class Liar(Adversary):
    """Claims that a time is over when it is not, and never says what it has seen."""

    match_type = SilentMatch

    def also(self, life: int) -> None:
        self.every(3.0, life, self._lie)

    def _lie(self, match: Match) -> None:
        others = match.log.missing()
        if len(others) == 1 and match.player.author not in others:
            claim = match.player.claim_timeout(*others)
            if claim is not None:
                match.post(claim, self.world.now)
                self._pump()


ADVERSARIES: tuple[type[Adversary], ...] = (Withholder, Equivocator, Flooder, Liar)

"""One player's half of a deal: its secrets, its hand, and the entries that it owes."""

from __future__ import annotations

from collections.abc import Callable

from durak_p2p.cards import Card
from durak_p2p.crypto import Identity, Randomness, SystemRandomness, Verifier
from durak_p2p.game.accusation import Accusation, AccusationError, SignedAccusation
from durak_p2p.game.claims import accused_in, is_claim
from durak_p2p.game.codec import Value
from durak_p2p.game.departure import Silence, leave_body, parting_body, read_silence
from durak_p2p.game.entry import Entry, EntryType, SignedEntry
from durak_p2p.game.errors import NotOurTurn, Refused, StrayEntry
from durak_p2p.game.events import Event
from durak_p2p.game.log import Log
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.game.setup import Setup
from durak_p2p.game.steps import CloseStep, MoveStep, OpenStep, OwedStep, SharesStep
from durak_p2p.game.steps.accusing import bout_deal, check_accusation, hearing_body
from durak_p2p.rules import Deal, Move, NotYourWord, RuleError, Unlawful
from durak_p2p.rules.family import AnyMove, AnyView, view_of
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.texts import Text, cards_text, sentence_of, text

AGAINST_RULES = "is against the rules."  # so ends what is refused unless it is meant


class Player:
    """Plays one seat of one deal.

    Give every entry that arrives to ``log.receive``; then send what :meth:`owed` returns, and
    again after each of one's own entries.  Moves are made with :meth:`move`.
    An entry that this class returns is final: nothing else may ever be signed in its place.  So
    each is handed to *keep* before it is returned; a program that may be killed writes it to disk
    there, and gives what it wrote to :meth:`restore` when it comes back.
    """

    def __init__(
        self,
        setup: Setup,
        identity: Identity,
        secrets: DealSecrets | None = None,
        randomness: Randomness | None = None,
        keep: Callable[[SignedEntry], None] = lambda _: None,
        verifier: Verifier | None = None,
    ) -> None:
        """Take a seat; *identity* must be one of the set-up's players (else ValueError).

        *verifier* verifies the proofs, as for the log.
        """
        self._keep = keep
        self._randomness = randomness or SystemRandomness()
        self._identity = identity
        self.secrets = secrets or DealSecrets.draw(self._randomness)
        self.author = [player.key for player in setup.players].index(identity.public_key)
        self.log = Log(setup, verifier)
        self._faces: dict[int, Card] = {}  # own cards by position, as far as they were read
        self._written: dict[int, bytes] = {}  # the log before each step that we have written for
        self._claimed: dict[int, SignedEntry] = {}  # our claims by step
        self._leave: SignedEntry | None = None
        self._retired = False

    def retire(self) -> None:
        """Write no entry any more: the deal was over for us, and its secrets are gone."""
        self._retired = True

    def restore(self, own: SignedEntry) -> list[Event]:
        """Take back what we have signed before, whatever else of the log is there by now.

        Returns what comes of it.
        """
        self._note(own)
        try:
            return self.log.receive(own)
        except StrayEntry:
            return []  # far ahead of what is left: the others have it, too

    def _note(self, signed: SignedEntry) -> None:
        entry = signed.entry
        if entry.type is EntryType.LEAVE:
            self._leave = signed
        elif is_claim(entry):
            self._claimed[entry.step] = signed
            if entry.type is EntryType.TIMEOUT:
                self.log.hold(entry)
        else:
            self._written[entry.step] = entry.log

    @property
    def leaving(self) -> SignedEntry | None:
        """The entry by which we have left, if we have."""
        return self._leave

    @property
    def has_left(self) -> bool:
        """Whether we have signed that we leave."""
        return self._leave is not None

    @property
    def seat(self) -> int | None:
        """Our seat, once seats are drawn."""
        return self.log.state.seat_of(self.author) if self.log.state.seats else None

    @property
    def has_word(self) -> bool:
        """Whether the log waits for a choice of ours: a move, or what we say as a bout closes."""
        return isinstance(self.log.state.step, MoveStep | CloseStep) and self._is_due()

    def _is_due(self) -> bool:
        return (
            self.author in self.log.missing()
            and self._leave is None
            and not self._retired
            and not self._has_written(self.log.step)
        )

    def _has_written(self, step: int) -> bool:
        """Whether we have signed an entry for the current step, or one in whose place none may be.

        What we wrote for it after an entry of ours that was out of time does not stand in the way
        of our shares for the count, or of our opening.
        """
        log, state = self._written.get(step), self.log.state
        without_choice = isinstance(state.step, SharesStep | OpenStep)
        return log is not None and (log == state.log or not without_choice)

    def owed(self) -> SignedEntry | None:
        """Return the entry that we owe without having a choice, or None."""
        step = self.log.state.step
        if not isinstance(step, OwedStep) or not self._is_due():
            return None
        return self._sign(step.write(self.author, self.secrets, self._randomness))

    def move(self, move: AnyMove, *, cheating: bool = False) -> SignedEntry:
        """Return our entry for *move*; *cheating* says that an unlawful one is meant to be.

        Raises a ``RuleError`` for a move that the rules refuse, or an unlawful one that is not
        meant, and then has signed nothing.
        """
        step = self.log.state.step
        if isinstance(step, CloseStep) and self._is_due():
            return self._close(step, move)
        if not isinstance(step, MoveStep) or not self._is_due():
            raise NotYourWord(text("It is not your turn."))
        if not cheating and self.is_cheat(move):
            raise Unlawful(_against_rules(move))
        positions = self._try(move)
        return self._sign(step.write(self.author, move, positions, self.secrets, self._randomness))

    def is_cheat(self, move: AnyMove) -> bool:
        """Whether *move*, made now, would break the rules and be taken all the same."""
        deal = self.log.state.deal
        return isinstance(deal, Deal) and isinstance(move, Move) and deal.is_cheat(move)

    def _close(self, step: CloseStep, move: AnyMove) -> SignedEntry:
        if move == DONE:
            return self._sign(step.write(None))
        accused = self._accused(move)
        step.check(self.author, accused)
        return self._sign(step.write(accused))

    def _accused(self, move: AnyMove) -> int:
        """Return the author whom an accusation names."""
        if not isinstance(move, Move) or move.seat is None:
            raise Unlawful(text("The bout closes: say done, or accuse somebody."))
        if not 0 <= move.seat < self.log.state.authors:
            raise Unlawful(text("The accused is not in the deal."))
        return self.log.state.seats[move.seat]

    def accuse(self, seat: int) -> SignedAccusation:
        """Return our accusation of a seat, for whoever has the word to take into the log.

        Raises a ``RuleError`` where it would be refused.
        """
        state = self.log.state
        try:
            deal = bout_deal(state)
            accused = self._accused(accuse(seat))
            signed = Accusation(
                state.setup.hash, deal.bout, len(deal.accusations), self.author, accused
            ).sign(self._identity)
            check_accusation(state, signed)
        except (Refused, AccusationError) as error:
            raise Unlawful(sentence_of(error)) from error
        return signed

    def hear(self, signed: SignedAccusation) -> SignedEntry | None:
        """Return our entry that takes an accusation into the log; None if it cannot be heard now.

        Only who has the word hears accusations.
        """
        if not isinstance(self.log.state.step, MoveStep) or not self._is_due():
            return None
        try:
            check_accusation(self.log.state, signed)
        except (Refused, AccusationError, RuleError):
            return None
        return self._sign(hearing_body(signed), EntryType.HEAR)

    def _try(self, move: AnyMove) -> list[int]:
        """Return the positions that *move* opens, after trying it on a copy of the deal."""
        deal, seat = self.log.state.deal, self.seat
        assert deal is not None
        assert seat is not None
        opened = deal.opens(move, self.hand())
        deal.copy().play(seat, move, opened)
        return list(opened)

    def _sign(self, body: Value, type_: EntryType | None = None) -> SignedEntry:
        state = self.log.state
        if not self._is_due() or state.step is None:
            raise NotOurTurn(text("An entry for this step is signed already, or is not ours."))
        return self._finally_sign(state.number, type_ or state.step.type, body)

    def _finally_sign(self, step: int, type_: EntryType, body: Value) -> SignedEntry:
        log = self.log.hash_before(step)
        entry = Entry(self.log.setup.deal, step, self.author, type_, log, body)
        signed = entry.sign(self._identity)
        self._note(signed)
        self._keep(signed)
        return signed

    def part(self) -> SignedEntry | None:
        """Return our entry that takes another's leave into the log, so that the deal ends now.

        Only who has the word does so; None if nobody leaves whom the deal needs.
        """
        if not isinstance(self.log.state.step, MoveStep) or not self._is_due():
            return None
        leave = self.log.leave_that_ends()
        return None if leave is None else self._sign(parting_body(leave), EntryType.PART)

    def claim_timeout(self, accused: int) -> SignedEntry | None:
        """Return our claim that *accused* has not written in time; None if we have claimed.

        Raises :class:`NotOurTurn` unless the log waits for that player alone.
        """
        step = self.log.step
        if self.log.missing() != {accused} or accused == self.author or not self._may_claim(step):
            raise NotOurTurn(text("The log does not wait for that player."))
        if step in self._claimed:
            return None
        return self._finally_sign(step, EntryType.TIMEOUT, (accused,))

    def claimed_now(self) -> frozenset[int]:
        """Return whom we have claimed to be out of time in the current step: one, or nobody."""
        claim = self._claimed.get(self.log.step)
        ours = claim is not None and claim.entry.log == self.log.state.log
        if claim is None or not ours or claim.entry.type is not EntryType.TIMEOUT:
            return frozenset()
        return frozenset({accused_in(claim.entry)})

    def answer_to_claims(self) -> SignedEntry | None:
        """Return our answer to some timeout claim that waits for one; None if none does."""
        answers = (self.claim_seen(claim) for claim in self.log.claims(0))
        return next((answer for answer in answers if answer is not None), None)

    def claim_seen(self, claim: SignedEntry) -> SignedEntry | None:
        """Return our answer to a timeout claim about an entry that we have; None if none is due."""
        entry = claim.entry
        passed = entry.step < self.log.step and entry.log == self.log.hash_before(entry.step)
        if entry.type is not EntryType.TIMEOUT or not passed or not self._may_claim(entry.step):
            return None
        accused = accused_in(entry)
        wrote = any(e.entry.author == accused for e in self.log.complete_step(entry.step))
        timed_out = any(is_claim(e.entry) for e in self.log.complete_step(entry.step))
        if entry.step in self._claimed or accused == self.author or timed_out or not wrote:
            return None
        return self._finally_sign(entry.step, EntryType.SEEN, (accused,))

    def _may_claim(self, step: int) -> bool:
        """Whether we were there in that step, and have not said that we claim nothing in it."""
        leave = self._leave
        if leave is not None and step >= read_silence(leave.entry.body).claims:
            return False
        departed = self.log.state.departed.get(self.author)
        return departed is None or departed.step >= step

    def leave(self) -> SignedEntry | None:
        """Return the entry by which we leave the deal for good; None if we have, or it is over.

        Without our secrets, which it would have to open, it is over for us.

        It stands for ours in the next step that waits for us.
        """
        log = self.log
        step, state = log.step, log.state
        if self.has_left or self._retired or log.closed or self.author not in state.present:
            return None
        if any(signed_for > step for signed_for in (*self._written, *self._claimed)):
            return None  # that was taken back: the deal is over, only what we owe is to come
        silence = Silence(step + (step in self._written), step + (step in self._claimed))
        return self._finally_sign(step, EntryType.LEAVE, leave_body(state, silence, self.secrets))

    def hand(self) -> dict[int, Card]:
        """Return our cards by position, those dealt and readable by now.

        Without our secrets those are the ones that everybody can read.
        """
        state = self.log.state
        if state.deal is None or state.dealt is None or self.seat is None:
            return {}
        hand: dict[int, Card] = {}
        for position in state.deal.hands[self.seat]:
            face = state.deal.faces.get(position, self._faces.get(position))
            if face is None and self._retired:
                face = state.opened[position] if state.opened is not None else None
            elif face is None and state.dealt.missing(position) == {self.author}:
                face = state.dealt.private_face(position, self.author, self.secrets.key_share)
                self._faces[position] = face
            if face is not None:
                hand[position] = face
        return hand

    def view(self) -> AnyView | None:
        """Return what we may see, or None before the deal has begun."""
        deal = self.log.state.deal
        return None if deal is None else view_of(deal, self.seat, self.hand())


def _against_rules(move: AnyMove) -> Text:
    told = text("{cards}: that is against the rules.", cards=cards_text(move.cards))
    assert told.endswith(AGAINST_RULES)
    return told

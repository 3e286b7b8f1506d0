"""Dealing and playing: the steps that the rules ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from durak_p2p.cards import Card
from durak_p2p.crypto import (
    OPEN_TO_ALL,
    Element,
    Randomness,
    make_shares,
)
from durak_p2p.game.codec import Fields, Value
from durak_p2p.game.entry import Entry, EntryType
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import Answered, CardsDealt, Judged, MoveMade
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.game.steps.accusing import hear
from durak_p2p.game.steps.base import OwedStep, Step
from durak_p2p.rules import Cards, Deal, Grant, Move, Question, Verb
from durak_p2p.rules.family import AnyDeal, AnyMove, parse_move
from durak_p2p.texts import text

if TYPE_CHECKING:
    from durak_p2p.game.dealt_deck import DealtDeck
    from durak_p2p.game.state import GameState

MAX_MOVE_TEXT = 40  # characters; `lead` with four cards has 16
MAX_MOVE_CARDS = 8
_WITH_THE_WORD = (EntryType.MOVE, EntryType.HEAR, EntryType.PART)


def _playing(state: GameState) -> tuple[AnyDeal, DealtDeck]:
    assert state.deal is not None
    assert state.dealt is not None
    return state.deal, state.dealt


class SharesStep(OwedStep):
    """Cards are dealt: everybody but a card's owner publishes a decryption share for it.

    An entry holds one share for each card that its author owes one for, in the order in which
    the rules deal them, and one proof for all.
    """

    type = EntryType.SHARES

    def __init__(self, state: GameState, request: Cards) -> None:
        self._grants = request.grants
        self._given: dict[int, tuple[Element, ...]] = {}
        self._dealt = _playing(state)[1]
        seats = state.seats
        self._owners = {
            grant.position: OPEN_TO_ALL if grant.seat is None else seats[grant.seat]
            for grant in self._grants
        }
        owing = {author for author in range(state.authors) if self._owed(author)}
        super().__init__(state, frozenset(owing))

    def _owed(self, author: int) -> list[Grant]:
        """The cards that *author* owes a share for: neither its own, nor given before."""
        return [
            grant
            for grant in self._grants
            if self._owners[grant.position] != author
            and author in self._dealt.missing(grant.position)
        ]

    def _context_cards(self, author: int) -> tuple[tuple[int, int], ...]:
        return tuple((g.position, self._owners[g.position]) for g in self._owed(author))

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        _, dealt = _playing(self.state)
        ciphertexts = [dealt.ciphertexts[grant.position] for grant in self._owed(author)]
        context = self.state.context(self.type, author, self._context_cards(author))
        shares, proof = make_shares(secrets.key_share, ciphertexts, context, randomness)
        return b"".join(shares), proof

    def accept(self, author: int, body: Value) -> None:
        _, dealt = _playing(self.state)
        owed = self._owed(author)
        fields = Fields(body, "shares")
        raw = fields.bytes("shares", 32 * len(owed))
        proof = fields.bytes("proof", 64)
        fields.end()
        ciphertexts = [dealt.ciphertexts[grant.position] for grant in owed]
        context = self.state.context(self.type, author, self._context_cards(author))
        public = self.state.key_shares[author]
        shares = self.state.verifier.shares(public, ciphertexts, raw, proof, context)
        self._given[author] = shares

    def finish(self) -> None:
        deal, dealt = _playing(self.state)
        owed = {author: self._owed(author) for author in self._given}
        for author, shares in self._given.items():
            for grant, share in zip(owed[author], shares, strict=True):
                dealt.add(grant.position, author, share)
        opened = {g.position: dealt.face(g.position) for g in self._grants if g.seat is None}
        dealt_now = self._owners.keys()
        counts = tuple(len(dealt_now & set(hand)) for hand in deal.hands)
        deal.supply(opened)
        self.state.events.append(CardsDealt(counts, tuple(opened.values())))


class AnswerStep(OwedStep):
    """The rules ask who holds one of some cards (the lowest trump, say): all answer at once.

    An answer is empty ("none"), or opens one such card.  A false "none" cannot be seen now;
    it is found when the deal is opened.
    """

    type = EntryType.ANSWER

    def __init__(self, state: GameState, request: Question) -> None:
        super().__init__(state, frozenset(range(state.authors)))
        self._cards = request.cards
        self._shown: dict[int, tuple[int, Card]] = {}

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        deal, dealt = _playing(self.state)
        for position in deal.hands[self.state.seat_of(author)]:
            if position in deal.faces:
                continue
            if dealt.private_face(position, author, secrets.key_share) in self._cards:
                shares, proof = _open_hidden(self, author, [position], secrets, randomness)
                return position, shares, proof
        return ()

    def accept(self, author: int, body: Value) -> None:
        if body == ():
            return
        deal, dealt = _playing(self.state)
        fields = Fields(body, "answer")
        position = fields.integer("position", 0, len(dealt.ciphertexts) - 1)
        if position in deal.faces:
            raise Refused(text("The card that is shown lies open already."))
        faces = _accept_hidden(self, author, [position], fields)
        fields.end()
        if faces[position][0] not in self._cards:
            raise Refused(text("The card that is shown was not asked for."))
        dealt.add(position, author, faces[position][1])
        self._shown[self.state.seat_of(author)] = position, faces[position][0]

    def finish(self) -> None:
        deal, _ = _playing(self.state)
        deal.answer(self._shown)
        self.state.answer_steps.append(self.state.number)
        shown = {seat: card for seat, (_, card) in sorted(self._shown.items())}
        self.state.events.append(Answered(self._cards, shown))


class MoveStep(Step):
    """Whoever has the word moves, and opens the cards that it lays.

    Or takes the leave of somebody else into the log (``part``), which ends the deal; or, where
    cheating is allowed, somebody's accusation (``hear``); an accusation of its own is a move.
    """

    type = EntryType.MOVE

    def __init__(self, state: GameState, seat: int) -> None:
        super().__init__(state, frozenset({state.seats[seat]}))
        self.seat = seat

    def write(
        self,
        author: int,
        move: AnyMove,
        positions: Sequence[int],
        secrets: DealSecrets,
        randomness: Randomness,
    ) -> Value:
        """Return the body for *move*; *positions* are the hidden cards that it opens."""
        shares, proof = _open_hidden(self, author, list(positions), secrets, randomness)
        return move.text, tuple(positions), shares, proof

    def waits_for(self, entry: Entry) -> bool:
        """Whether *entry* is a move, a parting, or a hearing."""
        return entry.author in self.authors and entry.type in _WITH_THE_WORD

    def take(self, entry: Entry) -> None:
        if entry.type is EntryType.HEAR:
            hear(self.state, entry.body)
        else:
            self.accept(entry.author, entry.body)

    def accept(self, author: int, body: Value) -> None:
        deal, dealt = _playing(self.state)
        top = len(dealt.ciphertexts) - 1
        fields = Fields(body, "move")
        move = parse_move(self.state.setup.rules, fields.text("text", MAX_MOVE_TEXT))
        positions = fields.array("positions", MAX_MOVE_CARDS, lambda item: _position(item, top))
        if len(set(positions)) != len(positions):
            raise Refused(text("One card is opened twice."))
        if any(position in deal.faces for position in positions):
            raise Refused(text("A card is opened that lies open already."))
        opened = _accept_hidden(self, author, list(positions), fields)
        fields.end()
        deal.play(self.seat, move, {position: card for position, (card, _) in opened.items()})
        for position, (_, share) in opened.items():
            dealt.add(position, author, share)
        self.state.move_steps.append(self.state.number)
        self.state.events.append(MoveMade(self.seat, move))
        if isinstance(deal, Deal) and isinstance(move, Move) and move.verb is Verb.ACCUSE:
            self.state.events.append(Judged(deal.accusations[-1]))

    def finish(self) -> None:
        """Nothing: the move was made when it was accepted."""


def _position(item: Value, top: int) -> int:
    if not isinstance(item, int) or isinstance(item, bool) or not 0 <= item <= top:
        raise Refused(text("The move names a card that the deck has not."))
    return item


def _open_hidden(
    step: Step,
    author: int,
    positions: list[int],
    secrets: DealSecrets,
    randomness: Randomness,
) -> tuple[bytes, bytes]:
    """Return the author's own shares for hidden cards of its hand, and their proof."""
    if not positions:
        return b"", b""
    _, dealt = _playing(step.state)
    ciphertexts = [dealt.ciphertexts[position] for position in positions]
    context = step.state.context(step.type, author, tuple((p, author) for p in positions))
    shares, proof = make_shares(secrets.key_share, ciphertexts, context, randomness)
    return b"".join(shares), proof


def _accept_hidden(
    step: Step, author: int, positions: list[int], fields: Fields
) -> dict[int, tuple[Card, Element]]:
    """Read and check shares that open hidden cards of the author's own hand.

    Returns the card and the share by position; keeps nothing.
    """
    state = step.state
    deal, dealt = _playing(state)
    raw = fields.bytes("shares", 32 * len(positions))
    proof = fields.bytes("proof", 64 if positions else 0)
    hand = deal.hands[state.seat_of(author)]
    if any(position not in hand for position in positions):
        raise Refused(text("The author opens a card that is not in its hand."))
    if not positions:
        return {}
    ciphertexts = [dealt.ciphertexts[position] for position in positions]
    context = state.context(step.type, author, tuple((p, author) for p in positions))
    shares = state.verifier.shares(state.key_shares[author], ciphertexts, raw, proof, context)
    return {
        position: (dealt.face(position, {author: share}), share)
        for position, share in zip(positions, shares, strict=True)
    }

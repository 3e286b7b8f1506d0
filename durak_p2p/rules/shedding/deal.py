"""One deal, as its callers see it: it asks for cards, shuffles and moves, and is told them.

    deal = SheddingDeal(rules_for("czech"))
    while not isinstance(deal.request, Over):
        match deal.request:
            case Cards(): deal.supply(faces)
            case Reshuffle(): deal.reshuffled()
            case Word(seat): deal.play(seat, move)

No randomness, no clock, no cryptography: the same answers give the same deal everywhere.
"""

from collections.abc import Iterable, Mapping
from typing import Final, final

from durak_p2p.cards import Card
from durak_p2p.rules.copying import copy_of
from durak_p2p.rules.errors import NoSuchCard, NotYourWord, RequestError, Unlawful
from durak_p2p.rules.requests import Asked, Cards, Grant, Over, Word
from durak_p2p.rules.shedding import drawing, ending, lawful, laying
from durak_p2p.rules.shedding.match import first_lead
from durak_p2p.rules.shedding.moves import DRAW, Move, Verb, check_form
from durak_p2p.rules.shedding.options import SheddingRules, game_of
from durak_p2p.rules.shedding.requests import Request, Reshuffle
from durak_p2p.rules.shedding.state import Phase, Reason, State
from durak_p2p.texts import CardText, text

_OVER: Final = Over()


@final
class SheddingDeal(State):
    """A deal of the shedding family (protocol/rules.md, section 4)."""

    __slots__ = ()

    def __init__(
        self,
        rules: SheddingRules,
        dealer: int = 0,
        lead: int | None = None,
        scores: tuple[int, int] = (0, 0),
    ) -> None:
        """Begin a deal.

        Args:
            rules: the table's rules.
            dealer: the dealer's seat.
            lead: who leads; None: as in a match's first deal.
            scores: the score before the deal, by seat; below what the match goes to.

        Raises:
            ValueError: there is no such seat, or a score has lost the match already.
        """
        if not (0 <= dealer < rules.players and (lead is None or 0 <= lead < rules.players)):
            raise ValueError("There is no such seat.")
        if len(scores) != rules.players or max(scores) >= game_of(rules).match_points:
            raise ValueError("The scores before a deal are two, each below what the match goes to.")
        super().__init__(rules, dealer, first_lead(rules, dealer) if lead is None else lead, scores)
        self._deal_hands()

    def copy(self) -> "SheddingDeal":
        """A deal to try moves on."""
        return copy_of(self)

    def _deal_hands(self) -> None:
        grants = []
        for number in range(self.rules.players * self.game.hand_size):
            seat = (self.dealer + 1 + number) % self.rules.players
            position = self.undrawn.pop()
            self.hands[seat].append(position)
            grants.append(Grant(position, seat))
        if self.game.last_open:
            self.turned_position = grants[-1].position
            grants[-1] = Grant(self.turned_position, None)
        self.pending = Cards(tuple(grants))

    @property
    def request(self) -> Request:
        """What the deal waits for."""
        if self.pending is not None:
            return self.pending
        return _OVER if self.result is not None else Word(self.turn)

    @property
    def questions(self) -> tuple[Asked, ...]:
        """Nothing is asked in this family."""
        return ()

    def answer(self, shown: Mapping[int, tuple[int, Card]]) -> None:
        """Nothing is asked in this family.

        Raises:
            RequestError: always.
        """
        raise RequestError(text("Nothing is asked."))

    # -- answers -----------------------------------------------------------------------------

    def supply(self, faces: Mapping[int, Card]) -> None:
        """Answer `Cards`: the faces opened to all, and any others that the caller knows.

        Raises:
            RequestError: no cards are asked for, one that is opened to all is missing, or a face
                contradicts what is known.
        """
        self.take_granted(self.pending, faces)
        self.pending = None
        if self.ending is not None:
            ending.count_hands(self)
        elif self.stage is Phase.DEAL:
            if self.turned_position is not None:
                self.turned = self.faces[self.turned_position]
            self.stage = Phase.PLAY

    def reshuffled(self, faces: Mapping[int, Card] | None = None) -> None:
        """Answer `Reshuffle`: the cards lie shuffled at their new positions.

        Args:
            faces: all of these positions with their faces, where the caller sees them.

        Raises:
            RequestError: no shuffle is asked for, or these are not the cards shuffled.
        """
        request = self.pending
        if not isinstance(request, Reshuffle):
            raise RequestError(text("No shuffle is asked for."))
        if faces:
            shuffled = sorted(self.faces[position] for position in request.positions)
            if set(faces) != set(request.becomes) or sorted(faces.values()) != shuffled:
                raise RequestError(text("These are not the cards under the top card."))
        drawing.take_from_shuffled(self, request, faces or {})

    # -- moves -------------------------------------------------------------------------------

    def legal(self, hand: Iterable[Card]) -> list[Move]:
        """The lawful moves of the seat that has the word, holding these cards; sorted as text."""
        return lawful.moves(self, hand)

    def opens(self, move: Move, hand: Mapping[int, Card]) -> dict[int, Card]:
        """What a move of the seat with the word opens: `faces` for `play`.

        Args:
            move: the move.
            hand: the seat's cards by position.
        """
        return {p: card for p, card in hand.items() if card == move.card and p not in self.faces}

    def play(self, seat: int, move: Move, faces: Mapping[int, Card] | None = None) -> None:
        """Make a move.

        Args:
            seat: who makes it.
            move: what is done.
            faces: the position of the card laid with its face, unless all have seen it.

        Raises:
            RuleError: the move is refused, and nothing has changed.
            MoveSyntaxError: the move is made of what does not go together.
            RequestError: `faces` opens something else than the move needs.
        """
        check_form(move)
        if seat != self.word:
            raise NotYourWord(
                text("The deal is over.")
                if self.result is not None
                else text("Seat {seat} has no word now.", seat=seat)
            )
        if self.stage is Phase.DRAW and move.verb is not Verb.DRAW:
            raise Unlawful(text("The cards owed must be drawn first."))
        if move.card is not None:
            position = self._position(seat, move.card, faces)
            lawful.refuse_play(self, move, move.card)
            self.open_face(position, move.card)
            laying.lay(self, move.card, position, move.suit)
        else:
            if faces:
                raise RequestError(text("The move opens a card that it does not name."))
            duty = lawful.duty_of(self, move)
            if duty is not None:
                self.duties.append(duty)
            if move == DRAW:
                drawing.draw(self)
            else:
                laying.pass_on(self)
        self.moves_made += 1

    def overrun(self, seat: int) -> None:
        """The seat overran its time, whoever has the word, and loses the deal (4.1 rule 10).

        Raises:
            ValueError: there is no such seat.
            NotYourWord: the deal has ended.
        """
        if not 0 <= seat < self.rules.players:
            raise ValueError("There is no such seat.")
        if self.ending is not None:
            raise NotYourWord(text("The deal is over."))
        ending.end_by_time(self, seat)

    def depart(self, seat: int, reason: str) -> None:
        """The seat's player is gone and has lost the match (rules 3).

        A result that is there stands.

        Args:
            seat: the player's seat.
            reason: "left" or "away".
        """
        if self.result is None:
            ending.end_by_departure(self, seat, Reason(reason))

    def abandon(self) -> None:
        """The last two have both waited for the other in vain (rules 3): it counts nothing.

        A result that is there stands.
        """
        if self.result is None:
            ending.end_abandoned(self)

    def _position(self, seat: int, card: Card, faces: Mapping[int, Card] | None) -> int:
        """The position in the seat's hand of a card that it lays."""
        position = self.where.get(card)
        if position is None and faces:
            position = next((p for p, face in faces.items() if face == card), None)
        if position is None or position not in self.hands[seat]:
            raise NoSuchCard(text("{card} is not in the hand.", card=CardText(card)))
        if faces:
            self.check_faces(faces)
            if set(faces) != {position}:
                raise RequestError(text("The move opens a card that it does not name."))
        return position

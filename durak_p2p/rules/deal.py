"""One deal, as its callers see it: it asks for cards, answers and moves, and is told them.

    deal = Deal(rules_for("classic", players=3))
    while not isinstance(deal.request, Over):
        match deal.request:
            case Cards(): deal.supply(faces)
            case Question(): deal.answer(shown)
            case Word(seat): deal.play(seat, move)
            case Close(seats): deal.play(one of them, DONE)

No randomness, no clock, no cryptography: the same answers give the same deal everywhere.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, final

from durak_p2p.cards import Card
from durak_p2p.rules import bout, cheating, closing, dealing, ending
from durak_p2p.rules.copying import copy_of
from durak_p2p.rules.errors import NoSuchCard, NotYourWord, RequestError
from durak_p2p.rules.first_lead import first_lead, note_answers
from durak_p2p.rules.lawful import (
    FREE,
    lowest_trump,
    moves,
    refuse_impossible,
    refuse_misfit,
    verbs,
)
from durak_p2p.rules.moves import Move, Verb, check_form
from durak_p2p.rules.options import Rules
from durak_p2p.rules.requests import Asked, Close, Over, Question, Request, Word
from durak_p2p.rules.state import Phase, Reason, State
from durak_p2p.texts import CardText, text

_WORDS: Final = tuple(map(Word, range(8)))
_OVER: Final = Over()
_SPOKEN: Final = frozenset({Verb.ACCUSE, Verb.DONE})


@cache
def _phase_verbs(rules: Rules) -> dict[Phase, frozenset[Verb]]:
    return {phase: verbs(rules, phase) for phase in Phase}


@final
class Deal(State):
    """A deal of the beating family (protocol/rules.md, section 1)."""

    __slots__ = ("_free", "_given_lead", "_verbs")

    def __init__(self, rules: Rules, dealer: int = 0, lead: int | None = None) -> None:
        """Begin a deal.

        Args:
            rules: the table's rules.
            dealer: the dealer's seat.
            lead: who leads the first bout; None: who holds the lowest trump (rules 1.3).

        Raises:
            ValueError: there is no such seat.
        """
        if not (0 <= dealer < rules.players and (lead is None or 0 <= lead < rules.players)):
            raise ValueError("There is no such seat.")
        super().__init__(rules, dealer)
        self._given_lead = lead
        self._verbs = _phase_verbs(rules)
        self._free = FREE[rules.cheating]
        dealing.deal_hands(self)

    def copy(self) -> "Deal":
        """A deal to try moves on."""
        return copy_of(self)

    @property
    def request(self) -> Request:
        """What the deal waits for."""
        if self.word is not None:
            return _WORDS[self.word]
        if self.pending is not None:
            return self.pending
        if self.phase is Phase.CLOSE:
            return Close(self.owing)
        return _OVER

    @property
    def questions(self) -> tuple[Asked, ...]:
        """What was asked for the first lead and who showed what; see `false_answers`."""
        return tuple(self.asked)

    # -- answers -----------------------------------------------------------------------------

    def supply(self, faces: Mapping[int, Card]) -> None:
        """Answer `Cards`: the faces opened to all, and any others that the caller knows.

        Raises:
            RequestError: no cards are asked for, one that is opened to all is missing, or a face
                contradicts what is known.
        """
        self.take_granted(self.pending, faces)
        self.pending = None
        if self.phase is Phase.DRAW:
            bout.after_drawing(self)
        elif dealing.turn_up(self):
            self._find_lead()

    def answer(self, shown: Mapping[int, tuple[int, Card]]) -> None:
        """Answer `Question`: seat → the position in its hand and the card that it shows.

        A seat left out has said "none".

        Raises:
            RequestError: no question is asked, or a seat shows what it cannot.
        """
        question = self.pending
        if not isinstance(question, Question):
            raise RequestError(text("Nothing is asked."))
        for seat, (position, card) in shown.items():
            if not 0 <= seat < self.rules.players or position not in self.hands[seat]:
                raise RequestError(
                    text(
                        "Position {position} is not in the hand of seat {seat}.",
                        position=position,
                        seat=seat,
                    )
                )
            if card not in question.cards:
                raise RequestError(text("{card} is not asked for.", card=CardText(card)))
        faces = dict(shown.values())
        self.check_faces(faces)
        note_answers(self, question, shown)
        self.pending = None
        self._find_lead()

    def _find_lead(self) -> None:
        lead = first_lead(self) if self._given_lead is None else self._given_lead
        if isinstance(lead, Question):
            self.pending = lead
        else:
            bout.begin(self, lead)

    # -- moves -------------------------------------------------------------------------------

    def legal(self, hand: Iterable[Card]) -> list[Move]:
        """The lawful moves of the seat that has the word, holding these cards; sorted as text.

        While a bout closes: of each seat that it waits for. Accusations are never listed.
        """
        return moves(self, hand)

    def is_cheat(self, move: Move) -> bool:
        """Whether a move of who has the word breaks the rules and will be taken all the same.

        So that a client can ask its own player, before the move is made. Its own cards are taken
        to be in the hand.
        """
        return cheating.is_cheat(self, move)

    def unlawful(self, hand: Iterable[Card]) -> list[Move]:
        """The cheats that who has the word can make with these cards; of leads, those of two."""
        return cheating.unlawful_moves(self, hand)

    def play(self, seat: int, move: Move, faces: Mapping[int, Card] | None = None) -> None:
        """Make a move. `accuse` and `done` need no word (rules 2).

        Args:
            seat: who makes it.
            move: what is done.
            faces: the positions that the move opens, with their faces: those of its own cards
                that not all have seen yet.

        Raises:
            RuleError: the move is refused, and nothing has changed.
            MoveSyntaxError: the move names the wrong number of cards.
            RequestError: `faces` opens something else than the move needs.
        """
        check_form(move)
        if seat != self.word or move.verb not in self._verbs[self.phase]:
            if faces and move.verb in _SPOKEN:
                raise RequestError(text("An accusation or a done opens no card."))
            closing.speak(self, seat, move)
            return
        own = _own_cards(self, move)
        positions: tuple[int, ...] = ()
        if own or faces:
            positions = self._positions(seat, own, faces)
            refuse_impossible(self, move)
            if move.verb not in self._free:
                refuse_misfit(self, move)
            for position, card in zip(positions, own, strict=True):
                if position not in self.faces:
                    self.open_face(position, card)
            if self._free and move.verb is not Verb.EXCHANGE:
                cheating.note(self, seat, move, positions)
        bout.make(self, move, positions)

    def opens(self, move: Move, hand: Mapping[int, Card]) -> dict[int, Card]:
        """What a move of the seat with the word opens: `faces` for `play`.

        Args:
            move: the move.
            hand: the seat's cards by position.
        """
        own = _own_cards(self, move)
        return {p: card for p, card in hand.items() if card in own and p not in self.faces}

    def overrun(self, seat: int) -> None:
        """The seat overran its time: it is the fool, all others win (rules 3).

        Raises:
            NotYourWord: the seat has not the word, nor owes a `done`, so no time of its runs.
        """
        if seat != self.word and seat not in self.owing:
            raise NotYourWord(text("Seat {seat} has no time to overrun.", seat=seat))
        ending.end_by_time(self, seat)

    def depart(self, seat: int, reason: str) -> None:
        """The seat's player is gone (rules 3): with cards it is the fool, all others win.

        Without cards nobody is, and the deal counts nothing.  A result that is there stands.

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

    def _positions(
        self, seat: int, cards: tuple[Card, ...], faces: Mapping[int, Card] | None
    ) -> tuple[int, ...]:
        """The positions in the seat's hand of cards that it lays or shows."""
        hand = self.hands[seat]
        opened = {card: position for position, card in faces.items()} if faces else {}
        positions = []
        for card in cards:
            position = self.where.get(card)
            if position is None:
                position = opened.get(card)
            if position in positions:
                raise NoSuchCard(text("{card} is named twice.", card=CardText(card)))
            if position is None or position not in hand:
                raise NoSuchCard(text("{card} is not in the hand.", card=CardText(card)))
            positions.append(position)
        if faces:
            self.check_faces(faces)
            if not set(faces) <= set(positions):
                raise RequestError(text("The move opens a card that it does not name."))
        return tuple(positions)


def _own_cards(deal: Deal, move: Move) -> tuple[Card, ...]:
    """The cards of the mover that a move lays, shows or swaps."""
    if move.verb is Verb.BEAT:
        return move.cards[1:]
    if move.verb is Verb.EXCHANGE:
        return (lowest_trump(deal),)
    return move.cards

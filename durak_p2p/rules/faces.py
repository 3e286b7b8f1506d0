"""Who holds which position of the deck, and which cards lie there: the same in both families."""

from collections.abc import Mapping
from functools import cache

from durak_p2p.cards import Card, deck
from durak_p2p.rules.errors import RequestError
from durak_p2p.rules.requests import Cards
from durak_p2p.texts import CardText, text


class Faces:
    """Positions and faces of a deal; the base of its state.

    Attributes:
        hands: by seat, the positions that it holds.
        faces: of the positions that all have seen.
        known: of these, and of those that are hidden, where whoever runs the deal sees them.
        where: the position of each card that is known.
        positions: how many there are, from 0, the top of the deck, on.
        pack: all cards of the deck.
    """

    __slots__ = ("faces", "hands", "known", "pack", "positions", "where")

    def __init__(self, seats: int, size: int) -> None:
        """*size*: cards of the deck."""
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.faces: dict[int, Card] = {}
        self.known: dict[int, Card] = {}
        self.where: dict[Card, int] = {}
        self.positions = size
        self.pack = _pack(size)

    def open_face(self, position: int, card: Card) -> None:
        """All have seen the card at a position."""
        self.faces[position] = self.known[position] = card
        self.where[card] = position

    def remember(self, position: int, card: Card) -> None:
        """Whoever runs the deal knows a face that is still hidden."""
        self.known[position] = card
        self.where[card] = position

    def locate(self, seat: int, card: Card) -> int | None:
        """The position in the seat's hand of a card that all have seen; None if there is none."""
        position = self.where.get(card)
        if position is None or position not in self.faces or position not in self.hands[seat]:
            return None
        return position

    def take_granted(self, request: object, faces: Mapping[int, Card]) -> None:
        """Take what answers a request for cards: the faces opened to all, and any others known.

        Raises:
            RequestError: no cards are asked for, one that is opened to all is missing, or a face
                contradicts what is known.
        """
        if not isinstance(request, Cards):
            raise RequestError(text("No cards are asked for."))
        missing = [p for p in request.opened if p not in faces and p not in self.known]
        if missing:
            raise RequestError(
                text(
                    "The card at {position} is opened to all and must be given.",
                    position=missing[0],
                )
            )
        self.check_faces(faces)
        for position, card in faces.items():
            self.remember(position, card)
        for position in request.opened:
            self.open_face(position, self.known[position])

    def check_faces(self, faces: Mapping[int, Card]) -> None:
        """Refuse faces that are no cards of the deck, or at odds with each other or the known.

        Raises:
            RequestError: the sentence says why.
        """
        for position, card in faces.items():
            if not 0 <= position < self.positions or card not in self.pack:
                raise RequestError(
                    text(
                        "There is no {card} at {position} in this deck.",
                        card=CardText(card),
                        position=position,
                    )
                )
            if self.known.get(position, card) != card or self.where.get(card, position) != position:
                raise RequestError(
                    text(
                        "{card} at {position} contradicts what is known.",
                        card=CardText(card),
                        position=position,
                    )
                )
        if len(set(faces.values())) != len(faces):
            raise RequestError(text("A card is at two positions."))


@cache
def _pack(size: int) -> frozenset[Card]:
    return frozenset(deck(size))

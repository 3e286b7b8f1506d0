"""Moves and their texts: `play 8c`, `play Qs h`, `draw`, `pass`."""

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from durak_p2p.cards import SUITS, Card, CardError, parse_card
from durak_p2p.rules.moves import MoveSyntaxError
from durak_p2p.texts import sentence_of, text


class Verb(StrEnum):
    """What a player can do with the word."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"  # noqa: S105 - a verb, no secret


class Move(NamedTuple):
    """A verb; where it is `play`, the card laid and the suit named with it, if one is."""

    verb: Verb
    card: Card | None = None
    suit: str | None = None

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.verb.value, self.card, self.suit) if part)

    def __str__(self) -> str:
        return self.text

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the move names, one or none; each leaves the hand."""
        return () if self.card is None else (self.card,)


DRAW: Final = Move(Verb.DRAW)
PASS: Final = Move(Verb.PASS)
_WITHOUT_CARD: Final = {DRAW.text: DRAW, PASS.text: PASS}


def parse_move(written: str) -> Move:
    """The move written as `written`, one space between its parts.

    Raises:
        MoveSyntaxError: an unknown verb, card or suit, or too many or too few of them.
    """
    if written in _WITHOUT_CARD:
        return _WITHOUT_CARD[written]
    verb, *parts = written.split(" ")
    if verb != Verb.PLAY.value:
        raise MoveSyntaxError(text("{move!r} is not a move.", move=written))
    if len(parts) not in (1, 2):
        raise MoveSyntaxError(
            text(
                "That is the wrong number of cards. It is said so: {form}.",
                form=text("play 8c, or play Qs h"),
            )
        )
    try:
        card = parse_card(parts[0])
    except CardError as error:
        raise MoveSyntaxError(sentence_of(error)) from None
    if len(parts) == 1:
        return Move(Verb.PLAY, card)
    if len(parts[1]) != 1 or parts[1] not in SUITS:
        raise MoveSyntaxError(text("{word!r} is not a suit.", word=parts[1]))
    return Move(Verb.PLAY, card, parts[1])


@cache
def check_form(move: Move) -> None:
    """Refuse a move that is made of what does not go together.

    Raises:
        MoveSyntaxError: it is.
    """
    parse_move(move.text)

"""Moves and their texts: `lead 6h 6s`, `beat 6s 7s`, `take`, `throw 7d`, `pass`, …"""

from enum import StrEnum
from typing import Final, NamedTuple

from durak_p2p.cards import Card, CardError, parse_card
from durak_p2p.texts import sentence_of, text

MOST_PLAYERS: Final = 8


class MoveSyntaxError(ValueError):
    """This is not the text of a move."""


class Verb(StrEnum):
    """What a player can do: with the word, or without it (`accuse`, `done`)."""

    LEAD = "lead"
    BEAT = "beat"
    TAKE = "take"
    THROW = "throw"
    PASS = "pass"  # noqa: S105 - a verb, no secret
    TRANSFER = "transfer"
    SHOW = "show"
    EXCHANGE = "exchange"
    ACCUSE = "accuse"
    DONE = "done"


#: Verb → how many cards it names, at least and at most.
CARDS_NAMED: Final = {
    Verb.LEAD: (1, 54),
    Verb.BEAT: (2, 2),
    Verb.TAKE: (0, 0),
    Verb.THROW: (1, 1),
    Verb.PASS: (0, 0),
    Verb.TRANSFER: (1, 1),
    Verb.SHOW: (1, 1),
    Verb.EXCHANGE: (0, 0),
    Verb.ACCUSE: (0, 0),
    Verb.DONE: (0, 0),
}
_SEATS: Final = {str(seat): seat for seat in range(MOST_PLAYERS)}
#: Verb → how it is written.
FORMS: Final = {
    Verb.LEAD: text("lead 6s, or lead 6s 6h"),
    Verb.BEAT: text("beat 6s 7s, the card on the table first"),
    Verb.THROW: text("throw 6s"),
    Verb.TRANSFER: text("transfer 6s"),
    Verb.SHOW: text("show 6s"),
    Verb.TAKE: text("take, without a card"),
    Verb.PASS: text("pass, without a card"),
    Verb.EXCHANGE: text("exchange, without a card"),
    Verb.DONE: text("done, without a card"),
    Verb.ACCUSE: text("accuse and a seat, without a card"),
}
_VERBS: Final = {verb.value: verb for verb in Verb}
_LAID_FROM: Final = {Verb.BEAT: 1}
_LAYS: Final = frozenset({Verb.LEAD, Verb.BEAT, Verb.THROW, Verb.TRANSFER})


class Move(NamedTuple):
    """A verb and the cards that it names; `beat` names the attack card, then what beats it.

    `seat`: whom `accuse` names, which names no card.
    """

    verb: Verb
    cards: tuple[Card, ...] = ()
    seat: int | None = None

    @property
    def text(self) -> str:
        named = self.cards if self.seat is None else (str(self.seat),)
        return " ".join((self.verb.value, *named))

    def __str__(self) -> str:
        return self.text

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards that leave the hand for the table."""
        if self.verb not in _LAYS:
            return ()
        return self.cards[_LAID_FROM.get(self.verb, 0) :]


TAKE: Final = Move(Verb.TAKE)
PASS: Final = Move(Verb.PASS)
EXCHANGE: Final = Move(Verb.EXCHANGE)
DONE: Final = Move(Verb.DONE)


def accuse(seat: int) -> Move:
    """The accusation of a seat."""
    return Move(Verb.ACCUSE, seat=seat)


def parse_move(written: str) -> Move:
    """The move that is written so: the verb, its cards (`accuse`: the seat), one space between.

    Raises:
        MoveSyntaxError: an unknown verb, card or seat, or the wrong number of them for the verb.
    """
    word, *names = written.split(" ")
    verb = _VERBS.get(word)
    if verb is None:
        raise MoveSyntaxError(text("{move!r} is not a move.", move=word))
    if verb is Verb.ACCUSE:
        return _parse_accusation(names)
    try:
        move = Move(verb, tuple(map(parse_card, names)))
    except CardError as error:
        raise MoveSyntaxError(sentence_of(error)) from None
    check_form(move)
    return move


def _parse_accusation(names: list[str]) -> Move:
    if len(names) != 1 or names[0] not in _SEATS:
        raise MoveSyntaxError(text("An accusation names one seat."))
    return accuse(_SEATS[names[0]])


def check_form(move: Move) -> None:
    """Refuse a move that names the wrong number of cards or seats for its verb.

    Raises:
        MoveSyntaxError: it does.
    """
    verb, cards, seat = move
    least, most = CARDS_NAMED[verb]
    if not least <= len(cards) <= most:
        form = FORMS[verb]
        raise MoveSyntaxError(
            text("That is the wrong number of cards. It is said so: {form}.", form=form)
        )
    if (seat is None) is (verb is Verb.ACCUSE):
        raise MoveSyntaxError(text("An accusation names one seat, and nothing else does."))

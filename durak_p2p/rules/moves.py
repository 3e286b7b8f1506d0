"""Moves and their texts: `lead 6h 6s`, `beat 6s 7s`, `take`, `throw 7d`, `pass`, …"""

from enum import StrEnum
from typing import Final, NamedTuple

from durak_p2p.cards import Card, CardError, parse_card


class MoveSyntaxError(ValueError):
    """This is not the text of a move."""


class Verb(StrEnum):
    """What a player can do with the word."""

    LEAD = "lead"
    BEAT = "beat"
    TAKE = "take"
    THROW = "throw"
    PASS = "pass"  # noqa: S105 - a verb, no secret
    TRANSFER = "transfer"
    SHOW = "show"
    EXCHANGE = "exchange"


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
}
_VERBS: Final = {verb.value: verb for verb in Verb}
_LAID_FROM: Final = {Verb.BEAT: 1}
_LAYS: Final = frozenset({Verb.LEAD, Verb.BEAT, Verb.THROW, Verb.TRANSFER})


class Move(NamedTuple):
    """A verb and the cards that it names; `beat` names the attack card, then what beats it."""

    verb: Verb
    cards: tuple[Card, ...] = ()

    @property
    def text(self) -> str:
        return " ".join((self.verb.value, *self.cards))

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


def parse_move(text: str) -> Move:
    """The move written as `text`: the verb and its cards, one space between.

    Raises:
        MoveSyntaxError: an unknown verb or card, or the wrong number of cards for the verb.
    """
    word, *names = text.split(" ")
    verb = _VERBS.get(word)
    if verb is None:
        raise MoveSyntaxError(f"{word!r} is not a move.")
    try:
        move = Move(verb, tuple(map(parse_card, names)))
    except CardError as error:
        raise MoveSyntaxError(str(error)) from None
    check_form(move)
    return move


def check_form(move: Move) -> None:
    """Refuse a move that names the wrong number of cards for its verb.

    Raises:
        MoveSyntaxError: it does.
    """
    least, most = CARDS_NAMED[move.verb]
    if not least <= len(move.cards) <= most:
        raise MoveSyntaxError(f"{move.text!r} names the wrong number of cards.")

"""The signs that the screen is drawn with: suits, ranks, lines, marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from durak_p2p.cards import RANKS, Card, is_joker, rank, suit
from durak_p2p.ui.settings import Settings

_SIGNS: Final = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}
#: Asks a terminal for the plain form of a sign that it may have as a picture, too.
_AS_TEXT: Final = "\ufe0e"
_LATIN: Final = {**{character: character for character in RANKS}, "T": "10"}
_JOKERS: Final = MappingProxyType({"r": "r", "b": "b"})
_RUSSIAN: Final = {**_LATIN, "J": "В", "Q": "Д", "K": "К", "A": "Т"}


@dataclass(frozen=True, slots=True)
class Lines:
    """Characters of frames and marks, each one cell wide."""

    frame: str  # corners and edges: upper left, upper, upper right, side, lower left, lower right
    marked: str  # the same for the card under the cursor
    back: str
    held: str  # a card in another's hand
    word: str
    cursor: str
    full: str
    empty: str
    dot: str


#: What stands for a character where there is only ASCII.
ASCII_FOR: Final = str.maketrans({"…": "~", "←": "<", "→": ">", "↑": "^", "↓": "v"})
DRAWN: Final = Lines("╭─╮│╰╯", "╔═╗║╚╝", "░", "▮", "▶", "▲", "█", "░", "·")
ASCII: Final = Lines("+-+|++", "*=*#**", ":", "#", ">", "^", "#", ".", "-")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """How cards are written: ``suits`` by letter, ``ranks`` by character.

    ``joker``: the word on a joker, of five letters or six; ``jokers``: "r" (red) or "b" (black),
    and the letter for it.
    """

    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    lines: Lines
    joker: str = "JOKER"
    jokers: Mapping[str, str] = field(default_factory=lambda: _JOKERS)

    def rank(self, card: Card) -> str:
        """Return the rank, one or two cells wide; for a joker how the word for it begins."""
        return self.joker[:2] if is_joker(card) else self.ranks[rank(card)]

    def suit(self, card: Card) -> str:
        """Return the suit's sign, one cell wide; for a joker the letter for red or black."""
        return self.jokers[card[1]] if is_joker(card) else self.suits[suit(card)]

    def card(self, card: Card) -> str:
        """Return a card in a few cells: "10♥", "JOr"."""
        return self.rank(card) + self.suit(card)


def glyphs_for(settings: Settings, *, unicode: bool = True) -> Glyphs:
    """Return the signs that the settings ask for.

    *unicode* says whether the terminal can show more than ASCII; else there are letters only.
    """
    if not unicode:
        return Glyphs({letter: letter for letter in "cdhs"}, _LATIN, ASCII)
    end = _AS_TEXT if settings.suits == "text-signs" else ""
    suits = {letter: sign + end for letter, sign in _SIGNS.items()}
    if settings.suits == "letters":
        russian = settings.ranks == "russian"
        suits = dict(zip("cdhs", "тбчп" if russian else "cdhs", strict=True))
    return Glyphs(
        suits,
        _RUSSIAN if settings.ranks == "russian" else _LATIN,
        ASCII if settings.lines == "ascii" else DRAWN,
    )

"""Texts as the reader wants them: in a language, with cards as signs in their colours."""

from __future__ import annotations

import re
from typing import Final

from durak_p2p.cards import Card, is_joker, suit
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.canvas import Fragment, cell_width, text_width
from durak_p2p.ui.screen.glyphs import Glyphs

# Private-use characters around a card's own text; names and chat never hold such (`plain`).
_OPEN: Final = "\ue000"
_SHUT: Final = "\ue001"
_MARKED: Final = re.compile(f"{_OPEN}(..){_SHUT}")

#: A suit's letter → the last part of its style's name.
SUIT_STYLES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def suit_style(card: Card) -> str:
    """Return the last part of the style of a card's face: "hearts"."""
    if is_joker(card):
        return "hearts" if card[1] == "r" else "spades"
    return SUIT_STYLES[suit(card)]


class Wording:
    """Says texts for the screen."""

    def __init__(self, language: Language, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self._plain = language.with_cards(lambda card: glyphs.card(Card(card)))
        self._marked = language.with_cards(lambda card: f"{_OPEN}{card}{_SHUT}")

    def say(self, sentence: str) -> str:
        """Return a sentence as plain text."""
        return self._plain.say(sentence)

    def fragments(self, sentence: str, style: str) -> list[Fragment]:
        """Return a sentence in a style, its cards in the styles of their suits below it."""
        parts = _MARKED.split(self._marked.say(sentence))
        found: list[Fragment] = []
        for place, part in enumerate(parts):
            if place % 2:
                card = Card(part)
                found.append((f"{style}.{suit_style(card)}", self.glyphs.card(card)))
            elif part:
                found.append((style, part))
        return found

    def wrapped(self, sentence: str, style: str, width: int) -> list[list[Fragment]]:
        """Return a sentence in lines of at most *width* cells, broken between words."""
        return wrap(self.fragments(sentence, style), width)


def wrap(fragments: list[Fragment], width: int) -> list[list[Fragment]]:
    """Return fragments in lines of at most *width* cells, broken at spaces where there are any."""
    lines: list[list[Fragment]] = [[]]
    used = 0
    for style, word in _words(fragments):
        for part in _pieces(word, width):
            size = text_width(part)
            if used + len(part.rstrip()) > width and used:
                lines.append([])
                used = 0
                part = part.lstrip() if part.isspace() else part
                size = text_width(part)
            if part:
                lines[-1].append((style, part))
            used += size
    return lines


def _words(fragments: list[Fragment]) -> list[Fragment]:
    return [(style, word) for style, text in fragments for word in re.findall(r"[^ ]+ *| +", text)]


def _pieces(word: str, width: int) -> list[str]:
    """Return a word in pieces that fit, for one that is longer than a line."""
    if text_width(word.rstrip()) <= width:
        return [word]
    pieces, used = [""], 0
    for character in word:
        if used + cell_width(character) > width:
            pieces.append("")
            used = 0
        pieces[-1] += character
        used += cell_width(character)
    return pieces

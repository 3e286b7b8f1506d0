"""Texts as the reader wants them: in a language, with cards as signs in their colours."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from durak_p2p.cards import BLACK_JOKER, RED_JOKER, Card, is_joker, suit
from durak_p2p.texts import text
from durak_p2p.ui.language import Language
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.screen.canvas import Fragment, text_width
from durak_p2p.ui.screen.glyphs import Glyphs

# Private-use characters around a card's own text; names and chat never hold such (`plain`).
_OPEN: Final = "\ue000"
_SHUT: Final = "\ue001"
_MARKED: Final = re.compile(f"{_OPEN}(..){_SHUT}")

#: Jokers in sentences, and their letters on cards.
_JOKERS: Final = {RED_JOKER: text("red joker"), BLACK_JOKER: text("black joker")}
_LETTERS: Final = {"r": text("r"), "b": text("b")}
#: A space at which no line is broken.
UNBROKEN: Final = "\u00a0"
_WORD: Final = re.compile("[^ ]+ *| +")
#: A suit's letter → the last part of its style's name.
SUIT_STYLES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def suit_style(card: Card) -> str:
    """Return the last part of the style of a card's face: "hearts"."""
    if is_joker(card):
        return "hearts" if card[1] == "r" else "spades"
    return SUIT_STYLES[suit(card)]


def clock(seconds: int) -> str:
    """Return a time as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


class Wording:
    """Says texts for the screen."""

    def __init__(self, language: Language, glyphs: Glyphs) -> None:
        self.glyphs = replace(
            glyphs,
            joker=language.say(text("JOKER")),
            jokers={letter: language.say(said) for letter, said in _LETTERS.items()},
        )
        self._jokers = {card: language.say(said) for card, said in _JOKERS.items()}
        self._plain = language.with_cards(self._card)
        self._marked = language.with_cards(lambda card: f"{_OPEN}{card}{_SHUT}")

    def say(self, sentence: str) -> str:
        """Return a sentence as plain text."""
        return plain_text(self._plain.say(sentence))

    def _card(self, card: str) -> str:
        """Return a card as it stands in a sentence; a joker in words."""
        return self._jokers.get(Card(card)) or self.glyphs.card(Card(card))

    def fragments(self, sentence: str, style: str) -> list[Fragment]:
        """Return a sentence in a style, its cards in the styles of their suits below it."""
        parts = _MARKED.split(self._marked.say(sentence))
        found: list[Fragment] = []
        for place, part in enumerate(parts):
            if place % 2:
                card = Card(part)
                found.append((f"{style}.{suit_style(card)}", self._card(card)))
            elif part:
                found.append((style, plain_text(part)))
        return found

    def wrapped(self, sentence: str, style: str, width: int) -> list[list[Fragment]]:
        """Return a sentence in lines of at most *width* cells, broken between words.

        What has lines of its own keeps them.
        """
        lines = _own_lines(self.fragments(sentence, style))
        return [line for whole in lines for line in wrap(whole, width)]


def _own_lines(fragments: list[Fragment]) -> list[list[Fragment]]:
    """Return fragments in lines, broken where there are line ends."""
    lines: list[list[Fragment]] = [[]]
    for style, part in fragments:
        first, *others = part.split("\n")
        lines[-1].append((style, first))
        lines += [[(style, other)] for other in others]
    return lines


def wrap(fragments: list[Fragment], width: int) -> list[list[Fragment]]:
    """Return fragments in lines of at most *width* cells, broken at spaces where there are any."""
    lines: list[list[Fragment]] = [[]]
    used = 0
    for word in _words(fragments):
        size = sum(text_width(part.rstrip(" ")) for _, part in word)
        if used and used + size > width:
            lines.append([])
            used = 0
        pieces = word if size <= width else _characters(word)
        for style, part in pieces:
            if used and used + text_width(part.rstrip(" ")) > width:
                lines.append([])
                used = 0
            lines[-1].append((style, part.replace(UNBROKEN, " ")))
            used += text_width(part)
    return lines


def _words(fragments: list[Fragment]) -> list[list[Fragment]]:
    """Return the words with the spaces after them; a word may have parts of several styles."""
    words: list[list[Fragment]] = []
    goes_on = False
    for style, whole in fragments:
        for part in _WORD.findall(whole):
            if goes_on:
                words[-1].append((style, part))
            else:
                words.append([(style, part)])
            goes_on = not part.endswith(" ")
    return words


def _characters(word: list[Fragment]) -> list[Fragment]:
    """Return a word that is longer than a line in its characters."""
    return [(style, character) for style, part in word for character in part]

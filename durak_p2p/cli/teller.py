"""Telling what happens at a table: on a front, or as JSON lines to another program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from durak_p2p.cli.fronts import Front
from durak_p2p.cli.speaking import say
from durak_p2p.cli.telling import say_json, tell_json
from durak_p2p.table.news import News


class Teller:
    """Tells what happens where somebody reads it; ``front`` is set before anything happens."""

    front: Front

    def __init__(self, unread: Callable[[], None], *, as_json: bool) -> None:
        """*unread* is called when nobody reads any more what is printed."""
        self._unread = unread
        self._as_json = as_json

    def tell(self, news: News) -> None:
        """Tell what happened."""
        if self._as_json:
            self.attempt(lambda: tell_json(news))
            self.front.note(news)
        else:
            self.front.tell(news)

    def answer(self, sentence: str) -> None:
        """Say what has come of something that was typed, or why something is left undone."""
        if self._as_json:
            self.json({"news": "answer", "text": sentence})
        else:
            self.front.answer(sentence)

    def print(self, told: str) -> None:
        """Print a text for people."""
        self.attempt(lambda: say(told))

    def json(self, value: dict[str, Any]) -> None:
        """Print a JSON object."""
        self.attempt(lambda: say_json(value))

    def attempt(self, printing: Callable[[], None]) -> None:
        """Print something, by *printing*, or find that nobody reads it."""
        try:
            printing()
        except OSError:
            self._unread()

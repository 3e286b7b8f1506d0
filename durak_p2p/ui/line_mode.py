"""Line mode: the game in sentences, moves typed as text."""

from __future__ import annotations

from collections.abc import Callable

import trio

from durak_p2p.game import DealBegan
from durak_p2p.net.news import DealNews, News
from durak_p2p.rules import Move, MoveSyntaxError, View, parse_move
from durak_p2p.ui.sentences import hand_text, moves_text, news_text, table_text
from durak_p2p.ui.typed_lines import Lines

PROMPT = "you> "

HELP = """\
Moves:     lead 6h 6s     lead one card, or several of one rank
           beat 6s 7s     beat 6s (on the table) with 7s (yours)
           take           take what lies on the table
           throw 7d       throw in a card of a rank that lies there
           pass           throw in nothing (more)
Cards:     rank 2-9 T J Q K A, then suit c d h s: Td is the ten of diamonds
Commands:  hand   your cards             table  all that you can see
           help   this text              quit   leave the table
"""


class LineMode:
    """Tells the news, takes moves and commands; is the chooser of a person's moves."""

    def __init__(self, lines: Lines, say: Callable[[str], None], quit_: Callable[[], None]) -> None:
        """*say* prints a text, *quit_* leaves the table."""
        self._lines = lines
        self._say = say
        self._quit = quit_
        self._names: tuple[str, ...] = ()
        self._view: Callable[[], View | None] = lambda: None
        self._moves_out, self._moves_in = trio.open_memory_channel[Move](0)
        self._waiting = False

    def watch(self, view: Callable[[], View | None]) -> None:
        """Say where our view of the deal can be had at any time."""
        self._view = view

    def tell(self, news: News) -> None:
        """Print what happened."""
        if isinstance(news, DealNews):
            self._names = news.log.state.seat_names()
            if isinstance(news.event, DealBegan):
                self._say(f"Deal {news.log.setup.number} of {news.log.setup.deals}.")
        text = news_text(news)
        if text is not None:
            self._say(text)

    async def choose(self, view: View, refusal: str | None) -> Move:
        """Return the move that the person types."""
        if refusal is None:
            self._say("")
            self._say(table_text(view, self._names))
            self._say(f"Your turn. {moves_text(view)}")
        else:
            self._say(refusal)
        self._waiting = True
        try:
            return await self._moves_in.receive()
        finally:
            self._waiting = False

    async def read(self) -> None:
        """Read lines until the person quits, or there are no more."""
        while (line := await self._lines.next_line()) is not None:
            words = line.lower().split()
            if not words:
                continue
            if words[0] in ("quit", "exit"):
                break
            await self._obey(words)
        self._quit()

    async def _obey(self, words: list[str]) -> None:
        view = self._view()
        match words[0]:
            case "help" | "?":
                self._say(HELP)
            case "hand" | "table" if view is None:
                self._say("The cards are not dealt yet.")
            case "hand":
                assert view is not None
                self._say(hand_text(view))
            case "table":
                assert view is not None
                self._say(table_text(view, self._names))
            case _:
                await self._offer(words)

    async def _offer(self, words: list[str]) -> None:
        """Pass a typed move on; from a pipe it waits for its turn."""
        verb, *cards = words
        try:
            move = parse_move(" ".join([verb, *map(_card, cards)]))
        except MoveSyntaxError as error:
            self._say(f"{error} Type help for what can be typed.")
            return
        if self._lines.live and not self._waiting:
            self._say("It is not your turn.")
            return
        await self._moves_out.send(move)


def _card(word: str) -> str:
    """Let people type 10h and tH."""
    word = word.replace("10", "t", 1) if word.startswith("10") else word
    return word[:1].upper() + word[1:]

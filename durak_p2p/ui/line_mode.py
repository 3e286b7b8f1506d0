"""Line mode: the game in sentences, moves typed as text."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable

import trio

from durak_p2p.game import CardsDealt, Log, MoveMade
from durak_p2p.game.player import AGAINST_RULES
from durak_p2p.rules import MoveSyntaxError, RuleError, Rules, Verb, View
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyRules, AnyView, parse_move
from durak_p2p.rules.moves import accuse
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.table.chat import CannotSay
from durak_p2p.table.news import DealNews, News, PastNews, ResumedNews, TableNews
from durak_p2p.texts import Text, listed, sentence_of, text
from durak_p2p.ui import commands
from durak_p2p.ui.bare_cards import bare_move, begins_with_card
from durak_p2p.ui.language import Language
from durak_p2p.ui.names import Names
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.sentences import names_of, news_text, rules_text
from durak_p2p.ui.typed_lines import Lines
from durak_p2p.ui.views import bout_of, hand_text, table_text, turn_of, turn_text
from durak_p2p.ui.words import lines, sentences

PROMPT = text("you> ")

_ABOUT_CARDS = text("""\
Cards:     rank 2-9 T J Q K A, then suit c d h s: Td is the ten of diamonds
Commands:  hand   your cards             table  all that you can see
           help   this text              quit   leave the table
           say hello, "hello             say something to all at the table
           ready  (before the game) you have seen the rules, and want to begin""")

HELP = lines(
    [
        text("""\
Moves:     lead 6h 6s     lead one card, or several of one rank
           beat 6s 7s     beat 6s (on the table) with 7s (yours)
           take           take what lies on the table
           throw 7d       throw in a card of a rank that lies there
           pass           throw in nothing (more)
           transfer 6d, show 6d, exchange: where the table plays them
           cheat beat 6s 7h, accuse Boris, done: where it allows cheating
           7d             a card alone: the one move that lays it"""),
        _ABOUT_CARDS,
    ]
)

SHEDDING_HELP = lines(
    [
        text("""\
Moves:     play 8c        play a card that fits: its suit, or its rank
           play Qs h      a card that names a suit: here hearts
           8c             a card alone: the one move that plays it
           draw           draw a card
           pass           where there is nothing to draw"""),
        _ABOUT_CARDS,
    ]
)

_CHEAT = f"{commands.CHEAT} "
_AT_THE_END = (commands.AGAIN, commands.QUIT)

READY_HINT = text("Type ready when these rules suit you; the game begins when all are ready.")

AGAIN_HINT = text("The match is over. Type again for another one, quit to leave.")

_LEAVING = text("Who leaves with cards in hand has lost the deal. To leave, type quit once more.")
_LEAVING_OR_AWAY = text(
    "Who leaves with cards in hand has lost the deal. To leave for good, type quit once more; with "
    "Ctrl-C you only go away, and your seat waits."
)

HINT = text("Type help, quit to leave; Enter tells all again.")


class LineMode:
    """Tells the news, takes moves and commands; is the chooser of a person's moves."""

    def __init__(
        self,
        lines: Lines,
        say: Callable[[str], None],
        quit_: Callable[[], None],
        go_away: Callable[[], None] | None,
        key: bytes,
        language: Language,
        *,
        typed: bool = True,
    ) -> None:
        """*say* prints a text, *quit_* leaves the table for good, *go_away* closes the program
        so that one can come back (None: nobody can), *key* is one's own identity key;
        *language* is what is said in.

        *typed* says that our moves are typed here, and need not be told again.
        """
        self._typed = typed
        self._warned = False  # that leaving ends the deal
        self._lines = lines
        self._print = say
        self._quit = quit_
        self._go_away = go_away
        self._key = key
        self._language = language
        self._names = Names(())
        self._rules: AnyRules | None = None
        self._turn: tuple[int, int] | None = None  # bout and seat of the last turn that was told
        self._view: Callable[[], AnyView | None] = lambda: None
        self._accuse: Callable[[int], None] = lambda seat: None
        self._say_to_all: Callable[[str], None] | None = None
        self._get_ready: Callable[[], None] | None = None  # None: nobody waits for our word
        self._moves_out, self._moves_in = trio.open_memory_channel[str](0)
        self._waiting = False
        self._asked = False  # whether to play on
        self._is_over = False  # the match, and we are asked whether to play another
        self._has_gone = False
        self._again_out, self._again_in = trio.open_memory_channel[bool](1)
        self._hinted = False  # at getting ready

    def watch(
        self,
        view: Callable[[], AnyView | None],
        accuse: Callable[[int], None] | None = None,
        say: Callable[[str], None] | None = None,
        get_ready: Callable[[], None] | None = None,
    ) -> None:
        """Say where our view of the deal can be had at any time, and how to accuse a seat.

        *say* says something to all at the table, or raises ``CannotSay``; None: nobody would hear.
        *get_ready* says that the first deal may begin; None: that has been said.
        """
        self._get_ready = get_ready
        self._view = view
        self._say_to_all = say
        self._accuse = accuse or self._accuse

    def note(self, news: News) -> None:
        """Take in what happened, where it is told in another way."""
        if isinstance(news, TableNews):
            self._rules = news.rules
        if isinstance(news, DealNews | ResumedNews):
            self._names, self._rules = names_of(news.log, self._key), news.log.setup.rules
            self._get_ready = None

    def tell(self, news: News) -> None:
        """Print what happened, and whose turn it is then."""
        if isinstance(news, PastNews):
            return  # it would be much at once; table and hand are told as we are back
        if isinstance(news, TableNews):
            if news.rules != self._rules and len(news.names) > 1:  # who is alone has made them
                self._say(text("The game: {rules}.", rules=rules_text(news.rules)))
            self._rules = news.rules
        told = news_text(news, self._key)
        if isinstance(news, DealNews):
            self._names = names_of(news.log, self._key)
            if self._typed and self._lines.live and self._is_own_move(news):
                told = None  # it stands there as it was typed
            for line in (told, self._new_hand(news), self._turn_of_another(news.log)):
                if line:
                    self._say(line)
        elif told:
            self._say(told)
        if isinstance(news, DealNews | ResumedNews):
            self._get_ready = None
        elif isinstance(news, TableNews) and not self._hinted and self._get_ready is not None:
            self._hinted = True
            self._say(READY_HINT)
        if isinstance(news, ResumedNews):
            self._names, self._rules = names_of(news.log, self._key), news.log.setup.rules
            view = self._view()
            if view is not None:
                self._say(table_text(view, self._names))

    def answer(self, sentence: str) -> None:
        """Say what has come of something that the person wanted."""
        self._say(sentence)

    def _new_hand(self, news: DealNews) -> Text | None:
        """Return our hand if we have drawn cards to it."""
        own, event = self._names.own, news.event
        if own is None or not isinstance(event, CardsDealt) or not event.counts[own]:
            return None
        view = self._view()
        return hand_text(view) if view is not None and view.hand else None

    def _is_own_move(self, news: DealNews) -> bool:
        return isinstance(news.event, MoveMade) and news.event.seat == self._names.own

    def _turn_of_another(self, log: Log) -> Text | None:
        """Return whose turn it is, if that is news and not ours."""
        deal = log.state.deal
        if deal is None or deal.word is None or (bout_of(deal), deal.word) == self._turn:
            return None
        self._turn = bout_of(deal), deal.word
        if deal.word == self._names.own:
            return None
        return turn_of(self._names, deal.word, deal)

    def accuses(self, view: AnyView) -> int | None:
        """Return None: a person accuses by typing it."""
        return None

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return the move that the person types."""
        if refusal is not None and _cheating(view.rules) and refusal.endswith(AGAINST_RULES):
            hint = text("To do it all the same, type cheat before it.")
            refusal = sentences([refusal, hint])
        own_turn = listed(["", turn_text(view, self._names)], "\n")
        self._say(own_turn if refusal is None else refusal)
        self._waiting = True
        try:
            while True:
                typed = await self._moves_in.receive()
                try:
                    if typed.startswith(_CHEAT):
                        return Deliberate(parse_move(view.rules, typed.removeprefix(_CHEAT)))
                    if begins_with_card(typed.split()):
                        return bare_move(typed.split(), view.legal)
                    return parse_move(view.rules, typed)
                except MoveSyntaxError as error:
                    self._say(sentences([sentence_of(error), HINT]))
        finally:
            self._waiting = False

    async def plays_on(self, gone: tuple[str, ...]) -> bool:
        """Return what the person says to playing on without those who are gone."""
        names = listed(gone)
        self._say(
            text("Gone: {names}. Play on without? Type yes, or no to end the match.", names=names)
        )
        self._asked = True
        try:
            return await self._moves_in.receive() == commands.YES
        finally:
            self._asked = False

    async def ended(self, *, repeats: bool = True) -> bool:
        """Say that the match is over; return whether the person wants another one.

        *repeats*: there can be one.
        """
        if not repeats or not self._lines.live or self._has_gone:
            return False
        self._is_over = True
        self._say(AGAIN_HINT)
        return await self._again_in.receive()

    async def read(self) -> None:
        """Read lines until the person quits, or there are no more."""
        await self._read()
        self._has_gone = True
        if self._is_over:
            self._answer_again(yes=False)

    def _answer_again(self, *, yes: bool) -> None:
        self._is_over = False
        self._again_out.send_nowait(yes)

    async def _read(self) -> None:
        if self._lines.live:
            self._say(HINT)
        while (line := await self._lines.next_line()) is not None:
            words = line.split()
            said = commands.said_in(line)
            if self._is_over and words and commands.word_meant(words[0]) in _AT_THE_END:
                self._answer_again(yes=not _is_leaving(words))
            elif said is not None:
                self._talk(said)
            elif not words:
                self._repeat()
            elif not _is_leaving(words):
                self._warned = False
                await self._obey(words)
            elif self._may_leave():
                self._quit()
                return
        if self._lines.live and self._go_away is not None:
            self._go_away()
        else:  # whoever typed into the pipe will not come back
            self._quit()

    def _talk(self, said: str) -> None:
        """Say something to all at the table."""
        try:
            if self._say_to_all is None:
                raise CannotSay(text("At this table there is nobody to talk to."))
            self._say_to_all(said)
        except CannotSay as error:
            self._say(sentence_of(error))

    def _may_leave(self) -> bool:
        """Whether to leave for good; in the middle of a deal a person says it twice."""
        view = self._view()
        if self._warned or not self._lines.live or view is None or view.result is not None:
            return True
        if isinstance(view, View) and view.seat in view.out:
            return True  # nobody loses by it
        self._warned = True
        self._say(_LEAVING if self._go_away is None else _LEAVING_OR_AWAY)
        return False

    def _repeat(self) -> None:
        """Say again what lies there, and what we can do."""
        view = self._view()
        if self._waiting and view is not None:
            self._say(turn_text(view, self._names))
        elif self._lines.live and view is not None:
            self._say(table_text(view, self._names))

    async def _obey(self, words: list[str]) -> None:
        view = self._view()
        is_shedding = isinstance(self._rules, SheddingRules)
        typed, words = words[0], commands.words_meant(words, is_shedding=is_shedding)
        match words[0]:
            case _ if self._get_ready is not None and commands.means_ready([typed, *words[1:]]):
                self._get_ready()
                self._get_ready = None
            case commands.READY:
                self._say(text("You have said that you are ready."))
            case commands.YES | commands.NO if self._asked:
                await self._moves_out.send(words[0])
            case commands.HELP:
                self._say(SHEDDING_HELP if is_shedding else HELP)
            case commands.HAND | commands.TABLE if view is None:
                self._say(text("The cards are not dealt yet."))
            case commands.HAND:
                assert view is not None
                self._say(hand_text(view))
            case commands.TABLE:
                assert view is not None
                told = turn_text if self._waiting else table_text
                self._say(told(view, self._names))
            case _:
                await self._offer(words, typed)

    async def _offer(self, words: list[str], typed: str) -> None:
        """Pass a move on, whose verb is *typed* so; from a pipe it waits for its turn."""
        verb, *rest = words
        if verb not in commands.verbs_of(self._rules) and not begins_with_card(words):
            self._say(sentences([text("{move!r} is not a move.", move=typed), HINT]))
        elif verb == Verb.ACCUSE.value:
            await self._offer_accusation(rest)
        elif self._lines.live and not self._waiting:
            self._say(self._not_now())
        else:
            await self._moves_out.send(" ".join(words))

    async def _offer_accusation(self, words: list[str]) -> None:
        """Accuse whom the words name, by name or by seat; that needs no word."""
        seat = self._named(" ".join(words))
        if seat is None:
            names = listed(n for seat, n in enumerate(self._names) if seat != self._names.own)
            self._say(text("Whom do you accuse? At the table are {names}.", names=names))
        elif self._waiting:
            await self._moves_out.send(accuse(seat).text)
        else:
            try:
                self._accuse(seat)
            except RuleError as error:
                self._say(sentence_of(error))

    def _named(self, typed: str) -> int | None:
        names = [name.casefold() for name in self._names]
        if typed.casefold() in names:
            return names.index(typed.casefold())
        return int(typed) if typed.isdecimal() and int(typed) < len(names) else None

    def _not_now(self) -> Text:
        view = self._view()
        if view is None:
            return text("The deal has not begun yet.")
        if view.word is None or view.word == view.seat:
            return text("It is nobody's turn just now.")
        name = self._names[view.word]
        return text("It is not your turn: {name} has the word.", name=name)

    def _say(self, sentence: str) -> None:
        told = plain_text(self._language.say(sentence))
        if self._lines.live:  # a terminal would break lines in the middle of a word
            width = max(shutil.get_terminal_size().columns - 1, 20)
            told = "\n".join(
                textwrap.fill(
                    line,
                    width,
                    subsequent_indent="  ",
                    break_on_hyphens=False,
                    break_long_words=False,
                )
                if len(line) > width
                else line
                for line in told.split("\n")
            )
        self._print(told)


def _cheating(rules: AnyRules) -> bool:
    return isinstance(rules, Rules) and rules.cheating != "none"


def _is_leaving(words: list[str]) -> bool:
    return bool(words) and commands.word_meant(words[0]) == commands.QUIT

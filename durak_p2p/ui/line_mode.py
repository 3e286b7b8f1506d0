"""Line mode: the game in sentences, moves typed as text."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import Final

import trio

from durak_p2p.game import MoveMade
from durak_p2p.game.player import AGAINST_RULES
from durak_p2p.rules import MoveSyntaxError, RuleError, Rules, Verb, View
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyRules, AnyView
from durak_p2p.rules.moves import accuse
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.table.chat import CannotSay
from durak_p2p.table.news import DealNews, News, PastNews, ResumedNews, TableNews
from durak_p2p.texts import Text, listed, sentence_of, text
from durak_p2p.ui import commands, line_help
from durak_p2p.ui.bare_cards import begins_with_card
from durak_p2p.ui.deal_story import DealStory
from durak_p2p.ui.hand_order import in_hand_order
from durak_p2p.ui.how_played import how_played
from durak_p2p.ui.language import Language
from durak_p2p.ui.line_help import Row
from durak_p2p.ui.names import Names
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.sentences import names_of, news_text, rules_text
from durak_p2p.ui.turns import Turns
from durak_p2p.ui.typed_lines import Lines
from durak_p2p.ui.typed_moves import typed_move
from durak_p2p.ui.typed_numbers import typed_number
from durak_p2p.ui.views import hand_text, table_text, turn_text
from durak_p2p.ui.words import lines, sentences
from durak_p2p.ui.wrapping import each_between_words

PROMPT = text("you> ")

#: Characters in a line of the help where no terminal says how long they may be.
_PIPED_WIDTH: Final = 80
_LEAST_WIDTH: Final = 20

_AT_THE_END = (commands.AGAIN, commands.QUIT)

READY_HINT = text("Type ready when these rules suit you; the game begins when all are ready.")

AGAIN_HINT = text("The match is over. Type again for another one, quit to leave.")

_LEAVING = text("Who leaves with cards in hand has lost the deal. To leave, type quit once more.")
_LEAVING_OR_AWAY = text(
    "Who leaves with cards in hand has lost the deal. To leave for good, type quit once more; with "
    "Ctrl-C you only go away, and your seat waits."
)

HINT = text("Type help, quit to leave; Enter tells all again.")

HELP_HINT = text("Type help to see what can be typed.")


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
        sorting: str = "suit",
    ) -> None:
        """*say* prints a text, *quit_* leaves the table for good, *go_away* closes the program
        so that one can come back (None: nobody can), *key* is one's own identity key;
        *language* is what is said in.

        *typed* says that our moves are typed here, and need not be told again; *sorting* is what
        the hand is sorted by, "suit" or "rank".
        """
        self._typed = typed
        self._sorting = sorting
        self._warned = False  # that leaving ends the deal
        self._lines = lines
        self._print = say
        self._quit = quit_
        self._go_away = go_away
        self._key = key
        self._language = language
        self._names = Names(())
        self._rules: AnyRules | None = None
        self._turns = Turns(self._say)
        self._story = DealStory(lambda: self._view(), sorting)
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
        self._more_help: Sequence[Row] = ()  # for what is typed before we see it

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
            for sentence in self._story.after(news, self._names, told):
                self._say(sentence)
            self._turns.follow(news.log, self._names)
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
                self._tell_table(view)

    def answer(self, sentence: str) -> None:
        """Say what has come of something that the person wanted."""
        self._say(sentence)

    def _is_own_move(self, news: DealNews) -> bool:
        return isinstance(news.event, MoveMade) and news.event.seat == self._names.own

    def accuses(self, view: AnyView) -> int | None:
        """Return None: a person accuses by typing it."""
        return None

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return the move that the person types."""
        if refusal is not None and _cheating(view.rules) and refusal.endswith(AGAINST_RULES):
            hint = text("To do it all the same, type cheat before it.")
            refusal = sentences([refusal, hint])
        own_turn = listed(["", self._turn_text(view)], "\n")
        self._say(own_turn if refusal is None else refusal)
        self._waiting = True
        try:
            while True:
                typed = await self._moves_in.receive()
                try:
                    return typed_move(view, typed)
                except MoveSyntaxError as error:
                    self._say(sentences([sentence_of(error), HELP_HINT]))
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
        async with trio.open_nursery() as nursery:
            if self._lines.live:
                nursery.start_soon(self._turns.run)
            await self._read()
            nursery.cancel_scope.cancel()
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
        if view is not None and (self._waiting or self._lines.live):
            self._tell_table(view)

    def _tell_table(self, view: AnyView) -> None:
        """Say what can be seen, and if it is our turn what we can do."""
        told = self._turn_text if self._waiting else self._table_text
        self._say(told(view))

    def _turn_text(self, view: AnyView) -> Text:
        return turn_text(in_hand_order(view, self._sorting), self._names)

    def _table_text(self, view: AnyView) -> Text:
        return table_text(in_hand_order(view, self._sorting), self._names)

    def _hand(self, view: AnyView) -> Text:
        return hand_text(in_hand_order(view, self._sorting))

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
                self._say_help(line_help.move_rows(self._rules), self._command_rows())
            case commands.RULES:
                self._say_rules()
            case commands.HAND | commands.TABLE if view is None:
                self._say(text("The cards are not dealt yet."))
            case commands.HAND:
                assert view is not None
                self._say(self._hand(view))
            case commands.TABLE:
                assert view is not None
                self._tell_table(view)
            case _:
                await self._offer(words, typed)

    def _say_rules(self) -> None:
        if self._rules is None:
            self._say(text("The rules of this table are not known yet."))
        else:
            self._say(lines(how_played(self._rules)))

    def _say_help(self, moves: Sequence[Row], commands: Sequence[Row]) -> None:
        self._print(line_help.help_text(self._language, self._width(), moves, commands))

    def _command_rows(self) -> list[Row]:
        """Return the rows of the help for what can be done now, besides moves."""
        others: list[Row] = []
        if self._get_ready is not None:
            others.append(line_help.READY_ROW)
        if self._say_to_all is not None:
            others.append(line_help.SAY_ROW)
        others += [*self._more_help, line_help.HELP_ROW, line_help.QUIT_ROW]
        if self._lines.live and self._go_away is not None:
            others.append(line_help.AWAY_ROW)
        return line_help.command_rows(*others)

    async def _offer(self, words: list[str], typed: str) -> None:
        """Pass a move on, whose verb is *typed* so; from a pipe it waits for its turn."""
        verb, *rest = words
        if verb not in commands.verbs_of(self._rules) and not begins_with_card(words):
            self._say(sentences([text("{move!r} is not a move.", move=typed), HELP_HINT]))
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
        return typed_number(typed, len(names) - 1)

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
            told = each_between_words(told, self._width())
        self._print(told)

    def _width(self) -> int:
        """Return how many characters a line may have."""
        columns = shutil.get_terminal_size().columns - 1 if self._lines.live else _PIPED_WIDTH
        return max(columns, _LEAST_WIDTH)


def _cheating(rules: AnyRules) -> bool:
    return isinstance(rules, Rules) and rules.may_cheat


def _is_leaving(words: list[str]) -> bool:
    return bool(words) and commands.word_meant(words[0]) == commands.QUIT

"""The words of moves and commands as they are typed, in English and in Russian."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from durak_p2p.rules import Move, Verb, shedding
from durak_p2p.rules.family import AnyRules
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import CardText, Text, listed, text
from durak_p2p.ui.card_names import card_typed, same_keys, suit_typed
from durak_p2p.ui.words import SUIT_LETTERS

CHEAT: Final = "cheat"
HELP: Final = "help"
HAND: Final = "hand"
TABLE: Final = "table"
RULES: Final = "rules"
QUIT: Final = "quit"
QR: Final = "qr"
INVITE: Final = "invite"
YES: Final = "yes"
NO: Final = "no"
SAY: Final = "say"
READY: Final = "ready"
COMPUTER: Final = "computer"
OFF: Final = "off"
AGAIN: Final = "again"

#: What each verb is called where moves are offered; what is shown can be typed.
VERBS: Final[Mapping[str, Text]] = {
    "lead": text("lead"),
    "beat": text("beat"),
    "take": text("take"),
    "throw": text("throw"),
    "pass": text("pass"),
    "transfer": text("transfer"),
    "show": text("show"),
    "exchange": text("exchange"),
    "accuse": text("accuse"),
    "done": text("done"),
    "play": text("play"),
    "draw": text("draw"),
}

#: Verb or command → the other words for it.
_OTHERS: Final[Mapping[str, str]] = {
    "lead": "хожу ходить ход иду",
    "beat": "бью бить крою крыть",
    "take": "беру брать взять",
    "throw": "подкидываю подкинуть подкидывать кидаю",
    "pass": "пас пасую бито пропускаю",
    "transfer": "перевожу перевод перевести переводить",
    "show": "показываю показать проездной",
    "exchange": "меняю обмен менять обменять",
    "accuse": "уличаю уличить обвиняю обвинить",
    "done": "готово готов готова",
    "play": "кладу класть",
    "draw": "тяну тянуть",
    CHEAT: "мухлюю мухлёж мухлеж мухлевать",
    HELP: "? помощь справка",
    HAND: "карты рука",
    TABLE: "стол",
    RULES: "правила",
    YES: "y да д",
    NO: "n нет н",
    READY: "начать начинаю",
    SAY: "сказать скажи говорю чат",
    QR: "код",
    INVITE: "приглашение",
    COMPUTER: "компьютер комп",
    OFF: "убрать прочь",
    AGAIN: "ещё еще снова заново",
    QUIT: "exit выход выйти уйти",
}
#: In the shedding family these words mean something else.
_SHEDDING: Final[Mapping[str, str]] = {"lead": "play", "take": "draw"}

_QUOTES: Final = (
    '"',
    "'",
    "\N{LEFT DOUBLE QUOTATION MARK}",
    "\N{LEFT SINGLE QUOTATION MARK}",
    "«",
    "„",
)
_CLOSING_QUOTES: Final = "\"'\N{RIGHT DOUBLE QUOTATION MARK}\N{LEFT DOUBLE QUOTATION MARK}»"

_MEANT: Final[Mapping[str, str]] = {
    **{word: word for word in _OTHERS},
    **{word: meant for meant, words in _OTHERS.items() for word in words.split()},
}


def verbs_of(rules: AnyRules | None) -> set[str]:
    """Return the verbs with which a line can begin at a table, before its rules are known: all."""
    if rules is None:
        return {*VERBS, CHEAT}
    if isinstance(rules, SheddingRules):
        return {verb.value for verb in shedding.Verb}
    return {CHEAT, *(verb.value for verb in Verb)}


def word_meant(word: str) -> str | None:
    """Return the English verb or command that is meant by a word as it is typed, or None.

    It may be English or Russian, and the English with the keyboard on its Russian letters.
    """
    word = word.casefold()
    return _MEANT.get(word) or _MEANT.get(same_keys(word))


def said_in(line: str) -> str | None:
    """Return what a typed line says to all at the table, or None if it is no such line.

    It begins with the word for saying, or with a quotation mark.
    """
    line = line.strip()
    if line.startswith(_QUOTES):
        return line[1:].rstrip(_CLOSING_QUOTES)
    first, _, rest = line.partition(" ")
    return rest if word_meant(first) == SAY else None


def means_ready(words: Sequence[str]) -> bool:
    """Whether a line typed before the first deal says that one is ready.

    In Russian that word is a move, too, where one may cheat (``done``).
    """
    word = words[0].casefold() if len(words) == 1 else ""
    typed = {word, same_keys(word)}
    meant = {READY, *_OTHERS[READY].split(), *_OTHERS["done"].split()}
    return not typed.isdisjoint(meant)


def words_meant(words: Sequence[str], *, is_shedding: bool) -> list[str]:
    """Return a typed line's words as the rules write them; those not understood stay as typed."""
    verb, *rest = words
    meant = word_meant(verb) or card_typed(verb) or verb
    if is_shedding and verb != meant:  # an English verb means what it says
        meant = _SHEDDING.get(meant, meant)
    if meant == CHEAT and rest:
        return [meant, *words_meant(rest, is_shedding=is_shedding)]
    if meant == Verb.ACCUSE.value:
        return [meant, *rest]  # a name, which may look like a card
    return [meant, *(card_typed(word) or suit_typed(word) or word for word in rest)]


def move_words(move: Move | shedding.Move) -> Text:
    """Return a move as it is typed: "beat 6s 7s"."""
    cards = [CardText(card) for card in move.cards]
    suits = [SUIT_LETTERS[move.suit]] if isinstance(move, shedding.Move) and move.suit else []
    return listed([VERBS[move.verb.value], *cards, *suits], " ")


assert {verb.value for family in (Verb, shedding.Verb) for verb in family} == set(VERBS)

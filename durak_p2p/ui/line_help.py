"""What can be typed in line mode, and what it does: the rows of its help, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from durak_p2p.rules import Rules, parse_move
from durak_p2p.rules.family import AnyRules
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.rules.shedding import parse_move as parse_shedding_move
from durak_p2p.texts import CardText, Text, cards_text, text
from durak_p2p.ui.commands import move_words
from durak_p2p.ui.language import Language
from durak_p2p.ui.wrapping import in_columns

#: What can be typed, and what it does.
Row = tuple[Text, Text]

_INDENT: Final = "  "
_GAP: Final = 2

TABLE_ROW: Final[Row] = text("table"), text("all that you can see")
RULES_ROW: Final[Row] = text("rules"), text("what the game is, and how it is played")
HELP_ROW: Final[Row] = text("help, ?"), text("this text")
_HAND_ROW: Final[Row] = text("hand"), text("your cards")
_ENTER_ROW: Final[Row] = text("Enter"), text("what lies there and what you can do, once more")
SAY_ROW: Final[Row] = (
    text("say hello"),
    text('say something to all at the table (or: "hello)'),
)
READY_ROW: Final[Row] = text("ready"), text("you have seen the rules, and want to begin")
QUIT_ROW: Final[Row] = text("quit, exit"), text("leave the table for good")
AWAY_ROW: Final[Row] = text("Ctrl-C"), text("go away for a while; your seat waits")
WATCHED_ROW: Final[Row] = text("quit, exit"), text("watch no longer")
HOST_ROWS: Final[Sequence[Row]] = (
    (text("invite"), text("the invite, once more")),
    (text("qr"), text("the invite as a QR code")),
    (text("computer"), text("give a free seat to a computer player")),
    (text("computer off"), text("take the last one's seat away")),
)


def move_rows(rules: AnyRules | None) -> list[Row]:
    """Return the moves of a game; of the beating family's games all if *rules* are not known."""
    return list(_shedding_moves() if isinstance(rules, SheddingRules) else _beating_moves(rules))


def command_rows(*others: Row) -> list[Row]:
    """Return the commands: those that there always are, and *others*."""
    return [_ENTER_ROW, _HAND_ROW, TABLE_ROW, RULES_ROW, *others]


def help_text(language: Language, width: int, moves: Sequence[Row], commands: Sequence[Row]) -> str:
    """Return the help in lines of at most *width* characters."""
    parts = [(text("Commands:"), commands)]
    if moves:
        parts = [(text("Moves:"), moves), (text("Cards:"), _card_rows()), *parts]
    said = [
        (heading, [(_INDENT + language.say(what), language.say(told)) for what, told in rows])
        for heading, rows in parts
    ]
    column = max(len(what) for _, rows in said for what, _ in rows) + _GAP
    return "\n".join(
        f"{language.say(heading)}\n{in_columns(rows, column, width)}" for heading, rows in said
    )


def _move(words: str) -> Text:
    return move_words(parse_move(words))


def _beating_moves(rules: Rules | None) -> Iterator[Row]:
    if rules is not None and rules.lead == "one":
        yield _move("lead 6h"), text("lead a card")
    else:
        yield _move("lead 6h 6s"), text("lead one card, or several of one rank")
    attack, beater = CardText("6s"), CardText("7s")
    beat = text("beat {attack}, which lies there, with your {beater}", attack=attack, beater=beater)
    yield _move("beat 6s 7s"), beat
    yield _move("take"), text("take all that lies there")
    if rules is None or rules.variant != "simple":
        yield _move("throw 7d"), text("throw in a card of a rank that lies there")
        yield _move("pass"), text("throw in nothing, or nothing more")
    if rules is None or rules.variant == "transfer":
        told = text("hand the attack on to the next player, with a card of its rank")
        yield _move("transfer 6d"), told
    if rules is None or rules.show_trump:
        yield _move("show 6d"), text("hand it on by showing a trump of its rank, which you keep")
    if rules is None or rules.trump_exchange:
        yield _move("exchange"), text("swap the lowest trump for the turned card")
    if rules is None or rules.may_cheat:
        cheat = text("cheat {move}", move=_move("beat 6s 7h"))
        yield cheat, text("lay cards against the rules, and hope that nobody notices")
        yield text("accuse Boris"), text("say that Boris has cheated in this bout, at any time")
        yield _move("done"), text("agree that the bout is over, and accuse nobody in it any more")
    yield cards_text(["7d"]), text("a card alone: the one move that lays it")


def _shedding_moves() -> Iterator[Row]:
    play, name, draw, pass_ = map(parse_shedding_move, ("play 8c", "play Qs h", "draw", "pass"))
    yield move_words(play), text("play a card that fits: its suit, or its rank")
    yield move_words(name), text("play a card that names a suit: here hearts")
    yield move_words(draw), text("draw a card")
    yield move_words(pass_), text("where there is nothing to draw")
    yield cards_text(["8c"]), text("a card alone: the one move that plays it")


def _card_rows() -> list[Row]:
    about = text(
        "ten of diamonds: the rank, 2 to 9, T, J, Q, K or A, and then the suit, c (clubs), "
        "d (diamonds), h (hearts) or s (spades)"
    )
    return [(cards_text(["Td"]), about)]

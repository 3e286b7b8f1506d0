"""The rules of a table in a line: what is not as usual, first the game and the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from durak_p2p.rules import Rules
from durak_p2p.rules.options import Value
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import Text, listed, plural, text

VARIANTS: Final[Mapping[str, Text]] = {
    "throw-in": text("throw-in"),
    "transfer": text("transfer game"),
    "simple": text("simple"),
}

#: Games of the shedding family that have a name of their own.
SHEDDING_GAMES: Final[Mapping[str, Text]] = {
    "czech": text("Czech durak"),
    "english": text("English durak"),
    "pharaoh": text("pharaoh"),
    "pentagon": text("pentagon"),
    "polish": text("Polish durak"),
    "crocodile": text("crocodile"),
    "king-120": text("king of spades to 120"),
}

#: Option and value of the beating family → what they mean, besides deck, players and variant.
MEANINGS: Final[Mapping[str, Mapping[Value, Text]]] = {
    "teams": {
        "none": text("without teams"),
        "2x2": text("two against two"),
        "3x3": text("three against three"),
        "2x2x2": text("three teams of two"),
    },
    "first_bout_limit": {
        5: text("five cards at most in the first bout"),
        6: text("six cards at most in the first bout"),
    },
    "throwers": {
        "all": text("all throw in"),
        "neighbours": text("the neighbours throw in"),
        "lead": text("only who leads throws in"),
    },
    "throw_in": {
        "after-beat": text("thrown in when all is beaten"),
        "any-time": text("thrown in at any time"),
    },
    "first_word": {
        "lead": text("who leads throws in first"),
        "last-thrower": text("who threw in last throws in first"),
    },
    "throw_after_take": {
        True: text("thrown in after a take"),
        False: text("nothing thrown in after a take"),
    },
    "pass_is_final": {True: text("a pass is final"), False: text("a pass is not final")},
    "lead": {
        "same-rank": text("cards of one rank are led"),
        "one": text("one card is led"),
        "one-or-two": text("one or two cards are led"),
    },
    "transfer_in_first_bout": {
        True: text("transfers in the first bout"),
        False: text("no transfers in the first bout"),
    },
    "show_trump": {
        True: text("a trump may be shown to transfer"),
        False: text("no trump is shown to transfer"),
    },
    "ends": {
        "draw": text("a draw where all are out"),
        "no-draw": text("no draw"),
        "replay": text("a replay where all are out"),
    },
    "next_lead": {
        "left-of-fool": text("next the player left of the fool leads"),
        "right-of-fool": text("next the player right of the fool leads"),
        "lowest-trump": text("next the lowest trump leads"),
        "winner": text("next the winner leads"),
    },
    "no_trump_lead": {
        "first-seat": text("without trumps the first seat leads"),
        "lowest-card": text("without trumps the lowest card leads"),
    },
    "trump_exchange": {
        True: text("the lowest trump may be exchanged"),
        False: text("no trump is exchanged"),
    },
    "cheating": {
        "none": text("no cheating"),
        "beat-transfer": text("cheating when beating and transferring"),
        "all": text("cheating with every card"),
    },
    "turn_seconds": {None: text("no limit of time")},
    "scoring": {"points": text("points"), "points-and-purse": text("points and a purse")},
    "epaulettes": {True: text("epaulettes"), False: text("no epaulettes")},
}


def beating_rules(rules: Rules) -> Text:
    """Return the rules of a table of the beating family in a line."""
    plain = Rules(players=rules.players)
    differing = [
        _meaning(name, value)
        for name, value in rules.options().items()
        if name in MEANINGS and value != getattr(plain, name)
    ]
    game = VARIANTS[rules.variant]
    return listed([game, _deck(rules.deck), players_counted(rules.players), *differing])


def shedding_rules(rules: SheddingRules) -> Text:
    """Return the rules of a table of the shedding family in a line."""
    parts = [_shedding_game(rules.preset), _deck(rules.deck), players_counted(rules.players)]
    if rules.reshuffle:
        parts.append(text("the pile is shuffled when it is turned over"))
    if rules.king_draws:
        parts.append(text("a king makes draw five"))
    if rules.turn_seconds is not None:
        parts.append(_seconds(rules.turn_seconds))
    return listed(parts)


def _shedding_game(preset: str) -> Text:
    """Return what a game is called; Czech durak has kinds, told by the preset's name."""
    return SHEDDING_GAMES.get(preset) or text("Czech durak ({preset})", preset=preset)


def players_counted(count: int) -> Text:
    """Return a number of players with its noun."""
    return plural("{count} player", "{count} players", count)


def _deck(cards: int) -> Text:
    return plural("{count} card", "{count} cards", cards)


def _seconds(count: int) -> Text:
    return plural("{count} second a turn", "{count} seconds a turn", count)


def _meaning(name: str, value: Value) -> Text:
    # 1 == True: no option has both.
    known = MEANINGS[name].get(value)
    if known is not None:
        return known
    assert isinstance(value, int)  # only numbers of seconds are open-ended
    return _seconds(value)

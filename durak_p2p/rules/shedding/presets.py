"""The games of this family (rules 4.2): what each has of its own, in one table.

To add one: one entry in `GAMES`. What an entry leaves out is as in `czech`. All that a game can
say is in `Game` and `Effect`; only the ace of `english` has code of its own (`fitting`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from durak_p2p.cards import RANKS, Card, rank
from durak_p2p.rules.options import Value
from durak_p2p.rules.presets import Preset
from durak_p2p.texts import Text, text


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does when it is laid (rules 4.1 rules 3 and 5).

    `draws`: so many the next player owes. `misses`: and misses the turn, so who laid the card
    plays again. `fits_always`: on whatever lies there. `names`: a suit is named with it.
    `goes_on`: its player must lay the next card, and cannot end with this one. `any_next`: its
    player may lay any card on it at once, or passes. `covered`: its player may cover it (4.3).
    """

    draws: int = 0
    misses: bool = False
    fits_always: bool = False
    names: bool = False
    goes_on: bool = False
    any_next: bool = False
    covered: bool = False


_NONE: Final = Effect()
_MISSES: Final = Effect(misses=True)
_NAMES: Final = Effect(names=True)
_WILD: Final = Effect(fits_always=True, names=True)
_GOES_ON: Final = Effect(goes_on=True)


def _draws(cards: int) -> Effect:
    return Effect(draws=cards)


def _draws_and_misses(cards: int) -> Effect:
    return Effect(draws=cards, misses=True)


#: What the cards do in `czech`: rank, or a card of its own, → effect.
CZECH: Final[Mapping[str, Effect]] = {
    "6": _draws_and_misses(2),
    "7": _draws_and_misses(1),
    "A": _MISSES,
    "Q": _WILD,
}
#: What a card counts in the hand of who is left with it (rule 8).
NUMBERS: Final[Mapping[str, int]] = dict(
    zip("6789TJQKA", (6, 7, 8, 9, 10, 2, 3, 4, 11), strict=True)
)


@dataclass(frozen=True, slots=True)
class Game:
    """What the rules of one game are. Mappings have ranks or single cards ("Q", "Qs") as keys.

    `effects`: what cards do. `deck`: cards in it. `hand_size`: cards dealt to each. `dealer_leads`:
    in every deal. `last_open`: the dealer's last card is dealt face up. `draws_one`: who has
    nothing that fits draws one card and no more. `by_rank`: the ranks that the same rank fits on.
    `counts`: what a card left counts. `alone`: what one counts that is left alone. `left_with`:
    what being left with a card adds. `ends_with`: what ending with a card takes off one's score.
    `loses_match`: who is left with a card of these ranks has lost the match. `match_points`: who
    reaches them has, too. `optional`: options that only this game has, with the effects that they
    add.
    """

    about: Text
    effects: Mapping[str, Effect] = field(default_factory=lambda: CZECH)
    deck: int = 36
    hand_size: int = 5
    dealer_leads: bool = False
    last_open: bool = False
    draws_one: bool = False
    by_rank: str = RANKS
    counts: Mapping[str, int] = field(default_factory=lambda: NUMBERS)
    alone: Mapping[str, int] = field(default_factory=lambda: {"Q": 20})
    left_with: Mapping[str, int] = field(default_factory=dict)
    ends_with: Mapping[str, int] = field(default_factory=dict)
    loses_match: str = ""
    match_points: int = 100
    optional: Mapping[str, Mapping[str, Effect]] = field(default_factory=dict)

    def effect(self, card: Card) -> Effect:
        """What the card does when it is laid."""
        return self.effects.get(card) or self.effects.get(rank(card), _NONE)


GAMES: Final[Mapping[str, Game]] = {
    "czech": Game(
        text("Czech durak: get rid of your cards; queens name a suit."),
    ),
    "czech-1": Game(
        text("Czech durak; who has nothing that fits draws one card only."),
        draws_one=True,
    ),
    "czech-2": Game(
        text("Czech durak with 32 cards: a seven makes draw two, an eight one."),
        deck=32,
        effects={
            "7": _draws_and_misses(2),
            "8": _draws_and_misses(1),
            "A": _MISSES,
            "Q": _WILD,
        },
    ),
    "czech-3": Game(
        text("Czech durak with jacks for queens; being left with a jack loses the match."),
        hand_size=6,
        last_open=True,
        dealer_leads=True,
        effects={
            "6": _draws_and_misses(2),
            "7": _draws_and_misses(1),
            "A": _MISSES,
            "J": _WILD,
        },
        alone={},
        loses_match="J",
    ),
    "english": Game(
        text("English durak: who lays an ace may cover it and name the suit to follow."),
        effects={
            "6": _draws_and_misses(2),
            "7": _draws_and_misses(1),
            "A": Effect(covered=True),
            "Q": _WILD,
        },
    ),
    "pharaoh": Game(
        text("Pharaoh: four cards each; ending with a queen takes 30 off."),
        hand_size=4,
        alone={"Q": 30},
        ends_with={"Q": 30},
    ),
    "pentagon": Game(
        text("Pentagon: only the suit counts; after a queen the next player misses the turn."),
        effects={
            "6": _draws_and_misses(2),
            "7": _draws_and_misses(1),
            "A": _MISSES,
            "Q": Effect(fits_always=True, names=True, misses=True),
        },
        by_rank="6",
        counts={"Q": 20, "A": 11, "T": 10, "K": 4, "J": 2},
        alone={},
    ),
    "polish": Game(
        text("Polish durak: any card on one's own six; the queen and king of spades make draw."),
        dealer_leads=True,
        draws_one=True,
        effects={
            "6": Effect(any_next=True),
            "7": _draws(2),
            "Qs": Effect(draws=4, fits_always=True, names=True),
            "Ks": _draws(6),
            "A": _MISSES,
            "Q": _WILD,
            "J": _NAMES,
        },
    ),
    "czech-8": Game(
        text("Czech durak, one card drawn; the king of diamonds makes draw five."),
        draws_one=True,
        effects={**CZECH, "Kd": _draws_and_misses(5)},
    ),
    "czech-9": Game(
        text("Czech durak with six cards: an eight goes on, the queen of spades counts 50."),
        hand_size=6,
        dealer_leads=True,
        effects={"6": _draws(2), "7": _draws(1), "8": _GOES_ON, "A": _MISSES, "Q": _WILD},
        left_with={"Qs": 50},
        ends_with={"Qs": 50},
        optional={"king_draws": {"K": _draws_and_misses(5)}},
    ),
    "crocodile": Game(
        text("Crocodile: one card drawn; the king of hearts makes draw five."),
        draws_one=True,
        effects={**CZECH, "Kh": _draws_and_misses(5)},
    ),
    "king-120": Game(
        text("King of spades: it makes draw five, an eight goes on; to 120."),
        effects={**CZECH, "8": _GOES_ON, "Ks": _draws(5)},
        match_points=120,
    ),
}

PRESET_LIST: Final = tuple(
    Preset(name, {"deck": game.deck}, (2,), "C", game.about) for name, game in GAMES.items()
)

#: Name → options of the preset; all others have their defaults.
PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    preset.name: preset.options for preset in PRESET_LIST
}

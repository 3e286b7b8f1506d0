"""Games that the sources describe, one word each (rules 1.1). To add one: one entry here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from durak_p2p.rules.options import Rules, RulesError, Value


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options. `players`: the numbers that the source speaks of, as advice."""

    name: str
    options: Mapping[str, Value]
    players: tuple[int, ...]
    source: str
    english: str
    russian: str


PRESET_LIST: Final = (
    Preset(
        "classic",
        {},
        (2, 3, 4),
        "A, first text",
        "Throw-in durak, 36 cards.",
        "Подкидной дурак, 36 карт.",
    ),
    Preset(
        "party",
        {"deck": 54},
        (2, 3, 4, 5, 6, 7, 8),
        "A, second text",
        "Throw-in for a larger table: 54 cards with jokers.",
        "Подкидной большой компанией: 54 карты с джокерами.",
    ),
    Preset(
        "house",
        {"pass_is_final": True, "scoring": "points-and-purse", "turn_seconds": 60},
        (2, 3, 4),
        "A, third text",
        "Throw-in; a pass is final, points and a purse, who is late is the fool.",
        "Подкидной: «бито» окончательно, очки и кошелёк, просрочивший — дурак.",
    ),
    Preset(
        "simple",
        {"variant": "simple"},
        (2, 3, 4, 5, 6),
        "A, fourth text",
        "Simple durak: one or two cards are led, nothing is thrown in.",
        "Простой дурак: ходят одной или двумя, не подкидывают.",
    ),
    Preset(
        "transfer",
        {"variant": "transfer"},
        (2, 3, 4, 5, 6),
        "A, fourth text",
        "Transfer durak: an attack can be handed on.",
        "Переводной дурак.",
    ),
    Preset(
        "passport",
        {"variant": "transfer", "show_trump": True},
        (2, 3, 4, 5, 6),
        "A, fourth text",
        "Transfer durak; a trump may be shown in place of laid.",
        "Переводной дурак с проездным.",
    ),
    Preset(
        "pairs",
        {"teams": "2x2", "players": 4},
        (4,),
        "A, fourth text",
        "Two pairs; partners sit opposite.",
        "Двое на двое.",
    ),
    Preset(
        "thirds",
        {"teams": "3x3", "players": 6},
        (6,),
        "A, fourth text",
        "Two teams of three, every second seat.",
        "Трое на трое.",
    ),
    Preset(
        "championship",
        {"ends": "no-draw"},
        (2, 3, 4),
        "A, championship",
        "Throw-in without draws.",
        "Подкидной без ничьих.",
    ),
    Preset(
        "cheaters",
        {"cheating": "beat-transfer"},
        (2, 3, 4),
        "A, first text",
        "Throw-in where one may cheat, and be caught.",
        "Подкидной с мухлежом: мухлевать можно, попадаться нельзя.",
    ),
    Preset(
        "computer",
        {},
        (2, 3, 4, 5, 6),
        "B",
        "Throw-in as played against a computer.",
        "Подкидной, как против компьютера.",
    ),
    Preset(
        "encyclopedia",
        {
            "lead": "one",
            "first_bout_limit": 6,
            "first_word": "last-thrower",
            "next_lead": "right-of-fool",
        },
        (2, 3, 4, 5, 6),
        "D",
        "Throw-in with one card led; the last thrower speaks first.",
        "Подкидной: ходят одной картой, первым подкидывает подкинувший последним.",
    ),
    Preset(
        "transfer-online",
        {"variant": "transfer", "transfer_in_first_bout": True},
        (2, 3, 4),
        "E",
        "Transfer durak as on a site: the first bout can be transferred.",
        "Переводной, как на сайте: переводить можно и в первом кону.",
    ),
)

#: Name → options of the preset; all others have their defaults.
PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    preset.name: preset.options for preset in PRESET_LIST
}


def rules_for(preset: str, **options: Any) -> Rules:
    """The preset's rules with `options` set on top.

    Raises:
        RulesError: no such preset, option or value, or a table that cannot be.
    """
    if preset not in PRESETS:
        raise RulesError(f"There is no preset {preset!r}.")
    chosen = {**PRESETS[preset], **options}
    # Simple has a lead of its own, to which a preset's gives way.
    if options.get("variant") == "simple" and "lead" not in options:
        chosen.pop("lead", None)
    return Rules.from_options(chosen)

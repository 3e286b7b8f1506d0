"""Games that the sources describe, one word each (rules 1.1). To add one: one entry here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from durak_p2p.rules.options import Rules, RulesError, Value
from durak_p2p.texts import Text, text


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options. `players`: the numbers that the source speaks of, as advice."""

    name: str
    options: Mapping[str, Value]
    players: tuple[int, ...]
    source: str
    about: Text


PRESET_LIST: Final = (
    Preset(
        "classic",
        {},
        (2, 3, 4),
        "A, first text",
        text("Throw-in durak, 36 cards."),
    ),
    Preset(
        "party",
        {"deck": 54},
        (2, 3, 4, 5, 6, 7, 8),
        "A, second text",
        text("Throw-in for a larger table: 54 cards with jokers."),
    ),
    Preset(
        "house",
        {"pass_is_final": True, "scoring": "points-and-purse", "turn_seconds": 60},
        (2, 3, 4),
        "A, third text",
        text("Throw-in; a pass is final, points and a purse, who is late is the fool."),
    ),
    Preset(
        "simple",
        {"variant": "simple"},
        (2, 3, 4, 5, 6),
        "A, fourth text",
        text("Simple durak: one or two cards are led, nothing is thrown in."),
    ),
    Preset(
        "transfer",
        {"variant": "transfer"},
        (2, 3, 4, 5, 6),
        "A, fourth text",
        text("Transfer durak: an attack can be handed on."),
    ),
    Preset(
        "passport",
        {"variant": "transfer", "show_trump": True},
        (2, 3, 4, 5, 6),
        "A, fourth text",
        text("Transfer durak; a trump may be shown in place of laid."),
    ),
    Preset(
        "pairs",
        {"teams": "2x2", "players": 4},
        (4,),
        "A, fourth text",
        text("Two pairs; partners sit opposite."),
    ),
    Preset(
        "thirds",
        {"teams": "3x3", "players": 6},
        (6,),
        "A, fourth text",
        text("Two teams of three, every second seat."),
    ),
    Preset(
        "championship",
        {"ends": "no-draw"},
        (2, 3, 4),
        "A, championship",
        text("Throw-in without draws."),
    ),
    Preset(
        "cheaters",
        {"cheating": "beat-transfer"},
        (2, 3, 4),
        "A, first text",
        text("Throw-in where one may cheat, and be caught."),
    ),
    Preset(
        "computer",
        {},
        (2, 3, 4, 5, 6),
        "B",
        text("Throw-in as played against a computer."),
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
        text("Throw-in with one card led; the last thrower speaks first."),
    ),
    Preset(
        "transfer-online",
        {"variant": "transfer", "transfer_in_first_bout": True},
        (2, 3, 4),
        "E",
        text("Transfer durak as on a site: the first bout can be transferred."),
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
        raise RulesError(text("There is no preset {preset!r}.", preset=preset))
    chosen = {**PRESETS[preset], **options}
    # Simple has a lead of its own, to which a preset's gives way.
    if options.get("variant") == "simple" and "lead" not in options:
        chosen.pop("lead", None)
    return Rules.from_options(chosen)

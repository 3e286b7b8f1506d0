"""A game told: what it is, and option by option what is played."""

from __future__ import annotations

from dataclasses import dataclass

from durak_p2p.rules.family import ALL_PRESETS, AnyRules, options_of
from durak_p2p.texts import Text, listed, text
from durak_p2p.ui.sentences import rules_text


@dataclass(frozen=True, slots=True)
class OptionTold:
    """An option: its value and the others that there are, and a sentence about it."""

    said: Text
    about: Text


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game: what it is, in sentences, and its options."""

    head: tuple[Text, ...]
    options: tuple[OptionTold, ...]


def game_told(name: str, rules: AnyRules) -> GameTold:
    """Return the game of a name, played by these rules; a preset is told with what it is."""
    preset = ALL_PRESETS.get(name)
    short = text("In short: {rules}.", rules=rules_text(rules))
    head = (short,) if preset is None else (listed([name, preset.about], ": "), short)
    return GameTold(head, tuple(_told(rules, *option) for option in rules.options().items()))


def _told(rules: AnyRules, name: str, value: object) -> OptionTold:
    option = options_of(rules)[name]
    others: list[str] = [option_word(other) for other in option.values if other != value]
    if option.open_ended:
        others.append(text("a number"))
    said = [f"{name} = {option_word(value)}"]
    if others:
        said.append(text("(or {values})", values=listed(others)))
    return OptionTold(listed(said, "   "), option.about)


def option_word(value: object) -> str:
    """Return an option's value as it is written on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)

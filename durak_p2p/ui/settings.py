"""Settings: how a person wants it shown, typed and checked.  Reading and writing files is not here.

`SETTINGS` is the one place for each: its values (the default first) and what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from durak_p2p.texts import Text, listed, text

Value = str | bool

#: The language that the system asks for.
AUTOMATIC: Final = "auto"


class SettingsError(ValueError):
    """A setting or a value that there is not; the message is the sentence the user reads."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: ``values`` are all that it can have, the default first.

    Attributes:
        name: as it stands in the file.
        title: its name on the screen.
        values: value and what it is called on the screen.
        says: what it does, in a sentence.
    """

    name: str
    title: Text
    values: Mapping[Value, Text]
    says: Text


def _switch(name: str, title: Text, says: Text, *, default: bool) -> Setting:
    words: dict[Value, Text] = {True: text("yes"), False: text("no")}
    return Setting(name, title, {default: words[default], not default: words[not default]}, says)


SETTINGS: Final[Mapping[str, Setting]] = {
    setting.name: setting
    for setting in (
        Setting(
            "language",
            text("Language"),
            {AUTOMATIC: text("of the system"), "en": text("English"), "ru": text("Russian")},
            text("The language that the program speaks."),
        ),
        Setting(
            "theme",
            text("Colours"),
            {
                "dark": text("dark"),
                "light": text("light"),
                "felt": text("green cloth"),
                "mono": text("no colours"),
            },
            text("The colours of the screen."),
        ),
        Setting(
            "deck",
            text("Deck"),
            {"two": text("two colours"), "four": text("four colours")},
            text("Whether each suit has a colour of its own."),
        ),
        Setting(
            "suits",
            text("Suits"),
            {
                "signs": text("signs"),
                "text-signs": text("signs marked as text"),
                "letters": text("letters"),
            },
            text("How suits are shown; signs marked as text help where they become pictures."),
        ),
        Setting(
            "ranks",
            text("Ranks"),
            {"latin": text("10 J Q K A"), "russian": text("10 В Д К Т")},
            text("How ranks are shown."),
        ),
        Setting(
            "lines",
            text("Lines"),
            {"drawn": text("drawn"), "ascii": text("plain characters")},
            text("Whether frames are drawn with line characters."),
        ),
        Setting(
            "sort",
            text("Hand in order of"),
            {"suit": text("suits"), "rank": text("ranks")},
            text("The order of the cards in the hand; trumps always stand apart."),
        ),
        Setting(
            "pace",
            text("Computer players"),
            {
                "calm": text("take their time"),
                "quick": text("are quick"),
                "none": text("play at once"),
            },
            text("How long computer players take for a move, so that one can follow."),
        ),
        _switch(
            "confirm_take",
            text("Ask before taking"),
            text("Whether taking asks once more when something could be beaten."),
            default=True,
        ),
        _switch(
            "bell",
            text("Bell"),
            text("Whether a bell sounds when the word comes to you while you are away."),
            default=True,
        ),
        _switch(
            "mouse",
            text("Mouse"),
            text(
                "Whether cards, keys and answers can be clicked; then text cannot be marked with "
                "the mouse."
            ),
            default=False,
        ),
        _switch(
            "plain",
            text("Line mode"),
            text("Whether the game is told in sentences, without a full screen."),
            default=False,
        ),
    )
}


#: Values of `pace` → seconds for a move.
PACES: Final[Mapping[str, float]] = {"calm": 0.8, "quick": 0.3, "none": 0.0}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings.  Make them with :func:`settings_from`, which checks."""

    language: str = AUTOMATIC
    theme: str = "dark"
    deck: str = "two"
    suits: str = "signs"
    ranks: str = "latin"
    lines: str = "drawn"
    sort: str = "suit"
    pace: str = "calm"
    confirm_take: bool = True
    bell: bool = True
    mouse: bool = False
    plain: bool = False

    def told(self) -> dict[str, Value]:
        """Return what differs from the defaults."""
        return {
            name: value
            for name, value in asdict(self).items()
            if value != next(iter(SETTINGS[name].values))
        }


assert tuple(field.name for field in fields(Settings)) == tuple(SETTINGS)


def settings_from(chosen: Mapping[str, Any]) -> Settings:
    """Return the settings with these values, all others at their defaults.

    Raises :class:`SettingsError`.
    """
    for name, value in chosen.items():
        check(name, value)
    return Settings(**chosen)


def unknown(name: str) -> SettingsError:
    """Return the error that says that there is no such setting."""
    return SettingsError(
        text(
            "There is no setting {name!r}; there are {names}.",
            name=name,
            names=listed(SETTINGS),
        )
    )


def check(name: str, value: object) -> None:
    """Raise :class:`SettingsError` if there is no such setting, or it cannot have this value."""
    setting = SETTINGS.get(name)
    if setting is None:
        raise unknown(name)
    # True == 1 in Python, and a file may hold either.
    if not any(type(value) is type(each) and value == each for each in setting.values):
        values = listed(map(_in_file, setting.values))
        if isinstance(value, str):
            raise _no_such_word(setting, value, values)
        raise _no_such_value(setting, value, values)


def _no_such_word(setting: Setting, word: str, values: Text) -> SettingsError:
    return SettingsError(
        text(
            "{word!r} is not a value of {name}: {values}.",
            word=word,
            name=setting.name,
            values=values,
        )
    )


def _no_such_value(setting: Setting, value: object, values: Text) -> SettingsError:
    """Return what is said of numbers and the like, which a file may hold: without quotes."""
    return SettingsError(
        text(
            "{value} is not a value of {name}: {values}.",
            value=_in_file(value) if isinstance(value, bool) else repr(value),
            name=setting.name,
            values=values,
        )
    )


def _in_file(value: Value) -> str:
    """Return a value as it stands in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def value_word(value: Value) -> str:
    """Return a value as it is typed: true and false, as they stand in the file, are yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


#: Other words for yes and no.
_SWITCHES: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "on", "да"), True),
    **dict.fromkeys(("false", "off", "нет"), False),
}


def parse_value(name: str, word: str) -> Value:
    """Return the value that *word* is for a setting.

    Raises :class:`SettingsError`.
    """
    setting = SETTINGS.get(name)
    if setting is None:
        raise unknown(name)
    named = {value_word(value): value for value in setting.values}
    if True in named.values():
        named |= _SWITCHES
    if word.lower() in named:
        return named[word.lower()]
    raise _no_such_word(setting, word, listed(map(value_word, setting.values)))


def turned(settings: Settings, name: str, step: int) -> Settings:
    """Return the settings with one of them moved on by *step* among its values, round and round."""
    values = list(SETTINGS[name].values)
    place = values.index(getattr(settings, name))
    changes: dict[str, Any] = {name: values[(place + step) % len(values)]}
    return replace(settings, **changes)

"""Values of options, and what is said of those that are wrong: in words."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Final

import click

from durak_p2p.cli.speaking import own_language
from durak_p2p.texts import Text, text

_DAY: Final = "%Y-%m-%d"
#: A file or folder to be read: who reads it says why it cannot be.
PATH: Final = click.Path(path_type=Path, readable=False)


class _Limited(click.ParamType[Any]):
    """A number within limits."""

    min: Any
    max: Any
    _kind: ClassVar[type[int] | type[float]]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; raises ``click.BadParameter``."""
        try:
            number = self._kind(value)
        except ValueError:
            wrong: Text | None = _no_number(str(value), whole=self._kind is int)
        else:
            wrong = _outside(number, self.min, self.max)
        if wrong is not None:
            self.fail(own_language().say(wrong), param, ctx)
        return number

    def _describe_range(self) -> str:  # click asks this for the help
        return _within(self.min, self.max)


class WholeNumber(_Limited, click.IntRange):
    """A whole number within limits."""

    _kind = int


class Number(_Limited, click.FloatRange):
    """A number within limits."""

    _kind = float


class Day(click.DateTime):
    """A day, as in 2026-12-31: its beginning in local time."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Return it; raises ``click.BadParameter``."""
        try:
            return datetime.strptime(value, _DAY)
        except ValueError:
            wrong = text("{value!r} is no day: one is written like 2026-12-31.", value=value)
            self.fail(own_language().say(wrong), param, ctx)


def _no_number(word: str, *, whole: bool) -> Text:
    """Return the sentence that a word is no number, or no whole one."""
    if whole:
        return text("{value!r} is no whole number.", value=word)
    return text("{value!r} is no number.", value=word)


def _outside(number: float, least: float | None, most: float | None) -> Text | None:
    """Return the sentence that a number is not within limits, None if it is."""
    if (least is None or number >= least) and (most is None or number <= most):
        return None
    value = str(number)
    if least is not None and most is not None:
        return text(
            "{value} is not between {least} and {most}.",
            value=value,
            least=str(least),
            most=str(most),
        )
    if least is not None:
        return text("{value} is less than {least}.", value=value, least=str(least))
    return text("{value} is more than {most}.", value=value, most=str(most))


def _within(least: float | None, most: float | None) -> str:
    """Return the limits in the reader's language."""
    if least is None:
        return own_language().say(text("at most {most}", most=str(most)))
    if most is None:
        return own_language().say(text("at least {least}", least=str(least)))
    return own_language().say(text("{least} to {most}", least=str(least), most=str(most)))

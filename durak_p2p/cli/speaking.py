"""The language of whoever uses the program, and what is printed in it."""

from __future__ import annotations

import gettext
import os
import shutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TextIO

import click

from durak_p2p.texts import text
from durak_p2p.ui.language import LOCALE, VARIABLES, Language, language_code
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.settings import AUTOMATIC
from durak_p2p.ui.wrapping import between_words

#: The most characters in a line of a paragraph, however wide the window is.
_WIDTH: Final = 88
#: What the environment asked for when the program began; `speak_as_set` writes to this variable.
_ASKED_OUTSIDE: Final = os.environ.get(VARIABLES[0])
#: The catalog of what click says, which asks the standard library's gettext for its words.
_CLICK_DOMAIN: Final = "click"


@cache
def own_language() -> Language:
    """Return the language that the environment asks for; English if it could not be shown."""
    return _language_in(os.environ)


def system_language() -> Language:
    """Return the language that was asked for outside, whatever the settings ask for."""
    ours = () if _ASKED_OUTSIDE else VARIABLES[:1]  # which `speak_as_set` may have set
    return _language_in({name: word for name, word in os.environ.items() if name not in ours})


def _language_in(environment: Mapping[str, str]) -> Language:
    language = Language.load(language_code(environment))
    try:
        language.say(text("You")).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Language()
    return language


def speak_as_set(chosen: str) -> None:
    """Speak the language that the settings ask for, unless the environment asks for another."""
    if not _ASKED_OUTSIDE:
        os.environ.pop(VARIABLES[0], None)
        if chosen != AUTOMATIC:
            os.environ[VARIABLES[0]] = chosen
    own_language.cache_clear()
    let_click_speak(own_language())


def let_click_speak(language: Language) -> None:
    """Let click find its words in *language*.  It looks for them by the environment."""
    os.environ["LANGUAGE"] = language.code
    gettext.bindtextdomain(_CLICK_DOMAIN, str(LOCALE))
    gettext.textdomain(_CLICK_DOMAIN)


def say(sentence: str) -> None:
    """Print a text for people, in their language if it is a ``Text``.

    At a terminal its lines are broken between words, where the terminal would break them in words.
    """
    click.echo(_in_window(plain_text(own_language().say(sentence)), sys.stdout))


def _in_window(told: str, stream: TextIO) -> str:
    """Return a text in lines as long as a window is wide, if *stream* goes to one."""
    if not stream.isatty():
        return told
    width = shutil.get_terminal_size().columns
    return "\n".join(_broken(line, width) for line in told.split("\n"))


def _broken(line: str, width: int) -> str:
    """Return a line broken between words; what goes on stands in further than where it began.

    A word that is longer than the window stays whole, so that it can be copied.
    """
    if len(line) <= width or " " not in line.strip():
        return line
    return between_words(line, width, after=" " * (len(line) - len(line.lstrip()) + 4))


def say_path(path: str | Path) -> None:
    """Print a path in a line of its own, however narrow the window is: it may be copied."""
    click.echo(plain_text(str(path)))


def say_wrapped(sentence: str, *, before: str = "", after: str | None = None) -> None:
    """Print a text for people in lines broken between words, as wide as the terminal at most.

    *before* stands before the first line, *after* (usually as much space) before all others.
    """
    columns = shutil.get_terminal_size((_WIDTH, 0)).columns if sys.stdout.isatty() else _WIDTH
    after = " " * len(before) if after is None else after
    said = plain_text(own_language().say(sentence))
    click.echo(between_words(said, min(columns, _WIDTH), before=before, after=after))


def complain(sentence: str) -> None:
    """Print a sentence that says what went wrong, to standard error."""
    told = plain_text(f"durak: {own_language().say(sentence)}")
    click.echo(_in_window(told, sys.stderr), err=True)

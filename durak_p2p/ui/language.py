"""Saying texts in the reader's language, from a gettext catalog; English needs none."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from durak_p2p.texts import CardText, Text, Value
from durak_p2p.ui.card_names import russian_card

#: Where the catalogs are: a folder for each language but English (locale/make.py).
LOCALE: Final = Path(__file__).parents[1] / "locale"
DOMAIN: Final = "durak"
ENGLISH: Final = "en"

#: Environment variables that choose the language, the first that is set (POSIX, 8.2; ours first).
VARIABLES: Final = ("DURAK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

#: What cards are called, where that is not as in English.
_CARDS: Final[Mapping[str, Callable[[str], str]]] = {"ru": russian_card}


class Language:
    """A language to say texts in."""

    def __init__(
        self,
        code: str = ENGLISH,
        catalog: gettext.NullTranslations | None = None,
        card: Callable[[str], str] = str,
    ) -> None:
        """*code* is that of ISO 639; *card* gives the text to show for a card's own text."""
        self.code = code
        self._catalog = catalog if catalog is not None else gettext.NullTranslations()
        self._card = card

    @classmethod
    def load(cls, code: str) -> Language:
        """Return the language with this code; English where there is no catalog for it."""
        if code not in languages():
            return cls()
        catalog = gettext.translation(DOMAIN, LOCALE, [code], fallback=code == ENGLISH)
        return cls(code, catalog, _CARDS.get(code, str))

    def with_cards(self, card: Callable[[str], str]) -> Language:
        """Return the same language with cards shown in another way."""
        return Language(self.code, self._catalog, card)

    def say(self, sentence: str) -> str:
        """Return *sentence* in this language, if it is a ``Text``; a plain string as it is."""
        if isinstance(sentence, CardText):
            return self._card(sentence)
        if not isinstance(sentence, Text):
            return sentence
        values = {name: self._value(value) for name, value in sentence.values.items()}
        return self._template(sentence).format_map(values)

    def _value(self, value: Value) -> Value:
        return self.say(value) if isinstance(value, str) else value

    def _template(self, sentence: Text) -> str:
        if not sentence.template:
            return ""  # gettext keeps the catalog's own description there
        if sentence.plural_template is None or sentence.number is None:
            return self._catalog.gettext(sentence.template)
        return self._catalog.ngettext(sentence.template, sentence.plural_template, sentence.number)


def languages() -> list[str]:
    """Return the codes of the languages that there are: English, and each with a catalog."""
    catalogs = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return [ENGLISH, *sorted(path.parts[-3] for path in catalogs)]


def language_code(environment: Mapping[str, str]) -> str:
    """Return the code of the language that the environment asks for, if there is such a one.

    The first variable that is set decides; "ru_RU.UTF-8" is "ru". English is for all others.
    """
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), ENGLISH)
    code = wanted.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    return code if code in languages() else ENGLISH

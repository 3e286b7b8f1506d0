"""A language in which every letter of a template is "ж": Latin letters are then untranslated."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from durak_p2p.locale import make
from durak_p2p.ui.language import DOMAIN, Language

CODE = "qq"
_KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)s|\x08)")  # values, and click's sign to keep lines
_WORD = re.compile(r"[A-Za-z]{2,}")


def pseudo(template: str) -> str:
    return "".join(
        part if place % 2 else re.sub(r"[A-Za-z]", "ж", part)
        for place, part in enumerate(_KEPT.split(template))
    )


def write_catalogs(locale: Path) -> None:
    """Write the catalogs of the language under *locale*."""
    folder = locale / CODE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for domain in make.SOURCES:
        catalog = Catalog("en", fuzzy=False)  # which has two forms, as the templates
        for message in make.template(domain):
            if message.id:
                one = isinstance(message.id, str)
                said = pseudo(message.id) if one else tuple(map(pseudo, message.id))
                catalog.add(message.id, said)
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalog)


def pseudo_language(locale: Path) -> Language:
    write_catalogs(locale)
    return Language(CODE, gettext.translation(DOMAIN, locale, [CODE]))


def site(folder: Path) -> None:
    """Make *folder*, where it is on a process's PYTHONPATH, bring the language to durak."""
    write_catalogs(folder / "locale")
    (folder / "sitecustomize.py").write_text(
        "from pathlib import Path\n"
        "import durak_p2p.ui.language\n"
        "durak_p2p.ui.language.LOCALE = Path(__file__).with_name('locale')\n",
        encoding="utf-8",
    )


def untranslated(said: str, *known: str) -> list[str]:
    """The words in Latin letters, besides cards and those that are *known*."""
    for word in sorted(known, key=len, reverse=True):
        said = re.sub(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", "", said)
    return [word for word in _WORD.findall(said) if not re.fullmatch("[TJQKA][cdhs]", word)]

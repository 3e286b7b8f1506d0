"""Brings the catalogs up to date: finds the program's texts, merges and compiles.

    .venv/bin/python durak_p2p/locale/make.py

New texts stand in the .po files with an empty `msgstr` then: translate them and run it again.
Texts that are gone are dropped.  `durak` holds our own texts, `click` those of the library that
reads the command line.  Needs Babel, which the tests need, too; the program does not.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LOCALE: Final = Path(__file__).parent
PROGRAM: Final = LOCALE.parent
LANGUAGES: Final = ("ru",)
OWN: Final = "durak"
CLICK: Final = "click"
# Those of click's modules that read a command line; the others ask, draw and edit.
_READING: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")
# The catalogs say nothing of when they were made: the same texts give the same files.
_NEVER: Final = datetime(2000, 1, 1, tzinfo=UTC)

Message = tuple[str, tuple[str, ...]]  # the file that it is in; one template, or one and many


def own_messages() -> Iterator[Message]:
    """Yield the templates of ``text`` and ``plural`` in the program."""
    for path in sorted(PROGRAM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            templates = _templates(node)
            if templates:
                yield path.relative_to(PROGRAM).as_posix(), templates


def _templates(node: ast.AST) -> tuple[str, ...]:
    """Return what a call of ``text`` or ``plural`` is given, where it is given literals."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return ()
    count = {"text": 1, "plural": 2}.get(node.func.id, 0)
    literals = [node.value for node in node.args[:count] if isinstance(node, ast.Constant)]
    return tuple(literal for literal in literals if isinstance(literal, str) and literal)


def click_messages() -> Iterator[Message]:
    """Yield what click, as it is installed, may say in reading a command line."""
    folder = Path(click.__file__).parent
    reading = [(f"{name}.py", "python") for name in _READING]
    for name, _, found, _, _ in sorted(extract_from_dir(folder, reading)):
        yield f"click/{name}", (found,) if isinstance(found, str) else tuple(found[:2])


SOURCES: Final = {OWN: own_messages, CLICK: click_messages}


def template(domain: str) -> Catalog:
    """Return a catalog of the domain's messages, none of them translated."""
    catalog = _catalog(None)
    for name, templates in SOURCES[domain]():
        catalog.add(templates[0] if len(templates) == 1 else templates, locations=[(name, 0)])
    return catalog


def _catalog(language: str | None) -> Catalog:
    return Catalog(
        language,
        header_comment="# Texts of durak-p2p. Made and compiled by durak_p2p/locale/make.py.",
        project="durak-p2p",
        version="1",
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        creation_date=_NEVER,
        revision_date=_NEVER,
        fuzzy=False,
    )


def path_of(language: str, domain: str, end: str) -> Path:
    """Return where a catalog lies; *end* is "po" or "mo"."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.{end}"


def read(language: str, domain: str) -> Catalog:
    """Return the catalog as it stands in its .po file."""
    with path_of(language, domain, "po").open("rb") as file:
        return read_po(file, language, domain)


def merged(language: str, domain: str) -> Catalog:
    """Return the catalog with exactly the messages that there are now."""
    catalog = _catalog(language)
    path = path_of(language, domain, "po")
    known = read(language, domain) if path.exists() else Catalog(language)
    for message in template(domain):
        if message.id:
            before = known.get(message.id)
            said = before.string if before is not None else ""
            catalog.add(message.id, said, message.locations)
    return catalog


def main() -> None:
    """Bring all catalogs up to date, and tell what is still to be translated."""
    missing = 0
    for language in LANGUAGES:
        for domain in SOURCES:
            catalog = merged(language, domain)
            path_of(language, domain, "po").parent.mkdir(parents=True, exist_ok=True)
            with path_of(language, domain, "po").open("wb") as file:
                write_po(file, catalog, width=100, include_lineno=False, sort_by_file=True)
            with path_of(language, domain, "mo").open("wb") as file:
                write_mo(file, catalog)
            untranslated = [message for message in catalog if message.id and not _whole(message)]
            missing += len(untranslated)
            for message in untranslated:
                print(f"{language} {domain}: not translated: {message.id!r}")
    sys.exit(1 if missing else 0)


def _whole(message: object) -> bool:
    strings = getattr(message, "string", "")
    return all(strings) if isinstance(strings, tuple) else bool(strings)


if __name__ == "__main__":
    main()

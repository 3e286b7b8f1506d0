"""The catalogs hold exactly the program's texts, all translated, and are compiled."""

from __future__ import annotations

import gettext
import string

import pytest
from babel.messages.catalog import Message

from durak_p2p.locale import make
from durak_p2p.texts import Text, plural
from durak_p2p.ui.language import Language

CATALOGS = [(language, domain) for language in make.LANGUAGES for domain in make.SOURCES]


@pytest.fixture(params=CATALOGS, ids="-".join)
def catalog(request: pytest.FixtureRequest) -> tuple[str, str]:
    language, domain = request.param
    return language, domain


def messages(catalog: tuple[str, str]) -> list[Message]:
    return [message for message in make.read(*catalog) if message.id]


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


def test_nothing_is_missing_and_nothing_is_left_over(catalog: tuple[str, str]) -> None:
    used = {ids(message) for message in make.template(catalog[1]) if message.id}
    told = {ids(message) for message in messages(catalog)}
    assert used == told, "run durak_p2p/locale/make.py"


def test_everything_is_translated_and_sure(catalog: tuple[str, str]) -> None:
    untranslated = [ids(message)[0] for message in messages(catalog) if not all(strings(message))]
    assert untranslated == []
    assert [ids(message)[0] for message in messages(catalog) if message.fuzzy] == []


def test_each_plural_has_every_form_of_its_language(catalog: tuple[str, str]) -> None:
    forms = make.read(*catalog).num_plurals
    for message in messages(catalog):
        assert len(strings(message)) == (1 if len(ids(message)) == 1 else forms), message.id


def test_translations_name_the_same_values(catalog: tuple[str, str]) -> None:
    for message in messages(catalog):
        given = set().union(*map(fields, ids(message)))
        for translated in strings(message):
            # click's number types have English names, which are left out.
            lacking = set() if catalog[1] == make.CLICK else given - fields(translated) - {"count"}
            assert fields(translated) <= given, message.id
            assert not lacking, message.id


def test_templates_name_plain_values(catalog: tuple[str, str]) -> None:
    if catalog[1] == make.OWN:
        for message in messages(catalog):
            for field in set().union(*map(fields, ids(message))):
                assert field.isidentifier(), message.id


def test_spaces_and_lines_at_the_ends_are_kept(catalog: tuple[str, str]) -> None:
    for message in messages(catalog):
        for translated in strings(message):
            assert translated.startswith(" ") == ids(message)[0].startswith(" "), message.id
            assert translated.endswith("\n") == ids(message)[0].endswith("\n"), message.id


def test_what_is_compiled_is_what_stands_in_the_text(catalog: tuple[str, str]) -> None:
    with make.path_of(*catalog, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in messages(catalog):
        first, *many = ids(message)
        if not many:
            assert compiled.gettext(first) == message.string
        else:
            told = {compiled.ngettext(first, many[0], number) for number in range(30)}
            assert told == set(strings(message))
    known = {key if isinstance(key, str) else key[0] for key in compiled._catalog}
    assert known == {"", *(ids(message)[0] for message in messages(catalog))}


@pytest.mark.parametrize(
    ("count", "form"),
    [
        *[(1, 0), (21, 0), (101, 0), (2, 1), (3, 1), (4, 1), (22, 1)],
        *[(0, 2), (5, 2), (11, 2), (12, 2), (14, 2), (20, 2), (25, 2), (111, 2)],
    ],
)
def test_russian_counts(count: int, form: int) -> None:
    cards = plural("{count} card", "{count} cards", count)
    said = Language.load("ru").say(cards)
    assert said == f"{count} {('карта', 'карты', 'карт')[form]}"
    assert isinstance(cards, Text)

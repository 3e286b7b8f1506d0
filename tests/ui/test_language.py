"""Which language is said, and how a text is said in it."""

from __future__ import annotations

import gettext

import pytest

from durak_p2p.rules import RuleError
from durak_p2p.texts import CardText, cards_text, listed, plural, sentence_of, text
from durak_p2p.ui.language import Language, language_code, languages

PLURAL_FORMS = {
    ("{count} card", 0): "{count} Karte",
    ("{count} card", 1): "{count} Karten",
}


class German(gettext.NullTranslations):
    """A catalog as gettext reads them."""

    def gettext(self, message: str) -> str:
        known = {
            "": "what the catalog says of itself",
            "{name} leads {cards}.": "{cards} spielt {name}.",
            "Refused: {reason}": "Abgelehnt: {reason}",
            "nobody": "niemand",
        }
        return known.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return PLURAL_FORMS[msgid1, int(n != 1)]


def german_card(card: str) -> str:
    return card.replace("J", "B")


GERMAN = Language("de", German(), german_card)


def test_a_text_is_said_by_its_template() -> None:
    leads = text("{name} leads {cards}.", name="Anna", cards=cards_text(["Jh", "Js"]))
    assert GERMAN.say(leads) == "Bh Bs spielt Anna."


def test_values_that_are_texts_are_said_too() -> None:
    leads = text("{name} leads {cards}.", name=text("nobody"), cards="-")
    assert GERMAN.say(text("Refused: {reason}", reason=leads)) == "Abgelehnt: - spielt niemand."
    assert GERMAN.say(listed([text("nobody"), "nobody"])) == "niemand, nobody"


def test_counts_choose_the_form() -> None:
    assert GERMAN.say(plural("{count} card", "{count} cards", 1)) == "1 Karte"
    assert GERMAN.say(plural("{count} card", "{count} cards", 3)) == "3 Karten"


def test_only_cards_are_shown_as_cards() -> None:
    assert GERMAN.say(text("{name} leads {cards}.", name="Jh", cards=CardText("Jh"))) == (
        "Bh spielt Jh."
    )


def test_what_is_no_text_stays_as_it_is() -> None:
    assert GERMAN.say("nobody") == "nobody"
    assert GERMAN.say("") == ""


def test_an_empty_text_is_empty() -> None:
    assert GERMAN.say(listed([])) == ""
    assert Language.load("ru").say(listed([])) == ""


def test_english_says_what_the_text_is() -> None:
    for sentence in (
        text("{name} leads {cards}.", name="Anna", cards=cards_text(["Jh"])),
        plural("{count} card", "{count} cards", 1),
        plural("{count} card", "{count} cards", 2),
    ):
        assert Language().say(sentence) == sentence


def test_another_way_to_show_cards() -> None:
    shown = GERMAN.with_cards(lambda card: f"<{card}>")
    assert shown.say(CardText("Jh")) == "<Jh>"
    assert shown.say(text("nobody")) == "niemand"


def test_russian_is_there_and_what_is_not_there_is_english() -> None:
    assert languages() == ["en", "ru"]
    assert Language.load("ru").code == "ru"
    assert Language.load("xx").code == "en"
    assert Language.load("en").code == "en"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "RU_UA@currency"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "../../ru"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "C", "LC_MESSAGES": "ru_RU", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": ""}, "ru"),
        ({"LC_ALL": "ru_RU", "DURAK_LANG": "en"}, "en"),
        ({"LC_ALL": "en_US", "DURAK_LANG": "ru"}, "ru"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], code: str) -> None:
    assert language_code(environment) == code


def test_an_error_carries_its_sentence() -> None:
    error = RuleError(text("{name} leads {cards}.", name="Anna", cards=cards_text(["Jh"])))
    assert GERMAN.say(sentence_of(error)) == "Bh spielt Anna."
    assert sentence_of(ValueError()) == ""
    assert sentence_of(KeyError(1)) == "1"

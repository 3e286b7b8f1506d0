"""Texts: English sentences that remember template and values."""

import copy
import pickle

import pytest

from durak_p2p.texts import (
    CardText,
    Text,
    cards_text,
    heard,
    listed,
    plural,
    sentence_of,
    text,
)


def test_a_text_is_its_english_sentence() -> None:
    sentence = text("{name} leads {card}.", name="Anna", card=CardText("6h"))
    assert sentence == "Anna leads 6h."
    assert isinstance(sentence, str)
    assert sentence.template == "{name} leads {card}."
    assert sentence.values == {"name": "Anna", "card": "6h"}
    assert isinstance(sentence.values["card"], CardText)
    assert (sentence.plural_template, sentence.number) == (None, None)


def test_a_value_is_never_read_as_a_template() -> None:
    assert text("{name} has left.", name="{card}") == "{card} has left."


def test_braces_are_written_twice_and_meant_once() -> None:
    assert text("{{}} of {name}", name="Anna") == "{} of Anna"


def test_values_may_have_any_name() -> None:
    assert text("{template} {self}", template=1, self=2) == "1 2"
    assert plural("{one}", "{many}", 2, one=1, many="m") == "m"


def test_a_missing_value_is_the_programmers_error() -> None:
    with pytest.raises(KeyError):
        text("{name} has left.")


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")]
)
def test_plural_says_the_count(count: int, said: str) -> None:
    sentence = plural("{count} card", "{count} cards", count)
    assert sentence == said
    assert (sentence.template, sentence.plural_template) == ("{count} card", "{count} cards")
    assert sentence.number == count


def test_a_text_in_a_text_stays_a_text() -> None:
    outer = text("Refused: {reason}", reason=text("{card} is not in your hand.", card="6h"))
    assert outer == "Refused: 6h is not in your hand."
    assert isinstance(outer.values["reason"], Text)


def test_lists_keep_their_items() -> None:
    several = listed([text("one"), "two {x}", 3])
    assert several == "one, two {x}, 3"
    assert isinstance(several.values["value_0"], Text)
    assert listed([]) == ""
    assert cards_text(["6h", "Td"]) == "6h Td"
    assert all(isinstance(card, CardText) for card in cards_text(["6h", "Td"]).values.values())


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda sentence: pickle.loads(pickle.dumps(sentence))],
)
def test_copies_keep_everything(copied: object) -> None:
    assert callable(copied)
    sentence = plural("{count} card of {whom}", "{count} cards of {whom}", 2, whom=text("nobody"))
    same = copied(sentence)
    assert same == sentence
    assert isinstance(same, Text)
    assert (same.template, same.plural_template) == (sentence.template, sentence.plural_template)
    assert (same.values, same.number) == (sentence.values, 2)
    assert isinstance(same.values["whom"], Text)


def test_what_another_program_says_is_a_template_without_values() -> None:
    assert heard("All seats are taken.").template == "All seats are taken."
    assert heard("{name} {0} }{") == "{name} {0} }{"


def test_an_error_carries_its_sentence() -> None:
    sentence = text("{name} has left.", name="Anna")
    assert sentence_of(ValueError(sentence)) is sentence
    assert sentence_of(ValueError("no {text}")) == "no {text}"
    assert sentence_of(KeyError(1)) == "1"
    assert sentence_of(ValueError()) == ""

"""Cards in Russian, and as they may be typed."""

from __future__ import annotations

import pytest

from durak_p2p.cards import deck
from durak_p2p.ui.card_names import card_typed, russian_card, same_keys, suit_typed


@pytest.mark.parametrize(
    ("card", "russian"),
    [
        *[("6h", "6ч"), ("Td", "10б"), ("Jc", "Вт"), ("Qs", "Дп"), ("Kh", "Кч"), ("As", "Тп")],
        *[("Xr", "Джк"), ("Xb", "Джч")],
    ],
)
def test_cards_in_russian(card: str, russian: str) -> None:
    assert russian_card(card) == russian


def test_each_card_is_told_apart_and_can_be_typed_as_it_is_shown() -> None:
    assert len({russian_card(card) for card in deck(54)}) == 54
    for card in deck(54):
        for typed in (card, card.lower(), russian_card(card), russian_card(card).upper()):
            assert card_typed(typed) == card


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        *[("10h", "Th"), ("th", "Th"), ("10ч", "Th"), ("10♥", "Th"), ("t♥", "Th")],
        *[("Кк", "Kc"), ("кт", "Kc"), ("тк", "Ac"), ("тт", "Ac"), ("в♣", "Jc")],
        # the keys of the English names, with the keyboard on its Russian letters
        *[("6р", "6h"), ("6ы", "6s"), ("ев", "Td"), ("ос", "Jc"), ("йр", "Qh"), ("лы", "Ks")],
        *[("фв", "Ad"), ("чи", "Xb"), ("чк", "Xr")],
    ],
)
def test_cards_as_they_are_typed(typed: str, card: str) -> None:
    assert card_typed(typed) == card


@pytest.mark.parametrize("typed", ["", "6", "h", "1h", "11h", "6x", "hh", "Kч", "Кh", "6hh", "ая"])
def test_what_is_no_card(typed: str) -> None:
    assert card_typed(typed) is None


@pytest.mark.parametrize(
    ("typed", "suit"),
    [
        *[("h", "h"), ("ч", "h"), ("р", "h"), ("♥", "h"), ("П", "s"), ("к", "c"), ("т", "c")],
        *[("в", "d"), ("6", None), ("", None), ("hh", None)],
    ],
)
def test_suits_as_they_are_typed(typed: str, suit: str | None) -> None:
    assert suit_typed(typed) == suit


def test_the_same_keys_on_the_other_keyboard() -> None:
    assert same_keys("дуфв 6р") == "lead 6h"
    assert same_keys("lead 6h") == "lead 6h"

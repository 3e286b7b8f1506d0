"""Names are shown on terminals: nothing in them may move, hide or colour other text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.game import UncleanName, clean_name
from durak_p2p.game.names import LONGEST_NAME, check_name

UNCLEAN = {
    "nothing": "",
    "a space": " ",
    "an escape sequence": "\x1b[31mAnna",
    "a bell": "Anna\x07",
    "a new line": "An\nna",
    "a C1 control": "Anna\x9b2J",
    "right to left": "\u202eannA",
    "an isolate": "Anna\u2066",
    "zero width": "An\u200bna",
    "a joiner": "An\u200dna",
    "a byte order mark": "\ufeffAnna",
    "a soft hyphen": "An\u00adna",
    "a tag": "Anna\U000e0041",
    "combining marks": "A\u0301\u0301\u0301nna",
    "one mark": "x\u0335",
    "a variation selector": "A\ufe0f",
    "not normal form C": "E\u0301wa",
    "a Hangul filler": "\u3164",
    "another Hangul filler": "An\u1160na",
    "a halfwidth filler": "\uffa0",
    "an empty Braille cell": "\u2800",
    "a no-break space": "An\u00a0na",
    "a line separator": "An\u2028na",
    "a private character": "\ue000",
    "a surrogate": "\ud800",
    "a character newer than Unicode 3.2": "\U0001f600",
    "space before": " Anna",
    "space after": "Anna ",
    "two spaces": "An  na",
    "too long": "A" * 21,
}


@pytest.mark.parametrize("text", UNCLEAN.values(), ids=UNCLEAN)
def test_unclean_names_are_refused(text: str) -> None:
    with pytest.raises(UncleanName):
        check_name(text)


@pytest.mark.parametrize("text", ["Anna", "Ёжик", "李", "Ünal", "Mary Ann", "A" * 20, "x-1.5 (2)"])
def test_clean_names_stay_as_they_are(text: str) -> None:
    assert check_name(text) == text == clean_name(text)


@given(st.text(st.characters(), max_size=60))
def test_a_cleaned_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except UncleanName:
        return
    assert check_name(name) == name
    assert 1 <= len(name) <= LONGEST_NAME
    assert unicodedata.is_normalized("NFC", name)


def test_what_is_dropped_may_leave_letters_that_join() -> None:
    assert clean_name("\u1100\u200b\u1161") == "\uac00"


def test_the_same_names_are_clean_for_every_version() -> None:
    # Unassigned in Unicode 3.2; assigned since, in versions that some Pythons have not.
    for newer in ("\u0221", "\u0370", "\ua7c0", "\U0001f600"):
        with pytest.raises(UncleanName):
            check_name(newer)

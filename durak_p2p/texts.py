"""Sentences that can be said in another language: English text that remembers how it was made.

Whoever has something to say makes a :class:`Text`; it is the English sentence, and whoever shows it
(`ui.language`) can say the same in the reader's language.  So rules, log and cryptography know
of no language.  A template is a whole sentence, or a whole item of a list, written as a literal
where it is used: that is where the catalog's messages are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Self

Value = str | int
_NOTHING: Final[Mapping[str, Value]] = {}


class CardText(str):
    """A card among the values of a sentence: it is shown as the reader wants cards shown."""

    __slots__ = ()


class Text(str):
    """A sentence in English, with the template and the values that it was made of.

    Attributes:
        template: with a name in braces for each value, as in :meth:`str.format`; what a catalog
            knows the sentence by.  With a count: the template for one.
        values: what stands in the braces; another ``Text`` is translated with its sentence.
        plural_template: for a sentence with a count, the template for many; else None.
        number: the count that chooses between the two; None without one.
    """

    __slots__ = ("number", "plural_template", "template", "values")

    template: str
    values: Mapping[str, Value]
    plural_template: str | None
    number: int | None

    def __new__(
        cls,
        template: str,
        values: Mapping[str, Value] = _NOTHING,
        plural_template: str | None = None,
        number: int | None = None,
    ) -> Self:
        english = template if plural_template is None or number == 1 else plural_template
        made = super().__new__(cls, english.format_map(values))
        made.template = template
        made.values = values
        made.plural_template = plural_template
        made.number = number
        return made

    def __getnewargs__(  # type: ignore[override]  # for copies; str has one argument, this has four
        self,
    ) -> tuple[str, Mapping[str, Value], str | None, int | None]:
        return self.template, self.values, self.plural_template, self.number


def text(template: str, /, **values: Value) -> Text:
    """Return the sentence *template* with *values* in its braces.

    Raises :class:`KeyError` when the template names a value that is not given.
    """
    return Text(template, values)


def plural(one: str, many: str, count: int, /, **values: Value) -> Text:
    """Return the sentence for *count* things; ``{count}`` in it is the number.

    English says *one* for 1 and *many* for all else; other languages have more forms, or fewer.
    """
    return Text(one, {**values, "count": count}, many, count)


def listed(values: Iterable[Value], separator: str = ", ") -> Text:
    """Return *values* side by side, to be a value of a sentence; "" if there are none."""
    named = {f"value_{place}": value for place, value in enumerate(values)}
    return Text(separator.join(f"{{{name}}}" for name in named), named)


def cards_text(cards: Iterable[str]) -> Text:
    """Return *cards* side by side with a space between, each as the reader wants cards shown."""
    return listed((CardText(card) for card in cards), " ")


def sentence_of(error: BaseException) -> Text:
    """Return the sentence that an error was raised with; else, untranslated, what it says."""
    sentence = error.args[0] if error.args else None
    return sentence if isinstance(sentence, Text) else listed([str(error)])


def heard(sentence: str) -> Text:
    """Return what another program has said, in English as programs do between each other.

    It can be translated where it is a whole template of this program.  It is from outside: what
    shows it filters it as all else.
    """
    return Text(sentence.replace("{", "{{").replace("}", "}}"))

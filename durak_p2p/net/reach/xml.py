"""A small strict reader of XML, for what routers send.

No document type is allowed, so there are no entities that could grow or be fetched; size, depth and
number of elements are bounded.  Name spaces are dropped: routers use them as they like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from durak_p2p.net.reach import limits


class XmlError(ValueError):
    """This is no XML, or more of it than is read."""


@dataclass(slots=True)
class Element:
    """An element: its name without name space, its text, its children."""

    name: str
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """Give the element itself and all within it, in the document's order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def value(self, name: str) -> str:
        """Return the text of the first element within of that name, stripped; "" if none."""
        return next((found.text.strip() for found in self.walk() if found.name == name), "")


def read_xml(raw: bytes) -> Element:
    """Return the root element.  Raises :class:`XmlError`."""
    # Some routers end the document with a zero byte, as their strings.
    raw = raw.strip(b"\0 \t\r\n")
    if len(raw) > limits.HTTP_BODY_BYTES:
        raise XmlError("too long")
    builder = _Builder()
    parser = expat.ParserCreate()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = builder.doctype
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, LookupError, UnicodeError) as error:
        raise XmlError(f"no XML: {error}") from None
    assert builder.root is not None  # expat refuses a document without an element
    return builder.root


class _Builder:
    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._count = 0

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > limits.XML_ELEMENTS or len(self._open) >= limits.XML_DEPTH:
            raise XmlError("too many elements")
        element = Element(name.rpartition(":")[2])
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def end(self, _name: str) -> None:
        self._open.pop()

    def characters(self, data: str) -> None:
        self._open[-1].text += data

    def doctype(self, *_: object) -> None:
        raise XmlError("it declares a document type")

"""XML from routers: read strictly, and never more than was sent."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.xml import XmlError, read_xml

BILLION_LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><lolz>&c;</lolz>"""
OUTSIDE = b"""<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>"""
FETCHED = b"""<!DOCTYPE x SYSTEM "http://192.0.2.1/x.dtd"><x/>"""


def test_names_texts_and_children() -> None:
    root = read_xml(
        b'<?xml version="1.0"?><a:root xmlns:a="urn:x"><one> 1 &amp;\n</one><two>'
        b"<one>2</one></two><![CDATA[three]]></a:root>\r\n\0"
    )
    assert root.name == "root"
    assert [element.name for element in root.walk()] == ["root", "one", "two", "one"]
    assert root.value("one") == "1 &"
    assert root.value("two") == ""
    assert root.value("none") == ""
    assert root.text == "three"


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_character_sets(charset: str) -> None:
    text = f'<?xml version="1.0" encoding="{charset}"?><a>é</a>'
    assert read_xml(text.encode(charset)).text == "é"


@pytest.mark.parametrize("bomb", [BILLION_LAUGHS, OUTSIDE, FETCHED])
def test_document_types_are_refused(bomb: bytes) -> None:
    with pytest.raises(XmlError, match="document type"):
        read_xml(bomb)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"no XML",
        b"<a>",
        b"<a></b>",
        b"<a/><b/>",
        b"<a>&unknown;</a>",
        b"<a>\xff</a>",
        b'<?xml version="1.0" encoding="klingon"?><a/>',
        b"<a>" * (limits.XML_DEPTH + 1) + b"</a>" * (limits.XML_DEPTH + 1),
        b"<a>" + b"<b/>" * limits.XML_ELEMENTS + b"</a>",
        b"<a>" + b"x" * limits.HTTP_BODY_BYTES + b"</a>",
    ],
    ids=range(11),
)
def test_what_is_no_xml_or_too_much_is_refused(raw: bytes) -> None:
    with pytest.raises(XmlError):
        read_xml(raw)


@given(st.text(alphabet="<>/a &;!?\"'=[]-DOCTYPE\0", max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    with suppress(XmlError):
        assert read_xml(text.encode()).name

"""Calling a device's actions (UPnP Device Architecture 1.1, chapter 3)."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

from durak_p2p.net.reach.http import HttpError, fetch
from durak_p2p.net.reach.ssdp import Service
from durak_p2p.net.reach.xml import Element, XmlError, read_xml

_ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"
_ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"


class UpnpError(Exception):
    """The device answers with an error; ``code`` is its number, 0 where it tells none."""

    def __init__(self, code: int) -> None:
        super().__init__(f"error {code}")
        self.code = code


class UpnpSilence(Exception):
    """The device does not answer, or nothing that can be read."""


def encode_call(service_type: str, action: str, arguments: Mapping[str, str]) -> bytes:
    """Return the body of a call (3.2.1)."""
    values = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in arguments.items())
    return (
        '<?xml version="1.0"?>\r\n'
        f'<s:Envelope xmlns:s="{_ENVELOPE}" s:encodingStyle="{_ENCODING}"><s:Body>'
        f'<u:{action} xmlns:u="{escape(service_type)}">{values}</u:{action}>'
        "</s:Body></s:Envelope>"
    ).encode()


def decode_answer(status: int, body: bytes, action: str) -> Element:
    """Return the element that holds an answer's values (3.2.2).

    Raises :class:`UpnpError` for an error (3.2.5), :class:`UpnpSilence` for what is no answer.
    """
    try:
        root = read_xml(body)
    except XmlError:
        if status not in (200, 500):
            raise UpnpError(0) from None  # such as 401 or 404, with a page for people
        raise UpnpSilence from None
    for element in root.walk():
        if status == 200 and element.name == f"{action}Response":
            return element
        if element.name == "Fault":
            code = element.value("errorCode")
            raise UpnpError(int(code) if code.isascii() and code.isdigit() and len(code) < 5 else 0)
    raise UpnpError(0)


async def call(service: Service, action: str, arguments: Mapping[str, str]) -> Element:
    """Call an action and return what holds its values.

    Raises :class:`UpnpError` or :class:`UpnpSilence`.
    """
    headers = {
        "Content-Type": 'text/xml; charset="utf-8"',
        "SOAPAction": f'"{service.type}#{action}"',
    }
    body = encode_call(service.type, action, arguments)
    try:
        status, answer = await fetch(service.site, service.path, "POST", headers, body)
    except HttpError:
        raise UpnpSilence from None
    return decode_answer(status, answer, action)

"""SSDP, device descriptions and SOAP: what is sent, and what is made of what comes."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.net.reach import igd, limits
from durak_p2p.net.reach.http import Site
from durak_p2p.net.reach.soap import UpnpError, UpnpSilence, encode_call
from durak_p2p.net.reach.soap import decode_answer as decode_call
from durak_p2p.net.reach.ssdp import (
    decode_answer,
    encode_search,
    read_description,
    read_url,
)
from durak_p2p.net.reach.xml import XmlError, read_xml

SITE = Site(ip_address("192.168.1.1"), 5000, ip_address("192.168.1.10"))
LOCATION = "http://192.168.1.1:5000/root.xml"


def ssdp(location: str, first: str = "HTTP/1.1 200 OK") -> bytes:
    return (
        f"{first}\r\nCACHE-CONTROL: max-age=120\r\n"
        "ST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n"
        f"Location:{location}\r\nEXT:\r\n\r\n"
    ).encode()


def test_a_search() -> None:
    assert encode_search("urn:x", "239.255.255.250") == (
        b"M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\n"
        b'MAN: "ssdp:discover"\r\nMX: 1\r\nST: urn:x\r\n\r\n'
    )
    assert b"HOST: [ff02::c]:1900\r\n" in encode_search("urn:x", "ff02::c")


def test_an_answer_tells_port_and_path_and_nothing_more() -> None:
    assert decode_answer(ssdp(f" {LOCATION}")) == (5000, "/root.xml")
    assert decode_answer(ssdp("http://somebody.example.org/a?b=c")) == (80, "/a?b=c")
    assert decode_answer(ssdp("http://[fe80::1]:99/")) == (99, "/")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        ssdp(LOCATION, "NOTIFY * HTTP/1.1"),
        ssdp(LOCATION, "HTTP/1.1 404 Not Found"),
        ssdp(""),
        ssdp("https://192.168.1.1/"),
        ssdp("file:///etc/passwd"),
        ssdp("http://192.168.1.1:99999/"),
        ssdp("http://192.168.1.1:0/"),
        ssdp("http://192.168.1.1:port/"),
        ssdp("http://192.168.1.1/a b"),
        ssdp("http://192.168.1.1/\x1b[31m"),
        ssdp("http://[::1/"),
        ssdp("http:///path"),
        ssdp("http://192.168.1.1/" + "a" * limits.URL_CHARACTERS),
        ssdp(LOCATION) + bytes(limits.SSDP_ANSWER_BYTES),
        b"HTTP/1.1 200 OK\r\nST: x\r\n\r\n",
    ],
    ids=range(16),
)
def test_other_answers_are_none(raw: bytes) -> None:
    assert decode_answer(raw) is None


@given(st.binary(max_size=300), st.booleans())
def test_no_answer_breaks_it(raw: bytes, with_head: bool) -> None:
    decode_answer(b"HTTP/1.1 200 OK\r\nLOCATION: http://" + raw if with_head else raw)


def service(kind: str, url: str) -> str:
    return (
        f"<service><serviceType>urn:schemas-upnp-org:service:{kind}</serviceType>"
        f"<controlURL>{url}</controlURL></service>"
    )


def description(*services: str, more: str = "") -> bytes:
    listed = "".join(services)
    return (
        f'<root xmlns="urn:schemas-upnp-org:device-1-0">{more}<device><deviceList><device>'
        f"<serviceList>{listed}</serviceList></device></deviceList></device></root>"
    ).encode()


def paths(raw: bytes) -> list[tuple[int, str]]:
    device = read_description(raw, SITE, "/desc/root.xml")
    assert device is not None
    return [(service.site.port, service.path) for service in device.connections]


def test_services_are_tried_in_order() -> None:
    raw = description(
        service("WANPPPConnection:1", "/ppp"),
        service("WANIPConnection:1", "/ip1"),
        service("WANIPConnection:2", "/ip2"),
        service("Layer3Forwarding:1", "/l3"),
        service("WANIPv6FirewallControl:1", "/six"),
    )
    device = read_description(raw, SITE, "/root.xml")
    assert device is not None
    assert [found.path for found in device.connections] == ["/ip2", "/ip1", "/ppp"]
    assert [found.path for found in device.pinholes] == ["/six"]


def test_control_urls_are_joined_as_browsers_do() -> None:
    assert paths(description(service("WANIPConnection:1", "ctl"))) == [(5000, "/desc/ctl")]
    assert paths(description(service("WANIPConnection:1", "/ctl?x=1"))) == [(5000, "/ctl?x=1")]
    absolute = service("WANIPConnection:1", "http://192.168.1.1:49000/up")
    assert paths(description(absolute)) == [(49000, "/up")]
    base = "<URLBase>http://192.168.1.1:80/x/</URLBase>"
    assert paths(description(service("WANIPConnection:1", "ctl"), more=base)) == [(80, "/x/ctl")]


def test_a_device_can_send_us_to_nobody_else() -> None:
    raw = description(service("WANIPConnection:1", "http://192.168.1.77:25/ctl"))
    device = read_description(raw, SITE, "/root.xml")
    assert device is not None
    assert device.connections[0].site.ip == SITE.ip


@pytest.mark.parametrize(
    "raw",
    [
        description(),
        description(service("WANIPConnection:9", "/ctl")),
        description(service("WANIPConnection:1\r\nX: y", "/ctl")),
        description(service("WANIPConnection:1", "https://192.168.1.1/ctl")),
        description(service("WANIPConnection:1", "/c t l")),
        b"<html>Login</html>",
    ],
)
def test_descriptions_that_offer_nothing(raw: bytes) -> None:
    assert read_description(raw, SITE, "/root.xml") is None


def test_a_description_that_is_none() -> None:
    with pytest.raises(XmlError):
        read_description(b"<root>", SITE, "/root.xml")


def test_a_url_needs_a_base_only_if_it_is_relative() -> None:
    assert read_url("/x") is None
    assert read_url("/x", LOCATION) == (5000, "/x")


def envelope(inner: str) -> bytes:
    return (
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
        f"{inner}</s:Body></s:Envelope>"
    ).encode()


def fault(code: str) -> bytes:
    return envelope(
        "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"
        f'<UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>{code}</errorCode>'
        "</UPnPError></detail></s:Fault>"
    )


def test_a_call_escapes_its_values() -> None:
    root = read_xml(encode_call("urn:x:1", "Do", {"NewA": "<&>", "NewB": ""}))
    assert root.value("NewA") == "<&>"
    assert [element.name for element in root.walk()] == ["Envelope", "Body", "Do", "NewA", "NewB"]


def test_an_answer_to_a_call() -> None:
    body = envelope('<u:DoResponse xmlns:u="urn:x:1"><NewA> 7 </NewA></u:DoResponse>')
    assert decode_call(200, body, "Do").value("NewA") == "7"


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (500, fault("725"), 725),
        (200, fault("718"), 718),
        (500, fault("many"), 0),
        (500, fault("99999"), 0),
        (500, fault(""), 0),
        (401, b"<html>Log in<br></html>", 0),
        (404, b"not here", 0),
        (200, envelope("<u:OtherResponse/>").replace(b"u:", b""), 0),
    ],
)
def test_errors_of_a_call(status: int, body: bytes, code: int) -> None:
    with pytest.raises(UpnpError) as caught:
        decode_call(status, body, "Do")
    assert caught.value.code == code


@pytest.mark.parametrize("body", [b"", b"\xff", b"<!DOCTYPE a><a/>", b"<a>"])
def test_no_answer_to_a_call(body: bytes) -> None:
    with pytest.raises(UpnpSilence):
        decode_call(200, body, "Do")


def test_every_error_is_said_in_words() -> None:
    assert all(igd.reason(code).endswith(".") for code in range(1000))

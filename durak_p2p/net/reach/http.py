"""As much HTTP/1.1 (RFC 9112) as a router needs: one request, one bounded answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import trio

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.interfaces import IPAddress

_STATUS = re.compile(rb"HTTP/1\.\d (\d{3})(?: [^\r\n]*)?")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK = re.compile(rb"\s*([0-9A-Fa-f]{1,8})[ \t]*(;[^\r\n]*)?\r?\n")
_READ_BYTES: Final = 8 * 1024
_NO_BODY: Final = frozenset({204, 304})


class HttpError(Exception):
    """The answer is not HTTP, too long, or there is none."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a device is spoken to, and from which of our addresses.

    ``scope``: the interface's number for a link-local IPv6 address, else 0.
    """

    ip: IPAddress
    port: int
    source: IPAddress
    scope: int = 0

    @property
    def host(self) -> str:
        """The text for the header ``Host``."""
        return f"[{self.ip}]:{self.port}" if self.ip.version == 6 else f"{self.ip}:{self.port}"


def encode_request(
    method: str, site: Site, path: str, headers: Mapping[str, str], body: bytes
) -> bytes:
    """Return a request; *path* and *headers* must hold no white space that breaks them up."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {site.host}", "Connection: close"]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


class ReplyReader:
    """Takes an answer in as it comes; no input or output of its own.

    ``status`` and ``body`` hold when ``done`` is true.
    """

    def __init__(self) -> None:
        self.status = 0
        self.body = b""
        self.done = False
        self._buffer = b""
        self._length: int | None = None
        self._chunked = False

    def feed(self, data: bytes) -> None:
        """Take what has come; b"" says that no more comes.  Raises :class:`HttpError`."""
        if self.done:
            return
        self._buffer += data
        if not self.status and not self._read_head():
            if not data:
                raise HttpError("it ends before the head does")
            return
        if self._chunked:
            self._read_chunks()
        else:
            self._check(len(self._buffer))
            whole = self._length is not None and len(self._buffer) >= self._length
            if whole or (self._length is None and not data):
                self.body, self.done = self._buffer[: self._length], True
        if not data and not self.done:
            raise HttpError("it ends too early")

    def _read_head(self) -> bool:
        found = _HEAD_END.search(self._buffer)
        if (found.start() if found else len(self._buffer)) > limits.HTTP_HEAD_BYTES:
            raise HttpError("the head is too long")
        if found is None:
            return False
        first, *lines = self._buffer[: found.start()].splitlines() or [b""]
        status = _STATUS.fullmatch(first)
        if status is None:
            raise HttpError("no HTTP")
        for line in lines:
            name, _, value = line.partition(b":")
            name, value = name.strip().lower(), value.strip()
            if name == b"content-length":
                if not re.fullmatch(rb"\d{1,9}", value):
                    raise HttpError("a length that is none")
                self._length = int(value)
                self._check(self._length)
            elif name == b"transfer-encoding":
                if value.lower() != b"chunked":
                    raise HttpError("an unknown coding")
                self._chunked = True
        self.status = int(status[1])
        if self.status in _NO_BODY:
            self._length, self._chunked = 0, False
        self._buffer = self._buffer[found.end() :]
        return True

    def _read_chunks(self) -> None:
        while not self.done:
            head = _CHUNK.match(self._buffer)
            if head is None:
                if len(self._buffer) > limits.HTTP_HEAD_BYTES:
                    raise HttpError("a chunk without a head")
                return
            size = int(head[1], 16)
            self._check(len(self.body) + size)
            if size == 0:
                self.done = True
            elif len(self._buffer) < head.end() + size:
                return
            else:
                self.body += self._buffer[head.end() : head.end() + size]
                self._buffer = self._buffer[head.end() + size :]

    def _check(self, length: int) -> None:
        if length > limits.HTTP_BODY_BYTES:
            raise HttpError("the body is too long")


async def fetch(
    site: Site,
    path: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> tuple[int, bytes]:
    """Return status and body of a device's answer.

    Raises :class:`HttpError`, also when it takes too long or cannot be reached.
    """
    try:
        with trio.fail_after(limits.HTTP_TIME):
            async with await _connect(site) as stream:
                await stream.send_all(encode_request(method, site, path, headers or {}, body))
                reader = ReplyReader()
                while not reader.done:
                    reader.feed(await stream.receive_some(_READ_BYTES))
                return reader.status, reader.body
    except (OSError, trio.TooSlowError, trio.BrokenResourceError) as error:
        raise HttpError(f"no connection: {error}") from None


async def _connect(site: Site) -> trio.SocketStream:
    """Connect from the address that the router is to see; link-local ones need their scope."""
    six = site.ip.version == 6
    socket = trio.socket.socket(
        trio.socket.AF_INET6 if six else trio.socket.AF_INET, trio.socket.SOCK_STREAM
    )
    try:
        await socket.bind((str(site.source), 0))
        await socket.connect(
            (str(site.ip), site.port, 0, site.scope) if six else (str(site.ip), site.port)
        )
        return trio.SocketStream(socket)
    except BaseException:
        socket.close()
        raise

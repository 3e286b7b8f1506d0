"""What a host's screen says of its table on the LAN."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from durak_p2p.cli.speaking import say
from durak_p2p.cli.telling import say_json
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.lan.door import LanDoor
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.news import News, NotAnnouncedNews, WrongPinNews
from durak_p2p.texts import Text, text


class CurrentInvite:
    """The invite as it is now; also at the door."""

    def __init__(self, invite: Invite, door: LanDoor | None) -> None:
        self._invite = invite
        self._door = door

    def get(self) -> Invite:
        """Return it."""
        return self._invite

    def renew(self, newer: Invite) -> None:
        """There is a newer one."""
        self._invite = newer
        if self._door is not None:
            self._door.invite = newer


def open_door(
    name: str,
    invite: Invite,
    rules: AnyRules,
    tell: Callable[[News], None],
    *,
    pin: str,
    watching: bool,
) -> LanDoor:
    """Return the door of a table; *pin*: "" for anybody; *watching*: it may be watched."""
    return LanDoor(
        name,
        invite,
        rules,
        pin=pin,
        watching=watching,
        wrong=lambda address: tell(WrongPinNews(address)),
        unavailable=lambda: tell(NotAnnouncedNews()),
    )


def door_texts(door: LanDoor, addresses: Sequence[Address]) -> tuple[Text, Text]:
    """Return how friends on the LAN get in by a door; *addresses* are its, the best first."""
    address = str(addresses[0])
    if door.pin:
        return (
            text(
                "On your LAN `durak lan` shows the table and asks for the PIN {pin}.", pin=door.pin
            ),
            text(
                "Where that shows nothing: `durak join {address} --pin {pin}`.",
                address=address,
                pin=door.pin,
            ),
        )
    return (
        text("On your LAN `durak lan` shows the table, and anybody there can sit down."),
        text("Where that shows nothing: `durak join {address}`.", address=address),
    )


def tell_door(door: LanDoor, addresses: Sequence[Address], *, as_json: bool) -> None:
    """Tell how friends on the LAN get in by a door; *addresses* are its, the best first."""
    if as_json:
        say_json(
            {
                "news": "lan",
                "table": door.table_id.hex(),
                "pin": door.pin or None,
                "addresses": list(map(str, addresses)),
                "text": None,
            }
        )
        return
    for sentence in door_texts(door, addresses):
        say(sentence)
    say("")

"""What a host's screen says of its table on the LAN."""

from __future__ import annotations

from durak_p2p.cli.speaking import say
from durak_p2p.cli.telling import say_json
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.lan.door import LanDoor, new_pin
from durak_p2p.net.reach.interfaces import invite_addresses, local_addresses
from durak_p2p.rules.family import AnyRules
from durak_p2p.texts import Text, text


def lan_addresses(port: int) -> tuple[Address, ...]:
    """Return this computer's addresses for an invite, the best first; none where it has none."""
    try:
        return invite_addresses(port, local_addresses())
    except OSError:
        return ()


def open_door(
    name: str, invite: Invite, rules: AnyRules, *, as_json: bool, guarded: bool
) -> LanDoor:
    """Return the door of a table, and tell how friends on the LAN get in by it."""

    def tell(news: str, sentence: Text) -> None:
        if as_json:
            say_json({"news": news, "text": sentence})
        else:
            say(sentence)

    def wrong(address: str) -> None:
        tell("wrong pin", text("Somebody at {address} has typed a wrong PIN.", address=address))

    def unavailable() -> None:
        tell(
            "not announced",
            text(
                "The table cannot be announced on the LAN, so `durak lan` does not show it; "
                "its address and the invite work all the same."
            ),
        )

    door = LanDoor(
        name,
        invite,
        rules,
        pin=new_pin() if guarded else "",
        wrong=wrong,
        unavailable=unavailable,
    )
    address = str(invite.addresses[0])
    if as_json:
        say_json(
            {
                "news": "lan",
                "table": door.table_id.hex(),
                "pin": door.pin or None,
                "addresses": list(map(str, invite.addresses)),
                "text": None,
            }
        )
    elif guarded:
        say(
            text("On your LAN `durak lan` shows the table. It asks for the PIN {pin}", pin=door.pin)
        )
        say(
            text(
                "(or, where it shows nothing: `durak join {address} --pin {pin}`).",
                address=address,
                pin=door.pin,
            )
        )
        say("")
    else:
        say(text("On your LAN `durak lan` shows the table, and anybody there can sit down"))
        say(text("(or, where it shows nothing: `durak join {address}`).", address=address))
        say("")
    return door

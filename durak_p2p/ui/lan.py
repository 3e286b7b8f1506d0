"""Tables on the LAN in sentences."""

from __future__ import annotations

from typing import Final

from durak_p2p.net.lan.admission import AdmissionRefused, Refusal
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.net.lan.visit import NobodyAnswers
from durak_p2p.texts import Text, text
from durak_p2p.ui.sentences import rules_text


def table_text(table: ListedTable) -> Text:
    """Return a table of the list in one line."""
    record = table.record
    values: dict[str, str | int] = {
        "number": table.number,
        "name": record.name,
        "address": str(table.addresses[0]),
    }
    if not record.same_version:
        return text(
            "{number}  {name}, at {address}: another version of durak; one of you has to update.",
            **values,
        )
    rules = text("rules unknown here") if record.rules is None else rules_text(record.rules)
    values |= {"rules": rules, "taken": record.taken, "seats": record.seats}
    if record.guarded:
        return text(
            "{number}  {name}, at {address}: {rules}. Seats taken: {taken} of {seats}. "
            "Asks for a PIN.",
            **values,
        )
    return text(
        "{number}  {name}, at {address}: {rules}. Seats taken: {taken} of {seats}. Open to all.",
        **values,
    )


def gone_text(table: ListedTable) -> Text:
    """Return that a table is not there any more."""
    return text("{number}  {name} is gone.", number=table.number, name=table.record.name)


#: What is said while no table is found.
LOOKING: Final = text("Looking for tables on your LAN ...")


def hints() -> tuple[Text, ...]:
    """Return what to check where no table is found, and how else to come together."""
    typed = text(
        "You can also type the table's address from the host's screen, or paste an invite."
    )
    return (*obstacles(), typed)


def obstacles() -> tuple[Text, ...]:
    """Return what to check where no table is found."""
    return (
        text("No table is found yet. What may be in the way:"),
        text("- The table is full, has begun, or was opened with --no-lan."),
        text("- You are not in the same network: a guest Wi-Fi, mobile data, a VPN."),
        text("- The Wi-Fi keeps its guests apart (client isolation): ask whose Wi-Fi it is."),
        text("- A firewall here keeps mDNS out: UDP port 5353."),
        text("- A firewall at the host keeps its table shut: the TCP port on the host's screen."),
    )


def refusal_text(refused: AdmissionRefused) -> Text:
    """Return why a host lets nobody in."""
    match refused.refusal:
        case Refusal.VERSION:
            return text("The host's durak is of another version: one of you has to update.")
        case Refusal.OTHER_TABLE:
            return text("That table is closed; another one is there now.")
        case Refusal.FULL:
            return text("All seats at that table are taken.")
        case Refusal.PIN:
            return text(
                "The table asks for a PIN, which the host's screen shows: give it by --pin."
            )
        case Refusal.NO_PIN:
            return text("The table asks for no PIN: join without one.")
        case Refusal.WRONG:
            return text("That is not the PIN.")
        case Refusal.WAIT:
            return text(
                "There were wrong PINs. Try again in {seconds} s, or ask the host for the invite.",
                seconds=refused.seconds,
            )
        case Refusal.FAR:
            return text(
                "A PIN is for the host's own LAN, and the host takes you for somebody outside: "
                "ask for the invite."
            )


def nobody_text(nobody: NobodyAnswers) -> Text:
    """Return what may be the matter where no table answers."""
    if nobody.silent:
        return text(
            "Nobody answers there: the table may be closed, or a firewall at the host keeps its "
            "port shut."
        )
    return text("What answers there is no table that can be joined so, or it knows another PIN.")

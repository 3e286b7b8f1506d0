"""Sitting down at a table whose invite one has."""

from __future__ import annotations

from durak_p2p.cli.exits import Exit
from durak_p2p.cli.guest_seat import Place, guest_maker
from durak_p2p.cli.playing import play
from durak_p2p.cli.resume import come_back, seat_for
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.style import Style
from durak_p2p.net.invite import Invite
from durak_p2p.texts import text


def sit_down(
    invite: Invite,
    name: str,
    folder: ReplayFolder,
    style: Style,
    place: Place,
    *,
    temporary_key: bool,
) -> Exit:
    """Play at the table of *invite* as a guest, and return the exit status.

    If a seat waits there for us we come back to it.
    """
    found = seat_for(invite)
    if found is not None:
        if not style.json:
            say(text("Your seat at this table has waited for you."))
        return come_back(found, style, internet=place.internet, newer=invite)
    with own_identity(temporary=temporary_key) as own:
        if own.remark is not None and not style.json:
            say(own.remark)
        make = guest_maker(invite, name, own.to_keep, place)
        return play(own.identity, name, folder, style, make)

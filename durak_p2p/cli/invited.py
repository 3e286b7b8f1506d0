"""Getting the invite to a table from what a person types: itself, or an address on the LAN."""

from __future__ import annotations

import trio

from durak_p2p.cli.entering import (
    NEITHER,
    Asker,
    NotEntered,
    Target,
    enter,
    read_address,
)
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import option
from durak_p2p.cli.showing import InPlace, PlainLines
from durak_p2p.cli.signals import watch_signals
from durak_p2p.net.invite import SCHEME, Address, Invite, InviteError
from durak_p2p.texts import sentence_of, text
from durak_p2p.ui.screen.start_lan import read_pin
from durak_p2p.ui.typed_lines import Lines, TerminalLines, run_with_lines

_WHICH = text(
    "Which table? Give the invite that your friend has sent (durak:...), or its address on your "
    "LAN; `durak lan` lists the tables there."
)

#: The PIN for an address that was typed.
pin_option = option(
    "--pin", metavar=text("DIGITS"), help=text("The PIN on the host's screen, for an address.")
)


def invited_to(typed: str, pin: str | None, *, asks: bool) -> Invite | None:
    """Return the invite to what was typed: an invite itself, or the address of a table on the LAN.

    *pin* is the one that was given for an address, None: there was none.  *asks*: a person can be
    asked for it.  None is returned if the person has thought better of it.
    Raises :class:`Failure`.
    """
    if not typed:
        raise Failure(_WHICH, Exit.USAGE)
    if typed.lower().startswith(SCHEME):
        try:
            return Invite.parse(typed)
        except InviteError as error:
            raise Failure(sentence_of(error), Exit.USAGE) from None
    address = read_address(typed)
    if address is None:
        raise Failure(NEITHER, Exit.USAGE)
    if pin is not None and read_pin(pin) is None:
        raise Failure(text("A PIN is some digits."), Exit.USAGE)
    try:
        return _admission(address, None if pin is None else read_pin(pin), asks=asks)
    except NotEntered as reason:
        raise Failure(reason.sentence) from None


def _admission(address: Address, pin: str | None, *, asks: bool) -> Invite | None:
    in_place = InPlace()
    fetched: list[Invite | None] = []
    refused: list[NotEntered] = []

    async def main(lines: Lines | None) -> None:
        ask = None
        if lines is not None:
            ask = Asker(lines, in_place if isinstance(lines, TerminalLines) else PlainLines())
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, nursery.cancel_scope.cancel)
            try:
                fetched.append(await enter(Target([address]), pin, ask))
            except NotEntered as reason:  # not out of the nursery, which would wrap it
                refused.append(reason)
            nursery.cancel_scope.cancel()

    if pin is not None or not asks:
        trio.run(main, None)
    else:
        run_with_lines(main, in_place.prompt)
    if refused:
        raise refused[0]
    return fetched[0] if fetched else None

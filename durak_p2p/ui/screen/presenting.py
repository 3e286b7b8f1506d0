"""What can be passed on to others, shown on the normal screen, where it can be marked whole."""

from __future__ import annotations

from collections.abc import Callable

from durak_p2p.texts import text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.screen.application import Aside
from durak_p2p.ui.screen.model import Act


class Presenting:
    """Shows the invite, as text or QR code, or a reply code."""

    def __init__(self, aside: Aside, controls: Controls, print_: Callable[[str], None]) -> None:
        """*print_* prints a sentence on the normal screen."""
        self._aside = aside
        self._controls = controls
        self._print = print_

    def begin(self, what: Act, reply_code: str) -> None:
        """Show it until a key is pressed."""
        shown = {
            Act.INVITE: self._controls.print_invite,
            Act.QR: self._controls.print_qr,
            Act.CODE: lambda: self._print(reply_code),
        }[what]
        if shown is not None:
            self._aside.begin(lambda: self._print_all(shown))

    def end(self) -> None:
        """Go back, if the full screen waits."""
        self._aside.end()

    def _print_all(self, shown: Callable[[], None]) -> None:
        self._print("")
        shown()
        self._print("")
        self._print(text("Any key: back to the table."))

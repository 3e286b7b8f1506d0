"""How settings and terminal together make the screen look."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.palettes import Colours
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.screen.themes import style_rules
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import Settings


class Look:
    """Words and colours for the settings as they are now."""

    def __init__(
        self, settings: Settings, language: Callable[[Settings], Language], terminal: Terminal
    ) -> None:
        """*language* gives the language that settings ask for."""
        self._language = language
        self._terminal = terminal
        self.change(settings)

    def change(self, settings: Settings) -> None:
        """Look as these settings ask for."""
        self.settings = settings
        glyphs = glyphs_for(settings, unicode=self._terminal.unicode)
        self.wording = Wording(self._language(settings), glyphs)

    def rules(self, colours: Colours) -> Mapping[str, str]:
        """Return what each style looks like where there are so many colours."""
        theme = self.settings.theme if self._terminal.colours else "mono"
        return style_rules(theme, self.settings.deck, colours)

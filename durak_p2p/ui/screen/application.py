"""The screen as prompt-toolkit runs it: keys in, a picture out.  Nothing is decided here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from prompt_toolkit.application import Application, in_terminal
from prompt_toolkit.application.current import set_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import ALL_KEYS, Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import DynamicStyle, Style

from durak_p2p.ui.hosting import await_on_host
from durak_p2p.ui.reports import bind_reports
from durak_p2p.ui.screen.canvas import Fragment
from durak_p2p.ui.screen.palettes import Colours

logger = logging.getLogger(__name__)

Draw = Callable[[int, int], list[list[Fragment]]]

#: A lone Escape is told from the beginning of a key's sequence after so many seconds.
_ESCAPE_SECONDS: Final = 0.05
#: What prompt-toolkit calls some keys, and what they are called here.
_NAMES: Final[Mapping[str, str]] = {
    " ": "space",
    Keys.ControlM.value: "enter",
    Keys.ControlJ.value: "enter",
    Keys.ControlI.value: "tab",
    Keys.ControlH.value: "backspace",
    Keys.BackTab.value: "s-tab",
    Keys.BracketedPaste.value: "paste",
}
#: No keys that anybody presses.
_NOT_PRESSED: Final = {
    Keys.Any, Keys.CPRResponse, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent,
    Keys.ScrollUp, Keys.ScrollDown, Keys.Ignore, Keys.SIGINT,
}  # fmt: skip
_SUSPEND: Final = Keys.ControlZ
_COLOURS: Final[Mapping[ColorDepth, Colours]] = {
    ColorDepth.DEPTH_1_BIT: Colours.FEW,  # none are shown
    ColorDepth.DEPTH_4_BIT: Colours.FEW,
    ColorDepth.DEPTH_8_BIT: Colours.SOME,
    ColorDepth.DEPTH_24_BIT: Colours.ALL,
}


class _Picture(UIControl):
    """Shows what *draw* makes for the size there is, and tells of clicks."""

    def __init__(self, draw: Draw, click: Callable[[int, int], None]) -> None:
        self._draw = draw
        self._click = click

    def create_content(self, width: int, height: int) -> UIContent:
        lines: list[StyleAndTextTuples] = [list(line) for line in self._draw(width, height)]
        return UIContent(lines.__getitem__, line_count=len(lines), show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        if mouse_event.event_type is MouseEventType.MOUSE_UP:
            self._click(mouse_event.position.x, mouse_event.position.y)

    def is_focusable(self) -> bool:
        return True


def make_application(
    draw: Draw,
    press: Callable[[str, str], None],
    click: Callable[[int, int], None],
    style: Callable[[Colours], Mapping[str, str]],
    mouse: Callable[[], bool],
    *,
    drawn: Callable[[], None] = lambda: None,
    source: Input | None = None,
    output: Output | None = None,
    truecolor: bool = False,
) -> Application[None]:
    """Return the application.

    Args:
        draw: makes the picture for a width and a height in cells.
        press: takes a key's name and the text that it gives, "" if none.
        click: takes the column and row of a click.
        style: gives what each style looks like where there are so many colours.
        mouse: whether clicks are wanted.
        drawn: is called when a picture has been shown.
        source: where keys come from; None: the terminal.
        output: where the picture goes; None: the terminal.
        truecolor: whether the terminal shows all colours.
    """
    output = output if output is not None else create_output()
    if isinstance(output, Vt100_Output):
        # Asking where the cursor is only serves prompts, and not every terminal answers.
        output.enable_cpr = False

    def current_style() -> Style:
        return _style_of(tuple(style(_COLOURS[application.color_depth]).items()))

    application: Application[None] = Application(
        layout=Layout(Window(_Picture(draw, click))),
        key_bindings=_bindings(press),
        style=DynamicStyle(current_style),
        include_default_pygments_style=False,
        color_depth=ColorDepth.DEPTH_24_BIT if truecolor else None,
        full_screen=True,
        mouse_support=Condition(mouse),
        input=source,
        output=output,
    )
    application.ttimeoutlen = _ESCAPE_SECONDS
    application.timeoutlen = _ESCAPE_SECONDS
    application.after_render.add_handler(lambda _: drawn())
    return application


@cache
def _style_of(rules: tuple[tuple[str, str], ...]) -> Style:
    """Return a style.

    prompt-toolkit tells styles apart by where they are kept: all of them stay, so that none comes
    to the place of another one.
    """
    return Style(list(rules))


def _bindings(press: Callable[[str, str], None]) -> KeyBindings:
    bindings = KeyBindings()

    def pressed(event: KeyPressEvent) -> None:
        for each in event.key_sequence:
            key = each.key.value if isinstance(each.key, Keys) else each.key
            text = each.data if len(key) == 1 or key == Keys.BracketedPaste.value else ""
            press(_NAMES.get(key, key), text)

    def suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    # prompt-toolkit has bindings of its own for many keys: naming each one overrides them.
    for name in ALL_KEYS:
        if Keys(name) not in _NOT_PRESSED:
            bindings.add(name)(suspend if Keys(name) is _SUSPEND else pressed)
    bindings.add(Keys.Any)(pressed)
    bind_reports(bindings, mouse=True)
    return bindings


async def run_application(application: Application[None]) -> None:
    """Run it until it is told to exit; cancelling ends it after it has restored the terminal.

    An error in a key binding or in drawing ends it, too, and is raised here.
    """
    loop = asyncio.get_running_loop()
    previous = loop.get_exception_handler()

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception) and application.is_running and not application.is_done:
            application.exit(exception=error)
        elif isinstance(error, OSError):  # once more, of a terminal that is gone
            logger.debug("it cannot be drawn any more: %s", error)
        elif previous is not None:
            previous(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(fail)
    try:
        # Signals are the program's affair; Ctrl-C is a key while the application runs.
        await await_on_host(
            lambda: application.run_async(set_exception_handler=False, handle_sigint=False)
        )
    finally:
        loop.set_exception_handler(previous)


class Aside:
    """Something that is printed on the normal screen, while the full one waits for a key."""

    def __init__(self, application: Application[None]) -> None:
        self._application = application
        self._back: asyncio.Event | None = None

    def begin(self, print_: Callable[[], None]) -> None:
        """Leave the full screen and call *print_*; any key, or :meth:`end`, comes back.

        Before there is a full screen to come back to, that is done as soon as there is.
        """
        if not self._application.is_running:
            self._application.pre_run_callables.append(lambda: self.begin(print_))
        elif self._back is None:
            self._back = asyncio.Event()
            self._application.create_background_task(self._show(print_, self._back))

    def end(self) -> None:
        """Come back, if the full screen waits."""
        if self._back is not None:
            self._back.set()

    async def _show(self, print_: Callable[[], None], back: asyncio.Event) -> None:
        source = self._application.input

        def read() -> None:
            if source.read_keys() or source.flush_keys() or source.closed:
                back.set()

        try:
            with set_app(self._application):
                async with in_terminal():
                    print_()
                    with source.raw_mode(), source.attach(read):
                        await back.wait()
        finally:
            self._back = None

"""Commands, options and arguments of click whose help is said in the reader's language.

click keeps help as plain strings; these keep the texts, and say them when help is shown.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, Final

import click

from durak_p2p.cli.speaking import own_language
from durak_p2p.texts import Text, text

Function = Callable[..., None]

#: How much a name must be like another to be taken for it, mistyped (`difflib`: 0 to 1).
_NEAR: Final = 0.8


class Option(click.Option):
    """An option; ``help`` and ``metavar`` are texts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what click's own option takes."""
        super().__init__(*args, **kwargs)
        self._told: str = kwargs.get("help") or ""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's two columns in the help."""
        self.help = own_language().say(self._told)
        return super().get_help_record(ctx)

    def make_metavar(self, *args: Any, **kwargs: Any) -> str:
        """Return the word for the option's value."""
        return own_language().say(super().make_metavar(*args, **kwargs))


class Argument(click.Argument):
    """An argument; ``metavar`` is a text."""

    def make_metavar(self, *args: Any, **kwargs: Any) -> str:
        """Return the word for the argument."""
        return own_language().say(super().make_metavar(*args, **kwargs))


class Command(click.Command):
    """A command; its help is paragraphs, the first of which is a sentence for the list."""

    def __init__(self, *args: Any, paragraphs: tuple[str, ...] = (), **kwargs: Any) -> None:
        """Take what click's own command takes, and the paragraphs of its help."""
        super().__init__(*args, **kwargs)
        self.paragraphs = paragraphs

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line.  For an option that there is not only near ones are named."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            shown = [
                name
                for parameter in self.get_params(ctx)
                if isinstance(parameter, click.Option) and not parameter.hidden
                for name in (*parameter.opts, *parameter.secondary_opts)
            ]
            near = get_close_matches(error.option_name, shown, cutoff=_NEAR)
            raise click.NoSuchOption(error.option_name, possibilities=near, ctx=ctx) from None

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the parts of the line that tells how it is called."""
        return [own_language().say(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the paragraphs."""
        for paragraph in self.paragraphs:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(own_language().say(paragraph))

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first paragraph."""
        return own_language().say(self.paragraphs[0]) if self.paragraphs else ""


class Group(Command, click.Group):
    """A command of commands, each in a module of its own that has its name.

    A module is imported when its command is asked for: most need only a part of the program.
    """

    def __init__(self, *args: Any, package: str, names: Sequence[str], **more: Any) -> None:
        """*names* are the commands in the order in which they are listed, in *package*."""
        super().__init__(*args, **more)
        self._package = package
        self.names = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, or None."""
        return self.command_named(cmd_name) if cmd_name in self.names else None

    def command_named(self, name: str) -> click.Command:
        """Return one of the commands."""
        module = importlib.import_module(f"{self._package}.{name}")
        command = getattr(module, name)
        assert isinstance(command, click.Command)
        return command


def command(*paragraphs: str) -> Callable[[Function], Command]:
    """Make a command of a function.

    *paragraphs* are its help, the first one a sentence; one that begins with a ``\\b`` alone on a
    line keeps its lines.
    """
    return click.command(cls=Command, paragraphs=paragraphs, options_metavar=text("[OPTIONS]"))


def option(*names: str, help: Text, **settings: Any) -> Callable[[Function], Function]:
    """Add an option; ``metavar`` is a text, too."""
    return click.option(*names, cls=Option, help=help, **settings)


def argument(name: str, metavar: Text, **settings: Any) -> Callable[[Function], Function]:
    """Add an argument."""
    return click.argument(name, cls=Argument, metavar=metavar, **settings)

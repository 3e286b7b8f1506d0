"""The command line's entry: collects the commands, and catches what nobody else did."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

import click
from click.exceptions import NoArgsIsHelpError

import durak_p2p
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import Group, option
from durak_p2p.cli.settings_file import load_settings
from durak_p2p.cli.speaking import complain, say, speak_as_set
from durak_p2p.texts import text
from durak_p2p.ui.settings import AUTOMATIC, SettingsError

logger = logging.getLogger(__name__)


def _tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        say(text("durak, version {version}", version=durak_p2p.__version__))
        context.exit()


# In the order of the alphabet.
COMMANDS = (
    *("arbiter", "demo", "doctor", "host", "join", "lan", "play", "replay", "replays", "resume"),
    *("rules", "settings", "stats", "verify", "watch"),
)


@click.group(
    cls=Group,
    package="durak_p2p.cli",
    names=COMMANDS,
    paragraphs=(
        text("Play durak with friends: no server, and nobody to trust."),
        text(
            "The peers shuffle together, so that no one can look into the deck; every deal is "
            "written to a replay that anybody can verify."
        ),
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
    options_metavar=text("[OPTIONS]"),
    subcommand_metavar=text("COMMAND [ARGUMENTS]..."),
    invoke_without_command=True,
)
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help=text("Show the version and exit."),
)
@option("--debug", is_flag=True, help=text("Write what happens inside to standard error."))
@option(
    "--plain", is_flag=True, help=text("Without a command: sentences in place of the full screen.")
)
@click.pass_context
def durak(context: click.Context, debug: bool, plain: bool) -> None:
    """Do what is common to all commands; without one, ask a person at a terminal for it."""
    if debug:
        logging.basicConfig(level=logging.DEBUG, format="%(relativeCreated)d %(name)s %(message)s")
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        complain(text("There is no terminal to choose at: name a command."))
        raise NoArgsIsHelpError(context)
    from durak_p2p.cli.start import start  # which the commands do not need

    start(_run, plain=plain)


def main() -> None:
    """Run the command that is given, and exit with its status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # no letter that cannot be shown is an error
            stream.reconfigure(errors="replace")
    _choose_language()
    try:
        sys.exit(durak.main(prog_name="durak", standalone_mode=False))
    except BaseException as error:
        sys.exit(_status(error))
    finally:
        _say_the_rest()


def _say_the_rest() -> None:
    """Say now what waits to be said: at its own end Python would complain if nobody hears it."""
    try:
        sys.stdout.flush()
    except OSError:
        _say_no_more()


def _say_no_more() -> None:
    """Nobody reads any more what we say, and Python shall not try it again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: Sequence[str]) -> int:
    """Run a command line, and return its exit status."""
    try:
        durak.main(words, prog_name="durak", standalone_mode=False)
    except SystemExit as end:
        return int(end.code or 0)
    except BaseException as error:
        return _status(error)
    return Exit.GOOD


def _choose_language() -> None:
    """Speak as the settings ask for; those that cannot be read are told of where needed."""
    chosen = AUTOMATIC
    with suppress(SettingsError):
        chosen = load_settings().language
    speak_as_set(chosen)


def _status(error: BaseException) -> int:
    """Say what went wrong, in one sentence, and return the exit status.

    This is the one place where everything is caught: a user never reads a traceback.
    """
    causes = list(_causes(error))
    if all(isinstance(cause, Failure) for cause in causes):  # out of a nursery it comes in a group
        error = causes[0]
    if all(isinstance(cause, SystemExit) for cause in causes) and isinstance(error, SystemExit):
        raise error
    if all(isinstance(cause, KeyboardInterrupt | click.Abort) for cause in causes):
        return Exit.STOPPED
    if all(_is_unheard(cause) for cause in causes):
        _say_no_more()
        return Exit.STOPPED
    if isinstance(error, Failure | NoArgsIsHelpError):
        error.show()
        return error.exit_code
    if isinstance(error, click.ClickException):
        command = getattr(getattr(error, "ctx", None), "command_path", "durak")
        complain(
            text(
                "{error} `{command} --help` says what can be given.",
                error=error.format_message(),
                command=command,
            )
        )
        return error.exit_code
    logger.debug("an error in the program", exc_info=error)
    complain(
        text(
            "an error in the program itself ({name}). "
            "`durak --debug ...` tells more; please report it.",
            name=type(causes[0]).__name__,
        )
    )
    return Exit.BROKEN


def _causes(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _causes(inner)
    else:
        yield error


def _is_unheard(error: BaseException) -> bool:
    """Whether nobody reads what we print: the pipe is closed, or the terminal is gone."""
    gone = isinstance(error, OSError) and error.errno == errno.EIO and error.filename is None
    return gone or isinstance(error, BrokenPipeError)

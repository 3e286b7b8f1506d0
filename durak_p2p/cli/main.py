"""The command line's entry: collects the commands, and catches what nobody else did."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from collections.abc import Iterator

import click
from click.exceptions import NoArgsIsHelpError

import durak_p2p
from durak_p2p.cli.arbiter import arbiter
from durak_p2p.cli.demo import demo
from durak_p2p.cli.exits import Exit, Failure, complain
from durak_p2p.cli.host import host
from durak_p2p.cli.join import join
from durak_p2p.cli.rules import rules
from durak_p2p.cli.settings import settings
from durak_p2p.cli.verify import verify

logger = logging.getLogger(__name__)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(durak_p2p.__version__, prog_name="durak")
@click.option("--debug", is_flag=True, help="Write what happens inside to standard error.")
def durak(debug: bool) -> None:
    """Play durak with friends: no server, and nobody to trust.

    The peers shuffle together, so that no one can look into the deck; every deal is written to a
    replay that anybody can verify.
    """
    if debug:
        logging.basicConfig(level=logging.DEBUG, format="%(relativeCreated)d %(name)s %(message)s")


durak.add_command(arbiter)
durak.add_command(demo)
durak.add_command(host)
durak.add_command(join)
durak.add_command(rules)
durak.add_command(settings)
durak.add_command(verify)


def main() -> None:
    """Run the command that is given, and exit with its status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # no letter that cannot be shown is an error
            stream.reconfigure(errors="replace")
    try:
        sys.exit(durak.main(prog_name="durak", standalone_mode=False))
    except BaseException as error:
        sys.exit(_status(error))


def _status(error: BaseException) -> int:
    """Say what went wrong, in one sentence, and return the exit status.

    This is the one place where everything is caught: a user never reads a traceback.
    """
    causes = list(_causes(error))
    if all(isinstance(cause, SystemExit) for cause in causes) and isinstance(error, SystemExit):
        raise error
    if all(isinstance(cause, KeyboardInterrupt | click.Abort) for cause in causes):
        return Exit.STOPPED
    if all(_is_unheard(cause) for cause in causes):
        # Nobody reads any more what we say, and Python shall not try it again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.STOPPED
    if isinstance(error, Failure | NoArgsIsHelpError):
        error.show()
        return error.exit_code
    if isinstance(error, click.ClickException):
        command = getattr(getattr(error, "ctx", None), "command_path", "durak")
        complain(f"{error.format_message()} `{command} --help` says what can be given.")
        return error.exit_code
    logger.debug("an error in the program", exc_info=error)
    complain(
        f"an error in the program itself ({type(causes[0]).__name__}). "
        "`durak --debug ...` tells more; please report it."
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

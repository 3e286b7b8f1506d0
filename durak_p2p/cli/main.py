"""The command line's entry: collects the commands, and catches what nobody else did."""

from __future__ import annotations

import logging
import sys

import click

import durak_p2p
from durak_p2p.cli.demo import demo
from durak_p2p.cli.exits import Exit
from durak_p2p.cli.host import host
from durak_p2p.cli.join import join
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


durak.add_command(demo)
durak.add_command(host)
durak.add_command(join)
durak.add_command(verify)


def main() -> None:
    """Run the command that is given, and exit with its status."""
    try:
        durak.main(prog_name="durak", standalone_mode=True)
    except KeyboardInterrupt:
        sys.exit(Exit.STOPPED)
    except Exception as error:
        # The one place where everything is caught: a user reads a sentence, never a traceback.
        # What went wrong is told with --debug.
        logger.debug("an error in the program", exc_info=True)
        click.echo(
            f"durak: an error in the program itself ({type(error).__name__}). "
            "`durak --debug ...` tells more; please report it.",
            err=True,
        )
        sys.exit(Exit.BROKEN)

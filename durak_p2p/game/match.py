"""From one deal of a match to the next: a pure function of the log, so nobody is asked."""

from __future__ import annotations

from durak_p2p.game.log import Log
from durak_p2p.game.setup import Setup


def next_setup(log: Log) -> Setup:
    """Return the set-up of the deal that follows a complete one.

    Seats stay.  The fool deals and the player at its left leads; after a draw the same dealer
    deals again and the lowest trump leads (rule 1.3).
    """
    state = log.state
    if not log.complete or state.result is None:
        raise ValueError("The deal before is not complete.")
    setup, fool = log.setup, state.result.fool
    return Setup(
        match=setup.match,
        number=setup.number + 1,
        deals=setup.deals,
        previous=state.log,
        rules=setup.rules,
        players=tuple(setup.players[author] for author in state.seats),
        dealer=state.dealer if fool is None else fool,
        lead=None if fool is None else (fool + 1) % len(setup.players),
    )

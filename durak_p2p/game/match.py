"""From one deal of a match to the next: a pure function of the log, so nobody is asked."""

from __future__ import annotations

from durak_p2p.game.log import Log
from durak_p2p.game.setup import Setup
from durak_p2p.rules.match import NextDeal, next_deal


def next_setup(log: Log) -> Setup:
    """Return the set-up of the deal that follows a complete one.

    Seats stay; the rules say who deals and who leads (rule 1.3).
    """
    state = log.state
    if not log.complete or state.deal is None or state.result is None:
        raise ValueError("The deal before is not complete.")
    setup = log.setup
    dealt = NextDeal(state.dealer, setup.lead)
    following = next_deal(setup.rules, dealt, state.result, state.deal.out)
    return Setup(
        match=setup.match,
        number=setup.number + 1,
        deals=setup.deals,
        previous=state.log,
        rules=setup.rules,
        players=tuple(setup.players[author] for author in state.seats),
        dealer=following.dealer,
        lead=following.lead,
    )

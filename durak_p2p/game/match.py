"""From one deal of a match to the next: a pure function of the log, so nobody is asked."""

from __future__ import annotations

from durak_p2p.game.log import Log
from durak_p2p.game.setup import Setup
from durak_p2p.rules.family import next_deal, scores_after
from durak_p2p.rules.match import NextDeal


def next_setup(log: Log) -> Setup | None:
    """Return the set-up of the deal that follows a complete one (rules 1.3, 4.1 rule 2).

    None: the match is over, by the number of its deals or because somebody has lost it.  Seats
    stay as they are.  Raises ValueError if the deal is not complete.
    """
    state, setup = log.state, log.setup
    if state.opened is None or state.deal is None:
        raise ValueError("The deal before is not complete.")
    dealt = NextDeal(state.dealer, setup.lead)
    coming = next_deal(setup.rules, dealt, state.deal)
    if coming is None or setup.number == setup.deals:
        return None
    return Setup(
        match=setup.match,
        number=setup.number + 1,
        deals=setup.deals,
        previous=state.log,
        rules=setup.rules,
        players=tuple(setup.players[author] for author in state.seats),
        dealer=coming.dealer,
        lead=coming.lead,
        scores=scores_after(state.deal),
    )

"""From one deal of a match to the next."""

from __future__ import annotations

from durak_p2p.game.log import Log
from durak_p2p.game.setup import Setup
from durak_p2p.game.state import GameState
from durak_p2p.rules import Rules, RulesError
from durak_p2p.rules.family import AnyRules, next_deal, rules_from, scores_after, told_options
from durak_p2p.rules.match import NextDeal


def next_setup(log: Log) -> Setup | None:
    """Return the set-up of the deal that follows a complete one (rules 1.3, 4.1 rule 2).

    None: the match is over, by the number of its deals, because somebody has lost it, or because
    too few are there for another.  Seats stay as they are, but for those of players who are gone.
    Raises ValueError if the deal is not complete.
    """
    state, setup = log.state, log.setup
    if not log.complete:
        raise ValueError("The deal before is not complete.")
    if state.deal is None or state.deal.result is None or setup.number == setup.deals:
        return None
    dealt = NextDeal(state.dealer, setup.lead)
    coming = next_deal(setup.rules, dealt, state.deal)
    staying = [seat for seat, author in enumerate(state.seats) if author in state.present]
    rules = _rules_for(setup.rules, len(staying))
    if coming is None or rules is None:
        return None
    if state.departed:
        coming = _without_the_departed(state, coming, staying)
    return Setup(
        match=setup.match,
        number=setup.number + 1,
        deals=setup.deals,
        patience=setup.patience,
        previous=state.log,
        rules=rules,
        players=tuple(setup.players[state.seats[seat]] for seat in staying),
        dealer=coming.dealer,
        lead=coming.lead,
        scores=scores_after(state.deal),
    )


def _rules_for(rules: AnyRules, players: int) -> AnyRules | None:
    """Return the table's rules for as many as are there; None if it cannot be played so."""
    if players == rules.players:
        return rules
    if not isinstance(rules, Rules):
        return None
    try:
        return rules_from({**told_options(rules), "players": players})
    except RulesError:
        return None


def _without_the_departed(state: GameState, coming: NextDeal, staying: list[int]) -> NextDeal:
    """The dealer, or the next to the left who is there, deals; the lowest trump leads."""
    places = range(coming.dealer, coming.dealer + state.authors)
    dealer = next(place % state.authors for place in places if place % state.authors in staying)
    return NextDeal(staying.index(dealer), None)

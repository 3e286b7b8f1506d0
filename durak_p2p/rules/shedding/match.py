"""From one deal of a match to the next: who deals and who leads (rules 4.1 rules 2 and 9)."""

from durak_p2p.rules.match import NextDeal
from durak_p2p.rules.shedding.options import SheddingRules, game_of
from durak_p2p.rules.shedding.state import SheddingResult


def first_lead(rules: SheddingRules, dealer: int) -> int:
    """Who leads a match's first deal: the player left of the dealer, or the dealer itself."""
    return dealer if game_of(rules).dealer_leads else 1 - dealer


def next_deal(rules: SheddingRules, dealt: NextDeal, result: SheddingResult) -> NextDeal | None:
    """Who deals and leads after a deal; None: the match is over.

    Args:
        rules: the table's rules.
        dealt: who dealt and led the deal that is over.
        result: how it ended.
    """
    if result.loser is not None:
        return None
    if result.winner is None:
        return dealt
    dealer = 1 - dealt.dealer
    return NextDeal(dealer, dealer if game_of(rules).dealer_leads else result.winner)

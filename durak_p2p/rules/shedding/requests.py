"""What a deal of this family waits for besides cards and moves: the pile to be shuffled."""

from dataclasses import dataclass

from durak_p2p.rules.requests import Cards, Over, Word


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """All players together shuffle the cards under the top card (rules 4.1 rule 6).

    Answered by `SheddingDeal.reshuffled`. `positions`: where these cards are known to lie, the one
    laid first first; all have seen their faces, and these positions are used no more. `becomes`:
    the new, hidden positions, numbered on from the deck's size upward, the stock's top first.
    """

    positions: tuple[int, ...]
    becomes: tuple[int, ...]


Request = Cards | Reshuffle | Word | Over

"""Both families of games behind one face, for the log, the bots and the command line.

Whoever only passes cards, moves and results on need not know which family is played.  A table's
rules know: `AnyRules` is `Rules` (beating: simple, throw-in, transfer) or `SheddingRules` (Czech
durak and its variants).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from durak_p2p.cards import Card
from durak_p2p.rules import match, moves, options, presets, view
from durak_p2p.rules.deal import Deal
from durak_p2p.rules.first_lead import false_answers
from durak_p2p.rules.match import NextDeal
from durak_p2p.rules.options import Option, Rules, Value
from durak_p2p.rules.presets import Preset
from durak_p2p.rules.requests import Asked, Request
from durak_p2p.rules.shedding import SheddingDeal, SheddingResult, SheddingRules, SheddingView
from durak_p2p.rules.shedding import match as shedding_match
from durak_p2p.rules.shedding import moves as shedding_moves
from durak_p2p.rules.shedding import options as shedding_options
from durak_p2p.rules.shedding import presets as shedding_presets
from durak_p2p.rules.shedding import view as shedding_view
from durak_p2p.rules.shedding.duties import breaches
from durak_p2p.rules.shedding.requests import Reshuffle
from durak_p2p.rules.state import Result
from durak_p2p.rules.view import View

AnyRules = Rules | SheddingRules
AnyMove = moves.Move | shedding_moves.Move
AnyResult = Result | SheddingResult
AnyView = View | SheddingView
AnyRequest = Request | Reshuffle

#: All games that can be played, in the order of rules 1.1 and 4.2.
ALL_PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset for preset in (*presets.PRESET_LIST, *shedding_presets.PRESET_LIST)
}


class AnyDeal(Protocol):
    """What the log needs of a deal; see `Deal` and `SheddingDeal`."""

    hands: list[list[int]]
    faces: dict[int, Card]
    result: Any

    @property
    def word(self) -> int | None:
        """The seat that has the word."""

    @property
    def request(self) -> AnyRequest:
        """What the deal waits for."""

    @property
    def questions(self) -> tuple[Asked, ...]:
        """What was asked for the first lead, and who showed what."""

    def copy(self) -> "AnyDeal":
        """A deal to try moves on."""

    def supply(self, faces: Mapping[int, Card]) -> None:
        """Answer `Cards`."""

    def answer(self, shown: Mapping[int, tuple[int, Card]]) -> None:
        """Answer `Question`."""

    def opens(self, move: Any, hand: Mapping[int, Card]) -> dict[int, Card]:
        """What a move opens, by position."""

    def play(self, seat: int, move: Any, faces: Mapping[int, Card] | None = None) -> None:
        """Make a move."""

    def overrun(self, seat: int) -> None:
        """The seat has overrun its time."""

    def depart(self, seat: int, reason: str) -> None:
        """The seat's player is gone: "left" or "away"."""

    def abandon(self) -> None:
        """The last two have both waited for the other in vain."""


def preset_rules(preset: str, chosen: Mapping[str, Any]) -> AnyRules:
    """The preset's rules with the chosen options set on top.

    Raises:
        RulesError: no such preset, option or value, or a table that cannot be.
    """
    if preset in shedding_presets.PRESETS:
        return SheddingRules.from_options({"preset": preset, **chosen})
    return presets.rules_for(preset, **chosen)


def rules_from(chosen: Mapping[str, Any]) -> AnyRules:
    """The rules with these options and all others at their defaults, as a set-up tells them.

    Raises:
        RulesError: an unknown option or value, or a table that cannot be.
    """
    return SheddingRules.from_options(chosen) if "preset" in chosen else Rules.from_options(chosen)


def options_of(rules: AnyRules) -> Mapping[str, Option]:
    """The options that this table's family has."""
    return shedding_options.OPTIONS if isinstance(rules, SheddingRules) else options.OPTIONS


def told_options(rules: AnyRules) -> dict[str, Value]:
    """What must be told of a table: all that differs from the defaults.

    `rules_from` of it gives the same rules.  A new option leaves what was told before as it was.
    """
    always = {"preset", "players"}  # `preset` tells the shedding family
    return {
        name: value
        for name, value in rules.options().items()
        if name in always or value != options_of(rules)[name].default
    }


def begin(
    rules: AnyRules, dealer: int, lead: int | None, scores: tuple[int, ...] | None
) -> AnyDeal:
    """A deal of the table's family; `scores`: before the deal, where the family counts them."""
    if isinstance(rules, SheddingRules):
        first, second = (0, 0) if scores is None else scores
        return SheddingDeal(rules, dealer, lead, (first, second))
    return Deal(rules, dealer, lead)


def parse_move(rules: AnyRules, text: str) -> AnyMove:
    """The move written as `text`.

    Raises:
        MoveSyntaxError: it is the text of no move of this family.
    """
    if isinstance(rules, SheddingRules):
        return shedding_moves.parse_move(text)
    return moves.parse_move(text)


def seats_in(deal: AnyDeal) -> list[int]:
    """The seats that have not gone out of the deal."""
    out = deal.out if isinstance(deal, Deal) else ()
    return [seat for seat in range(len(deal.hands)) if seat not in out]


def view_of(deal: AnyDeal, seat: int | None, hand: Mapping[int, Card]) -> AnyView:
    """What a seat may see of a deal; `hand`: its own faces by position."""
    if isinstance(deal, SheddingDeal):
        return shedding_view.view_of(deal, seat, hand)
    assert isinstance(deal, Deal)
    return view.view_of(deal, seat, hand)


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """What the opened deck shows: a seat said something of its hidden hand that was not so.

    `question`: the number of the question answered falsely, from 0; or `move`: the number of the
    move made falsely, from 1.  `card`: what the seat held; None: it did not hold what it had to.
    """

    seat: int
    card: Card | None
    question: int | None = None
    move: int | None = None


def false_claims(deal: AnyDeal, faces: Sequence[Card]) -> list[FalseClaim]:
    """The false claims of a deal (rules 1.3, 4.4); `faces`: the opened deck by position."""
    found = [
        FalseClaim(seat, card, question=number)
        for number, asked in enumerate(deal.questions)
        for seat, card in false_answers([asked], faces)
    ]
    if isinstance(deal, SheddingDeal):
        found += [
            FalseClaim(breach.seat, breach.card, move=breach.number)
            for breach in breaches(deal.duties, faces)
        ]
    return found


def scores_after(deal: AnyDeal) -> tuple[int, ...] | None:
    """The scores with which the next deal begins, where the family counts them."""
    return tuple(deal.result.score) if isinstance(deal, SheddingDeal) and deal.result else None


def next_deal(rules: AnyRules, dealt: NextDeal, deal: AnyDeal) -> NextDeal | None:
    """Who deals and leads after a deal that is over; None: the match is over."""
    if isinstance(deal, SheddingDeal):
        assert isinstance(rules, SheddingRules)
        assert deal.result is not None
        return shedding_match.next_deal(rules, dealt, deal.result)
    assert isinstance(deal, Deal)
    assert isinstance(rules, Rules)
    assert deal.result is not None
    return match.next_deal(rules, dealt, deal.result, deal.out)

"""The public state of a deal: what the log so far makes of it.

The same for everybody: players, spectators and whoever reads a file fold the same entries with
the same functions.  Nothing here is secret, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from durak_p2p.cards import Card, deck
from durak_p2p.crypto import Deck, Element, ProofContext, Verifier, start_deck
from durak_p2p.game.dealt_deck import DealtDeck
from durak_p2p.game.entry import EntryType
from durak_p2p.game.events import Event, FalseClaim
from durak_p2p.game.setup import Setup
from durak_p2p.game.shuffle_round import ShuffleRound
from durak_p2p.rules.family import AnyDeal, AnyResult, begin
from durak_p2p.rules.shedding import SheddingDeal

if TYPE_CHECKING:
    from durak_p2p.game.departure import Departure
    from durak_p2p.game.steps import Step
    from durak_p2p.game.steps.opening import Opening


class GameState:
    """One deal as everyone sees it.

    ``step`` is the step that the log waits for: it says who may write and checks what is
    written; None when the deal is over and opened.  ``number`` and ``log`` are the step's number
    and the hash of the log before it.
    """

    def __init__(self, setup: Setup, verifier: Verifier) -> None:
        self.setup = setup
        self.verifier = verifier
        self.number = 0
        self.log = setup.hash
        self.authors = len(setup.players)
        self.cards: tuple[Card, ...] = deck(setup.rules.deck)
        self.events: list[Event] = []
        # From the reveal: key shares by author; the rounds of shuffles, the deck's own first.
        self.key_shares: list[Element] = []
        self.seed_commitments: list[bytes] = []
        self.joint_key: Element | None = None
        self.seats: tuple[int, ...] = ()  # author on each seat
        self.dealer = 0
        self.rounds: list[ShuffleRound] = []
        self.shufflers: list[int] = []  # authors in the order of their shuffles
        # From the last shuffle on:
        self.dealt: DealtDeck | None = None
        self.deal: AnyDeal | None = None
        self.answer_steps: list[int] = []  # the steps of the rules' questions, in their order
        self.move_steps: list[int] = []  # and those of the moves
        # Who is gone, and who has overrun its time (its author and the voices that say so).
        self.departed: dict[int, Departure] = {}
        self.timeout: tuple[int, int] | None = None
        self.openings: dict[int, Opening] = {}
        self.leavers: dict[int, Opening | None] = {}  # who leaves in the current step
        # When all is opened: the card at each position, and what was said falsely of hidden hands.
        self.opened: tuple[Card, ...] | None = None
        self.false_claims: tuple[FalseClaim, ...] = ()
        self.step: Step | None = None

    @property
    def result(self) -> AnyResult | None:
        """The deal's result, as soon as the rules have come to it."""
        return self.deal.result if self.deal else None

    @property
    def decks(self) -> list[Deck]:
        """The deck that is dealt: at the start, and after each shuffle of it."""
        return self.rounds[0].decks if self.rounds else []

    @property
    def present(self) -> frozenset[int]:
        """The authors who are not gone."""
        return frozenset(range(self.authors)) - self.departed.keys()

    @property
    def full_rounds(self) -> list[ShuffleRound]:
        """The rounds of shuffles in which everybody has shuffled."""
        return [round_ for round_ in self.rounds if len(round_.decks) == self.authors + 1]

    def snapshot(self) -> GameState:
        """Return the public state as it is now, to be looked at: the log does not change it.

        Of the cards' ciphertexts there is nothing in it: the log cannot go on from it.
        """
        shot = copy(self)
        shot.deal = self.deal.copy() if self.deal is not None else None
        shot.events, shot.rounds, shot.dealt, shot.step = [], [], None, None
        shot.answer_steps, shot.move_steps = list(self.answer_steps), list(self.move_steps)
        shot.departed, shot.openings = dict(self.departed), dict(self.openings)
        shot.leavers, shot.shufflers = dict(self.leavers), list(self.shufflers)
        return shot

    def seat_of(self, author: int) -> int:
        """Return the seat on which *author* (index in the set-up) sits."""
        return self.seats.index(author)

    def name(self, author: int) -> str:
        """Return *author*'s name, told apart from others."""
        return self.setup.names[author]

    def seat_names(self) -> tuple[str, ...]:
        """Return the players' names by seat, told apart."""
        return tuple(self.name(author) for author in self.seats)

    def begin_shuffles(self, key_shares: list[Element], joint_key: Element) -> None:
        """Lay out the start deck under the joint key."""
        self.key_shares = key_shares
        self.joint_key = joint_key
        self._begin_round(self.cards)

    def begin_reshuffle(self, positions: Sequence[int]) -> None:
        """Lay out open cards again, to be shuffled in another round."""
        assert self.deal is not None
        self._begin_round(tuple(self.deal.faces[position] for position in positions))

    def _begin_round(self, cards: tuple[Card, ...]) -> None:
        assert self.joint_key is not None
        indices = [self.cards.index(card) for card in cards]
        start = start_deck(self.setup.parameters, self.joint_key, indices)
        self.rounds.append(ShuffleRound(len(self.rounds), cards, [start]))

    def take_shuffled(self) -> None:
        """Take what the round of shuffles has made as the deal's deck, or as its new stock."""
        shuffled = self.rounds[-1].decks[-1]
        if self.deal is None or self.dealt is None:
            self.dealt = DealtDeck(self.setup.parameters, self.cards, shuffled, self.authors)
            setup = self.setup
            self.deal = begin(setup.rules, self.dealer, setup.lead, setup.scores)
        else:
            self.dealt.extend(shuffled)
            assert isinstance(self.deal, SheddingDeal)  # the only family that asks for it
            self.deal.reshuffled()

    def context(
        self, type_: EntryType, author: int, cards: tuple[tuple[int, int], ...] = ()
    ) -> ProofContext:
        """Return what a proof in *author*'s entry of the current step is bound to.

        *cards* are the positions that it is about, each with its owner (author or OPEN_TO_ALL).
        """
        return ProofContext(
            deal=self.setup.deal,
            author=author,
            identity=self.setup.players[author].key,
            entry=type_.value,
            step=self.number,
            log=self.log,
            cards=cards,
        )

    def commitment_context(self, author: int) -> bytes:
        """Return what *author*'s commitments are bound to: deal, author and identity."""
        return b"".join(
            (self.setup.hash, author.to_bytes(1, "big"), self.setup.players[author].key)
        )

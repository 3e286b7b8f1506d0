"""The public state of a deal: what the log so far makes of it.

The same for everybody: players, spectators and whoever reads a file fold the same entries with
the same functions.  Nothing here is secret, and nothing is guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from durak_p2p.cards import Card, deck
from durak_p2p.crypto import Deck, Element, ProofContext, start_deck
from durak_p2p.game.dealt_deck import DealtDeck
from durak_p2p.game.entry import EntryType
from durak_p2p.game.events import Event, FalseAnswer
from durak_p2p.game.setup import Setup
from durak_p2p.rules import Deal, Result

if TYPE_CHECKING:
    from durak_p2p.game.steps import Step


class GameState:
    """One deal as everyone sees it.

    ``step`` is the step that the log waits for: it says who may write and checks what is
    written; None when the deal is over and opened.  ``number`` and ``log`` are the step's number
    and the hash of the log before it.
    """

    def __init__(self, setup: Setup) -> None:
        from durak_p2p.game.steps import first_step

        self.setup = setup
        self.number = 0
        self.log = setup.hash
        self.authors = len(setup.players)
        self.cards: tuple[Card, ...] = deck(setup.rules.deck)
        self.events: list[Event] = []
        # From the reveal: key shares by author; decks[i] is the deck after i shuffles.
        self.key_shares: list[Element] = []
        self.seed_commitments: list[bytes] = []
        self.joint_key: Element | None = None
        self.seats: tuple[int, ...] = ()  # author on each seat
        self.dealer = 0
        self.decks: list[Deck] = []
        self.shufflers: list[int] = []  # authors in the order of their shuffles
        # From the last shuffle on:
        self.dealt: DealtDeck | None = None
        self.deal: Deal | None = None
        self.answer_steps: list[int] = []  # the steps of the rules' questions, in their order
        # When all is opened: the deck, top first.
        self.opened: tuple[Card, ...] | None = None
        self.false_answers: tuple[FalseAnswer, ...] = ()
        self.step: Step | None = first_step(self)

    @property
    def result(self) -> Result | None:
        """The deal's result, as soon as the rules have come to it."""
        return self.deal.result if self.deal else None

    def seat_of(self, author: int) -> int:
        """Return the seat on which *author* (index in the set-up) sits."""
        return self.seats.index(author)

    def name(self, author: int) -> str:
        """Return *author*'s name."""
        return self.setup.players[author].name

    def seat_names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""
        return tuple(self.name(author) for author in self.seats)

    def begin_shuffles(self, key_shares: list[Element], joint_key: Element) -> None:
        """Lay out the start deck under the joint key."""
        self.key_shares = key_shares
        self.joint_key = joint_key
        self.decks = [start_deck(self.setup.parameters, joint_key)]

    def begin_deal(self) -> Deal:
        """Take the last deck as the deal's."""
        parameters = self.setup.parameters
        self.dealt = DealtDeck(parameters, self.cards, self.decks[-1], self.authors)
        self.deal = Deal(self.setup.rules, self.dealer, self.setup.lead)
        return self.deal

    def advance(self, log: bytes) -> None:
        """Go on to the next step; *log* is the hash of the log up to here."""
        if self.step is None:
            raise ValueError("The deal is over.")
        self.step = self.step.finish()
        self.number += 1
        self.log = log

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

"""What players are called in sentences: by seat, told apart, and oneself as "You"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from durak_p2p.game import GameState
from durak_p2p.texts import Text, text


@dataclass(frozen=True, slots=True)
class Names:
    """The names by seat; ``own`` is one's own seat, or None for who looks on."""

    by_seat: tuple[str, ...]
    own: int | None = None

    @classmethod
    def of(cls, state: GameState, author: int | None = None) -> Names:
        """Return the names in a deal whose seats are drawn, as *author* reads them."""
        own = state.seat_of(author) if author is not None and state.seats else None
        names = state.seat_names()
        return cls(tuple(text("You") if seat == own else n for seat, n in enumerate(names)), own)

    def __getitem__(self, seat: int) -> str:
        return self.by_seat[seat]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_seat)

    def told(self, seat: int, of_another: Text, of_oneself: Text) -> Text:
        """Return the sentence that suits the seat: "Anna leads.", or "You lead."."""
        return of_oneself if seat == self.own else of_another

    def object(self, seat: int) -> str:
        """Return the name as it stands inside a sentence: "Anna", or "you"."""
        return text("you") if seat == self.own else self.by_seat[seat]

"""What players are called in sentences: by seat, told apart, and oneself as "You"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from durak_p2p.game import GameState

_SECOND_PERSON = {"has": "have", "is": "are", "passes": "pass"}


@dataclass(frozen=True, slots=True)
class Names:
    """The names by seat; ``own`` is one's own seat, or None for who looks on."""

    by_seat: tuple[str, ...]
    own: int | None = None

    @classmethod
    def of(cls, state: GameState, author: int | None = None) -> Names:
        """Return the names in a deal whose seats are drawn, as *author* reads them."""
        own = state.seat_of(author) if author is not None and state.seats else None
        names = told_apart(state.seat_names())
        return cls(tuple("You" if seat == own else n for seat, n in enumerate(names)), own)

    def __getitem__(self, seat: int) -> str:
        return self.by_seat[seat]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_seat)

    def says(self, seat: int, verb: str) -> str:
        """Return name and verb; *verb* is in the third person: "Anna leads", but "You lead"."""
        if seat == self.own:
            verb = _SECOND_PERSON.get(verb, verb.removesuffix("s"))
        return f"{self.by_seat[seat]} {verb}"

    def object(self, seat: int) -> str:
        """Return the name as a sentence's object: "Anna", or "you"."""
        return "you" if seat == self.own else self.by_seat[seat]

    def turn(self, seat: int) -> str:
        """Return "Your turn" or "Anna's turn"."""
        return "Your turn" if seat == self.own else f"{self.by_seat[seat]}'s turn"


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return *names* with a number after each that comes again: two may have the same."""
    seen: Counter[str] = Counter()
    result: list[str] = []
    for name in names:
        seen[name] += 1
        result.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return tuple(result)

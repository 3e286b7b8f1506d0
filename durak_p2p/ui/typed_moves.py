"""What a line means that is to be a move: typed with its verb, as cards alone, or as a cheat."""

from __future__ import annotations

from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyView, parse_move
from durak_p2p.ui.bare_cards import bare_move, begins_with_card
from durak_p2p.ui.commands import CHEAT

_CHEAT = f"{CHEAT} "


def typed_move(view: AnyView, typed: str) -> Choice:
    """Return the move of who sees *view* that is meant by a line, its words as the rules have them.

    Raises :class:`MoveSyntaxError` if it is none.
    """
    if typed.startswith(_CHEAT):
        return Deliberate(parse_move(view.rules, typed.removeprefix(_CHEAT)))
    if begins_with_card(typed.split()):
        return bare_move(typed.split(), view.legal)
    return parse_move(view.rules, typed)

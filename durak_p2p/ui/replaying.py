"""A replay's moments in sentences: as the players were told them, with what was hidden then."""

from __future__ import annotations

from durak_p2p.game import Answered, Departed, Opened
from durak_p2p.replay.timeline import BoutClosed, Moment, Timeline
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import Text, listed, plural, text
from durak_p2p.ui.beating_view import held_text
from durak_p2p.ui.hand_order import hand_order, trump_of
from durak_p2p.ui.names import Names
from durak_p2p.ui.sentences import event_text
from durak_p2p.ui.words import cards_text, sentences


def names_in(timeline: Timeline, seat: int | None) -> Names:
    """Return what the players are called by who sits on *seat* (None: looks on)."""
    state = timeline.report.state
    if state is None or not state.seats:
        return Names(())
    return Names.of(state, None if seat is None else state.seats[seat])


def moment_text(timeline: Timeline, place: int, names: Names) -> Text | None:
    """Return what happened at a place, cheats marked; None where there is nothing to tell."""
    moment = timeline.moments[place]
    told = _event_text(moment, names)
    cheat = timeline.cheat(place)
    if told is None or cheat is None:
        return told
    return sentences([told, _cheat_mark(names, cheat.caught_by)])


def _event_text(moment: Moment, names: Names) -> Text | None:
    """Return the sentence that players were told; for some events what they saw untold."""
    match moment.event:
        case BoutClosed():
            return text("All are done: the bout is over.")
        case Departed(author, "left"):
            return text("{name} is gone.", name=moment.state.name(author))
        case Opened() as opened:
            told = event_text(moment.state, names, opened)
            return told or text("All hands and shuffles are opened.")
        case Answered(cards, shown) if not shown:
            return text("Nobody shows {cards}.", cards=cards_text(cards))
        case event:
            # Of an accusation nothing: its judgement is the next moment.
            return event_text(moment.state, names, event) or None


def _cheat_mark(names: Names, caught_by: int | None) -> Text:
    if caught_by is None:
        return text("[Against the rules; nobody has noticed it.]")
    return text("[Against the rules; caught by {name}.]", name=names.object(caught_by))


def told_step(timeline: Timeline, place: int, by: int) -> int:
    """Return the next place, or for *by* -1 the one before, at which something new is told.

    What happens untold is seen there with what was told before it.
    """
    names = names_in(timeline, None)
    place = timeline.step(place, by)
    while place < timeline.last and moment_text(timeline, place + 1, names) is None:
        following = timeline.step(place, by)
        if following == place:
            break
        place = following
    return place


def has_bouts(timeline: Timeline) -> bool:
    """Whether there are bouts to jump to."""
    return len(timeline.bouts) > 1


def bout_text(timeline: Timeline, place: int) -> Text:
    """Return the heading of what begins at a place: a bout, or what comes before the first."""
    moment = timeline.moments[place]
    if isinstance(moment.state.setup.rules, SheddingRules):
        return text("The deal")
    if not moment.bout:
        return text("Before the first bout")
    return text("Bout {number}", number=moment.bout)


def hand_text(timeline: Timeline, place: int, seat: int, names: Names, sorting: str) -> Text:
    """Return a seat's cards at a place in a line, in the order of :func:`hand_order`.

    The cards must be dealt.
    """
    view = timeline.view(place, None)
    assert view is not None
    cards = hand_order(timeline.hand(place, seat), trump_of(view), sorting)
    hidden = timeline.hidden(place, seat)
    facts = held_text(cards, trump_of(view))
    if hidden:
        some = plural("{count} hidden card", "{count} hidden cards", hidden)
        facts = listed([facts, some]) if cards else some
    own = text("Your hand: {cards}", cards=facts)
    return names.told(seat, text("{name}: {facts}", name=names[seat], facts=facts), own)


def hidden_text(timeline: Timeline) -> Text | None:
    """Return why hands cannot be shown, where they cannot."""
    if timeline.opened:
        return None
    return text("The deal was not opened: of hands only what all have seen is shown.")


def numbered(number: int, line: str) -> Text:
    """Return a line with its number before it."""
    return listed([f"{number:4}  ", line], "")

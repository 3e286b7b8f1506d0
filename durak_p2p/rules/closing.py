"""What needs no word (rules 2, rules 4, 9, 10, 12): accusations, and `done` to close a bout."""

from durak_p2p.rules import bout, judgement
from durak_p2p.rules.errors import NotYourWord, Unlawful
from durak_p2p.rules.moves import Move, Verb
from durak_p2p.rules.state import Phase, State
from durak_p2p.texts import Text, text


def speak(state: State, seat: int, move: Move) -> None:
    """An accusation or a `done`; any other move is refused.

    Raises:
        NotYourWord: no bout is going on, or the move needs the word.
        Unlawful: it cannot be said now.
    """
    if state.phase is Phase.OVER:
        raise NotYourWord(text("The deal is over."))
    if state.phase in (Phase.DEAL, Phase.DRAW) or not 0 <= seat < state.rules.players:
        raise NotYourWord(text("Seat {seat} has no word now.", seat=seat))
    if move.verb not in (Verb.ACCUSE, Verb.DONE):
        if seat != (state.owing[0] if state.phase is Phase.CLOSE else state.word):
            raise NotYourWord(text("Seat {seat} has no word now.", seat=seat))
        verb = Text(move.verb.value)  # the catalog has the verbs
        raise Unlawful(text("{verb!r} cannot be done now.", verb=verb))
    if not state.rules.may_cheat:
        raise Unlawful(text("Nobody cheats at this table, and nobody is accused."))
    if move.verb is Verb.DONE:
        _say_done(state, seat)
    else:
        assert move.seat is not None
        _accuse(state, seat, move.seat)


def _say_done(state: State, seat: int) -> None:
    """With the last `done` the bout closes, and what nobody named stands for good."""
    if state.phase is not Phase.CLOSE:
        raise Unlawful(text("The bout is not over yet."))
    if seat not in state.owing:
        raise NotYourWord(
            text("Seat {seat} has said so already, or is out of the deal.", seat=seat)
        )
    state.done.add(seat)
    if not state.owing:
        bout.clear_table(state)


def _accuse(state: State, seat: int, accused: int) -> None:
    """A judgement, right or wrong, voids what was said to be done."""
    if seat in state.out:
        raise NotYourWord(text("Who is out of the deal accuses nobody."))
    if accused == seat:
        raise Unlawful(text("Nobody accuses itself."))
    if not 0 <= accused < state.rules.players or accused in state.out:
        raise Unlawful(text("The accused is not in the deal."))
    if seat in state.barred:
        raise Unlawful(text("Who accused wrongly can accuse nobody until the bout closes."))
    state.done.clear()
    judgement.judge(state, seat, accused)

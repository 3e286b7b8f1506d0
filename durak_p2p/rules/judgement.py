"""What an accusation leads to (rules 2, rules 5 to 8): who was right, and what is undone.

A judgement strikes out some of what was laid in the bout; the rest is laid again from the bout's
beginning. So the word is where it would be if the cards sent back had never been laid. What holds
since its moment stays: passes, a take, the number of 1.4 rule 4, what parts a lay.
"""

from dataclasses import replace
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.rules import bout
from durak_p2p.rules.moves import TAKE, Move, Verb
from durak_p2p.rules.records import Accusation, Laid
from durak_p2p.rules.state import State
from durak_p2p.rules.word import give_word

_ATTACKS: Final = frozenset({Verb.LEAD, Verb.THROW, Verb.TRANSFER})


def judge(state: State, accuser: int, accused: int) -> None:
    """Judge an accusation, which has been found in order, from the open cards."""
    state.lay_by = None
    right = any(one.seat == accused and one.cheat for one in state.laid)
    judgement = Accusation(accuser, accused, state.bout, right)
    if right:
        before = state.laid
        _mark_caught(state, accused, accuser)
        takes = _undo(state, accused)
        judgement = replace(judgement, returned=_returned(before, state.laid), takes=takes)
        if not give_word(state):
            bout.stop(state)
    else:
        state.barred.add(accuser)
    state.accusations.append(judgement)


def _undo(state: State, accused: int) -> bool:
    """Undo all cheats of the accused: transfers, then added cards, then beats (rule 6).

    Returns whether the accused, who is then the defender again or still, takes for it (rule 8).
    """
    transfer_undone = _undo_transfers(state, accused)
    _undo_added(state, accused)
    beats_undone = _undo_beats(state, accused)
    takes = transfer_undone or beats_undone
    if takes and not state.taken:
        bout.act(state, accused, TAKE, ())
    return takes


def _mark_caught(state: State, accused: int, accuser: int) -> None:
    """All that the accused has lying there against the rules is found by one accusation."""
    lying = [one.cheat for one in state.laid if one.seat == accused and one.cheat]
    for place, cheat in enumerate(state.cheats):
        if any(cheat is one for one in lying):
            state.cheats[place] = replace(cheat, caught_by=accuser)


def _undo_transfers(state: State, accused: int) -> bool:
    """The first goes back with all laid since; a take since then was for what has gone."""
    for place, one in enumerate(state.laid):
        if _is_cheat(one, accused, Verb.TRANSFER):
            _lay_again(state, state.laid[:place])
            state.most = one.most
            state.taken = False
            return True
    return False


def _undo_added(state: State, accused: int) -> None:
    """Cards thrown in, or led along, go back, and so does what beat them."""
    gone = {
        card
        for one in state.laid
        if one.cheat and _is_cheat(one, accused, Verb.THROW, Verb.LEAD)
        for card in one.cheat.cards
    }
    if gone:
        state.silenced.add(accused)
        lead, *others = state.laid
        kept = [one for one in others if gone.isdisjoint(one.move.cards)]
        _lay_again(state, [_without(lead, gone), *kept])


def _undo_beats(state: State, accused: int) -> bool:
    """The cards of all unlawful beats go back."""
    kept = [one for one in state.laid if not _is_cheat(one, accused, Verb.BEAT)]
    if len(kept) == len(state.laid):
        return False
    _lay_again(state, kept)
    return True


def _without(lead: Laid, gone: set[Card]) -> Laid:
    """What is left of a lead: it always has its first card, and it is lawful."""
    if not gone.intersection(lead.move.cards):
        return lead
    kept = [
        (card, position)
        for card, position in zip(lead.move.cards, lead.positions, strict=True)
        if card not in gone
    ]
    cards, positions = zip(*kept, strict=True)
    return lead._replace(move=Move(Verb.LEAD, cards), positions=positions, cheat=None)


def _lay_again(state: State, remaining: list[Laid]) -> None:
    """Give all cards back to the hands, and lay those that remain (rule 7)."""
    for one in state.laid:
        if one.move.laid:
            state.hands[one.seat].extend(one.positions)
    passes, taken, most = set(state.passes), state.taken, state.most
    state.take_off_table()
    bout.lay_nothing(state)
    state.laid = remaining
    for one in remaining:
        bout.act(state, one.seat, one.move, one.positions)
    state.passes, state.taken, state.most = passes, taken, most
    if state.last_thrower in state.silenced:
        state.last_thrower = None
    attacks = [one for one in remaining if one.move.verb in _ATTACKS]
    state.lay = [card for one in attacks if one.lay == attacks[-1].lay for card in one.move.cards]
    state.lay_by = None


def _is_cheat(one: Laid, seat: int, *verbs: Verb) -> bool:
    """Whether this was laid by the seat, with one of the verbs, against the rules."""
    return one.cheat is not None and one.seat == seat and one.move.verb in verbs


def _returned(before: list[Laid], after: list[Laid]) -> tuple[tuple[int, Card], ...]:
    """What has gone back to hands, each card with the seat that had laid it."""
    lying = {card for one in after for card in one.move.laid}
    return tuple((one.seat, card) for one in before for card in one.move.laid if card not in lying)

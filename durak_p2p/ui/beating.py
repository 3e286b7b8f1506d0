"""The beating family's events in sentences: plain data in, plain text out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.rules import Move, Phase, Reason, Result, Verb
from durak_p2p.rules.match import Standings
from durak_p2p.rules.records import Accusation, Cheat
from durak_p2p.texts import CardText, Text, listed, plural, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import and_listed, cards_text, sentences

#: What the fool is, by the epaulettes that it has.
_MARKS: Final = (
    text("the fool"),
    text("the fool with an epaulette"),
    text("the fool with two epaulettes"),
)


def turn_of(names: Names, seat: int, phase: Phase) -> Text:
    """Return whose turn it is, and to do what: "Anna's turn to lead."."""
    name = names[seat]
    match phase:
        case Phase.LEAD:
            own = text("Your turn to lead.")
            return names.told(seat, text("{name}'s turn to lead.", name=name), own)
        case Phase.DEFEND:
            own = text("Your turn to beat or take.")
            return names.told(seat, text("{name}'s turn to beat or take.", name=name), own)
        case Phase.THROW:
            own = text("Your turn to throw in or pass.")
            return names.told(seat, text("{name}'s turn to throw in or pass.", name=name), own)
        case Phase.ADD:
            own = text("Your turn to throw in more or pass.")
            return names.told(seat, text("{name}'s turn to throw in more or pass.", name=name), own)
        case Phase.CLOSE:
            own = text("Your turn to say done, or accuse.")
            return names.told(seat, text("{name}'s turn to say done, or accuse.", name=name), own)
        case _:
            return names.told(seat, text("{name}'s turn.", name=name), text("Your turn."))


def move_text(names: Names, seat: int, move: Move) -> Text:
    """Return a sentence that tells of a move."""
    name, cards = names[seat], cards_text(move.cards)
    match move.verb:
        case Verb.LEAD:
            other = text("{name} leads {cards}.", name=name, cards=cards)
            return names.told(seat, other, text("You lead {cards}.", cards=cards))
        case Verb.BEAT:
            attack, beater = map(CardText, move.cards)
            other = text(
                "{name} beats {attack} with {beater}.", name=name, attack=attack, beater=beater
            )
            own = text("You beat {attack} with {beater}.", attack=attack, beater=beater)
            return names.told(seat, other, own)
        case Verb.TAKE:
            return names.told(seat, text("{name} takes.", name=name), text("You take."))
        case Verb.THROW:
            other = text("{name} throws in {cards}.", name=name, cards=cards)
            return names.told(seat, other, text("You throw in {cards}.", cards=cards))
        case Verb.PASS:
            return names.told(seat, text("{name} passes.", name=name), text("You pass."))
        case Verb.TRANSFER:
            other = text("{name} transfers with {cards}.", name=name, cards=cards)
            return names.told(seat, other, text("You transfer with {cards}.", cards=cards))
        case Verb.SHOW:
            other = text("{name} shows {cards} to transfer.", name=name, cards=cards)
            return names.told(seat, other, text("You show {cards} to transfer.", cards=cards))
        case Verb.EXCHANGE:
            return names.told(
                seat,
                text("{name} exchanges the lowest trump for the turned card.", name=name),
                text("You exchange the lowest trump for the turned card."),
            )
        case Verb.ACCUSE | Verb.DONE:
            return listed([])  # the judgement is told, and that a bout closes is seen


def result_text(names: Names, result: Result) -> Text:
    """Return a sentence that tells how a deal ended."""
    if result.fool is None:
        match result.reason:
            case Reason.REPETITION if result.counts:
                return text("The same position has come a third time: a draw.")
            case Reason.REPETITION:
                return text("The same position has come a third time: the deal does not count.")
            case Reason.REPLAY:
                return text("Nobody is left with cards: the deal does not count.")
            case Reason.LEFT | Reason.AWAY:
                return text("The deal cannot go on, and does not count.")
            case _:
                return text("Nobody is left with cards: a draw.")
    winners = [names.object(seat) for seat, points in enumerate(result.points) if points]
    mates = [
        names.object(seat)
        for seat, points in enumerate(result.points)
        if not points and seat != result.fool
    ]
    if mates:
        fool = text(
            "{fool} ({what})", fool=names.object(result.fool), what=_MARKS[result.epaulettes]
        )
        lost = text("The losers are {names}", names=and_listed([fool, *mates]))
    else:
        lost = _fool_text(names, result.fool, result.epaulettes)
    if not winners:
        return text("{fool}.", fool=lost)
    won = and_listed(winners)
    if len(winners) == 1 and not _is_own_win(names, result):
        return text("{fool}; {winner} has won.", fool=lost, winner=won)
    return text("{fool}; {winners} have won.", fool=lost, winners=won)


def _is_own_win(names: Names, result: Result) -> bool:
    return names.own is not None and bool(result.points[names.own])


def _fool_text(names: Names, seat: int, epaulettes: int) -> Text:
    """Return who is the fool, without a full stop."""
    name = names[seat]
    match epaulettes:
        case 1:
            other = text("{name} is the fool with an epaulette", name=name)
            return names.told(seat, other, text("You are the fool with an epaulette"))
        case 2:
            other = text("{name} is the fool with two epaulettes", name=name)
            return names.told(seat, other, text("You are the fool with two epaulettes"))
        case _:
            return names.told(seat, text("{name} is the fool", name=name), text("You are the fool"))


def judgement_text(names: Names, accusation: Accusation) -> Text:
    """Return a sentence that tells what came of an accusation, as all have seen it."""
    head = _accusation_text(names, accusation)
    if not accusation.right:
        told = text("{accusation}, wrongly.", accusation=head)
        barred = text("You can accuse nobody until the bout closes.")
        return sentences([told, barred]) if accusation.seat == names.own else told
    parts: list[str] = [_returned_text(names, seat, card) for seat, card in accusation.returned]
    if accusation.takes:
        other = text("{name} takes", name=names[accusation.accused])
        parts.append(names.told(accusation.accused, other, text("you take")))
    if not parts:
        return text("{accusation}, rightly.", accusation=head)
    return text("{accusation}, rightly: {what}.", accusation=head, what=listed(parts))


def _returned_text(names: Names, seat: int, card: Card) -> Text:
    told = CardText(card)
    other = text("{card} goes back to {name}", card=told, name=names[seat])
    return names.told(seat, other, text("{card} goes back to you", card=told))


def _accusation_text(names: Names, accusation: Accusation) -> Text:
    """Return who accuses whom, without a full stop."""
    name, accused = names[accusation.seat], names[accusation.accused]
    if accusation.accused == names.own:
        return text("{name} accuses you", name=name)
    other = text("{name} accuses {accused}", name=name, accused=accused)
    return names.told(accusation.seat, other, text("You accuse {accused}", accused=accused))


def cheats_text(
    names: Names, cheats: Sequence[Cheat], accusations: Sequence[Accusation]
) -> list[Text]:
    """Return sentences that tell, after a deal, of every cheat and every wrong accusation."""
    told = [_cheat_text(names, cheat) for cheat in cheats]
    wrong = [
        text("{accusation} in bout {bout}", accusation=_accusation_text(names, a), bout=a.bout)
        for a in accusations
        if not a.right
    ]
    if not told:
        told.append(text("Nobody cheated."))
    if wrong:
        told.append(text("Wrong accusations: {accusations}.", accusations=listed(wrong, "; ")))
    return told


def _cheat_text(names: Names, cheat: Cheat) -> Text:
    said = text(
        "Cheat in bout {bout}: {move}",
        bout=cheat.bout,
        move=move_text(names, cheat.seat, cheat.move),
    )
    if cheat.caught_by is None:
        return sentences([said, text("Nobody has noticed it.")])
    return sentences([said, text("Caught by {name}.", name=names.object(cheat.caught_by))])


def standings_text(standings: Standings, names: Names) -> Text:
    """Return how a match stands: points, the purse where there is one, who was the fool."""
    seats = range(len(names.by_seat))
    shares = listed([_share_text(standings, seat, names.object(seat)) for seat in seats], "; ")
    deals, replays = standings.deals, standings.replays
    if not replays:
        return plural(
            "After {count} deal: {shares}.", "After {count} deals: {shares}.", deals, shares=shares
        )
    return plural(
        "After {count} deal ({replays} of them did not count): {shares}.",
        "After {count} deals ({replays} of them did not count): {shares}.",
        deals,
        replays=replays,
        shares=shares,
    )


def _share_text(standings: Standings, seat: int, name: str) -> Text:
    parts: list[str] = [plural("{count} point", "{count} points", standings.points[seat])]
    if standings.purse[seat]:
        parts.append(text("{purse} in the purse", purse=standings.purse[seat]))
    if standings.fools[seat]:
        fools = standings.fools[seat]
        parts.append(plural("the fool {count} time", "the fool {count} times", fools))
    if standings.epaulettes[seat]:
        epaulettes = standings.epaulettes[seat]
        parts.append(plural("{count} epaulette", "{count} epaulettes", epaulettes))
    return text("{name} with {shares}", name=name, shares=listed(parts))

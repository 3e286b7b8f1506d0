"""The beating family in sentences: plain data in, plain text out."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.rules import Move, Phase, Reason, Result, Rules, Verb, View
from durak_p2p.rules.match import Standings
from durak_p2p.rules.records import Accusation, Cheat
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import SUIT_NAMES, cards_text, counted

# What a player whose turn it is has to do.
TO_DO = {
    Phase.LEAD: "to lead",
    Phase.DEFEND: "to beat or take",
    Phase.THROW: "to throw in or pass",
    Phase.ADD: "to throw in more or pass",
    Phase.CLOSE: "to say done, or accuse",
}


def rules_text(rules: Rules) -> str:
    """Return the rules of a table in a line: what is not as usual, first the deck."""
    plain = Rules(players=rules.players)
    differing = [
        _option_text(name, value)
        for name, value in rules.options().items()
        if name not in ("variant", "deck", "players") and value != getattr(plain, name)
    ]
    head = f"{rules.variant}, {rules.deck} cards, {counted(rules.players, 'player', 'players')}"
    return ", ".join([head, *differing])


def _option_text(name: str, value: object) -> str:
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {value}"


def move_text(names: Names, seat: int, move: Move) -> str:
    """Return a sentence that tells of a move."""
    cards = cards_text(move.cards)
    match move.verb:
        case Verb.LEAD:
            return f"{names.says(seat, 'leads')} {cards}."
        case Verb.BEAT:
            return f"{names.says(seat, 'beats')} {move.cards[0]} with {move.cards[1]}."
        case Verb.TAKE:
            return f"{names.says(seat, 'takes')}."
        case Verb.THROW:
            return f"{names.says(seat, 'throws')} in {cards}."
        case Verb.PASS:
            return f"{names.says(seat, 'passes')}."
        case Verb.TRANSFER:
            return f"{names.says(seat, 'transfers')} with {cards}."
        case Verb.SHOW:
            return f"{names.says(seat, 'shows')} {cards} to transfer."
        case Verb.EXCHANGE:
            return f"{names.says(seat, 'exchanges')} the lowest trump for the turned card."
        case Verb.ACCUSE | Verb.DONE:
            return ""  # the judgement is told, and that a bout closes is seen


def result_text(names: Names, result: Result) -> str:
    """Return a sentence that tells how a deal ended."""
    if result.fool is None:
        why = {
            Reason.REPETITION: "The same position has come a third time: a draw.",
            Reason.REPLAY: "Nobody is left with cards: the deal does not count.",
        }
        return why.get(result.reason, "Nobody is left with cards: a draw.")
    epaulettes = {1: " with an epaulette", 2: " with two epaulettes"}.get(result.epaulettes, "")
    winners = [names.object(seat) for seat, points in enumerate(result.points) if points]
    mates = [
        names.object(seat)
        for seat, points in enumerate(result.points)
        if not points and seat != result.fool
    ]
    lost = f", and has lost with {' and '.join(mates)}" if mates else ""
    have = "has" if len(winners) == 1 and winners != ["you"] else "have"
    won = f"; {_listed(winners)} {have} won" if winners else ""
    return f"{names.says(result.fool, 'is')} the fool{epaulettes}{lost}{won}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def judgement_text(names: Names, accusation: Accusation) -> str:
    """Return a sentence that tells what came of an accusation, as all have seen it."""
    head = f"{names.says(accusation.seat, 'accuses')} {names.object(accusation.accused)}"
    if not accusation.right:
        return f"{head}: wrongly."
    back = [f"{card} to {names.object(seat)}" for seat, card in accusation.returned]
    parts = [f"back go {', '.join(back)}"] if back else []
    if accusation.takes:
        parts.append(names.says(accusation.accused, "takes"))
    return f"{head}: rightly; {', and '.join(parts)}." if parts else f"{head}: rightly."


def cheats_text(
    names: Names, cheats: Sequence[Cheat], accusations: Sequence[Accusation]
) -> list[str]:
    """Return sentences that tell, after a deal, of every cheat and every wrong accusation."""
    told = []
    for cheat in cheats:
        caught = (
            f"caught by {names.object(cheat.caught_by)}"
            if cheat.caught_by is not None
            else "not caught"
        )
        told.append(f"{names[cheat.seat]} with {cheat.move.text} in bout {cheat.bout} ({caught})")
    sentences = [f"Cheats: {'; '.join(told)}."] if told else ["Nobody cheated."]
    wrong = [
        f"{names[a.seat]} accused {names.object(a.accused)} in bout {a.bout}"
        for a in accusations
        if not a.right
    ]
    return [*sentences, f"Wrong accusations: {'; '.join(wrong)}."] if wrong else sentences


def standings_text(rules: Rules, results: Sequence[Result], names: Names) -> str:
    """Return how a match stands: points, the purse where there is one, who was the fool."""
    standings = Standings.of(rules, results)
    shares = []
    for seat, name in enumerate(names):
        parts = [counted(standings.points[seat], "point", "points")]
        if standings.purse[seat]:
            parts.append(f"{standings.purse[seat]} in the purse")
        if standings.fools[seat]:
            parts.append(f"the fool {counted(standings.fools[seat], 'time', 'times')}")
        if standings.epaulettes[seat]:
            parts.append(counted(standings.epaulettes[seat], "epaulette", "epaulettes"))
        shares.append(f"{name} {', '.join(parts)}")
    uncounted = f" ({standings.replays} of them did not count)" if standings.replays else ""
    deals = counted(standings.deals, "deal", "deals")
    return f"After {deals}{uncounted}: {'; '.join(shares)}."


def hand_text(view: View) -> str:
    """Return the own hand in a line."""
    return f"Your hand: {cards_text(view.hand)}"


def turn_text(view: View, names: Names) -> str:
    """Return what somebody needs to know whose turn it is."""
    head = f"Your turn {TO_DO.get(view.phase, 'to move')}"
    if view.phase is Phase.LEAD and view.defender is not None:
        head += f"; {names.says(view.defender, 'defends')}"
    others = [_short_text(view, names, seat) for seat in _in_turn(view) if seat != view.seat]
    return "\n".join(
        [
            f"{head}.",
            f"{_stock_text(view)} {', '.join(others)}.",
            *_table_lines(view),
            hand_text(view),
            moves_text(view),
        ]
    )


def table_text(view: View, names: Names) -> str:
    """Return all that a seat sees, a line for each player."""
    lines = [_stock_text(view)]
    others = [seat for seat in _in_turn(view) if seat != view.seat]
    lines += [f"{names[seat]}: {_role_text(view, seat)}" for seat in others]
    if view.phase not in (Phase.DEAL, Phase.OVER):
        lines += _table_lines(view) or ["On the table: nothing"]
    lines.append(hand_text(view))
    if view.word is not None:
        lines.append(f"{names.turn(view.word)} {TO_DO.get(view.phase, 'to move')}.")
    return "\n".join(line for line in lines if line)


def moves_text(view: View) -> str:
    """Return what the seat may do now, as it is typed.

    Of several cards that can be led together only the longest lead is named.
    """
    short = [move.text for move in view.legal if not _is_long_lead(move)]
    longest: dict[str, Move] = {}
    for move in filter(_is_long_lead, view.legal):
        best = longest.setdefault(move.cards[0][0], move)
        if len(move.cards) > len(best.cards):
            longest[move.cards[0][0]] = move
    together = [f"{move.text} (together, or some of them)" for move in longest.values()]
    return f"You can: {', '.join([*short, *together])}"


def _is_long_lead(move: Move) -> bool:
    return move.verb is Verb.LEAD and len(move.cards) > 1


def _in_turn(view: View) -> list[int]:
    """Return the seats in the order of play, from the one after ours."""
    count, own = len(view.counts), view.seat if view.seat is not None else -1
    return [(own + step) % count for step in range(1, count + 1)]


def _stock_text(view: View) -> str:
    if view.trump is None:
        return ""
    turned = f" ({view.turned} turned)" if view.turned and view.stock else ""
    stock = counted(view.stock, "card", "cards") if view.stock else "no cards"
    return f"Trump: {SUIT_NAMES.get(view.trump, view.trump)}{turned}; {stock} in the stock."


def _table_lines(view: View) -> list[str]:
    pairs = [f"{attack}/{beater}" if beater else attack for attack, beater in view.table]
    return [f"On the table: {'  '.join(pairs)}"] if pairs else []


def _short_text(view: View, names: Names, seat: int) -> str:
    if seat in view.out:
        return f"{names[seat]} is out"
    return f"{names[seat]} has {counted(view.counts[seat], 'card', 'cards')}"


def _role_text(view: View, seat: int) -> str:
    if seat in view.out:
        return "out"
    parts = [counted(view.counts[seat], "card", "cards")]
    if seat == view.lead:
        parts.append("leads")
    if seat == view.defender:
        parts.append("takes" if view.taken else "defends")
    return ", ".join(parts)

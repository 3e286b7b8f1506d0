"""Makes the model of a table from a seat's view and the facts."""

from __future__ import annotations

from dataclasses import replace

from durak_p2p.cards import Card
from durak_p2p.rules import Rules
from durak_p2p.rules.family import AnyMove, AnyView
from durak_p2p.rules.shedding import SheddingView
from durak_p2p.texts import Text, listed, plural, text
from durak_p2p.ui.hand_order import hand_order, trump_of, trumps_among
from durak_p2p.ui.screen import beating_table, lobby_table, shedding_table
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.model import CARD_KEYS, Act, HandCard, Light, Role, SeatModel, TableModel
from durak_p2p.ui.sentences import asked_text, result_text, rules_text
from durak_p2p.ui.settings import Settings

#: Clocks show each of the last so many seconds, and before that steps of so many.
_EACH_SECOND = 60
_STEP = 5
_ALWAYS = (Act.LOG, Act.OPTIONS, Act.HELP, Act.LEAVE)


def table_model(
    view: AnyView | None,
    facts: Facts,
    settings: Settings,
    *,
    asked: bool = False,
    now: float = 0.0,
) -> TableModel:
    """Return what the screen shows.

    Args:
        view: what our seat sees; None before cards are dealt.
        facts: what the news have told.
        settings: how the person wants it shown.
        asked: whether a move is awaited from us now.
        now: the time, by the program's clock.
    """
    empty = _empty(facts, settings)
    if view is None or facts.making or not facts.names.by_seat:
        return empty
    names = facts.names
    asked = asked and bool(view.legal)
    model = replace(
        empty,
        seats=_seats(view, facts, now),
        stock=view.stock,
        turned=view.turned,
        hand=_hand(view, settings, asked=asked, ended=facts.ended),
        legal=view.legal if asked else (),
        asked=asked,
        seconds=_left(facts.deadline, now),
        result=view.result,
        outcome=_outcome(view, facts),
    )
    if isinstance(view, SheddingView):
        acts = shedding_table.acts_of(view) if asked else []
        return replace(
            model,
            pile=shedding_table.pile_of(view),
            acts=(*acts, *empty.acts),
            headline=empty.headline
            if facts.ended or facts.held
            else shedding_table.headline_of(view, names, asked=asked),
        )
    acts = beating_table.acts_of(view)
    return replace(
        model,
        pairs=view.table,
        trump=view.trump,
        discard=view.discard,
        acts=(*(act for act in acts if asked or act is Act.ACCUSE), *empty.acts),
        cheating=view.rules.may_cheat,
        transfers=view.rules.variant == "transfer",
        headline=empty.headline
        if facts.ended or facts.held
        else beating_table.headline_of(view, names, asked=asked),
    )


def _empty(facts: Facts, settings: Settings) -> TableModel:
    """Return the model before any card is dealt."""
    acts: list[Act] = [act for act in _ALWAYS if act is not Act.LEAVE]
    can_chat = facts.can_chat and (facts.lobby is None or bool(facts.lobby.names))
    if can_chat:
        acts.insert(0, Act.CHAT)
    if facts.lobby is not None:
        acts = [*lobby_table.acts_of(facts, facts.lobby), *acts]
    if facts.ended and facts.can_repeat:
        acts.insert(0, Act.AGAIN)
    if facts.held:
        acts.insert(0, Act.NEXT)
    return TableModel(
        rules=facts.rules,
        title=_title(facts),
        seats=(),
        pairs=(),
        pile=None,
        trump=None,
        turned=None,
        stock=0,
        discard=0,
        hand=(),
        acts=(*acts, Act.LEAVE),
        legal=(),
        asked=False,
        cheating=False,
        transfers=False,
        headline=_headline(facts),
        log=facts.log,
        outcome=(),
        can_chat=can_chat,
        seconds=None,
        making=facts.making,
        result=None,
        ended=facts.ended,
        lobby=lobby_table.lobby_model(facts, facts.lobby) if facts.lobby is not None else None,
        can_meet=facts.can_meet,
        can_invite=facts.can_invite,
        keeps_seat=facts.keeps_seat,
        watches=facts.watches,
    )


def _left(until: float | None, now: float) -> int | None:
    """Return the seconds until a time, 0 after it; while there are many, in coarser steps.

    Each step is a picture, and a picture takes time on the processor.
    """
    if until is None:
        return None
    left = max(round(until - now), 0)
    return left if left <= _EACH_SECOND else -(-left // _STEP) * _STEP


def _outcome(view: AnyView, facts: Facts) -> tuple[str, ...]:
    """Return how and why the deal ended, and how the match stands then, in sentences."""
    if view.result is None:
        return ()
    ended = result_text(facts.names, view.result)
    standings = () if facts.standings is None else (facts.standings,)
    return (ended, *facts.parted, *standings)


def _title(facts: Facts) -> str:
    if facts.rules is None:
        return text("Durak")
    rules = rules_text(facts.rules)
    if facts.deals > 1 and facts.lobby is None:
        return text(
            "Deal {number} of {deals}: {rules}",
            number=facts.number,
            deals=facts.deals,
            rules=rules,
        )
    return rules


def _headline(facts: Facts) -> Text:
    if facts.lobby is not None and not facts.ended:
        return lobby_table.headline_of(facts, facts.lobby)
    if facts.ended:
        return _ended(facts)
    if facts.held and facts.awaited:
        return text("It is your turn in the next deal; Enter shows it.")
    if facts.held:
        return text("The deal is over; Enter shows the next one.")
    if facts.asked:
        return asked_text(facts.asked)
    if facts.making:
        return text("The deck is being made: each player shuffles, and proves it.")
    if facts.rules is not None and len(facts.people) < facts.rules.players:
        missing = facts.rules.players - len(facts.people)
        return plural(
            "At the table: {names}. Waiting for {count} more player.",
            "At the table: {names}. Waiting for {count} more players.",
            missing,
            names=listed(facts.people),
        )
    return text("The deal begins.")


def _ended(facts: Facts) -> Text:
    if not facts.want_again:
        return text("The match is over.")
    return plural(
        "The match is over; {names} wants another one.",
        "The match is over; {names} want another one.",
        len(facts.want_again),
        names=listed(facts.want_again),
    )


def _seats(view: AnyView, facts: Facts, now: float) -> tuple[SeatModel, ...]:
    count = len(view.counts)
    own = view.seat if view.seat is not None else count - 1
    return tuple(_seat(view, facts, (own + step) % count, now) for step in range(1, count + 1))


def _seat(view: AnyView, facts: Facts, seat: int, now: float) -> SeatModel:
    roles: tuple[Role, ...]
    team = score = None
    closing = False
    if isinstance(view, SheddingView):
        roles = shedding_table.roles_of(view, seat)
        score = view.scores[seat] if view.result is None else view.result.score[seat]
    else:
        roles = beating_table.roles_of(view, seat)
        rules = view.rules
        team = rules.team(seat) if rules.teams != "none" else None
        closing = view.phase == "close" and seat not in view.done and seat not in view.out
    name = facts.names[seat] if seat < len(facts.names.by_seat) else f"{seat + 1}"
    return SeatModel(
        seat=seat,
        name=name,
        cards=view.counts[seat],
        known=view.known[seat],
        roles=roles,
        word=seat == view.word or closing,
        away=_left(facts.away.get(name), now),
        own=seat == view.seat,
        team=team,
        score=score,
    )


def _hand(view: AnyView, settings: Settings, *, asked: bool, ended: bool) -> tuple[HandCard, ...]:
    trump = trump_of(view)
    trumps = trumps_among(view.hand, trump)
    ordered = hand_order(view.hand, trump, settings.sort)
    moves = {card: _moves(view, card) if asked else () for card in ordered}
    # Where cheating is on nothing tells what is lawful: that would tell what is not.
    told = asked and not (isinstance(view.rules, Rules) and view.rules.may_cheat)
    keyed = ordered
    if len(ordered) > len(CARD_KEYS):
        # Too many cards for the keys: those that can be laid come first.
        keyed = [*filter(moves.get, ordered), *(card for card in ordered if not moves[card])]
    over = view.result is not None or ended
    keys = {} if over else dict(zip(keyed, CARD_KEYS, strict=False))
    return tuple(
        HandCard(
            card=card,
            key=keys.get(card, ""),
            light=Light.PLAIN if not told else Light.LIT if moves[card] else Light.DIM,
            moves=moves[card],
            trump=card in trumps,
        )
        for card in ordered
    )


def _moves(view: AnyView, card: Card) -> tuple[AnyMove, ...]:
    if isinstance(view, SheddingView):
        return shedding_table.moves_of(view, card)
    return beating_table.moves_of(view, card)

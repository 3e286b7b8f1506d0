"""Questions about a position of the beating family, each answered anew from what lies there.

A position is a plain dict:

rules, dealer     the options of the table
hands             a list of cards for each seat
stock             top first; the last card is the turned one
trump, turned     suit and card
discard           cards out of the deal
bout, lead        the bout's number, and who led (or leads) it
first_defender    who was attacked before any transfer
first_limit       rule 4's number before any transfer
transfers         [{by, to, card or None for a show, limit, at}]
attacks           [{card, by, kind: lead|throw|transfer, lawful, lay, at,
                    beat: None or {card, by, lawful, at}}]
taken             whether the defender has taken
passed, no_more   seats that have passed; seats judged for an added card (section 2)
done, barred, out as in arbiter.md
begun             rule 11's positions, one for each lead with an empty stock
moves             counts the moves, for `at` and `lay`
throwing          the (seat, move number, lay) of the last throw
result            None, or as in arbiter.md
"""

from .beating_options import TEAMS
from .common import JOKERS, LOWEST_RANK, RANKS

RED = "dh"


# Cards, as in 1.2.


def is_trump(card: str, trump: str) -> bool:
    """The joker of the trump suit's colour is a trump; the other one is none."""
    if card in JOKERS:
        return card == trump_joker(trump)
    return card[1] == trump


def trump_joker(trump: str) -> str:
    return "Xr" if trump in RED else "Xb"


def height(card: str) -> int:
    """Within one suit, or among the trumps: the joker is the highest."""
    return len(RANKS) if card in JOKERS else RANKS.index(card[0])


def beats(above: str, below: str, trump: str) -> bool:
    if is_trump(below, trump):
        return is_trump(above, trump) and height(above) > height(below)
    if is_trump(above, trump):
        return True
    if below in JOKERS:  # the joker that is no trump: beaten by trumps alone
        return False
    if above in JOKERS:  # it beats every card of its own colour
        return (below[1] in RED) == (above == "Xr")
    return above[1] == below[1] and height(above) > height(below)


# Seats, as in 1.1 and 1.6.


def clockwise_after(seat: int, players: int) -> list[int]:
    """All the other seats, the next one first, `seat` itself last."""
    return [(seat + step) % players for step in range(1, players + 1)]


def players(state: dict) -> int:
    return state["rules"]["players"]


def team_of(state: dict, seat: int) -> int:
    teams = state["rules"]["teams"]
    return seat if teams == "none" else TEAMS[teams][seat]


def opponents(state: dict, one: int, other: int) -> bool:
    return team_of(state, one) != team_of(state, other)


def still_in(state: dict) -> list[int]:
    return [seat for seat in range(players(state)) if seat not in state["out"]]


def next_in(state: dict, seat: int) -> int:
    """The next player to the left still in."""
    return next(s for s in clockwise_after(seat, players(state)) if s in still_in(state))


def next_opponent(state: dict, seat: int) -> int:
    """The next opponent to the left still in; without teams everyone else is one."""
    around = clockwise_after(seat, players(state))
    return next(s for s in around if s in still_in(state) and opponents(state, s, seat))


# The bout, as in 1.4 and 1.5.


def defender(state: dict) -> int:
    return state["transfers"][-1]["to"] if state["transfers"] else state["first_defender"]


def attacker(state: dict) -> int:
    """Who led, or transferred last: has the first word among the throwers."""
    return state["transfers"][-1]["by"] if state["transfers"] else state["lead"]


def first_number(state: dict) -> int:
    """Rule 4's first number."""
    return state["rules"]["first_bout_limit"] if state["bout"] == 1 else 6


def limit(state: dict) -> int:
    """Rule 4: how many attack cards may lie there."""
    return state["transfers"][-1]["limit"] if state["transfers"] else state["first_limit"]


def ranks_lying(state: dict) -> set[str]:
    cards = [a["card"] for a in state["attacks"]]
    cards += [a["beat"]["card"] for a in state["attacks"] if a["beat"]]
    return {card[0] for card in cards}


def cards_lying(state: dict) -> list[str]:
    cards = []
    for attack in state["attacks"]:
        cards.append(attack["card"])
        if attack["beat"]:
            cards.append(attack["beat"]["card"])
    return cards


def is_simple(state: dict) -> bool:
    return state["rules"]["variant"] == "simple"


def throwers(state: dict) -> list[int]:
    """1.1 `throwers`, 1.6: who may throw in on the defender, in no order."""
    target = defender(state)
    all_of_them = [s for s in still_in(state) if opponents(state, s, target)]
    if state["rules"]["throwers"] == "lead":
        return [s for s in all_of_them if s == attacker(state)]
    if state["rules"]["throwers"] == "neighbours":
        left = [s for s in clockwise_after(target, players(state)) if s in all_of_them]
        return [s for s in all_of_them if s in (left[0], left[-1])]
    return all_of_them


def last_thrower(state: dict) -> int | None:
    """Who laid the last card thrown in since the last transfer, of those lying there."""
    since = state["transfers"][-1]["at"] if state["transfers"] else 0
    thrown = [a for a in state["attacks"] if a["kind"] == "throw" and a["at"] > since]
    return thrown[-1]["by"] if thrown else None


def order_of_throwers(state: dict) -> list[int]:
    """Rule 3: the lead (or who transferred last) first, then the others clockwise;
    with `last-thrower`, who laid the last card thrown in before them."""
    first = attacker(state)
    order = [first, *clockwise_after(first, players(state))[:-1]]
    last = last_thrower(state)
    if state["rules"]["first_word"] == "last-thrower" and last is not None:
        order.remove(last)
        order.insert(0, last)
    allowed = throwers(state)
    return [seat for seat in order if seat in allowed]


def asked(state: dict) -> int | None:
    """The thrower to be asked: who has passed, has no card, or may add nothing more
    (section 2) is passed over."""
    for seat in order_of_throwers(state):
        gone = seat in state["passed"] or seat in state["no_more"]
        if state["hands"][seat] and not gone:
            return seat
    return None


def round_before_defender(state: dict) -> bool:
    """`any-time`: a round is held after the lead and after each card beaten, not after
    a transfer."""
    if state["rules"]["throw_in"] != "any-time" or is_simple(state):
        return False
    beaten = any(a["beat"] for a in state["attacks"])
    return beaten or not state["transfers"]


def situation(state: dict) -> tuple[str, int | None]:
    """The phase and who has the word, from what lies there and who has passed.

    `close` here means that the bout has nothing left but to be closed."""
    if state["result"]:
        return ("over", None)
    if not state["attacks"]:
        return ("lead", state["lead"])
    room = len(state["attacks"]) < limit(state)
    thrower = asked(state) if room and not is_simple(state) else None
    closing = ("close", to_say_done(state)[0] if to_say_done(state) else None)
    if state["taken"]:  # rule 5
        if thrower is not None and state["rules"]["throw_after_take"]:
            return ("add", thrower)
        return closing
    if any(a["beat"] is None for a in state["attacks"]):  # rule 2, and `any-time`
        if thrower is not None and round_before_defender(state):
            return ("throw", thrower)
        return ("defend", defender(state))
    if thrower is not None and state["hands"][defender(state)]:  # rules 3 and 6
        return ("throw", thrower)
    return closing


def to_say_done(state: dict) -> list[int]:
    return [seat for seat in still_in(state) if seat not in state["done"]]


def lowest_trump(state: dict) -> str:
    return LOWEST_RANK[state["rules"]["deck"]] + state["trump"]


# What is lawful to lay: a matter of the card alone.


def lawful_beat(state: dict, below: str, above: str) -> bool:
    return beats(above, below, state["trump"])


def lawful_throw(state: dict, card: str) -> bool:
    return card[0] in ranks_lying(state)


def lawful_transfer(state: dict, card: str) -> bool:
    """The attack's rank is that of the first card lying there."""
    return card[0] == state["attacks"][0]["card"][0]


def transfer_possible(state: dict) -> bool:
    """1.5: nothing beaten lies there, and not in the first bout unless the table has it."""
    if any(a["beat"] for a in state["attacks"]):
        return False
    return state["bout"] > 1 or state["rules"]["transfer_in_first_bout"]


def transfer_fits(state: dict, seat: int, lying: int) -> bool:
    """1.5: not more than the next player holds, or than rule 4's first number."""
    held = len(state["hands"][next_opponent(state, seat)])
    return lying <= held and lying <= first_number(state)

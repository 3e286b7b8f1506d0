"""How a bout closes and a deal ends (rules.md 1.4 rules 5 to 11, 1.6, 1.7, 3)."""

from . import beating_questions as ask
from .common import LOWEST_RANK, sorted_hand


def begin_bout(state: dict, lead: int) -> None:
    """Changes `state` in place: a new bout, nothing laid, `lead` to lead."""
    state["lead"] = lead
    state["transfers"] = []
    state["attacks"] = []
    state["taken"] = False
    for name in ("passed", "no_more", "done", "barred"):
        state[name] = []
    state["throwing"] = None
    state["first_defender"] = ask.next_opponent(state, lead)
    held = len(state["hands"][state["first_defender"]])
    state["first_limit"] = min(ask.first_number(state), held)
    note_position(state)


def note_position(state: dict) -> None:
    """Rule 11: with the stock empty, the same hands and lead for the third time."""
    if state["stock"]:
        return
    position = [[sorted_hand(hand) for hand in state["hands"]], state["lead"]]
    state["begun"].append(position)
    if state["begun"].count(position) == 3:
        end(state, "repetition", None, drawn_points(state, ask.still_in(state)))


def close_bout(state: dict) -> None:
    """Changes `state` in place: the cards leave or are picked up, all draw, who has no
    card goes out, and the next bout begins unless the deal is over."""
    target, attacker = ask.defender(state), ask.attacker(state)
    in_before = ask.still_in(state)
    if state["taken"]:
        state["hands"][target] += ask.cards_lying(state)
    else:
        state["discard"] += ask.cards_lying(state)
    order = drawing_order(state, target)
    for seat in order:  # rule 7
        while len(state["hands"][seat]) < 6 and state["stock"]:
            state["hands"][seat].append(state["stock"].pop(0))
    gone = []
    if not state["stock"]:  # rule 8
        gone = [seat for seat in order if not state["hands"][seat]]
        state["out"] += gone
    if len({ask.team_of(state, seat) for seat in ask.still_in(state)}) <= 1:
        end_by_cards(state, target, gone)
        return
    lead = next_lead(state, target, attacker, in_before)
    state["bout"] += 1
    begin_bout(state, lead)


def drawing_order(state: dict, target: int) -> list[int]:
    """Rule 7: who led first, then the others clockwise, the defender last."""
    first = state["lead"]
    order = [first, *ask.clockwise_after(first, ask.players(state))[:-1]]
    order.remove(target)
    return [seat for seat in [*order, target] if seat in ask.still_in(state)]


def next_lead(state: dict, target: int, attacker: int, in_before: list[int]) -> int:
    if state["taken"]:
        if lone_in_last_two_teams(state, target, in_before):  # 1.6
            around = ask.clockwise_after(attacker, ask.players(state))
            staying = ask.still_in(state)
            return next(s for s in around if s in staying and ask.opponents(state, s, target))
        return ask.next_in(state, target)  # rule 5
    if target not in state["out"]:  # rule 6
        return target
    for seat in ask.clockwise_after(target, ask.players(state)):  # rule 8, in a team game
        if seat in ask.still_in(state) and not ask.opponents(state, seat, target):
            return seat
    return ask.next_in(state, target)


def lone_in_last_two_teams(state: dict, target: int, in_before: list[int]) -> bool:
    """1.6: two teams are left and the one who takes is the only player of one of them,
    as the bout was played."""
    if state["rules"]["teams"] == "none":
        return False
    teams = [ask.team_of(state, seat) for seat in in_before]
    return len(set(teams)) == 2 and teams.count(ask.team_of(state, target)) == 1


def end_by_cards(state: dict, target: int, gone: list[int]) -> None:
    """Rule 9. `gone`: who went out in this bout."""
    around = [target, *ask.clockwise_after(target, ask.players(state))[:-1]]
    with_cards = [seat for seat in around if state["hands"][seat]]
    if with_cards:
        end(state, "cards", with_cards[0], won_points(state, with_cards[0]))
    elif state["rules"]["ends"] == "no-draw":
        end(state, "no-draw", target, won_points(state, target))
    elif state["rules"]["ends"] == "replay":
        end(state, "replay", None, no_points(state))
    else:
        end(state, "draw", None, drawn_points(state, gone))


def won_points(state: dict, fool: int) -> list[int]:
    """2 for each winner; the fool, and in team games the fool's team, has lost."""
    seats = range(ask.players(state))
    return [2 if ask.opponents(state, seat, fool) else 0 for seat in seats]


def drawn_points(state: dict, drawing: list[int]) -> list[int]:
    """1 for each of `drawing` and their team-mates, 2 for who was out before."""
    if state["rules"]["ends"] == "replay":
        return no_points(state)
    teams = {ask.team_of(state, seat) for seat in drawing}
    return [1 if ask.team_of(state, s) in teams else 2 for s in range(ask.players(state))]


def no_points(state: dict) -> list[int]:
    return [0] * ask.players(state)


def end(state: dict, reason: str, fool: int | None, points: list[int]) -> None:
    epaulettes = shoulders(state, fool)
    state["result"] = {
        "fool": fool,
        "points": points,
        "epaulettes": epaulettes,
        "reason": reason,
    }
    if reason == "time":  # the cards lying there are out of the deal, in nobody's hand
        state["discard"] += ask.cards_lying(state)
    state["first_defender"] = ask.defender(state)
    state["transfers"] = []
    state["attacks"] = []
    state["taken"] = False
    for name in ("passed", "no_more", "done", "barred"):
        state[name] = []


def shoulders(state: dict, fool: int | None) -> int:
    """1.7: cards of the lowest rank in the lay of the last card laid against the fool."""
    if not state["rules"]["epaulettes"] or fool is None or not state["attacks"]:
        return 0
    if fool != ask.defender(state):
        return 0
    last = state["attacks"][-1]
    lowest = LOWEST_RANK[state["rules"]["deck"]]
    if last["card"][0] != lowest:
        return 0
    lay = [a for a in state["attacks"] if a["lay"] == last["lay"] and a["card"][0] == lowest]
    return min(len(lay), 2)

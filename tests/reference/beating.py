"""The beating family as the arbiter judges it (rules.md 1 to 3, arbiter.md).

Every function takes a position and gives a new one or raises `Refused`; no position is
ever changed once it has been given out. See `beating_questions` for what it holds.
"""

from copy import deepcopy
from itertools import combinations

from . import beating_questions as ask
from .beating_closing import begin_bout, close_bout, end, won_points
from .beating_judgement import judge
from .beating_options import read_rules
from .common import (
    JOKERS,
    Refused,
    read_card,
    read_deck,
    read_seat,
    read_seat_word,
    sort_key,
    sorted_hand,
    words_of,
)

START_KEYS = {"rules", "dealer", "lead", "cards"}


# The deal, as in 1.3.


def start(line: dict) -> dict:
    if not {"rules", "cards"} <= set(line) <= START_KEYS or not isinstance(line["rules"], dict):
        raise Refused("bad-line", "a deal starts with rules, dealer, lead, cards")
    rules = read_rules(line["rules"])
    players = rules["players"]
    dealer = read_seat(line.get("dealer", 0), players)
    lead = line.get("lead")
    if lead is not None:
        lead = read_seat(lead, players)
    cards = turn_a_suited_card(read_deck(line["cards"], rules["deck"]))
    turned = cards[-1]
    hands = [[] for _ in range(players)]
    for _ in range(6):
        for seat in ask.clockwise_after(dealer, players):
            hands[seat].append(cards.pop(0))
    state = {
        "rules": rules,
        "dealer": dealer,
        "hands": hands,
        "stock": cards,
        "trump": turned[1],
        "turned": turned,
        "discard": [],
        "bout": 1,
        "out": [],
        "begun": [],
        "moves": 0,
        "result": None,
    }
    begin_bout(state, first_lead(state) if lead is None else lead)
    return state


def turn_a_suited_card(cards: list[str]) -> list[str]:
    """If the bottom card is a joker, the suited card nearest the bottom goes under it."""
    nearest = max(at for at, card in enumerate(cards) if card not in JOKERS)
    return cards[:nearest] + cards[nearest + 1 :] + [cards[nearest]]


def first_lead(state: dict) -> int:
    """The lowest trump; if nobody has one, `no_trump_lead`."""
    held = [(card, seat) for seat, hand in enumerate(state["hands"]) for card in hand]
    trumps = [(ask.height(c), seat) for c, seat in held if ask.is_trump(c, state["trump"])]
    if trumps:
        return min(trumps)[1]
    if state["rules"]["no_trump_lead"] == "first-seat":
        return 0
    around = ask.clockwise_after(state["dealer"], ask.players(state))
    return min(held, key=lambda one: (ask.height(one[0]), around.index(one[1])))[1]


# What is shown, as arbiter.md has it.


def view(state: dict) -> dict:
    phase, word = ask.situation(state)
    return {
        "phase": phase,
        "word": word,
        "lead": state["lead"],
        "defender": ask.defender(state),
        "table": [[a["card"], a["beat"]["card"] if a["beat"] else None] for a in state["attacks"]],
        "hands": [sorted_hand(hand) for hand in state["hands"]],
        "stock": len(state["stock"]),
        "trump": state["trump"],
        "turned": state["turned"],
        "discard": len(state["discard"]),
        "bout": state["bout"],
        "limit": None if phase == "over" else ask.limit(state),
        "taken": state["taken"],
        "passed": sorted(state["passed"]),
        "done": sorted(state["done"]),
        "barred": sorted(state["barred"]),
        "out": list(state["out"]),
        "result": deepcopy(state["result"]),
    }


def word_of(state: dict) -> int | None:
    return ask.situation(state)[1]


def legal(state: dict, seat: int) -> list[str]:
    """Every candidate that is not refused with cheating off; `done` for who owes it."""
    phase, word = ask.situation(state)
    if phase == "close":
        return ["done"] if seat in ask.to_say_done(state) else []
    if phase == "over" or seat != word:
        return []
    honest = {**state, "rules": {**state["rules"], "cheating": "none"}}
    moves = [m for m in candidates(state, seat) if m.split(" ")[0] in verbs_of(state, phase)]
    return sorted(move for move in moves if lawful(honest, seat, move))


def lawful(state: dict, seat: int, move: str) -> bool:
    try:
        check(state, seat, words_of(move))
    except Refused:
        return False
    return True


def candidates(state: dict, seat: int) -> list[str]:
    hand = sorted(state["hands"][seat], key=sort_key)
    moves = ["take", "pass", "exchange"]
    for verb in ("transfer", "show", "throw"):
        moves += [f"{verb} {card}" for card in hand]
    moves += [f"beat {a['card']} {card}" for a in state["attacks"] for card in hand]
    for number in range(1, 5):
        for rank in {card[0] for card in hand}:
            same = [card for card in hand if card[0] == rank]
            for cards in combinations(same, number):
                moves.append("lead " + " ".join(cards))
    return moves


# Playing.


VERBS = {  # how many words follow; lead takes one card or more
    "lead": None,
    "beat": 2,
    "take": 0,
    "throw": 1,
    "pass": 0,
    "transfer": 1,
    "show": 1,
    "exchange": 0,
    "accuse": 1,
    "done": 0,
}


def check_form(words: list[str], players: int) -> None:
    """bad-line: unknown verb, card, seat; too few or too many of them."""
    verb, rest = words[0], words[1:]
    if verb not in VERBS:
        raise Refused("bad-line", f"no move {verb!r}")
    if VERBS[verb] is None:
        if not rest:
            raise Refused("bad-line", "a lead names its cards")
    elif len(rest) != VERBS[verb]:
        raise Refused("bad-line", f"{verb} is followed by {VERBS[verb]} words")
    for word in rest:
        if verb == "accuse":
            read_seat_word(word, players)
        else:
            read_card(word)


def verbs_of(state: dict, phase: str) -> list[str]:
    """The verbs that a phase has at this table."""
    rules = state["rules"]
    verbs = {
        "lead": ["lead"],
        "defend": ["beat", "take"],
        "throw": ["throw", "pass"],
        "add": ["throw", "pass"],
        "close": [],
    }[phase]
    if phase == "defend" and rules["variant"] == "transfer":
        verbs.append("transfer")
        if rules["show_trump"]:
            verbs.append("show")
    if phase != "close" and rules["trump_exchange"]:
        verbs.append("exchange")
    return verbs


def check(state: dict, seat: int, words: list[str]) -> None:
    """Raises what arbiter.md finds first; the move is well formed."""
    verb, cards = words[0], words[1:]
    phase, word = ask.situation(state)
    if phase == "over":
        raise Refused("not-your-word", "the deal is over")
    if verb == "accuse":
        check_accuse(state, seat, int(cards[0]))
        return
    if verb == "done":
        check_done(state, seat, phase)
        return
    if seat != word:
        raise Refused("not-your-word", f"the word is with seat {word}")
    if verb not in verbs_of(state, phase):
        raise Refused("unlawful", f"no {verb} in phase {phase}")
    check_cards(state, seat, verb, cards)
    check_limit(state, seat, verb, cards)
    check_rest(state, seat, verb, cards)


def check_accuse(state: dict, seat: int, accused: int) -> None:
    """Section 2: any player still in may accuse another still in; not who is barred."""
    if state["rules"]["cheating"] == "none":
        raise Refused("unlawful", "nobody cheats at this table")
    if seat in state["out"]:
        raise Refused("not-your-word", "only who is still in the deal may accuse")
    if accused == seat or accused in state["out"]:
        raise Refused("unlawful", "only another player still in the deal may be accused")
    if seat in state["barred"]:
        raise Refused("unlawful", "who accused wrongly accuses nobody until the bout closes")


def check_done(state: dict, seat: int, phase: str) -> None:
    """Section 2: each player still in says it once, when the bout waits for it."""
    if phase != "close":
        raise Refused("unlawful", f"no done in phase {phase}")
    if seat not in ask.to_say_done(state):
        raise Refused("not-your-word", "this seat has no done to say")


def check_cards(state: dict, seat: int, verb: str, cards: list[str]) -> None:
    """no-such-card: not in the hand, or the attack card does not lie unbeaten."""
    hand = state["hands"][seat]
    if verb == "exchange":
        cards = [ask.lowest_trump(state)]
    if verb == "beat":
        if not any(a["card"] == cards[0] and a["beat"] is None for a in state["attacks"]):
            raise Refused("no-such-card", f"{cards[0]} does not lie unbeaten")
        cards = cards[1:]
    for card in cards:
        if card not in hand or cards.count(card) > 1:
            raise Refused("no-such-card", f"{card} is not in the hand")


def check_limit(state: dict, seat: int, verb: str, cards: list[str]) -> None:
    """limit: rule 4, the `lead` option, a transfer too many."""
    lying = len(state["attacks"])
    if verb == "lead":
        most = {"one": 1, "one-or-two": 2}.get(state["rules"]["lead"], 6)
        if len(cards) > min(most, ask.limit(state)):
            raise Refused("limit", "more cards than may be led")
    if verb == "throw" and lying >= ask.limit(state):
        raise Refused("limit", "no more cards may lie there")
    added = {"transfer": 1, "show": 0}.get(verb)
    if added is not None and not ask.transfer_fits(state, seat, lying + added):
        raise Refused("limit", "more cards than the next player may be given")


def check_rest(state: dict, seat: int, verb: str, cards: list[str]) -> None:
    """unlawful: everything else."""
    cheating = state["rules"]["cheating"]
    any_beat, any_added = cheating != "none", cheating == "all"
    if verb == "lead" and len({card[0] for card in cards}) > 1 and not any_added:
        raise Refused("unlawful", "a lead is of one rank")
    if verb == "throw" and not ask.lawful_throw(state, cards[0]) and not any_added:
        raise Refused("unlawful", "no card of that rank lies there")
    if verb == "beat" and not ask.lawful_beat(state, *cards) and not any_beat:
        raise Refused("unlawful", f"{cards[1]} does not beat {cards[0]}")
    if verb in ("transfer", "show"):
        if not ask.transfer_possible(state):
            raise Refused("unlawful", "no transfer now")
        honest = ask.lawful_transfer(state, cards[0])
        if not honest and (verb == "show" or not any_beat):
            raise Refused("unlawful", "not of the attack's rank")
    if verb == "show":
        if not ask.is_trump(cards[0], state["trump"]):
            raise Refused("unlawful", "only the trump is shown")
        if any(t["by"] == seat and t["card"] is None for t in state["transfers"]):
            raise Refused("unlawful", "shown once in a bout")
    if verb == "exchange" and not state["stock"]:
        raise Refused("unlawful", "the stock is empty")


def copy_of(state: dict) -> dict:
    """Nothing of it is shared but what is never changed: the options, past positions."""
    new = {name: value for name, value in state.items() if name not in ("rules", "begun")}
    return {**deepcopy(new), "rules": state["rules"], "begun": list(state["begun"])}


def play(state: dict, seat: int, text: object) -> dict:
    """The position after the move; `state` stays as it is."""
    words = words_of(text)
    check_form(words, ask.players(state))
    check(state, seat, words)
    new = copy_of(state)
    new["moves"] += 1
    MAKE[words[0]](new, seat, words[1:])
    if ask.situation(new)[0] == "close":
        waiting = new["rules"]["cheating"] != "none" and ask.to_say_done(new)
        if not waiting:
            close_bout(new)
    return new


def lay(state: dict, seat: int, card: str, kind: str, lawful: bool, lay_number: int) -> None:
    state["hands"][seat].remove(card)
    state["attacks"].append(
        {
            "card": card,
            "by": seat,
            "kind": kind,
            "lawful": lawful,
            "lay": lay_number,
            "at": state["moves"],
            "beat": None,
        }
    )


def forget_passes(state: dict) -> None:
    """Rule 3: passes stand until the defender lays a card, or takes."""
    if not state["rules"]["pass_is_final"]:
        state["passed"] = []


def make_lead(state: dict, seat: int, cards: list[str]) -> None:
    for card in cards:
        lay(state, seat, card, "lead", card[0] == cards[0][0], state["moves"])


def make_beat(state: dict, seat: int, cards: list[str]) -> None:
    below, above = cards
    lawful_now = ask.lawful_beat(state, below, above)
    attack = next(a for a in state["attacks"] if a["card"] == below)
    state["hands"][seat].remove(above)
    attack["beat"] = {"card": above, "by": seat, "lawful": lawful_now, "at": state["moves"]}
    forget_passes(state)


def make_take(state: dict, _seat: int, _cards: list[str]) -> None:
    state["taken"] = True
    forget_passes(state)


def make_throw(state: dict, seat: int, cards: list[str]) -> None:
    """Cards that one player throws with no other move between are one lay (1.7)."""
    lay_number = state["moves"]
    if state["throwing"] and state["throwing"][:2] == [seat, state["moves"] - 1]:
        lay_number = state["throwing"][2]
    state["throwing"] = [seat, state["moves"], lay_number]
    lay(state, seat, cards[0], "throw", ask.lawful_throw(state, cards[0]), lay_number)


def make_pass(state: dict, seat: int, _cards: list[str]) -> None:
    state["passed"].append(seat)


def make_transfer(state: dict, seat: int, cards: list[str]) -> None:
    lay(state, seat, cards[0], "transfer", ask.lawful_transfer(state, cards[0]), state["moves"])
    hand_on(state, seat, cards[0])
    forget_passes(state)


def make_show(state: dict, seat: int, _cards: list[str]) -> None:
    """No card is laid, so passes stand (rule 3)."""
    hand_on(state, seat, None)


def hand_on(state: dict, seat: int, card: str | None) -> None:
    """Rule 4: after a transfer, not more than the new defender holds at that moment."""
    target = ask.next_opponent(state, seat)
    most = min(ask.first_number(state), len(state["hands"][target]))
    state["transfers"].append(
        {"by": seat, "to": target, "card": card, "limit": most, "at": state["moves"]}
    )


def make_exchange(state: dict, seat: int, _cards: list[str]) -> None:
    lowest = ask.lowest_trump(state)
    state["hands"][seat].remove(lowest)
    state["hands"][seat].append(state["stock"].pop())
    state["stock"].append(lowest)
    state["turned"] = lowest


def make_accuse(state: dict, seat: int, words: list[str]) -> None:
    judge(state, seat, int(words[0]))


def make_done(state: dict, seat: int, _cards: list[str]) -> None:
    state["done"].append(seat)


MAKE = {
    "lead": make_lead,
    "beat": make_beat,
    "take": make_take,
    "throw": make_throw,
    "pass": make_pass,
    "transfer": make_transfer,
    "show": make_show,
    "exchange": make_exchange,
    "accuse": make_accuse,
    "done": make_done,
}


def overrun(state: dict, seat: int) -> dict:
    """Section 3: who has the word (in `close`: who owes a `done`) and overran its time is
    the fool, all others win."""
    phase, word = ask.situation(state)
    owing = ask.to_say_done(state) if phase == "close" else [word]
    if phase == "over" or seat not in owing:
        raise Refused("not-your-word", "this seat's time is not running")
    new = copy_of(state)
    end(new, "time", seat, won_points(new, seat))
    return new

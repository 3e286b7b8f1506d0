"""The shedding family as the arbiter judges it (rules.md 4, arbiter.md).

Every function takes a position and gives a new one or raises `Refused`. A position:

rules            preset, reshuffle, king_draws
hands, stock     cards; the stock top first
pile             the card laid first is the first, the top card the last
suit             the suit to follow, or None before the lead
phase, word      as in arbiter.md
owed, after      cards the word's seat must still draw, and who has the word then
drawn            whether the word's seat has drawn, not owed cards
before_shuffle   (phase, word) of the draw that waits for the shuffle
turned, turnovers, scores, result
"""

from copy import deepcopy

from .common import (
    SUITS,
    Refused,
    is_whole_number,
    read_card,
    read_deck,
    read_seat,
    sorted_hand,
    words_of,
)
from .shedding_presets import PRESETS, count, effect, read_rules, taken_off

START_KEYS = {"rules", "dealer", "lead", "scores", "cards"}


# The deal, as in 4.1 rules 1 and 2.


def start(line: dict) -> dict:
    if not {"rules", "cards"} <= set(line) <= START_KEYS:
        raise Refused("bad-line", "a deal starts with rules, dealer, lead, scores, cards")
    rules = read_rules(line["rules"])
    preset = PRESETS[rules["preset"]]
    dealer = read_seat(line.get("dealer", 0), 2)
    lead = line.get("lead")
    if lead is None:
        lead = dealer if preset["dealer_leads"] else 1 - dealer
    lead = read_seat(lead, 2)
    scores = read_scores(line.get("scores"), preset["match"])
    stock = read_deck(line["cards"], preset["deck"])
    hands = [[], []]
    for _ in range(preset["hand"]):
        for seat in (1 - dealer, dealer):
            hands[seat].append(stock.pop(0))
    return {
        "rules": rules,
        "hands": hands,
        "stock": stock,
        "pile": [],
        "suit": None,
        "phase": "play",
        "word": lead,
        "owed": 0,
        "after": None,
        "drawn": False,
        "before_shuffle": None,
        "turned": hands[dealer][-1] if rules["preset"] == "czech-3" else None,
        "turnovers": 0,
        "scores": scores,
        "result": None,
    }


def read_scores(value: object, match: int) -> list[int]:
    if value is None:
        return [0, 0]
    if not isinstance(value, list) or len(value) != 2:
        raise Refused("bad-line", "scores are two numbers")
    if not all(is_whole_number(score) and score < match for score in value):
        raise Refused("bad-line", f"a score is a whole number under {match}")
    return list(value)


def view(state: dict) -> dict:
    return {
        "phase": state["phase"],
        "word": state["word"],
        "top": state["pile"][-1] if state["pile"] else None,
        "suit": state["suit"],
        "hands": [sorted_hand(hand) for hand in state["hands"]],
        "stock": len(state["stock"]),
        "pile": len(state["pile"]),
        "owed": state["owed"],
        "drawn": state["drawn"],
        "turned": state["turned"],
        "turnovers": state["turnovers"],
        "result": deepcopy(state["result"]),
    }


def word_of(state: dict) -> int | None:
    return state["word"]


def legal(state: dict, seat: int) -> list[str]:
    moves = ["draw", "pass"]
    for card in state["hands"][seat]:
        moves.append(f"play {card}")
        moves += [f"play {card} {suit}" for suit in SUITS]
    return sorted(move for move in moves if lawful(state, seat, move))


def lawful(state: dict, seat: int, move: str) -> bool:
    try:
        check(state, seat, words_of(move))
    except Refused:
        return False
    return True


# What fits, what is named, what is owed.


def preset_of(state: dict) -> dict:
    return PRESETS[state["rules"]["preset"]]


def is_english(state: dict) -> bool:
    return state["rules"]["preset"] == "english"


def fits(state: dict, card: str) -> bool:
    """4.1 rule 3 and what 4.2 and 4.3 put in its place."""
    if not state["pile"]:  # a lead: any card
        return True
    top = state["pile"][-1]
    if state["phase"] == "follow":  # on one's own six any card, on one's own ace its suit
        return card[1] == top[1] if is_english(state) else True
    if state["phase"] == "cover":
        return card[1] == top[1] or card[0] == "A"
    if card[0] == preset_of(state)["fits_always"] or card[1] == state["suit"]:
        return True
    if state["rules"]["preset"] == "pentagon":
        return card[0] == top[0] == "6"
    return card[0] == top[0]


def has_fitting(state: dict) -> bool:
    return any(fits(state, card) for card in state["hands"][state["word"]])


def nameable(state: dict, card: str) -> str:
    """The suits one of which must be named with this card; none where none is."""
    if is_english(state) and state["phase"] in ("follow", "cover"):
        ace_suit = state["pile"][-1][1]
        if card[1] == ace_suit:
            return SUITS.replace(ace_suit, "")
    return SUITS if card[0] in preset_of(state)["names"] else ""


def can_draw(state: dict) -> bool:
    """4.1 rule 6: nothing can be drawn where only the top card lies there."""
    return bool(state["stock"]) or len(state["pile"]) > 1


# Playing.


def check_form(words: list[str]) -> None:
    verb, rest = words[0], words[1:]
    if verb in ("draw", "pass") and not rest:
        return
    if verb != "play" or len(rest) not in (1, 2):
        raise Refused("bad-line", "no such move")
    read_card(rest[0])
    if len(rest) == 2 and rest[1] not in list(SUITS):
        raise Refused("bad-line", f"{rest[1]!r} is no suit")


def check(state: dict, seat: int, words: list[str]) -> None:
    """Raises what arbiter.md finds first; the move is well formed."""
    if seat != state["word"]:
        raise Refused("not-your-word", "the word is not with this seat")
    verb = words[0]
    if state["phase"] == "draw":
        if verb != "draw":
            raise Refused("unlawful", "owed cards are drawn first")
    elif verb == "play":
        check_play(state, seat, words[1], words[2] if len(words) == 3 else None)
    elif verb == "draw":
        check_draw(state)
    else:
        check_pass(state)


def check_play(state: dict, seat: int, card: str, suit: str | None) -> None:
    if card not in state["hands"][seat]:
        raise Refused("no-such-card", f"{card} is not in the hand")
    if not fits(state, card):
        raise Refused("unlawful", f"{card} does not fit")
    suits = nameable(state, card)
    if suits and (suit is None or suit not in suits):
        raise Refused("unlawful", f"one of {suits} is to be named")
    if not suits and suit is not None:
        raise Refused("unlawful", f"{card} names no suit")


def check_draw(state: dict) -> None:
    if has_fitting(state) or not can_draw(state):
        raise Refused("unlawful", "who has a card that fits, or nothing to draw, does not draw")
    if state["phase"] == "follow" and (not is_english(state) or state["drawn"]):
        raise Refused("unlawful", "no draw now")
    if state["phase"] == "play" and preset_of(state)["draws_one"] and state["drawn"]:
        raise Refused("unlawful", "one card is drawn, not more")


def check_pass(state: dict) -> None:
    if state["phase"] == "follow":
        # polish: may always pass. english: with a card of the suit, too; without, one
        # card is drawn before, if there is one (4.3 rule 2).
        owes_a_draw = is_english(state) and not has_fitting(state) and not state["drawn"]
        if owes_a_draw and can_draw(state):
            raise Refused("unlawful", "one card is drawn before passing")
        return
    if has_fitting(state):
        raise Refused("unlawful", "who has a card that fits does not pass")
    one_is_enough = state["phase"] == "play" and preset_of(state)["draws_one"]
    if can_draw(state) and not (one_is_enough and state["drawn"]):
        raise Refused("unlawful", "who has no card that fits draws")


def play(state: dict, seat: int, text: object) -> dict:
    words = words_of(text)
    check_form(words)
    check(state, seat, words)
    new = deepcopy(state)
    if words[0] == "draw":
        make_draw(new)
    elif words[0] == "pass":
        make_pass(new)
    else:
        make_play(new, *words[1:])
    return new


def give_word(state: dict, seat: int, phase: str) -> None:
    state["word"] = seat
    state["phase"] = phase
    state["drawn"] = False


def make_play(state: dict, card: str, suit: str | None = None) -> None:
    me, other = state["word"], 1 - state["word"]
    preset = preset_of(state)
    state["hands"][me].remove(card)
    state["pile"].append(card)
    state["suit"] = suit or card[1]
    goes_on = preset["eight_goes_on"] and card[0] == "8"
    if not state["hands"][me] and not goes_on:  # 4.1 rule 7
        end(state, me, "cards", bonus=taken_off(state["rules"]["preset"], card))
        return
    if goes_on:
        give_word(state, me, "play")
    elif (is_english(state) and card[0] == "A") or (
        state["rules"]["preset"] == "polish" and card[0] == "6"
    ):
        give_word(state, me, "follow")
    else:
        owed, misses = effect(state["rules"], card)
        state["owed"] = owed
        state["after"] = me if misses else other
        give_word(state, other, "draw")
        leave_draw_when_done(state)


def leave_draw_when_done(state: dict) -> None:
    """4.1 rule 6: owed cards that are not there are forgotten."""
    if state["owed"] == 0 or not can_draw(state):
        state["owed"] = 0
        give_word(state, state["after"], "play")


def make_pass(state: dict) -> None:
    uncovered_ace = is_english(state) and state["phase"] in ("follow", "cover")
    give_word(state, 1 - state["word"], "cover" if uncovered_ace else "play")


def make_draw(state: dict) -> None:
    """4.1 rule 6 and, at the tenth turning over, rule 9."""
    if state["stock"]:
        take_from_stock(state)
        return
    state["turnovers"] += 1
    if state["turnovers"] == 10:
        end_by_turnovers(state)
    elif state["rules"]["reshuffle"]:
        state["before_shuffle"] = (state["phase"], state["word"])
        state["phase"], state["word"] = "shuffle", None
    else:
        turn_over(state, state["pile"][:-1])


def turn_over(state: dict, cards: list[str]) -> None:
    state["stock"] = list(cards)
    state["pile"] = state["pile"][-1:]
    take_from_stock(state)


def take_from_stock(state: dict) -> None:
    state["hands"][state["word"]].append(state["stock"].pop(0))
    if state["phase"] == "draw":
        state["owed"] -= 1
        leave_draw_when_done(state)
    else:
        state["drawn"] = True


def restock(state: dict, cards: object) -> dict:
    """The shuffled cards complete the draw that waits for them."""
    if not isinstance(cards, list):
        raise Refused("bad-line", "the stock is a list of cards")
    cards = [read_card(card) for card in cards]
    if state["phase"] != "shuffle":
        raise Refused("unlawful", "no shuffle is waited for")
    if sorted(cards) != sorted(state["pile"][:-1]):
        raise Refused("no-such-card", "not the cards under the top card")
    new = deepcopy(state)
    new["phase"], new["word"] = new["before_shuffle"]
    turn_over(new, cards)
    return new


# How a deal ends.


def end(state: dict, winner: int | None, reason: str, bonus: int = 0) -> None:
    """4.1 rule 8: the one left counts its cards; a match is lost at 100 (or 120)."""
    preset = state["rules"]["preset"]
    points = [0, 0]
    loser = None
    if winner is not None:
        left = 1 - winner
        points[left] = count(preset, state["hands"][left])
        points[winner] = -bonus
        has_jack = any(card[0] == "J" for card in state["hands"][left])
        reaches = state["scores"][left] + points[left] >= preset_of(state)["match"]
        if reaches or (preset == "czech-3" and has_jack):
            loser = left
    state["result"] = {
        "winner": winner,
        "points": points,
        "score": [state["scores"][seat] + points[seat] for seat in (0, 1)],
        "loser": loser,
        "reason": reason,
    }
    state["phase"], state["word"] = "over", None
    state["owed"], state["drawn"] = 0, False


def end_by_turnovers(state: dict) -> None:
    """4.1 rule 9: who counts less has won; if both count the same, nobody."""
    counts = [count(state["rules"]["preset"], hand) for hand in state["hands"]]
    if counts[0] == counts[1]:
        end(state, None, "turnovers")
    else:
        end(state, 0 if counts[0] < counts[1] else 1, "turnovers")


def overrun(state: dict, seat: int) -> dict:
    """4.1 rule 10: whoever has the word, this seat loses as one left with its cards."""
    if state["phase"] == "over":
        raise Refused("not-your-word", "the deal is over")
    new = deepcopy(state)
    end(new, 1 - seat, "time")
    return new

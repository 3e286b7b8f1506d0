"""The twelve games of rules.md 4.1 and 4.2, and what a hand counts (4.1 rule 8)."""

from .common import RANKS, Refused, is_whole_number

MISSES = True
PLAYS = False

CZECH = {
    "deck": 36,
    "hand": 5,
    "dealer_leads": False,
    "draws_one": False,
    "eight_goes_on": False,
    "fits_always": "Q",  # the rank that fits on everything
    "names": "Q",  # the ranks that name a suit
    # By card or rank: how many the next player draws, and whether it misses its turn.
    "effects": {"6": (2, MISSES), "7": (1, MISSES), "A": (0, MISSES)},
    "values": {"J": 2, "Q": 3, "K": 4, "A": 11},  # the others count their number
    "lone_queen": 20,
    "going_out": {},  # by card or rank: what is taken off the score
    "match": 100,
}


def game(**differences: object) -> dict:
    return {**CZECH, **differences}


def effects(**more: tuple[int, bool]) -> dict:
    return {**CZECH["effects"], **more}


PRESETS = {
    "czech": game(),
    "czech-1": game(draws_one=True),
    "czech-2": game(deck=32, effects={"7": (2, MISSES), "8": (1, MISSES), "A": (0, MISSES)}),
    "czech-3": game(hand=6, dealer_leads=True, fits_always="J", names="J", lone_queen=3),
    "english": game(effects={"6": (2, MISSES), "7": (1, MISSES)}),
    "pharaoh": game(hand=4, lone_queen=30, going_out={"Q": 30}),
    "pentagon": game(
        effects=effects(Q=(0, MISSES)),
        values={"Q": 20, "A": 11, "T": 10, "K": 4, "J": 2, "9": 0, "8": 0, "7": 0, "6": 0},
    ),
    "polish": game(
        dealer_leads=True,
        draws_one=True,
        names="QJ",
        effects={"7": (2, PLAYS), "Qs": (4, PLAYS), "Ks": (6, PLAYS), "A": (0, MISSES)},
    ),
    "czech-8": game(draws_one=True, effects=effects(Kd=(5, MISSES))),
    "czech-9": game(
        hand=6,
        dealer_leads=True,
        eight_goes_on=True,
        effects={"6": (2, PLAYS), "7": (1, PLAYS), "A": (0, MISSES)},
        going_out={"Qs": 50},
    ),
    "crocodile": game(draws_one=True, effects=effects(Kh=(5, MISSES))),
    "king-120": game(eight_goes_on=True, effects=effects(Ks=(5, PLAYS)), match=120),
}


def read_rules(given: dict) -> dict:
    """The options `preset`, `players`, `deck`, `reshuffle`, `king_draws`, `turn_seconds`."""
    preset = given["preset"]
    for name, value in given.items():
        if not allowed(preset, name, value):
            raise Refused("bad-line", f"option {name!r} has no value {value!r} in {preset}")
    return {
        "preset": preset,
        "reshuffle": given.get("reshuffle", False),
        "king_draws": given.get("king_draws", False),
    }


def allowed(preset: str, name: str, value: object) -> bool:
    if name == "preset":
        return True
    if name == "players":
        return is_whole_number(value) and value == 2
    if name == "deck":
        return is_whole_number(value) and value == PRESETS[preset]["deck"]
    if name == "reshuffle":
        return isinstance(value, bool)
    if name == "king_draws":
        return preset == "czech-9" and isinstance(value, bool)
    if name == "turn_seconds":
        return value is None or (is_whole_number(value) and 0 < value < 2**64)
    return False


def effect(rules: dict, card: str) -> tuple[int, bool]:
    """How many cards the next player owes, and whether it misses its turn."""
    table = PRESETS[rules["preset"]]["effects"]
    if rules["king_draws"] and card[0] == "K":
        return (5, MISSES)
    return table.get(card, table.get(card[0], (0, PLAYS)))


def count(preset: str, hand: list[str]) -> int:
    """4.1 rule 8: what the cards left count, as the preset has it."""
    table = PRESETS[preset]
    if len(hand) == 1 and hand[0][0] == "Q":
        total = max(table["lone_queen"], table["values"]["Q"])
    else:
        total = sum(value(table, card) for card in hand)
    if preset == "czech-9" and "Qs" in hand:
        total += 50
    return total


def value(table: dict, card: str) -> int:
    return table["values"].get(card[0], RANKS.index(card[0]) + 2)


def taken_off(preset: str, last_card: str) -> int:
    """What going out with this card takes off the winner's score."""
    table = PRESETS[preset]["going_out"]
    return table.get(last_card, table.get(last_card[0], 0))

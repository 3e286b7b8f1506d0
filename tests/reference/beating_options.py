"""The options of table 1.1 and the presets under it."""

from .common import Refused, is_whole_number

VALUES = {
    "variant": ["throw-in", "transfer", "simple"],
    "deck": [36, 24, 32, 52, 54],
    "players": [2, 3, 4, 5, 6, 7, 8],
    "teams": ["none", "2x2", "3x3", "2x2x2"],
    "first_bout_limit": [5, 6],
    "throwers": ["all", "neighbours", "lead"],
    "throw_in": ["after-beat", "any-time"],
    "first_word": ["lead", "last-thrower"],
    "throw_after_take": [True, False],
    "pass_is_final": [False, True],
    "lead": ["same-rank", "one", "one-or-two"],
    "transfer_in_first_bout": [False, True],
    "show_trump": [False, True],
    "ends": ["draw", "no-draw", "replay"],
    "next_lead": ["left-of-fool", "right-of-fool", "lowest-trump", "winner"],
    "no_trump_lead": ["first-seat", "lowest-card"],
    "trump_exchange": [False, True],
    "cheating": ["none", "beat-transfer", "all"],
    "turn_seconds": [None],  # or a positive whole number
    "scoring": ["points", "points-and-purse"],
    "epaulettes": [True, False],
}

PRESETS = {
    "classic": {},
    "party": {"deck": 54},
    "house": {"pass_is_final": True, "scoring": "points-and-purse"},
    "simple": {"variant": "simple"},
    "transfer": {"variant": "transfer"},
    "passport": {"variant": "transfer", "show_trump": True},
    "pairs": {"teams": "2x2", "players": 4},
    "thirds": {"teams": "3x3", "players": 6},
    "championship": {"ends": "no-draw"},
    "cheaters": {"cheating": "beat-transfer"},
    "computer": {},
    "encyclopedia": {
        "lead": "one",
        "first_bout_limit": 6,
        "first_word": "last-thrower",
        "next_lead": "right-of-fool",
    },
    "transfer-online": {"variant": "transfer", "transfer_in_first_bout": True},
}

MOST_PLAYERS = {24: 4, 32: 5, 36: 6, 52: 8, 54: 8}

# Each seat's team, by the seat's number.
TEAMS = {"2x2": [0, 1, 0, 1], "3x3": [0, 1, 0, 1, 0, 1], "2x2x2": [0, 1, 2, 0, 1, 2]}


def allowed(name: str, value: object) -> bool:
    if name == "turn_seconds" and is_whole_number(value) and value < 2**64:
        return value > 0
    return any(type(value) is type(one) and value == one for one in VALUES[name])


def read_rules(given: dict) -> dict:
    """A full set of options from `{"preset": ..., option: value, ...}`; else bad-line."""
    options = dict(given)
    preset = options.pop("preset", None)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refused("bad-line", f"no preset {preset!r}")
    for name, value in options.items():
        if name not in VALUES or not allowed(name, value):
            raise Refused("bad-line", f"option {name!r} has no value {value!r}")
    rules = {name: values[0] for name, values in VALUES.items()}
    rules.update(PRESETS[preset])
    rules.update(options)
    check_lead(rules, "lead" in options)
    if rules["players"] > MOST_PLAYERS[rules["deck"]]:
        raise Refused("bad-line", "the deck has not six cards for each player")
    if rules["teams"] != "none" and rules["players"] != len(TEAMS[rules["teams"]]):
        raise Refused("bad-line", f"teams {rules['teams']} are not for {rules['players']} players")
    return rules


def check_lead(rules: dict, given: bool) -> None:
    """`simple` has `one-or-two` and no other value; nobody else has it."""
    if rules["variant"] == "simple":
        if given and rules["lead"] != "one-or-two":
            raise Refused("bad-line", "simple leads one or two")
        rules["lead"] = "one-or-two"
    elif rules["lead"] == "one-or-two":
        raise Refused("bad-line", "only simple leads one or two")

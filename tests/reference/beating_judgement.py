"""Accusations (rules.md, section 2)."""


def judge(state: dict, accuser: int, accused: int) -> None:
    """Changes `state` in place. A judgement voids the `done`s before it."""
    state["done"] = []
    transfers = unlawful_attacks(state, accused, ["transfer"])
    added = unlawful_attacks(state, accused, ["lead", "throw"])
    beats = unlawful_beats(state, accused)
    if not transfers and not added and not beats:
        state["barred"].append(accuser)
        return
    if transfers:
        undo_from(state, transfers[0]["at"])
        force_take(state, anew=True)
    for attack in unlawful_attacks(state, accused, ["lead", "throw"]):
        send_back(state, attack)
        if accused not in state["no_more"]:
            state["no_more"].append(accused)
    if unlawful_beats(state, accused):
        for attack in unlawful_beats(state, accused):
            send_beat_back(state, attack)
        force_take(state, anew=False)


def unlawful_attacks(state: dict, seat: int, kinds: list[str]) -> list[dict]:
    return [
        a for a in state["attacks"] if a["by"] == seat and a["kind"] in kinds and not a["lawful"]
    ]


def unlawful_beats(state: dict, seat: int) -> list[dict]:
    return [
        a
        for a in state["attacks"]
        if a["beat"] and a["beat"]["by"] == seat and not a["beat"]["lawful"]
    ]


def send_back(state: dict, attack: dict) -> None:
    """An attack card to who laid it, and what beat it to who beat it."""
    if attack["beat"]:
        send_beat_back(state, attack)
    state["attacks"].remove(attack)
    state["hands"][attack["by"]].append(attack["card"])


def send_beat_back(state: dict, attack: dict) -> None:
    state["hands"][attack["beat"]["by"]].append(attack["beat"]["card"])
    attack["beat"] = None


def undo_from(state: dict, moment: int) -> None:
    """All laid since the unlawful transfer goes back, the transferring card too; who
    transferred is the defender again."""
    for attack in list(state["attacks"]):
        if attack["at"] >= moment:
            send_back(state, attack)
        elif attack["beat"] and attack["beat"]["at"] >= moment:
            send_beat_back(state, attack)
    state["transfers"] = [t for t in state["transfers"] if t["at"] < moment]


def force_take(state: dict, *, anew: bool) -> None:
    """A take already said is not said anew; `anew` where the taker is another one, after
    an undone transfer. A take forgets the passes (rule 3), and rule 5 follows."""
    if state["taken"] and not anew:
        return
    state["taken"] = True
    if not state["rules"]["pass_is_final"]:
        state["passed"] = []

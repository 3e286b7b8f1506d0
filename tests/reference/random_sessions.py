"""Random arbiter sessions: the same lines for any number of implementations.

A session is driven by an object with `.line(text) -> dict`; what it answers steers the
choice of the next line, so two implementations get the same lines until they first
differ. `compare` feeds both and stops at the first difference.

    python -m tests.reference.random_sessions --count 200 --family beating \\
        --only variant=transfer --only cheating=all -- some-other-arbiter --its-options

runs the reference alone, or against the command after `--`, which must speak JSON lines.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

if not __package__:  # run as a file
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "reference"
    import reference  # noqa: F401

from . import beating_options, shedding_presets
from .arbiter import Arbiter
from .common import ALL_CARDS, JOKERS, SUITS, Refused, deck_cards

MOST_LINES = 1500


class Session:
    """One deal: `lines(answer)` is a generator of texts; send it each answer.

    only: options that are fixed, e.g. {"variant": "transfer", "players": 2}; for the
    shedding family {"preset": "english"}.
    faults: share of lines that are no lawful move of the seat with the word.
    """

    def __init__(
        self, seed: int, family: str = "both", only: dict | None = None, faults: float = 0.25
    ) -> None:
        self.random = random.Random(f"durak {seed}")
        if family == "both":
            family = self.random.choice(["beating", "shedding"])
        self.family = family
        self.only = only or {}
        self.faults = faults
        self.start = self.random_start()
        self.begun = False
        self.taking = self.random.choice([0.02, 0.1, 0.5])  # how willing to take
        self.rashness = self.random.choice([0.0, 0.1, 0.4])  # how willing to cheat
        # Late in such a deal everyone leads its least card and takes, so that positions recur.
        self.circling = family == "beating" and self.random.random() < 0.1
        self.suspicion = self.random.choice([0.0, 0.02, 0.1])  # how willing to accuse

    # The start line.

    def random_start(self) -> dict:
        make = self.beating_rules if self.family == "beating" else self.shedding_rules
        rules, size = make()
        cards = deck_cards(size)
        self.random.shuffle(cards)
        if size == 54 and self.random.random() < 0.3:  # jokers at the bottom
            under = self.random.sample(JOKERS, self.random.choice([1, 2]))
            cards = [card for card in cards if card not in under] + under
        players = rules.get("players", 2)
        line = {"rules": rules, "cards": cards}
        if self.random.random() < 0.7:
            line["dealer"] = self.random.randrange(players)
        if self.random.random() < 0.5:
            line["lead"] = self.random.choice([None, self.random.randrange(players)])
        if self.family == "shedding" and self.random.random() < 0.7:
            line["scores"] = [self.random.choice([-30, 0, 34, 51, 80, 99]) for _ in range(2)]
        return line

    def beating_rules(self) -> tuple[dict, int]:
        while True:
            rules = {"preset": self.only.get("preset") or self.a_preset()}
            preset = beating_options.PRESETS[rules["preset"]]
            share = self.random.choice([0.0, 0.2, 0.6, 1.0])
            for name, values in beating_options.VALUES.items():
                if name in self.only:
                    rules[name] = self.only[name]
                elif self.random.random() < share or name == "players":
                    rules[name] = self.random.choice(values)
            if "turn_seconds" in rules and self.random.random() < 0.5:
                rules["turn_seconds"] = 30
            if self.random.random() < 0.7:
                self.make_fit(rules, preset)
            try:
                whole = beating_options.read_rules(rules)
            except Refused:
                continue
            return rules, whole["deck"]

    def a_preset(self) -> str:
        return self.random.choice(list(beating_options.PRESETS))

    def make_fit(self, rules: dict, preset: dict) -> None:
        """More tables of teams and of few players than chance would give."""
        teams = rules.get("teams", preset.get("teams", "none"))
        if "players" not in self.only:
            if teams != "none":
                rules["players"] = len(beating_options.TEAMS[teams])
            elif self.random.random() < 0.5:
                rules["players"] = self.random.choice([2, 3, 4])
        if "lead" not in self.only and self.random.random() < 0.5:
            rules.pop("lead", None)

    def shedding_rules(self) -> tuple[dict, int]:
        preset = self.only.get("preset") or self.random.choice(list(shedding_presets.PRESETS))
        size = shedding_presets.PRESETS[preset]["deck"]
        rules = {"preset": preset, "reshuffle": self.random.random() < 0.4}
        if self.random.random() < 0.5:
            rules["players"] = 2
        if self.random.random() < 0.5:
            rules["deck"] = size
        if preset == "czech-9" and self.random.random() < 0.6:
            rules["king_draws"] = self.random.random() < 0.7
        if self.random.random() < 0.2:
            rules["turn_seconds"] = self.random.choice([None, 60])
        rules.update(self.only)
        return rules, size

    # The lines after it.

    def lines(self) -> Iterator[str]:
        """Yields texts; `send` the answer to each."""
        if self.random.random() < self.faults:
            yield self.text({"state": True})  # no deal has begun
        answer = yield self.text(self.start)
        if not answer["ok"]:
            return
        state, legal = answer["state"], answer["legal"]
        for _ in range(MOST_LINES):
            if state["phase"] == "over" and self.random.random() < 0.7:
                return
            if self.random.random() < self.faults:
                answer = yield self.some_fault(state, legal)
            else:
                answer = yield self.some_move(state, legal)
            if answer["ok"]:
                state = answer["state"]
                legal = answer["legal"]
                if self.asked_other:
                    answer = yield self.text({"state": True})
                    legal = answer["legal"]

    def text(self, line: dict) -> str:
        self.asked_other = list(line) == ["legal"]
        return json.dumps(line)

    def move(self, seat: int, move: str) -> str:
        return self.text({"seat": seat, "move": move})

    def some_move(self, state: dict, legal: list[str]) -> str:
        if state["phase"] == "shuffle":
            return self.text({"stock": self.under_top(state)})
        if state["phase"] == "over" or not legal:
            return self.text({"state": True})
        if self.cheating() != "none":
            accusing = self.suspicion
            if self.random.random() < accusing:
                return self.accusation(state)
            if state["phase"] == "close":
                return self.move(self.who_owes_done(state), "done")
            if self.random.random() < self.rashness:
                cheat = self.cheat(state)
                if cheat:
                    return self.move(state["word"], cheat)
        if self.circling and state["stock"] == 0:
            legal = sorted(legal, key=len)[:1] if state["phase"] == "lead" else legal
            legal = [move for move in legal if move in ("take", "pass")] or legal
        elif len(legal) > 1 and self.random.random() > self.taking:
            legal = [move for move in legal if move not in ("take", "pass")] or legal
        return self.move(state["word"], self.random.choice(legal))

    def cheating(self) -> str:
        if self.family != "beating":
            return "none"
        return beating_options.read_rules(self.start["rules"])["cheating"]

    def who_owes_done(self, state: dict) -> int:
        seats = range(len(state["hands"]))
        return self.random.choice(
            [seat for seat in seats if seat not in state["done"] and seat not in state["out"]]
        )

    def accusation(self, state: dict) -> str:
        seats = range(len(state["hands"]))
        return self.move(self.random.choice(seats), f"accuse {self.random.choice(seats)}")

    def cheat(self, state: dict) -> str | None:
        """Any card in place of a lawful one."""
        hand = state["hands"][state["word"]]
        if not hand:
            return None
        card = self.random.choice(hand)
        if state["phase"] == "lead":
            cards = self.random.sample(hand, min(len(hand), self.random.choice([1, 2, 3])))
            return "lead " + " ".join(cards)
        if state["phase"] in ("throw", "add"):
            return f"throw {card}"
        unbeaten = [below for below, above in state["table"] if above is None]
        verb = self.random.choice(["beat", "beat", "transfer"])
        return (
            f"beat {self.random.choice(unbeaten)} {card}" if verb == "beat" else f"transfer {card}"
        )

    def under_top(self, state: dict) -> list[str]:
        """The cards that lie in neither hand and are not the top card, in random order."""
        held = {card for hand in state["hands"] for card in hand} | {state["top"]}
        cards = [card for card in self.start["cards"] if card not in held]
        self.random.shuffle(cards)
        return cards

    # Lines that are no lawful move of the seat with the word.

    def some_fault(self, state: dict, legal: list[str]) -> str:
        kinds: list[Callable[[dict, list[str]], str]] = [
            self.any_move,
            self.any_move,
            self.own_card_wrongly,
            self.own_card_wrongly,
            self.own_card_wrongly,
            self.wrong_seat,
            self.question,
            self.question,
            self.malformed,
            self.bad_start,
            self.wrong_stock,
        ]
        if self.random.random() < 0.004:
            kinds = [self.overrun]
        return self.random.choice(kinds)(state, legal)

    def a_seat(self, state: dict) -> int:
        if state["word"] is not None and self.random.random() < 0.7:
            return state["word"]
        return self.random.randrange(len(state["hands"]))

    def any_move(self, state: dict, _legal: list[str]) -> str:
        """A well formed move of any kind, with cards from anywhere."""
        deck = self.start["cards"]
        one, two, three = self.random.sample(deck, 3)
        seat = self.random.randrange(len(state["hands"]))
        if self.family == "shedding":
            suit = self.random.choice(SUITS)
            moves = [f"play {one}", f"play {one} {suit}", "draw", "pass"]
        else:
            moves = [
                f"lead {one}",
                f"lead {one} {two}",
                f"lead {one} {two} {three}",
                f"beat {one} {two}",
                "take",
                f"throw {one}",
                "pass",
                f"transfer {one}",
                f"show {one}",
                "exchange",
                f"accuse {seat}",
                "done",
            ]
        return self.move(self.a_seat(state), self.random.choice(moves))

    def own_card_wrongly(self, state: dict, _legal: list[str]) -> str:
        """Cards of the seat's own hand, lawful or not."""
        seat = self.a_seat(state)
        hand = state["hands"][seat]
        if not hand:
            return self.any_move(state, _legal)
        card = self.random.choice(hand)
        if self.family == "shedding":
            suit = self.random.choice(SUITS)
            return self.move(seat, self.random.choice([f"play {card}", f"play {card} {suit}"]))
        some = self.random.sample(hand, min(len(hand), self.random.choice([2, 2, 3, 4, 7])))
        same = [other for other in hand if other[0] == card[0]]
        self.random.shuffle(same)
        below = self.random.choice([pair[0] for pair in state["table"]] or [card])
        moves = [
            f"lead {card}",
            "lead " + " ".join(some),
            "lead " + " ".join(same),
            f"beat {below} {card}",
            f"beat {below} {card}",
            f"throw {card}",
            f"transfer {card}",
            f"show {card}",
        ]
        return self.move(seat, self.random.choice(moves))

    def wrong_seat(self, state: dict, legal: list[str]) -> str:
        seat = self.random.randrange(len(state["hands"]))
        return self.move(seat, self.random.choice(legal or ["pass"]))

    def question(self, state: dict, _legal: list[str]) -> str:
        seat = self.random.randrange(len(state["hands"]))
        return self.text(self.random.choice([{"legal": seat}, {"state": True}]))

    def overrun(self, state: dict, _legal: list[str]) -> str:
        return self.text({"seat": self.a_seat(state), "time": True})

    def wrong_stock(self, state: dict, _legal: list[str]) -> str:
        if self.family == "beating":
            return self.question(state, _legal)
        cards = self.under_top(state)
        wrong = [cards[1:], [*cards, self.start["cards"][0]], "6s", ["6x"], [6], None]
        if state["phase"] != "shuffle":
            wrong.append(cards)
        return self.text({"stock": self.random.choice(wrong)})

    def malformed(self, state: dict, _legal: list[str]) -> str:
        seats = len(state["hands"])
        lines = [
            {"seat": seats, "move": "pass"},
            {"seat": -1, "move": "pass"},
            {"seat": "0", "move": "pass"},
            {"seat": True, "move": "pass"},
            {"seat": None, "move": "pass"},
            {"seat": 0, "move": "fold"},
            {"seat": 0, "move": ""},
            {"seat": 0, "move": None},
            {"seat": 0, "move": ["pass"]},
            {"seat": 0, "move": "Pass"},
            {"seat": 0, "move": "pass 6s"},
            {"seat": 0, "move": "lead"},
            {"seat": 0, "move": "lead 1s"},
            {"seat": 0, "move": "beat 6s"},
            {"seat": 0, "move": "throw 6x"},
            {"seat": 0, "move": f"accuse {seats}"},
            {"seat": 0, "move": "accuse x"},
            {"seat": 0, "move": "play 8c" if self.family == "beating" else "lead 8c"},
            {"seat": 0, "move": "draw" if self.family == "beating" else "take"},
            {"seat": 0, "move": "play 8c x"},
            {"seat": 0, "move": "pass", "note": 1},
            {"seat": 0, "time": False},
            {"seat": seats, "time": True},
            {"seat": 0},
            {"move": "pass"},
            {"legal": seats},
            {"legal": True},
            {"legal": None},
            {"legal": 0, "state": True},
            {"state": False},
            {"state": 1},
            {"hello": 1},
            {},
        ]
        texts = [json.dumps(line) for line in lines]
        texts += [
            "",
            "  ",
            "pass",
            "[]",
            "null",
            "3",
            '"pass"',
            '{"state": tru',
            '{"state": true}}',
        ]
        self.asked_other = False
        return self.random.choice(texts)

    def bad_start(self, _state: dict, _legal: list[str]) -> str:
        """Refused: the old deal stays."""
        line = json.loads(json.dumps(self.start))
        rules, cards = line["rules"], line["cards"]
        players = rules.get("players", 2)
        other = next(card for card in ALL_CARDS if card != cards[0])
        changes: list[Callable[[], object]] = [
            lambda: line.update(dealer=players),
            lambda: line.update(dealer=None),
            lambda: line.update(dealer="0"),
            lambda: line.update(lead=-1),
            lambda: line.update(lead=players),
            lambda: line.update(lead=False),
            lambda: line.update(cards=cards[1:]),
            lambda: line.update(cards=[other, *cards[1:-1], other]),
            lambda: line.update(cards=[*cards, cards[0]]),
            lambda: line.update(cards=["1x", *cards[1:]]),
            lambda: line.update(cards=None),
            lambda: line.update(note=1),
            lambda: line.update(rules=None),
            lambda: line.update(rules=[rules]),
            lambda: line.pop("cards"),
            lambda: rules.update(preset="bridge"),
            lambda: rules.update(preset=["classic"]),
            lambda: rules.update(players=9),
            lambda: rules.update(players=1),
            lambda: rules.update(players="2"),
            lambda: rules.update(deck=40),
            lambda: rules.update(colour="red"),
            lambda: rules.update(turn_seconds=0),
            lambda: rules.update(turn_seconds="soon"),
        ]
        if self.family == "beating":
            changes += [
                lambda: rules.update(teams="2x2", players=3),
                lambda: rules.update(deck=24, players=5),
                lambda: rules.update(variant="best"),
                lambda: rules.update(ends=True),
                lambda: rules.update(throw_after_take=1),
                lambda: rules.update(first_bout_limit=True),
                lambda: rules.update(variant="throw-in", lead="one-or-two"),
                lambda: rules.update(variant="simple", lead="same-rank"),
                lambda: rules.update(reshuffle=False),
            ]
        else:
            changes += [
                lambda: line.update(scores=[100, 150]),
                lambda: line.update(scores=[0]),
                lambda: line.update(scores=[0.5, 0]),
                lambda: line.update(scores="0 0"),
                lambda: rules.update(players=3),
                lambda: rules.update(deck=52),
                lambda: rules.update(reshuffle=None),
                lambda: rules.update(king_draws=1),
                lambda: rules.update(variant="simple"),
            ]
        self.random.choice(changes)()
        return self.text(line)


class Process:
    """Another program that speaks JSON lines, as an object with `.line`."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def line(self, text: str) -> dict:
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def same(one: dict, other: dict) -> bool:
    """Equal but for the text of the message."""
    return {**one, "message": None} == {**other, "message": None}


def report(session: list[str], one: dict, other: dict) -> str:
    """The whole session so far, and where the two answers differ."""
    text = [f"{number:4} {line}" for number, line in enumerate(session, 1)]
    text.append("first:  " + json.dumps(one))
    text.append("second: " + json.dumps(other))
    for field in sorted(set(one.get("state") or {}) | set(other.get("state") or {})):
        mine = (one.get("state") or {}).get(field, "-")
        theirs = (other.get("state") or {}).get(field, "-")
        if mine != theirs:
            text.append(f"  {field}: {mine!r} / {theirs!r}")
    return "\n".join(text)


def compare(session: Session, first: object, second: object) -> str | None:
    """Feeds both the session's lines; the report of the first difference, or None."""
    lines = session.lines()
    fed = []
    text = next(lines)
    while True:
        fed.append(text)
        one, other = first.line(text), second.line(text)
        if not same(one, other):
            return report(fed, one, other)
        try:
            text = lines.send(one)
        except StopIteration:
            return None


def conserved(session: Session, state: dict) -> bool:
    """No card is lost or made."""
    number = sum(map(len, state["hands"])) + state["stock"]
    if session.family == "shedding":
        number += state["pile"]
    else:
        number += state["discard"] + sum(1 + (above is not None) for _, above in state["table"])
    return number == len(session.start["cards"])


def run_alone(session: Session, judge: object, tally: Counter) -> None:
    """Drives one implementation and holds it to what needs no second one."""
    lines = session.lines()
    before = None
    text = next(lines)
    while True:
        answer = judge.line(text)
        if answer["ok"]:
            before = answer["state"]
            assert conserved(session, before), (text, before)
            assert before["phase"] != "over" or (answer["legal"] == [] and before["word"] is None)
        else:
            tally[answer["error"]] += 1
            now = judge.line('{"state": true}')
            assert before is None or now["state"] == before, (text, before, now)
        tally["lines"] += 1
        try:
            text = lines.send(answer)
        except StopIteration:
            tally["ended" if before and before["result"] else "not ended"] += 1
            if before and before["result"]:
                tally[before["result"]["reason"]] += 1
            return


def read_only(pairs: list[str]) -> dict:
    only = {}
    for pair in pairs:
        name, value = pair.split("=", 1)
        try:
            only[name] = json.loads(value)
        except ValueError:
            only[name] = value
    return only


def main() -> int:
    parser = argparse.ArgumentParser(description="Random sessions for one arbiter or for two.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--family", choices=["both", "beating", "shedding"], default="both")
    parser.add_argument("--only", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--faults", type=float, default=0.25)
    parser.add_argument("command", nargs="*", help="another arbiter, after --")
    chosen = parser.parse_args()
    only = read_only(chosen.only)
    tally = Counter()
    began = time.monotonic()
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        session = Session(seed, chosen.family, only, chosen.faults)
        if not chosen.command:
            run_alone(session, Arbiter(), tally)
            continue
        other = Process(chosen.command)
        difference = compare(session, Arbiter(), other)
        other.process.kill()
        other.process.wait()
        if difference:
            print(f"seed {seed}\n{difference}")
            return 1
    print(f"{chosen.count} sessions, {time.monotonic() - began:.0f} s", dict(tally))
    return 0


if __name__ == "__main__":
    sys.exit(main())

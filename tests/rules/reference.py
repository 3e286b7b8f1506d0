"""The rules a second time, slow and plain, to compare the engine with (protocol/rules.md).

The engine keeps a position and asks after each move who has the word now. Here a deal is told as a
story instead: a generator that deals, then plays one bout after the other with loops for the rounds
of the throwers, and stops at each word. The two share nothing but the cards and the options.
"""

from collections.abc import Callable, Generator
from itertools import permutations
from typing import NamedTuple

from durak_p2p.cards import deck
from durak_p2p.rules import Rules

RANKS = "23456789TJQKAX"
COLOUR = {"c": "b", "s": "b", "d": "r", "h": "r"}


class Moment(NamedTuple):
    """What is seen when a seat has the word."""

    seat: int
    phase: str
    legal: set[str]
    table: list[tuple[str, str | None]]
    hands: list[list[str]]
    stock: int
    limit: int
    passed: list[int]


class Ending(NamedTuple):
    fool: int | None
    points: tuple[int, ...]
    epaulettes: int
    reason: str


Story = Generator[Moment, str, None]


class Reference:
    """One deal; `play()` is its story, `ending` what it came to."""

    def __init__(self, rules: Rules, order: list[str], dealer: int) -> None:
        self.rules, self.dealer, self.n = rules, dealer, rules.players
        cards = list(order)
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        for number in range(6 * self.n):
            self.hands[(dealer + 1 + number) % self.n].append(cards.pop(0))
        # The suited card nearest the bottom goes under the jokers.
        bottom = order[-1] if not cards else next(c for c in reversed(cards) if c[0] != "X")
        if cards:
            cards.remove(bottom)
            cards.append(bottom)
        self.turned, self.trump, self.stock = bottom, bottom[1], cards
        self.out: list[int] = []
        self.bout = 0
        self.lead = self.first_lead(order)
        self.past: list[object] = []
        self.ending: Ending | None = None

    # -- cards -----------------------------------------------------------------------------------

    def trumpish(self, card: str) -> bool:
        return (COLOUR[self.trump] if card[0] == "X" else self.trump) == card[1]

    def beats(self, card: str, attack: str) -> bool:
        higher = RANKS.index(card[0]) > RANKS.index(attack[0])
        if self.trumpish(card) or self.trumpish(attack):
            both = self.trumpish(card) and self.trumpish(attack)
            return higher if both else self.trumpish(card)
        if card[0] == "X":
            return attack[0] != "X" and COLOUR[attack[1]] == card[1]
        return card[1] == attack[1] and higher

    # -- seats -----------------------------------------------------------------------------------

    def left_of(self, seat: int) -> list[int]:
        """The others, from the left neighbour round; at last the seat itself."""
        return [(seat + step) % self.n for step in range(1, self.n + 1)]

    def team(self, seat: int) -> int:
        return {"none": seat, "2x2": seat % 2, "3x3": seat % 2, "2x2x2": seat % 3}[self.rules.teams]

    def playing(self) -> list[int]:
        return [seat for seat in range(self.n) if seat not in self.out]

    def opponents(self, seat: int, start: int) -> list[int]:
        """The opponents of a seat still in, as they sit clockwise after `start`."""
        sitting = self.left_of(start)
        return [s for s in sitting if s not in self.out and self.team(s) != self.team(seat)]

    def first_lead(self, order: list[str]) -> int:
        held = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
        trumps = [card for card in held if self.trumpish(card)]
        if trumps:
            return held[min(trumps, key=lambda card: RANKS.index(card[0]))]
        if self.rules.no_trump_lead == "first-seat":
            return 0
        lowest = min(RANKS.index(card[0]) for card in held)
        seats = {held[card] for card in held if RANKS.index(card[0]) == lowest}
        return next(seat for seat in self.left_of(self.dealer) if seat in seats)

    # -- the story -------------------------------------------------------------------------------

    def play(self) -> Story:
        while self.ending is None:
            if self.repeats():
                return
            yield from self.play_bout()

    def repeats(self) -> bool:
        if self.stock:
            return False
        now = (self.lead, [sorted(hand) for hand in self.hands])
        self.past.append(now)
        if self.past.count(now) < 3:
            return False
        self.bout += 1
        if self.rules.ends == "replay":
            self.ending = Ending(None, (0,) * self.n, 0, "repetition")
        else:
            self.ending = Ending(None, self.drawn(self.playing()), 0, "repetition")
        return True

    def drawn(self, seats: list[int]) -> tuple[int, ...]:
        teams = [self.team(seat) for seat in seats]
        return tuple(1 if self.team(seat) in teams else 2 for seat in range(self.n))

    def play_bout(self) -> Story:
        self.bout += 1
        self.most = self.rules.first_bout_limit if self.bout == 1 else 6
        self.attacker = self.lead
        self.defender = self.opponents(self.lead, self.lead)[0]
        self.limit = min(self.most, len(self.hands[self.defender]))
        self.table: list[tuple[str, str | None]] = []
        self.said: list[int] = []
        self.last: int | None = None
        self.have_shown: list[int] = []
        self.lay: list[str] = []
        self.thrown_by: int | None = None
        move = yield from self.ask(self.lead, "lead", self.leads())
        for card in move.split()[1:]:
            self.put(self.lead, card)
        self.lay = move.split()[1:]
        taken = yield from self.defend(self.rules.throw_in == "any-time")
        if taken and self.rules.throw_after_take:
            yield from self.round("add")
        self.clear_up(taken)

    def defend(self, asking: bool) -> Generator[Moment, str, bool]:
        """All until the bout is beaten (False) or the defender takes (True)."""
        any_time = self.rules.throw_in == "any-time"
        while True:
            if asking:
                yield from self.round("throw")
                if not self.open():
                    return False
            while self.open():
                move = yield from self.ask(self.defender, "defend", self.defences())
                verb, *cards = move.split()
                if verb == "take":
                    self.forget()
                    return True
                if verb == "beat":
                    self.hands[self.defender].remove(cards[1])
                    place = [attack for attack, _ in self.table].index(cards[0])
                    self.table[place] = (cards[0], cards[1])
                    self.forget()
                    if any_time:
                        break
                else:
                    self.hand_on(verb, cards[0])
            if any_time:
                asking = True
            elif not (yield from self.one_thrown_in()):
                return False

    def hand_on(self, verb: str, card: str) -> None:
        if verb == "transfer":
            self.put(self.defender, card)
            self.lay = [card]
            self.forget()
        else:
            self.have_shown.append(self.defender)
        self.attacker = self.defender
        self.defender = self.opponents(self.attacker, self.attacker)[0]
        self.limit = min(self.most, len(self.hands[self.defender]))
        self.last = None

    def one_thrown_in(self) -> Generator[Moment, str, bool]:
        """Rule 3: whether a thrower laid a card before all had passed."""
        if not self.hands[self.defender]:
            return False
        for seat in self.throwers():
            if len(self.table) >= self.limit:
                return False
            if seat in self.said or not self.hands[seat]:
                continue
            if (yield from self.throw_or_pass(seat, "throw")):
                return True
        return False

    def round(self, phase: str) -> Story:
        """Rule 5: each lays as many as it likes and ends with a pass."""
        if not self.open() and not self.hands[self.defender]:
            return
        for seat in self.throwers():
            while (
                len(self.table) < self.limit
                and self.hands[seat]
                and seat not in self.said
                and (yield from self.throw_or_pass(seat, phase))
            ):
                pass

    def throw_or_pass(self, seat: int, phase: str) -> Generator[Moment, str, bool]:
        ranks = {card[0] for pair in self.table for card in pair if card}
        fitting = {f"throw {card}" for card in self.hands[seat] if card[0] in ranks}
        move = yield from self.ask(seat, phase, {"pass", *fitting})
        if move == "pass":
            self.said.append(seat)
            return False
        card = move.split()[1]
        self.put(seat, card)
        self.lay = [*self.lay, card] if self.thrown_by == seat else [card]
        self.thrown_by = seat
        self.last = seat
        return True

    def throwers(self) -> list[int]:
        rules = self.rules
        if rules.variant == "simple":
            return []
        against = self.opponents(self.defender, self.defender)
        if rules.throwers == "lead":
            against = [self.attacker]
        elif rules.throwers == "neighbours":
            against = [against[0], against[-1]]
        round_ = [self.attacker, *self.left_of(self.attacker)[:-1]]
        order = [seat for seat in round_ if seat in against]
        if rules.first_word == "last-thrower" and self.last is not None:
            order = [self.last, *(seat for seat in order if seat != self.last)]
        return order

    def ask(self, seat: int, phase: str, legal: set[str]) -> Generator[Moment, str, str]:
        """Give the seat the word; an exchange keeps it."""
        while True:
            lowest = deck(self.rules.deck)[0][0] + self.trump
            can_swap = self.rules.trump_exchange and self.stock and lowest in self.hands[seat]
            may = legal | {"exchange"} if can_swap else set(legal)
            move = yield Moment(
                seat,
                phase,
                may,
                list(self.table),
                [sorted(hand) for hand in self.hands],
                len(self.stock),
                self.limit,
                sorted(self.said),
            )
            assert move in may
            if not move.startswith("throw"):
                self.thrown_by = None
            if move != "exchange":
                return move
            self.hands[seat].remove(lowest)
            self.hands[seat].append(self.turned)
            self.turned = self.stock[-1] = lowest
            legal = self.leads() if phase == "lead" else legal
            legal = self.defences() if phase == "defend" else legal
            if phase in ("throw", "add"):
                ranks = {card[0] for pair in self.table for card in pair if card}
                fitting = {f"throw {card}" for card in self.hands[seat] if card[0] in ranks}
                legal = {"pass", *fitting}

    # -- what is lawful --------------------------------------------------------------------------

    def leads(self) -> set[str]:
        most = {"same-rank": 6, "one": 1, "one-or-two": 2}[self.rules.lead]
        found = set()
        for count in range(1, min(most, self.limit, 4) + 1):
            for cards in permutations(sorted(self.hands[self.lead]), count):
                if len({card[0] for card in cards}) == 1 and list(cards) == sorted(cards):
                    found.add(" ".join(["lead", *cards]))
        return found

    def defences(self) -> set[str]:
        hand = self.hands[self.defender]
        found = {"take"}
        for attack, beaten in self.table:
            if beaten is None:
                found |= {f"beat {attack} {card}" for card in hand if self.beats(card, attack)}
        untouched = all(beaten is None for _, beaten in self.table)
        in_time = self.bout > 1 or self.rules.transfer_in_first_bout
        if self.rules.variant != "transfer" or not untouched or not in_time:
            return found
        room = min(self.most, len(self.hands[self.opponents(self.defender, self.defender)[0]]))
        for card in hand:
            if card[0] != self.table[0][0][0]:
                continue
            if len(self.table) + 1 <= room:
                found.add(f"transfer {card}")
            fresh = self.defender not in self.have_shown
            if self.rules.show_trump and fresh and self.trumpish(card) and len(self.table) <= room:
                found.add(f"show {card}")
        return found

    def open(self) -> bool:
        return any(beaten is None for _, beaten in self.table)

    def put(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.table.append((card, None))

    def forget(self) -> None:
        if not self.rules.pass_is_final:
            self.said.clear()

    # -- after the bout --------------------------------------------------------------------------

    def clear_up(self, taken: bool) -> None:
        if taken:
            lying = [card for pair in self.table for card in pair if card]
            self.hands[self.defender] += lying
        order = [s for s in [self.lead, *self.left_of(self.lead)[:-1]] if s in self.playing()]
        order.remove(self.defender)
        order.append(self.defender)
        for seat in order:
            while self.stock and len(self.hands[seat]) < 6:
                self.hands[seat].append(self.stock.pop(0))
        before = self.playing()
        went = [] if self.stock else [seat for seat in order if not self.hands[seat]]
        self.out += went
        if len({self.team(seat) for seat in self.playing()}) < 2:
            self.finish(went)
            return
        self.lead = self.next_lead(taken, before)

    def next_lead(self, taken: bool, before: list[int]) -> int:
        sitting = self.left_of(self.defender)
        following: Callable[[list[int]], int] = lambda seats: next(  # noqa: E731
            seat for seat in sitting if seat in seats
        )
        playing = self.playing()
        mates = [seat for seat in playing if self.team(seat) == self.team(self.defender)]
        if not taken:
            if self.defender in playing:
                return self.defender
            return following(mates or playing)
        teams = {self.team(seat) for seat in before}
        side = [seat for seat in before if self.team(seat) == self.team(self.defender)]
        if self.rules.teams != "none" and len(teams) == 2 and len(side) == 1:
            return self.opponents(self.defender, self.attacker)[0]
        return following([seat for seat in playing if seat != self.defender])

    def finish(self, went: list[int]) -> None:
        playing = self.playing()
        fool: int | None = None
        reason = "cards"
        if playing:
            order = [self.defender, *self.left_of(self.defender)]
            fool = next(seat for seat in order if seat in playing)
        else:
            reason = self.rules.ends
            fool = self.defender if reason == "no-draw" else None
        if fool is not None:
            points = tuple(0 if self.team(s) == self.team(fool) else 2 for s in range(self.n))
        else:
            points = (0,) * self.n if reason == "replay" else self.drawn(went)
        count = 0
        lowest = deck(self.rules.deck)[0][0]
        if self.rules.epaulettes and fool == self.defender and self.lay[-1][0] == lowest:
            count = min(2, [card[0] for card in self.lay].count(lowest))
        self.ending = Ending(fool, points, count, reason)

"""The lobby: who sits at the table until the first deal begins.  Without input or output."""

from __future__ import annotations

from dataclasses import dataclass, replace

from durak_p2p.game import CodecError, Setup, SetupError, SetupPlayer
from durak_p2p.game.names import told_apart
from durak_p2p.game.setup import decode_rules, encode_rules
from durak_p2p.rules import RulesError
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.errors import TableError
from durak_p2p.table.keeping import Agreement
from durak_p2p.table.messages import Hello, Ready, Seat, Table
from durak_p2p.table.news import TableNews
from durak_p2p.texts import sentence_of, text

_WITHOUT_US = text(
    "The game at this table has begun without this program. Who has played at it before comes "
    "back with `durak resume`."
)

_ANOTHER = text("The host's set-up is not what was told before.")


class LobbyError(TableError):
    """The table cannot be joined, or does not come about."""


@dataclass(frozen=True, slots=True)
class _Guest:
    player: SetupPlayer
    address: str
    port: int
    ready: bool = False
    computer: bool = False


class HostLobby:
    """The host's list of those who have come.  The first deal can begin when all are ready.

    The host decides nothing but the rules and who gets in: seats and cards are drawn by all.
    """

    def __init__(
        self,
        rules: AnyRules,
        deals: int,
        patience: int,
        own: SetupPlayer,
        *,
        watching: bool = True,
        computer: bool = False,
    ) -> None:
        """*watching*: whether the table may be watched; *computer*: that we are one."""
        self.ready = False  # ourselves
        self._computer = computer
        self.rules = rules
        self.deals = deals
        self.watching = watching
        self._patience = patience
        self._own = own
        self._guests: dict[bytes, _Guest] = {}
        self._expected: set[bytes] = set()  # computer players of our own, here or coming

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return len(self._guests) + 1 == self.rules.players

    @property
    def all_ready(self) -> bool:
        """Whether all seats are taken, and all who sit there are ready."""
        return self.full and self.ready and all(guest.ready for guest in self._guests.values())

    def hear_ready(self, key: bytes, said: Ready) -> bool:
        """Take a guest's word that it is ready; return whether that is news."""
        guest = self._guests.get(key)
        if guest is None or guest.ready:
            return False
        self._guests[key] = replace(guest, ready=True, computer=said.computer)
        return True

    def refusal(self, key: bytes) -> str | None:
        """Return why the peer with *key* cannot sit down, or None."""
        taken = self._guests.keys() | self._expected
        if key not in taken and len(taken) + 1 >= self.rules.players:
            return text("All seats at this table are taken.")
        return None

    def expect_computer(self, key: bytes) -> None:
        """Keep a seat for a computer player of our own.  Raises :class:`LobbyError`."""
        refusal = self.refusal(key)
        if refusal is not None:
            raise LobbyError(refusal)
        self._expected.add(key)

    def dismiss_computer(self, key: bytes) -> None:
        """Free the seat of a computer player of our own."""
        self._expected.discard(key)
        self.leave(key)

    def sits(self, key: bytes) -> bool:
        """Whether a guest with *key* has a seat."""
        return key in self._guests

    def sit(self, key: bytes, hello: Hello, address: str) -> None:
        """Give a guest a seat (the same again, if it comes back)."""
        player = SetupPlayer(key, hello.player, hello.nonce)
        own = key in self._expected  # which is ready, as it will say
        self._guests[key] = _Guest(player, address, hello.port, ready=own, computer=own)

    def leave(self, key: bytes) -> None:
        """Free a seat."""
        self._guests.pop(key, None)

    def people(self) -> list[tuple[bytes, str]]:
        """Return key and name of all who are here, the host first."""
        guests = ((key, guest.player.name) for key, guest in self._guests.items())
        return [(self._own.key, self._own.name), *guests]

    def table(self) -> Table:
        """Return what the guests are told."""
        own = Seat(self._own.key, self._own.name, "", 0, self.ready, self._computer)
        seats = (
            Seat(key, guest.player.name, guest.address, guest.port, guest.ready, guest.computer)
            for key, guest in self._guests.items()
        )
        return Table(
            encode_rules(self.rules), self.deals, self._patience, (own, *seats), self.watching
        )

    @property
    def agreement(self) -> Agreement:
        """What all who are here agree to by beginning."""
        return _agreement(self.table())

    def take_up(self, setup: Setup, agreement: Agreement) -> None:
        """Seat those who have agreed to *setup*, wherever they are now."""
        self.ready, self.watching = True, agreement.watching
        self._computer = self._own.key in agreement.computers
        for player in setup.players:
            if player != self._own:
                computer = player.key in agreement.computers
                self._guests[player.key] = _Guest(player, "", 0, ready=True, computer=computer)

    def setup(self, match: bytes) -> Setup:
        """Return the set-up of the first deal, for those who are here; *match* is a fresh id."""
        players = [self._own, *(guest.player for guest in self._guests.values())]
        return Setup.first(match, self.rules, players, self.deals, self._patience)


class GuestLobby:
    """A guest's picture of the table, as the host tells it."""

    def __init__(self, own: SetupPlayer, invited_to: AnyRules | None = None) -> None:
        """*invited_to*: the rules in the invite, if it tells them."""
        self._own = own
        self._invited_to = invited_to
        self.ready = False  # whether we have said that we are
        self.table: Table | None = None
        self.rules: AnyRules | None = None

    def hear(self, table: Table) -> AnyRules:
        """Take what the host tells.

        Raises :class:`LobbyError` for rules that we do not know or that cannot stand so in a
        set-up, or other ones than before: who has sat down has agreed to those.
        """
        if self.table is not None and _terms(self.table) != _terms(table):
            raise LobbyError(text("The host has changed the rules after you sat down."))
        try:
            self.rules = decode_rules(table.rules)
        except (RulesError, CodecError) as error:
            raise LobbyError(
                text("The table's rules cannot be played here. {reason}", reason=sentence_of(error))
            ) from error
        if self._invited_to is not None and self.rules != self._invited_to:
            raise LobbyError(text("The table's rules are not those of the invite."))
        if len(table.seats) > self.rules.players:
            raise LobbyError(text("The host tells of more players than the rules have."))
        self.table = table
        return self.rules

    def seat(self, key: bytes) -> Seat | None:
        """Return the seat of the peer with *key*, if it sits at the table."""
        seats = self.table.seats if self.table else ()
        return next((seat for seat in seats if seat.key == key), None)

    @property
    def agreement(self) -> Agreement:
        """What all who are here agree to by beginning, as the host has told it."""
        return Agreement() if self.table is None else _agreement(self.table)

    def people(self) -> list[tuple[bytes, str]]:
        """Return key and name of all who are here, the host first."""
        return [(seat.key, seat.player) for seat in (self.table.seats if self.table else ())]

    def agree(self, raw: bytes) -> Setup:
        """Check the set-up of the first deal against what was told; our commit will sign it.

        Raises :class:`LobbyError` if it is not what we sat down for.
        """
        setup = _decoded(raw)
        agreed = (
            self.table is not None
            and setup.rules == self.rules
            and setup.deals == self.table.deals
            and setup.patience == self.table.patience
            and setup.number == 1
            and setup.dealer is None
        )
        if agreed and self._own not in setup.players:
            raise LobbyError(_WITHOUT_US)
        if not agreed:
            raise LobbyError(_ANOTHER)
        if not self.ready:
            raise LobbyError(text("The host has begun the game although you are not ready."))
        return setup

    def look_on(self, raw: bytes) -> Setup:
        """Check the set-up of the deal that is played, as a spectator, against what was told.

        Raises :class:`LobbyError` if it is another table's.  In a deal after the first there may
        be fewer players than the rules said.
        """
        setup = _decoded(raw)
        rules = self.rules or self._invited_to
        if self.table is not None and self.table.deals != setup.deals:
            raise LobbyError(_ANOTHER)
        if setup.number == 1 and rules is not None and setup.rules != rules:
            raise LobbyError(_ANOTHER)
        return setup


def table_news(rules: AnyRules, table: Table, own: bytes) -> TableNews:
    """Return what there is to tell of a table with these rules; *own* is our key."""
    names = told_apart((seat.key, seat.player) for seat in table.seats)
    return TableNews(
        rules,
        table.deals,
        tuple(names[seat.key] for seat in table.seats),
        frozenset(place for place, seat in enumerate(table.seats) if seat.ready),
        frozenset(place for place, seat in enumerate(table.seats) if seat.computer),
        next((place for place, seat in enumerate(table.seats) if seat.key == own), None),
        tuple(seat.key for seat in table.seats),
    )


def _agreement(table: Table) -> Agreement:
    return Agreement(table.watching, frozenset(s.key for s in table.seats if s.computer))


def _terms(table: Table) -> tuple[object, ...]:
    return table.rules, table.deals, table.patience, table.watching


def _decoded(raw: bytes) -> Setup:
    try:
        return Setup.decode(raw)
    except SetupError as error:
        raise LobbyError(
            text("The host's set-up is wrong. {reason}", reason=sentence_of(error))
        ) from error

"""The set-up: what is agreed before the first entry, and what every entry is bound to.

It is the first thing in the log and in a replay.  Its hash begins the log, and the first half of
that hash is the deal's name; so whoever signs an entry has signed the set-up, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from durak_p2p.cards import deck
from durak_p2p.crypto import EncodingError, Parameters, check_public_key
from durak_p2p.game.codec import CodecError, Fields, Value, decode, encode
from durak_p2p.game.entry import DEAL_ID_BYTES, HASH_BYTES, MAX_AUTHORS, start_hash
from durak_p2p.game.names import LONGEST_NAME, UncleanName, check_name, told_apart
from durak_p2p.rules import RulesError
from durak_p2p.rules.family import AnyRules, begin, rules_from, told_options
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import sentence_of, text

SUITE: Final = ("sha256", "ed25519", "edwards25519")
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 16
MATCH_BYTES: Final = 16
MAX_SETUP_BYTES: Final = 4096
MAX_DEALS: Final = 1000
MOST_POINTS: Final = 1_000_000
PATIENCE: Final = 180  # seconds
LEAST_PATIENCE: Final = 10
MOST_PATIENCE: Final = 24 * 60 * 60


class SetupError(ValueError):
    """These bytes are no set-up that can be played."""


class UnknownSuite(SetupError):
    """The set-up names algorithms or features that this version does not know."""


class UnknownRules(SetupError):
    """The set-up names rules that this version does not know, or that go together at no table."""


@dataclass(frozen=True, slots=True)
class SetupPlayer:
    """One of the players: identity key (32 bytes), name, and a nonce (16 bytes) of its own.

    The nonce is drawn anew by the player for every match, so that no deal's name ever comes
    again and nothing that was signed in an earlier deal fits into a later one.
    """

    key: bytes
    name: str
    nonce: bytes


@dataclass(frozen=True)
class Setup:
    """Everything that is fixed before a deal.

    ``players`` are in the order of their keys when ``dealer`` is None: then the coins draw seats
    and dealer (the first deal of a match).  Otherwise they are in the order of their seats, and
    ``dealer`` and ``lead`` (None: as rule 1.3 finds it) are seats.  ``previous`` is the last hash
    of the match's deal before, or zeros; ``number`` counts the match's deals from 1 to ``deals``.
    ``scores`` are those before the deal, where the family counts them and a deal went before.
    ``patience`` is how many seconds a player who is away is waited for, by each other's clock.
    ``optional_features`` name what a later version may add and an older one may pass over.
    """

    match: bytes
    number: int
    deals: int
    previous: bytes
    rules: AnyRules
    players: tuple[SetupPlayer, ...]
    dealer: int | None = None
    lead: int | None = None
    scores: tuple[int, ...] | None = None
    patience: int = PATIENCE
    optional_features: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.players) != self.rules.players:
            raise SetupError(text("The rules are for another number of players."))
        keys = [player.key for player in self.players]
        if len(set(keys)) != len(keys):
            raise SetupError(text("One key sits at the table twice."))
        if (self.number == 1) != (self.dealer is None):
            raise SetupError(text("The coins draw the seats of a first deal, and of no other."))
        if self.dealer is None and (keys != sorted(keys) or self.lead is not None):
            raise SetupError(
                text("The players of a first deal are not in the order of their keys.")
            )
        if (self.number == 1) != (self.previous == bytes(HASH_BYTES)):
            raise SetupError(text("A first deal follows none, a later deal follows one."))
        if not 1 <= self.number <= self.deals <= MAX_DEALS:
            raise SetupError(text("The match has not so many deals."))
        if not LEAST_PATIENCE <= self.patience <= MOST_PATIENCE:
            raise SetupError(text("Nobody can be waited for so long, or so short."))
        self._check_beginning()

    def _check_beginning(self) -> None:
        """Refuse dealer, lead or scores with which no deal of these rules can begin."""
        counted = isinstance(self.rules, SheddingRules) and self.number > 1
        if (self.scores is not None) != counted:
            raise SetupError(text("Scores are told where a deal before has brought some."))
        try:
            begin(self.rules, self.dealer or 0, self.lead, self.scores)
        except ValueError as error:
            raise SetupError(sentence_of(error)) from error

    @classmethod
    def first(
        cls,
        match: bytes,
        rules: AnyRules,
        players: Iterable[SetupPlayer],
        deals: int = 1,
        patience: int = PATIENCE,
    ) -> Setup:
        """Return the set-up of a match's first deal; seats and dealer will be drawn by lot."""
        ordered = tuple(sorted(players, key=lambda player: player.key))
        return cls(match, 1, deals, bytes(HASH_BYTES), rules, ordered, patience=patience)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, told apart."""
        told = told_apart((player.key, player.name) for player in self.players)
        return tuple(told[player.key] for player in self.players)

    @cached_property
    def raw(self) -> bytes:
        """The canonical bytes."""
        players: Value = tuple((p.key, p.name, p.nonce) for p in self.players)
        return encode(
            (
                *SUITE,
                (),  # critical features: none is known yet
                self.optional_features,
                self.match,
                self.number,
                self.deals,
                self.patience,
                self.previous,
                encode_rules(self.rules),
                self.dealer,
                self.lead,
                self.scores,
                players,
            )
        )

    @cached_property
    def hash(self) -> bytes:
        """The hash with which the log begins (32 bytes)."""
        return start_hash(self.raw)

    @property
    def deal(self) -> bytes:
        """The deal's name, which every entry carries (16 bytes)."""
        return self.hash[:DEAL_ID_BYTES]

    @cached_property
    def parameters(self) -> Parameters:
        """The group elements that stand for the deck's cards, and the proofs' generators."""
        return Parameters.for_deck(len(deck(self.rules.deck)))

    @classmethod
    def decode(cls, raw: bytes) -> Setup:
        """Read and check a set-up.

        Raises :class:`UnknownSuite` for algorithms or features of another version, and
        :class:`SetupError` for all else that is wrong.
        """
        if len(raw) > MAX_SETUP_BYTES:
            raise SetupError(text("A set-up has at most {most} bytes.", most=MAX_SETUP_BYTES))
        try:
            fields = Fields(decode(raw), "set-up")
            suite = tuple(fields.text(name, 32) for name in ("hash", "signature", "group"))
            features = fields.array("features", 32, _feature)
            if suite != SUITE or features:
                raise UnknownSuite(
                    text(
                        "The set-up names {names}, which this version does not know.",
                        names=ascii(", ".join((*suite, *features))),
                    )
                )
            optional = fields.array("optional features", 32, _feature)
            setup = cls(
                optional_features=optional,
                match=fields.bytes("match", MATCH_BYTES),
                number=fields.integer("number", 1, MAX_DEALS),
                deals=fields.integer("deals", 1, MAX_DEALS),
                patience=fields.integer("patience", LEAST_PATIENCE, MOST_PATIENCE),
                previous=fields.bytes("previous hash", HASH_BYTES),
                rules=decode_rules(fields.value("rules")),
                dealer=fields.optional_integer("dealer", 0, MAX_AUTHORS - 1),
                lead=fields.optional_integer("lead", 0, MAX_AUTHORS - 1),
                scores=fields.optional_array("scores", MAX_AUTHORS, _score),
                players=fields.array("players", MAX_AUTHORS, _player),
            )
            fields.end()
        except RulesError as error:
            raise UnknownRules(sentence_of(error)) from error
        except (CodecError, UncleanName, EncodingError) as error:
            raise SetupError(sentence_of(error)) from error
        for seat in (setup.dealer, setup.lead):
            if seat is not None and seat >= len(setup.players):
                raise SetupError(text("The dealer or the lead has no seat at this table."))
        if setup.raw != raw:
            raise SetupError(text("The set-up is not canonical."))
        return setup


def encode_rules(rules: AnyRules) -> Value:
    """Only what differs from the defaults, by name: new options leave old set-ups as they were."""
    return tuple(sorted(told_options(rules).items()))


def _rule(value: Value) -> tuple[str, Value]:
    fields = Fields(value, "rule")
    pair = fields.text("name", 40), fields.value("value")
    fields.end()
    return pair


def decode_rules(value: Value) -> AnyRules:
    """Read what :func:`encode_rules` wrote, and nothing else that would mean the same.

    Raises ``CodecError`` or ``RulesError``.
    """
    fields = Fields((value,), "set-up")
    options: Mapping[str, Value] = dict(fields.array("rules", 64, _rule))
    rules = rules_from(options)
    if encode(encode_rules(rules)) != encode(value):
        raise CodecError(text("The rules are not canonical."))
    return rules


def _score(value: Value) -> int:
    return Fields((value,), "score").integer("points", -MOST_POINTS, MOST_POINTS)


def _feature(value: Value) -> str:
    return Fields((value,), "feature").text("name", 32)


def _player(value: Value) -> SetupPlayer:
    fields = Fields(value, "player")
    player = SetupPlayer(
        key=fields.bytes("key", KEY_BYTES),
        name=check_name(fields.text("name", LONGEST_NAME)),
        nonce=fields.bytes("nonce", NONCE_BYTES),
    )
    fields.end()
    check_public_key(player.key)
    return player

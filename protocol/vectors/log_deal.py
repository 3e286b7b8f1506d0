"""The deals of log.json, and how an entry stands in it.

Always the same: identities and secrets are SHA-256 or SHA-512 of labels, and whoever has the word
makes the first of the lawful moves, sorted as text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from durak_p2p.crypto import ORDER, Identity, Scalar
from durak_p2p.game import Entry, EntryType, Log, Player, Setup, SetupPlayer, SignedEntry
from durak_p2p.game.codec import Value
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.rules import rules_for

Json = Any


class Labelled:
    """Scalars and tokens out of a label and a counter.  For vectors only."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._counter = 0

    def _block(self) -> bytes:
        self._counter += 1
        return hashlib.sha512(f"durak-p2p log {self._label} {self._counter}".encode()).digest()

    def scalar(self) -> Scalar:
        return Scalar(int.from_bytes(self._block(), "little") % (ORDER - 1) + 1)

    def token(self, size: int) -> bytes:
        return self._block()[:size]


def identity(name: str) -> Identity:
    return Identity.from_private_bytes(hashlib.sha256(f"durak-p2p log {name}".encode()).digest())


class Deal:
    """A deal played to its end, or *until* its log is as wanted.

    *label* goes into all that is drawn: no key, coin, seed or salt serves two deals.
    """

    def __init__(
        self,
        names: tuple[str, ...] = ("Anna", "Boris"),
        label: str = "",
        until: Callable[[Log], bool] = lambda log: log.complete,
        **options: object,
    ) -> None:
        people = {name: identity(name) for name in names}
        nonces = Labelled(f"{label}nonces")
        listed = [SetupPlayer(i.public_key, name, nonces.token(16)) for name, i in people.items()]
        rules = rules_for("classic", players=len(names), deck=24, **options)
        self.setup = Setup.first(nonces.token(16), rules, listed)
        self.identities = [people[player.name] for player in self.setup.players]
        self.players = []
        for author, person in enumerate(self.identities):
            source = Labelled(f"{label}author {author}")
            self.players.append(Player(self.setup, person, DealSecrets.draw(source), source))
        self.hashes: list[bytes] = []
        self.entries: list[SignedEntry] = []
        self.log = self.players[0].log
        while not until(self.log):
            self._step()
        self.hashes.append(self.log.state.log)

    def _step(self) -> None:
        self.hashes.append(self.log.state.log)
        written = []
        for player in self.players:
            view = player.view()
            if player.has_word and view is not None:
                written.append(player.move(min(view.legal, key=str)))
            elif (signed := player.owed()) is not None:
                written.append(signed)
        for signed in written:
            self.entries.append(signed)
            for player in self.players:
                player.log.receive(signed)

    def before(self, step: int) -> Log:
        log = Log(self.setup)
        for signed in self.entries:
            if signed.entry.step < step:
                log.receive(signed)
        return log

    def beside(self, at: SignedEntry, author: int, type_: EntryType, body: Value) -> SignedEntry:
        """What *author* says beside the entries of the step of *at*."""
        return self.sign(replace(at.entry, author=author, type=type_, body=body))

    def first(self, type_: EntryType) -> SignedEntry:
        return next(signed for signed in self.entries if signed.entry.type is type_)

    def sign(self, entry: Entry, author: int | None = None) -> SignedEntry:
        return entry.sign(self.identities[entry.author if author is None else author])


def end_json(log: Log, step: int) -> Json:
    """What a log has come to that had *step* steps before."""
    state, result = log.state, log.state.result
    steps = [log.complete_step(number) for number in range(min(step, log.step), log.step)]
    return {
        "digests": [[signed.digest.hex() for signed in entries] for entries in steps],
        "gone": [
            {"author": author, "reason": gone.reason, "voices": gone.voices, "step": gone.step}
            for author, gone in sorted(state.departed.items())
        ],
        "fool": result.fool if result else None,
        "reason": result.reason.value if result else None,
        "opened": state.opened is not None,
    }


def entry_json(signed: SignedEntry) -> Json:
    entry = signed.entry
    return {
        "step": entry.step,
        "author": entry.author,
        "type": entry.type.value,
        "raw": signed.raw.hex(),
        "signature": signed.signature.hex(),
        "digest": signed.digest.hex(),
    }

"""A disk in memory: what was kept survives when a peer is killed, all else is lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from durak_p2p.game import Log, Setup, SignedAccusation, SignedEntry
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.replay.file import read_frames
from durak_p2p.table.keeping import Replays, Restored

Signed = SignedEntry | SignedAccusation


class Killed(BaseException):
    """The program ends here and now, without a word."""


class ReplayFile(io.BytesIO):
    """A file on the disk; it stays when it is closed."""

    def __init__(self, reached: Callable[[], None]) -> None:
        super().__init__()
        self.handed_over = 0  # bytes that the system has been given
        self.is_safe = False
        self._reached = reached

    def flush(self) -> None:
        self._reached()
        self.handed_over = self.tell()

    def close(self) -> None:
        self.flush()
        self.is_safe = True

    def tear(self, chance: Random) -> None:
        """Lose some of what the program had not handed over, or more: the power was cut."""
        size = len(self.getbuffer())
        least = 0 if chance.random() < 0.2 else min(size, self.handed_over)
        self.truncate(chance.randint(least, size))
        self.handed_over = len(self.getbuffer())


@dataclass
class KeptDeal:
    """One deal as the disk knows it."""

    setup: Setup
    secrets: DealSecrets
    signed: list[Signed] = field(default_factory=list)
    over: bool = False


class Disk:
    """What one peer keeps, whatever happens to it; is `Keeper` and `Replays` for its match.

    *reached* is called wherever the program could be killed: it may raise `Killed`; *note* with
    everything that is kept.
    """

    def __init__(
        self, reached: Callable[[], None], note: Callable[[Signed], None] = lambda _: None
    ) -> None:
        self.deals: list[KeptDeal] = []
        self.files: dict[bytes, list[ReplayFile]] = {}  # by deal
        self.kept: set[bytes] = set()  # digests of all that is ours
        self._reached = reached
        self._note = note
        self._open: ReplayFile | None = None

    # -- the keeper -------------------------------------------------------------------------------

    def begin_deal(self, setup: Setup, secrets: DealSecrets) -> None:
        self._reached()
        self.deals.append(KeptDeal(setup, secrets))
        self._reached()

    def keep(self, signed: Signed) -> None:
        self._reached()
        self.deals[-1].signed.append(signed)
        self.kept.add(signed.digest)
        self._note(signed)
        self._reached()

    def end_deal(self) -> None:
        self._reached()
        self.deals[-1].over = True
        self._reached()

    # -- the replays ------------------------------------------------------------------------------

    @property
    def replays(self) -> Replays:
        return Replays(self._create, self._reopen)

    def _create(self, setup: Setup) -> ReplayFile:
        self._reached()
        self._open = ReplayFile(self._reached)
        self.files.setdefault(setup.deal, []).append(self._open)
        return self._open

    def _reopen(self, setup: Setup) -> ReplayFile | None:
        self._reached()
        files = self.files.get(setup.deal)
        if not files:
            return None
        self._open = files[-1]
        self._open.seek(0)
        self._open.is_safe = False
        return self._open

    def replay(self, deal: bytes) -> bytes:
        """The last that was written of a deal."""
        return self.files[deal][-1].getvalue()

    # -- after a crash ----------------------------------------------------------------------------

    def tear(self, chance: Random) -> None:
        """The peer is killed: the file that was being written may be torn."""
        if self._open is not None and not self._open.is_safe:
            self._open.tear(chance)
        self._open = None

    def restore(self) -> Restored:
        """What a program finds when it is started again; the secrets of a deal that is over go."""
        *before, deal = self.deals
        said = [signed for signed in deal.signed if isinstance(signed, SignedAccusation)]
        return Restored(
            before=tuple(self._read(earlier.setup) for earlier in before),
            setup=deal.setup,
            secrets=None if deal.over else deal.secrets,
            entries=tuple(self._entries(deal.setup)),
            own=tuple(signed for signed in deal.signed if isinstance(signed, SignedEntry)),
            said=said[-1] if said else None,
        )

    def _entries(self, setup: Setup) -> list[SignedEntry]:
        if setup.deal not in self.files:
            return []
        content = self.replay(setup.deal)
        if len(content) < 8:
            return []
        return [frame.signed for frame in read_frames(content).frames[1:]]

    def _read(self, setup: Setup) -> Log:
        log = Log(setup)
        for signed in self._entries(setup):
            log.receive(signed)
        return log

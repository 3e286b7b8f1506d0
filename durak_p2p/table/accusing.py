"""Accusations on their way: ours, and those of others, until they are in the log or too late."""

from __future__ import annotations

from durak_p2p import limits
from durak_p2p.game import AccusationError, Log, Player, SignedAccusation, SignedEntry
from durak_p2p.rules import Deal
from durak_p2p.table.messages import MessageError
from durak_p2p.texts import sentence_of


class Accusations:
    """What has been said in the current deal and not been heard yet."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, SignedAccusation] = {}  # by digest, in the order of arrival
        self._own: SignedAccusation | None = None

    def begin_deal(self) -> None:
        """Forget everything: a deal begins."""
        self._waiting.clear()
        self._own = None

    @property
    def own(self) -> SignedAccusation | None:
        """What we have said ourselves and was not judged yet."""
        return self._own

    def keep(self, log: Log, signed: SignedAccusation) -> bool:
        """Keep an accusation if it may be heard some time; return whether it is new.

        Raises ``MessageError`` if it is forged: the carrier's fault.
        """
        try:
            accusation = signed.accusation
            if accusation.setup != log.setup.hash or signed.digest in self._waiting:
                return False
            if accusation.author >= len(log.setup.players) or _is_past(log, signed):
                return False
            said = [s for s in self._waiting.values() if s.accusation.author == accusation.author]
            if len(said) >= limits.ACCUSATIONS:
                return False
            signed.verify(log.setup.players[accusation.author].key)
        except AccusationError as error:
            raise MessageError(sentence_of(error)) from error
        self._waiting[signed.digest] = signed
        return True

    def say(self, signed: SignedAccusation) -> None:
        """Keep our own accusation until it is judged."""
        self._own = signed
        self._waiting[signed.digest] = signed

    def tidy(self, log: Log) -> None:
        """Let go of what was judged, or can never be heard."""
        for digest, signed in list(self._waiting.items()):
            if _is_past(log, signed):
                del self._waiting[digest]
        if self._own is not None and self._own.digest not in self._waiting:
            self._own = None

    def next_hearing(self, player: Player) -> SignedEntry | None:
        """Return our entry that takes the first that can be heard into the log, or None."""
        for signed in list(self._waiting.values()):
            entry = player.hear(signed)
            if entry is not None:
                return entry
        return None


def _is_past(log: Log, signed: SignedAccusation) -> bool:
    """Whether an accusation can never be heard any more.

    Its bout is over, its author has been heard since, or the accused was judged for it already.
    """
    deal, accusation = log.state.deal, signed.accusation
    if not isinstance(deal, Deal):
        return False
    accuser = log.state.seat_of(accusation.author)
    if accusation.bout < deal.bout or accusation.accused >= log.state.authors:
        return True
    accused = log.state.seat_of(accusation.accused)
    return any(
        judged.seat == accuser or (judged.right and judged.accused == accused)
        for judged in deal.accusations[accusation.judged :]
    )

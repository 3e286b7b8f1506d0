"""Who of a match's players is there, is away, or has left; tells it when it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from durak_p2p import limits
from durak_p2p.game import Setup, SetupPlayer
from durak_p2p.game.names import told_apart
from durak_p2p.table.news import AwayNews, BackNews, LeftNews, News

# How far a match is: the number of the deal that is played, and the step that it waits for.
Position = tuple[int, int]


class Presence:
    """Players by key.  Once the match is :attr:`over` nobody's coming or going is news.

    Nor is that of who is :attr:`gone`: waited for in vain, or in the current deal no more.
    Times are in seconds of whatever clock the caller has.
    """

    def __init__(
        self,
        players: Iterable[SetupPlayer],
        own: bytes,
        patience: int,
        now: float,
        tell: Callable[[News], None],
        here: Position,
    ) -> None:
        """*here*: where we come in; only entries for later steps show that their authors are there.

        Who sits down as a match begins comes in before its first step, at -1.
        """
        self.over = False
        self.left: set[bytes] = set()
        self.gone: Set[bytes] = frozenset()
        self._names = told_apart((player.key, player.name) for player in players)
        self._linked: set[bytes] = {own}
        self._told_away: set[bytes] = set()
        self._unheard = set(self._names) - {own}  # by a link or an entry, since we came in
        self._heard_at = dict.fromkeys(self._names, now)
        self._began_at = now
        self._written = dict.fromkeys(self._names, here)  # what is for later steps is news of them
        self._patience = patience
        self._tell = tell

    def begin_deal(self, setup: Setup, now: float) -> None:
        """Another deal begins, in which those may be called otherwise whose namesakes are gone."""
        for player, name in zip(setup.players, setup.names, strict=True):
            key = player.key
            if self._names[key] != name:
                self._names[key] = name
                if key in self._told_away:
                    self._tell_away(key, max(0, self._patience - int(self.away_for(key, now))))

    def joined(self, key: bytes, now: float) -> None:
        """A link to a player is there."""
        if key in self._names:
            self._linked.add(key)
            self._is_there(key, now)

    def heard(self, key: bytes, now: float, at: Position) -> None:
        """Others carry what a player has written for the step *at*.

        It shows that the player is there, unless it may have been written before we came in, or
        lost the link: then somebody else has come back with it.
        """
        if key in self._names and at > self._written[key]:
            self._is_there(key, now)

    def _is_there(self, key: bytes, now: float) -> None:
        self._heard_at[key] = now
        self._unheard.discard(key)
        if key in self._told_away:
            self._told_away.remove(key)
            self._say(key, BackNews(self._names[key]))

    def stood(self, at: Position) -> None:
        """Somebody has come who waits for the step *at*: what was written for it may be old."""
        for key in self._names.keys() - self._linked:
            self._written[key] = max(self._written[key], at)

    def lost(self, key: bytes, now: float, here: Position) -> None:
        """The link to a player is gone, while the step *here* is waited for."""
        if key not in self._names:
            return
        if key in self._linked:
            self._linked.remove(key)
            self._heard_at[key] = now
            self._written[key] = max(self._written[key], here)
        if key not in self._told_away | self.left:
            self._tell_away(key, self._patience)

    def look(self, now: float, waited: float) -> None:
        """Tell who has not shown itself since we came in, when that is too long ago.

        Args:
            now: the time.
            waited: for how many seconds the current step has been waited for: a seat is free when
                step and absence have both lasted for the match's patience.
        """
        if now - self._began_at < limits.UNHEARD:
            return
        for key in sorted(self._unheard - self._told_away - self.left - self.gone):
            past = min(self.away_for(key, now), waited)
            self._tell_away(key, max(0, self._patience - int(past)))

    def _tell_away(self, key: bytes, seconds: int) -> None:
        self._told_away.add(key)
        self._say(key, AwayNews(self._names[key], seconds))

    def leave(self, key: bytes, *, told: bool = False) -> None:
        """A player says that it leaves; *told*: that has been told already."""
        if key in self._names and key not in self.left:
            self.left.add(key)
            self._told_away.discard(key)
            if not told:
                self._say(key, LeftNews(self._names[key]))

    @property
    def players(self) -> Set[bytes]:
        """The keys of all who have begun the match."""
        return self._names.keys()

    def plays(self, key: bytes) -> bool:
        """Whether a peer is one of the players."""
        return key in self._names

    @property
    def alone(self) -> bool:
        """Whether no link leads to any other player."""
        return len(self._linked) <= 1

    def away_for(self, key: bytes, now: float) -> float:
        """Return for how many seconds nothing is known of a player; 0 while a link is there."""
        return 0.0 if key in self._linked else now - self._heard_at[key]

    def _say(self, key: bytes, news: News) -> None:
        if not self.over and key not in self.gone:
            self._tell(news)

"""How often somebody may do something."""

from __future__ import annotations


class Bucket:
    """A token bucket: *burst* at once, then *rate* a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = burst
        self._counted_at = 0.0

    def take(self, now: float) -> bool:
        """Take one at the time *now* (seconds); False if none is left."""
        earned = max(now - self._counted_at, 0.0) * self._rate
        self._left = min(self._left + earned, self._burst)
        self._counted_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

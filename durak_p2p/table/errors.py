"""Why a table comes to nothing."""


class TableError(Exception):
    """The table cannot be joined, or not be played at any more.

    The message is a sentence for the user.
    """


class PlayerLeft(TableError):
    """A player has left in the middle of a deal, which cannot go on without it."""


class ReplayLost(TableError):
    """The replay cannot be written."""

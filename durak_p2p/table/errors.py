"""Why a table comes to nothing."""


class TableError(Exception):
    """The table cannot be joined, or not be played at any more.

    The message is a sentence for the user.
    """


class NobodyCame(TableError):
    """Several players are away at once and do not come back: nobody can say how the deal ends."""


class ReplayLost(TableError):
    """The replay cannot be written."""


class SeatLost(TableError):
    """What is needed to come back to the seat cannot be written."""

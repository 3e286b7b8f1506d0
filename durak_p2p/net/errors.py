"""Why a table comes to nothing."""


class TableError(Exception):
    """The table cannot be joined, or not be played at any more.

    The message is a sentence for the user.
    """

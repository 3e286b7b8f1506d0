"""How many random deals the laws are tried on.

The default run tries some thousands.  All 200,000 and more, by one command (tens of minutes):

    DURAK_LAWS=20 pytest --timeout=0 tests/rules -k laws
"""

import os

FACTOR = int(os.environ.get("DURAK_LAWS", "1"))


def seeds(count: int) -> range:
    """The seeds of a law that is tried on *count* deals in the default run."""
    return range(count * FACTOR)

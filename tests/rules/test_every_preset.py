"""Every preset has a golden deal, so none can change unseen."""

from durak_p2p.rules.family import ALL_PRESETS

from .make_golden import TABLES
from .shedding.make_golden import TABLES as SHEDDING_TABLES


def test_every_preset_has_a_golden_deal() -> None:
    tables = [*TABLES.values(), *(table for table, _ in SHEDDING_TABLES.values())]
    assert {table.split()[0] for table in tables} == set(ALL_PRESETS)

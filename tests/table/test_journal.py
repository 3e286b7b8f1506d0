"""The journal of a seat: what is written is read again, also what older programs wrote."""

from __future__ import annotations

from dataclasses import replace

import pytest

from durak_p2p.crypto import Identity
from durak_p2p.game import Setup, SetupPlayer
from durak_p2p.game.setup import PATIENCE
from durak_p2p.rules import rules_for
from durak_p2p.table.journal import (
    MAGIC,
    Journal,
    Sitting,
    agreement_record,
    deal_record,
    read_journal,
    sitting_record,
)
from durak_p2p.table.keeping import Agreement

PLAYERS = [
    SetupPlayer(Identity.from_private_bytes(bytes([n]) * 32).public_key, name, bytes(16))
    for n, name in enumerate(("Anna", "Boris"), 1)
]
SETUP = Setup.first(bytes(16), rules_for("classic", players=2, deck=36), PLAYERS, 1, PATIENCE)
SITTING = Sitting(True, None, "Anna", bytes(16), "durak:", 4000)


@pytest.mark.parametrize("watching", [True, False])
def test_what_was_agreed_is_read_again(*, watching: bool) -> None:
    agreement = Agreement(watching, frozenset(player.key for player in PLAYERS))
    journal = Journal(SITTING, agreement, setup=SETUP)
    assert read_journal(journal.whole()).agreement == agreement


def test_an_address_with_a_scope_is_read_again() -> None:
    """An invite has no room for the scope, without which a link-local address leads nowhere."""
    sitting = replace(SITTING, reached=("fe80::1%eth0", 7777))
    assert read_journal(Journal(sitting, setup=SETUP).whole()).sitting == sitting


def test_where_nothing_of_it_is_kept_nobody_may_watch() -> None:
    """Journals of the first programs say nothing of it."""
    before = MAGIC + sitting_record(SITTING) + deal_record(SETUP, None)
    journal = read_journal(before)
    assert journal.agreement == Agreement(watching=False)
    assert agreement_record(journal.agreement) in journal.whole()


@pytest.mark.parametrize("pin", [None, "", "4821"])
@pytest.mark.parametrize("internet", [True, False])
def test_the_ways_to_a_hosts_table_are_read_again(*, internet: bool, pin: str | None) -> None:
    sitting = replace(SITTING, internet=internet, pin=pin)
    assert read_journal(Journal(sitting, setup=SETUP).whole()).sitting == sitting

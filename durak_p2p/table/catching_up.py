"""Catching up: what a peer has of a deal, and what it lacks.  Without input or output."""

from __future__ import annotations

from durak_p2p.game import Log, SignedEntry
from durak_p2p.table.messages import Have


def have_of(log: Log) -> Have:
    """Return what *log* holds, as it is told to others."""
    authors = sum(1 << author for author in log.present())
    return Have(log.setup.deal, log.step, authors, log.state.log)


def lacking(log: Log, have: Have) -> list[SignedEntry]:
    """Return the entries of *log* that somebody lacks who has what *have* says of its deal.

    Who follows another log gets all of ours: then it sees who has signed two entries for one
    step.  Claims and leaves are few, and always go along: they can take back what is past.  The
    evidence of a breach is for everybody.
    """
    entries: list[SignedEntry] = []
    if have.step <= log.step:
        forked = have.log != log.hash_before(have.step)
        for signed in log.entries(0 if forked else have.step):
            entry = signed.entry
            there = entry.step == have.step and have.authors >> entry.author & 1
            if forked or not there:
                entries.append(signed)
    entries += log.claims(0)
    if log.breach is not None:
        entries += log.breach.evidence
    return entries

"""Whole matches of many peers in one thread, with network, clock, disks and people made up.

The peers' code is the real one, from `durak_p2p.table.match` down.  Made up are links and time (a
heap of events), disks (that keep what was kept, whenever a peer is killed) and what cryptography is
made of (`cheap`).  A seed says everything: it plays the same again.

`python -m tests.simulation FIRST COUNT [KIND]` plays as many as one likes, on all cores.
"""

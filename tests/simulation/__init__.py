"""Whole matches of many peers in one thread, with a network and a clock that are made up.

The peers' code is the real one, from `durak_p2p.net.match` down.  Made up are links, time (trio's
mock clock) and what cryptography is made of (`cheap`).  A seed says everything: it plays the same
again.  `python -m tests.simulation FIRST COUNT` plays as many as one likes.
"""

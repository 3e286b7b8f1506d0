"""Durak between peers: no server, nobody to trust, and every deal a proof."""

__version__ = "0.1.0"

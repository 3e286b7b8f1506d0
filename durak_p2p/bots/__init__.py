"""Computer players: each sees what a person on its seat would see, and nothing else."""

from durak_p2p.bots.cheating import CheatingBot, Rates
from durak_p2p.bots.simple import Bot, SimpleBot

__all__ = ["Bot", "CheatingBot", "Rates", "SimpleBot"]

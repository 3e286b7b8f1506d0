"""What can be wrong with an entry or a request, other than a breach by its signer.

A fault of the *carrier* (bytes that nobody signed, :class:`~durak_p2p.game.entry.EntryError`)
says nothing about the player that the bytes name.  A fault of the *signer* is no exception here
but an event, :class:`~durak_p2p.game.events.Breach`: it is proven by the signature.
"""


class GameError(Exception):
    """Something about an entry or a request is wrong."""


class NotOurTurn(GameError):
    """The log does not wait for such an entry of ours (our own mistake, nobody else's fault)."""


class StrayEntry(GameError):
    """The entry belongs to another deal, or lies too far ahead; nothing is done with it."""


class Refused(GameError):
    """A step does not accept an entry; the log makes a breach of it.  One plain sentence."""

"""Every limit of the net, in one place (protocol/wire.md, "Limits").

Times are in seconds, sizes in bytes.
"""

from typing import Final

# Frames and queues
FRAME_BYTES: Final = 64 * 1024  # the longest frame that is read
QUEUE_MESSAGES: Final = 1024  # messages waiting to be sent on one link; more, and it is dropped
QUEUE_BEHIND: Final = 128  # with more waiting, a peer is not sent again what it lacks
RATE_BYTES: Final = 512 * 1024  # what one peer may send, or ask for, in a second on average ...
BURST_BYTES: Final = 4 * 1024 * 1024  # ... and at once (a whole deal's log is under 200 KB)
RECEIVE_BYTES: Final = 32 * 1024  # one read

# Entries that come before their time
EARLY_ENTRIES: Final = 64  # of one peer, kept until the deal begins that they belong to
EARLY_PEERS: Final = 8
ACCUSATIONS: Final = 4  # of one player, kept until they are heard

# Links
LINKS: Final = 32  # authenticated links of one peer
UNAUTHENTICATED: Final = 64  # links that are still shaking hands
UNAUTHENTICATED_PER_ADDRESS: Final = 16
BACKLOG: Final = 128  # of the listening socket

# Times
HANDSHAKE: Final = 5.0  # from the TCP connection to the peer's hello
PING_EVERY: Final = 5.0
IDLE: Final = 20.0  # a link on which nothing came for so long is dropped
SEND: Final = 10.0  # one message must be on its way by then
DIAL: Final = 5.0  # one attempt to connect
REDIAL_FIRST: Final = 0.2  # the wait before the second attempt; doubled each time up to ...
REDIAL_MOST: Final = 5.0
STEADY: Final = 1.0  # a link that held so long is dialled again without a longer wait
RACE: Final = 0.25  # from dialling one address of a peer to dialling the next as well
HAVE_EVERY: Final = 3.0  # how often peers tell each other what they have, besides on connecting
PARTING: Final = 1.0  # from our last word on a link until we hang up by ourselves
LINGER: Final = 5.0  # how long a peer stays, after its last deal, for those who lack something

# Simultaneous open
KNOCK: Final = 2.0  # one attempt; the system repeats its packet after a second
KNOCK_PAUSE_EAGER: Final = 0.1  # at most, between attempts ...
KNOCK_EAGER: Final = 20.0  # ... for so long; then
KNOCK_PAUSE: Final = 0.5
MEET: Final = 600.0  # how long host and guest look for each other
SEARCH_AFTER: Final = 1.5  # of dialling in vain a guest finds out where others may find it
MEETINGS: Final = 16  # reply codes that a host follows

#: Messages that wait for a peer where all are in one process: more than a whole deal has.
QUEUE_IN_PROCESS: Final = 10_000

"""Every limit of the net, in one place (protocol/wire.md, "Limits").

Times are in seconds, sizes in bytes.
"""

from typing import Final

# Frames and queues
FRAME_BYTES: Final = 64 * 1024  # the longest frame that is read
#: Messages waiting to be sent on one link; more, and it is dropped.  Who comes late is sent a whole
#: deal at once, and where most players like to take, one can have thousands of entries.
QUEUE_MESSAGES: Final = 16 * 1024
QUEUE_BEHIND: Final = 128  # with more waiting, a peer is not sent again what it lacks
RATE_BYTES: Final = 512 * 1024  # what one peer may send, or ask for, in a second on average ...
BURST_BYTES: Final = 4 * 1024 * 1024  # ... and at once (a whole deal's log is under 200 KB)
RECEIVE_BYTES: Final = 32 * 1024  # one read

# Entries that come before their time
EARLY_ENTRIES: Final = 64  # of one peer, kept until the deal begins that they belong to
EARLY_PEERS: Final = 8
ACCUSATIONS: Final = 4  # of one player, kept until they are heard

# Talk
SAYINGS_AT_ONCE: Final = 6  # of one author; more are dropped unseen ...
SAYINGS_RATE: Final = 1.0  # ... until so many a second have been saved up again
SAYINGS_CARRIED_AT_ONCE: Final = 64  # by one link, whoever says them; more are not read
SAYINGS_CARRIED_RATE: Final = 10.0
SPEAKERS: Final = 64  # peers whose last saying and rate are remembered

# Links
LINKS: Final = 32  # authenticated links of one peer
UNAUTHENTICATED: Final = 256  # connections that shake hands; with more the oldest goes, of the ...
UNAUTHENTICATED_PER_ADDRESS: Final = 64  # ... network (an IPv4 address, an IPv6 /64) with the most
BACKLOG: Final = 256  # of the listening socket

SPECTATORS: Final = 8  # links of one peer that are spectators
SPECTATOR_MESSAGE: Final = 16 * 1024  # bytes that each message of a spectator counts as
SPECTATORS_TOLD: Final = 64  # during one run of the program; who comes later watches untold
UNWATCHED: Final = 6.0  # seconds after which it is told of a spectator that it watches no longer
SPECTATOR_TOLD: Final = 3  # so often it is told of one that it watches; in between, that it stops

ACQUAINTANCES: Final = 1000  # with whom we have played, and whose names and keys are remembered
ACQUAINTANCES_BYTES: Final = 512 * 1024  # of the file that holds them

ADDRESSES_OF_A_PEER: Final = 4  # that are remembered, and dialled when its link is lost;
# so many that its links have shown, and so many that others tell
WHEREABOUTS_AT_ONCE: Final = 16  # tellings of one peer; more are not read ...
WHEREABOUTS_RATE: Final = 0.5  # ... until so many a second have been saved up again

# Times
HANDSHAKE: Final = 5.0  # from the TCP connection to the peer's hello
PING_EVERY: Final = 5.0
IDLE: Final = 20.0  # a link on which nothing came for so long is dropped
SEND: Final = 10.0  # one message must be on its way by then
DIAL: Final = 5.0  # one attempt to connect
REDIAL_FIRST: Final = 0.2  # the wait before the second attempt; doubled each time up to ...
REDIAL_MOST: Final = 5.0
SECOND_DIALLER: Final = 3.0  # of two players the one with the higher key dials so much later
STEADY: Final = 1.0  # a link that held so long is dialled again without a longer wait
RACE: Final = 0.25  # from dialling one address of a peer to dialling the next as well
HAVE_EVERY: Final = 3.0  # how often peers tell each other what they have, besides on connecting
PARTING: Final = 1.0  # from our last word on a link until we hang up by ourselves
SEE_OFF: Final = 3.0  # a host waits so long, as it goes, for its own computer players to go
UNHEARD: Final = 6.0  # who has neither link nor entry so long after we came in is told away
GRACE: Final = 2.0  # a move may come so much later than `turn_seconds` says: it has to travel
TICK: Final = 0.5  # how often a player looks at the clock
LINGER: Final = 5.0  # how long a peer stays, after its last deal, for those who lack something

# Simultaneous open
KNOCK: Final = 2.0  # one attempt; the system repeats its packet after a second
KNOCK_PAUSE_EAGER: Final = 0.1  # at most, between attempts ...
KNOCK_EAGER: Final = 20.0  # ... for so long; then
KNOCK_PAUSE: Final = 0.5
OPEN_AGAIN: Final = 600.0  # how long a guest who wants another match waits for the host to open it
MEET: Final = 600.0  # how long host and guest look for each other
SEARCH_AFTER: Final = 1.5  # of dialling in vain a guest finds out where others may find it
MEETINGS: Final = 16  # reply codes that a host follows

#: Messages that wait for a peer where all are in one process: more than a whole deal has.
QUEUE_IN_PROCESS: Final = 10_000
#: Proofs that were verified for one of them and need not be for the others: several steps' worth.
VERIFIED_PROOFS: Final = 64

# The LAN (protocol/lan.md, "Limits")
LAN_TABLES: Final = 64  # in the list; what comes on top is not shown
LAN_ADDRESSES: Final = 16  # of one table
LAN_EVENTS: Final = 256  # of zeroconf's threads that wait to be looked at
LAN_LOOKERS: Final = 8  # tables that are asked for at the same time
LAN_LOOK: Final = 3.0  # for one table's answer
LAN_LOOK_AGAIN: Final = 10.0  # how often tables of the list are looked at again
LAN_LIFE: Final = 60  # for so long others keep what is announced; then they ask anew
LAN_HINT: Final = 5.0  # with an empty list; then it is said what may be in the way
LAN_RESCAN: Final = 10.0  # how often interfaces are counted anew
LAN_CLOSE: Final = 2.0  # for taking the announcement back

# Admission by a PIN
ADMISSION_BYTES: Final = 4096  # the longest frame of the exchange
ADMISSION: Final = 5.0  # for the whole of it, on either side
PIN_DIGITS: Final = 4
PIN_WAIT: Final = 1.0  # after one wrong PIN too many; doubled with each further one, up to ...
PIN_LONGEST_WAIT: Final = 3600.0
PIN_FREE_PER_ADDRESS: Final = 2  # wrong PINs of one address without a wait
PIN_FREE_IN_ALL: Final = 4  # wrong PINs of all together without a wait
PIN_ADDRESSES: Final = 1024  # whose wrong PINs are kept apart

"""Every limit of reaching a host through its router, in one place (protocol/reach.md, "Limits").

Times are in seconds, sizes in bytes.
"""

from typing import Final

# Addresses
MOST_OF_ONE_KIND: Final = 4  # addresses of one kind in an invite: IPv6 has many for one computer
GATEWAYS: Final = 4  # default gateways of each IP version that are looked at
PINHOLES: Final = 3  # IPv6 addresses of this computer that the router is asked to let in
ROUTES_BYTES: Final = 256 * 1024  # of what the system says of its routes
ROUTES_TIME: Final = 3.0  # for the system's own program that lists them

# Asking a router by UDP: the wait for an answer, then it is asked again.  The RFCs wait longer;
# a person waits here.
PCP_WAITS: Final = (0.25, 0.5)
NATPMP_WAITS: Final = (0.25, 0.5)
UDP_ANSWER_BYTES: Final = 1100  # PCP's longest message (RFC 6887, 7)
UDP_ANSWERS: Final = 16  # read while one is waited for, good or bad

# UPnP
SSDP_TIME: Final = 2.5  # for answers to a search and the devices' descriptions
SSDP_AGAIN: Final = 0.4  # after this the search is sent a second time
SSDP_ANSWER_BYTES: Final = 2048
SSDP_ANSWERS: Final = 64  # read, good or bad
DEVICES: Final = 4  # that are asked to describe themselves
URL_CHARACTERS: Final = 512
HTTP_TIME: Final = 3.0  # for one request with its answer
HTTP_HEAD_BYTES: Final = 8 * 1024
HTTP_BODY_BYTES: Final = 128 * 1024
XML_ELEMENTS: Final = 2000
XML_DEPTH: Final = 24
SWEPT: Final = 64  # entries of a router's list that are looked at for mappings left behind
SWEEP_TIME: Final = 3.0  # for that
UPNP_TIME: Final = 8.0  # for all that is asked of a router which has described itself
OTHER_PORTS: Final = 4  # external ports that are tried when the wished one is taken

# Mappings
LEASE: Final = 7200  # asked for (RFC 6886, 3.3 recommends it)
LEAST_LEASE: Final = 4  # a shorter one is no use: it would end before it can be renewed
CHECK_EVERY: Final = 120.0  # a mapping is renewed at half its lease, and after this at the latest
SEARCH_AGAIN: Final = 60.0  # after a search that found no way
LOOK_EVERY: Final = 10.0  # at the computer's own addresses: it may have come into another network
GIVE_BACK: Final = 2.0  # for giving a mapping back

"""Every limit of reaching a host through its router, in one place (protocol/reach.md, "Limits").

Times are in seconds, sizes in bytes.
"""

from typing import Final

# Addresses
MOST_OF_ONE_KIND: Final = 4  # addresses of one kind in an invite: IPv6 has many for one computer
GATEWAYS: Final = 4  # default gateways that are asked, of each IP version
ROUTES_BYTES: Final = 256 * 1024  # of what the system says of its routes
ROUTES_TIME: Final = 3.0  # for the system's own program that lists them

# Asking a router by UDP (PCP, NAT-PMP).  The RFCs wait longer; a person waits here.
UDP_FIRST_WAIT: Final = 0.25  # for the first answer, then asked again, and the wait doubled
UDP_TRIES: Final = 3  # so silence is told after 0.25 + 0.5 + 1 = 1.75 s
UDP_ANSWER_BYTES: Final = 1100  # PCP's longest message (RFC 6887, 7)
NATPMP_HEAD_START: Final = 0.5  # that PCP has before NAT-PMP is asked as well

# UPnP
SSDP_WAIT: Final = 2.5  # for answers to a search, from its start
SSDP_AGAIN: Final = 0.4  # after this the search is sent a second time
SSDP_ANSWER_BYTES: Final = 2048
SSDP_ANSWERS: Final = 64  # looked at, good or bad
DEVICES: Final = 4  # that are asked to describe themselves
HTTP_TIME: Final = 3.0  # for one request with its answer
HTTP_HEAD_BYTES: Final = 8 * 1024
HTTP_BODY_BYTES: Final = 128 * 1024
XML_ELEMENTS: Final = 2000
XML_DEPTH: Final = 24
OTHER_PORTS: Final = 4  # external ports that are tried when the wished one is taken

# Mappings
LEASE: Final = 7200  # asked for (RFC 6886, 3.3 recommends it)
LEAST_LEASE: Final = 4  # a shorter one is no use: it would end before it can be renewed
CHECK_EVERY: Final = 120.0  # a mapping is renewed at half its lease, and after this at the latest
SEARCH_AGAIN: Final = 60.0  # after a search that found no way
GIVE_BACK: Final = 2.0  # for giving all mappings back on leaving
PINHOLES: Final = 3  # IPv6 addresses of this computer that the router is asked to let in

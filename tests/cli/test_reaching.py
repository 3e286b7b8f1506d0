"""What a host does with what comes of asking routers, which are feigned here."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Address

import pytest
import trio
import trio.testing

from durak_p2p.cli.reaching import (
    LONGEST,
    OwnPlace,
    ask_routers,
    follow,
    mapping_secret,
    reach_news,
)
from durak_p2p.cli.telling import news_json
from durak_p2p.crypto import Identity
from durak_p2p.net.invite import MOST_ADDRESSES, Address, Invite
from durak_p2p.net.reach.answers import Protocol
from durak_p2p.net.reach.interfaces import IPAddress, Kind, LocalAddress
from durak_p2p.net.reach.mapper import Reach
from durak_p2p.net.reach.outcome import Outcome, State
from durak_p2p.table.news import News, ReachNews
from durak_p2p.ui.sentences import news_text

PORT = 7777
LAN = Address("192.168.1.20", PORT)
GIVEN = Address("203.0.113.7", PORT)
OUTSIDE = Address("9.8.7.6", 7777)
ELSEWHERE = Address("9.8.7.5", 40000)


def searching() -> Reach:
    return Reach(Outcome(4, State.SEARCHING), Outcome(6, State.SEARCHING))


def mapped(address: Address) -> Reach:
    return Reach(Outcome(4, State.MAPPED, (address,), Protocol.PCP), Outcome(6, State.NO_NETWORK))


def silent() -> Reach:
    return Reach(Outcome(4, State.SILENT), Outcome(6, State.NO_NETWORK))


class FeignedMapping:
    """A mapping of which the test says what comes."""

    def __init__(self, reach: Reach | None = None) -> None:
        self.reach = reach or searching()
        self.given_back = False
        self._changed = trio.Event()

    def becomes(self, reach: Reach) -> None:
        self.reach = reach
        self._changed.set()
        self._changed = trio.Event()

    async def run(self) -> None:
        try:
            await trio.sleep_forever()
        finally:
            self.given_back = True

    async def settled(self) -> Reach:
        while not self.reach.settled:
            await self._changed.wait()
        return self.reach

    async def changed(self, seen: Reach) -> Reach:
        while self.reach == seen:
            await self._changed.wait()
        return self.reach


def place(
    *given: Address, announced: bool = True, own: str | None = LAN.host, much: int = 0
) -> OwnPlace:
    addresses = [own] if own is not None else []
    addresses += [f"10.0.0.{number}" for number in range(1, much + 1)]
    local = tuple(
        LocalAddress("eth0", IPv4Address(address), 24, Kind.PRIVATE) for address in addresses
    )
    sources: tuple[IPAddress, ...] = () if own is None else (IPv4Address(own),)
    return OwnPlace(PORT, given, announced, lambda: local, lambda: sources)


def invite(*addresses: Address) -> Invite:
    return Invite(bytes(16), bytes(32), addresses)


# -- which addresses -------------------------------------------------------------------------------


def test_an_invite_holds_what_is_given_what_is_near_and_what_is_mapped() -> None:
    assert place(GIVEN).addresses([OUTSIDE]) == (GIVEN, LAN, OUTSIDE)


def test_nothing_of_our_networks_is_told_if_that_is_not_wanted() -> None:
    assert place(GIVEN, announced=False).addresses() == (GIVEN,)
    assert place(announced=False).addresses() == (Address("127.0.0.1", PORT),)


def test_without_any_network_the_invite_is_for_this_computer() -> None:
    assert place(own=None).addresses() == (Address("127.0.0.1", PORT),)


def test_a_system_that_tells_no_addresses_hides_no_mapped_one() -> None:
    def refuse() -> tuple[LocalAddress, ...]:
        raise OSError("no")

    assert OwnPlace(PORT, local=refuse, sources=lambda: ()).addresses([OUTSIDE]) == (OUTSIDE,)


def test_the_secret_is_of_a_key_and_a_port() -> None:
    one, other = Identity.generate(), Identity.generate()
    secrets = [mapping_secret(who, port) for who in (one, other) for port in (1, 2)]
    assert len(set(secrets)) == 4
    assert mapping_secret(one, 1) == secrets[0]


# -- asking ----------------------------------------------------------------------------------------


async def _ask(mapping: FeignedMapping, answer: Callable[[], None] | None) -> Reach:
    async with trio.open_nursery() as nursery:
        if answer is not None:

            async def later() -> None:
                await trio.sleep(2)
                answer()

            nursery.start_soon(later)
        reach = await ask_routers(mapping, nursery)
        nursery.cancel_scope.cancel()
    return reach


def test_what_came_is_returned_and_the_mapping_lives_as_long_as_the_nursery() -> None:
    mapping = FeignedMapping()
    clock = trio.testing.MockClock(autojump_threshold=0)
    reach = trio.run(_ask, mapping, lambda: mapping.becomes(mapped(OUTSIDE)), clock=clock)
    assert reach == mapped(OUTSIDE)
    assert mapping.given_back


def test_nobody_waits_for_ever() -> None:
    clock = trio.testing.MockClock(autojump_threshold=0)
    began = clock.current_time()
    assert trio.run(_ask, FeignedMapping(), None, clock=clock) == searching()
    assert clock.current_time() - began == pytest.approx(LONGEST)


# -- telling ---------------------------------------------------------------------------------------


def told(news: News) -> str:
    return str(news_text(news))


def test_both_outcomes_are_told_first() -> None:
    news = reach_news(mapped(OUTSIDE))
    assert told(news).splitlines() == [
        "Your router lets friends in from the internet at 9.8.7.6:7777 (PCP).",
        "This computer has no public IPv6 address.",
    ]
    assert news_json(news) == {
        "news": "reach",
        "ipv4": {
            "state": "mapped",
            "protocol": "PCP",
            "addresses": ["9.8.7.6:7777"],
            "not_public": None,
            "reason": None,
        },
        "ipv6": {
            "state": "no network",
            "protocol": None,
            "addresses": [],
            "not_public": None,
            "reason": None,
        },
        "invite": None,
        "text": told(news),
    }


def test_where_no_router_helps_the_doctor_is_named() -> None:
    assert told(reach_news(silent())).endswith(
        "`durak doctor` says who could join, and what to do."
    )


@dataclass
class Followed:
    """A host that follows its mapping."""

    mapping: FeignedMapping
    told: list[ReachNews] = field(default_factory=list)
    renewed: list[Invite] = field(default_factory=list)

    def tell(self, news: News) -> None:
        assert isinstance(news, ReachNews)
        self.told.append(news)


def following(
    first: Reach | None, held: Invite, *then: Reach, where: OwnPlace | None = None
) -> Followed:
    """Follow a mapping of which *first* was told, through what comes *then*."""
    host = Followed(FeignedMapping(searching() if first is None else first))

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                follow, host.mapping, first, held, where or place(), host.tell, host.renewed.append
            )
            for reach in then:
                await trio.testing.wait_all_tasks_blocked()
                host.mapping.becomes(reach)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()

    trio.run(main)
    return host


def test_what_was_told_at_a_table_before_is_told_again_only_with_a_new_way() -> None:
    silently = following(None, invite(GIVEN, LAN), silent(), searching(), silent())
    assert not silently.told
    opened = following(None, invite(GIVEN, LAN), silent(), mapped(OUTSIDE), silent())
    assert [news.invite is not None for news in opened.told] == [True, False]
    assert len(opened.renewed) == 1


def test_another_address_outside_makes_a_new_invite_that_holds_the_old_ones() -> None:
    host = following(mapped(OUTSIDE), invite(GIVEN, LAN, OUTSIDE), searching(), mapped(ELSEWHERE))
    (news,), (newer,) = host.told, host.renewed
    assert newer.addresses == (LAN, ELSEWHERE, GIVEN, OUTSIDE)
    assert news.invite == str(newer)
    assert "9.8.7.5:40000 (PCP)" in told(news)
    assert told(news).rstrip().endswith(str(newer))
    assert "IPv6" not in told(news)  # nothing else has come of that
    assert news_json(news)["invite"] == str(newer)


def test_a_mapping_that_is_lost_is_told_without_a_new_invite() -> None:
    host = following(mapped(OUTSIDE), invite(LAN, OUTSIDE), searching(), silent())
    (news,) = host.told
    assert news.invite is None
    assert "does not open ports on request" in told(news)
    assert host.renewed == []


def test_what_comes_back_as_it_was_is_not_told() -> None:
    host = following(mapped(OUTSIDE), invite(LAN, OUTSIDE), searching(), mapped(OUTSIDE))
    assert host.told == []


def test_an_answer_that_came_late_is_told_with_a_new_invite() -> None:
    host = following(searching(), invite(LAN), mapped(OUTSIDE))
    assert [newer.addresses for newer in host.renewed] == [(LAN, OUTSIDE)]


def test_a_new_invite_holds_no_more_addresses_than_one_may() -> None:
    old = [Address(f"203.0.113.{number}", PORT) for number in range(MOST_ADDRESSES)]
    host = following(mapped(OUTSIDE), invite(*old), mapped(ELSEWHERE), where=place(much=9))
    (newer,) = host.renewed
    assert len(newer.addresses) == MOST_ADDRESSES
    assert ELSEWHERE in newer.addresses
    assert Invite.parse(str(newer)) == newer


def test_address_after_address_is_told() -> None:
    many = [mapped(Address(f"9.8.7.{number}", PORT)) for number in range(1, 5)]
    host = following(many[0], invite(LAN, *many[0].addresses), *many[1:])
    assert [news.invite for news in host.told] == [str(newer) for newer in host.renewed]
    for one, next_ in itertools.pairwise(host.renewed):
        assert set(one.addresses) < set(next_.addresses)

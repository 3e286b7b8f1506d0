"""The lobby, without a net: who sits there, who is ready, and what a guest lets a host do."""

from __future__ import annotations

import dataclasses

import pytest

from durak_p2p.crypto import Identity
from durak_p2p.game import SetupPlayer
from durak_p2p.game.setup import PATIENCE
from durak_p2p.rules import rules_for
from durak_p2p.table.lobby import GuestLobby, HostLobby, LobbyError
from durak_p2p.table.messages import Hello, Ready

RULES = rules_for("classic", players=2, deck=36)
ANNA, BORIS, CLARA = (
    SetupPlayer(Identity.from_private_bytes(bytes([n]) * 32).public_key, name, bytes(16))
    for n, name in enumerate(("Anna", "Boris", "Clara"), 1)
)


def host() -> HostLobby:
    return HostLobby(RULES, 1, PATIENCE, ANNA)


def sit(lobby: HostLobby, player: SetupPlayer) -> None:
    lobby.sit(player.key, Hello(player.name, player.nonce, 0), "10.0.0.1")


def test_the_game_begins_when_all_are_here_and_ready() -> None:
    lobby = host()
    sit(lobby, BORIS)
    lobby.ready = True
    assert not lobby.all_ready
    assert lobby.hear_ready(BORIS.key, Ready(computer=True))
    assert lobby.all_ready
    assert [(seat.player, seat.ready, seat.computer) for seat in lobby.table().seats] == [
        ("Anna", True, False),
        ("Boris", True, True),
    ]


def test_only_who_sits_there_is_ready_and_once() -> None:
    lobby = host()
    assert not lobby.hear_ready(CLARA.key, Ready(computer=False))
    sit(lobby, BORIS)
    assert lobby.hear_ready(BORIS.key, Ready(computer=False))
    assert not lobby.hear_ready(BORIS.key, Ready(computer=True))
    assert not lobby.table().seats[1].computer


def test_who_comes_back_or_comes_instead_says_it_anew() -> None:
    lobby = host()
    lobby.ready = True
    for player in (BORIS, BORIS, CLARA):
        sit(lobby, player)
        assert not lobby.all_ready
        lobby.hear_ready(player.key, Ready(computer=False))
        assert lobby.all_ready
        lobby.leave(player.key)
        assert not lobby.full


def test_a_guest_that_is_not_ready_begins_no_game() -> None:
    lobby, guest = host(), GuestLobby(BORIS)
    sit(lobby, BORIS)
    guest.hear(lobby.table())
    raw = lobby.setup(bytes(16)).raw
    with pytest.raises(LobbyError, match="although you are not ready"):
        guest.agree(raw)
    guest.ready = True
    assert BORIS in guest.agree(raw).players


@pytest.mark.parametrize(
    "changed",
    [
        {"deals": 2},
        {"patience": PATIENCE + 1},
        {"watching": False},
        {"rules": (("players", 3),)},
    ],
)
def test_rules_do_not_change_after_somebody_sat_down(changed: dict[str, object]) -> None:
    lobby, guest = host(), GuestLobby(BORIS)
    sit(lobby, BORIS)
    guest.hear(lobby.table())
    guest.hear(lobby.table())
    with pytest.raises(LobbyError, match="changed the rules"):
        guest.hear(dataclasses.replace(lobby.table(), **changed))  # type: ignore[arg-type]


def test_a_table_with_more_players_than_its_rules_have_is_none() -> None:
    lobby = host()
    for player in (BORIS, CLARA):
        sit(lobby, player)
    with pytest.raises(LobbyError):
        GuestLobby(BORIS).hear(lobby.table())

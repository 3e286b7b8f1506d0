"""What the screen shows of the lobby: who is there, what is waited for, what can be done."""

from __future__ import annotations

from durak_p2p.texts import Text, listed, plural, text
from durak_p2p.ui.screen.facts import Facts, Lobby
from durak_p2p.ui.screen.model import Act, Chair, LobbyModel
from durak_p2p.ui.sentences import rules_text


def lobby_model(facts: Facts, lobby: Lobby) -> LobbyModel:
    """Return the lobby as it is shown."""
    people = [
        Chair(
            name,
            own=place == lobby.own,
            ready=place in lobby.ready,
            computer=place in lobby.computers,
            doubted=place < len(lobby.keys) and lobby.keys[place] in lobby.doubted,
        )
        for place, name in enumerate(lobby.names)
    ]
    seats = facts.rules.players if facts.rules is not None else 0
    free = [Chair(None)] * (seats - len(people))
    rules = rules_text(facts.rules) if facts.rules is not None else ""
    return LobbyModel((*people, *free), rules, facts.deals, lobby.doors)


def acts_of(facts: Facts, lobby: Lobby) -> list[Act]:
    """Return what can be done in the lobby alone."""
    acts = [Act.READY] if facts.can_get_ready and lobby.names else []
    if facts.can_invite:
        acts += [Act.INVITE, Act.QR]
    if facts.can_seat and facts.rules is not None:
        acts += [Act.COMPUTER] if len(lobby.names) < facts.rules.players else []
        acts += [Act.NO_COMPUTER] if lobby.computers else []
    if lobby.reply_code:
        acts.append(Act.CODE)
    return acts


def headline_of(facts: Facts, lobby: Lobby) -> Text:
    """Return what is waited for."""
    if lobby.reply_code:
        return text("Nobody answers: send the reply code (I) to your host.")
    if facts.rules is None:
        return text("Looking for the table ...")
    missing = facts.rules.players - len(lobby.names)
    if missing:
        return plural(
            "Waiting for {count} more player.", "Waiting for {count} more players.", missing
        )
    if facts.can_get_ready:
        return text("All are here. R: begin by these rules.")
    if lobby.waiting_for:
        return text("Not ready yet: {names}.", names=listed(lobby.waiting_for))
    return text("The deal begins.")

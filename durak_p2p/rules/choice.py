"""What a player chooses: a lawful move, or an unlawful one that is meant to be (rules 2)."""

from dataclasses import dataclass

from durak_p2p.rules.family import AnyMove


@dataclass(frozen=True, slots=True)
class Deliberate:
    """A move that is meant, although it may be against the rules: nobody cheats by a slip."""

    move: AnyMove


Choice = AnyMove | Deliberate

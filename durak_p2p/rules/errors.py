"""What may be wrong with a move, in the order looked for; and what a caller may do wrong."""

from typing import ClassVar


class RuleError(ValueError):
    """A move is refused and nothing has changed. The message is a sentence for the player."""

    code: ClassVar[str] = "unlawful"


class NotYourWord(RuleError):
    """It is not your turn to speak."""

    code = "not-your-word"


class NoSuchCard(RuleError):
    """The card is not in your hand, or the attack card does not lie there unbeaten."""

    code = "no-such-card"


class Limit(RuleError):
    """That would be too many cards."""

    code = "limit"


class Unlawful(RuleError):
    """The rules do not allow this."""

    code = "unlawful"


class RequestError(ValueError):
    """The caller answered something the deal has not asked, or not all that it asked."""

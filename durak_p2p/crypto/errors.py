"""What can go wrong in the cryptography. No message holds anything secret."""


class CryptoError(ValueError):
    """A cryptographic step was refused."""


class GroupError(CryptoError):
    """A computation reached the neutral element, which no honest run does."""


class EncodingError(CryptoError):
    """A point, scalar or proof from outside is not validly encoded."""


class ProofError(CryptoError):
    """A proof does not hold for its statement."""


class SignatureError(CryptoError):
    """A signature does not belong to this message and key."""


class OpeningError(CryptoError):
    """A commitment does not open to the value shown."""

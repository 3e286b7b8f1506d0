"""One player's shuffle: permute and re-encrypt, everything out of a committed seed."""

from dataclasses import dataclass, field

from durak_p2p.crypto.drbg import SeededStream, permutation_from_seed
from durak_p2p.crypto.elgamal import Ciphertext, Deck
from durak_p2p.crypto.errors import CryptoError
from durak_p2p.crypto.group import Element, Scalar, add, multiply, multiply_base
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.texts import text


@dataclass(frozen=True)
class Shuffle:
    """deck: the deck after; deck[i] = before[permutation[i]] re-encrypted by randomizers[i].

    The repr hides what would tell where a card went.
    """

    deck: Deck
    permutation: tuple[int, ...] = field(repr=False)
    randomizers: tuple[Scalar, ...] = field(repr=False)


def shuffle(parameters: Parameters, joint_key: Element, deck: Deck, seed: bytes) -> Shuffle:
    """Shuffle the deck by a secret 32-byte seed; the same seed always does the same.

    So opening the seed after the deal lets anyone derive the shuffle again. Raises CryptoError for
    a deck of the wrong size or a bad seed.
    """
    if len(deck) != parameters.size:
        raise CryptoError(text("The deck is not of the size of the parameters."))
    permutation = permutation_from_seed(seed, parameters.size, "shuffle permutation")
    stream = SeededStream(seed, "shuffle randomizers")
    randomizers = tuple(stream.scalar() for _ in permutation)
    after = tuple(
        reencrypt(joint_key, deck[source], randomizer)
        for source, randomizer in zip(permutation, randomizers, strict=True)
    )
    return Shuffle(after, permutation, randomizers)


def reencrypt(joint_key: Element, ciphertext: Ciphertext, randomizer: Scalar) -> Ciphertext:
    """(a + r G, b + r Y): the same card in a form that only r links to the old one."""
    return Ciphertext(
        add(ciphertext.a, multiply_base(randomizer)),
        add(ciphertext.b, multiply(joint_key, randomizer)),
    )

"""edwards25519 in plain Python integers, after RFC 8032, 5.1 and RFC 9380, 6.7: slow and obvious.

A second opinion on what the library computes.
"""

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)
MONTGOMERY_A = 486662
Point = tuple[int, int]
NEUTRAL: Point = (0, 1)


def add(left: Point, right: Point) -> Point:
    (x1, y1), (x2, y2) = left, right
    product = D * x1 * x2 * y1 * y2 % P
    return (
        (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P,
    )


def negate(point: Point) -> Point:
    return -point[0] % P, point[1]


def multiply(point: Point, scalar: int) -> Point:
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def square_root(value: int) -> int | None:
    root = pow(value, (P + 3) // 8, P)
    for candidate in (root, root * SQRT_MINUS_ONE % P):
        if candidate * candidate % P == value % P:
            return candidate
    return None


def x_of(y: int, sign: int) -> int | None:
    x = square_root((y * y - 1) * pow(D * y * y + 1, -1, P))
    if x is None:
        return None
    return x if x & 1 == sign else -x % P


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(raw: bytes) -> Point | None:
    value = int.from_bytes(raw, "little")
    y, sign = value & (1 << 255) - 1, value >> 255
    if y >= P:
        return None
    x = x_of(y, sign)
    if x is None or x & 1 != sign:  # x = 0 has no odd root
        return None
    return x, y


def elligator(raw: bytes) -> Point:
    """libsodium's from_uniform: Elligator 2 to a Montgomery u, over to Edwards, times 8."""
    value = int.from_bytes(raw, "little")
    r, sign = value & (1 << 255) - 1, value >> 255
    u = -MONTGOMERY_A * pow(1 + 2 * r * r, -1, P) % P
    if square_root(u * (u * u + MONTGOMERY_A * u + 1)) is None:
        u = (-u - MONTGOMERY_A) % P
    y = (u - 1) * pow(u + 1, -1, P) % P
    x = x_of(y, sign)
    if x is None:
        raise ArithmeticError("no point")
    return multiply((x, y), 8)


BASE: Point = (x_of(4 * pow(5, -1, P) % P, 0) or 0, 4 * pow(5, -1, P) % P)

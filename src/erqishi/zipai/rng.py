"""Pseudo-random numbers for simulation: L'Ecuyer's MRG32k3a, the same at both speeds. [single source]

Products stay below 2**53, so signed 64-bit arithmetic is exact compiled and interpreted. `g` holds six numbers; streams
made by `seed` from different (seed, stream) pairs start far apart by hashing. Not for real tables: those use
`erqishi.shuffle`, whose deals can be verified.
"""

from __future__ import annotations

M1 = 4294967087
M2 = 4294944443


def uniform(g):
    """The next number, 0 … 4294967086."""
    a = (1403580 * g[1] - 810728 * g[0]) % M1
    g[0] = g[1]
    g[1] = g[2]
    g[2] = a
    b = (527612 * g[5] - 1370589 * g[3]) % M2
    g[3] = g[4]
    g[4] = g[5]
    g[5] = b
    return (a - b) % M1


def below(g, n):
    """A number 0 … n-1 (n small: the bias is under n / 2**32)."""
    return uniform(g) * n // M1


def seed(g, number, stream):
    """Set `g` to the start of a stream; `number` and `stream` are 0 … 2**31 - 1."""
    x = (number * 2654435761 + 12345) % 2147483647
    y = (stream * 1640531527 + 54321) % 2147483629
    for i in range(6):
        x = (x * 48271 + y) % 2147483647
        y = (y * 40692 + x + i) % 2147483629
        g[i] = 1 + (x + y) % 4294944441
    for _ in range(4):
        uniform(g)


def shuffle(g, deck, n):
    """Fisher–Yates over the first n entries of `deck` (n at most 1,000); one number gives two places."""
    i = n - 1
    while i > 0:
        x = uniform(g)
        j = x % (i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
        j = x // (i + 1) % i
        card = deck[i - 1]
        deck[i - 1] = deck[j]
        deck[j] = card
        i -= 2

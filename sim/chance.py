"""One seed for everything: within `seeded` the module `secrets` draws from it, so that even tokens repeat."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def seeded(rng: random.Random) -> Iterator[None]:
    """Replace the functions of `secrets` by ones that draw from `rng`."""

    class System(random.Random):
        """What `secrets.SystemRandom()` gives: a generator of its own, seeded from ours."""

        def __init__(self, *_: Any) -> None:
            super().__init__(rng.getrandbits(64))

    instead = {
        "choice": rng.choice,
        "randbelow": rng.randrange,
        "randbits": rng.getrandbits,
        "token_bytes": lambda n=32: rng.randbytes(n),
        "token_hex": lambda n=32: rng.randbytes(n).hex(),
        "token_urlsafe": lambda n=32: rng.randbytes(n).hex(),
        "SystemRandom": System,
    }
    kept = {name: getattr(secrets, name) for name in instead}
    for name, function in instead.items():
        setattr(secrets, name, function)
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(secrets, name, function)

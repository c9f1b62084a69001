"""Random hands with melds and a card, many of them complete or nearly so, for comparison with the naive search."""

import random

from reference.naive_cover import SETS, Cards, Group

KINDS = range(20)
HOWS = ("draw", "other", "discard", "joined", "none")


def random_case(rng: random.Random, sets: list[Cards] = SETS) -> tuple[list[int], list[Group], int | None, str]:
    """(counts of the concealed cards, melds, card, how): a legal hand; `card` is None when `how` is none."""
    while True:
        case = _built(rng, sets) if rng.random() < 0.8 else _dealt(rng)
        if case is not None:
            return case


def _built(rng: random.Random, sets: list[Cards]) -> tuple[list[int], list[Group], int | None, str] | None:
    """Seven 门子 are put together, some laid, one card taken out as the winning one; then perhaps one card is changed."""
    left = [4] * 20
    groups: list[Group] = []
    quad = rng.random() < 0.4
    for at in range(7):
        if quad and at == 0:
            groups.append(("jiang", (rng.randrange(20),) * 2))
        elif quad and (at == 1 or rng.random() < 0.1):
            groups.append((rng.choice(("ti", "pao")), (rng.randrange(20),) * 4))
        else:
            groups.append(_group(rng, sets))
        for card in groups[-1][1]:
            left[card] -= 1
    melds, hand = [], [0] * 20
    for name, cards in groups:
        if name in ("wei", "chouwei", "peng", "pao") or (name in ("ti", "chi") and rng.random() < 0.5):
            melds.append((name, cards))
            if name == "chouwei":
                left[cards[0]] -= 1  # the fourth card has gone by
        else:
            for card in cards:
                hand[card] += 1
    if min(left) < 0 or max(hand) > 4:
        return None
    how = rng.choice(HOWS)
    card = None
    if how != "none":
        card = _winning(rng, hand, melds, left)
        if card is None:
            return None
        left[card] -= 1
    if rng.random() < 0.3:
        _change(rng, hand, left)
    return (hand, melds, card, how) if min(left) >= 0 and max(hand) <= 4 else None


def _group(rng: random.Random, sets: list[Cards]) -> Group:
    name = rng.choices(("chi", "kan", "peng", "wei", "chouwei"), (10, 2, 2, 2, 1))[0]
    return (name, rng.choice(sets)) if name == "chi" else (name, (rng.randrange(20),) * 3)


def _winning(rng: random.Random, hand: list[int], melds: list[Group], left: list[int]) -> int | None:
    """Take the winning card out of the hand, or out of a quad on the table."""
    quads = [i for i, (name, _) in enumerate(melds) if name in ("ti", "pao")]
    if quads and rng.random() < 0.4:
        i = rng.choice(quads)
        k = melds[i][1][0]
        before = rng.choice(("wei", "peng", "kan"))
        if before == "kan":
            del melds[i]
            hand[k] += 3
        else:
            melds[i] = (before, (k,) * 3)
    else:
        if not any(hand):
            return None
        k = rng.choice([k for k in KINDS if hand[k]])
        hand[k] -= 1
    left[k] += 1
    return k


def _change(rng: random.Random, hand: list[int], left: list[int]) -> None:
    some, others = [k for k in KINDS if hand[k]], [k for k in KINDS if left[k] > 0]
    if some and others:
        old, new = rng.choice(some), rng.choice(others)
        hand[old] -= 1
        left[old] += 1
        hand[new] += 1
        left[new] -= 1


def _dealt(rng: random.Random) -> tuple[list[int], list[Group], int | None, str] | None:
    """Cards of chance."""
    deck: Cards = tuple(k for k in KINDS for _ in range(4))
    cards = rng.sample(deck, 21)
    how = rng.choice(HOWS)
    card = None if how == "none" else cards.pop()
    hand = [cards.count(k) for k in KINDS]
    return hand, [], card, how

"""What a seat can read out of its own view: unseen cards, what fits together, 息 so far, what would win.

Everything here is made from a `View`, so whoever uses it (bots, hints, coach) cannot know more than the seat does.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from erqishi.cards import NAMES, card_name, parse_cards
from erqishi.zipai import flat, seat
from erqishi.zipai.cover import DRAW, SHAPES
from erqishi.zipai.hand import huxi_of
from erqishi.zipai.handstate import HandState, seat_of
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import MeldView, View

_KIND = {name: kind for kind, name in enumerate(NAMES)}

#: One set: its three kinds in order, and its 息.
Set = tuple[tuple[int, int, int], int]


class Winning(msgspec.Struct, frozen=True):
    """A card that would win, and the most 息 that it would make."""

    card: str
    huxi: int


@functools.lru_cache(maxsize=16)
def sets(rules: RuleSet) -> tuple[Set, ...]:
    """Every run and 绞 of these rules, once each."""
    r = flat.plain(rules)
    found: dict[tuple[int, int, int], int] = {}
    for at in range(20 * SHAPES):
        a, b = r.partner[2 * at], r.partner[2 * at + 1]
        if a >= 0:
            x, y, z = sorted((at // SHAPES, a, b))
            found[x, y, z] = r.shape_xi[at]
    return tuple(sorted(found.items()))


def counts(*texts: str) -> list[int]:
    """How many of each kind in the card texts of a view; `?` and spaces count nowhere."""
    tally = [0] * 20
    for text in texts:
        for name in text:
            if (kind := _KIND.get(name)) is not None:
                tally[kind] += 1
    return tally


def seen(view: View) -> list[int]:
    """Copies of each kind that the seat has seen: its hand, all melds as far as they are open, what lies on the table."""
    texts = [view.hand]
    for row in view.seats:
        texts += [meld.cards for meld in row.melds]
        texts += row.discards
        texts += row.unclaimed
    if view.in_play is not None and view.in_play.origin in ("draw", "liang"):
        texts.append(view.in_play.card)  # a discard in play still lies among its owner's discards
    elif view.in_play is None and view.liang and view.seat != view.dealer and not _liang_lies_open(view):
        texts.append(view.liang)
    return [min(n, 4) for n in counts(*texts)]


def _liang_lies_open(view: View) -> bool:
    """Whether the 亮张 has surely left the dealer's hand: it lies in a meld or among the discards."""
    dealer = view.seats[view.dealer]
    return any(view.liang in text for text in [*dealer.discards, *(meld.cards for meld in dealer.melds)])


def unseen(view: View) -> dict[str, int]:
    """Copies of each kind that the seat has not seen (记牌器)."""
    return {card_name(kind): 4 - n for kind, n in enumerate(seen(view))}


def fits(tally: Sequence[int], kind: int, rules: RuleSet, live: Sequence[int] | None = None) -> float:
    """How well a card of this kind is held by the rest of the hand `tally` (which counts it).

    Per set that it belongs to: 4 and its 息 when the set is whole, 1 when one card is missing; 3 for a pair, out of
    reach for a 坎. With `live` (unseen copies), a set or pair whose missing card is gone counts nothing.
    """
    if tally[kind] >= 3:
        return 100.0
    worth = 3.0 if tally[kind] == 2 and (live is None or live[kind] > 0) else 0.0
    for group, xi in _sets_with(rules, kind):
        missing = [k for k in set(group) if tally[k] < group.count(k)]
        if not missing:
            worth += 4 + xi
        elif len(missing) == 1 and group.count(missing[0]) - tally[missing[0]] == 1:
            if live is None or live[missing[0]] > 0:
                worth += 1 + xi / 6
    return worth


@functools.lru_cache(maxsize=16)
def _by_kind(rules: RuleSet) -> tuple[tuple[Set, ...], ...]:
    return tuple(tuple(entry for entry in sets(rules) if kind in entry[0]) for kind in range(20))


def _sets_with(rules: RuleSet, kind: int) -> tuple[Set, ...]:
    return _by_kind(rules)[kind]


def loneliest(view: View, cards: Sequence[str], rules: RuleSet) -> str:
    """Of `cards`, the one that fits the rest of the hand least; then the one with most copies seen, then in order."""
    tally, known = counts(view.hand), seen(view)
    kinds = parse_cards("".join(cards))
    return card_name(min(kinds, key=lambda k: (fits(tally, k, rules), -known[k], k)))


def huxi(view: View, rules: RuleSet) -> int:
    """息 that the seat has now: its melds, its 坎, dealt quads, and the best of the 一二三 and 二七十 among its free cards."""
    if view.seat is None:
        return 0
    held = counts(view.hand)
    made = sum(meld_huxi(meld, rules) for meld in view.seats[view.seat].melds)
    for kind, n in enumerate(held):
        if n >= 3:
            made += value_of("kan" if n == 3 else "ti", kind, rules)
            held[kind] = 0
    return made + _most(held, [entry for entry in sets(rules) if entry[1] > 0])


def _most(free: list[int], worth: Sequence[Set]) -> int:
    best = 0
    for at, (group, xi) in enumerate(worth):
        if all(free[k] >= group.count(k) for k in group):
            for k in group:
                free[k] -= 1
            best = max(best, xi + _most(free, worth[at:]))
            for k in group:
                free[k] += 1
    return best


def waits(view: View, rules: RuleSet) -> tuple[Winning, ...]:
    """听牌: the cards with which the seat would win, in the way that is worth most; none while it owes a discard."""
    if view.seat is None or view.seats[view.seat].dead:
        return ()
    melds = [(meld.kind, meld.cards) for meld in view.seats[view.seat].melds]
    state = HandState.of(view.hand, melds, wang=rules.wang)
    return tuple(_winning(state, rules)) if state.status == "waiting" else ()


def _winning(state: HandState, rules: RuleSet) -> Iterator[Winning]:
    r = flat.plain(rules)
    t: Any = seat_of(state, rules, r)
    t.origin, t.owner = DRAW, 1
    for kind in range(20 + (rules.wang > 0)):
        if state.copies(kind) == (4 if kind < 20 else rules.wang):
            continue
        if state.wang or kind == 20:  # with 王 only one's own draw wins
            best = huxi_of(state, kind, "self", rules)[0] or -1
            if best >= rules.min_huxi:
                yield Winning(card_name(kind), best)
            continue
        best = int(seat.hu_value(t, r, 0, kind))  # as another seat's draw
        if best >= 0 and (state.concealed >> 3 * kind & 7) >= 2:
            # Drawn by oneself it is laid as 提 or 偎 first, which is worth more.
            best = max(best, huxi_of(state, kind, "self", rules)[0] or -1)
        if best >= rules.min_huxi:
            yield Winning(card_name(kind), best)


def meld_huxi(meld: MeldView, rules: RuleSet) -> int:
    """息 of a meld on the table; a meld whose cards are hidden counts as unknown: 0."""
    if "?" in meld.cards:
        return 0
    kinds = parse_cards(meld.cards)
    if meld.kind == "chi":
        x, y, z = sorted(kinds)
        return dict(sets(rules)).get((x, y, z), 0)
    return value_of(meld.kind, kinds[0], rules)


def value_of(meld: str, kind: int, rules: RuleSet) -> int:
    """息 of a set of equal cards (ti, pao, wei, chouwei, kan, peng) of this kind."""
    big, small = getattr(rules.huxi, meld)
    return int(small if kind < 10 else big)

"""Groupings with 王: what each stands for is chosen with the groups; and what the 王 did (王钓, 王闯, 王炸).

A 王 may stand in any set, in the 将, and (option `wang_makes`) in a 坎 or a 提. There are too many ways to list: of the
groupings that agree in 息, red and big cards, kinds of groups and groups without 息 one is kept, since no test of a rule
set with 王 asks for more.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from erqishi.cards import N_KINDS, is_red
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.facts import QUADS, Group, huxi_of

Cover = tuple[Group, ...]
#: What is still wanted: no 将, one 将, a 将 and a 提 of 王 or neither, that 提 alone.
NONE, JIANG, MAY_TI, TI = 0, 1, 2, 3
_AFTER = {("ti", MAY_TI): JIANG, ("jiang", MAY_TI): TI, ("ti", TI): NONE, ("jiang", JIANG): NONE}


class _Option(NamedTuple):
    group: Group
    cards: tuple[int, ...]
    sign: tuple[int, ...]  # 息, red, big, and a count for each kind of group and for groups without 息


def covers(rules: RuleSet, counts: Sequence[int], wang: int, need: int) -> Iterator[Cover]:
    """The covers of loose cards and 王; need: what is wanted beside sets."""
    if "ti" not in rules.wang_makes:
        if need == TI:
            return
        need = NONE if need == MAY_TI else need
    yield from _covers(rules, sum(n << 3 * k for k, n in enumerate(counts)), wang, need).values()


def on_kan(rules: RuleSet, groups: Sequence[Group], wang: int) -> Iterator[tuple[list[Group], int]]:
    """The groups and the 王 left: as they are, and with a 王 that makes a 提 of a 坎, where there is no other quad."""
    yield list(groups), wang
    if wang and "ti" in rules.wang_makes and not any(group.kind in QUADS for group in groups):
        for at, group in enumerate(groups):
            if group.kind == "kan":
                yield [*groups[:at], Group("ti", group.cards[:1] * 4, group.claimed), *groups[at + 1 :]], wang - 1


@functools.lru_cache(maxsize=8)
def _options(rules: RuleSet) -> tuple[tuple[_Option, ...], ...]:
    """For every kind the groups that it can stand in."""
    found: list[set[Group]] = [set() for _ in range(N_KINDS)]
    groups = [Group(kind, (k,) * n) for k in range(N_KINDS) for kind, n in (("jiang", 2), ("kan", 3), ("ti", 4))]
    for first in (0, 10):
        groups += [Group("run", (first + r, first + r + 1, first + r + 2)) for r in range(8)]
        groups.append(Group("run", (first + 1, first + 6, first + 9)))
    for k in range(10):
        groups += [Group("jiao", (k, k, k + 10)), Group("jiao", (k, k + 10, k + 10))]
    for group in groups:
        for k in set(group.cards):
            if group.kind not in ("kan", "ti") or group.kind in rules.wang_makes:
                found[k].add(group)
    return tuple(tuple(_option(rules, group) for group in sorted(kinds)) for kinds in found)


def _option(rules: RuleSet, group: Group) -> _Option:
    xi = huxi_of(rules, group)
    kinds = [int(group.kind == kind) for kind in ("run", "jiao", "kan", "ti", "jiang")]
    red, big = sum(map(is_red, group.cards)), sum(k >= 10 for k in group.cards)
    return _Option(group, group.cards, (xi, red, big, int(xi == 0), *kinds))


@functools.lru_cache(maxsize=100_000)
def _covers(rules: RuleSet, hand: int, wang: int, need: int) -> dict[tuple[int, ...], Cover]:
    """One cover for each sum of signs."""
    if hand == 0 and wang == 0:
        return {(0,) * 9: ()} if need in (NONE, MAY_TI) else {}
    found: dict[tuple[int, ...], Cover] = {}
    lowest = [k for k in range(N_KINDS) if hand >> 3 * k & 7][:1]
    for k in lowest or range(N_KINDS):
        for option in _options(rules)[k]:
            after = _AFTER.get((option.group.kind, need), need)
            if option.group.kind in ("ti", "jiang") and (option.group.kind, need) not in _AFTER:
                continue
            for real in _filled(option.cards, hand, wang, k if lowest else None):
                if option.group.kind in ("kan", "ti") and len(real) == len(option.cards):
                    continue  # three equal loose cards are two and a 王
                rest = hand - sum(1 << 3 * card for card in real)
                for sign, cover in _covers(rules, rest, wang - len(option.cards) + len(real), after).items():
                    total = tuple(a + b for a, b in zip(sign, option.sign, strict=True))
                    found.setdefault(total, (option.group, *cover))
    return found


def _filled(cards: tuple[int, ...], hand: int, wang: int, k: int | None) -> Iterator[tuple[int, ...]]:
    """The real cards of a group whose other places are 王; k: a card that must be among them."""
    for n in range(max(0, len(cards) - wang), len(cards) + 1):
        for real in sorted(set(combinations(cards, n))):
            if (k is None or k in real) and all(hand >> 3 * card & 7 >= real.count(card) for card in real):
                yield real


#: What the 王 in the hand did with the winning card: name, how many of them, the group that they make with it.
NAMES = (("王炸", 3, "ti"), ("王闯", 2, "kan"), ("王钓", 1, "jiang"))

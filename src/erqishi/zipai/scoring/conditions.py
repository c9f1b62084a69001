"""Which 名堂 a hand has: the tests of scoring.md §1.3, one short function each."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

from erqishi.cards import is_red, rank
from erqishi.zipai.scoring.data import OF_THE_DEAL, Mingtang, Reds, Scoring, Test, within
from erqishi.zipai.scoring.facts import QUADS, SAME, Facts, Group, Hand


class Found(NamedTuple):
    """A 名堂 that is there: how many times (大团圆), and how many cards it has over its band."""

    name: Mingtang
    times: int
    over: int


def find(scoring: Scoring, facts: Facts, hand: Hand) -> list[Found]:
    """The 名堂 of a hand, in the order of the rule file."""
    there: dict[str, Found] = {}
    for name in scoring.mingtang:
        if name.off:
            continue
        times = 1 if name.id in facts.named else _count(name.test, facts, hand)
        if times:
            there[name.id] = Found(name, times if name.each else 1, _over(name.test, hand))
    kept = [found for found in there.values() if not any(other in there for other in found.name.unless)]
    return [found for found in kept if not found.name.test.zimo or zimo_counts(scoring, facts, kept)]


def _deal_counts(found: list[Found]) -> bool:
    """Whether 天胡, 地胡 or 三笼五坎 is counted, which excludes the 自摸 bonus (§1.4)."""
    return any(each.name.test.tianhu or each.name.test.dihu or each.name.test.forced for each in found)


def zimo_counts(scoring: Scoring, facts: Facts, found: list[Found]) -> bool:
    """Whether the 自摸 bonus is due; where 天胡 counts as 自摸, also of a 三提五坎 that needed no 亮张."""
    if scoring.zimo.with_tianhu and any(each.name.test.tianhu for each in found):
        return True
    return facts.own_card and not _deal_counts(found)


def _over(test: Test, hand: Hand) -> int:
    for band, n in ((test.red, hand.red), (test.big, hand.big), (test.small, hand.small)):
        if band is not None and n is not None:
            return max(0, n - band[0])
    return 0


def _count(test: Test, facts: Facts, hand: Hand) -> int:
    """How many times a test holds: 0, 1, or for 大团圆 the number of ranks."""
    asked = _asked(test)
    if facts.win_on == "deal" and not all(field in OF_THE_DEAL for field in asked):
        return 0
    times = 1
    for field in asked:
        times = min(times, 1) * _TESTS[field](test, facts, hand)
    return times


@functools.lru_cache(maxsize=1024)
def _asked(test: Test) -> tuple[str, ...]:
    empty = Test()
    return tuple(field for field in test.__struct_fields__ if getattr(test, field) != getattr(empty, field))


def _is_banded(which: str) -> Callable[[Test, Facts, Hand], int]:
    def test(test: Test, facts: Facts, hand: Hand) -> int:
        n = getattr(hand, which)
        return int(n is not None and within(getattr(test, which), n))

    return test


def _red_in(test: Test, facts: Facts, hand: Hand) -> int:
    return int(hand.red in test.red_in)


def _reds(test: Test, facts: Facts, hand: Hand) -> int:
    """扁胡, 飘胡, 一块匾: where all the reds stand."""
    wanted = test.reds or Reds()
    with_red = [group for group in hand.groups if any(map(is_red, group.cards))]
    if not with_red:
        return 0
    if wanted.one_rank and len({rank(k) for group in with_red for k in group.cards if is_red(k)}) != 1:
        return 0
    if not wanted.groups:
        return 1
    return int(
        len(with_red) == wanted.groups
        and all(all(map(is_red, group.cards)) for group in with_red)
        and all(len(group.cards) in wanted.sizes for group in with_red)
        and (not wanted.same or all(group.kind in SAME for group in with_red))
    )


def _all_same(test: Test, facts: Facts, hand: Hand) -> int:
    return int(bool(hand.groups) and all(group.kind in SAME for group in hand.groups))


def _every_scores(test: Test, facts: Facts, hand: Hand) -> int:
    """行行息: each group has 息, so there is no 将; 假行行: a 将, and each other group has 息."""
    if not hand.groups:
        return 0
    empty = [group.kind for group, value in zip(hand.groups, hand.values, strict=True) if value == 0]
    return int(empty == (["jiang"] if test.every_scores == "but_jiang" else []))


def _quad_ranks(test: Test, facts: Facts, hand: Hand) -> int:
    """大团圆: the ranks that stand as 提 or 跑 in both sizes."""
    ranks = [rank(group.cards[0]) for group in hand.groups if group.kind in QUADS]
    return sum(ranks.count(each) == 2 for each in set(ranks))


def _hand_left(test: Test, facts: Facts, hand: Hand) -> int:
    """耍猴: the last concealed card, paired by the winning card."""
    pairs = [group.cards[0] for group in hand.groups if group.kind == "jiang"]
    paired = bool(pairs) and (facts.card is None or facts.card in pairs)
    return int(facts.hand_left == test.hand_left and paired)


def _back_to_back(test: Test, facts: Facts, hand: Hand) -> int:
    """背靠背: the triple that the winning card made, and the 将 of its rank in the other size."""
    k = facts.card
    if k is None:
        return 0
    triple = any(_completed(group, k) for group in hand.groups)
    other = any(group.kind == "jiang" and group.cards[0] == (k + 10) % 20 for group in hand.groups)
    return int(triple and other)


def _completed(group: Group, k: int) -> bool:
    return group.kind in ("peng", "wei", "chouwei") and group.cards[0] == k and group.claimed is not False


def _tianhu(test: Test, facts: Facts, hand: Hand) -> int:
    return int(facts.winner == facts.dealer and facts.win_on in test.tianhu)


def _dihu(test: Test, facts: Facts, hand: Hand) -> int:
    """地胡: another seat than the dealer, in one of the ways that the section names (§1.2)."""
    if facts.winner == facts.dealer:
        return 0
    return int(any(_DIHU[way](facts) for way in test.dihu))


_DIHU: dict[str, Callable[[Facts], bool]] = {
    "liang": lambda facts: facts.dealt_win,
    "first_discard": lambda facts: is_first_discard(facts),
    "untouched": lambda facts: is_untouched(facts),
    "first_draw": lambda facts: facts.win_on == "draw" and facts.first_draw,
}


def is_first_discard(facts: Facts) -> bool:
    """首打: won on the dealer's first discard, before any draw."""
    return facts.win_on == "discard" and facts.first_discard and facts.discarder in (None, facts.dealer)


def is_untouched(facts: Facts) -> bool:
    """未动: no 进张 and no own discard yet."""
    return facts.dealt_win or is_first_discard(facts) or (facts.claims == 0 and facts.own_discards == 0)


def _no_claims(test: Test, facts: Facts, hand: Hand) -> int:
    """听胡: no 进张; 天胡 and 地胡 are 听胡 too (§1.3)."""
    return int(facts.claims == 0 or facts.dealt_win or is_first_discard(facts))


_TESTS: dict[str, Callable[[Test, Facts, Hand], int]] = {
    "red": _is_banded("red"),
    "big": _is_banded("big"),
    "small": _is_banded("small"),
    "huxi": _is_banded("huxi"),
    "red_in": _red_in,
    "reds": _reds,
    "all_same": _all_same,
    "every_scores": _every_scores,
    "quad_ranks": _quad_ranks,
    "hand_left": _hand_left,
    "back_to_back": _back_to_back,
    # a dealt 天胡 is none by itself: `find` asks `zimo_counts` at the end
    "zimo": lambda test, facts, hand: int(facts.own_card or (facts.win_on == "deal" and facts.winner == facts.dealer)),
    "discard": lambda test, facts, hand: int(facts.win_on == "discard"),
    "last_card": lambda test, facts, hand: int(facts.last_card and facts.win_on == "draw"),
    "tianhu": _tianhu,
    "dihu": _dihu,
    "untouched": lambda test, facts, hand: int(facts.winner != facts.dealer and is_untouched(facts)),
    "forced": lambda test, facts, hand: int(facts.win_on == "deal"),
    "no_claims": _no_claims,
    "wang": lambda test, facts, hand: int(facts.wang == test.wang),
}
assert set(_TESTS) == set(Test.__struct_fields__)


def red_over(hand: Hand, thresholds: tuple[int, ...]) -> Iterator[int]:
    """加敦 (b): the reds over the highest threshold that is reached, if there are any."""
    reached = [n for n in thresholds if hand.red is not None and hand.red >= n]
    if reached and hand.red is not None and hand.red > max(reached):
        yield hand.red - max(reached)

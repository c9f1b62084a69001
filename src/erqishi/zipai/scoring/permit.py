"""Who may win with fewer 息 than the least, as numbers that the machine tests (`enough.py`), and which such rules it cannot.

`settle.why_not` says the same of any rule file, from the groups of a finished hand; tests hold the two together.
"""

from __future__ import annotations

from typing import NamedTuple

from erqishi.zipai.scoring.data import Mingtang, Scoring, Test, within

#: Exact numbers of 息 are bits of a 32-bit number.
HIGHEST = 30
CARDS = 24  # most red, big or small cards in a hand, and more


class Numbers(NamedTuple):
    """floor_xi: a hand whose most 息 are fewer cannot win. counts_xi: bit n is set where exactly n 息 win.

    lax_xi: so many are enough with 自摸 or with one of these: bit n of lax_red, lax_big, lax_small for n such cards;
    lax_same: every group is of equal cards; lax_last: the last wall card; lax_liang: the 亮张. 0: there is none.
    """

    floor_xi: int
    counts_xi: int = 0
    lax_xi: int = 0
    lax_red: int = 0
    lax_big: int = 0
    lax_small: int = 0
    lax_same: int = 0
    lax_last: int = 0
    lax_liang: int = 0


def numbers(scoring: Scoring | None, least: int) -> Numbers:
    """What the machine tests for rules with this scoring, where usually `least` 息 are needed."""
    scoring = scoring or Scoring()
    counted = [each.huxi for each in _exceptions(scoring) if each.counts >= least > each.huxi]
    bits = sum(1 << n for n in set(counted) if n <= HIGHEST)
    made = Numbers(min([least, *counted]), counts_xi=bits)
    lax = scoring.lax_min_huxi
    if not 0 < lax < least:
        return made
    tests = [each.test for each in scoring.mingtang if not each.off]
    return made._replace(
        floor_xi=min(made.floor_xi, lax),
        lax_xi=lax,
        lax_red=_bits(tests, "red") | sum(1 << n for n in {n for test in tests for n in test.red_in} if n <= CARDS),
        lax_big=_bits(tests, "big"),
        lax_small=_bits(tests, "small"),
        lax_same=int(any(test.all_same for test in tests)),
        lax_last=int(any(test.last_card for test in tests)),
        lax_liang=int(any("liang" in test.dihu for test in tests)),
    )


def _bits(tests: list[Test], which: str) -> int:
    bands = [band for test in tests if (band := getattr(test, which)) is not None]
    return sum(1 << n for n in range(CARDS + 1) if any(within(band, n) for band in bands))


def _exceptions(scoring: Scoring) -> list[_Exception]:
    """The counts_as that are on; of two for one number the first counts."""
    first: dict[int, _Exception] = {}
    for each in scoring.counts_as:
        if not each.off:
            first.setdefault(each.huxi, _Exception(each.huxi, each.counts))
    return list(first.values())


class _Exception(NamedTuple):
    huxi: int
    counts: int


def beyond(scoring: Scoring | None, least: int) -> set[str]:
    """The keys of `scoring` by which a hand may or may not win in a way that the machine cannot test."""
    scoring = scoring or Scoring()
    lax = scoring.lax_min_huxi
    keys = set()
    relaxed = 0 < lax < least
    for each in _exceptions(scoring):
        fewer, more = each.huxi < least, each.counts >= least
        if fewer and ((each.huxi > HIGHEST and more) or (relaxed and each.counts != each.huxi)):
            keys.add("counts_as")
        if not fewer and not more:
            keys.add("counts_as")
    if relaxed:
        on = {each.id: each for each in scoring.mingtang if not each.off}
        if not all(_testable(each, on) for each in on.values()):
            keys.add("lax_min_huxi")
    return keys


_TESTABLE = {"red", "red_in", "big", "small", "all_same", "last_card", "tianhu", "dihu", "zimo", "forced"}


def _testable(name: Mingtang, on: dict[str, Mingtang]) -> bool:
    """Whether the machine can tell that this 名堂 is there, or that another one is in its place."""
    empty = Test()
    asked = [key for key in Test.__struct_fields__ if getattr(name.test, key) != getattr(empty, key)]
    stands_in = all(not on[other].unless for other in name.unless if other in on)
    return len(asked) == 1 and asked[0] in _TESTABLE and set(name.test.dihu) <= {"liang"} and stands_in

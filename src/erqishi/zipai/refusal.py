"""Why a hand may not win: the words for what `enough.may_hu` and the machine refuse (core.md §15).

One place for a game (`why.py`) and for a hand that somebody asks about (`hand.py`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from erqishi.cards import card_name
from erqishi.zipai.cover import DISCARD, LIANG
from erqishi.zipai.enough import enough
from erqishi.zipai.flat import Flat


class Reason(msgspec.Struct, frozen=True):
    """Why a hand is no 胡. code: count, incomplete, groups, huxi, passed or origin; rule: where it stands."""

    code: str
    rule: str
    zh: str
    en: str

    def __str__(self) -> str:
        return f"{self.zh} ({self.rule}): {self.en}"


def by_origin(t: Any, r: Flat) -> Reason | None:
    """Whether cards that come as `t.origin` can be won at all; None: they can."""
    if t.origin == DISCARD:
        if not r.hu_on_discard:
            return Reason("origin", "core.md §15.3", "打出来的牌不能胡", "a discard cannot be won")
    elif t.origin == LIANG:
        if not r.liangzhang_hu:
            return Reason("origin", "core.md §7", "亮张不能胡", "the 亮张 cannot be won")
    elif not r.hu_on_drawn:
        return Reason("origin", "core.md §15.3", "只胡打出来的牌", "only discards can be won")
    return None


def by_groups(r: Flat, groups: int) -> Reason | None:
    """Whether so many 门子 are all that there must be (`enough.full`)."""
    need = (r.deal + 3) // 3
    if groups == need:
        return None
    return Reason("groups", "core.md §15.1", f"只有{groups}门，要{need}门", f"{groups} 门子, not {need}")


def by_huxi(t: Any, r: Flat, p: int, k: int, value: int) -> Reason | None:
    """Whether the complete hand of seat p with card k, of most `value` 息, has enough and is no 臭胡."""
    if value < r.min_xi and not enough(t, r, p, k, value):
        more, more_en = [], []
        if r.lax_xi:
            more.append(f"自摸或有名堂时{r.lax_xi}息")
            more_en.append(f"{r.lax_xi} with 自摸 or a 名堂")
        if exact := [n for n in range(r.min_xi) if r.counts_xi >> n & 1]:
            more.append(f"正好{'、'.join(map(str, exact))}息也行")
            more_en.append(f"exactly {' or '.join(map(str, exact))} will do")
        zh, en = f"只有{value}息，要{r.min_xi}息", f"only {value} 息, {r.min_xi} are needed"
        if more:
            zh, en = f"{zh}（{'；'.join(more)}）", f"{en} ({'; '.join(more_en)})"
        return Reason("huxi", "core.md §15.2", zh, en)
    if t.passed[p][k] == t.table_xi[p] + 1:
        name = card_name(k)
        en = f"{name} was passed and the 息 on the table have not changed since"
        return Reason("passed", "core.md §15.7", f"臭胡：你放过{name}，桌上的息还没变", en)
    return None

"""The best 息 of a hand, found by trying every arrangement.

Cards are numbers 0..19: 一..十 are 0..9, 壹..拾 are 10..19. A hand is a list of 20 counts.
A group (门子) is a pair (name, cards); names: ti 提, pao 跑, wei 偎, chouwei 臭偎, kan 坎, peng 碰,
chi (a 一句话 or 绞, laid or in hand), jiang 将. Rules: core.md §4, §5, §7, §13, §15.
"""

import re
from collections.abc import Iterator
from itertools import chain, combinations

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
NAMES = SMALL + BIG

Cards = tuple[int, ...]
Group = tuple[str, Cards]

# 息 of a group: (big, small). core.md §5.
HUXI: dict[str, list[int]] = {
    "ti": [12, 9],
    "pao": [9, 6],
    "wei": [6, 3],
    "chouwei": [6, 3],
    "kan": [6, 3],
    "peng": [3, 1],
    "run123": [6, 3],
    "run2710": [6, 3],
    "run1510": [6, 3],
    "other": [0, 0],
}


# ---------------------------------------------------------------- cards and text


def cards_of(text: str) -> Cards:
    """The cards of a text such as `一一二壹` or `x1 x1 x2 d1`, in the order written."""
    cards = []
    for token in re.findall(r"[xd](?:10|[1-9])|\S", text):
        if token in NAMES:
            cards.append(NAMES.index(token))
        else:
            cards.append(int(token[1:]) - 1 + (10 if token[0] == "d" else 0))
    return tuple(cards)


def text_of(cards: Cards) -> str:
    return "".join(NAMES[k] for k in cards)


def counts_of(text: str) -> list[int]:
    counts = [0] * 20
    for k in cards_of(text):
        counts[k] += 1
    return counts


# ---------------------------------------------------------------- sets and their 息


def all_sets() -> list[Cards]:
    """Every 一句话 and 绞, each in kind order: 16 顺, 二七十, 贰柒拾, 20 绞."""
    sets = []
    for first in (0, 10):
        sets += [(first + r, first + r + 1, first + r + 2) for r in range(8)]
        sets.append((first + 1, first + 6, first + 9))
    for rank in range(10):
        small, big = rank, rank + 10
        sets += [(small, small, big), (small, big, big)]
    return sets


SETS = all_sets()
#: Where 一五十 is a set too (衡阳, 长沙, 湘潭).
SETS_1510 = [*SETS, (0, 4, 9), (10, 14, 19)]


def xi(group: Group, table: dict[str, list[int]] = HUXI) -> int:
    """息 of one group."""
    name, cards = group
    if name == "jiang":
        return 0
    if name == "chi":
        shape = tuple(k - cards[0] // 10 * 10 for k in cards)
        name = {(0, 1, 2): "run123", (1, 6, 9): "run2710", (0, 4, 9): "run1510"}.get(shape, "other")
    big = cards[0] >= 10
    return table[name][0 if big else 1]


def total_xi(groups: list[Group], table: dict[str, list[int]] = HUXI) -> int:
    return sum(xi(group, table) for group in groups)


def quads(groups: list[Group]) -> int:
    """How many 提 and 跑."""
    return sum(name in ("ti", "pao") for name, _ in groups)


# ---------------------------------------------------------------- arrangements


def arrangements(counts: list[int], pairs: int, sets: list[Cards] = SETS) -> Iterator[list[Group]]:
    """Every way to lay all these cards as sets and exactly `pairs` pairs."""
    first = next((k for k in range(20) if counts[k]), None)
    if first is None:
        if pairs == 0:
            yield []
        return
    groups: list[Group] = [("chi", s) for s in sets if s[0] == first]
    if pairs:
        groups.append(("jiang", (first, first)))
    for group in groups:
        rest = without(counts, group[1])
        if rest is not None:
            used = 1 if group[0] == "jiang" else 0
            for more in arrangements(rest, pairs - used, sets):
                yield [group, *more]


def without(counts: list[int], cards: Cards) -> list[int] | None:
    """The counts less these cards; None when they are not all there."""
    rest = list(counts)
    for k in cards:
        if rest[k] == 0:
            return None
        rest[k] -= 1
    return rest


def set_aside(hand: list[int], split_kan: bool) -> Iterator[tuple[list[Group], list[int]]]:
    """坎 and quads of a hand as whole groups, and the loose cards that are left.

    One way only; with `split_kan` every choice of 坎 that are broken up (quads stay whole: §18).
    """
    kans = [k for k in range(20) if hand[k] == 3]
    fours: list[Group] = [("ti", (k,) * 4) for k in range(20) if hand[k] == 4]
    ways = [()]
    if split_kan:
        ways = list(chain.from_iterable(combinations(kans, n) for n in range(len(kans) + 1)))
    for broken in ways:
        whole = [k for k in kans if k not in broken]
        loose = [0 if k in whole or hand[k] == 4 else hand[k] for k in range(20)]
        yield fours + [("kan", (k,) * 3) for k in whole], loose


def places(
    groups: list[Group], loose: list[int], card: int | None, may_pao: set[str]
) -> Iterator[tuple[list[Group], list[int]]]:
    """Every use of the winning card: 跑, 碰, or one more loose card."""
    if card is None:
        yield groups, loose
        return
    for i, (name, cards) in enumerate(groups):
        if name in may_pao and cards[0] == card:
            yield [*groups[:i], ("pao", (card,) * 4), *groups[i + 1 :]], loose
    if loose[card] >= 2:
        rest = list(loose)
        rest[card] -= 2
        yield [*groups, ("peng", (card,) * 3)], rest
    more = list(loose)
    more[card] += 1
    yield groups, more


def own_draw_forced(
    hand: list[int], melds: list[Group], card: int, wei: str = "wei"
) -> tuple[list[int], list[Group]] | None:
    """Hand and table after the forced 提 or 偎 of one's own draw; None when there is none (§9.3a)."""
    if hand[card] in (2, 3):
        rest = list(hand)
        rest[card] = 0
        name = "ti" if hand[card] == 3 else wei
        return rest, [*melds, (name, (card,) * (hand[card] + 1))]
    return upgraded(hand, melds, card, ("wei", "chouwei"), "ti")


def upgraded(
    hand: list[int], melds: list[Group], card: int, names: tuple[str, ...], name: str
) -> tuple[list[int], list[Group]] | None:
    """Hand and table after a table triple of `card` became a quad; None when there is none."""
    for i, (old, cards) in enumerate(melds):
        if old in names and cards[0] == card:
            return list(hand), [*melds[:i], (name, (card,) * 4), *melds[i + 1 :]]
    return None


def best(
    hand: list[int],
    melds: list[Group],
    card: int | None = None,
    how: str = "none",
    *,
    table: dict[str, list[int]] = HUXI,
    split_kan: bool = False,
    pao_of_peng: str = "drawn_only",
    peng_pao_first: bool = False,
    whole_hand: int = 7,
    sets: list[Cards] = SETS,
) -> tuple[int | None, list[Group]]:
    """The most 息 a complete hand can show, and one arrangement that shows it; (None, []) if incomplete.

    hand  concealed cards before the winning card;  melds  groups on the table
    how   draw     one's own draw: 提 and 偎 are laid first; a 碰 may be 跑 or not (破跑胡, §15.6),
                   or must be with `peng_pao_first` (the reading of the recorded vectors)
          other    another seat's draw, also the 亮张 for a 闲家
          discard  a discard: never the 跑 of a 碰, unless pao_of_peng = "any"
          joined   the dealer's 亮张: simply a card of the hand (§22.2)
          none     no card: one's own forced meld is already on the table
    whole_hand  how many 门子 a whole hand has: 7 where 20 cards are dealt (§15.1)
    """
    if how == "joined":
        hand = list(hand)
        hand[card] += 1
        card = None
    elif how == "draw":
        laid = own_draw_forced(hand, melds, card)
        if laid is None and peng_pao_first:
            laid = upgraded(hand, melds, card, ("peng",), "pao")
        if laid is not None:
            hand, melds = laid
            card = None
    may_pao = {"kan", "wei", "chouwei"}
    if how != "discard" or pao_of_peng == "any":
        may_pao.add("peng")

    found: tuple[int | None, list[Group]] = (None, [])
    for whole, loose in set_aside(hand, split_kan):
        for groups, rest in places(list(melds) + whole, loose, card, may_pao):
            pairs = 1 if quads(groups) else 0
            if 3 * (whole_hand - pairs - len(groups)) + 2 * pairs != sum(rest):
                continue  # not that many groups (§15.1)
            for arrangement in arrangements(rest, pairs, sets):
                score = total_xi(groups + arrangement, table)
                if found[0] is None or score > found[0]:
                    found = score, groups + arrangement
    return found


# ---------------------------------------------------------------- 天胡 by 三提五坎


def is_forced_tianhu(hand: list[int]) -> bool:
    """三提五坎: three 提, or 提 and 坎 five together (§7)."""
    ti = sum(n == 4 for n in hand)
    kan = sum(n == 3 for n in hand)
    return ti >= 3 or ti + kan >= 5


def forced_tianhu_xi(
    hand: list[int],
    table: dict[str, list[int]] = HUXI,
    grouped: bool = False,
    sets: list[Cards] = SETS,
) -> int:
    """息 of such a hand: 提 and 坎 only; `grouped`: and the best grouping of the other cards."""
    whole, loose = next(set_aside(hand, split_kan=False))
    return total_xi(whole, table) + (best_partial_xi(loose, table, sets) if grouped else 0)


def best_partial_xi(counts: list[int], table: dict[str, list[int]], sets: list[Cards] = SETS) -> int:
    """The most 息 that sets made of some of these cards can give."""
    first = next((k for k in range(20) if counts[k]), None)
    if first is None:
        return 0
    left_over = list(counts)
    left_over[first] -= 1
    scores = [best_partial_xi(left_over, table, sets)]
    for s in sets:
        rest = without(counts, s) if s[0] == first else None
        if rest is not None:
            scores.append(xi(("chi", s), table) + best_partial_xi(rest, table, sets))
    return max(scores)


# ---------------------------------------------------------------- 吃 and 比


def chi_plans(hand: list[int], card: int, sets: list[Cards] = SETS) -> set[tuple[Cards, tuple[Cards, ...]]]:
    """Every complete 吃 of `card`: the set with the card, and the 比 sets in kind order (§13).

    坎 cards take no part, and the fourth card of a 坎 is 跑. After the 吃 every copy of the card still in hand is laid.
    """
    if hand[card] >= 3:
        return set()
    free = [0 if n >= 3 else n for n in hand]
    plans = set()
    for s in sets:
        if card in s:
            others = list(s)
            others.remove(card)
            rest = without(free, tuple(others))
            if rest is not None:
                plans |= {(s, tuple(sorted(bi))) for bi in bi_ways(rest, card, sets)}
    return plans


def bi_ways(free: list[int], card: int, sets: list[Cards] = SETS) -> Iterator[list[Cards]]:
    """Every way to lay all remaining copies of the card in sets of hand cards."""
    if free[card] == 0:
        yield []
        return
    for s in sets:
        rest = without(free, s) if card in s else None
        if rest is not None:
            for more in bi_ways(rest, card, sets):
                yield [s, *more]

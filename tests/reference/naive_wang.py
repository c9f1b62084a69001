"""The best 息 of a hand with 王, found by trying every card that every 王 may stand for, and every arrangement.

A 王 stands for any of the 20 kinds, in one group: a 一句话 or 绞, the 将, a 坎 of which it is a part, or a 提. Three equal
real cards in the hand stay together (a 王 may join them as a 提, where no other quad is: the count of cards allows no
second one then), melds on the table stay what they are, and with 王 only
one's own draw wins. Hands are lists of 20 counts, as in naive_cover.
"""

import random
from itertools import combinations_with_replacement

from erqishi.cards import WANG, card_name
from erqishi.zipai.hand import evaluate
from erqishi.zipai.handstate import HandState
from erqishi.zipai.ruleset import RuleSet

from .naive_cover import HUXI, SETS, Group, own_draw_forced, quads, set_aside, total_xi, xi
from .random_hands import random_case


class _Arrangements:
    """Most 息 of cards laid as sets, `jiang` 将 and `ti` 提 (0 or 1 each), -1 when that is impossible.

    Cards are packed, three bits a kind; what was found for some cards is kept, for most assignments share most cards.
    """

    def __init__(self, table: dict[str, list[int]], makes: tuple[str, ...]) -> None:
        groups: list[Group] = [("chi", s) for s in SETS] + [("jiang", (k,) * 2) for k in range(20)]
        if "kan" in makes:
            groups += [
                ("kan", (k,) * 3) for k in range(20)
            ]  # loose cards are two of a kind at most: one of three is a 王
        groups += [("ti", (k,) * 4) for k in range(20)]
        self.groups: list[list[tuple]] = [[] for _ in range(20)]
        for group in groups:
            name, cards = group
            need = [(3 * k, cards.count(k)) for k in sorted(set(cards))]
            packed = sum(1 << 3 * k for k in cards)
            self.groups[cards[0]].append((need, packed, xi(group, table), int(name == "jiang"), int(name == "ti")))
        self.known: dict[int, int] = {}

    def best(self, cards: int, jiang: int, ti: int) -> int:
        if cards == 0:
            return 0 if jiang == ti == 0 else -1
        key = cards << 2 | jiang << 1 | ti
        found = self.known.get(key)
        if found is None:
            found = -1
            first = ((cards & -cards).bit_length() - 1) // 3
            for need, packed, value, one, four in self.groups[first]:
                if one <= jiang and four <= ti and all(cards >> at & 7 >= n for at, n in need):
                    more = self.best(cards - packed, jiang - one, ti - four)
                    if more >= 0 and more + value > found:
                        found = more + value
            self.known[key] = found
        return found


def best_with_wang(
    hand: list[int],
    wang: int,
    melds: list[Group],
    card: int | None = None,
    how: str = "none",
    *,
    table: dict[str, list[int]] = HUXI,
    makes: tuple[str, ...] = ("kan", "ti"),
) -> int | None:
    """The most 息 of a complete hand of seven groups with `wang` 王, None if it is incomplete.

    card: the winning card (20 a 王); how: draw, joined (the dealer's 亮张) or none. makes: what a 王 may complete.
    """
    hand = list(hand)
    tables = [list(melds)]
    if card == WANG:
        wang += 1
    elif how == "joined":
        hand[card] += 1
    elif how == "draw":
        laid = own_draw_forced(hand, melds, card)
        if laid is not None:
            hand, tables = laid[0], [laid[1]]
        else:
            paos = [
                [*melds[:i], ("pao", (card,) * 4), *melds[i + 1 :]]
                for i, (name, cards) in enumerate(melds)
                if name == "peng" and cards[0] == card
            ]
            values = [_complete(hand, wang, laid, table, makes) for laid in paos]
            hand[card] += 1
            return _most([*values, _complete(hand, wang, tables[0], table, makes)])
    return _complete(hand, wang, tables[0], table, makes)


def _complete(hand, wang, melds, table, makes):
    whole, loose = next(set_aside(hand, split_kan=False))
    found = [_assigned([*melds, *whole], loose, wang, table, makes)]
    if wang and "ti" in makes and not quads([*melds, *whole]):
        for i, (name, cards) in enumerate(whole):
            if name == "kan":
                ti = ("ti", (cards[0],) * 4)
                found.append(_assigned([*melds, *whole[:i], ti, *whole[i + 1 :]], loose, wang - 1, table, makes))
    return _most(found)


def _assigned(groups, loose, wang, table, makes):
    """Every assignment of the 王 to kinds."""
    every = _Arrangements(table, makes)
    packed, found = sum(n << 3 * k for k, n in enumerate(loose)), []
    for stands in combinations_with_replacement(range(20), wang):
        cards = packed + sum(1 << 3 * k for k in stands)
        for ti in range(2 if wang and "ti" in makes and not quads(groups) else 1):
            jiang = int(ti or quads(groups) > 0)
            if 4 * ti + 3 * (7 - ti - jiang - len(groups)) + 2 * jiang == sum(loose) + wang:
                value = every.best(cards, jiang, ti)
                if value >= 0:
                    found.append(value + total_xi(groups, table))
    return _most(found)


def _most(values):
    return max((value for value in values if value is not None), default=None)


# ---------------------------------------------------------------- against the engine

MAKES = (("kan", "ti"), ("kan",), ("ti",), ())


def rule_sets() -> list[RuleSet]:
    """Rules with four 王, for each choice of what a 王 may complete."""
    return [RuleSet.load("std15").replace(id="wang", wang=4, wall=23, wang_makes=makes) for makes in MAKES]


def random_hand(rng: random.Random, most: int = 4) -> tuple[list[int], int, list[Group], int | None, str]:
    """(counts, 王, melds, card, how): a hand in which 1 … `most` of the cards, the winning one too, are 王."""
    while True:
        counts, melds, card, how = random_case(rng)
        if how in ("other", "discard"):
            how = "draw"
        wang = rng.choices((1, 2, 3, 4)[:most], (45, 35, 15, 5)[:most])[0]
        held = [k for k in range(20) for _ in range(counts[k])]
        if how != "none" and rng.random() < 0.1:
            card, wang = WANG, wang - 1
        if len(held) < wang:
            continue
        for k in rng.sample(held, wang):
            counts[k] -= 1
        thirds = sum(min(n, 3) for n in counts) + wang + 3 * len(melds)
        if thirds > 21 - (card is not None):
            continue  # a 王 in the place of a card of a dealt 提: a card more than a hand has
        return counts, wang, melds, card, how


def compare(rng: random.Random, rules: list[RuleSet], most: int = 4) -> tuple[bool, str | None]:
    """(whether the hand is complete, what differs) of one random hand with 王."""
    counts, wang, melds, card, how = random_hand(rng, most)
    chosen = rng.choice(rules)
    expected = best_with_wang(counts, wang, melds, card, how, makes=chosen.wang_makes)
    state = HandState.of([k for k in range(20) for _ in range(counts[k])] + [WANG] * wang, melds, wang=4)
    found = evaluate(state, card, {"draw": "self", "joined": "dealt", "none": "self"}[how], chosen)
    told = f"{state} + {'' if card is None else card_name(card)} {how} {chosen.wang_makes}"
    if found.huxi != expected:
        return expected is not None, f"{told}: {found.huxi}, naive {expected}"
    if expected is not None:
        real = sorted("".join(group.real for group in found.groups))
        cards = [k for k in range(20) for _ in range(counts[k])] + [k for _, group in melds for k in group]
        cards += [] if card in (None, WANG) else [card]
        if real != sorted(map(card_name, cards)) or len(found.groups) != 7:
            return True, f"{told}: the arrangement has other cards: {found.groups}"
        if sum(len(group.wang) for group in found.groups) != wang + (card == WANG):
            return True, f"{told}: the arrangement has not as many 王: {found.groups}"
        groups: list[Group] = [
            ("chi" if group.kind in ("run", "jiao", "chi") else group.kind, tuple(sorted(map(_kind, group.cards))))
            for group in found.groups
        ]
        if total_xi(groups) != expected or any(name == "chi" and cards not in SETS for name, cards in groups):
            return True, f"{told}: the arrangement is {found.groups}"
    return expected is not None, None


def _kind(name: str) -> int:
    return next(k for k in range(20) if card_name(k) == name)


__all__ = ["best_with_wang", "compare", "random_hand", "rule_sets"]

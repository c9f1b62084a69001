"""Every legal grouping of a hand that is not grouped yet, by a plain search.

Forced melds come first: an own draw on a pair is a 偎, on a 坎 or one's own 偎 a 提 (core.md §9.3a, §15.8). 坎 and dealt
提 are kept whole (§15.4) unless the rules split them. The winning card may become a 碰 or 跑, or one more loose card (§5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from erqishi.cards import N_KINDS, card_name, unpack
from erqishi.errors import UserInputError
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import wild
from erqishi.zipai.scoring.facts import QUADS, Group, Held, kind_of

Grouping = tuple[Group, ...]
_ORDER = ("ti", "pao", "wei", "chouwei", "peng", "chi", "bi", "kan", "run", "jiao", "jiang")


def groupings(rules: RuleSet, held: Held, deal: bool = False) -> list[Grouping]:
    """All groupings; none when the cards do not fit. deal: a 三提五坎, of which only 提 and 坎 count (core.md §7)."""
    counts = [0] * N_KINDS
    for k in unpack(held.concealed):
        counts[k] += 1
    before = False if held.origin is not None else None  # whether the winning card lies in a meld is not known then
    melds = [Group(kind_of(kind, cards), tuple(sorted(cards)), before) for kind, cards in held.melds]
    if held.card is not None:
        copies = counts[held.card] + sum(group.cards.count(held.card) for group in melds)
        if copies >= 4:
            zh = f"{card_name(held.card)}已经有四张"
            raise UserInputError(f"{zh} / all four of {card_name(held.card)} are in the hand already")
    if deal:
        if held.card is not None:
            counts[held.card] += 1
        kept = [Group("ti" if n == 4 else "kan", (k,) * n) for k, n in enumerate(counts) if n >= 3]
        return [tuple(kept)] if kept else []
    found: dict[tuple[tuple[str, tuple[int, ...], bool | None], ...], Grouping] = {}
    for table, concealed in _forced(held, melds, counts):
        card = held.card if concealed is counts else None
        for whole, loose in _set_aside(rules, concealed):
            for groups, rest, joined in _uses(rules, held, [*table, *whole], loose, card):
                for these, sets in _completed(rules, held, groups, rest):
                    made = _claimed(tuple(these), sets, held.card if joined else None)
                    made = tuple(sorted(made, key=lambda group: (_ORDER.index(group.kind), group.cards)))
                    found.setdefault(tuple((group.kind, group.cards, group.claimed) for group in made), made)
    return list(found.values())


def _completed(
    rules: RuleSet, held: Held, groups: list[Group], loose: list[int]
) -> Iterator[tuple[list[Group], Grouping]]:
    """The groups, some 坎 made a 提 by a 王, with every cover of the loose cards and the other 王."""
    for these, wang in wild.on_kan(rules, groups, held.wang):
        kinds = {group.kind for group in these}
        if kinds.isdisjoint(QUADS):
            need = wild.TI if "jiang" in kinds else wild.MAY_TI
        else:
            need = wild.NONE if "jiang" in kinds else wild.JIANG
        if wang:
            yield from ((these, sets) for sets in wild.covers(rules, loose, wang, need))
        elif need != wild.TI:
            yield from ((these, sets) for sets in _covers(rules, loose, int(need == wild.JIANG)))


def wang_groupings(rules: RuleSet, held: Held, card: int | None) -> Iterator[tuple[str, tuple[Grouping, ...]]]:
    """(王钓 …, groupings): each name that the 王 can earn with an own draw `card` (None: a 王), the rest being whole.

    王钓: a 王 and the card are the 将; 王闯: two and the card a 坎; 王炸: three and the card a 提; with 王 after it where
    the card is a 王 itself.
    """
    for name, need, kind in wild.NAMES:
        left = held.wang - need - (card is None)
        if left < 0 or (kind != "jiang" and kind not in rules.wang_makes):
            continue
        found: list[Grouping] = []
        for k in range(N_KINDS) if card is None else (card,):
            melds = (*held.melds, (kind, (k,) * (need + 1)))
            for grouping in groupings(rules, Held(concealed=held.concealed, melds=melds, wang=left)):
                at = next((i for i, group in enumerate(grouping) if (group.kind, group.cards) == melds[-1]), None)
                if at is not None:  # else a further 王 made a 提 of that 坎: another name
                    found.append((*grouping[:at], grouping[at]._replace(claimed=True), *grouping[at + 1 :]))
        if found:
            yield name + "王" * (card is None), tuple(found)


def _claimed(groups: Grouping, sets: Grouping, card: int | None) -> Grouping:
    """Mark the set that the winning card is in, where it was one more loose card."""
    at = next((at for at, group in enumerate(sets) if card in group.cards), None)
    if card is None or at is None:
        return (*groups, *sets)
    return (*groups, *sets[:at], sets[at]._replace(claimed=True), *sets[at + 1 :])


def _forced(held: Held, melds: list[Group], counts: list[int]) -> Iterator[tuple[list[Group], list[int]]]:
    """The table and the concealed cards after what is forced; the same `counts` when the card is still to be used."""
    k = held.card
    if k is None or held.origin is None:
        yield melds, list(counts)
        return
    rest = list(counts)
    if held.origin == "dealt":
        rest[k] += 1
        yield melds, rest
        return
    wei = next((at for at, group in enumerate(melds) if (group.kind, group.cards[0]) == ("wei", k)), None)
    if held.origin != "self" or (counts[k] < 2 and wei is None):
        yield melds, counts
        return
    rest[k] = 0
    if wei is not None:
        yield [*melds[:wei], Group("ti", (k,) * 4, True), *melds[wei + 1 :]], counts[:]
    elif counts[k] == 3:
        yield [*melds, Group("ti", (k,) * 4, True)], rest
    else:
        kind = "chouwei" if held.declined >> k & 1 else "wei"
        yield [*melds, Group(kind, (k,) * 3, True)], rest


def _uses(
    rules: RuleSet, held: Held, groups: list[Group], loose: list[int], card: int | None
) -> Iterator[tuple[list[Group], list[int], bool]]:
    """Every use of the winning card: 跑, 碰, or one more loose card (then the last value is True); core.md §5, §15.6."""
    if card is None:
        yield groups, loose, False
        return
    paos = [] if held.origin == "self" else ["kan", "wei"]
    if held.origin != "discard" or rules.pao_of_peng == "any":
        paos.append("peng")
    for at, group in enumerate(groups):
        if group.kind in paos and group.cards[0] == card:
            yield [*groups[:at], Group("pao", (card,) * 4, True), *groups[at + 1 :]], loose, False
    if held.origin != "self" and loose[card] >= 2:
        rest = list(loose)
        rest[card] -= 2
        yield [*groups, Group("peng", (card,) * 3, True)], rest, False
    more = list(loose)
    more[card] += 1
    yield groups, more, True


def _set_aside(rules: RuleSet, counts: Sequence[int]) -> Iterator[tuple[list[Group], list[int]]]:
    """Dealt 提 and 坎 as whole groups, and the loose cards; where 坎 may be split, every choice of those kept."""
    fours = [Group("ti", (k,) * 4) for k in range(N_KINDS) if counts[k] == 4]
    kans = [k for k in range(N_KINDS) if counts[k] == 3]
    for n in range(len(kans) + 1 if rules.split_kan else 1):
        for broken in combinations(kans, n):
            whole = [k for k in kans if k not in broken]
            loose = [0 if k in whole or counts[k] == 4 else counts[k] for k in range(N_KINDS)]
            yield fours + [Group("kan", (k,) * 3) for k in whole], loose


def _covers(rules: RuleSet, counts: list[int], pairs: int) -> Iterator[Grouping]:
    """Every way to lay loose cards into sets and exactly `pairs` 将."""
    k = next((k for k in range(N_KINDS) if counts[k]), None)
    if k is None:
        if pairs == 0:
            yield ()
        return
    options = list(_sets(rules, k))
    if pairs:
        options.append(Group("jiang", (k, k)))
    for option in options:
        if all(counts[card] >= option.cards.count(card) for card in set(option.cards)):
            rest = list(counts)
            for card in option.cards:
                rest[card] -= 1
            for more in _covers(rules, rest, pairs - (option.kind == "jiang")):
                yield (option, *more)


def _sets(rules: RuleSet, k: int) -> Iterator[Group]:
    """The sets whose lowest kind is k: a sequence, 二七十 (and 一五十), 绞."""
    first, r = k - k % 10, k % 10
    if r <= 7:
        yield Group("run", (k, k + 1, k + 2))
    if r == 1:
        yield Group("run", (k, first + 6, first + 9))
    if r == 0 and "一五十" in rules.extra_sets:
        yield Group("run", (k, first + 4, first + 9))
    if k < 10:
        yield Group("jiao", (k, k, k + 10))
        yield Group("jiao", (k, k + 10, k + 10))

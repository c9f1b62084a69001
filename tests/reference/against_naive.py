"""One random hand judged by the engine and by the naive search."""

import functools
import random

from erqishi.cards import card_name
from erqishi.zipai.hand import Origin, evaluate
from erqishi.zipai.handstate import HandState
from erqishi.zipai.ruleset import RuleSet
from reference.naive_cover import SETS, SETS_1510, best, total_xi
from reference.random_hands import random_case

OPTIONS = (
    {},
    {},
    {"split_kan": True},
    {"pao_of_peng": "any", "hu_on_discard": True, "min_huxi": 0},
    {"extra_sets": ["一五十"], "huxi": {"run1510": [6, 3]}},
    {"huxi": {"ti": [14, 10], "pao": [10, 5], "wei": [4, 2], "chouwei": [5, 3], "kan": [8, 5], "peng": [6, 4]}},
)
ORIGIN: dict[str, Origin | None] = {
    "draw": "self",
    "other": "other",
    "discard": "discard",
    "joined": "dealt",
    "none": None,
}


WHOLE = 7
"""门子 of a whole hand where 20 cards are dealt (core.md §15.1)."""


def compare(rng: random.Random, rules: list[RuleSet]) -> tuple[bool, str | None]:
    """(whether the hand is complete, what differs) of one random hand under one of the rule sets."""
    chosen = rng.choice(rules)
    counts, melds, card, how = random_case(rng, SETS_1510 if chosen.extra_sets else SETS)
    first = how == "draw" and rng.random() < 0.3
    huxi = chosen.huxi
    table = {
        name: list(getattr(huxi, name))
        for name in ("ti", "pao", "wei", "chouwei", "kan", "peng", "run123", "run2710", "run1510")
    }
    naive = functools.partial(
        best,
        counts,
        melds,
        card,
        how,
        table={**table, "other": [0, 0]},
        split_kan=chosen.split_kan,
        pao_of_peng=chosen.pao_of_peng,
        peng_pao_first=first,
        sets=SETS_1510 if chosen.extra_sets else SETS,
    )
    state = HandState.of([k for k in range(20) for _ in range(counts[k])], melds)
    found = evaluate(state, card, ORIGIN[how] or "self", chosen, pao_first=first)
    expected, groups = naive()
    if expected is None and found.groups:  # all cards in 门子, but another number of them than seven: judged, and no 胡
        expected, groups = naive(whole_hand=len(found.groups))
        if found.win or len(found.groups) == WHOLE:
            return True, f"{state} + {card} {how} ({chosen.id}): a 胡 of {len(found.groups)} 门子"
    told = f"{state} + {'' if card is None else card_name(card)} {how} ({chosen.id})"
    if found.huxi != expected:
        return expected is not None, f"{told}: {found.huxi}, naive {expected} {groups}"
    if expected is not None:
        cards = sorted("".join(group.cards for group in found.groups))
        if sum(group.huxi for group in found.groups) != expected or len(found.groups) != len(groups):
            return True, f"{told}: the arrangement is {found.groups}"
        if cards != sorted("".join(card_name(k) for _, group in groups for k in group)):
            return True, f"{told}: the arrangement has other cards: {found.groups}"
        if total_xi(groups, {**table, "other": [0, 0]}) != expected:
            return True, f"{told}: the naive arrangement is wrong"
        if sum(group.claimed for group in found.groups) != (card is not None):
            return True, f"{told}: not one claimed group: {found.groups}"
    return expected is not None, None


def rule_sets() -> list[RuleSet]:
    """The rule sets that are tried."""
    return [RuleSet.load("std15").replace(**options) for options in OPTIONS]

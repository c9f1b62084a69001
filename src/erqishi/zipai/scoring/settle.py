"""One won hand: may it win, how is it grouped, what is it worth, who pays whom.

`settle_hand` is the whole of local scoring in one pure function.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from erqishi.cards import COPIES, card_name, rank
from erqishi.errors import UserInputError
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.data import Scoring
from erqishi.zipai.scoring.facts import Facts, Group, Hand, hand_of, quads
from erqishi.zipai.scoring.groupings import groupings
from erqishi.zipai.scoring.lines import Line
from erqishi.zipai.scoring.payment import NAMES, pay, seats_of
from erqishi.zipai.scoring.reckon import Reckoned, counts_as, reckon


class Settlement(msgspec.Struct, frozen=True):
    """What a hand came to.

    can_hu, reason: whether it may win, and why not. groups: as (kind, cards), the dearest grouping. huxi, red, big,
    small: counted on it. tun: 囤 with all additions, before the 番 (None in points families). fan: name -> 番 or factor, in
    points families a word: `x2`, `set` or `=100`, `+10`. fan_total: all 番 together. points: what one loser pays in units
    of 底分, or what the winner's total gains. net: everybody's change, 底分 included; points of the match when `ledger`.
    lines: the derivation. What is not known, or is owed by nobody, is None.
    """

    rules: str
    can_hu: bool
    groups: tuple[Group, ...]
    huxi: int | None
    red: int | None
    big: int | None
    small: int | None
    lines: tuple[Line, ...]
    tun: int | None = None
    fan: dict[str, int | str] = {}
    fan_total: int | None = None
    points: int | None = None
    ledger: bool = False
    net: tuple[int, ...] | None = None
    reason: Line | None = None


def settle_hand(rules: RuleSet, facts: Facts, names: Sequence[str] = NAMES) -> Settlement:
    """Score a won hand by the rules (scoring.md §1.4, §1.5). names: what the lines call the seats.

    Of several groupings the one with the largest payment counts, then the one with more 息 (§1.1.4). A hand that may not
    win comes back with can_hu False and the reason. UserInputError when the facts contradict each other.
    """
    seats_of(rules, facts)
    if facts.zimo and facts.win_on == "discard":
        raise UserInputError("自摸和放炮不能都是 / it cannot be 自摸 and won on a discard")
    best: tuple[tuple[bool, int, int], Reckoned, Line | None] | None = None
    for hand in _hands(rules, facts):
        reckoned = reckon(rules, facts, hand)
        refused = why_not(rules, facts, reckoned)
        order = (refused is None, reckoned.points if refused is None else 0, hand.huxi)
        if best is None or order > best[0]:
            best = order, reckoned, refused
    if best is None:
        reason = Line("core.md §15.1", "凑不成门子", "the cards do not all fit into 门子")
        return Settlement(rules.id, False, (), None, None, None, None, (reason,), reason=reason)
    _, reckoned, refused = best
    hand = reckoned.hand
    if refused is not None:
        shown = [line for line in reckoned.lines if line.rule.startswith("core.md")]
        no = Line(refused.rule, f"不能胡：{refused.zh}", f"no 胡: {refused.en}")
        return Settlement(
            rules.id, False, hand.groups, hand.huxi, hand.red, hand.big, hand.small, (*shown, no), reason=refused
        )
    paid = pay(rules, facts, reckoned.points, names)
    return Settlement(
        rules=rules.id,
        can_hu=True,
        groups=hand.groups,
        huxi=hand.huxi,
        red=hand.red,
        big=hand.big,
        small=hand.small,
        lines=(*reckoned.lines, *paid.lines),
        tun=reckoned.tun,
        fan=reckoned.fan,
        fan_total=reckoned.fan_total,
        points=reckoned.points,
        ledger=paid.ledger,
        net=paid.net,
    )


def _hands(rules: RuleSet, facts: Facts) -> list[Hand]:
    """Every grouping that there is to choose from."""
    if facts.counted is not None:
        c = facts.counted
        return [Hand((), (), c.huxi, c.red, c.big, c.small)]
    if facts.held is not None:
        return [hand_of(rules, groups) for groups in groupings(rules, facts.held, facts.win_on == "deal")]
    alternatives = facts.groupings or (facts.groups,)
    return [hand_of(rules, groups) for groups in alternatives if groups]


def why_not(rules: RuleSet, facts: Facts, reckoned: Reckoned) -> Line | None:
    """Why this is no 胡, or None."""
    hand, scoring = reckoned.hand, rules.scoring or Scoring()
    if hand.groups and (refused := _shape(rules, facts, hand.groups)) is not None:
        return refused
    if facts.win_on == "discard" and not (rules.hu_on_discard or scoring.discard_shares):
        return Line("core.md §15.3", "打出来的牌不能胡", "a discard cannot be won")
    if facts.win_on == "draw" and not rules.hu_on_drawn:
        return Line("core.md §15.3", "只胡打出来的牌", "only discards can be won")
    if facts.win_on == "liang" and not rules.liangzhang_hu:
        return Line("core.md §7", "亮张不能胡", "the 亮张 cannot be won")
    if facts.win_on == "deal":
        return None
    need = rules.min_huxi
    lax = scoring.lax_min_huxi
    if lax and (facts.own_card or reckoned.found):
        need = min(need, lax)
    if counts_as(scoring, hand.huxi) >= need:
        return None
    zh, en = f"只有{hand.huxi}息，要{need}息", f"only {hand.huxi} 息, {need} are needed"
    if lax and need > lax:
        zh, en = f"{zh}（自摸或有名堂时{lax}息）", f"{en} ({lax} with 自摸 or a 名堂)"
    return Line("core.md §15.2", zh, en)


def _shape(rules: RuleSet, facts: Facts, groups: Sequence[Group]) -> Line | None:
    """Whether the groups make a whole hand: their number, the 将, no card five times."""
    cards = [k for group in groups for k in group.cards]
    for k in sorted(set(cards)):
        if cards.count(k) > COPIES and not (facts.wang or facts.wild or (facts.held and facts.held.wang)):
            raise UserInputError(f"{card_name(k)}多于{COPIES}张 / more than {COPIES} of {card_name(k)}")
    pairs = sum(group.kind == "jiang" for group in groups)
    if facts.win_on == "deal":
        kans = sum(group.kind == "kan" for group in groups)
        if not rules.forced_tianhu:
            return Line("core.md §7", "这里不算三提五坎", "三提五坎 does not win here")
        if quads(groups) < 3 and quads(groups) + kans < 5:
            return Line("core.md §7", "不到三提，也不到五坎", "neither three 提 nor five of 提 and 坎")
        return None
    need = (rules.deal + 3) // 3
    if len(groups) != need:
        return Line("core.md §15.1", f"有{len(groups)}门，要{need}门", f"{len(groups)} 门子, not {need}")
    for group in groups:
        if group.kind == "run" and sorted(map(rank, group.cards)) == [1, 5, 10] and "一五十" not in rules.extra_sets:
            return Line("core.md §4", "这里一五十不算一句话", "一五十 is no set here")
    if quads(groups) and pairs != 1:
        return Line("core.md §15.1", "有提或跑，要正好一对将", "with a 提 or 跑 there must be exactly one 将")
    if not quads(groups) and pairs:
        return Line("core.md §15.1", "没有提和跑，就不能有将", "without 提 or 跑 there is no 将")
    return None

"""From one grouping to what a loser pays: the ordered steps of scoring.md §1.4, each with its line.

Cash families: 囤 → 番 → their product → 自摸 and 充 afterwards → 黄番 → 封顶. Points families (§3): 息 → numbers that
replace them → doubling → additions → limits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from erqishi.cards import card_name
from erqishi.errors import InternalError
from erqishi.zipai.meldtext import MELD_NAMES
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import words
from erqishi.zipai.scoring.conditions import Found, find, red_over, zimo_counts
from erqishi.zipai.scoring.data import Points, Scoring, within
from erqishi.zipai.scoring.facts import Facts, Hand
from erqishi.zipai.scoring.lines import Line, Sheet, plus

STEPS = "scoring.md §1.4"


class Reckoned(NamedTuple):
    """What a grouping is worth. tun: 囤 (None in points families); fan: name -> 番, factor or word; fan_total: F.

    points: what one loser pays, in units of 底分, or the points that the winner's total gains.
    """

    hand: Hand
    found: list[Found]
    tun: int | None
    fan: dict[str, int | str]
    fan_total: int | None
    points: int
    lines: list[Line]


def reckon(rules: RuleSet, facts: Facts, hand: Hand) -> Reckoned:
    """Carry out the steps for one grouping."""
    scoring = rules.scoring or Scoring()
    found = find(scoring, facts, hand)
    sheet = Sheet()
    _hand_lines(sheet, rules, facts, hand)
    x = _counted(sheet, scoring, facts, hand)
    if scoring.points is not None:
        counted = _counting(scoring.points, found)
        fan: dict[str, int | str] = {each.name.zh: _word(scoring.points, each) for each in counted}
        points = _points(sheet, scoring, scoring.points, facts, counted, x)
        return Reckoned(hand, found, None, fan, None, points, sheet.lines)
    tun = _tun(sheet, rules, scoring, facts, hand, found, x)
    total = _fan(sheet, scoring, found)
    points = _cash(sheet, scoring, facts, found, tun, total)
    return Reckoned(hand, found, tun, {each.name.zh: worth(each) for each in found}, total, points, sheet.lines)


def worth(found: Found) -> int:
    """番 or factor of a 名堂 that is there, growth and repetition included."""
    name = found.name
    return ((name.fan or name.times) + name.per_extra * found.over) * found.times


# -- the hand -----------------------------------------------------------------------------------------------------


def _hand_lines(sheet: Sheet, rules: RuleSet, facts: Facts, hand: Hand) -> None:
    for group, value in zip(hand.groups, hand.values, strict=True):
        cards = "".join(map(card_name, group.cards))
        won = ("（胡的牌）", " (the winning card)") if group.claimed else ("", "")
        zh, en = f"{MELD_NAMES[group.kind]} {cards}{won[0]} {value}息", f"{group.kind} {cards}{won[1]} {value} 息"
        sheet.note("core.md §5", zh, en)
    values = [value for value in hand.values if value]
    total = f"{plus(values)} = {{}}" if len(values) > 1 else "{}"
    if facts.win_on == "deal":
        zh, en = f"三提五坎，只算提和坎：{total}息", f"三提五坎, only 提 and 坎 count: {total} 息"
        sheet.step("huxi", "=", hand.huxi, "core.md §7", zh, en)
    else:
        many = f"{len(hand.groups)}门，" if hand.groups else ""
        sheet.step("huxi", "=", hand.huxi, "core.md §5", f"{many}{total}息", f"{total} 息")


def counts_as(scoring: Scoring, huxi: int) -> int:
    """The 息 that these count as (卡, 无胡, 毛胡, 飘胡)."""
    for each in scoring.counts_as:
        if not each.off and each.huxi == huxi:
            return each.counts
    return huxi


def _counted(sheet: Sheet, scoring: Scoring, facts: Facts, hand: Hand) -> int:
    """息 as they are scored: 卡 and its kin, and 息 for reds."""
    x = hand.huxi
    for each in scoring.counts_as:
        if not each.off and each.huxi == x:
            zh, en = f"{each.zh}：{x}息按{{}}息算", f"{each.en or each.zh}: {x} 息 count as {{}}"
            x = sheet.step("huxi", "=", each.counts, STEPS, zh, en)
            break
    over, more = scoring.red_huxi
    if more and facts.win_on != "deal" and hand.red is not None and hand.red > over:
        n = hand.red - over
        zh = f"红字多{n}张，每张加{more}息：{{}}息"
        x = sheet.step("huxi", "+", n * more, STEPS, zh, f"{n} reds over {over}, {more} 息 each: {{}} 息")
    return x


# -- cash ---------------------------------------------------------------------------------------------------------


def tun_of(rules: RuleSet, x: int, deal: bool = False) -> int:
    """囤 of x 息 before anything is added; never below 1 (scoring.md §1.4 step 1)."""
    return max(1, _units(rules, x, deal) + (rules.scoring or Scoring()).tun_plus)


def _units(rules: RuleSet, x: int, deal: bool) -> int:
    for band in (rules.scoring or Scoring()).units:
        if within(band.huxi, x):
            return band.tun
    return (rules.tianhu if deal else rules.tun)(x)


def _tun(sheet: Sheet, rules: RuleSet, scoring: Scoring, facts: Facts, hand: Hand, found: list[Found], x: int) -> int:
    """Steps 1 and 2: 囤, and all that is added to them."""
    for each in found:
        if each.name.times:
            zh, en = f"{each.name.zh}：息×{worth(each)} = {{}}息", f"{words.en(each)}: 息 × {worth(each)} = {{}}"
            x = sheet.step("huxi", "*", worth(each), STEPS, zh, en)
    if facts.win_on == "deal" and rules.tianhu_fixed:
        zh, en = "三提五坎固定{}囤", "a fixed {} 囤 for 三提五坎"
        u = sheet.step("tun", "=", rules.tianhu_fixed, "core.md §7", zh, en)
    else:
        special = any(within(band.huxi, x) for band in scoring.units)
        deal = facts.dealt_win and rules.tianhu != rules.tun
        units = _units(rules, x, deal)
        zh, en = words.units(rules.tianhu if deal else rules.tun, x, special, deal)
        u = sheet.step("tun", "=", units, f"{STEPS} 1", zh, en)
        if scoring.tun_plus:
            u = _more(sheet, scoring.tun_plus, "底囤", "底囤")
        if u < 1:
            u = sheet.step("tun", "least", 1, f"{STEPS} 1", "囤最少是1", "囤 is never below 1")
    if scoring.charge == "before" and (charge := facts.charge + scoring.charge_agreed):
        u = _more(sheet, charge, "充囤", "充囤")
    if scoring.xing:
        u = _xing(sheet, facts, hand, u)
    if scoring.adding is not None:
        u = _adding(sheet, scoring, facts, hand, u)
    if zimo_counts(scoring, facts, found):
        if rules.zimo_tun:
            u = _more(sheet, rules.zimo_tun, "自摸", "自摸")
        if scoring.zimo.times_tun > 1:
            n = scoring.zimo.times_tun
            u = sheet.step("tun", "*", n, STEPS, f"自摸，囤×{n} = {{}}囤", f"自摸: 囤 × {n} = {{}}")
    return u


def _more(sheet: Sheet, n: int, zh: str, en: str) -> int:
    before = sheet.now["tun"]
    rule, how, how_en, sign = f"{STEPS} 2", "加" if n > 0 else "减", "adds" if n > 0 else "takes", "+" if n > 0 else "−"
    sum_ = f"{before}{sign}{abs(n)} = {{}}"
    return sheet.step("tun", "+", n, rule, f"{zh}{how}{abs(n)}：{sum_}囤", f"{en} {how_en} {abs(n)}: {sum_} 囤")


def _xing(sheet: Sheet, facts: Facts, hand: Hand, u: int) -> int:
    """醒: a 囤 for each copy of the 醒 card in the hand, or as many as are told."""
    n, zh, en = facts.xing, "醒", "醒"
    if facts.xing_card is not None:
        name = card_name(facts.xing_card)
        n = sum(group.cards.count(facts.xing_card) for group in hand.groups)
        zh, en = f"醒是{name}，有{n}张，", f"醒 is {name}: {n} of them;"
        if not n:
            sheet.note(f"{STEPS} 2", f"醒是{name}，一张也没有", f"醒 is {name}: none of them")
    return _more(sheet, n, zh, en) if n else u


def _adding(sheet: Sheet, scoring: Scoring, facts: Facts, hand: Hand, u: int) -> int:
    """加敦 (scoring.md §2, hengyang_honghei)."""
    adding = scoring.adding
    assert adding is not None
    if adding.winning_card and facts.card is not None:
        copies = sum(group.cards.count(facts.card) for group in hand.groups)
        if copies:
            card = card_name(facts.card)
            u = _more(sheet, copies, f"加敦：{card}有{copies}张，", f"加敦: {copies} of {card};")
    if facts.win_on != "deal":
        for over in red_over(hand, adding.red_over):
            u = _more(sheet, over, f"加敦：红字多{over}张，", f"加敦: {over} reds over;")
    return u


def _fan(sheet: Sheet, scoring: Scoring, found: list[Found]) -> int:
    """Step 3: the 番 of all 名堂 together."""
    values = []
    for each in found:
        if each.name.fan:
            values.append(worth(each))
            zh, en = words.name(each)
            sheet.step("name", "=", values[-1], "scoring.md §1.3", zh, en)
    if scoring.stack_limit and len(values) > scoring.stack_limit:
        values = sorted(values, reverse=True)[: scoring.stack_limit]
        n = scoring.stack_limit
        sheet.note(f"{STEPS} 3", f"只算最大的{n}个名堂", f"only the {n} largest count")
    if not scoring.mingtang:
        return 1
    if not values:
        return sheet.step("fan", "=", 1, f"{STEPS} 3", "没有名堂，按1番算", "no 名堂: times 1")
    total = COMBINE[scoring.combine](values)
    zh, en = words.combined(scoring.combine, values)
    total = sheet.step("fan", "=", total, f"{STEPS} 3", zh, en)
    if scoring.fan_cap and total > scoring.fan_cap:
        total = sheet.step("fan", "most", scoring.fan_cap, f"{STEPS} 3", "番数封顶 {}", "at most {} 番")
    return total


def _product(values: list[int]) -> int:
    total = 1
    for value in values:
        total *= value
    return total


COMBINE: dict[str, Callable[[list[int]], int]] = {"sum": sum, "product": _product, "max": max}


def _cash(sheet: Sheet, scoring: Scoring, facts: Facts, found: list[Found], tun: int, fan: int) -> int:
    """Steps 4 to 7: what each loser pays."""
    if scoring.mingtang:
        zh, en = f"{tun}囤×{fan}番 = {{}}", f"{tun} 囤 × {fan} = {{}}"
    else:
        zh, en = "每囤一份：{}", "one share a 囤: {}"
    p = sheet.step("points", "=", tun * fan, f"{STEPS} 4", zh, en)
    if zimo_counts(scoring, facts, found):
        if n := scoring.zimo.after:
            p = sheet.step(
                "points", "+", n, f"{STEPS} 5", f"自摸另加{n}，不翻 = {{}}", f"自摸 adds {n} afterwards = {{}}"
            )
        if (n := scoring.zimo.total) > 1:
            p = sheet.step("points", "*", n, f"{STEPS} 5", f"自摸，总数×{n} = {{}}", f"自摸: the total × {n} = {{}}")
    if scoring.charge == "after" and (n := facts.charge + scoring.charge_agreed):
        p = sheet.step("points", "+", n, f"{STEPS} 5", f"充加{n} = {{}}", f"充 adds {n} = {{}}")
    if scoring.piao and len(facts.piao) == 1:
        n = facts.piao[0]
        p = sheet.step("points", "+", n, f"{STEPS} 5", f"飘加{n} = {{}}", f"飘 adds {n} = {{}}")
    if scoring.huang_fan and facts.huang:
        n = facts.huang + 1
        hands = "hand" if facts.huang == 1 else "hands"
        zh, en = (
            f"黄番：前面荒了{facts.huang}局，×{n} = {{}}",
            f"黄番: {facts.huang} {hands} without a winner, × {n} = {{}}",
        )
        p = sheet.step("points", "*", n, f"{STEPS} 6", zh, en)
    if scoring.cap and p > scoring.cap:
        p = sheet.step("points", "most", scoring.cap, f"{STEPS} 7", "封顶 {}", "at most {}")
    if scoring.niao and facts.birds:
        n = scoring.niao * facts.birds
        zh, en = f"扎鸟中{facts.birds}个，加{n} = {{}}", f"{facts.birds} 鸟 add {n} = {{}}"
        p = sheet.step("points", "+", n, f"{STEPS} 7", zh, en)
    return p


# -- points -------------------------------------------------------------------------------------------------------


def _counting(points: Points, found: list[Found]) -> list[Found]:
    """The 名堂 that matter: a number that replaces everything leaves no factor beside it (scoring.md §3)."""
    if points.sets_add_up or not any(each.name.sets for each in found):
        return found
    return [each for each in found if not each.name.times]


def _word(points: Points, found: Found) -> str:
    """How a 名堂 acts on the points, in a word: x2, set or =100, +10."""
    name = found.name
    if name.times:
        return f"x{worth(found)}"
    if name.adds:
        return f"+{name.adds}"
    return "set" if points.sets_add_up and not name.alone else f"={name.sets}"


def _points(sheet: Sheet, scoring: Scoring, points: Points, facts: Facts, found: list[Found], x: int) -> int:
    """The steps of scoring.md §3: replace, double, add, limit."""
    rule = "scoring.md §3"
    alone = [each for each in found if each.name.alone]
    if alone:
        zh = f"{alone[0].name.zh}：{{}}分，别的都不算"
        return sheet.step(
            "points", "=", alone[0].name.sets, rule, zh, f"{words.en(alone[0])}: {{}}, nothing else counts"
        )
    sets = [each for each in found if each.name.sets]
    if sets:
        p = _replaced(sheet, points, sets)
    else:
        p = sheet.step("points", "=", x, rule, "息就是分：{}", "the 息 are the points: {}")
    for each in found:
        if each.name.times:
            n = worth(each)
            p = sheet.step("points", "*", n, rule, f"{each.name.zh}：×{n} = {{}}", f"{words.en(each)}: × {n} = {{}}")
    if points.top and p > points.top:
        p = sheet.step("points", "most", points.top, rule, "最多 {}", "at most {}")
    p = _added(sheet, points, facts, found, p)
    if points.discard_top and facts.win_on == "discard" and p > points.discard_top:
        p = sheet.step("points", "most", points.discard_top, rule, "放炮最多 {}", "at most {} on a discard")
    if scoring.cap:
        cap = scoring.cap // 2 if points.half_without_zimo and not facts.own_card else scoring.cap
        if p > cap:
            p = sheet.step("points", "most", cap, rule, "封顶 {}", "at most {}")
    return p


def _replaced(sheet: Sheet, points: Points, sets: list[Found]) -> int:
    rule = "scoring.md §3"
    first = sets[0].name
    zh, en = f"{first.zh}：按 {{}} 算，不看息", f"{words.en(sets[0])}: {{}} instead of the 息"
    p = sheet.step("points", "=", first.sets, rule, zh, en)
    for each in sets[1:]:
        if points.sets_add_up:
            n = each.name.sets
            p = sheet.step(
                "points", "+", n, rule, f"{each.name.zh}：再加{n} = {{}}", f"{words.en(each)}: {n} more = {{}}"
            )
        elif each.name.sets > p:
            raise InternalError(f"{each.name.id} and {first.id} both replace the points")
        else:
            sheet.note(rule, f"{each.name.zh}：不再加", f"{words.en(each)}: counts no further")
    return p


def _added(sheet: Sheet, points: Points, facts: Facts, found: list[Found], p: int) -> int:
    rule = "scoring.md §3"
    adds = [each for each in found if each.name.adds]
    for each in adds[:1] if points.adds_once else adds:
        n = each.name.adds
        p = sheet.step("points", "+", n, rule, f"{each.name.zh}：加{n} = {{}}", f"{words.en(each)}: adds {n} = {{}}")
    tianhu = any(each.name.test.tianhu for each in found)
    dihu = any(each.name.test.dihu for each in found)
    reasons = {"zimo": facts.own_card and not tianhu, "discard": facts.win_on == "discard", "tianhu": tianhu}
    due = [why for why in points.extra_for if reasons[why]]
    if points.extra and due and not dihu:
        zh, en = words.EXTRA[due[0]]
        n = points.extra
        p = sheet.step("points", "+", n, rule, f"{zh}：加{n} = {{}}", f"{en}: adds {n} = {{}}")
    return p

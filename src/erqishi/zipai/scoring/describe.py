"""A rule set's scoring in words, for its page and for the table's own page of rules: Chinese and English.

>>> from erqishi.zipai.ruleset import RuleSet
>>> rules = RuleSet.load("changde_qmt_big68")
>>> for row in mingtang_rows(rules)[:2]:
...     print(row.name, row.asks_zh, row.worth_zh, sep="；")
红胡；红字10张以上；3番，多一张加1
黑胡；一张红字也没有；8番
>>> print(steps(rules)[0].zh)
囤＝(息−12)÷3，去尾，最少1
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from erqishi.seating import TABLE, bird_words
from erqishi.zipai.ruleset import Formula, RuleSet
from erqishi.zipai.scoring.data import Mingtang, Points, Scoring, Test
from erqishi.zipai.scoring.vocabulary import english


class Row(NamedTuple):
    """One 名堂 of the table. off: known, but only counted where a table agrees on it."""

    id: str
    name: str
    name_en: str
    asks_zh: str
    asks_en: str
    worth_zh: str
    worth_en: str
    off: bool


class Said(NamedTuple):
    """One sentence about the scoring."""

    zh: str
    en: str


def mingtang_rows(rules: RuleSet) -> list[Row]:
    """The table of 名堂, in the order of the rule file."""
    rows = []
    for each in (rules.scoring or Scoring()).mingtang:
        asks = list(_asks(each.test))
        if each.unless:
            others = [other for other in (rules.scoring or Scoring()).mingtang if other.id in each.unless]
            # what is off counts nowhere; a row that is off itself is agreed on together with it
            beside = [other.zh for other in others if each.off or not other.off]
            if beside:
                asks.append((f"算了{'、'.join(beside)}就不算", f"not beside {', '.join(beside)}"))
        worth = _worth(rules.scoring or Scoring(), each)
        rows.append(
            Row(
                each.id,
                each.zh,
                each.en or english(each.id),
                "，".join(zh for zh, _ in asks),
                ", ".join(en for _, en in asks),
                *worth,
                each.off,
            )
        )
    return rows


def steps(rules: RuleSet) -> list[Said]:
    """How 息 become payments, in the order of the steps (scoring.md §1.4)."""
    return [Said(zh, en) for zh, en in _steps(rules, rules.scoring or Scoring())]


# -- one 名堂 -----------------------------------------------------------------------------------------------------


def _worth(scoring: Scoring, each: Mingtang) -> tuple[str, str]:
    more = (f"，多一张加{each.per_extra}", f", {each.per_extra} more a card") if each.per_extra else ("", "")
    if each.each:
        more = ("，有几个算几个", ", for each")
    if each.fan:
        return f"{each.fan}番{more[0]}", f"{each.fan} 番{more[1]}"
    if each.times:
        what = ("分", "points") if scoring.points else ("息", "息")
        return f"{what[0]}×{each.times}", f"{what[1]} × {each.times}"
    if each.sets:
        if each.alone:
            return f"就是{each.sets}分，别的不算", f"{each.sets} points, nothing else counts"
        again = scoring.points is not None and scoring.points.sets_add_up
        return (
            f"按{each.sets}分算" + "，再有再加" * again,
            f"{each.sets} points instead" + ", each further one adds" * again,
        )
    return f"加{each.adds}分", f"{each.adds} points more"


def _band(band: tuple[int, ...], unit: str) -> tuple[str, str]:
    if len(band) == 1:
        return f"{band[0]}{unit}以上", f"{band[0]} or more"
    if band[0] == band[1]:
        return f"正好{band[0]}{unit}", f"exactly {band[0]}"
    return f"{band[0]}到{band[1]}{unit}", f"{band[0]} to {band[1]}"


_WAYS = {
    "liang": ("闲家胡亮张，或者发牌就是三提五坎", "another seat than the dealer on the 亮张 or by a forced 三提五坎"),
    "first_discard": ("闲家胡庄家打的第一张", "another seat on the dealer's first discard"),
    "untouched": ("闲家没进过张也没打过牌就胡", "another seat before any 进张 and discard of its own"),
    "first_draw": ("闲家胡墩上第一张", "another seat on the first wall card"),
}


def _asks(test: Test) -> Iterator[tuple[str, str]]:
    """The condition in words, part by part."""
    if test.red == (0, 0):
        yield "一张红字也没有", "no red card"
    elif test.red is not None and test.reds is None:
        zh, en = _band(test.red, "张")
        yield f"红字{zh}", f"red cards: {en}"
    for key, name, name_en in (("big", "大字", "big cards"), ("small", "小字", "small cards")):
        if (band := getattr(test, key)) is not None:
            zh, en = _band(band, "张")
            yield f"{name}{zh}", f"{name_en}: {en}"
    if test.huxi is not None:
        zh, en = _band(test.huxi, "息")
        yield zh, f"息: {en}"
    if test.red_in:
        yield f"红字{'或'.join(map(str, test.red_in))}张", f"red cards: {' or '.join(map(str, test.red_in))}"
    if test.reds is not None:
        yield _reds(test)
    flat = {
        "all_same": ("每一门都是一样的牌（坎、碰、偎、跑、提、将）", "every group of equal cards"),
        "quad_ranks": ("同一牌点的大字和小字都是提或跑", "both sizes of a rank stand as 提 or 跑"),
        "back_to_back": (
            "手里一对大一对小同牌点，胡的牌凑成一门，另一对做将",
            "two concealed pairs of one rank, one completed by the winning card, the other the 将",
        ),
        "zimo": ("自己摸的", "own draw"),
        "discard": ("胡别人打的牌", "won on a discard"),
        "last_card": ("胡墩上最后一张", "on the last wall card"),
        "untouched": (_WAYS["untouched"][0], _WAYS["untouched"][1]),
        "forced": ("发牌就是三提五坎，谁都算", "三提五坎 dealt to any seat"),
        "no_claims": (
            "没进过张就胡（重跑不算进张；天胡、地胡也算）",
            "no 进张 (a 重跑 is none; 天胡 and 地胡 count too)",
        ),
    }
    for key, said in flat.items():
        if getattr(test, key):
            yield said
    if test.every_scores:
        yield {
            "all": ("每一门都有息，没有将", "every group has 息, so there is no 将"),
            "but_jiang": ("有将，别的每一门都有息", "a 将, and every other group has 息"),
        }[test.every_scores]
    if test.hand_left:
        yield "手里只剩一张，胡的牌和它做将", "one concealed card left, paired by the winning card as 将"
    if test.tianhu:
        dealt = "deal" in test.tianhu
        yield (
            "庄家胡亮张" + "，或者发牌就是三提五坎" * dealt,
            "the dealer on the 亮张" + ", or by a forced 三提五坎" * dealt,
        )
    if test.dihu:
        yield "；".join(_WAYS[way][0] for way in test.dihu), "; ".join(_WAYS[way][1] for way in test.dihu)
    if test.wang:
        yield _wang(test.wang)


def _wang(name: str) -> tuple[str, str]:
    """王钓: a 王 waits for any card and makes the 将 with it; with 王 at its end the card drawn is a 王 too."""
    if name.removesuffix("王") not in _WANG:
        return f"{name}（照当地叫法）", f"{name}, as the table calls it"
    (have, makes), (have_en, makes_en) = _WANG[name.removesuffix("王")]
    if name.endswith("王"):
        return (
            f"别的都齐了，手里剩{have}，自己摸的又是王，{makes}",
            f"all else is whole, {have_en} left in hand, and the own draw is a 王 too: they make {makes_en}",
        )
    return (
        f"别的都齐了，手里剩{have}，自己摸什么都胡：和摸的牌{makes}",
        f"all else is whole, {have_en} left in hand, so any own draw wins: together they make {makes_en}",
    )


_WANG = {
    "王钓": (("一张王", "做将"), ("one 王", "a 将")),
    "王闯": (("两张王", "凑一坎"), ("two 王", "a 坎")),
    "王炸": (("三张王", "凑一提"), ("three 王", "a 提")),
}


def _reds(test: Test) -> tuple[str, str]:
    reds = test.reds
    assert reds is not None
    if reds.one_rank:
        count = test.red[0] if test.red else 0
        return f"全部红字{count}张，同一牌点", f"{count} red cards in all, of one rank"
    what = ("一样的", " of equal cards") if reds.same else ("", "")
    many = {1: ("一门", "one group"), 2: ("两门", "two groups")}[reds.groups]
    sizes, sizes_en = "、".join(map(str, reds.sizes)), " or ".join(map(str, reds.sizes))
    return (
        f"全部红字自成{many[0]}{what[0]}" + f"，{sizes}张" * bool(sizes),
        f"all reds, and nothing else, make {many[1]}{what[1]}" + f", {sizes_en} cards each" * bool(sizes),
    )


# -- the steps ----------------------------------------------------------------------------------------------------


def formula_text(formula: Formula) -> str:
    """(息−12)÷3, 2+(息−15)÷3, 息÷5."""
    x = f"{formula.a}×息" if formula.a != 1 else "息"
    b = formula.b - formula.plus * formula.c
    if b:
        x = f"{x}{'+' if b > 0 else '−'}{abs(b)}"
    if formula.c != 1:
        x = f"({x})÷{formula.c}" if b or formula.a != 1 else f"{x}÷{formula.c}"
    return f"{formula.plus}+{x}" if formula.plus else x


def _steps(rules: RuleSet, scoring: Scoring) -> Iterator[tuple[str, str]]:
    if scoring.points is not None:
        yield "息就是分", "the 息 are the points"
    else:
        down = ("，去尾", ", rounded down") if rules.tun.c > 1 else ("", "")
        text = formula_text(rules.tun)
        yield f"囤＝{text}{down[0]}，最少1", f"囤 = {text}{down[1]}, at least 1"
        for unit in scoring.units:
            zh, en = _band(unit.huxi, "息")
            yield f"{zh}算{unit.tun}囤", f"{en} 息: {unit.tun} 囤"
        if rules.tianhu != rules.tun:
            yield f"天胡的囤＝{formula_text(rules.tianhu)}", f"囤 of a 天胡 = {formula_text(rules.tianhu)}"
    for each in scoring.counts_as:
        off = ("（要约定）", " (by agreement)") if each.off else ("", "")
        yield (
            f"{each.zh}：{each.huxi}息按{each.counts}息算{off[0]}",
            f"{each.zh}: {each.huxi} 息 count as {each.counts}{off[1]}",
        )
    if scoring.lax_min_huxi:
        n = scoring.lax_min_huxi
        yield f"自摸或者有名堂，{n}息就能胡", f"with 自摸 or a 名堂 {n} 息 are enough"
    yield from _cash(rules, scoring) if scoring.points is None else _points(rules, scoring, scoring.points)
    yield from _payments(rules, scoring)


def _cash(rules: RuleSet, scoring: Scoring) -> Iterator[tuple[str, str]]:
    if scoring.charge == "before":
        yield "充囤先加在囤上，再乘番", "充囤 is added to the 囤, before the 番"
    if scoring.charge_agreed:
        yield f"每局都充{scoring.charge_agreed}", f"充 of every hand: {scoring.charge_agreed}"
    if scoring.xing:
        yield _XING[scoring.xing_by]
    if scoring.adding is not None and scoring.adding.winning_card:
        over = "、".join(map(str, scoring.adding.red_over))
        zh = f"加敦：胡的那张在自己门子里有几张加几敦；红字够{over}张，超出几张加几敦"
        yield (
            zh,
            f"加敦: one for each copy of the winning card in one's groups; from {over} reds on, one for each over it",
        )
    yield from _zimo(rules, scoring)
    if any(each.times for each in scoring.mingtang):
        yield "名堂先把息翻倍，再算囤", "the 名堂 double the 息 before they become 囤"
    if any(each.fan for each in scoring.mingtang):
        yield {
            "sum": (
                "番相加；没有名堂算1番；囤乘番就是一家要付的",
                "番 are added, 1 without any; 囤 × 番 is what a loser pays",
            ),
            "product": (
                "番相乘；没有名堂算1番；囤乘番就是一家要付的",
                "番 are multiplied, 1 without any; 囤 × 番 is what a loser pays",
            ),
            "max": ("有名堂就翻，几个也只翻一次", "any 名堂 doubles once, however many there are"),
        }[scoring.combine]
    if scoring.fan_cap:
        yield f"番数封顶{scoring.fan_cap}", f"at most {scoring.fan_cap} 番"
    if scoring.stack_limit:
        yield f"只算最大的{scoring.stack_limit}个名堂", f"only the {scoring.stack_limit} largest 名堂 count"
    if scoring.charge == "after":
        yield "充的数翻过以后再加", "充 is added after the doubling"
    if scoring.piao:
        yield "飘的数翻过以后再加", "飘 is added after the doubling"
    if scoring.piao_most:
        yield (
            f"发牌前各家说飘多少，最多{scoring.piao_most}；一家付的，再加赢家飘的和自己飘的",
            f"before the deal each says how much to 飘, {scoring.piao_most} at most; a loser pays the winner's and his own besides",
        )
    if scoring.huang_fan:
        yield "黄番：前面连荒几局，再乘几加一", "黄番: times one more than the hands without a winner just before"
    if scoring.cap:
        yield f"一家最多付{scoring.cap}", f"a loser pays at most {scoring.cap}"
    if scoring.niao:
        yield f"扎鸟：中一个加{scoring.niao}，最后加", f"扎鸟: {scoring.niao} for each that hits, at the very end"
        if scoring.niao_by == "last":
            (dealer, d), (after, a), (nobody, n), (before, b) = map(bird_words, range(TABLE))
            yield (
                f"鸟看墩上最后一张：{dealer}是庄家，{after}是下家，{before}是上家，{nobody}落空；是胡的人就中",
                f"the 鸟 is the last wall card: {d} the dealer, {a} the next seat, {b} the previous one, {n} nobody; it "
                "hits when that is who won",
            )


_XING = {
    "told": ("翻醒：醒几张加几囤", "翻醒: a 囤 for each"),
    "next": (
        "翻醒：胡牌后翻开墩上下一张，往后顺一张就是醒，有几张加几囤；墩翻完了，看胡的那张",
        "翻醒: the next card of the wall is turned up, and the one after it in rank is the 醒: a 囤 for each; with no wall left "
        "the winning card counts as turned up",
    ),
    "won": ("跟醒：胡的那张就是醒，有几张加几囤", "跟醒: the winning card is the 醒: a 囤 for each"),
}


def _zimo(rules: RuleSet, scoring: Scoring) -> Iterator[tuple[str, str]]:
    earned = []
    if rules.zimo_tun:
        earned.append((f"加{rules.zimo_tun}囤", f"adds {rules.zimo_tun} 囤"))
    if (n := scoring.zimo.times_tun) > 1:
        earned.append((f"囤乘{n}", f"multiplies the 囤 by {n}"))
    if n := scoring.zimo.after:
        earned.append((f"乘番以后另加{n}", f"adds {n} after the 番"))
    if (n := scoring.zimo.total) > 1:
        earned.append((f"总数乘{n}", f"multiplies the total by {n}"))
    if earned:
        zh, en = "、".join(zh for zh, _ in earned), ", ".join(en for _, en in earned)
        if any(each.test.tianhu for each in scoring.mingtang):
            too = scoring.zimo.with_tianhu
            zh, en = (
                f"{zh}{'，天胡也算自摸，地胡不算' if too else '；算了天胡、地胡就不算自摸'}",
                f"{en}{', 天胡 included, not beside 地胡' if too else ', not beside 天胡 or 地胡'}",
            )
        yield f"自摸{zh}", f"自摸 {en}"
    elif not any(each.test.zimo and not each.off for each in scoring.mingtang):
        yield "自摸不加", "自摸 earns nothing"


def _points(rules: RuleSet, scoring: Scoring, points: Points) -> Iterator[tuple[str, str]]:
    if points.sets_add_up:
        yield (
            "先看定分的名堂，再看翻倍的，定分也翻倍",
            "first the 名堂 that set points, then the doublings, of set points too",
        )
    else:
        yield "有定分的名堂就按定分，别的翻倍都不算；没有才翻倍", "a 名堂 that sets points replaces all doubling"
    if points.top:
        yield f"翻到{points.top}为止", f"doubling stops at {points.top}"
    if points.extra:
        words = {"zimo": "自摸", "discard": "放炮", "tianhu": "天胡"}
        which = "、".join(words[each] for each in points.extra_for if each != "discard" or rules.hu_on_discard)
        yield f"{which}最后加{points.extra}，地胡不加", f"{which}: {points.extra} more at the end, not with 地胡"
    if points.adds_once:
        yield "天胡、地胡、自摸的加分只加一次，不翻倍", "天胡, 地胡 and 自摸 add only once, not doubled"
    if points.discard_top and rules.hu_on_discard:
        yield f"放炮最多{points.discard_top}", f"at most {points.discard_top} on a discard"
    if scoring.cap:
        half = points.half_without_zimo
        yield (
            f"封顶{scoring.cap}" + f"，不是自摸{scoring.cap // 2}" * half,
            f"at most {scoring.cap}" + ", half without 自摸" * half,
        )


def _payments(rules: RuleSet, scoring: Scoring) -> Iterator[tuple[str, str]]:
    shares = scoring.discard_shares if rules.hu_on_discard else 0
    if scoring.account == "ledger":
        lost = rules.hu_on_discard
        yield (
            "赢家记分，别家不动" + "；放炮的减同样的分" * lost,
            "the winner scores, others do not move" + "; who discarded it loses as much" * lost,
        )
        yield "散场时两两结差", "at the end every pair settles its difference"
    elif shares:
        yield f"没人放炮，各输家付一份，底分{rules.base}", f"off the wall, each loser pays one share, 底分 {rules.base}"
        if shares == "all":
            yield (
                "有人放炮，他一人付各家的份，别家不付",
                "on a discard, who discarded it pays everybody's share, the others nothing",
            )
        else:
            yield (
                f"有人放炮，他付{shares}份，别家不付",
                f"on a discard, who discarded it pays {shares} shares, the others nothing",
            )
    else:
        too = "，放炮也一样" if rules.hu_on_discard else ""
        yield (
            f"各输家付一份，底分{rules.base}{too}",
            f"each loser pays one share, 底分 {rules.base}{', on a discard too' if too else ''}",
        )
    if scoring.ti_paid != (0, 0):
        big, small = scoring.ti_paid
        yield (
            f"提一个，每家当场付：大字{big}，小字{small}",
            f"for a 提 each other seat pays at once: 大 {big}, 小 {small}",
        )
    if scoring.huang_points:
        yield (
            f"荒庄，庄家{scoring.huang_points:+d}分".replace("-", "−"),
            f"荒庄: {scoring.huang_points} points for the dealer",
        )
    if scoring.match_end:
        yield f"满{scoring.match_end}分散场", f"the match ends at {scoring.match_end}"
    if scoring.tuo:
        yield "打坨：结差翻倍，两家都打坨翻两番", "打坨 doubles a difference, twice if both have"

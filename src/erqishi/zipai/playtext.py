"""How a rule set is played, in sentences, each with the parameters it tells: for 本桌规则, for pages, for whoever compares.

>>> from erqishi.zipai.ruleset import RuleSet
>>> [said.zh for said in play_lines(RuleSet.load("leiyang")) if "huang_policy" in said.of]
['荒庄下家坐庄']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from erqishi.zipai.ruleset import RuleSet


class Told(NamedTuple):
    """One sentence in both languages, and the parameters of `RuleSet` whose values it says."""

    of: tuple[str, ...]
    zh: str
    en: str


def play_lines(rules: RuleSet) -> tuple[Told, ...]:
    """The sentences, in the order of core.md §20. What the numbers of a hand are is not here: `scoring.describe`."""
    return tuple(said for part in (_table, _winning, _claims, _open) for said in part(rules))


def _table(r: RuleSet) -> Iterator[Told]:
    if r.wang:
        names = {"kan": "坎", "ti": "提"}
        makes = f"也能凑{'、'.join(names[each] for each in r.wang_makes)}" if r.wang_makes else "不能凑坎和提"
        also = f"{', '.join(names[each] for each in r.wang_makes)} too" if r.wang_makes else "no 坎 and no 提"
        yield Told(
            ("wang", "wang_makes"),
            f"{r.wang}张王，当什么牌都行；{makes}",
            f"{r.wang} 王, wild; they may complete 一句话, 绞, 将, {also}",
        )
    for each in r.extra_sets:
        yield Told(("extra_sets",), f"{each}也算一句话", f"{each} is a set too")
    if r.huxi != type(r.huxi)():
        shown = "，".join(f"{_NAMES[key]} {getattr(r.huxi, key)[0]}/{getattr(r.huxi, key)[1]}" for key in _NAMES)
        yield Told(("huxi",), f"息（大/小）：{shown}", f"息 (big/small): {shown}")
    yield Told(("huang_policy",), *_HUANG[r.huang_policy])
    if r.huang_policy_xing != "same":
        yield Told(("huang_policy_xing",), *_HUANG_XING[r.huang_policy_xing])
    if r.draw_for_dealer:
        yield Told(
            ("draw_for_dealer",),
            "摸庄：开场每家摸一张，最大的坐庄（一二三四四张定庄牌不抽，座位不换）",
            "摸庄: each seat draws a card, the highest deals first (the four cards 一二三四 are not drawn, seats stay)",
        )


_HUANG = {
    "keep_then_rotate_3": (
        "荒庄连庄，连荒三局下家坐庄",
        "a drawn hand keeps the dealer; the third in a row passes the deal",
    ),
    "rotate_always": ("荒庄下家坐庄", "a drawn hand passes the deal"),
    "keep_always": ("荒庄连庄", "a drawn hand keeps the dealer"),
}
_HUANG_XING = {
    "keep_then_rotate_3": (
        "四人有醒家：荒醒后庄家连庄，连荒三局下家坐庄",
        "four with a 醒家: the dealer stays after 荒醒; the third drawn hand in a row passes the deal",
    ),
    "rotate_always": ("四人有醒家：荒醒后下家坐庄", "four with a 醒家: 荒醒 passes the deal"),
    "keep_always": ("四人有醒家：荒醒后庄家连庄", "four with a 醒家: the dealer stays after 荒醒"),
}


def _winning(r: RuleSet) -> Iterator[Told]:
    of = ("hu_on_drawn", "hu_on_discard")
    if not r.hu_on_drawn:
        yield Told(of, "只胡打出的牌（放炮）", "only discards can be won")
    elif r.hu_on_discard:
        yield Told(of, "打出的牌可以胡（放炮）", "a discard can be won")
    else:
        yield Told(of, "只胡翻出的牌，打出的牌不能胡", "only cards turned up can be won, never a discard")
    if r.hu_forced:
        yield Told(("hu_forced", "hu_discard_forced"), "有胡必胡", "who can win must")
    elif r.hu_discard_forced and r.hu_on_discard:
        yield Told(("hu_discard_forced",), "放炮必胡", "a discard that can be won must be won")
    if r.penalty_mode == "penalize":
        zh, en = (
            (f"罚{r.fine}，付给每家", f"a fine of {r.fine} to each") if r.fine else ("本局不能胡", "no 胡 in this hand")
        )
        yield Told(
            ("penalty_mode", "fine"),
            f"烧比、吃臭张、碰二不拦，要罚：{zh}",
            f"烧比, 吃臭张 and 碰二 are possible and punished: {en}",
        )
    if r.split_kan:
        yield Told(("split_kan",), "胡牌时坎可以拆", "坎 may be split when winning")
    if r.forced_tianhu:
        yield Told(("forced_tianhu",), "三提五坎天胡", "三提五坎 wins at once (天胡)")
        if r.tianhu_fixed:
            zh, en = f"三提五坎就是{r.tianhu_fixed}囤", f"三提五坎 is {r.tianhu_fixed} 囤"
        elif r.tianhu_huxi == "best":
            zh, en = "三提五坎的息按最多算", "息 of 三提五坎: the most the hand can make"
        else:
            zh, en = "三提五坎只算提和坎的息", "息 of 三提五坎: its 提 and 坎 alone"
        yield Told(("tianhu_fixed", "tianhu_huxi"), zh, en)
    if r.liangzhang_hu:
        yield Told(("liangzhang_hu",), "亮张可以胡（天胡）", "the 亮张 can be won (天胡)")
    if r.scoring is None and (r.forced_tianhu or r.liangzhang_hu):
        formula = shown(r.tun_formula if r.tianhu_formula == "same" else r.tianhu_formula)
        yield Told(("tianhu_formula",), f"天胡的囤数＝{formula}", f"囤 of a 天胡 = {formula}")
    if r.ti_before_liang:
        yield Told(("ti_before_liang",), "起手提在亮张之前摆下", "dealt 提 are laid before the 亮张")


def _claims(r: RuleSet) -> Iterator[Told]:
    if r.peng_forced:
        yield Told(("peng_forced",), "有碰必碰", "who can 碰 must")
    if r.pao_of_peng == "any":
        yield Told(("pao_of_peng",), "碰牌以后，打出的牌也能跑", "a 碰 becomes 跑 by a discard too")
    sources = {"prev_discard": "上家打的", "prev_draw": "上家摸的", "own_draw": "自己摸的"}
    sources_en = {"prev_discard": "the previous seat's discard", "prev_draw": "its draw", "own_draw": "one's own draw"}
    if len(r.chi_from) < len(sources):
        yield Told(
            ("chi_from",),
            f"只能吃{'、'.join(sources[s] for s in r.chi_from)}" if r.chi_from else "不能吃",
            f"吃 only of {', '.join(sources_en[s] for s in r.chi_from)}" if r.chi_from else "no 吃",
        )
    blocks = "、".join({"chi": "吃", "peng": "碰"}[b] for b in r.own_discard_blocks)
    yield Told(
        ("own_discard_blocks",),
        f"自己打过的牌不能{blocks}" if blocks else "自己打过的牌可以吃，也可以碰",
        f"what one has discarded one cannot {' or '.join(r.own_discard_blocks)}"
        if blocks
        else "what one has discarded one can 吃 and 碰 later",
    )
    if r.chou_scope == "eat_only":
        zh, en = "臭牌只管吃", "臭 blocks only 吃"
    else:
        zh, en = (
            "过张臭牌：不吃就不能再吃，不碰就不能再碰",
            "臭: who declines a 吃 or 碰 cannot have that card later",
        )
    yield Told(("chou_scope",), zh, en)
    if r.chou_marks == "unified":
        yield Told(("chou_marks",), "不吃又不碰，吃和碰都臭", "a declined card is 臭 for 吃 and 碰 alike")
    elif r.chou_marks == "separate":
        yield Told(("chou_marks",), "不吃只臭吃，不碰只臭碰", "吃 and 碰 are 臭 each for itself")
    if r.own_unclaimed_draw_blocks:
        yield Told(("own_unclaimed_draw_blocks",), "自己摸起没要的牌也算臭", "one's own unclaimed draw is 臭 too")


def _open(r: RuleSet) -> Iterator[Told]:
    if r.wei_visibility == "hidden":
        yield Told(("wei_visibility",), "暗偎：偎的牌别家看不到", "偎 is hidden from others")
    else:
        yield Told(("wei_visibility",), "明偎：偎的牌亮一张", "偎 shows one card")
    if r.initial_ti_hidden:
        yield Told(("initial_ti_hidden",), "起手提是暗的", "a dealt 提 is hidden")


def shown(formula: str) -> str:
    """A formula for people: (x-12)//3 is (息−12)÷3."""
    return formula.replace("//", "÷").replace("x", "息").replace("-", "−")


_NAMES = {
    "ti": "提",
    "pao": "跑",
    "wei": "偎",
    "chouwei": "臭偎",
    "kan": "坎",
    "peng": "碰",
    "run123": "一二三",
    "run2710": "二七十",
    "run1510": "一五十",
}

"""本桌规则: what a player must know of a rule set before sitting down, line by line, from its parameters.

Every line says a rule that differs between villages; the order is that of core.md §20.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from erqishi.match import TABLE
from erqishi.match_explain import Line
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.tables.timing import THINKS
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import describe


def rule_lines(rules: RuleSet) -> tuple[Line, ...]:
    """The lines of a rule set."""
    return tuple(Line(zh, en) for part in (_counts, _winning, _claims, _open, _names) for zh, en in part(rules))


def seat_lines(players: int, playing: int) -> tuple[Line, ...]:
    """Who of a room plays, where more sit down than play a hand: these lines come before all others.

    players: people of the room; playing: how many seats play a hand.
    """
    lines = []
    if players > playing:
        lines.append(
            Line(
                "四人坐桌，三人打，对家数醒",
                "four at the table, three play; the seat opposite the dealer sits out (醒)",
            )
        )
        lines.append(
            Line(
                "开醒筹：打牌没胡的各给醒家1底分；荒庄由庄家给（荒醒）",
                "each who plays and does not win gives the 醒家 1 底分 (开醒筹); in a drawn hand the dealer does (荒醒)",
            )
        )
    if players > TABLE:
        lines.append(
            Line(
                f"第{TABLE + 1}人起打鸟：一局打完看墩上最后一张，1、5、9跟庄家，2、6、10跟下家，3、7跟醒家，4、8跟上家，共输赢",
                f"from the {TABLE + 1}th on one bets (打鸟): the last wall card says whose wins and losses one shares in full: "
                "1, 5, 9 the dealer's, 2, 6, 10 the next seat's, 3, 7 the 醒家's, 4, 8 the previous seat's",
            )
        )
    return tuple(lines)


def room_lines(
    options: RoomOptions,
    window: Literal["constant", "open"],
    claim_ms: int,
    *,
    claims: bool = True,
) -> tuple[Line, ...]:
    """The lines about the sitting itself. window, claim_ms: how a claim is timed.

    claims: whether cards are claimed in this game; in 跑腰 nothing is, and a window is kept for 喜儿 alone.
    """
    lines = [Line(f"{options.hands}局一场", f"{options.hands} hands a sitting")]
    if options.hints.worth:
        lines.append(
            Line("有提示：每个选择平均值几个筹码", "hints: what each choice is worth in chips, on the average")
        )
    clock = (f"打牌{options.clock}秒", f"{options.clock} s for a discard") if options.clock else ("不限时", "no clock")
    lines.append(Line(*clock))
    seconds = f"{claim_ms / 1000:g}"
    if not claims:
        if window == "constant":
            lines.append(
                Line(
                    f"喜儿每局等{seconds}秒再往下：有没有人有，看不出来",
                    f"every hand waits {seconds} s for a 喜儿, so that nobody learns whether there is one",
                )
            )
    elif window == "constant":
        lines.append(
            Line(
                f"要牌{seconds}秒：每张牌都等这么久，要不要得起看不出来",
                f"{seconds} s to claim: every card waits so long, so that nobody learns who could have it",
            )
        )
        lines.append(Line(f"一局可以“想一想”{THINKS}次", f"“think” lengthens it, {THINKS} times a hand"))
    else:
        lines.append(Line("要牌答完就走", "a claim ends when all who are asked have answered"))
    return tuple(lines)


def _counts(r: RuleSet) -> Iterator[tuple[str, str]]:
    yield (
        f"{r.seats}人打，每人{r.deal}张，庄家多一张亮张",
        f"{r.seats} play, {r.deal} cards each; the dealer has the 亮张 too",
    )
    yield f"{r.min_huxi}息起胡", f"{r.min_huxi} 息 to win"
    if (left := r.cards - r.deck_size) > 0:
        yield f"牌墩{r.wall}张，{left}张不用", f"a wall of {r.wall} cards; {left} are laid aside"
    if r.scoring is None:
        yield (
            f"囤数＝{_shown(r.tun_formula)}，自摸加{r.zimo_tun}囤，底分{r.base}",
            f"囤 = {_shown(r.tun_formula)}; 自摸 adds {r.zimo_tun}; 底分 {r.base}",
        )
    else:
        yield from ((said.zh, said.en) for said in describe.steps(r))
    if r.wang:
        makes = "、".join({"kan": "坎", "ti": "提", "pao": "跑", "peng": "碰", "wei": "偎"}[m] for m in r.wang_makes)
        yield (
            f"{r.wang}张王，当什么牌都行；可以凑{makes}",
            f"{r.wang} 王, wild; they may complete {', '.join(r.wang_makes)}",
        )
    for each in r.extra_sets:
        yield f"{each}也算一句话", f"{each} is a set too"
    if r.huxi != type(r.huxi)():
        shown = "，".join(f"{_NAMES[key]} {getattr(r.huxi, key)[0]}/{getattr(r.huxi, key)[1]}" for key in _NAMES)
        yield f"息（大/小）：{shown}", f"息 (big/small): {shown}"
    yield {
        "keep_then_rotate_3": (
            "荒庄连庄，连荒三局下家坐庄",
            "a drawn hand keeps the dealer; the third in a row passes the deal",
        ),
        "rotate_always": ("荒庄下家坐庄", "a drawn hand passes the deal"),
        "keep_always": ("荒庄连庄", "a drawn hand keeps the dealer"),
    }[r.huang_policy]
    if r.draw_for_dealer:
        yield "摸庄：开场每家摸一张，最大的坐庄", "摸庄: each seat draws a card, the highest deals first"


def _winning(r: RuleSet) -> Iterator[tuple[str, str]]:
    if not r.hu_on_drawn:
        yield "只胡打出的牌（放炮）", "only discards can be won"
    elif r.hu_on_discard:
        yield "打出的牌可以胡（放炮）", "a discard can be won"
    else:
        yield "只胡翻出的牌，打出的牌不能胡", "only cards turned up can be won, never a discard"
    if r.hu_forced:
        yield "有胡必胡", "who can win must"
    elif r.hu_discard_forced:
        yield "放炮必胡", "a discard that can be won must be won"
    if r.penalty_mode == "penalize":
        zh, en = (
            (f"罚{r.fine}，付给每家", f"a fine of {r.fine} to each") if r.fine else ("本局不能胡", "no 胡 in this hand")
        )
        yield f"烧比、吃臭张、碰二不拦，要罚：{zh}", f"烧比, 吃臭张 and 碰二 are possible and punished: {en}"
    if r.split_kan:
        yield "胡牌时坎可以拆", "坎 may be split when winning"
    if r.forced_tianhu:
        yield "三提五坎天胡", "三提五坎 wins at once (天胡)"
        if r.tianhu_fixed:
            yield f"三提五坎就是{r.tianhu_fixed}囤", f"三提五坎 is {r.tianhu_fixed} 囤"
        elif r.tianhu_huxi == "best":
            yield "三提五坎的息按最多算", "息 of 三提五坎: the most the hand can make"
        else:
            yield "三提五坎只算提和坎的息", "息 of 三提五坎: its 提 and 坎 alone"
    if r.liangzhang_hu:
        yield "亮张可以胡（天胡）", "the 亮张 can be won (天胡)"
    if r.scoring is None and (r.forced_tianhu or r.liangzhang_hu):
        formula = r.tun_formula if r.tianhu_formula == "same" else r.tianhu_formula
        yield f"天胡的囤数＝{_shown(formula)}", f"囤 of a 天胡 = {_shown(formula)}"
    if r.ti_before_liang:
        yield "起手提在亮张之前摆下", "dealt 提 are laid before the 亮张"


def _claims(r: RuleSet) -> Iterator[tuple[str, str]]:
    if r.peng_forced:
        yield "有碰必碰", "who can 碰 must"
    if r.pao_of_peng == "any":
        yield "碰牌以后，打出的牌也能跑", "a 碰 becomes 跑 by a discard too"
    sources = {"prev_discard": "上家打的", "prev_draw": "上家摸的", "own_draw": "自己摸的"}
    sources_en = {"prev_discard": "the previous seat's discard", "prev_draw": "its draw", "own_draw": "one's own draw"}
    if len(r.chi_from) < 3:
        yield (
            f"只能吃{'、'.join(sources[s] for s in r.chi_from)}",
            f"吃 only of {', '.join(sources_en[s] for s in r.chi_from)}",
        )
    blocks = "、".join({"chi": "吃", "peng": "碰"}[b] for b in r.own_discard_blocks)
    if blocks:
        yield f"自己打过的牌不能{blocks}", f"what one has discarded one cannot {' or '.join(r.own_discard_blocks)}"
    yield {
        "chi_and_peng": (
            "过张臭牌：不吃就不能再吃，不碰就不能再碰",
            "臭: who declines a 吃 or 碰 cannot have that card later",
        ),
        "eat_only": ("臭牌只管吃", "臭 blocks only 吃"),
    }[r.chou_scope]
    if r.chou_marks == "unified":
        yield "不吃又不碰，吃和碰都臭", "a declined card is 臭 for 吃 and 碰 alike"
    elif r.chou_marks == "separate":
        yield "不吃只臭吃，不碰只臭碰", "吃 and 碰 are 臭 each for itself"
    if r.own_unclaimed_draw_blocks:
        yield "自己摸起没要的牌也算臭", "one's own unclaimed draw is 臭 too"


def _open(r: RuleSet) -> Iterator[tuple[str, str]]:
    if r.wei_visibility == "hidden":
        yield "暗偎：偎的牌别家看不到", "偎 is hidden from others"
    else:
        yield "明偎：偎的牌亮一张", "偎 shows one card"
    if r.initial_ti_hidden:
        yield "起手提是暗的", "a dealt 提 is hidden"


def _names(r: RuleSet) -> Iterator[tuple[str, str]]:
    """The 名堂 that count."""
    for row in describe.mingtang_rows(r):
        if not row.off:
            yield f"{row.name}：{row.asks_zh}，{row.worth_zh}", f"{row.name_en}: {row.asks_en}; {row.worth_en}"


def _shown(formula: str) -> str:
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

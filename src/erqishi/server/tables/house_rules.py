"""本桌规则: what a player must know of a rule set before sitting down, line by line, from its parameters.

Every line says a rule that differs between villages; the order is that of core.md §20.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from erqishi.match_explain import Line
from erqishi.seating import TABLE, bird_words
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.tables.timing import NO_CLOCK_AWAY_MS, NO_CLOCK_MS, THINKS
from erqishi.zipai.playtext import play_lines, shown
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import describe


def rule_lines(rules: RuleSet) -> tuple[Line, ...]:
    """The lines of a rule set."""
    played = [(said.zh, said.en) for said in play_lines(rules)]
    return tuple(Line(zh, en) for zh, en in (*_counts(rules), *played, *_names(rules)))


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
        (dealer, d), (after, a), (sitter, x), (before, b) = map(bird_words, range(TABLE))
        lines.append(
            Line(
                f"第{TABLE + 1}人起打鸟：一局打完看墩上最后一张，{dealer}跟庄家，{after}跟下家，{sitter}跟醒家，{before}跟上家，共输赢",
                f"from the {TABLE + 1}th on one bets (打鸟): the last wall card says whose wins and losses one shares in full: "
                f"{d} the dealer's, {a} the next seat's, {x} the 醒家's, {b} the previous seat's",
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
    if options.clock:
        lines.append(Line(f"打牌{options.clock}秒", f"{options.clock} s for a discard"))
    else:
        most, away = NO_CLOCK_MS // 60_000, NO_CLOCK_AWAY_MS // 1000
        zh = f"不限时：人在，最多等{most}分钟；掉线的等{away}秒，牌桌替他打"
        lines.append(
            Line(zh, f"no clock: {most} minutes at most; who is away is waited for {away} s, then the table plays")
        )
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
            f"囤数＝{shown(r.tun_formula)}，自摸加{r.zimo_tun}囤，底分{r.base}",
            f"囤 = {shown(r.tun_formula)}; 自摸 adds {r.zimo_tun}; 底分 {r.base}",
        )
    else:
        yield from ((said.zh, said.en) for said in describe.steps(r))


def _names(r: RuleSet) -> Iterator[tuple[str, str]]:
    """The 名堂 that count."""
    for row in describe.mingtang_rows(r):
        if not row.off:
            yield f"{row.name}：{row.asks_zh}，{row.worth_zh}", f"{row.name}: {row.asks_en}; {row.worth_en}"

"""Derivations in words, line by line: 门子 → 息 → 囤 → 自摸 → who pays whom. Chinese and English.

>>> from erqishi.zipai.hand import HandState, evaluate
>>> state = HandState.of("一一一六七八十十 贰贰拾", "偎五五五 碰叁叁叁 碰壹壹壹")
>>> for line in explain_hand(evaluate(state, "五", "self")):
...     print(line.zh)
自己摸五，先提
碰 叁叁叁 3息
碰 壹壹壹 3息
提 五五五五 9息
坎 一一一 3息
句 六七八 0息
绞 十十拾 0息
将 贰贰 0息
7门，3+3+9+3 = 18息，够15息
囤：(18−12)÷3 = 2
自摸加1：2+1 = 3囤
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from erqishi.cards import WANG_NAME, card_name, hand_text, unpack
from erqishi.errors import InternalError, UserInputError
from erqishi.zipai import events as e
from erqishi.zipai import flat, score
from erqishi.zipai.arrange import Group
from erqishi.zipai.game import Game
from erqishi.zipai.hand import Evaluation, Origin, as_rules, evaluate
from erqishi.zipai.handstate import HandState, seat_of
from erqishi.zipai.meldtext import MELD_NAMES
from erqishi.zipai.refusal import Reason
from erqishi.zipai.ruleset import Formula, RuleSet
from erqishi.zipai.scoring.lines import Line as ScoringLine
from erqishi.zipai.scoring.settle import Settlement

NAMES = "ABCD"


class Line(msgspec.Struct, frozen=True):
    """One line of a derivation, in both languages. rule: the section that it follows."""

    rule: str
    zh: str
    en: str

    def __str__(self) -> str:
        return f"{self.zh} ({self.rule}: {self.en})"


def explain_hand(hand: Evaluation, rules: RuleSet | str | None = None) -> list[Line]:
    """How a judged hand comes to its 息 and 囤, or why it is no 胡. rules: those of the evaluation, if from a file."""
    rules = as_rules(rules if rules is not None else hand.rules)
    lines = []
    if hand.card is not None and hand.origin is not None:
        lines.append(_came(hand))
    lines += [_group(group) for group in hand.groups]
    if hand.huxi is not None:
        lines.append(_sum(hand.groups, hand.huxi, rules, hand.win))
    if hand.reason is not None:
        lines.append(_no_win(hand.reason))
    if hand.settled is not None:
        first = Line("scoring.md §1", "按当地算", "by local scoring")
        return [*lines, first, *(Line(line.rule, line.zh, line.en) for line in _own_lines(hand.settled))]
    if hand.win and hand.huxi is not None and hand.tun is not None:
        lines += _tun(hand.huxi, hand.zimo, hand.tianhu, rules, hand.tun)
    return lines


def _own_lines(settled: Settlement) -> list[ScoringLine]:
    """The derivation of local scoring without the groups and their sum, which stand above it."""
    return [line for line in settled.lines if not line.rule.startswith(("core.md §5", "core.md §15"))]


def explain(game: Game, names: Sequence[str] = NAMES) -> list[Line]:
    """How a finished hand was settled, line by line: how it ended, 门子, 息, 囤, and every payment.

    UserInputError while it is still played. The lines name the winner's concealed cards: for after the hand only.
    """
    if not game.over:
        raise UserInputError("这一局还没有打完 / the hand is not over yet")
    won = next((event for event in game.events if isinstance(event, e.Won)), None)
    dealer = Line("core.md §2", f"庄家 {names[game.dealer]}", f"dealer {names[game.dealer]}")
    if game.outcome is not None:
        return [dealer, *_mistakes(game, names), *_scored_lines(game, won, names)]
    fines = _fines(game, names)
    dealer_and = [dealer, *_mistakes(game, names)]
    if won is None and fines:
        return [*dealer_and, _WALL_EMPTY, *fines, _stand(game, names)]
    if won is None:
        zero = "，".join(f"{names[seat]} 0" for seat in range(game.rules.seats))
        return [
            *dealer_and,
            _WALL_EMPTY,
            Line("core.md §17", f"没有输赢：{zero}", f"nobody pays: {zero.replace('，', ', ')}"),
        ]
    lines = dealer_and
    if won.forced:
        lines += _forced_lines(game, won, names)
    else:
        lines += _won_lines(game, won, names)
    return [*lines, *fines, *_payments(won, game.rules, names, bool(fines))]


_WALL_EMPTY = Line("core.md §9.6", "牌摸完了，没有人胡：荒庄", "the wall is empty and nobody has 胡: 荒庄")
_MISTAKES = {
    "burnt_bi": ("烧比", "did not lay its other {} (烧比)"),
    "chi_chou": ("吃臭张", "took {}, which was 臭 to it (吃臭张)"),
    "peng_chou": ("碰臭张", "claimed {} by 碰, which was 臭 to it (碰一不碰二)"),
}


def _mistakes(game: Game, names: Sequence[str]) -> list[Line]:
    """Every mistake that was punished, and what it cost (core.md §19)."""
    lines = []
    for event in game.events:
        if isinstance(event, e.Punished):
            who, (zh, en) = names[event.seat], _MISTAKES[event.mistake]
            cost = (
                (f"罚{event.fine}", f"a fine of {event.fine}") if event.fine else ("本局不能胡", "no 胡 in this hand")
            )
            lines.append(
                Line("core.md §19", f"{who} {zh} {event.card}：{cost[0]}", f"{who} {en.format(event.card)}: {cost[1]}")
            )
    return lines


def _fines(game: Game, names: Sequence[str]) -> list[Line]:
    """What each seat pays for its mistakes."""
    due = [0] * game.rules.seats
    for event in game.events:
        if isinstance(event, e.Punished):
            due[event.seat] += event.fine * game.rules.base
    told = [(names[seat], n) for seat, n in enumerate(due) if n]
    return [
        Line("core.md §19", f"罚：{name} 付每家 {n}", f"fine: {name} pays {n} to each other seat") for name, n in told
    ]


def _scored_lines(game: Game, won: e.Won | None, names: Sequence[str]) -> list[Line]:
    """A hand that local scoring has settled, with the seats called by name."""
    from erqishi.zipai.scoring.outcome import outcome_of

    made = outcome_of(game.rules, game._flat, game._table, huang=game.huang, piao=game.piao, names=names)
    lines = [_how(won, names)] if won is not None else [_WALL_EMPTY]
    if made.settled is not None:
        lines += [Line(line.rule, line.zh, line.en) for line in made.settled.lines]
    lines += [Line(line.rule, line.zh, line.en) for line in made.lines]
    return [*lines, _stand(game, names)]


def _stand(game: Game, names: Sequence[str]) -> Line:
    """How everybody stands after the hand."""
    result = game.result
    assert result is not None
    stand = [f"{names[seat]} {points:+d}" for seat, points in enumerate(result.net)]
    return Line("core.md §17", f"本局：{'，'.join(stand)}", f"this hand: {', '.join(stand)}")


# -- the winner's hand ------------------------------------------------------------------------------------------------


def _how(won: e.Won, names: Sequence[str]) -> Line:
    """Who won with which card, and where it came from."""
    if won.forced:
        zh = f"{names[won.seat]} 发牌就是三提五坎：天胡"
        return Line("core.md §7", zh, f"{names[won.seat]} is dealt 三提五坎 (three 提, or five of 提 and 坎): 天胡")
    who, owner = names[won.seat], names[won.owner]
    how = {
        "draw": ("自己摸的", "own draw") if won.owner == won.seat else (f"{owner}摸的", f"drawn by {owner}"),
        "own_meld": ("自己摸的，先偎或提", "own draw, laid as 偎 or 提 first"),
        "discard": (f"{owner}打的", f"discarded by {owner}"),
        "liang": ("亮张", "the 亮张"),
    }[won.origin]
    if won.card == WANG_NAME:
        how = ("自己摸的", "own draw")
    rule = "core.md §7" if won.origin == "liang" else "core.md §15"
    return Line(rule, f"{who} 胡 {won.card}（{how[0]}）", f"{who} wins with {won.card} ({how[1]})")


def _won_lines(game: Game, won: e.Won, names: Sequence[str]) -> list[Line]:
    lines = [_how(won, names)]
    hand = _judged(game, won)
    lines += [_group(group) for group in hand.groups]
    lines.append(_sum(hand.groups, won.huxi, game.rules, True))
    return lines + _tun(won.huxi, won.zimo, won.tianhu, game.rules, won.tun)


def _judged(game: Game, won: e.Won) -> Evaluation:
    """The winner's hand as the winner saw it, judged again; it must come to the same."""
    view = game.view(won.seat)
    melds = [(meld.kind, meld.cards) for meld in view.seats[won.seat].melds]
    state = HandState.of(view.hand, melds, wang=game.rules.wang)
    origin: Origin = "other"
    if won.origin == "liang":
        origin = "dealt" if won.seat == game.dealer else "liang"
    elif won.origin == "discard":
        origin = "discard"
    elif won.owner == won.seat:
        origin = "self"
    hand = evaluate(state, None if won.origin == "own_meld" else won.card, origin, game.rules)
    if hand.huxi != won.huxi:
        raise InternalError(f"{state} was won with {won.huxi} 息 and is judged to have {hand.huxi}")
    return hand


def _forced_lines(game: Game, won: e.Won, names: Sequence[str]) -> list[Line]:
    """三提五坎: 提 and 坎 count, and under the option `best` what the other cards can make."""
    rules, who = game.rules, names[won.seat]
    cards = game.view(won.seat).hand + (won.card if won.seat == game.dealer else "")
    state = HandState.of(cards, wang=rules.wang)
    zh, en = f"{who} 发牌就是三提五坎：天胡", f"{who} is dealt 三提五坎 (three 提, or five of 提 and 坎): 天胡"
    if won.zimo:
        zh, en = f"{zh}，亮张{won.card}凑成", f"{en}, completed by the 亮张 {won.card}"
    lines = [Line("core.md §7", zh, en)]
    r = flat.plain(rules)
    values = []
    for k in sorted(set(state.cards)):
        held = state.concealed >> 3 * k & 7
        if held >= 3:
            kind, xi = ("ti", r.xi_ti[k]) if held == 4 else ("kan", r.xi_kan[k])
            lines.append(_group(Group(kind, card_name(k) * held, xi, False)))
            values.append(xi)
    if rest := won.huxi - sum(values):
        loose = hand_text(unpack(seat_of(state, rules, r).free[0]))
        lines.append(Line("core.md §7", f"其余的牌 {loose} 组得 {rest}息", f"the other cards {loose} make {rest} 息"))
        values.append(rest)
    total = f"{_plus(values)} = {won.huxi}息" if len(values) > 1 else f"{won.huxi}息"
    lines.append(Line("core.md §7", f"{total}，不问够不够", f"{total.replace('息', ' 息')}; no minimum is asked"))
    if rules.tianhu_fixed:
        fixed = rules.tianhu_fixed
        lines.append(Line("core.md §7", f"囤：天胡固定 {fixed}", f"囤: a fixed {fixed} for 天胡"))
        return lines + _zimo(fixed, won.zimo, rules, won.tun)
    return lines + _tun(won.huxi, won.zimo, True, rules, won.tun)


# -- single lines -----------------------------------------------------------------------------------------------------

_CAME = {
    "self": ("自己摸{}", "own draw {}"),
    "other": ("别家摸{}", "another's draw {}"),
    "discard": ("别家打{}", "another's discard {}"),
    "liang": ("亮张{}", "the 亮张 {}"),
    "dealt": ("亮张{}归庄家", "the 亮张 {} joins the dealer's hand"),
}


def _came(hand: Evaluation) -> Line:
    zh, en = (text.format(hand.card) for text in _CAME[hand.origin or "self"])
    if hand.laid is not None:
        zh, en = f"{zh}，先{MELD_NAMES[hand.laid]}", f"{en}, a forced {hand.laid} first"
    return Line("core.md §9", zh, en)


def _group(group: Group) -> Line:
    wang = f"（王当{group.wang}）" if group.wang else ""
    return Line(
        "core.md §5",
        f"{MELD_NAMES[group.kind]} {group.cards}{wang} {group.huxi}息",
        f"{group.kind} {group.cards}{wang and f' (王 for {group.wang})'} {group.huxi} 息",
    )


def _sum(groups: Sequence[Group], huxi: int, rules: RuleSet, win: bool) -> Line:
    values = [group.huxi for group in groups if group.huxi]
    total = f"{_plus(values)} = {huxi}" if len(values) > 1 else f"{huxi}"
    zh, en = f"不够{rules.min_huxi}息", f"short of {rules.min_huxi}"
    if huxi >= rules.min_huxi:
        zh, en = f"够{rules.min_huxi}息", f"enough for {rules.min_huxi}"
    elif win:
        zh, en = f"不到{rules.min_huxi}息，按当地可以胡", f"below {rules.min_huxi}, and by local rules a 胡"
    zh, en = f"{len(groups)}门，{total}息，{zh}", f"{len(groups)} 门子, {total} 息, {en}"
    return Line("core.md §15", zh, en)


def _no_win(reason: Reason) -> Line:
    return Line(reason.rule, f"不能胡：{reason.zh}", f"no 胡: {reason.en}")


def _tun(huxi: int, zimo: bool, tianhu: bool, rules: RuleSet, paid: int) -> list[Line]:
    """From 息 to the 囤 that were paid: the formula with its numbers, the lowest 囤, 自摸."""
    r = flat.plain(rules)
    formula = rules.tianhu if tianhu else rules.tun
    tun = int(score.tianhu_tun(r, huxi) if tianhu else score.tun_of(r, huxi))
    plain = formula(huxi)
    text = f"{_written(formula, huxi)} = {plain}"
    if (formula.a * huxi + formula.b) % formula.c:
        text = f"{text}（取整）"
    en = text.replace("（取整）", " (rounded down)")
    name, name_en = ("天胡的囤", "囤 of a 天胡") if tianhu else ("囤", "囤")
    lines = [Line("core.md §7" if tianhu else "core.md §16", f"{name}：{text}", f"{name_en}: {en}")]
    if tun != plain:
        lines.append(Line("core.md §22.13", f"囤最少是{tun}", f"囤 is never below {tun}"))
    return lines + _zimo(tun, zimo, rules, paid)


def _zimo(tun: int, zimo: bool, rules: RuleSet, paid: int) -> list[Line]:
    """The line of 自摸, where it counts. The 囤 that the lines come to must be those that were paid."""
    more = rules.zimo_tun if zimo else 0
    if tun + more != paid:
        raise InternalError(f"{rules.id}: the lines come to {tun} + {more} 囤, and {paid} were paid")
    if not more:
        return []
    zh, en = f"自摸加{more}：{tun}+{more} = {paid}囤", f"自摸 adds {more}: {tun}+{more} = {paid} 囤"
    return [Line("core.md §16", zh, en)]


def _payments(won: e.Won, rules: RuleSet, names: Sequence[str], fined: bool) -> list[Line]:
    """Who pays whom for the hand, and how everybody stands after it. fined: `won.net` holds fines too."""
    winner = names[won.seat]
    lines = []
    for seat, change in enumerate(won.net):
        net = -won.tun * rules.base if fined else change
        if seat != won.seat and net:
            zh, en = f"{names[seat]} 付 {winner} {-net}", f"{names[seat]} pays {winner} {-net}"
            if -net == won.tun * rules.base:
                zh, en = f"{zh}（{won.tun}囤×底分{rules.base}）", f"{en} ({won.tun} 囤 × 底分 {rules.base})"
            lines.append(Line("core.md §17", zh, en))
    stand = [f"{names[seat]} {points:+d}" for seat, points in enumerate(won.net)]
    lines.append(Line("core.md §17", f"本局：{'，'.join(stand)}", f"this hand: {', '.join(stand)}"))
    return lines


def _plus(values: Sequence[int]) -> str:
    return "+".join(map(str, values))


def _written(formula: Formula, x: int) -> str:
    """A formula with its number put in: (2×27−12)÷3."""
    text = f"{formula.a}×{x}" if formula.a != 1 else f"{x}"
    if formula.b:
        text = f"{text}{'+' if formula.b > 0 else '−'}{abs(formula.b)}"
    if formula.c == 1:
        return text
    return f"({text})÷{formula.c}" if formula.b or formula.a != 1 else f"{text}÷{formula.c}"

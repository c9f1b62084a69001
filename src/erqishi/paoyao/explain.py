"""The reckoning in words, line by line: groups, units, who collects from whom, the net, the cap, the pot."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from erqishi.errors import UserInputError
from erqishi.paoyao import reckon
from erqishi.paoyao.cards import RANKS, card_sign
from erqishi.paoyao.codes import LIUJU, OVER, SETTLED, SOLE, XIER_SHOWN
from erqishi.paoyao.game import Game
from erqishi.paoyao.ruleset import DEFAULT, RuleSet, load
from erqishi.paoyao.table import Table

GROUPS = {2: ("对子", "pair"), 3: ("小王八", "triple"), 4: ("大王八", "quad")}
MAX_GROUPS = 13


class Line(msgspec.Struct, frozen=True):
    """One line of a derivation. rule: where the rule stands."""

    rule: str
    zh: str
    en: str

    def __str__(self) -> str:
        return f"{self.zh} ({self.rule}: {self.en})"


class Settlement(NamedTuple):
    """units, gross (what a seat collects from all others together) and net by seat, and the derivation."""

    units: tuple[int, ...]
    gross: tuple[int, ...]
    net: tuple[int, ...]
    lines: tuple[Line, ...]


def explain(game: Game) -> list[Line]:
    """How the result of a finished hand comes about; before the end, one line that says that it is not over."""
    t, rules = game.state, game.rules
    if t.phase != OVER:
        return [Line("paoyao.md §1.7", "这一局还没有结束", "the hand is not over")]
    lines: list[Line] = []
    if t.outcome == LIUJU:
        lines.append(Line("paoyao.md §1.4", "没有人挖，流局", "nobody dug, the hand is void"))
    if t.outcome == SOLE:
        lines.append(_sole(t, rules))
    if t.outcome == XIER_SHOWN:
        lines += _xier(t, rules)
    if t.outcome == SETTLED:
        lines += _yao(t)
        for p in _playing(t):
            lines.append(_units_line(p, _groups(t, rules, p), t.units[p], rules))
    lines += _pot(t)
    if t.outcome == SETTLED:
        lines += _nets(t)
    lines += _cap(t)
    return lines + _totals(t)


def signed(n: int) -> str:
    """A change of chips with its sign, a true minus.

    >>> signed(7), signed(0), signed(-5)
    ('+7', '+0', '−5')
    """
    return f"{n:+d}".replace("-", "−")


def settlement(groups: Sequence[Sequence[int]], rules: str | RuleSet = DEFAULT) -> Settlement:
    """Settle what lies in front of 2 to 4 seats, each group given by its number of cards (2, 3 or 4). Chips do not run out.

    >>> s = settlement([[2, 2, 3], [2], []])
    >>> s.units, s.gross, s.net
    ((4, 1, 0), (8, 2, 0), (7, -2, -5))
    >>> print(s.lines[3].zh)
    0号位：收 4+4，付 1+0，净 +7

    Raises UserInputError for anything else than such groups.
    """
    rules = load(rules) if isinstance(rules, str) else rules
    if not 2 <= len(groups) <= 4:
        raise UserInputError(f"{len(groups)} seats: 二到四人 (2 to 4 players)")
    t = Table()
    t.players = len(groups)
    for i in range(12):
        t.hand[i] = -1
    for p, sizes in enumerate(groups):
        if len(sizes) > MAX_GROUPS or any(size not in GROUPS for size in sizes):
            raise UserInputError(f"seat {p}, {list(sizes)}: 每组 2、3 或 4 张 (groups of 2, 3 or 4 cards)")
        t.member[p] = 1
        for k, size in enumerate(sizes):
            t.front[13 * p + k] = size
    t.taken_by = t.last = -1
    flat = rules.replace(allow_debt=True).flat()
    reckon.settle(t, flat)
    n = t.players
    named = [[GROUPS[size] for size in sizes] for sizes in groups]
    lines = [_units_line(p, [(*name, "") for name in named[p]], t.units[p], rules) for p in range(n)]
    gross = tuple(t.units[p] * (n - 1) for p in range(n))
    return Settlement(tuple(t.units[:n]), gross, tuple(t.net[:n]), (*lines, *_nets(t)))


def _playing(t: Table) -> list[int]:
    return [p for p in range(t.players) if t.member[p]]


def _groups(t: Table, rules: RuleSet, p: int) -> list[tuple[str, str, str]]:
    """The scoring groups of a seat: name in zh, in en, rank."""
    found = []
    for k, rank in enumerate(RANKS):
        cards = t.front[13 * p + k]
        if cards == 4 and t.twin[13 * p + k]:
            found += [(*GROUPS[2], rank)] * 2
        elif cards:
            found.append((*GROUPS[cards], rank))
        held = sum(1 for card in t.hand[3 * p : 3 * p + 3] if card >= 0 and card >> 2 == k)
        if rules.hand_pairs_score and held > 1:
            found.append(("手里的" + GROUPS[held][0], GROUPS[held][1] + " in hand", rank))
    return found


def _units_line(p: int, groups: Sequence[tuple[str, str, str]], units: int, rules: RuleSet) -> Line:
    if not groups:
        return Line("paoyao.md §1.7", f"{p}号位：面前没有牌型，0", f"seat {p}: nothing in front, 0")
    worth = {"对子": rules.pair_value, "小王八": rules.triple_value, "大王八": rules.quad_value}
    value = [worth[zh.removeprefix("手里的")] for zh, _, _ in groups]
    zh = " + ".join(f"{zh}{rank}：{v}" for (zh, _, rank), v in zip(groups, value, strict=True))
    en = " + ".join(f"{f'{en} {rank}'.strip()}: {v}" for (_, en, rank), v in zip(groups, value, strict=True))
    total = f" = {units}" if len(groups) > 1 else ""
    zh, en = f"{p}号位：{zh}{total}，向每家收 {units}", f"seat {p}: {en}{total}, {units} from each other"
    return Line("paoyao.md §1.7", zh, en)


def _nets(t: Table) -> list[Line]:
    """Who collects and pays what. Collecting from two opponents is not yet winning: one's own payments come off."""
    lines = []
    playing = _playing(t)
    for p in playing:
        others = [q for q in playing if q != p]
        get = "+".join(str(t.units[p]) for _ in others) or "0"
        give = "+".join(str(t.units[q]) for q in others) or "0"
        net = signed(t.due[p])
        zh = f"{p}号位：收 {get}，付 {give}，净 {net}"
        lines.append(Line("paoyao.md §1.8", zh, f"seat {p}: collects {get}, pays {give}, net {net}"))
    return lines


def _sole(t: Table, rules: RuleSet) -> Line:
    p = _playing(t)[0]
    if rules.sole_digger == "refund":
        zh, en = f"只有{p}号位挖，退回筹码，这一局作废", f"only seat {p} dug: its chip goes back, the hand is void"
    else:
        zh, en = f"只有{p}号位挖，底池归它", f"only seat {p} dug and takes the pot"
    return Line("paoyao.md §2.1", zh, en)


def _xier(t: Table, rules: RuleSet) -> list[Line]:
    lines = []
    for p in range(t.players):
        if t.shown[p]:
            cards = " ".join(card_sign(card) for card in t.hand[3 * p : 3 * p + 3])
            zh = f"{p}号位亮喜儿 {cards}，向每家收 {rules.xier_value}，本局结束"
            en = f"seat {p} shows a 喜儿, {cards}: {rules.xier_value} from each other, the hand ends"
            lines.append(Line("paoyao.md §1.7", zh, en))
    for p in _playing(t):
        net = signed(t.due[p])
        lines.append(Line("paoyao.md §1.8", f"{p}号位：净 {net}", f"seat {p}: net {net}"))
    return lines


def _yao(t: Table) -> list[Line]:
    card = card_sign(t.yao)
    if t.taken_by < 0:
        return [
            Line("paoyao.md §1.6", f"腰是 {card}，没有人抢，作废", f"the 腰 is {card}; nobody takes it, it is void")
        ]
    p = t.taken_by
    return [Line("paoyao.md §1.6", f"腰是 {card}，{p}号位抢到", f"the 腰 is {card}; seat {p} takes it")]


def _pot(t: Table) -> list[Line]:
    lines = []
    for p in range(t.players):
        if t.got[p]:
            zh = f"底池 {t.stake}，{p}号位得 {t.got[p]}"
            lines.append(Line("paoyao.md §2.3", zh, f"the pot holds {t.stake}; seat {p} gets {t.got[p]}"))
    if t.carry:
        zh, en = f"底池里 {t.carry} 个留到下一局", f"{t.carry} in the pot stay for the next hand"
        lines.append(Line("paoyao.md §2.3", zh, en))
    return lines


def _cap(t: Table) -> list[Line]:
    """Where chips ran out: who paid less, who got less."""
    lines = []
    for p in range(t.players):
        if t.net[p] > t.due[p]:
            zh = f"{p}号位该付 {-t.due[p]}，只有 {-t.net[p]}，付完为止"
            en = f"seat {p} owes {-t.due[p]} and has {-t.net[p]}; that is all it pays"
            lines.append(Line("paoyao.md §2.24", zh, en))
        elif t.net[p] < t.due[p]:
            zh = f"{p}号位该收 {t.due[p]}，按比例收 {t.net[p]}"
            en = f"seat {p} should get {t.due[p]} and gets its share, {t.net[p]}"
            lines.append(Line("paoyao.md §2.24", zh, en))
    return lines


def _totals(t: Table) -> list[Line]:
    """What every seat gains or loses: what it put into the pot, what the hand brings, what it gets of the pot. None if no chip moved."""
    zh_hand, en_hand = ("喜儿", "喜儿") if t.outcome == XIER_SHOWN else ("牌型", "groups")
    lines = []
    for p in range(t.players):
        zh_paid, en_paid = ("挖", "挖") if t.dug[p] == 1 else ("放底", "ante")
        parts = [(zh_paid, en_paid, -t.paid[p])] if t.paid[p] else []
        parts += [(zh_hand, en_hand, t.net[p])] if t.outcome in (SETTLED, XIER_SHOWN) else []
        parts += [("底池", "pot", t.got[p])] if t.got[p] else []
        if parts:
            total = signed(sum(n for _, _, n in parts))
            zh = "，".join(f"{word} {signed(n)}" for word, _, n in parts)
            en = ", ".join(f"{word} {signed(n)}" for _, word, n in parts)
            lines.append(Line("paoyao.md §1.8", f"{p}号位：{zh} = {total}", f"seat {p}: {en} = {total}"))
    return lines

"""Who pays whom for a hand that was won, in whole 底分 (scoring.md §1.5, core.md §17)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from erqishi.errors import UserInputError
from erqishi.seating import TABLE, chip_givers, sits_out
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.data import Scoring
from erqishi.zipai.scoring.facts import Facts
from erqishi.zipai.scoring.lines import Line

NAMES = "ABCDEFGHIJKL"


class Paid(msgspec.Struct, frozen=True):
    """Everybody's change, and the lines that say why. ledger: the numbers are points of the match."""

    net: tuple[int, ...]
    ledger: bool
    lines: tuple[Line, ...]


def seats_of(rules: RuleSet, facts: Facts) -> tuple[int, int | None]:
    """(seats at the table, the 醒家 or None). With one seat more than play, the seat opposite the dealer sits out."""
    sitter = facts.sitter
    n = max(rules.seats, 0 if sitter is None else sitter + 1) if facts.players is None else facts.players
    if sitter is None and n == TABLE and rules.seats < TABLE:
        sitter = sits_out(facts.dealer)
    if not 2 <= n <= TABLE:
        raise UserInputError(f"players = {n}: 要 2 到 {TABLE} 家 / there must be 2 to {TABLE} players")
    for what, seat in (("winner", facts.winner), ("dealer", facts.dealer), ("discarder", facts.discarder)):
        if seat is not None and not 0 <= seat < n:
            raise UserInputError(f"{what} = {seat}: 没有这个座位 / there is no such seat; seats are 0 to {n - 1}")
        if seat is not None and seat == sitter:
            raise UserInputError(f"{what} = {seat}: 醒家不打牌 / the 醒家 does not play")
    if sitter is not None and not 0 <= sitter < n:
        raise UserInputError(f"xing_seat = {sitter}: 没有这个座位 / there is no such seat; seats are 0 to {n - 1}")
    if facts.win_on == "discard":
        if facts.discarder is None:
            raise UserInputError("胡打出的牌要说是谁打的 / won on a discard: say who discarded (discarder)")
        if facts.discarder == facts.winner:
            raise UserInputError("自己打的牌自己不能胡 / nobody wins on the own discard")
    return n, sitter


def pay(rules: RuleSet, facts: Facts, points: int, names: Sequence[str] = NAMES) -> Paid:
    """Everybody's change when each loser owes `points`."""
    scoring = rules.scoring or Scoring()
    n, sitter = seats_of(rules, facts)
    losers = [seat for seat in range(n) if seat not in (facts.winner, sitter)]
    if scoring.account == "ledger":
        return _ledger(facts, points, n, names)
    base = rules.base if facts.base is None else facts.base
    net = [0] * n
    lines: list[Line] = []

    def give(payer: int, payee: int, amount: int, zh: str, en: str) -> None:
        net[payer] -= amount
        net[payee] += amount
        a, b = names[payer], names[payee]
        lines.append(Line("scoring.md §1.5", f"{a} 付 {b} {amount}{zh}", f"{a} pays {b} {amount}{en}"))

    shares = scoring.discard_shares
    if facts.win_on == "discard" and shares and facts.discarder is not None:
        k = len(losers) if shares == "all" else shares
        zh, en = f"（放炮，付{k}份：{points}×{k}", f" (won on a discard, {k} shares: {points} × {k}"
        if base != 1:
            zh, en = f"{zh}×底分{base}", f"{en} × 底分 {base}"
        give(facts.discarder, facts.winner, points * k * base, f"{zh}）", f"{en})")
    else:
        for seat in losers:
            mine = points + _piao(scoring, facts, seat)
            zh, en = (f"（{mine}×底分{base}）", f" ({mine} × 底分 {base})") if base != 1 else ("", "")
            if mine != points:
                own = facts.piao[facts.winner], facts.piao[seat]
                zh, en = f"{zh}（飘{own[0]}+{own[1]}）", f"{en} (飘 {own[0]} + {own[1]})"
            give(seat, facts.winner, mine * base, zh, en)
    if sitter is not None:
        for seat in chip_givers((*losers, facts.winner), facts.dealer, facts.winner, drawn=False):
            give(seat, sitter, base, "（开醒筹）", " (开醒筹, for the seat that sits out)")
    return Paid(tuple(net), False, tuple(lines))


def _piao(scoring: Scoring, facts: Facts, seat: int) -> int:
    """飘 of the winner and of this loser, when each seat has its own."""
    if not scoring.piao or len(facts.piao) < 2:
        return 0
    if not max(facts.winner, seat) < len(facts.piao):
        raise UserInputError("飘要每家一个数 / 飘 takes one number for each seat")
    return facts.piao[facts.winner] + facts.piao[seat]


def _ledger(facts: Facts, points: int, n: int, names: Sequence[str]) -> Paid:
    net = [0] * n
    net[facts.winner] = points
    who = names[facts.winner]
    lines = [Line("scoring.md §1.5", f"{who} 记 {points:+d} 分", f"{who} scores {points:+d}")]
    if facts.win_on == "discard" and facts.discarder is not None:
        net[facts.discarder] -= points
        who = names[facts.discarder]
        lines.append(Line("scoring.md §1.5", f"{who} 放炮，记 {-points:+d} 分", f"{who} discarded it: {-points:+d}"))
    return Paid(tuple(net), True, tuple(lines))

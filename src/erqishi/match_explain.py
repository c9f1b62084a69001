"""The account of a sitting in words: every payment, and why; every next dealer, and why. Chinese and English.

    >>> from erqishi.match import HandOutcome, record_hand, start
    >>> match = record_hand(start(4, dealer=0), HandOutcome(winner=1, net=(-3, 6, -3)))
    >>> for line in explain(match, 0):
    ...     print(line.zh)
    第1局：庄家 A，赢家 B，醒家 C
    A 付 B 3
    D 付 B 3
    开醒筹：A 付 C 1
    开醒筹：D 付 C 1
    本局：A −4，B +6，C +2，D −4
    下局庄家 B：赢家坐庄

Seats are called A, B, C … unless names are given.
"""

from collections.abc import Sequence

import msgspec

from erqishi.cards import card_name
from erqishi.match import KEPT_DRAWS, TABLE, HandOutcome, HandPlan, Match, Reason, Rotation, Transfer, require, settle

NAMES = "ABCDEFGHIJKL"


class Line(msgspec.Struct, frozen=True):
    """One line of an explanation, in both languages."""

    zh: str
    en: str


def explain(match: Match, hand: int, names: Sequence[str] = NAMES, *, beside: bool = False) -> list[Line]:
    """The account of one hand (from 0), line by line: who dealt, every payment and why, the sum, who deals next.

    beside: the game has told already who dealt, who won and who pays for it; only the rest is told (醒, 鸟, sum, next dealer).
    """
    require(0 <= hand < len(match.ledger), f"没有第{hand + 1}局", f"hand {hand} has not been played")
    _check_names(match, names)
    entry = match.ledger[hand]
    plan, outcome = entry.plan, entry.outcome
    lines = [] if beside else [_headline(plan, outcome, names)]
    if entry.target is not None and outcome.last_wall_card is not None:
        place, place_en = _PLACES[(entry.target - plan.dealer) % TABLE]
        card, hit = card_name(outcome.last_wall_card), names[entry.target]
        lines.append(
            Line(f"末张{card}，打中{place} {hit}", f"last wall card {card}: the 鸟 falls on {hit}, the {place_en}")
        )
    elif plan.birds and outcome.last_wall_card is not None:
        lines.append(Line("末张是王，谁也没打中", "the last wall card is a 王: the 鸟 falls on nobody"))
    lines += [_transfer_line(each, names) for each in entry.transfers if not (beside and each.reason == "hand")]
    for chips, zh, en in (
        (outcome.pot_paid, "放进底池", "puts into the pot"),
        (outcome.pot_taken, "从底池拿", "takes from the pot"),
    ):
        seats = zip(plan.active, chips, strict=False)
        lines += [Line(f"{names[seat]} {zh} {n}", f"{names[seat]} {en} {n}") for seat, n in seats if n]
    if match.rules.accounting == "points" and outcome.drawn and match.rules.huang_points:
        points, who = match.rules.huang_points, names[plan.dealer]
        lines.append(Line(f"荒庄：庄家 {who} {_signed(points)}分", f"荒庄: the dealer {who} {_signed(points)} points"))
    lines.append(Line(f"本局：{_score(entry.net, names)}", f"this hand: {_score(entry.net, names, ', ')}"))
    zh, en = _ROTATIONS[entry.rotation]
    who = names[entry.next_dealer]
    lines.append(Line(f"下局庄家 {who}：{zh}", f"next dealer {who}: {en}"))
    return lines


def explain_settlement(match: Match, names: Sequence[str] = NAMES) -> list[Line]:
    """How `settle` comes to what every seat takes home, line by line."""
    _check_names(match, names)
    settlement = settle(match)
    if match.rules.accounting == "cash":
        lines = [Line(f"总账：{_score(match.totals, names)}", f"totals: {_score(match.totals, names, ', ')}")]
        lines += [
            Line(f"底池退还 {names[seat]} {chips}", f"{chips} from the pot back to {names[seat]}")
            for seat, chips in enumerate(settlement.refund)
            if chips
        ]
    else:
        lines = [Line(f"总分：{_score(match.totals, names)}", f"points: {_score(match.totals, names, ', ')}")]
        unit, points = match.rules.round_up_to, settlement.points
        if unit > 1:
            zh, en = f"进到{unit}的整数倍", f"rounded up to multiples of {unit}"
            lines.append(Line(f"{zh}：{_score(points, names)}", f"{en}: {_score(points, names, ', ')}"))
        n = match.players
        zh, en = f"两两结差：各家总分×{n}，减去全桌总分", f"each pair settles its difference: {n} × points − sum of all"
        lines.append(Line(zh, en))
        if match.tuo:
            who = [names[seat] for seat in match.tuo]
            zh, en = f"打坨：{'，'.join(who)}；和他结的翻倍，两家都打坨翻两番", f"打坨: {', '.join(who)}"
            lines.append(Line(zh, f"{en}; a difference is doubled for each of the two who has 打坨"))
    if len(lines) > 1 or settlement.net != match.totals:  # else the totals are what everybody takes home
        lines.append(
            Line(f"结算：{_score(settlement.net, names)}", f"settlement: {_score(settlement.net, names, ', ')}")
        )
    return lines


def _transfer_line(transfer: Transfer, names: Sequence[str]) -> Line:
    zh, en = _REASONS[transfer.reason]
    if transfer.bird is not None and transfer.follows is not None:
        zh = f"打鸟（{names[transfer.bird]} 随 {names[transfer.follows]}）："
        en = f" (鸟: {names[transfer.bird]} shares with {names[transfer.follows]})"
    payer, payee, amount = names[transfer.payer], names[transfer.payee], transfer.amount
    return Line(f"{zh}{payer} 付 {payee} {amount}", f"{payer} pays {payee} {amount}{en}")


_REASONS: dict[Reason, tuple[str, str]] = {
    "hand": ("", ""),
    "xing": ("开醒筹：", " (开醒筹: a loser's chip for the seat that sits out)"),
    "huang_xing": ("荒醒：", " (荒醒: the dealer's chip for the seat that sits out)"),
    "niao": ("打鸟：", " (鸟)"),
}
_ROTATIONS: dict[Rotation, tuple[str, str]] = {
    "winner": ("赢家坐庄", "the winner deals"),
    "clockwise": ("轮流坐庄", "the deal goes round"),
    "draw_kept": ("荒庄连庄", "without a winner the dealer stays"),
    "third_draw": (
        f"连荒{KEPT_DRAWS}局，下家坐庄",
        f"{KEPT_DRAWS} hands in a row without a winner: the next seat deals",
    ),
    "draw_passed": ("荒庄，下家坐庄", "without a winner the next seat deals"),
}
_PLACES = (
    ("庄家", "dealer"),
    ("下家", "下家 (next seat)"),
    ("醒家", "醒家 (sitting out)"),
    ("上家", "上家 (previous seat)"),
)


def _headline(plan: HandPlan, outcome: HandOutcome, names: Sequence[str]) -> Line:
    zh, en = f"第{plan.hand + 1}局：庄家 {names[plan.dealer]}", f"hand {plan.hand + 1}: dealer {names[plan.dealer]}"
    if outcome.winner is not None:
        winner = names[plan.to_match(outcome.winner)]
        zh, en = f"{zh}，赢家 {winner}", f"{en}, winner {winner}"
    elif outcome.drawn:
        zh, en = f"{zh}，无人赢", f"{en}, no winner"
    if plan.sitter is not None:
        zh, en = f"{zh}，醒家 {names[plan.sitter]}", f"{en}, {names[plan.sitter]} sits out"
    return Line(zh, en)


def _score(amounts: Sequence[int], names: Sequence[str], comma: str = "，") -> str:
    return comma.join(f"{names[seat]} {_signed(amount)}" for seat, amount in enumerate(amounts))


def _signed(amount: int) -> str:
    """With its sign: a true minus, as wide as the plus."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def _check_names(match: Match, names: Sequence[str]) -> None:
    require(len(names) >= match.players, f"名字少于{match.players}个", f"{len(names)} names for {match.players} seats")

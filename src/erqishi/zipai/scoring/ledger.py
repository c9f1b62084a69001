"""What is paid beside the won hand: a 荒庄, a 提 on the spot, and the end of a match of points (scoring.md §1.5, §3)."""

from __future__ import annotations

from collections.abc import Sequence

from erqishi.cards import is_small
from erqishi.errors import UserInputError
from erqishi.seating import TABLE, chip_givers, sits_out
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.data import Scoring


def drawn_hand(rules: RuleSet, dealer: int, players: int | None = None, base: int | None = None) -> tuple[int, ...]:
    """Everybody's points for a 荒庄: the dealer loses some in 剥皮 and 湘乡, nobody anything elsewhere.

    players: at the table; where the seat opposite the dealer sits out, the dealer gives it 荒醒, one 底分 (core.md §17).
    """
    scoring = rules.scoring or Scoring()
    n = rules.seats if players is None else players
    if not 2 <= n <= TABLE:
        raise UserInputError(f"players = {n}: 要 2 到 {TABLE} 家 / there must be 2 to {TABLE} players")
    if not 0 <= dealer < n:
        raise UserInputError(f"dealer = {dealer}: 没有这个座位 / there is no such seat; seats are 0 to {n - 1}")
    net = [scoring.huang_points if seat == dealer else 0 for seat in range(n)]
    if n == TABLE > rules.seats and scoring.account != "ledger":
        chip = rules.base if base is None else base
        for giver in chip_givers((), dealer, None, drawn=True):
            net[giver] -= chip
            net[sits_out(dealer)] += chip
    return tuple(net)


def ti_payment(
    rules: RuleSet, seat: int, kind: int, players: int | None = None, base: int | None = None
) -> tuple[int, ...]:
    """What a 提 of `kind` by `seat` brings at once (耒阳 提龙): each other seat pays, 大 more than 小; zeros elsewhere."""
    n = rules.seats if players is None else players
    if not 0 <= seat < n:
        raise UserInputError(f"seat = {seat}: 没有这个座位 / there is no such seat; seats are 0 to {n - 1}")
    big, small = (rules.scoring or Scoring()).ti_paid
    amount = (small if is_small(kind) else big) * (rules.base if base is None else base)
    return tuple(amount * (n - 1) if each == seat else -amount for each in range(n))


def match_net(rules: RuleSet, totals: Sequence[int], tuo: Sequence[bool] = ()) -> tuple[int, ...]:
    """The end of a match of points: every pair settles its difference. Sums to zero.

    totals: points of each seat, rounded up first where the rules say so. tuo: who has 打坨; a pair's difference is doubled
    for each of the two (湘乡: × 2, both × 4).
    """
    scoring = rules.scoring or Scoring()
    if tuo and not scoring.tuo:
        raise UserInputError(f"{rules.id}: 没有打坨 / there is no 打坨 in these rules")
    if tuo and len(tuo) != len(totals):
        raise UserInputError(f"打坨要{len(totals)}家 / 打坨 takes {len(totals)} seats")
    unit = scoring.round_up_to
    points = [-(-total // unit) * unit for total in totals]
    times = [2 if tuo and tuo[seat] else 1 for seat in range(len(points))]
    return tuple(
        sum((mine - other) * times[seat] * times[at] for at, other in enumerate(points))
        for seat, mine in enumerate(points)
    )

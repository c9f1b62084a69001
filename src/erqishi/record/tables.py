"""The table around a hand of 跑胡子: 醒家 and 鸟家, who do not play it and yet are paid or pay (core.md §3, §17)."""

from __future__ import annotations

from erqishi import match as sitting
from erqishi.errors import RecordError
from erqishi.record.envelope import Around, Record, shown
from erqishi.zipai.game import Game


def account(around: Around, game: Game) -> sitting.Match:
    """The sitting with this hand alone in it. RecordError when nobody could have sat so, or the hand is not over."""
    result, players = game.result, len(around.net)
    if result is None:
        raise RecordError("table: 牌还没打完，没有账 / the hand is not over, so there is no account of it")
    try:
        if len(around.active) != game.rules.seats or not all(0 <= seat < players for seat in around.active):
            raise sitting.MatchError(f"上桌的要{game.rules.seats}家", f"{game.rules.seats} seats play")
        match = sitting.start(players, sitting.MatchRules.of(game.rules, players), dealer=around.active[game.dealer])
        plan = sitting.next_hand(match)
        if plan.active != around.active:
            zh = f"上桌的该是{plan.active}"
            raise sitting.MatchError(zh, f"with this dealer the seats {plan.active} play")
        outcome = sitting.HandOutcome(
            net=result.net,
            winner=result.winner,
            drawn=result.winner is None,
            last_wall_card=game.deck[-1] if plan.birds else None,
        )
        return sitting.record_hand(match, outcome)
    except sitting.MatchError as error:
        raise RecordError(f"table: {error.zh} / {error.en}") from None


def check_table(record: Record, game: Game) -> None:
    """Raise RecordError unless everybody at the table won and lost what the record says."""
    if record.table is None:
        return
    entry = account(record.table, game).ledger[0]
    if record.table.names and len(record.table.names) != len(record.table.net):
        raise RecordError(f"table.names: 要{len(record.table.net)}个 / one a seat of the table")
    if entry.net != record.table.net:
        zh = f"按规则重算是 {shown(list(entry.net))}"
        raise RecordError(f"table.net = {shown(list(record.table.net))}: {zh} / the rules give another account")

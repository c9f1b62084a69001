"""What a hand that was played comes to: the machine's final table, settled by the rules of the place.

The machine plays by 息 and settles by the formulas of the rule set; where a rule set has `scoring`, who pays whom is
found here, once a hand, from the same table at either speed, and written back into it (息, 囤, everybody's change).
"""

from __future__ import annotations

from typing import Any

import msgspec

from erqishi.cards import card_name
from erqishi.errors import InternalError
from erqishi.zipai.codes import M_CHI, M_PAO, M_TI, M_WEI, WANG
from erqishi.zipai.cover import DISCARD, DRAW, LIANG, OWN_MELD, SHAPES
from erqishi.zipai.flat import Flat
from erqishi.zipai.meldtext import Meld
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.facts import Facts, Held
from erqishi.zipai.scoring.given import Origin
from erqishi.zipai.scoring.groupings import wang_groupings
from erqishi.zipai.scoring.ledger import drawn_hand, ti_payment
from erqishi.zipai.scoring.lines import Line
from erqishi.zipai.scoring.payment import NAMES
from erqishi.zipai.scoring.settle import Settlement, settle_hand
from erqishi.zipai.scoring.turned import birds, xing_card

_KINDS = ("ti", "pao", "wei", "chouwei", "peng", "chi")


class Outcome(msgspec.Struct, frozen=True):
    """settled: of the won hand, None for a 荒庄. net: everybody's change, with what is paid beside the hand.

    lines: what is paid beside the hand (提龙, 荒庄, fines).
    """

    settled: Settlement | None
    net: tuple[int, ...]
    lines: tuple[Line, ...]


def facts_of_table(rules: RuleSet, r: Flat, t: Any, **sitting: Any) -> Facts:
    """Facts of the hand that seat `t.winner` has won; `t` is a `Table` or a `table.Row`.

    sitting: what the hand itself does not know, fields of `Facts` such as huang, charge, xing, birds, base.
    """
    p, k, dealer = int(t.winner), int(t.card), int(t.dealer)
    start, end = int(t.pos), int(t.end)
    won = k if not t.forced or p == dealer else None
    course: dict[str, Any] = {
        "winner": p,
        "dealer": dealer,
        "card": k,
        "zimo": bool(t.zimo),
        "xing_card": xing_card(rules, won, [int(card) for card in t.deck[start:end]]),
        "birds": birds(rules, int(t.deck[end - 1]), dealer, p),
        **sitting,
    }
    concealed = int(t.hand[p])
    if t.forced:
        held = Held(concealed=concealed, card=k if p == dealer else None)
        return Facts(held=held, win_on="deal", claims=0, own_discards=0, **course)
    came, first_draw = int(t.origin), rules.seats * rules.deal + 1
    origin: Origin | None
    match came:
        case int() if came == LIANG:
            origin = "dealt" if p == dealer else "liang"
        case int() if came == DISCARD:
            origin = "discard"
        case int() if came == OWN_MELD:
            origin = None
        case _:
            origin = "self" if t.owner == p else "other"
    drawn = came in (DRAW, OWN_MELD)
    thrown = [int(n) for n in t.thrown[: rules.seats]]
    return Facts(
        held=held_of(concealed, _melds(r, t, p), k, origin, int(t.wang[p]) + (came == LIANG and k == WANG)),
        win_on="draw" if drawn else "discard" if came == DISCARD else "liang",
        discarder=int(t.owner) if came == DISCARD else None,
        first_discard=came == DISCARD and t.pos == first_draw and sum(thrown) == thrown[dealer] == 1,
        first_draw=drawn and t.pos == first_draw + 1,
        claims=int(t.claims[p]) - _own_meld(t, p, came),
        own_discards=thrown[p],
        hand_left=int(t.size[p]) - (k == WANG) if came != OWN_MELD or k == WANG else None,
        last_card=drawn and t.pos == t.end,
        **course,
    )


def held_of(concealed: int, melds: tuple[Meld, ...], k: int, origin: Origin | None, wang: int) -> Held:
    """The cards that won; a 王 that won is one of those in the hand."""
    if origin is None or k == WANG:
        return Held(concealed=concealed, melds=melds, wang=wang)
    return Held(concealed=concealed, melds=melds, card=k, origin=origin, wang=wang)


def settle_best(rules: RuleSet, facts: Facts, names: Any = NAMES) -> Settlement:
    """`settle_hand`; of a hand with 王 the dearest of what the 王 may have done (王钓, 王闯, 王炸, or nothing of these)."""
    best = settle_hand(rules, facts, names)
    held = facts.held
    if held is None or held.wang == 0 or facts.win_on == "deal" or held.origin not in (None, "self", "dealt"):
        return best
    if held.origin is None and facts.card != WANG:
        return best  # the winning card lies in a 偎 or a 提
    for name, every in wang_groupings(rules, held, held.card):
        made = settle_hand(rules, msgspec.structs.replace(facts, held=None, groupings=every, wang=name), names)
        if made.can_hu and (made.points or 0, made.huxi or 0) > (best.points or 0, best.huxi or 0):
            best = made
    return best


def _melds(r: Flat, t: Any, p: int) -> tuple[Meld, ...]:
    made: list[Meld] = []
    for meld in [int(packed) for packed in t.melds[p][: int(t.nmelds[p])]]:
        kind, k = meld & 15, meld >> 4 & 31
        if kind == M_CHI:
            at = 2 * (SHAPES * k + (meld >> 9))
            made.append(("chi", tuple(sorted((k, int(r.partner[at]), int(r.partner[at + 1]))))))
        else:
            made.append((_KINDS[kind], (k,) * (4 if kind in (M_TI, M_PAO) else 3)))
    return tuple(made)


def _own_meld(t: Any, p: int, came: int) -> int:
    """1 if the winning card's own 提 or 偎 was counted as a 进张, which it is not (scoring.md §1.2)."""
    if came != OWN_MELD:
        return 0
    if t.card == WANG:
        return 0
    meld = next(int(meld) for meld in t.melds[p] if int(meld) >> 4 & 31 == t.card and int(meld) & 15 != M_CHI)
    return int(meld & 15 >= M_WEI or t.q[p] == 1)


def outcome_of(
    rules: RuleSet, r: Flat, t: Any, *, huang: int = 0, piao: tuple[int, ...] = (), names: Any = NAMES
) -> Outcome:
    """Settle a finished hand.

    huang: hands without a winner directly before it (黄番); piao: what each seat said it would 飘; names: of the seats, for
    the lines.
    """
    n = rules.seats
    net, lines = [0] * n, list[Line]()
    settled = None
    if t.winner >= 0:
        settled = settle_best(rules, facts_of_table(rules, r, t, huang=huang, piao=piao, players=n), names)
        if not settled.can_hu or settled.net is None:
            raise InternalError(f"{rules.id}: the hand was won, and scoring finds no 胡: {settled.reason}")
        net = list(settled.net)
    else:
        for seat, points in enumerate(drawn_hand(rules, int(t.dealer))):
            if points:
                net[seat] += points
                who = names[seat]
                zh, en = f"荒庄：庄家 {who} 记 {points:+d} 分", f"荒庄: the dealer {who} scores {points:+d}"
                lines.append(Line("scoring.md §3", zh, en))
    for seat in range(n):
        if due := rules.fine * int(t.fines[seat]):
            net = [change + (-due * (n - 1) if at == seat else due) * rules.base for at, change in enumerate(net)]
            lines.append(fined(names[seat], due * rules.base))
    for seat, kind in _quads_paid(rules, t, settled):
        paid = ti_payment(rules, seat, kind)
        net = [a + b for a, b in zip(net, paid, strict=True)]
        each, who, card = -min(paid), names[seat], card_name(kind)
        zh, en = (
            f"提龙：{who} 提{card}，每家付 {each}",
            f"提龙: {who} has laid a 提 of {card}, the others pay {each} each",
        )
        lines.append(Line("scoring.md §2", zh, en))
    return Outcome(settled, tuple(net), tuple(lines))


def fined(name: str, due: int) -> Line:
    """The line of a fine: so much to each other seat."""
    return Line("core.md §19", f"罚：{name} 付每家 {due}", f"fine: {name} pays {due} to each other seat")


def _quads_paid(rules: RuleSet, t: Any, settled: Settlement | None) -> list[tuple[int, int]]:
    """(seat, kind) of every 提 where they are paid at once (耒阳): those on the table, and those in the winner's hand."""
    if rules.scoring is None or not any(rules.scoring.ti_paid):
        return []
    found = {
        (seat, int(meld) >> 4 & 31): None
        for seat in range(rules.seats)
        for meld in t.melds[seat][: int(t.nmelds[seat])]
        if int(meld) & 15 == M_TI
    }
    if settled is not None:
        found |= {(int(t.winner), group.cards[0]): None for group in settled.groups if group.kind == "ti"}
    return list(found)


def write_back(t: Any, made: Outcome) -> None:
    """Let the table say what the hand came to: 息 and 囤 of the grouping that is paid, and everybody's change."""
    for seat, change in enumerate(made.net):
        t.net[seat] = change
    if made.settled is not None:
        t.huxi = made.settled.huxi or 0
        t.tun = made.settled.tun or 0

"""Judge a hand: is it a 胡, with how many 息 and 囤, and what does it wait for?

    >>> state = HandState.of("一一一六七八十十 贰贰拾", "偎五五五 碰叁叁叁 碰壹壹壹")
    >>> won = evaluate(state, "五", "other")
    >>> won.win, won.huxi, won.tun
    (True, 15, 1)
    >>> " ".join(group.kind + group.cards for group in won.groups)
    'pao五五五五 peng叁叁叁 peng壹壹壹 kan一一一 run六七八 jiao十十拾 jiang贰贰'
    >>> " ".join(f"{wait.card} {wait.own_draw}/{wait.other_draw}" for wait in waits(state))
    '一 18/15 二 12/12 五 18/15 壹 18/18 贰 18/15 叁 18/18'

The value is that of the single-source rooms (`cover.py`, `seat.py`, `kernel.py`); the arrangement is found by
`arrange.py`. Whether it may win is asked of the machine too (`enough.may_hu`), so hints, judgements and tables agree. How
far a hand is from waiting: `distance.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from erqishi.cards import COPIES, N_KINDS, WANG, WANG_NAME, card_name
from erqishi.errors import InternalError, UserInputError
from erqishi.zipai import arrange, codes, cover, flat, kernel, opening, score, seat
from erqishi.zipai.arrange import Group, Laid
from erqishi.zipai.handstate import HandState, kinds, one_kind, seat_of
from erqishi.zipai.refusal import Reason, by_groups, by_huxi, by_origin
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import Table

if TYPE_CHECKING:
    from erqishi.zipai.scoring.settle import Settlement

#: How a card comes: own draw, another's draw, another's discard, the 亮张 to a 闲家, the 亮张 to its dealer (there it
#: joins the hand, core.md §22.2).
Origin: TypeAlias = Literal["self", "other", "discard", "liang", "dealt"]
ORIGINS: tuple[Origin, ...] = ("self", "other", "discard", "liang", "dealt")


class Evaluation(msgspec.Struct, frozen=True):
    """What a hand is worth with a card, or as it lies.

    complete: all cards stand in 门子, with one 将 if there is a 提 or 跑 and none otherwise. win: a 胡 under `rules`.
    huxi: the exact maximum, or 息 of the grouping that local scoring pays; None when incomplete. tun: 囤 of this 胡, 自摸
    included if it is one; None when it is no 胡; tun_zimo: what it would be as 自摸. laid: the 提, 偎 or 跑 that came
    first by force. reason: why it is no 胡. settled: under local scoring what a 胡 comes to, as far as the cards tell;
    tun is from there, and None where 息 are points.
    """

    rules: str
    card: str | None
    origin: Origin | None
    complete: bool
    win: bool
    huxi: int | None
    tun: int | None = None
    tun_zimo: int | None = None
    zimo: bool = False
    tianhu: bool = False
    laid: str | None = None
    groups: tuple[Group, ...] = ()
    reason: Reason | None = None
    settled: Settlement | None = None


class Wait(msgspec.Struct, frozen=True):
    """A card that completes a hand. own_draw, other_draw, discard: most 息 when it comes so; None: completes nothing.

    tun_own, tun_other, tun_discard: 囤 of the 胡 (自摸 included); None when it is no 胡, or where 息 are points.
    live: copies that are not in the hand, its melds and the other seen cards. ways: the origins in which it is a 胡.
    points: under local scoring what the 胡 pays in each of `ways` (`Settlement.points`), as far as the cards tell.
    """

    card: str
    own_draw: int | None
    other_draw: int | None
    discard: int | None
    tun_own: int | None
    tun_other: int | None
    tun_discard: int | None
    live: int
    ways: tuple[Origin, ...] = ()
    points: tuple[int | None, ...] = ()

    @property
    def wins(self) -> bool:
        """Whether it is a 胡 in at least one way; otherwise the hand is complete and short of 息."""
        return bool(self.ways)


def evaluate(
    state: HandState,
    card: str | int | None = None,
    origin: Origin = "self",
    rules: RuleSet | str = "std15",
    *,
    pao_first: bool = False,
    last: bool = False,
) -> Evaluation:
    """Judge `state` with the winning card `card` that came as `origin`, or as it lies (after one's own 偎 or 提).

    An own draw that fits a 坎, a pair or one's own 偎 is a forced 提 or 偎 first (core.md §9.3a). pao_first: the 跑 of
    one's own 碰 by one's own draw comes before the 胡 too (the rules allow both, §15.6). last: it is the last of the wall.
    """
    rules = as_rules(rules)
    r = flat.plain(rules)
    k = None if card is None else one_kind(card, rules.wang > 0)
    judged = _judge(seat_of(state, rules, r), state, rules, r, k, origin, pao_first, last)
    told, how = (None, None) if k is None else (card_name(k), origin)
    if judged.huxi is None:
        reason = _why_incomplete(state, rules, k, origin, judged)
        return Evaluation(rules.id, told, how, False, False, None, laid=judged.laid, reason=reason)
    groups = _groups(state, r, k, how, judged)
    if groups is None or sum(group.huxi for group in groups) != judged.huxi:
        raise InternalError(f"{state} + {told} ({origin}): {judged.huxi} 息, but the arrangement is {groups}")
    zimo, tianhu = how in ("self", "dealt"), how in ("liang", "dealt")
    made = Evaluation(rules.id, told, how, True, judged.win, judged.huxi, zimo=zimo, tianhu=tianhu, laid=judged.laid)
    if not judged.win:
        return msgspec.structs.replace(made, groups=groups, reason=judged.refused)
    if rules.scoring is not None:
        return _settled(made, state, rules, k, origin, groups, last)
    tun, tun_zimo = _tun(r, judged.huxi, zimo, tianhu), _tun(r, judged.huxi, True, tianhu)
    return msgspec.structs.replace(made, groups=groups, tun=tun, tun_zimo=tun_zimo)


def _settled(
    made: Evaluation,
    state: HandState,
    rules: RuleSet,
    k: int | None,
    origin: Origin,
    groups: tuple[Group, ...],
    last: bool,
) -> Evaluation:
    """The judgement of a 胡 under local scoring, which chooses its own grouping."""
    from erqishi.zipai import localhand

    settled = localhand.settled(state, rules, k, origin, last)
    if not settled.can_hu:  # rules that the machine cannot play in full
        assert settled.reason is not None
        reason = Reason("huxi", settled.reason.rule, settled.reason.zh, settled.reason.en)
        return msgspec.structs.replace(made, groups=groups, win=False, reason=reason)
    if not (state.wang or k == WANG):  # scoring does not tell which of the cards are 王
        groups = localhand.groups_of(state, rules, k, settled)
    huxi = sum(group.huxi for group in groups)
    tun = settled.tun
    return msgspec.structs.replace(made, groups=groups, huxi=huxi, tun=tun, tun_zimo=tun, settled=settled)


def most_huxi(
    state: HandState,
    card: str | int | None = None,
    origin: Origin = "self",
    rules: RuleSet | str = "std15",
    *,
    pao_first: bool = False,
    last: bool = False,
) -> tuple[int | None, bool]:
    """(most 息 or None, whether it is a 胡): what `evaluate` says, without the arrangement; many times faster."""
    rules = as_rules(rules)
    r = flat.plain(rules)
    k = None if card is None else one_kind(card, rules.wang > 0)
    judged = _judge(seat_of(state, rules, r), state, rules, r, k, origin, pao_first, last)
    return judged.huxi, judged.win


def waits(state: HandState, rules: RuleSet | str = "std15", seen: str | Iterable[int] = ()) -> list[Wait]:
    """Every kind that completes a waiting hand, those that fall short of the 息 floor too, in order of kind.

    seen: other cards known to be gone. A kind whose four copies the seat holds itself cannot come. A hand that is not
    waiting (`state.status`) waits for nothing.
    """
    rules = as_rules(rules)
    gone = kinds(seen, rules.wang > 0)
    for k in range(N_KINDS + (rules.wang > 0)):
        own, copies = state.copies(k), COPIES if k < N_KINDS else rules.wang
        if own + gone.count(k) > copies:
            zh = f"{card_name(k)}多于{copies}张：自己{own}张，见过{gone.count(k)}张"
            raise UserInputError(f"{zh} / more than {copies} of {card_name(k)} in hand, melds and seen cards")
    return [_wait(state, rules, k, ways, gone.count(k)) for k, ways in completing(state, rules)]


class Way(NamedTuple):
    """One way in which a card completes a hand: how it comes, the most 息, and whether it is a 胡."""

    origin: Origin
    huxi: int
    win: bool


def completing(
    state: HandState, rules: RuleSet, *, locked: Iterable[int] = (), last: bool = False, on: Table | None = None
) -> Iterator[tuple[int, list[Way]]]:
    """Every kind that completes a waiting hand as a wall card or a discard, with each way in which it can come.

    locked: kinds that are 臭胡 at the 息 now on the table (core.md §15.7). last: the next wall card is the last. on: the
    cards as `seat_of` lays them, if they are laid already; what is locked is noted there.
    """
    if state.status != "waiting":
        return
    r = flat.plain(rules)
    start = on if on is not None else seat_of(state, rules, r)
    for k in locked:
        start.passed[0][k] = start.table_xi[0] + 1
    useful = -1 if state.wang else int(r.can_l[start.il[0]] & r.can_r[start.ir[0]])
    origins: list[Origin] = ["self", "other"] if rules.hu_on_drawn else []
    if rules.hu_on_discard:
        origins.append("discard")
    for k in range(N_KINDS + (rules.wang > 0)):
        if (k < N_KINDS and not useful >> k & 1) or state.copies(k) >= (COPIES if k < N_KINDS else rules.wang):
            continue
        ways = []
        for origin in origins:
            judged = _judge(start.clone(), state, rules, r, k, origin, False, last)
            if judged.huxi is not None:
                ways.append(Way(origin, judged.huxi, judged.win))
        if ways:
            yield k, ways


def _wait(state: HandState, rules: RuleSet, k: int, ways: list[Way], gone: int) -> Wait:
    r = flat.plain(rules)
    huxi: dict[Origin, int] = {way.origin: way.huxi for way in ways}
    tun: dict[Origin, int | None] = {}
    points: list[int | None] = []
    for way in ways:
        if way.win and rules.scoring is None:
            tun[way.origin] = _tun(r, way.huxi, way.origin == "self", False)
        elif way.win:
            from erqishi.zipai import localhand

            made = localhand.settled(state, rules, k, way.origin, False)
            tun[way.origin] = made.tun
            points.append(made.points)
    return Wait(
        card_name(k),
        own_draw=huxi.get("self"),
        other_draw=huxi.get("other"),
        discard=huxi.get("discard"),
        tun_own=tun.get("self"),
        tun_other=tun.get("other"),
        tun_discard=tun.get("discard"),
        live=(COPIES if k < N_KINDS else rules.wang) - state.copies(k) - gone,
        ways=tuple(way.origin for way in ways if way.win),
        points=tuple(points),
    )


def discards(state: HandState, rules: RuleSet | str = "std15", seen: str | Iterable[int] = ()) -> dict[str, list[Wait]]:
    """For a hand that owes a discard: every card that may go, and what the hand waits for after it."""
    if state.status != "discard":
        return {}
    return {card_name(k): waits(state.without(k), rules, seen) for k in state.free}


def forced_tianhu(state: HandState, rules: RuleSet | str = "std15") -> int | None:
    """息 of a 三提五坎, the 天胡 of a deal that needs no arrangement (core.md §7); None when the hand is none."""
    rules = as_rules(rules)
    r = flat.plain(rules)
    t = seat_of(state, rules, r)
    if state.melds or not rules.forced_tianhu or len(state.cards) < rules.deal:
        return None
    if not opening.is_three_ti_five_kan(t.quads_in_hand[0], t.kans[0]):
        return None
    return int(t.kan_xi[0] + t.quad_xi[0] + (cover.loose(r, t.free[0]) if r.tianhu_best else 0))


def as_rules(rules: RuleSet | str) -> RuleSet:
    """The rule set itself, or the one with this id or file name."""
    return rules if isinstance(rules, RuleSet) else RuleSet.load(rules)


def full_groups(rules: RuleSet) -> int:
    """How many 门子 a whole hand makes: seven of twenty cards and one more (core.md §15.1)."""
    return (rules.deal + 3) // 3


# -- judging ----------------------------------------------------------------------------------------------------------


class _Judged(NamedTuple):
    """息 (None: incomplete), the forced meld that was laid first, and whether the card is still to be used.

    concealed: the packed hand then. refused: why the complete hand is no 胡.
    """

    huxi: int | None
    laid: str | None
    concealed: int
    loose_card: bool
    refused: Reason | None = None

    @property
    def win(self) -> bool:
        """Whether it is a 胡."""
        return self.huxi is not None and self.refused is None


def _judge(
    t: Table,
    state: HandState,
    rules: RuleSet,
    r: flat.Flat,
    k: int | None,
    origin: Origin,
    pao_first: bool,
    last: bool,
) -> _Judged:
    """The seat with the card, by the single-source rooms: forced melds, the exact maximum, and whether that may win.

    t: a `seat_of` the state, which is changed; r: of the rules.
    """
    if origin not in ORIGINS:
        raise UserInputError(f"origin = {origin!r}: 要是 {' '.join(ORIGINS)} 之一 / must be one of these")
    t.pos, t.end = 0, 1 if last else 2
    if k is None:
        t.pos, t.origin = 1, cover.OWN_MELD
        return _as_it_lies(t, r, state.groups, 0, None)
    if state.copies(k) >= (copies := COPIES if k < N_KINDS else rules.wang):
        zh = f"{card_name(k)}已经有{copies}张在手里和门子里，不会再来"
        raise UserInputError(f"{zh} / all {copies} of {card_name(k)} are in hand and melds: it cannot come again")
    if origin not in ("self", "dealt") and (k == WANG or state.wang):
        return _Judged(None, None, t.hand[0], True)
    if origin == "self":
        held, t.deck[0] = seat.copies(t.hand[0], k), k
        kernel.draw(t, r)
        if k == WANG:
            return _as_it_lies(t, r, state.groups, k, None)
        if t.origin == cover.OWN_MELD:
            drawn = "chouwei" if state.declined >> k & 1 else "wei"
            return _as_it_lies(t, r, state.groups, k, drawn if held == 2 else "ti")
        if pao_first and t.pengs[0] >> k & 1:
            seat.lay_quad(t, r, 0, k, codes.M_PAO, codes.FROM_PENG)
            t.origin = cover.OWN_MELD
            return _as_it_lies(t, r, state.groups, k, "pao")
    t.card, t.pos = k, 1
    t.owner = 0 if origin in ("self", "dealt") else 1
    t.dealer = 0 if origin == "dealt" else 1
    t.origin = {"discard": cover.DISCARD, "liang": cover.LIANG, "dealt": cover.LIANG}.get(origin, cover.DRAW)
    if origin == "dealt":
        seat.gain(t, r, 0, k)
        huxi, concealed = seat.own_value(t, r, 0), t.hand[0]
        seat.ungain(t, r, 0, k)
    else:
        huxi, concealed = seat.hu_value(t, r, 0, k), t.hand[0]
    return _with(t, r, state.groups, k, huxi, _Judged(None, None, concealed, origin != "dealt"))


def _as_it_lies(t: Table, r: flat.Flat, groups: int, k: int, laid: str | None) -> _Judged:
    return _with(t, r, groups, k, seat.own_value(t, r, 0), _Judged(None, laid, t.hand[0], False))


def _with(t: Table, r: flat.Flat, groups: int, k: int, huxi: int, judged: _Judged) -> _Judged:
    """What `enough.may_hu` says of the table, with its reason."""
    if huxi < 0:
        return judged
    refused = by_groups(r, groups) or by_origin(t, r) or by_huxi(t, r, 0, k, huxi)
    return judged._replace(huxi=int(huxi), refused=refused)


def _groups(
    state: HandState, r: flat.Flat, k: int | None, origin: Origin | None, judged: _Judged
) -> tuple[Group, ...] | None:
    """A best arrangement after what `_judge` found out."""
    melds = [Laid(kind, cards, True) for kind, cards in state.melds]
    counts = [judged.concealed >> 3 * kind & 7 for kind in range(N_KINDS)]
    if judged.laid is not None and k is not None:
        before = {"pao": "peng", "ti": "wei"}.get(judged.laid)
        melds = [meld for meld in melds if (meld.kind, meld.cards[0]) != (before, k)]
        melds.append(Laid(judged.laid, (k,) * (3 if judged.laid.endswith("wei") else 4), True, True))
    wang = state.wang + (k == WANG)
    if k is None or not judged.loose_card:
        groups = arrange.best(r, counts, melds, None, wang=wang)
        return _claim(groups, k) if groups and judged.laid is None else groups
    paos = [] if origin == "self" else ["kan", "wei"]
    if origin != "discard" or r.pao_any:
        paos.append("peng")
    return arrange.best(r, counts, melds, k, paos=paos, triple=origin != "self", wang=wang)


def _claim(groups: tuple[Group, ...], k: int | None) -> tuple[Group, ...]:
    """Mark the group that the dealer's 亮张 went into."""
    if k is None:
        return groups
    at = next(i for i, group in enumerate(groups) if card_name(k) in (group.wang and WANG_NAME) + group.real)
    return (*groups[:at], msgspec.structs.replace(groups[at], claimed=True), *groups[at + 1 :])


def _tun(r: flat.Flat, huxi: int, zimo: bool, tianhu: bool) -> int:
    tun = score.tianhu_tun(r, huxi) if tianhu else score.tun_of(r, huxi)
    return int(tun) + (r.zimo_tun if zimo else 0)


# -- why not ----------------------------------------------------------------------------------------------------------

_FORCED = {"ti": "提", "wei": "偎", "chouwei": "臭偎", "pao": "跑"}


def _why_incomplete(state: HandState, rules: RuleSet, k: int | None, origin: Origin, judged: _Judged) -> Reason:
    if k is not None and origin not in ("self", "dealt") and (k == WANG or state.wang):
        zh, en = "王归摸到的人，有王只能自摸", "a 王 is its drawer's, and with 王 in hand only one's own draw wins"
        return Reason("origin", f"{rules.id}.md", zh, en)
    if (k is None) != (state.status == "discard") or (k is not None and state.status == "short"):
        return _why_count(state, k)
    r = flat.plain(rules)
    if (
        judged.laid is not None
        and _judge(seat_of(state, rules, r), state, rules, r, k, "other", False, False).huxi is not None
    ):
        word = _FORCED[judged.laid]
        zh = f"自己摸的要先{word}，这张不能另用"
        en = f"one's own draw is laid as {judged.laid} first and serves nothing else"
        return Reason("incomplete", "core.md §15.8", zh, en)
    if state.wang == 0 and k != WANG and _breaks_kan(state, rules, k, origin):
        zh, en = "要拆坎才凑得成，坎不能拆", "it would take a broken 坎, which is not allowed"
        return Reason("incomplete", "core.md §15.4", zh, en)
    return Reason("incomplete", "core.md §15.1", "凑不成门子", "the cards do not all fit into 门子")


def _breaks_kan(state: HandState, rules: RuleSet, k: int | None, origin: Origin) -> bool:
    """Whether the hand is complete where 坎 may be broken."""
    r = flat.plain(rules.replace(split_kan=True))
    return _judge(seat_of(state, rules, r), state, rules, r, k, origin, False, False).huxi is not None


def _why_count(state: HandState, k: int | None) -> Reason:
    n, quads = state.size, state.quads
    if k is None and state.status == "waiting":
        return Reason("count", "core.md §15.1", "还差一张牌", "one card is still missing")
    if k is not None and state.status == "discard":
        zh, en = "先要打一张，才轮得到胡这张", "a discard is due first: with this card there is one too many"
        return Reason("count", "core.md §8", zh, en)
    more = "有提或跑，要正好一对将" if quads else "没有提和跑，就不能有将"
    more_en = "with a 提 or 跑 there must be exactly one 将" if quads else "without 提 or 跑 there is no 将"
    zh, en = f"张数不合：手牌{n}张，{more}", f"the count cannot fit: {n} concealed cards; {more_en}"
    return Reason("count", "core.md §15.1", zh, en)

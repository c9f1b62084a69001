"""Scoring as data: what the `[scoring]` part of a rule file may say.

Everything here is plain values; what they mean is carried out by `conditions.py` (tests) and `reckon.py` (the order of
the steps, scoring.md §1.4).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

#: `[10]`: ten or more; `[10, 12]`: ten to twelve.
Band: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=2)]
Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Factor: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Signed: TypeAlias = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Words: TypeAlias = tuple[str, ...]


def within(band: tuple[int, ...], n: int) -> bool:
    """Whether n lies in the band."""
    return band[0] <= n and (len(band) == 1 or n <= band[1])


class Reds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All red cards of the hand stand in exactly `groups` groups, which hold nothing else, of `sizes` cards each.

    same: the groups must be of equal cards (提 跑 偎 坎 碰 将). one_rank: the reds are of one rank, in any groups.
    """

    groups: int = 0
    sizes: tuple[int, ...] = ()
    same: bool = False
    one_rank: bool = False


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition over the final hand and the course of the hand; everything that is given must hold (scoring.md §1.3).

    Counts over all cards of all 门子, the winning card included: red, big, small; huxi: the 息; red_in: the red count is
    one of these. all_same: every group is of equal cards. every_scores: each group has 息 (`all`), or a 将 and each
    other group has (`but_jiang`). quad_ranks: ranks whose 大 and 小 both stand as 提 or 跑; counts once for each.
    hand_left: so many concealed cards before the winning card, which paired one of them as 将. back_to_back: two
    concealed pairs of one rank, one completed by the winning card.

    The course: zimo; discard: won on a discard; last_card: on the last wall card; tianhu: the dealer won on one of
    these; dihu: another seat won so (§1.2); untouched: another seat had neither 进张 nor discard (not called 地胡);
    forced: 三提五坎; no_claims: no 进张; wang: how the 王 were used.
    """

    red: Band | None = None
    big: Band | None = None
    small: Band | None = None
    huxi: Band | None = None
    red_in: tuple[int, ...] = ()
    reds: Reds | None = None
    all_same: bool = False
    every_scores: Literal["", "all", "but_jiang"] = ""
    quad_ranks: bool = False
    hand_left: int = 0
    back_to_back: bool = False
    zimo: bool = False
    discard: bool = False
    last_card: bool = False
    tianhu: tuple[Literal["liang", "deal"], ...] = ()
    dihu: tuple[Literal["liang", "first_discard", "untouched", "first_draw"], ...] = ()
    untouched: bool = False
    forced: bool = False
    no_claims: bool = False
    wang: str = ""


#: What a 三提五坎 is asked: its cards form no grouping (scoring.md §1.2).
OF_THE_DEAL = ("zimo", "tianhu", "dihu", "untouched", "forced", "no_claims")


class Mingtang(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One 名堂: when it is there, and what it is worth. Exactly one of fan, times, sets and adds is given.

    fan: 番 or a factor, for the combination. times: doubles (or more) the 息, before they become 囤 or as points.
    sets: the points are this instead; alone: and nothing else counts. adds: points on top.
    per_extra: more for each card over the band of the test. each: counts for each of several (大团圆).
    unless: not counted beside these (ids). off: known here, but not counted unless a table switches it on.
    also: other names for it.
    """

    id: str
    zh: str
    test: Test
    en: str = ""  # where vocabulary.py does not have it
    also: Words = ()
    fan: Amount = 0
    times: Amount = 0
    sets: Amount = 0
    adds: Amount = 0
    per_extra: Amount = 0
    each: bool = False
    alone: bool = False
    unless: Words = ()
    off: bool = False


class CountsAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many 息 count as others: 卡, 无胡, 毛胡, 飘胡. The least 息 is asked of the new number."""

    id: str
    zh: str
    huxi: Amount
    counts: Amount
    en: str = ""
    also: Words = ()
    off: bool = False


class UnitBand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """囤 of these 息, where `tun_formula` does not say it."""

    huxi: Band
    tun: Amount


class Zimo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What 自摸 earns beside 囤 (`zimo_tun`) and 番 (a 名堂 with the test `zimo`).

    times_tun: the 囤 times this. after: so much on each loser's payment. total: the payment times this.
    with_tianhu: a counted 天胡 is itself 自摸 and earns the bonus too; otherwise 天胡, 地胡 and 三笼五坎 exclude it (§1.4).
    """

    times_tun: Factor = 1
    after: Amount = 0
    total: Factor = 1
    with_tianhu: bool = False


class Adding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """加敦: more 囤 for copies of the winning card, and for reds over the highest of `red_over` that is reached."""

    winning_card: bool = True
    red_over: tuple[int, ...] = ()


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Families in which the 息 are points (scoring.md §3).

    sets_add_up: every further 名堂 with `sets` adds its number, and factors apply to it; otherwise one number replaces
    everything, factors included. top: the most before additions. extra: added once when one of extra_for holds (zimo,
    discard, tianhu) and no 地胡 is counted. adds_once: of the 名堂 with `adds` only one counts. discard_top: the most
    when a discard was won. half_without_zimo: the cap is half as high without 自摸.
    """

    sets_add_up: bool = False
    top: Amount = 0
    extra: Amount = 0
    extra_for: tuple[Literal["zimo", "discard", "tianhu"], ...] = ()
    adds_once: bool = False
    discard_top: Amount = 0
    half_without_zimo: bool = False


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The `[scoring]` part of a rule set. Without one, a hand is worth its 囤 alone (`tun_formula`, `zimo_tun`).

    account: `cash`, each hand is paid at once; `ledger`, 息 are points of the match (scoring.md §1.5).
    combine: the 番 are added, multiplied, or only the largest counts.
    counts_as, units: 息 and 囤 outside the formula; tun_plus: 囤 added to all. lax_min_huxi: so many 息 are enough with 自摸 or a 名堂.
    red_huxi: (n, m): each red over n is m 息 more. charge: 充囤, or 充 added after the 番; charge_agreed: so much of it in every
    hand; piao: 飘 is added then too; piao_most: before a hand each seat may 飘 up to so much.
    xing: 醒 adds 囤; xing_by: in a hand that is played, the card after the `next` of the wall (翻醒) or the card that `won`
    (跟醒) is the 醒; `told`: only who reckons by hand knows it. adding: 加敦. fan_cap: the most 番; stack_limit: only so many 名堂 count, the dearest;
    huang_fan: times (荒 + 1); cap: the most a loser pays; 0 is no limit. niao: points for each 鸟 (扎鸟); niao_by: it hits
    when the `last` wall card points at the winner as in 打鸟, or `told`, as above.
    discard_shares: how many shares the discarder pays, the others paying nothing; `all`: one for each loser; 0: not told.
    ti_paid: a 提 is paid at once, (big, small). Of the match: huang_points for the dealer of a 荒庄; match_end: it is
    over at so many points; round_up_to: totals are rounded up before settling; tuo: 打坨 doubles.
    """

    account: Literal["cash", "ledger"] = "cash"
    combine: Literal["sum", "product", "max"] = "sum"
    mingtang: tuple[Mingtang, ...] = ()
    counts_as: tuple[CountsAs, ...] = ()
    units: tuple[UnitBand, ...] = ()
    tun_plus: Signed = 0
    lax_min_huxi: Amount = 0
    red_huxi: tuple[Amount, Signed] = (0, 0)
    charge: Literal["none", "before", "after"] = "none"
    charge_agreed: Amount = 0
    piao: bool = False
    piao_most: Amount = 0
    xing: bool = False
    xing_by: Literal["told", "next", "won"] = "told"
    adding: Adding | None = None
    zimo: Zimo = Zimo()
    points: Points | None = None
    fan_cap: Amount = 0
    stack_limit: Amount = 0
    huang_fan: bool = False
    cap: Amount = 0
    niao: Amount = 0
    niao_by: Literal["told", "last"] = "told"
    discard_shares: Annotated[int, msgspec.Meta(ge=0, le=10)] | Literal["all"] = 0
    ti_paid: tuple[Amount, Amount] = (0, 0)
    huang_points: Signed = 0
    match_end: Amount = 0
    round_up_to: Factor = 1
    tuo: bool = False


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way of an option: its value and other words for it, what it means, and the parameters it sets."""

    value: bool | int | str
    zh: str
    en: str = ""
    also: tuple[bool | int | str, ...] = ()
    set: dict[str, Any] = {}


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that tables agree on within one rule set. Either choices, or a parameter at `path` that is a number.

    values: the usual numbers, for whoever shows a menu; others are allowed.
    """

    id: str
    zh: str
    en: str = ""
    also: Words = ()
    choices: tuple[Choice, ...] = ()
    path: str = ""
    values: tuple[int, ...] = ()


def contradictions(scoring: Scoring) -> list[tuple[str, Any, str]]:
    """What is of the right type but makes no sense: key, value, reason."""
    faults: list[tuple[str, Any, str]] = []
    ids = [each.id for each in scoring.mingtang]
    points = scoring.points is not None
    if points != (scoring.account == "ledger"):
        faults.append(
            ("account", scoring.account, '有 [scoring.points] 才是 "ledger" / "ledger" goes with [scoring.points]')
        )
    if scoring.huang_points and not points:
        zh = "荒庄记分只用于记分的规则"
        faults.append(("huang_points", scoring.huang_points, f"{zh} / only with [scoring.points]"))
    if scoring.charge_agreed and scoring.charge == "none":
        faults.append(("charge_agreed", scoring.charge_agreed, "没有充囤 / there is no 充囤 here: charge"))
    if scoring.piao_most and not scoring.piao:
        faults.append(("piao_most", scoring.piao_most, "没有飘 / there is no 飘 here: piao"))
    for at, each in enumerate(scoring.mingtang):
        where = f"mingtang[{at}]"
        values = {key: getattr(each, key) for key in ("fan", "times", "sets", "adds") if getattr(each, key)}
        if len(values) != 1:
            zh = "fan、times、sets、adds 要正好写一个"
            faults.append((where, each.id, f"{zh} / exactly one of fan, times, sets, adds, e.g. fan = 4"))
        if ids.index(each.id) != at:
            faults.append((f"{where}.id", each.id, "重复 / the same id twice"))
        reds = each.test.reds
        if reds is not None and not reds.one_rank and (reds.groups not in (1, 2) or any(n < 1 for n in reds.sizes)):
            zh = "groups 是 1 或 2，sizes 是每门几张；或写 one_rank = true"
            en = "groups is 1 or 2, sizes the cards of each; or one_rank = true"
            faults.append((f"{where}.test.reds", reds, f"{zh} / {en}, e.g. reds = {{ groups = 1, sizes = [3, 4] }}"))
        if each.test == Test():
            faults.append((f"{where}.test", {}, "没有条件 / no condition, e.g. test = { red = [0, 0] }"))
        for other in each.unless:
            if other not in ids:
                faults.append((f"{where}.unless", other, "没有这个名堂 / there is no such 名堂"))
        if points and each.fan:
            faults.append((f"{where}.fan", each.fan, "记分的规则没有番：用 times、sets、adds / no 番 with points"))
        if not points and (each.sets or each.adds):
            key = "sets" if each.sets else "adds"
            faults.append((f"{where}.{key}", getattr(each, key), "只用于记分 / only with [scoring.points]"))
        for key in ("red", "big", "small", "huxi"):
            band = getattr(each.test, key)
            if band is not None and len(band) == 2 and band[0] > band[1]:
                faults.append((f"{where}.test.{key}", band, "先小后大 / the smaller number first"))
    for at, unit in enumerate(scoring.units):
        if len(unit.huxi) == 2 and unit.huxi[0] > unit.huxi[1]:
            faults.append((f"units[{at}].huxi", unit.huxi, "先小后大 / the smaller number first"))
    return faults

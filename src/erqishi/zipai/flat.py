"""A rule set as flat numbers and arrays, for the single-source rooms."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple, cast

import numpy as np

from erqishi.errors import InternalError
from erqishi.zipai import cover, tables, wilds, worth
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import permit


class Flat(NamedTuple):
    """What the single-source code knows of the rules. Flags are 0 or 1; `xi_*`, `wl`, `wr` have 20 entries.

    For shape s around kind k, `partner[2 * (7k + s)]` and the entry after it are the two other cards (-1: no such
    set) and `shape_xi[7k + s]` is the 息 of the set; `need` has the lowest bits of the partners' places in a packed hand,
    `take` the packed partners, `take_l` and `take_r` their half indices. `can_l`, `can_r`: bits of the kinds whose use can
    leave this half coverable (a card that wins has its bit in both); `bound_l`, `bound_r`: no free cards with these half
    indices can make more 息; `lone_xi`, `pair_xi`, `quad_gain`: the most a card adds to a seat that holds fewer than two
    of its kind, a pair, or a 坎, 碰 or 偎. `base3`: fifteen bits of a packed hand as a base-3 number; `worth_small`,
    `worth_big`: worth.py. The arrays from `wild_l` to `top_r`: wilds.py; `place[one % 67]`: which bit `one` is.
    """

    min_xi: int
    floor_xi: int
    counts_xi: int
    lax_xi: int
    lax_red: int
    lax_big: int
    lax_small: int
    lax_same: int
    lax_last: int
    lax_liang: int
    deal: int
    tun_a: int
    tun_b: int
    tun_c: int
    tianhu_a: int
    tianhu_b: int
    tianhu_c: int
    tianhu_fixed: int
    tianhu_best: int
    zimo_tun: int
    base: int
    liangzhang_hu: int
    forced_tianhu: int
    ti_before_liang: int
    hu_on_drawn: int
    hu_on_discard: int
    hu_forced: int
    hu_discard_forced: int
    penalize: int
    fine: int
    split_kan: int
    peng_forced: int
    pao_any: int
    chi_prev_discard: int
    chi_prev_draw: int
    chi_own_draw: int
    chou_blocks_peng: int
    marks_unified: int
    marks_separate: int
    own_blocks_chi: int
    own_blocks_peng: int
    own_unclaimed_blocks: int
    initial_ti_hidden: int
    lone_xi: Any
    pair_xi: Any
    quad_gain: Any
    xi_ti: Any
    xi_pao: Any
    xi_wei: Any
    xi_chouwei: Any
    xi_kan: Any
    xi_peng: Any
    partner: Any
    shape_xi: Any
    can_l: Any
    can_r: Any
    need: Any
    take: Any
    take_l: Any
    take_r: Any
    wl: Any
    wr: Any
    bound_l: Any
    bound_r: Any
    base3: Any
    worth_small: Any
    worth_big: Any
    wang: int
    wang_kan: int
    wang_ti: int
    wild_l: Any
    wild_r: Any
    way_l: Any
    way_r: Any
    top_l: Any
    top_r: Any
    place: Any
    left: Any
    right: Any
    matrix: Any


class Plain:
    """The same numbers for the interpreter, which reads slots twice as fast as the fields of a tuple."""

    __slots__ = Flat._fields


#: `need` of a set that does not exist: a bit that no hand has.
NEVER = 1 << 61


def _shapes(rules: RuleSet) -> tuple[list[int], list[int]]:
    """`partner` and `shape_xi` of `Flat`."""
    partner = [-1] * (2 * cover.SHAPES * 20)
    shape_xi = [0] * (cover.SHAPES * 20)

    def put(k: int, shape: int, a: int, b: int, value: int) -> None:
        at = cover.SHAPES * k + shape
        partner[2 * at], partner[2 * at + 1] = a, b
        shape_xi[at] = value

    for first in (0, 10):
        other = 10 - first
        for rank in range(8):
            k = first + rank
            value = rules.huxi.of("run", (k, k + 1, k + 2))
            put(k, cover.RUN_LOW, k + 1, k + 2, value)
            put(k + 1, cover.RUN_MID, k, k + 2, value)
            put(k + 2, cover.RUN_HIGH, k, k + 1, value)
        two, seven, ten = first + 1, first + 6, first + 9
        value = rules.huxi.of("run", (two, seven, ten))
        put(two, cover.RUN_2710, seven, ten, value)
        put(seven, cover.RUN_2710, two, ten, value)
        put(ten, cover.RUN_2710, two, seven, value)
        if "一五十" in rules.extra_sets:
            one, five = first, first + 4
            value = rules.huxi.of("run", (one, five, ten))
            put(one, cover.RUN_1510, five, ten, value)
            put(five, cover.RUN_1510, one, ten, value)
            put(ten, cover.RUN_1510, one, five, value)
        for rank in range(10):
            k, o = first + rank, other + rank
            put(k, cover.JIAO_TWO, k, o, 0)
            put(k, cover.JIAO_ONE, o, o, 0)
    return partner, shape_xi


def values_of(rules: RuleSet) -> tables.SetValues:
    """The part of a rule set that its cover table depends on."""
    run1510 = rules.huxi.run1510 if "一五十" in rules.extra_sets else None
    return tables.SetValues(run123=rules.huxi.run123, run2710=rules.huxi.run2710, run1510=run1510)


def wild_values_of(rules: RuleSet) -> wilds.WildValues:
    """The part of a rule set that its table of 王 depends on."""
    return wilds.WildValues(values_of(rules), rules.huxi.kan if "kan" in rules.wang_makes else None, rules.wang)


def _wild_table(rules: RuleSet) -> wilds.WildTable:
    """The table of 王; one entry each where there is no 王 and nobody looks."""
    if rules.wang == 0 or rules.extra_sets:
        return wilds.WildTable(*(np.zeros(1, kind) for kind in ("i1", "i1", "i8", "i8", "i1", "i1")))
    return wilds.load(wild_values_of(rules))


@functools.lru_cache(maxsize=4)
def _table(values: tables.SetValues) -> tables.CoverTable:
    """Rule sets of equal values share one table in memory."""
    return tables.load(values)


@functools.lru_cache(maxsize=16)
def arrays(rules: RuleSet) -> Flat:
    """`rules` with NumPy arrays, for compiled code."""
    partner, shape_xi = _shapes(rules)
    pairs = list(zip(partner[::2], partner[1::2], strict=True))
    need = [NEVER if a < 0 else 1 << 3 * a | 1 << 3 * b for a, b in pairs]
    table = _table(values_of(rules))

    def by_kind(meld: str) -> Any:
        return np.array([rules.huxi.of(meld, (k,)) for k in range(20)], np.int64)

    rank = [k % 10 for k in range(20)]
    weight = [3 ** (5 * (k // 10) + rank[k] % 5) for k in range(20)]
    left_weight = [w if r < 5 else 0 for w, r in zip(weight, rank, strict=True)]
    right_weight = [w if r >= 5 else 0 for w, r in zip(weight, rank, strict=True)]

    def take_index(weights: list[int]) -> Any:
        return np.array([0 if a < 0 else weights[a] + weights[b] for a, b in pairs], np.int64)

    lone_xi = np.array([max(shape_xi[cover.SHAPES * k : cover.SHAPES * (k + 1)]) for k in range(20)], np.int64)
    tun, tianhu = rules.tun, rules.tianhu
    fifteen = np.arange(1 << 15)
    bounds = tables.bounds(values_of(rules))
    can_l, can_r = tables.useful(table, pairs)
    wild = _wild_table(rules)
    if rules.split_kan:  # the table does not know such covers
        can_l, can_r = np.full_like(can_l, -1), np.full_like(can_r, -1)
    return Flat(
        min_xi=rules.min_huxi,
        **permit.numbers(rules.scoring, rules.min_huxi)._asdict(),
        deal=rules.deal,
        tun_a=tun.a,
        tun_b=tun.b,
        tun_c=tun.c,
        tianhu_a=tianhu.a,
        tianhu_b=tianhu.b,
        tianhu_c=tianhu.c,
        tianhu_fixed=rules.tianhu_fixed,
        tianhu_best=int(rules.tianhu_huxi == "best"),
        zimo_tun=rules.zimo_tun,
        base=rules.base,
        liangzhang_hu=int(rules.liangzhang_hu),
        forced_tianhu=int(rules.forced_tianhu),
        ti_before_liang=int(rules.ti_before_liang),
        hu_on_drawn=int(rules.hu_on_drawn),
        hu_on_discard=int(rules.hu_on_discard),
        hu_forced=int(rules.hu_forced),
        hu_discard_forced=int(rules.hu_discard_forced),
        penalize=int(rules.penalty_mode == "penalize"),
        fine=rules.fine,
        split_kan=int(rules.split_kan),
        peng_forced=int(rules.peng_forced),
        pao_any=int(rules.pao_of_peng == "any"),
        chi_prev_discard=int("prev_discard" in rules.chi_from),
        chi_prev_draw=int("prev_draw" in rules.chi_from),
        chi_own_draw=int("own_draw" in rules.chi_from),
        chou_blocks_peng=int(rules.chou_scope == "chi_and_peng"),
        marks_unified=int(rules.chou_marks == "unified"),
        marks_separate=int(rules.chou_marks == "separate"),
        own_blocks_chi=int("chi" in rules.own_discard_blocks),
        own_blocks_peng=int("peng" in rules.own_discard_blocks),
        own_unclaimed_blocks=int(rules.own_unclaimed_draw_blocks),
        initial_ti_hidden=int(rules.initial_ti_hidden),
        lone_xi=lone_xi,
        pair_xi=np.maximum(lone_xi, by_kind("peng")),
        quad_gain=np.maximum(
            lone_xi,
            by_kind("pao") - np.minimum(by_kind("kan"), np.minimum(by_kind("wei"), by_kind("peng"))),
        ),
        xi_ti=by_kind("ti"),
        xi_pao=by_kind("pao"),
        xi_wei=by_kind("wei"),
        xi_chouwei=by_kind("chouwei"),
        xi_kan=by_kind("kan"),
        xi_peng=by_kind("peng"),
        partner=np.array(partner, np.int64),
        shape_xi=np.array(shape_xi, np.int64),
        can_l=can_l,
        can_r=can_r,
        need=np.array(need, np.int64),
        take=np.array(
            [0 if n == NEVER else n << (i % cover.SHAPES == cover.JIAO_ONE) for i, n in enumerate(need)], np.int64
        ),
        take_l=take_index(left_weight),
        take_r=take_index(right_weight),
        wl=np.array(left_weight, np.int64),
        wr=np.array(right_weight, np.int64),
        bound_l=bounds[0],
        bound_r=bounds[1],
        base3=sum((fifteen >> 3 * d & 7) * 3**d for d in range(5)),
        worth_small=worth.table(values_of(rules), 1),
        worth_big=worth.table(values_of(rules), 0),
        wang=rules.wang,
        wang_kan=int("kan" in rules.wang_makes),
        wang_ti=int("ti" in rules.wang_makes),
        wild_l=wild.left,
        wild_r=wild.right,
        way_l=wild.can_left,
        way_r=wild.can_right,
        top_l=wild.top_left,
        top_r=wild.top_right,
        place=np.array([next((i for i in range(wilds.BITS) if (1 << i) % 67 == m), 0) for m in range(67)], np.int64),
        left=table.left,
        right=table.right,
        matrix=table.matrix,
    )


#: Room for the matrix in the compiled form. Pages that are never written cost no memory, and one size for all rule
#: sets means one compilation for all rule sets.
MATRIX_ROOM = 1 << 27


def _record_type() -> np.dtype[Any]:
    sizes = {"left": ("i4", tables.HALF), "right": ("i4", tables.HALF), "matrix": ("i1", MATRIX_ROOM)}
    sizes |= {"bound_l": ("i2", tables.HALF), "bound_r": ("i2", tables.HALF)}
    rows = (wilds.MOST + 1) * tables.HALF
    sizes |= {"wild_l": ("i1", wilds.WAYS * rows), "wild_r": ("i1", wilds.WAYS * rows), "place": ("i1", 67)}
    sizes |= {"way_l": ("i8", wilds.WORDS * rows), "way_r": ("i8", wilds.WORDS * rows)}
    sizes |= {"top_l": ("i1", rows), "top_r": ("i1", rows)}
    sizes |= {"can_l": ("i4", tables.HALF), "can_r": ("i4", tables.HALF)}
    sizes |= {"need": ("i8", 20 * cover.SHAPES), "take": ("i8", 20 * cover.SHAPES)}
    sizes |= {"take_l": ("i4", 20 * cover.SHAPES), "take_r": ("i4", 20 * cover.SHAPES)}
    sizes |= {"base3": ("i4", 1 << 15), "worth_small": ("i4", tables.HALF), "worth_big": ("i4", tables.HALF)}
    sizes |= {"partner": ("i1", 40 * cover.SHAPES), "shape_xi": ("i2", 20 * cover.SHAPES)}
    for name in (
        "wl",
        "wr",
        "lone_xi",
        "pair_xi",
        "quad_gain",
        "xi_ti",
        "xi_pao",
        "xi_wei",
        "xi_chouwei",
        "xi_kan",
        "xi_peng",
    ):
        sizes[name] = ("i4", 20)
    fields: list[Any] = []
    for name in Flat._fields:
        fields.append((name, sizes[name][0], (sizes[name][1],)) if name in sizes else (name, "i4"))
    return np.dtype(fields, align=True)


@functools.lru_cache(maxsize=16)
def record(rules: RuleSet) -> Any:
    """`rules` as one NumPy record: compiled functions get a single pointer instead of forty arguments."""
    flat = arrays(rules)
    if len(flat.matrix) > MATRIX_ROOM:
        raise InternalError(f"cover table of {rules.id} has {len(flat.matrix)} entries, more than {MATRIX_ROOM}")
    made = np.zeros(1, _record_type()).view(np.recarray)
    for name, value in zip(Flat._fields, flat, strict=True):
        if isinstance(value, np.ndarray):
            made[name][0, : len(value)] = value
        else:
            made[name][0] = value
    return made[0]


@functools.lru_cache(maxsize=16)
def plain(rules: RuleSet) -> Flat:
    """`rules` with plain lists and memory views: quick to index from the interpreter."""
    made = Plain()
    for name, value in zip(Flat._fields, arrays(rules), strict=True):
        setattr(made, name, _plain(value))
    return cast(Flat, made)


def _plain(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    return value.tolist() if value.size < 1000 else memoryview(value)  # type: ignore[arg-type]

"""The same hands at both speeds, field by field."""

import numpy as np

from erqishi.zipai import batch, compiled, flat, many
from erqishi.zipai.table import FIELDS, RECORD, Table


def hands(rules, bots, seed, first, count, *, fast):
    """(final table as {field: value}, row of `batch.simulate`) of each hand, compiled or interpreted."""
    bots = many.bot_codes(bots[: rules.seats], rules.seats)
    row = np.zeros((1, 7), np.int64)
    if fast:
        tables, r, g = np.zeros(1, RECORD).view(np.recarray), flat.record(rules), np.zeros(6, np.int64)
        run = compiled.load().batch.simulate
    else:
        tables, r, g, bots = [Table(rules.seats)], flat.plain(rules), [0] * 6, bots.tolist()
        run = batch.simulate
    for hand in range(first, first + count):
        run(tables, r, g, bots, seed, hand, 1, rules.seats, rules.cards, rules.deck_size, row)
        if fast:
            table = {name: tables[0][name].tolist() for name, _, _ in FIELDS}
        else:
            table = {name: _copied(getattr(tables[0], name)) for name, _, _ in FIELDS}
        yield table, row[0].tolist()


def _copied(value):
    return [_copied(part) for part in value] if isinstance(value, list) else value


def differences(rules, bots, seed, first, count):
    """What differs between compiled and interpreted hands, in words. (Interpreted first: it stops at a wrong index.)"""
    found = []
    slow_hands = hands(rules, bots, seed, first, count, fast=False)
    fast_hands = hands(rules, bots, seed, first, count, fast=True)
    for hand, ((slow, slow_row), (fast, row)) in enumerate(zip(slow_hands, fast_hands, strict=True), start=first):
        if row != slow_row:
            found.append(f"hand {hand}: row {row} compiled, {slow_row} interpreted")
        found += [
            f"hand {hand}: {name} {fast[name]} compiled, {slow[name]} interpreted"
            for name in fast
            if fast[name] != slow[name]
        ]
    return found


MOST = dict.fromkeys(("ti", "pao", "wei", "chouwei", "kan", "peng"), (60, 60))
#: Options at the ends of what a rule file may say.
EXTREMES = {
    "most_huxi": {"huxi": MOST, "min_huxi": 0, "split_kan": True},
    "most_tun": {"huxi": MOST, "min_huxi": 0, "tun_formula": "1000x+1000", "tianhu_formula": "1000x", "base": 1000},
    "most_zimo": {"zimo_tun": 100, "tianhu_fixed": 1000, "base": 1000, "min_huxi": 0, "hu_on_discard": True},
    "no_huxi": {"huxi": dict.fromkeys(MOST, (0, 0)), "min_huxi": 0, "tun_formula": "(x-1000)//1000"},
    "pao_below_peng": {"huxi": {"peng": (60, 60), "wei": (60, 60), "pao": (0, 0)}, "min_huxi": 0},
    "longest_wall": {"seats": 2, "deal": 2, "wall": 60, "forced_tianhu": False},
    "largest_hands": {"seats": 2, "deal": 30, "wall": 19, "forced_tianhu": False},
    "extra_sets": {"extra_sets": ("一五十",), "min_huxi": 3, "hu_on_discard": True},
    "four_large_hands": {"seats": 4, "deal": 19, "wall": 3, "forced_tianhu": False},
}

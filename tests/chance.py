"""Rule sets, decks and whole hands by chance, the same for the same numbers."""

import random

from hypothesis import strategies as st

from erqishi.zipai.actions import Hu, Pass
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from tables import STD

#: Values of every option; the pool below holds each of them. (Values of 一二三 and 二七十 take seconds to build a table
#: for, and a rule set some tenths of a second to load: hence a pool.)
OPTIONS = {
    "size": [{}, {"seats": 2, "wall": 39}, {}, {"seats": 4, "deal": 14}, {}, {"wall": 5}],
    "min_huxi": [0, 15, 3, 9, 15, 30],
    "huxi": [{}, {"ti": (7, 3), "pao": (5, 2), "wei": (20, 0), "chouwei": (1, 8), "kan": (9, 4), "peng": (2, 2)}],
    "tun_formula": ["(x-12)//3", "x//5", "x", "(2x+1)//7"],
    "tianhu_formula": ["(2x-12)//3", "x"],
    "tianhu_huxi": ["ti_and_kan", "best"],
    "tianhu_fixed": [0, 6],
    "zimo_tun": [1, 0, 3],
    "base": [1, 5],
    "hu_on_drawn": [True, True, False],
    "hu_on_discard": [False, True],
    "pao_of_peng": ["drawn_only", "any"],
    "chi_from": [("prev_discard", "prev_draw", "own_draw"), ("own_draw",), ("prev_discard",), ("prev_draw",), ()],
    "chou_scope": ["chi_and_peng", "eat_only"],
    "chou_marks": ["upper", "unified", "separate"],
    "own_discard_blocks": [("chi", "peng"), ("chi",), ("peng",), ()],
    "wei_visibility": ["hidden", "one_up"],
    "extra_sets": [(), (), (), (), ("一五十",), ()],
    "wang": [0],  # tests/test_wang.py: their decks have more cards
    "wang_makes": [("kan", "ti")],
    "huang_policy": ["keep_then_rotate_3", "rotate_always", "keep_always"],
    "huang_policy_xing": ["same", "keep_then_rotate_3", "rotate_always", "keep_always"],
}
OPTIONS |= {flag: [False, True] for flag in ("ti_before_liang", "hu_forced", "split_kan", "peng_forced")}
OPTIONS |= {flag: [False, True] for flag in ("own_unclaimed_draw_blocks", "initial_ti_hidden", "draw_for_dealer")}
OPTIONS |= {flag: [True, False] for flag in ("liangzhang_hu", "forced_tianhu")}
OPTIONS |= {"hu_discard_forced": [False, False, True], "penalty_mode": ["prevent", "penalize"], "fine": [0, 0, 3]}
OPTIONS["scoring"] = [None, *(RuleSet.load(name).scoring for name in ("changde_qmt_big68", "leiyang", "std15"))]


#: What the engine cannot play yet (RuleSet.missing).
NOT_PLAYED: set[str] = set()


def pool_of_rules(number):
    """Rule sets that mix the options so that every value of each occurs."""
    columns = {}
    for name, values in OPTIONS.items():
        column = [values[i % len(values)] for i in range(number)]
        random.Random(name).shuffle(column)
        columns[name] = column
    pool = []
    for i in range(number):
        options = {name: column[i] for name, column in columns.items() if name != "size"} | columns["size"][i]
        options["hu_on_drawn"] |= not options["hu_on_discard"]
        pool.append(STD.replace(id=f"mix_{i}", **options))
    return pool


RULES = [STD, *pool_of_rules(12)]


def some_deck(rules, seed, clumps):
    """A shuffled deck; with `clumps` equal cards lie together at first, so that triples and quads are common."""
    rng = random.Random(seed)
    size = rng.choice((2, 4)) if clumps else 1
    blocks = [[k] * size for k in range(20) for _ in range(4 // size)]
    rng.shuffle(blocks)
    cards = [k for block in blocks for k in block]
    for _ in range(20 if clumps else 0):
        i, j = rng.randrange(80), rng.randrange(80)
        cards[i], cards[j] = cards[j], cards[i]
    return cards[: rules.deck_size]


def chosen(actions, number):
    """One of the actions; every other number prefers claims to 过 and 胡 to all."""
    if number % 2:
        actions = (
            [a for a in actions if isinstance(a, Hu)] or [a for a in actions if not isinstance(a, Pass)] or actions
        )
    return actions[number // 2 % len(actions)]


GAMES = {
    "rules": st.sampled_from(RULES),
    "seed": st.integers(0, 2**32),
    "clumps": st.booleans(),
    "dealer": st.integers(0, 1),
}


def played(rules, seed, clumps, dealer, until=10**6, order=None):
    """A game played to its end or to a decision, every answer by chance from `seed`."""
    game = Game.from_deck(rules, some_deck(rules, seed, clumps), dealer)
    rng = random.Random(seed)
    while (decision := game.decision) is not None and len(game.did) < until:
        answers = {seat: chosen(decision.legal[seat], rng.randrange(1000)) for seat in sorted(decision.legal)}
        seats = list(answers)
        if order is not None:
            order.shuffle(seats)
        for seat in seats:
            game.do(answers[seat], seat)
    return game

"""Every way a hand can go on, over every deal that a seat holds possible. [single source: interpreted and compiled]

`explore` plays each world (a deal with its weight) to its end in every way: the seat `me` may do anything legal, the others
do what `model` says they do. The ends are gathered in a tree of what `me` gets to see, so that worlds which `me` cannot tell
apart share their nodes. The best choice at each node is then plain arithmetic from the leaves up (`exact.py`). The rules are
the kernel's own: `start`, `legal` and `act`.
"""

from collections.abc import Sequence
from typing import Any

from erqishi.paoyao.capture import capture_mask
from erqishi.paoyao.codes import (
    ACTIONS,
    BET,
    CAP,
    CAPTURE,
    DIG,
    EXT,
    LAY,
    MERGE,
    OVER,
    PASS_XIER,
    SHOW_XIER,
    TAKE_YAO,
    XIER,
    YAO,
)
from erqishi.paoyao.kernel import act, legal, start
from erqishi.paoyao.table import Rules, Table

Ints = Any
Floats = Any
"""Arrays of NumPy at both speeds; their shapes are told where they are made, in `exact.py`."""

# Kinds of what is seen of an action, 13 ranks apart; the simple actions come after them.
SEEN_EXT, SEEN_MERGE, SEEN_LAY, SEEN_SIMPLE = 13, 26, 39, 52
# A step of the tree is (what is seen * NEXTS + who is asked next, 4 for nobody) * YAOS + rank of the 腰 + 1 once it is up.
NEXTS, YAOS = 5, 14

# Rows of the tree: first child, next sibling, step that leads here, seat that is asked here (-1: the hand is over).
FIRST, SIBLING, STEP, ASKED = 0, 1, 2, 3

DEEPEST = 48  # decisions of a hand: 4 喜儿, 4 bets, captures and passes, 4 for the 腰

OUTSIDE = 0.05
"""How likely an action is that the model does not expect, such as a 喜儿 that is held back."""


def seen(t: Table, a: int) -> int:
    """What the others see of action a of the asked seat: the kind and the rank, since suits mean nothing."""
    if a < CAP:
        return SEEN_SIMPLE + a
    if a < EXT:
        return t.table[(a - CAP) % 4] >> 2
    if a < MERGE:
        return SEEN_EXT + (t.table[a - EXT] >> 2)
    if a < LAY:
        return SEEN_MERGE + (t.hand[3 * t.turn + a - MERGE] >> 2)
    return SEEN_LAY + (t.hand[3 * t.turn + a - LAY] >> 2)


def distinct(t: Table, mask: int) -> int:
    """The actions of a mask without those that differ from an earlier one by suits only."""
    kept = 0
    kinds = 0
    for a in range(ACTIONS):
        if mask >> a & 1:
            kind = 1 << seen(t, a)
            if kinds & kind == 0:
                kinds |= kind
                kept |= 1 << a
    return kept


def matches(t: Table, p: int) -> int:
    """How many of seat p's hand cards have the rank of an open card."""
    n = 0
    for i in range(3):
        c = t.hand[3 * p + i]
        if c >= 0:
            for j in range(4):
                if t.table[j] >= 0 and t.table[j] >> 2 == c >> 2:
                    n += 1
                    break
    return n


def diggers_before(t: Table) -> int:
    """1 if somebody has dug already."""
    for p in range(t.players):
        if t.dug[p] == 1:
            return 1
    return 0


def model(t: Table, r: Rules, mask: int) -> int:
    """What another seat is taken to do, as a mask of actions, each equally likely; of the bets both.

    A 喜儿 is shown, the 腰 is taken, and whoever can capture does, whichever card.
    """
    if t.phase == XIER:
        return 1 << SHOW_XIER
    if t.phase == YAO:
        return 1 << TAKE_YAO
    if t.phase == CAPTURE:
        captures = distinct(t, capture_mask(t, r, t.turn) & mask)
        if captures:
            return captures
        others = mask & ~1
        return distinct(t, others) if others else mask
    return mask


def likely(t: Table, a: int, chosen: int, habit: Ints) -> float:
    """The probability that another seat does action a, given the mask of what it is taken to do.

    habit[4 * d + m]: of 1000 seats with m matches, how many dig when d (0: nobody, 1: somebody) has dug before.
    What is outside the model has one small chance, OUTSIDE, whatever the cards are: where an action is not expected in any
    world it says nothing about them, and where it is expected in some, it speaks for those.
    """
    if t.phase == BET:
        if chosen & (chosen - 1) == 0:
            return 1.0
        digs: float = habit[4 * diggers_before(t) + matches(t, t.turn)] / 1000.0
        return digs if a == DIG else 1.0 - digs
    if chosen >> a & 1 == 0:
        return OUTSIDE
    n = 0
    for i in range(ACTIONS):
        n += chosen >> i & 1
    return 1.0 / n


def copy_table(a: Table, b: Table) -> None:
    """Make b what a is, as far as the rules look at it."""
    b.players = a.players
    b.dealer = a.dealer
    b.carry_in = a.carry_in
    b.yao = a.yao
    b.phase = a.phase
    b.turn = a.turn
    b.count = a.count
    b.idle = a.idle
    b.compelled = a.compelled
    b.again = a.again
    b.pot = a.pot
    b.stake = a.stake
    b.last = a.last
    b.yao_up = a.yao_up
    b.taken_by = a.taken_by
    for i in range(12):
        b.hand[i] = a.hand[i]
    for i in range(4):
        b.table[i] = a.table[i]
        b.chips[i] = a.chips[i]
        b.member[i] = a.member[i]
        b.dug[i] = a.dug[i]
        b.paid[i] = a.paid[i]
        b.got[i] = a.got[i]
        b.shown[i] = a.shown[i]
        b.units[i] = a.units[i]
        b.due[i] = a.due[i]
        b.net[i] = a.net[i]
    for i in range(52):
        b.front[i] = a.front[i]
        b.twin[i] = a.twin[i]


def deal_world(t: Table, r: Rules, given: Ints, worlds: Ints, w: int) -> None:
    """Deal world w: a row of `worlds` is four hands, four open cards, the 腰; `given` is told at `explore`."""
    t.players = given[0]
    t.dealer = given[1]
    t.carry_in = given[2]
    n = t.players
    for p in range(4):
        t.chips[p] = given[3 + p]
    for k in range(n):
        p = (t.dealer + k) % n
        for i in range(3):
            t.deck[i * n + k] = worlds[w, 3 * p + i]
    for j in range(4):
        t.deck[3 * n + j] = worlds[w, 12 + j]
    t.deck[51] = worlds[w, 16]
    start(t, r)


def child_of(tree: Ints, used: Ints, node: int, step: int, asked: int) -> int:
    """The node that `step` leads to from `node`, made if it is new; -1 when the tree is full."""
    at: int = tree[node, FIRST]
    while at > 0:
        if tree[at, STEP] == step:
            return at
        at = tree[at, SIBLING]
    at = used[0]
    if at >= len(tree):
        return -1
    used[0] = at + 1
    tree[at, FIRST] = 0
    tree[at, SIBLING] = tree[node, FIRST]
    tree[at, STEP] = step
    tree[at, ASKED] = asked
    tree[node, FIRST] = at
    return at


def step_of(t: Table, what: int) -> int:
    """The step of the tree after an action of which `what` is seen."""
    after = 4 if t.phase == OVER else t.turn
    rank = (t.yao >> 2) + 1 if t.yao_up else 0
    return (what * NEXTS + after) * YAOS + rank


def keep_silent(t: Table, r: Rules, given: Ints, me: int, past: Ints, depth: int) -> float:
    """Let the others who are asked for a 喜儿 hold it back, unless what comes next in the past is that they show it.

    Nobody else sees such an answer, so it is no step of the past. depth: the steps that are done. Returns its probability.
    """
    chance = 1.0
    while depth <= len(past) and t.phase == XIER and t.turn != me:
        if depth < len(past) and past[depth] // (YAOS * NEXTS) == SEEN_SIMPLE + SHOW_XIER:
            shows: int = given[7] if depth == 0 else past[depth - 1] // YAOS % NEXTS
            if shows == t.turn:
                return chance
        act(t, r, PASS_XIER)
        chance *= OUTSIDE
    return chance


def open_node(t: Table, r: Rules, me: int, known: bool, todo: Ints, depth: int) -> None:
    """Note the actions to try at a table: all of `me`, what the model says of others, all legal ones of a known past.

    The rows of `todo`: actions to try, the node, what the model says of the seat that is asked.
    """
    mask = legal(t, r)
    todo[2, depth] = 0 if t.turn == me else model(t, r, mask)
    todo[0, depth] = distinct(t, mask) if t.turn == me or known else todo[2, depth]


def explore(
    tables: Sequence[Table],
    r: Rules,
    given: Ints,
    worlds: Ints,
    weights: Floats,
    me: int,
    past: Ints,
    habit: Ints,
    tree: Ints,
    gain: Floats,
    square: Floats,
    weight: Floats,
    used: Ints,
    todo: Ints,
    chances: Floats,
) -> bool:
    """Gather what comes of every world after the steps of `past`. False when the tree has no room.

    given: players, dealer, carry, four stacks, the seat whose action the past begins with.
    tables, todo[3, DEEPEST], chances[DEEPEST]: to work on. gain[node]: for ends, the sum of probability times `players`
    times what `me` gains in chips, with an equal share of what is left in the pot; square[node]: the same with its square. weight[node]: the probability of coming
    here if `me` does what leads here. Node 0 is the deal; used[0] counts the nodes.
    """
    used[0] = 1
    tree[0, FIRST] = 0
    for w in range(len(worlds)):
        deal_world(tables[0], r, given, worlds, w)
        chances[0] = weights[w] * keep_silent(tables[0], r, given, me, past, 0)
        tree[0, ASKED] = tables[0].turn
        weight[0] += chances[0]
        depth = 0
        open_node(tables[0], r, me, len(past) > 0, todo, 0)
        todo[1, 0] = 0
        while depth >= 0:
            mask = todo[0, depth]
            if mask == 0:
                depth -= 1
                continue
            todo[0, depth] = mask & (mask - 1)
            a = 0
            while mask >> a & 1 == 0:
                a += 1
            t = tables[depth]
            after = tables[depth + 1]
            chance = chances[depth]
            if t.turn != me:
                chance = chance * likely(t, a, todo[2, depth], habit)
            what = seen(t, a)
            copy_table(t, after)
            act(after, r, a)
            chance = chance * keep_silent(after, r, given, me, past, depth + 1)
            step = step_of(after, what)
            if depth < len(past) and step != past[depth]:
                continue
            node = child_of(tree, used, todo[1, depth], step, after.turn)
            if node < 0 or depth + 2 >= DEEPEST:
                return False
            weight[node] += chance
            if after.phase == OVER:
                gained = after.players * (after.chips[me] - given[3 + me]) + after.carry - given[2]
                gain[node] += chance * gained
                square[node] += chance * gained * gained
            else:
                depth += 1
                open_node(after, r, me, depth < len(past), todo, depth)
                todo[1, depth] = node
                chances[depth] = chance
    return True


def count_back(tree: Ints, used: Ints, me: int, gain: Floats, square: Floats) -> None:
    """From the leaves up: gain[node] becomes the sum over the worlds that come there, if `me` does its best from there on.

    square[node] becomes the sum of the squares over the same course.

    A node stands after its parent, so one pass backwards does it. What `me` does at a node leads to one child or to
    several, told apart by who is asked next and by the 腰: their sum is what the choice is worth.
    """
    for node in range(used[0] - 1, -1, -1):
        child = tree[node, FIRST]
        if child == 0:
            continue
        if tree[node, ASKED] != me:
            total = 0.0
            squares = 0.0
            while child > 0:
                total += gain[child]
                squares += square[child]
                child = tree[child, SIBLING]
            gain[node] = total
            square[node] = squares
            continue
        best = -1e300
        done = 0
        while child > 0:
            what = tree[child, STEP] // (YAOS * NEXTS)
            total = choice_sum(tree, gain, node, what)
            if total > best:
                best = total
                done = what
            child = tree[child, SIBLING]
        gain[node] = best
        square[node] = choice_sum(tree, square, node, done)


def choice_sum(tree: Ints, amount: Floats, node: int, what: int) -> float:
    """The sum of `amount` over the children of a node that one choice leads to."""
    total = 0.0
    child = tree[node, FIRST]
    while child > 0:
        if tree[child, STEP] // (YAOS * NEXTS) == what:
            total += amount[child]
        child = tree[child, SIBLING]
    return total

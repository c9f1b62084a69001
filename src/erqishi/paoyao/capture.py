"""What a seat can take and lay, and what that does to the cards. [single source: interpreted and compiled]"""

from erqishi.paoyao.codes import CAP, EXT, FRONT, LAY, MERGE
from erqishi.paoyao.table import Rules, Table


def capture_mask(t: Table, r: Rules, p: int) -> int:
    """The captures of seat p as a mask: a hand card of equal rank, or the front pair (triple) of that rank."""
    mask = 0
    for j in range(4):
        if t.table[j] >= 0:
            k = t.table[j] >> 2
            for i in range(3):
                c = t.hand[3 * p + i]
                if c >= 0 and c >> 2 == k:
                    mask |= 1 << (CAP + 4 * i + j)
            lying = t.front[13 * p + k]
            if lying == 2 or (lying == 3 and not r.no_triple_capture):
                mask |= 1 << (EXT + j)
    return mask


def equals(t: Table, p: int, k: int) -> int:
    """How many cards of rank k seat p holds in the hand."""
    count = 0
    for i in range(3):
        c = t.hand[3 * p + i]
        if c >= 0 and c >> 2 == k:
            count += 1
    return count


def spare_mask(t: Table, r: Rules, p: int) -> int:
    """What seat p may do without taking a table card: merge a hand card, lay a natural pair (both are options)."""
    mask = 0
    for i in range(3):
        c = t.hand[3 * p + i]
        if c >= 0:
            k = c >> 2
            if r.merge_hand_into_meld and t.front[13 * p + k] > 0:
                mask |= 1 << (MERGE + i)
            if r.natural_pair_can_be_laid and i < 2 and equals(t, p, k) > 1:
                first = i == 0 or t.hand[3 * p] < 0 or t.hand[3 * p] >> 2 != k
                if first:
                    mask |= 1 << (LAY + i)
    return mask


def anyone_can_capture(t: Table, r: Rules) -> bool:
    """Whether some seat that plays has a capture."""
    able = 0
    for p in range(t.players):
        if t.member[p]:
            able |= capture_mask(t, r, p)
    return able != 0


def place_in_front(t: Table, r: Rules, p: int, k: int, cards: int, apart: int) -> None:
    """Count cards into the front group of rank k; `apart` marks a second pair that count_as_two_pairs keeps apart."""
    if apart and t.front[13 * p + k] > 0 and r.count_as_two_pairs:
        t.twin[13 * p + k] = 1
    t.front[13 * p + k] += cards


def take_from_table(t: Table, r: Rules, p: int, j: int) -> int:
    """Seat p takes table slot j, with table_pair_takes_both every card of its rank. How many, cards in t.grab."""
    k = t.table[j] >> 2
    n = 1
    t.grab[0] = t.table[j]
    t.grab[1] = -1
    t.grab[2] = -1
    t.table[j] = -1
    if r.table_pair_takes_both:
        for i in range(4):
            if t.table[i] >= 0 and t.table[i] >> 2 == k:
                t.grab[n] = t.table[i]
                t.table[i] = -1
                n += 1
    for i in range(n):
        t.place[t.grab[i]] = FRONT + p
    t.last = p
    return n


def lay_from_hand(t: Table, p: int, k: int) -> int:
    """Seat p puts all its hand cards of rank k in front. How many; the cards are in t.grab."""
    n = 0
    for i in range(3):
        t.grab[i] = -1
    for i in range(3):
        c = t.hand[3 * p + i]
        if c >= 0 and c >> 2 == k:
            t.grab[n] = c
            n += 1
            t.hand[3 * p + i] = -1
            t.place[c] = FRONT + p
    return n

"""Numbers that the single-source rooms use for actions, phases, melds and events."""

from __future__ import annotations

from erqishi.zipai.cover import SHAPES

#: The kind of a 王 (cards.py).
WANG = 20

# Actions: 0–19 discard that kind, then these; CHI + s takes the card in shape s, BI + s lays a copy held in shape s.
PASS, HU, PENG, CHI = 20, 21, 22, 23
BI = CHI + SHAPES
ACTIONS = BI + SHAPES

# Phases. AUTO phases run by themselves; the machine stops in DISCARDING, CLAIMING and OVER.
DRAWING, REVEALED, MELDED, DISCARDING, CLAIMING, OVER = 0, 1, 2, 3, 4, 5

# Melds on the table, packed as kind of meld | first kind << 4 | shape << 9 (for 吃, RUN_LOW … of the first kind).
M_TI, M_PAO, M_WEI, M_CHOUWEI, M_PENG, M_CHI = 0, 1, 2, 3, 4, 5

# Events, packed as code | seat << 5 | kind << 8 | detail << 13.
(
    E_TI,
    E_PAO,
    E_WEI,
    E_CHOUWEI,
    E_PENG,
    E_CHI,
    E_BI,
    E_DISCARD,
    E_TURN_UP,
    E_DRAW_HIDDEN,
    E_UNCLAIMED,
    E_LIANG_TAKEN,
    E_DEAD,
    E_HU,
    E_HUANG,
    E_FAULT,
    E_WANG,
) = range(17)
# Detail of E_WEI and E_CHOUWEI: the meld's place; of E_PENG the card's owner, of E_CHI and E_BI shape | owner << 3.
# Detail of E_FAULT: which mistake it was.
# Detail of E_TI and E_PAO: where the other cards lay, and above two bits the place of the meld in the seat's row.
FROM_HAND, FROM_WEI, FROM_PENG, FROM_DEAL = 0, 1, 2, 3
# Mistakes of the old table (core.md §19): 烧比, 吃臭张, 碰臭张.
BURNT_BI, CHI_CHOU, PENG_CHOU = 0, 1, 2

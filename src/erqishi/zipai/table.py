"""The flat state of one hand: its fields, the plain object, and the NumPy record of the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

SEATS = 4  # room in the arrays; `n` of them are used
MELDS = 8
DECK = 84  # 80 cards and room for four 王
EVENTS = 192  # a wall of 60 that nobody wants: three events a card at the most

#: name, NumPy type, shape. Kinds are 0..19; bit sets have one bit a kind; packed hands three bits a kind.
FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("hand", "i8", (SEATS,)),  # concealed cards, packed, 王 left out
    ("free", "i8", (SEATS,)),  # the same without 坎 and dealt quads: at most two of a kind
    ("kinds", "i4", (SEATS,)),  # kinds in `free`
    ("il", "i4", (SEATS,)),  # base-3 index of `free`, ranks 1-5
    ("ir", "i4", (SEATS,)),  # base-3 index of `free`, ranks 6-10
    ("opts", "i8", (SEATS,)),  # bits of the actions offered in the claims now asked; 0 = not asked
    ("answer", "i1", (SEATS,)),  # the answer, -1 = none yet
    ("bi1", "i1", (SEATS,)),  # first and second 比 of an answered 吃, -1 = none
    ("bi2", "i1", (SEATS,)),
    ("weis", "i4", (SEATS,)),  # kinds lying as 偎 (not 臭偎)
    ("pengs", "i4", (SEATS,)),  # kinds lying as 碰
    ("chou_chi", "i4", (SEATS,)),  # kinds dead to 吃
    ("chou_peng", "i4", (SEATS,)),  # kinds dead to 碰
    ("declined", "i4", (SEATS,)),  # kinds whose 碰 was declined: a later 偎 is a 臭偎
    ("discarded", "i4", (SEATS,)),  # kinds the seat itself has discarded
    ("melds", "i2", (SEATS, MELDS)),
    ("passed", "i2", (SEATS, 21)),  # 臭胡: table 息 + 1 when 胡 on that kind was last declined, 0 = never
    ("kan_xi", "i2", (SEATS,)),  # 息 of the 坎 in hand
    ("quad_xi", "i2", (SEATS,)),  # 息 of dealt quads not laid yet
    ("table_xi", "i2", (SEATS,)),  # 息 of the melds on the table (当前得息)
    ("net", "i4", (SEATS,)),  # result, in units of 底分
    ("size", "i1", (SEATS,)),  # concealed cards
    ("nf", "i1", (SEATS,)),  # of these, free ones
    ("kans", "i1", (SEATS,)),
    ("quads_in_hand", "i1", (SEATS,)),
    ("q", "i1", (SEATS,)),  # 提 and 跑 on the table
    ("nmelds", "i1", (SEATS,)),
    ("dead", "i1", (SEATS,)),  # 1: 相公; 2: a mistake has cost the right to 胡
    ("claims", "i1", (SEATS,)),  # 进张: 吃, 碰, 偎, and the first 提 or 跑 that was not dealt
    ("thrown", "i1", (SEATS,)),  # cards discarded
    ("fines", "i1", (SEATS,)),  # mistakes that are paid for
    ("wang", "i1", (SEATS,)),  # 王 in hand; `size` counts them, `hand` does not hold them
    ("n", "i1", ()),  # seats in play
    ("dealer", "i1", ()),
    ("asked", "i1", ()),  # whether any seat has options on the card in play
    ("turn", "i1", ()),
    ("ask", "i1", ()),  # the seat that is to act
    ("phase", "i1", ()),
    ("card", "i1", ()),  # the card in play, how it came and whose it is
    ("origin", "i1", ()),
    ("owner", "i1", ()),
    ("pao", "i1", ()),  # seat whose forced 跑 waits, -1 = none
    ("pos", "i1", ()),  # next wall card in `deck`
    ("end", "i1", ()),
    ("winner", "i1", ()),
    ("zimo", "i1", ()),
    ("tianhu", "i1", ()),
    ("forced", "i1", ()),  # 天胡 by 三提五坎
    ("huxi", "i4", ()),
    ("tun", "i4", ()),
    ("nev", "i2", ()),
    ("seen", "i1", (20,)),  # copies of each kind that have lain open before all
    ("deck", "i1", (DECK,)),
    ("events", "i4", (EVENTS,)),
)

_SCALARS, _LISTS, _TABLES = (tuple(name for name, _, shape in FIELDS if len(shape) == n) for n in range(3))

RECORD = np.dtype([(name, kind, shape) for name, kind, shape in FIELDS], align=True)


class Table:
    """The state of one hand as a plain object of ints and lists; the same names as `RECORD`."""

    __slots__ = tuple(name for name, _, _ in FIELDS)

    def __init__(self, seats: int = 3) -> None:
        for name, _, shape in FIELDS:
            value: Any = 0
            for length in reversed(shape):
                value = [0] * length if value == 0 else [list(value) for _ in range(length)]
            setattr(self, name, value)
        self.n = seats
        self.asked = 1
        self.winner = -1

    if TYPE_CHECKING:  # every slot is set in __init__, from FIELDS

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def clone(self) -> Table:
        """An independent copy."""
        other = Table.__new__(Table)
        for name in _SCALARS:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        for name in _TABLES:
            setattr(other, name, [row[:] for row in getattr(self, name)])
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and all(getattr(self, f) == getattr(other, f) for f, _, _ in FIELDS)

    __hash__ = None  # type: ignore[assignment]


class Row:
    """A row of an array of `RECORD` with its fields as attributes, as `Table` has them (NumPy's own `size` hides one)."""

    __slots__ = ("row",)

    def __init__(self, row: Any) -> None:
        object.__setattr__(self, "row", row)

    def __getattr__(self, name: str) -> Any:
        return self.row[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self.row[name] = value


def deal(table: Any, deck: Any, dealer: int) -> None:
    """Put `deck` (kinds, in the order of docs/record.md) and the dealer into a fresh table; `kernel.start` deals."""
    for i, kind in enumerate(deck):
        table.deck[i] = kind
    table.end = len(deck)
    table.dealer = dealer

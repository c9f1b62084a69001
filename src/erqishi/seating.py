"""The places around a table of four, counted from the dealer (core.md §3, §17): who sits out, whom the 鸟 follows, who gives a chip.

A sitting and the scoring of a single hand both go by it.
"""

from collections.abc import Iterable

from erqishi.cards import WANG, rank

TABLE = 4
"""Seats at the table when one of them sits out (数醒); players beyond them are 鸟家."""

OPPOSITE = 2
"""The place of the 醒家, who sits out: 0 is the dealer, 1 the next seat, 3 the one before."""


def sits_out(dealer: int) -> int:
    """The seat that sits out at a table of four: the one opposite the dealer."""
    return (dealer + OPPOSITE) % TABLE


def bird_place(card: int) -> int | None:
    """打鸟: the place that the last wall card (kind 0…20) points at: rank 1, 5, 9 庄家; 2, 6, 10 下家; 3, 7 对家; 4, 8 上家.

    A 王 points at nobody: our reading, no source says.
    """
    return None if card == WANG else (rank(card) - 1) % TABLE


def bird_words(place: int) -> tuple[str, str]:
    """The ranks that point at a place, in Chinese and in English: ("1、5、9", "1, 5, 9")."""
    ranks = [str(n) for n in range(1, 11) if bird_place(n - 1) == place]
    return "、".join(ranks), ", ".join(ranks)


def chip_givers(playing: Iterable[int], dealer: int, winner: int | None, *, drawn: bool) -> tuple[int, ...]:
    """Who gives the 醒家 a chip: who played and did not win, whatever the hand cost him (开醒筹); of a drawn hand the dealer (荒醒)."""
    return (dealer,) if drawn else tuple(seat for seat in playing if seat != winner)

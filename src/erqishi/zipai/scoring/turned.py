"""What the wall decides after a hand: the 醒 card, and the 鸟 that hit (scoring.md §2: 永州, 全州, 桂林, 宁乡)."""

from __future__ import annotations

from collections.abc import Sequence

from erqishi.cards import WANG
from erqishi.seating import OPPOSITE, TABLE, bird_place
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.data import Scoring

RANKS = 10


def xing_card(rules: RuleSet, won: int | None, left: Sequence[int]) -> int | None:
    """The kind of which each copy in the winner's hand adds a 囤; None where there is no 醒, or no card that can be one.

    won: the winning card, None for a 三提五坎 without one. left: the wall that was not drawn, in order. 翻醒: the card after
    the one that is turned up next, 十 before 一 of the same size; with no wall left the winning card counts as turned up, and
    a 王 is passed over. 跟醒 (随醒): the winning card itself.
    """
    scoring = rules.scoring or Scoring()
    if not scoring.xing or scoring.xing_by == "told":
        return None
    plain = None if won == WANG else won
    if scoring.xing_by == "won":
        return plain
    turned = next((k for k in left if k != WANG), plain)
    return None if turned is None else turned // RANKS * RANKS + (turned + 1) % RANKS


def birds(rules: RuleSet, last: int, dealer: int, winner: int) -> int:
    """扎鸟: how many hit. The last wall card, drawn or not, points at a seat as in 打鸟; it hits when that seat has won.

    With fewer than four in the hand the 鸟 misses at the place of the 醒家.
    """
    scoring = rules.scoring or Scoring()
    if not scoring.niao or scoring.niao_by != "last":
        return 0
    place, seats = bird_place(last), rules.seats
    if place is None or (seats < TABLE and place == OPPOSITE):
        return 0
    before = TABLE - 1  # the place of the seat before the dealer, however many play
    seat = (dealer - 1) % seats if place == before else (dealer + place) % seats
    return int(seat == winner)

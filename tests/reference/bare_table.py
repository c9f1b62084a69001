"""Situations for tests: a bare table on which one card is shown or drawn, and full deals that begin as written."""

import random

from .naive_cover import NAMES, cards_of, counts_of, text_of
from .naive_hand import Hand
from .referee import check_deal

# A hand that wants 三 or 六 for its seventh group, 15 息 or more whichever way it comes.
READY = {"hand": "四五", "melds": "偎壹壹壹 偎叁叁叁 偎伍伍伍 吃七八九 吃柒捌玖 吃一二三"}
MELDS = {"碰": "peng", "偎": "wei", "提": "ti", "跑": "pao", "吃": "chi"}


def melds_of(text):
    return [(MELDS[word[0]], cards_of(word[1:])) for word in text.split()]


def table(*seats, wall="", **options):
    """A bare table; a seat is the text of its hand, or a dict with hand and melds."""
    seats = [seat if isinstance(seat, dict) else {"hand": seat} for seat in (*seats, "", "", "")[:3]]
    deal = {"dealer": 0, "hands": [seat["hand"] for seat in seats], "liang": "十", "wall": list(wall)}
    hand = Hand(deal, options)
    hand.melds = [melds_of(seat.get("melds", "")) for seat in seats]
    return hand


def run(course, *answers):
    """The questions asked, and how it went on: ("discard", seat), ("draw", seat) or ("over", result)."""
    asked = []
    answer = None
    answers = iter(answers)
    while True:
        try:
            asked.append(course.send(answer))
        except StopIteration as end:
            return asked, end.value
        answer = {str(seat): said for seat, said in next(answers).items()}
        assert all(said in asked[-1]["legal"].get(seat, []) for seat, said in answer.items()), asked[-1]


def shown(hand, card, owner, origin, *answers):
    """Show a card; the legal sets of the question asked (None when nobody is), and how it went on."""
    asked, outcome = run(hand.show(cards_of(card)[0], owner, origin), *answers)
    assert len(asked) <= 1
    return (asked[0]["legal"] if asked else None), outcome


def drawn(hand, card, owner, *answers):
    hand.wall = list(cards_of(card))
    return run(hand.draw(owner), *answers)


def dealt(*starts, liang="", wall=""):
    """A full deal whose hands and wall begin as written; the rest has no 坎 and no quad that is not written."""
    rng = random.Random(1)
    while True:
        deck = [k for k in range(20) for _ in range(4)]
        for k in cards_of("".join(starts) + liang + wall):
            deck.remove(k)
        rng.shuffle(deck)
        if not liang:
            liang = NAMES[deck.pop()]
        hands, good = [], True
        for start in (*starts, "", "", "")[:3]:
            need = 20 - len(start)
            more, deck = deck[:need], deck[need:]
            hands.append(start + text_of(tuple(more)))
            good &= all(n < 3 or NAMES[k] * n in start for k, n in enumerate(counts_of(hands[-1])))
        deal = {"dealer": 0, "hands": hands, "liang": liang, "wall": list(wall + text_of(tuple(deck)))}
        if good:
            assert check_deal(deal) == []
            return deal

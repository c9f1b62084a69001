"""The plain objects that the single-source rooms run on: the table, the rules as integers, the summary of a hand.

Each comes with its shape, from which `compiled.py` builds the NumPy record of the same field names. Interpreted play
uses these classes; a NumPy record is only for compiled play.
"""

from collections.abc import Mapping
from typing import Any, Self

# Field -> length; 0 is a single integer.
TABLE_SHAPE: dict[str, int] = {
    "players": 0,  # given: 2 to 4
    "dealer": 0,  # given
    "chips": 4,  # given; moves during the hand
    "carry_in": 0,  # given: chips in the pot from the hands before
    "deck": 52,  # given, in dealing order
    "hand": 12,  # three slots a seat: a card, or -1 when it has been played
    "table": 4,  # open cards; -1 when taken
    "front": 52,  # 13 * seat + rank: how many cards of the rank lie in front of the seat
    "twin": 52,  # 13 * seat + rank: 1 if those four cards count as two pairs (§2.10)
    "place": 52,  # where each card is, see codes.py
    "yao": 0,
    "phase": 0,
    "turn": 0,  # the seat that is asked, -1 when the hand is over
    "count": 0,  # seats already asked in the xier, bet or yao phase
    "idle": 0,  # turns in a row without an action (§2.7)
    "compelled": 0,  # 1: the seat must capture
    "again": 0,  # 1: the seat has acted and goes on (§2.6)
    "member": 4,  # 1: the seat plays on (§2.1)
    "dug": 4,  # 1 挖, 0 不挖, -1 not asked yet
    "paid": 4,  # into the pot, this hand
    "got": 4,  # out of the pot, this hand
    "shown": 4,  # 1: showed a 喜儿
    "pot": 0,
    "stake": 0,  # the pot before it moves
    "carry": 0,  # the pot that is left for the next hand
    "last": 0,  # the last seat that took a table card, -1 for none
    "yao_up": 0,
    "taken_by": 0,  # the seat that took the 腰, -1 for none
    "units": 4,
    "due": 4,  # the settlement before the cap
    "net": 4,  # the settlement as paid
    "outcome": 0,
    "next_dealer": 0,
    "steps": 0,  # answers given so far
    "grab": 3,  # scratch: cards on their way to the front
    "rest": 4,  # scratch: remainders of a proportional payment
    "logged": 0,  # events of the last call
    "log": 192,
    "s1": 0,  # the generator of play-outs
    "s2": 0,
    "trail": 0,  # hash of every question and answer of a play-out
}

SUMMARY_SHAPE: dict[str, int] = {
    name: TABLE_SHAPE[name]
    for name in (
        *("dealer", "outcome", "steps", "trail", "stake", "carry", "yao", "yao_up", "taken_by", "last"),
        *("units", "net", "due", "got", "paid", "chips", "dug", "shown", "deck", "place"),
    )
}


class _Flat:
    """Integers and lists of integers by name."""

    __slots__ = ()
    SHAPE: Mapping[str, int] = {}

    def __init__(self) -> None:
        for name, length in self.SHAPE.items():
            setattr(self, name, [0] * length if length else 0)

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        for name, length in self.SHAPE.items():
            value = getattr(self, name)
            setattr(other, name, value[:] if length else value)
        return other

    def as_dict(self) -> dict[str, Any]:
        """Every field as an int or a list of ints (copies)."""
        return {name: list(getattr(self, name)) if n else getattr(self, name) for name, n in self.SHAPE.items()}


class Table(_Flat):
    """The whole state of one hand."""

    __slots__ = tuple(TABLE_SHAPE)
    SHAPE = TABLE_SHAPE

    players: int
    dealer: int
    chips: list[int]
    carry_in: int
    deck: list[int]
    hand: list[int]
    table: list[int]
    front: list[int]
    twin: list[int]
    place: list[int]
    yao: int
    phase: int
    turn: int
    count: int
    idle: int
    compelled: int
    again: int
    member: list[int]
    dug: list[int]
    paid: list[int]
    got: list[int]
    shown: list[int]
    pot: int
    stake: int
    carry: int
    last: int
    yao_up: int
    taken_by: int
    units: list[int]
    due: list[int]
    net: list[int]
    outcome: int
    next_dealer: int
    steps: int
    grab: list[int]
    rest: list[int]
    logged: int
    log: list[int]
    s1: int
    s2: int
    trail: int


class Summary(_Flat):
    """What is kept of a hand that was played in bulk."""

    __slots__ = tuple(SUMMARY_SHAPE)
    SHAPE = SUMMARY_SHAPE

    dealer: int
    outcome: int
    steps: int
    trail: int
    stake: int
    carry: int
    yao: int
    yao_up: int
    taken_by: int
    last: int
    units: list[int]
    net: list[int]
    due: list[int]
    got: list[int]
    paid: list[int]
    chips: list[int]
    dug: list[int]
    shown: list[int]
    deck: list[int]
    place: list[int]


class Rules(_Flat):
    """A rule set as integers: a flag is 0 or 1, a choice its place in the list of choices (`RuleSet.flat`)."""

    SHAPE = dict.fromkeys(
        (
            *("ante", "pair_value", "triple_value", "quad_value", "xier_value"),
            *("participation", "sole_digger", "forced_ante", "bet_clockwise"),
            *("pot", "void_pot", "xier_pot", "bettors_only_pot", "bettors_only_yao"),
            *("passing", "multi_capture", "table_pair_takes_both", "merge_hand_into_meld"),
            *("count_as_two_pairs", "no_triple_capture", "natural_pair_can_be_laid", "hand_pairs_score"),
            *("yao_claim", "clockwise_yao", "all_xier_pay", "xier_after_bet"),
            *("allow_debt", "same_dealer"),
        ),
        0,
    )
    __slots__ = tuple(SHAPE)

    ante: int
    pair_value: int
    triple_value: int
    quad_value: int
    xier_value: int
    participation: int
    sole_digger: int
    forced_ante: int
    bet_clockwise: int
    pot: int
    void_pot: int
    xier_pot: int
    bettors_only_pot: int
    bettors_only_yao: int
    passing: int
    multi_capture: int
    table_pair_takes_both: int
    merge_hand_into_meld: int
    count_as_two_pairs: int
    no_triple_capture: int
    natural_pair_can_be_laid: int
    hand_pairs_score: int
    yao_claim: int
    clockwise_yao: int
    all_xier_pay: int
    xier_after_bet: int
    allow_debt: int
    same_dealer: int

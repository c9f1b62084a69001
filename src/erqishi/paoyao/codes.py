"""Numbers that the single-source rooms share: phases, action ids, places, events, the rule set's choices."""

# Phases. The machine stops in the four in the middle and in OVER.
XIER, BET, CAPTURE, YAO, OVER = 1, 2, 3, 4, 5

# Action ids. CAP + 4 * i + j: hand slot i takes table slot j. EXT + j: the front group of its rank takes table slot j.
# MERGE + i: hand slot i joins the front group of its rank. LAY + i: the equal hand cards beginning with slot i are laid.
PASS, DIG, NO_DIG, SHOW_XIER, PASS_XIER, TAKE_YAO, PASS_YAO, CAP = 0, 1, 2, 3, 4, 5, 6, 7
EXT = CAP + 12
MERGE = EXT + 4
LAY = MERGE + 3
ACTIONS = LAY + 2

# Where a card is: in hand s (0-3), in front of seat s (FRONT + s), on the table, the 腰, or in the unused stock.
FRONT, ON_TABLE, THE_YAO, STOCK = 4, 8, 9, 10

# How a hand ends.
SETTLED, LIUJU, XIER_SHOWN, SOLE = 1, 2, 3, 4

# Values of the rule set's choices, in the order in which ruleset.py lists them.
FORCED_ALL, TRUE_FOLD = 0, 1
SOLE_REFUND, SOLE_TAKES, SOLE_PLAYS = 0, 1, 2
POT_YAO, POT_REFUND, POT_TOP, POT_SPLIT, POT_NONE = 0, 1, 2, 3, 4
VOID_CARRY, VOID_LAST, VOID_REFUND = 0, 1, 2
XIER_POT_WINNER, XIER_POT_CARRY = 0, 1
ROUND_THEN_MUST, N_PASSES_END, MUST_CAPTURE = 0, 1, 2
HAND_OR_FRONT, FRONT_ONLY, SINGLE = 0, 1, 2

# Events: code, seat, and up to four details (cards, ranks, chips; -1 for none).
(
    E_ASKED,  # phase, compelled (1) or free (0)
    E_XIER_SHOWN,
    E_XIER_HELD,
    E_DUG,  # chips paid
    E_NO_DIG,
    E_FORCED_ANTE,  # chips paid
    E_BETS_CLOSED,  # seats that play on, as a bit mask
    E_CAPTURED,  # hand card, table cards taken (up to three)
    E_EXTENDED,  # rank, table cards taken (up to two)
    E_MERGED,  # hand card
    E_LAID,  # hand cards (two or three)
    E_PASSED,
    E_YAO_UP,  # the card
    E_YAO_TAKEN,  # hand cards laid with it (up to three)
    E_YAO_DECLINED,
    E_YAO_VOID,
    E_HAND_PAIR,  # hand cards that score where they are
    E_POT_TO,  # chips
    E_OVER,
) = range(19)
EVENT_WIDTH = 6

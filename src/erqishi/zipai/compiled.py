"""The rule rooms of 跑胡子, compiled."""

from pathlib import Path

from erqishi.twospeed import TwoSpeed

#: In the order in which they may be loaded: each imports only from those before it.
ROOMS = (
    *("rng", "cover", "wang", "codes", "score", "seat", "enough", "claims", "opening", "kernel"),
    *("novice", "greedy", "expert", "play", "batch"),
)
#: What Python calls; `play_hand` and `choose_greedy` among them for tests that compare the speeds step by step.
ENTRIES = frozenset(
    {
        "simulate",
        "simulate_each",
        "deal_seeded",
        "deal_decks",
        "legal_many",
        "mask_many",
        "step_many",
        "play_out_many",
        "copy_many",
    }
    | {"cover_many", "check_many", "check_wang_many", "start", "legal", "step", "reset", "play_hand", "choose_greedy"}
)

_SPEED = TwoSpeed("erqishi.zipai", Path(__file__).parent, ROOMS, ENTRIES)
cache_dir = _SPEED.cache_dir
is_warm = _SPEED.is_warm
mark_warm = _SPEED.mark_warm
load = _SPEED.load

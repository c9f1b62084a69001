"""The rule rooms of 跑胡子, compiled."""

from pathlib import Path

from erqishi.twospeed import TwoSpeed

#: In the order in which they may be loaded: each imports only from those before it.
ROOMS = ("rng", "cover", "codes", "score", "seat", "claims", "opening", "kernel", "greedy", "play", "batch")
ENTRIES = frozenset({"simulate", "start", "legal", "step", "reset"})

_SPEED = TwoSpeed("erqishi.zipai", Path(__file__).parent, ROOMS, ENTRIES)
cache_dir = _SPEED.cache_dir
is_warm = _SPEED.is_warm
mark_warm = _SPEED.mark_warm
load = _SPEED.load

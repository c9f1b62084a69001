"""The plain player: a documented value of the hand, always 胡. [single source: runs interpreted and compiled]"""

from __future__ import annotations

from erqishi.zipai.codes import ACTIONS


def choose_greedy(t, r, options):
    """The lowest legal action."""
    for a in range(ACTIONS):
        if options >> a & 1:
            return a
    return -1

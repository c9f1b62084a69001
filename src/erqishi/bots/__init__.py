"""Players that are programs. They know what a person on that seat would know, and nothing else.

How the three levels think: `erqishi.zipai.novice`, `greedy`, `expert`; how well they play: docs/bots.md.

>>> sorted(LEVELS)
['expert', 'normal', 'novice', 'uniform']
"""

from erqishi.bots.registry import LEVELS, Bot, choose, choose_packed

__all__ = ["LEVELS", "Bot", "choose", "choose_packed"]

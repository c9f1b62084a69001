"""Players that are programs: one file each. They know what a person on that seat would know, and nothing else.

>>> sorted(LEVELS)
['expert', 'normal', 'novice', 'uniform']
"""

from erqishi.bots.registry import LEVELS, Bot, choose, choose_packed

__all__ = ["LEVELS", "Bot", "choose", "choose_packed"]

"""The games as a table needs them: one object a game, so that tables know no game's rules.

`plays(rules_id)` finds the game of a rule set: no two games share an id.
"""

from __future__ import annotations

import functools

from erqishi.server.games.shape import Eyes, Label, Plays, Question

__all__ = ["Eyes", "Label", "Plays", "Question", "plays"]


@functools.cache
def plays(rules_id: str) -> Plays:
    """The game that this rule set belongs to; 跑胡子 for one that nobody knows (its reader then says what is wrong)."""
    from erqishi.paoyao.ruleset import PRESETS
    from erqishi.server.games.paoyao import Paoyao
    from erqishi.server.games.zipai import Zipai

    return Paoyao() if rules_id in PRESETS else Zipai()

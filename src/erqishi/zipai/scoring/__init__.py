"""Local scoring as data: 名堂, 囤, 番, 封顶, and who pays whom (scoring.md).

>>> from erqishi.zipai.ruleset import RuleSet
>>> from erqishi.zipai.scoring import facts_of_text, settle_hand
>>> facts = facts_of_text("坎壹壹壹 坎叁叁叁 碰捌捌捌 句四五六 句肆伍陆 绞九九玖 绞六六陆", huang=1)
>>> settled = settle_hand(RuleSet.load("changde_qmt_big68"), facts)
>>> settled.huxi, settled.tun, settled.fan, settled.points, settled.net
(15, 1, {'黑胡': 8}, 16, (32, -16, -16))
>>> for line in settled.lines[-7:]:
...     print(line.zh)
囤：(15−12)÷3 = 1
黑胡 8番
共8番
1囤×8番 = 8
黄番：前面荒了1局，×2 = 16
B 付 A 16
C 付 A 16

The names are fetched from their rooms at first use; `data.py` alone is known to `ruleset.py`.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from erqishi.zipai.scoring.facts import Facts as Facts
    from erqishi.zipai.scoring.facts import Group as Group
    from erqishi.zipai.scoring.facts import Held as Held
    from erqishi.zipai.scoring.given import facts_of_given as facts_of_given
    from erqishi.zipai.scoring.given import facts_of_text as facts_of_text
    from erqishi.zipai.scoring.ledger import drawn_hand as drawn_hand
    from erqishi.zipai.scoring.ledger import match_net as match_net
    from erqishi.zipai.scoring.ledger import ti_payment as ti_payment
    from erqishi.zipai.scoring.lines import Line as Line
    from erqishi.zipai.scoring.outcome import Outcome as Outcome
    from erqishi.zipai.scoring.outcome import facts_of_table as facts_of_table
    from erqishi.zipai.scoring.outcome import outcome_of as outcome_of
    from erqishi.zipai.scoring.played import facts_of_game as facts_of_game
    from erqishi.zipai.scoring.settle import Settlement as Settlement
    from erqishi.zipai.scoring.settle import settle_hand as settle_hand

_HOME = {
    "Facts": "facts",
    "Group": "facts",
    "Held": "facts",
    "Line": "lines",
    "Outcome": "outcome",
    "Settlement": "settle",
    "drawn_hand": "ledger",
    "facts_of_game": "played",
    "facts_of_given": "given",
    "facts_of_table": "outcome",
    "facts_of_text": "given",
    "match_net": "ledger",
    "outcome_of": "outcome",
    "settle_hand": "settle",
    "ti_payment": "ledger",
}

__all__ = [
    "Facts",
    "Group",
    "Held",
    "Line",
    "Outcome",
    "Settlement",
    "drawn_hand",
    "facts_of_game",
    "facts_of_given",
    "facts_of_table",
    "facts_of_text",
    "match_net",
    "outcome_of",
    "settle_hand",
    "ti_payment",
]


def __getattr__(name: str) -> object:
    """Fetch a public name from its room at first use, then keep it here."""
    if name not in _HOME:
        raise AttributeError(f"module 'erqishi.zipai.scoring' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value

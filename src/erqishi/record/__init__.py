"""牌谱: the record of a hand; written and read as JSON and as text, played again and compared. See docs/record.md.

>>> from erqishi.zipai.game import Game
>>> game = Game.deal("std15", seed=7)
>>> while game.decision:
...     for seat, legal in game.decision.legal.items():
...         _ = game.do(legal[0], seat)
>>> record = Record.of(game)
>>> replay(record).result == game.result
True
>>> from_json(to_json(record)) == record == from_text(to_text(record))
True
"""

from erqishi.record.envelope import LONGEST, VERSION, Around, NotARecord, Record, RulesUsed, from_json, to_json
from erqishi.record.forms import from_text, replay, tell, to_text
from erqishi.record.reading import Entry, read

__all__ = [
    "LONGEST",
    "VERSION",
    "Around",
    "Entry",
    "NotARecord",
    "Record",
    "RulesUsed",
    "from_json",
    "from_text",
    "read",
    "replay",
    "tell",
    "to_json",
    "to_text",
]

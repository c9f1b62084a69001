"""Record views of real hands for the widget's tests and for `dev/table.html`.

    python web/tools/record_views.py

Plays seeded hands with a simple player and keeps: a fresh hand, a meld-rich middle game, a claim with a 吃 that has a
choice of 比, every kind of claim at once, a hand that is over.
"""

import json
import random
from pathlib import Path

import msgspec

from erqishi.zipai.game import Game

TARGET = Path(__file__).resolve().parent.parent / "tests/recorded/views.json"


def _plain(view: object) -> object:
    return json.loads(msgspec.json.encode(view))


def main() -> None:
    """Look through seeds until each picture has been met."""
    found: dict[str, object] = {}
    richest = 0
    for seed in range(4000):
        game = Game.deal("std15", seed=seed)
        choose = random.Random(seed)
        if seed == 7:
            found["fresh"] = _plain(game.view(0))
        while game.decision is not None:
            for seat, legal in list(game.decision.legal.items()):
                view = game.view(seat)
                texts = [str(action) for action in legal]
                ways: dict[str, int] = {}
                for text in texts:
                    if text.startswith("chi "):
                        ways[text.split()[1]] = ways.get(text.split()[1], 0) + 1
                melds = sum(len(other.melds) for other in view.seats)
                mine = len(view.seats[seat].melds)
                kinds = {meld.kind for other in view.seats for meld in other.melds}
                score = melds + 2 * len(kinds) + mine
                if game.decision.kind == "discard" and score > richest and len(view.hand.replace(" ", "")) >= 8:
                    richest, found["middle"] = score, _plain(view)
                if len(ways) >= 2 and max(ways.values()) >= 2:
                    found.setdefault("chi", _plain(view))
                if "hu" in texts and "peng" in texts and ways:
                    found.setdefault("claims", _plain(view))
            for seat, legal in list(game.decision.legal.items()):
                eager = [a for a in legal if str(a) not in ("pass",)]
                game.do(choose.choice(eager or list(legal)), seat)
        if game.result and game.result.winner is not None:
            found.setdefault("over", _plain(game.view(0)))
        if len(found) == 5 and seed > 600:
            break
    TARGET.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {', '.join(sorted(found))}")


if __name__ == "__main__":
    main()

"""Pinned counts of legal choices: 1,000 hands of std15, decision by decision (the perft of chess programs).

Decks and choices come from a generator of a line, so that another program can count the same. After a change of the
rules that is meant: python tests/test_perft.py --write, and say in the commit why the counts moved.
"""

import hashlib
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from erqishi.zipai.game import Game

PINNED = Path(__file__).parent / "data" / "perft_std15.json"
HANDS = 1000


def numbers(seed: int) -> Iterator[int]:
    """Knuth's 64-bit generator, the upper 31 bits."""
    x = seed
    while True:
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
        yield x >> 33


def counted() -> dict[str, object]:
    """The counts. A ply is a decision: one discard, or all claims on one card; every seat's actions count."""
    running = [0] * 80
    actions = [0] * 80
    digest = hashlib.sha256()
    results = {"won": 0, "huang": 0, "huxi": 0, "tun": 0}
    for seed in range(HANDS):
        drawn = numbers(seed)
        deck = [i // 4 for i in range(80)]
        for i in range(79, 0, -1):
            j = next(drawn) % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        game = Game.from_deck("std15", deck, seed % 3)
        ply = 0
        while (decision := game.decision) is not None:
            running[ply] += 1
            for seat in sorted(decision.legal):
                legal = sorted(decision.legal[seat], key=str)
                actions[ply] += len(legal)
                digest.update(f"{seed} {ply} {seat}: {', '.join(map(str, legal))}\n".encode())
                game.do(legal[next(drawn) % len(legal)], seat)
            ply += 1
        won = game.result
        assert won is not None
        results["huang" if won.winner is None else "won"] += 1
        results["huxi"] += won.huxi
        results["tun"] += won.tun
        digest.update(f"{seed}: {won.winner} {won.huxi} {won.tun} {won.net}\n".encode())
    plies = [[ply, running[ply], actions[ply]] for ply in range(80) if running[ply]]
    return {"rules": "std15", "hands": HANDS, "results": results, "sha256": digest.hexdigest(), "plies": plies}


def test_counts_of_legal_choices_are_as_pinned():
    """plies: [decision number, hands still running, legal actions of all seats asked]."""
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    now = counted()
    assert now["plies"] == pinned["plies"]
    assert now == pinned


def test_the_pinned_counts_say_something():
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    plies = pinned["plies"]
    assert plies[0][1] > 990  # nearly every hand begins with a choice
    assert all(later[1] <= earlier[1] for earlier, later in itertools.pairwise(plies))
    assert all(actions > hands for _, hands, actions in plies[:30])
    assert sum(pinned["results"][how] for how in ("won", "huang")) == pinned["hands"] == HANDS


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("python tests/test_perft.py --write")
    found = counted()
    rows = ",\n".join(f"  {row}" for row in found.pop("plies"))
    head = json.dumps(found, indent=1).removesuffix("\n}")
    PINNED.write_text(f'{head},\n "plies": [\n{rows}\n ]\n}}\n', encoding="utf-8")
    print(f"wrote {PINNED}")

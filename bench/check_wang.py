"""Compare the 息 of random hands with 王 with a search over every assignment: python bench/check_wang.py --hands 20000

The search (tests/reference/naive_wang.py) tries every card that every 王 may stand for and shares no code with the engine.
Then the batched check is timed, on dealt hands with 0, 1 and 2 王 in equal shares. Prints how many hands were compared, how
many of them were complete, every mismatch, and the rate; exit status 1 if there is a mismatch.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from erqishi.zipai import compiled, flat
from reference.naive_wang import compare, rule_sets


def rate(most: int = 2, hands: int = 300_000) -> float:
    """Checks a second of whole hands of 21 cards, of which up to `most` are 王."""
    r, batch = flat.record(rule_sets()[0]), compiled.load().batch
    rng = np.random.default_rng(1)
    decks = np.argsort(rng.random((hands, 80), np.float32), axis=1)[:, :21] // 4
    wangs = np.arange(hands) % (most + 1)
    decks = np.where(np.arange(21) < 21 - wangs[:, None], decks, 20)
    counts = np.stack([(decks == k).sum(axis=1) for k in range(20)], axis=1)
    keep = counts.max(axis=1) < 4
    packed = (counts[keep].astype(np.int64) << 3 * np.arange(20)).sum(axis=1)
    wangs, out = wangs[keep], np.empty(int(keep.sum()), np.int64)
    batch.check_wang_many(r, packed[:10], wangs[:10], out[:10])
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        batch.check_wang_many(r, packed, wangs, out)
        best = max(best, len(out) / (time.process_time() - start))
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    rng, rules = random.Random(wanted.seed), rule_sets()
    start, complete, wrong = time.monotonic(), 0, 0
    for done in range(1, wanted.hands + 1):
        is_complete, fault = compare(rng, rules)
        complete += is_complete
        if fault is not None:
            wrong += 1
            print(fault, file=sys.stderr)
        if done % 100 == 0 and sys.stderr.isatty():
            print(f"\r{done} / {wanted.hands}", end="", file=sys.stderr)
    seconds = time.monotonic() - start
    print(f"{wanted.hands} hands with 王 compared, {complete} of them complete, {wrong} mismatches ({seconds:.0f} s)")
    for most in (0, 1, 2, 4):
        print(f"batched check with up to {most} 王: {rate(most):,.0f} hands a second")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

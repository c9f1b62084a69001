"""Play hands compiled and interpreted and compare every field of every final table: python bench/check_speeds.py --hands 100000

Half of the hands are std15, half are under a random rule set that changes every 500 hands; players are drawn among the quick bots.
Prints how many hands were compared and every difference; exit status 1 if there is one.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from erqishi.zipai.many import BOTS
from refereed import random_rules
from speeds import differences
from tables import STD

CHUNK = 500
CHEAP = [name for name in BOTS if name != "expert"]  # a fifth of a second a hand when interpreted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    rng, start, compared, wrong = random.Random(wanted.seed), time.monotonic(), 0, 0
    while compared < wanted.hands:
        rules = STD if compared // CHUNK % 2 == 0 else random_rules(rng)
        bots = [rng.choice(CHEAP) for _ in range(4)]
        count = min(CHUNK, wanted.hands - compared)
        for fault in differences(rules, bots, wanted.seed, compared, count):
            wrong += 1
            print(f"{rules}: {fault}", flush=True)
        compared += count
        if sys.stderr.isatty():
            print(f"\r{compared} / {wanted.hands}", end="", file=sys.stderr)
    print(f"{compared} hands at both speeds, {wrong} differences ({time.monotonic() - start:.0f} s)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Let the independent referee check every decision of many hands: python bench/check_referee.py --hands 20000 --options

The referee (tests/reference) was written from the rules alone and shares no code with the engine. Seats lean to chance,
to 胡, to claims, to 过 or to a good hand. Prints how many hands were compared, every difference, and how often what is
rare came about; exit status 1 if there is a difference.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from refereed import check, random_rules
from tables import STD


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", action="store_true", help="another random rule set every 20 hands, not std15")
    wanted = parser.parse_args()
    rng, rules, counts = random.Random(wanted.seed), STD, Counter()
    start, different = time.monotonic(), 0
    for number in range(wanted.hands):
        if wanted.options and number % 20 == 0:
            rules = random_rules(rng)
        if problems := check(number, wanted.seed, rules, counts):
            different += 1
            print(f"hand {number} under {rules}:", *problems[:5], sep="\n  ", flush=True)
        if number % 100 == 99 and sys.stderr.isatty():
            print(f"\r{number + 1} / {wanted.hands}", end="", file=sys.stderr)
    kind = "random rule sets" if wanted.options else "std15"
    print(f"{wanted.hands} hands of {kind}: {different} different ({time.monotonic() - start:.0f} s)")
    for name, often in sorted(counts.items()):
        print(f"{often:9} {name}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compare the 息 of random hands with a naive search over every arrangement: python bench/check_cover.py --hands 200000

The naive search (tests/reference/naive_cover.py) was written from the rules alone and shares no code with the engine.
Prints how many hands were compared, how many of them were complete, and every mismatch; exit status 1 if there is one.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from reference.against_naive import compare, rule_sets


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    rng, rules = random.Random(wanted.seed), rule_sets()
    start, complete, wrong = time.monotonic(), 0, []
    for done in range(1, wanted.hands + 1):
        is_complete, fault = compare(rng, rules)
        complete += is_complete
        if fault is not None:
            wrong.append(fault)
            print(fault, file=sys.stderr)
        if done % 500 == 0 and sys.stderr.isatty():
            print(f"\r{done} / {wanted.hands}", end="", file=sys.stderr)
    seconds = time.monotonic() - start
    if wanted.json:
        print(json.dumps({"hands": wanted.hands, "complete": complete, "mismatches": len(wrong), "seconds": seconds}))
    else:
        print(f"{wanted.hands} hands compared, {complete} of them complete, {len(wrong)} mismatches ({seconds:.0f} s)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m sim --seeds 1000 [--first N]`: simulate so many sittings. `python -m sim --seed N --trace`: one, told line by line."""

from __future__ import annotations

import argparse
import collections
import sys
import time

from sim.world import run


def main() -> int:
    """Run, tell, and give 1 if a promise was broken."""
    options = argparse.ArgumentParser(prog="python -m sim", description=__doc__)
    options.add_argument("--seeds", type=int, default=100, help="how many sittings")
    options.add_argument("--first", type=int, default=0, help="the first seed")
    options.add_argument("--seed", type=int, help="this one only")
    options.add_argument("--game", choices=("zipai", "paoyao"), default="zipai", help="跑胡子 or 跑腰")
    options.add_argument("--trace", action="store_true", help="tell everything that happens")
    options.add_argument("--keep-going", action="store_true", help="do not end at the first failure")
    given = options.parse_args()
    seeds = [given.seed] if given.seed is not None else range(given.first, given.first + given.seeds)
    began, sums, failed = time.monotonic(), collections.Counter[str](), []
    for i, seed in enumerate(seeds, 1):
        failure, facts = run(seed, trace=given.trace, game=given.game)
        sums.update({key: value for key, value in facts.items() if isinstance(value, int)})
        if given.seed is not None:
            print(facts)
        if failure is not None:
            print(f"\nseed {seed}: {failure}\n    python -m sim --game {given.game} --seed {seed} --trace", flush=True)
            failed.append(seed)
            if not given.keep_going:
                break
        if given.seed is None:
            _bar(i, len(seeds), began)
    told = ", ".join(f"{value} {key}" for key, value in sums.items())
    print(f"\n{i} sittings in {time.monotonic() - began:.0f} s: {told}; failed: {failed or 'none'}")
    return 1 if failed else 0


def _bar(done: int, of: int, began: float) -> None:
    if sys.stderr.isatty() or done % max(of // 20, 1) == 0:
        full = 30 * done // of
        took = time.monotonic() - began
        end = "\r" if sys.stderr.isatty() else "\n"
        print(f"[{'█' * full}{'·' * (30 - full)}] {done}/{of}  {took:.0f} s", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

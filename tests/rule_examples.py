"""The examples of the standard rules (data/examples.jsonl), and which test settles which."""

import json
from pathlib import Path

LINES = (Path(__file__).parent / "data" / "examples.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES = {x["id"]: x for x in map(json.loads, LINES) if x["ruleset"] == "std15"}

COVERED: dict[str, list[str]] = {}


def covers(*ids):
    """Note that the test below settles these examples."""

    def mark(test):
        for key in ids:
            COVERED.setdefault(key, []).append(test.__name__)
        return test

    return mark


def ids(*kinds):
    return [key for key, x in EXAMPLES.items() if x["kind"] in kinds]

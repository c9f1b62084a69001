"""Compiled play is interpreted play: the same hands to the last field of the table, under any rules, at every step.

`bench/check_speeds.py` compares as many hands as one likes.
"""

import random
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from chance import RULES
from erqishi.errors import RuleSetError, UserInputError
from erqishi.twospeed import TwoSpeed
from erqishi.zipai import batch, compiled, flat, kernel, many
from erqishi.zipai import table as zipai_table
from erqishi.zipai.codes import OVER
from erqishi.zipai.scoring.outcome import outcome_of, write_back
from erqishi.zipai.table import FIELDS, RECORD, Table
from speeds import EXTREMES, differences, hands
from tables import STD

RANDOM = ("random",) * 4
MIXED = [(name, "random", name, "random") for name in many.BOTS if name != "random"]


@pytest.mark.parametrize(
    ("bots", "count"),
    [(RANDOM, 1200), *((bots, 25) for bots in MIXED)],
    ids=lambda x: str(x[0]) if isinstance(x, tuple) else "",
)
def test_the_same_standard_hands(bots, count):
    assert differences(STD, bots, seed=1, first=0, count=count) == []


@pytest.mark.parametrize("bots", [RANDOM, MIXED[0]], ids=lambda bots: bots[0])
@pytest.mark.parametrize("rules", RULES[1:], ids=lambda rules: rules.id)
def test_the_same_hands_under_options(rules, bots):
    assert differences(rules, bots, seed=2, first=0, count=60) == []


@pytest.mark.parametrize("extreme", EXTREMES)
def test_no_accepted_rule_set_is_too_large_for_the_table(extreme):
    """Either the rule file is refused, or the table has room for its numbers: compiled code checks no index."""
    try:
        rules = STD.replace(id=extreme, **EXTREMES[extreme])
    except RuleSetError:
        return
    assert differences(rules, RANDOM, seed=3, first=0, count=60) == []


def test_many_hands_in_one_call_are_the_hands_one_by_one():
    rows = many.simulate(STD, RANDOM[:3], seed=1, first=10, count=40)
    one_by_one = [out for _, out in hands(STD, RANDOM, 1, 10, 40, fast=False)]
    assert rows.tolist() == one_by_one
    assert len({row[6] for row in one_by_one}) == 40  # digests tell hands apart


@pytest.mark.parametrize("rules", [STD, *RULES[1:5]], ids=lambda rules: rules.id)
def test_the_same_choices_step_by_step(rules):
    """Legal actions and every field after every step, players at random."""
    size = 60
    fast = many.Tables(rules, size, seed=5)
    slow = [Table(rules.seats) for _ in range(size)]
    r, g = flat.plain(rules), [0] * 6
    batch.deal_seeded(slow, r, g, 5, 0, rules.seats, rules.cards, rules.deck_size)
    rng = random.Random(5)
    steps = 0
    while not fast.over.all():
        legal = fast.legal()
        assert legal.tolist() == [kernel.legal(t, r) for t in slow]
        masks = fast.masks()
        actions = [0] * size
        for i, t in enumerate(slow):
            able = [a for a in range(legal[i].item().bit_length()) if legal[i] >> a & 1]
            assert np.flatnonzero(masks[i]).tolist() == able
            if able:
                actions[i] = rng.choice(able)
                t.nev = 0
                kernel.step(t, r, actions[i])
                if t.phase == OVER and rules.scoring is not None:  # local scoring is settled beside the machine
                    write_back(t, outcome_of(rules, r, t))
        fast.step(actions)
        steps += 1
        if steps % 5 == 0 or fast.over.all():
            for i, t in enumerate(slow):
                assert [f for f, _, _ in FIELDS if not np.array_equal(fast.records[i][f], getattr(t, f))] == []
    assert steps > 10


def test_an_illegal_action_changes_no_table():
    tables = many.Tables(STD, 50, seed=6)
    before = tables.records.copy()
    actions = [(int(legal) & -int(legal)).bit_length() - 1 for legal in tables.legal()]
    for wrong in (-1, 20, 63, 99):
        with pytest.raises(UserInputError, match=r"actions\[49\]"):
            tables.step([*actions[:49], wrong])
        assert np.array_equal(tables.records, before)


def test_a_fresh_record_and_a_fresh_table_are_the_same_after_a_hand_that_was_played_before():
    """`reset` forgets everything: hand 7 after hand 3 is hand 7 alone."""
    for fast in (True, False):
        twice = list(hands(STD, RANDOM, 9, 0, 8, fast=fast))[-1]
        alone = next(hands(STD, RANDOM, 9, 7, 1, fast=fast))
        for name, _, _ in FIELDS:
            if name != "events":  # of which only the first `nev` count
                assert np.array_equal(np.asarray(twice[0][name]), np.asarray(alone[0][name])), name


def test_both_tables_have_the_same_fields():
    assert RECORD.names == Table.__slots__ == tuple(name for name, _, _ in FIELDS)
    for name, _, shape in FIELDS:
        assert np.shape(getattr(Table(3), name)) == shape


# -- a stale cache cannot be found ---------------------------------------------------------------------------------------


def test_the_cache_is_named_by_every_byte_of_every_room(tmp_path):
    here = Path(compiled.__file__).parent
    for room in compiled.ROOMS:
        shutil.copy(here / f"{room}.py", tmp_path)

    def name():
        return TwoSpeed("erqishi.zipai", tmp_path, compiled.ROOMS, compiled.ENTRIES).cache_dir().name

    first = name()
    assert first == compiled.cache_dir().name
    for room in compiled.ROOMS:
        file = tmp_path / f"{room}.py"
        source = file.read_bytes()
        file.write_bytes(source + b"\n")
        assert name() != first, room
        file.write_bytes(source)
    assert name() == first
    (tmp_path / "other.py").write_text("x = 1\n")
    assert name() == first


def test_every_room_that_a_room_imports_is_among_the_rooms():
    """A rule that is compiled from elsewhere would not be in the name of the cache."""
    here = Path(compiled.__file__).parent
    for room in compiled.ROOMS:
        for line in (here / f"{room}.py").read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:2] in (["from", "erqishi.zipai"], ["from", "erqishi"]):
                assert {w.strip(",()") for w in words[3:]} <= set(compiled.ROOMS), line
            elif words[:1] == ["from"] and words[1].startswith("erqishi"):
                assert words[1].removeprefix("erqishi.zipai.") in compiled.ROOMS, line
    assert zipai_table.__name__.rpartition(".")[2] not in compiled.ROOMS  # data, passed in


def test_new_source_is_new_machine_code(tmp_path, monkeypatch):
    """Of two rooms only the called one changes, which Numba's own cache would not notice in the caller."""
    monkeypatch.setenv("ERQISHI_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    # Python itself takes old bytecode for new when a file is written twice in a second at the same length.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "caller_room.py").write_text(
        "from called_room import worth\n\n\ndef twice(x):\n    return 2 * worth(x)\n"
    )
    for add in (1, 5, 1):
        (tmp_path / "called_room.py").write_text(f"def worth(x):\n    return x + {add}\n")
        for module in ("called_room", "caller_room"):
            sys.modules.pop(module, None)
        speed = TwoSpeed("stale", tmp_path, ("called_room", "caller_room"), frozenset({"twice"}))
        assert speed.load().caller_room.twice(10) == 2 * (10 + add)
        speed.mark_warm()
        assert speed.is_warm()
    for module in [m for m in sys.modules if m.startswith("stale.") or m in ("called_room", "caller_room")]:
        del sys.modules[module]

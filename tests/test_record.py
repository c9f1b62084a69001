"""The record as JSON, and its replay: what was played comes back, what was altered is refused."""

import functools
import hashlib
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erqishi import shuffle
from erqishi.errors import RecordError, UserInputError
from erqishi.record import (
    LONGEST,
    NotARecord,
    Record,
    from_json,
    from_text,
    read,
    replay,
    tell,
    to_json,
    to_text,
    zipai,
)
from erqishi.record.envelope import checksum
from erqishi.zipai import ruleset
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from recorded import STD15, TABLES, play

NAMES = ("阿公", "二嫂", "小满")
EXAMPLE = (Path(__file__).parent.parent / "examples/hand.txt").read_text(encoding="utf-8")

seeds = st.integers(0, 2**31 - 1)


def proven(seed=0):
    """A finished hand with the proof of its shuffle."""
    proof = shuffle.reveal(bytes([seed]) * 32, ["一刀", "", "cut"], table="t1", hand=4, n=80)
    game = Game.from_deck(STD15, [card // 4 for card in shuffle.shuffled(proof)])
    while (decision := game.decision) is not None:
        for seat, legal in decision.legal.items():
            game.do(legal[0], seat)
    return Record.of(game, names=NAMES, shuffle=proof)


@functools.cache
def example():
    return from_text(EXAMPLE)


def sealed(data):
    """JSON of edited data with the checksum made to fit: what somebody could write who means it."""
    body = {key: value for key, value in data.items() if key != "sum"}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return json.dumps({**body, "sum": hashlib.sha256(text.encode()).hexdigest()[:8]})


def edited(**changes):
    return sealed({**json.loads(to_json(example())), **changes})


# -- what was played comes back ---------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.sampled_from(TABLES), seeds, st.none() | st.integers(0, 40))
def test_a_record_comes_back_from_both_forms_and_replays_every_event(rules, seed, stop):
    game = play(rules, seed, stop)
    record = Record.of(game)
    assert from_json(to_json(record)) == record
    assert from_text(to_text(record)) == record
    again = replay(record)
    assert again.events == game.events
    assert (again.result, again.decision) == (game.result, game.decision)
    assert tell(record)


def test_a_hand_is_less_than_1_kB_of_json(capsys):
    sizes = [
        len(to_json(Record.of(play(STD15, seed), names=NAMES, date="2025-02-01")).encode()) for seed in range(1000)
    ]
    with capsys.disabled():
        print(f"\n  1,000 random hands as JSON: {sum(sizes) / 1000:.0f} bytes on average, {max(sizes)} at most")
    assert max(sizes) < 1000


def test_a_proven_hand_keeps_the_proof_in_place_of_the_deck():
    record = proven()
    assert record.deck == ""
    assert len(to_json(record).encode()) < 1000
    assert from_json(to_json(record)) == record == from_text(to_text(record))
    assert replay(record).deck == tuple(card // 4 for card in shuffle.shuffled(record.shuffle))


def test_an_unfinished_hand_goes_on_where_it_was_left():
    game = play(STD15, 5, stop=9)
    again = replay(from_text(to_text(Record.of(game))))
    assert again.decision == game.decision
    assert not again.over


def test_answers_that_wait_for_another_seat_are_not_recorded():
    game = replay(example())
    half = Game.from_deck(STD15, game.deck, game.dealer)
    for did in game.did:
        if len(did) > 1:
            break
        for seat, action in did.items():
            half.do(action, seat)
    before = Record.of(half)
    seat, action = next(iter(did.items()))
    half.do(action, seat)
    assert Record.of(half) == before


def test_local_rules_travel_with_the_hand():
    rules = STD15.replace(id="our_village", min_huxi=10, huxi={"run2710": (9, 6)})
    record = from_json(to_json(Record.of(play(rules, 3))))
    assert replay(record).rules.hash == rules.hash
    assert record.rules.set == {"min_huxi": 10, "huxi": {"run2710": [9, 6]}}


def test_a_shipped_rule_set_that_is_long_is_named_and_not_carried_along(monkeypatch):
    local = STD15.replace(id="local", min_huxi=6, tun_formula="(" + "0" * 500 + "x-12)//3")
    assert len(Record.of(play(local, 3)).rules.set) == 2  # not shipped: carried, however long
    monkeypatch.setattr(zipai, "shipped", lambda: ("local", "std15"))
    monkeypatch.setattr(RuleSet, "load", lambda name: {"local": local, "std15": STD15}[name])
    zipai._rules.cache_clear()
    record = Record.of(play(local, 3))
    assert record.rules.set == {}
    assert replay(from_json(to_json(record))).rules == local
    newer = local.replace(min_huxi=9)
    monkeypatch.setattr(RuleSet, "load", lambda name: {"local": newer, "std15": STD15}[name])
    zipai._rules.cache_clear()
    with pytest.raises(RecordError, match=f"local 现在是 {newer.hash}"):
        replay(record)
    zipai._rules.cache_clear()


def test_the_standard_game_has_its_name_for_ever():
    """Records of the standard game say no more of their rules than this."""
    assert STD15.hash == RuleSet(id="x").hash == "357a7d76afa4"


def test_defaults_are_frozen_because_old_records_lean_on_them():
    """A record holds only the parameters that are not at their defaults. New parameters may come, these stay."""
    table = {"ti": [12, 9], "pao": [9, 6], "wei": [6, 3], "chouwei": [6, 3], "kan": [6, 3], "peng": [3, 1]}
    frozen = {
        "seats": 3,
        "deal": 20,
        "wall": 19,
        "min_huxi": 15,
        "zimo_tun": 1,
        "base": 1,
        "tianhu_fixed": 0,
        "huxi": {**table, "run123": [6, 3], "run2710": [6, 3]},
        "tun_formula": "(x-12)//3",
        "tianhu_formula": "(2x-12)//3",
        "tianhu_huxi": "ti_and_kan",
        "liangzhang_hu": True,
        "forced_tianhu": True,
        "ti_before_liang": False,
        "hu_on_drawn": True,
        "hu_on_discard": False,
        "hu_forced": False,
        "split_kan": False,
        "peng_forced": False,
        "pao_of_peng": "drawn_only",
        "chi_from": ["prev_discard", "prev_draw", "own_draw"],
        "chou_scope": "chi_and_peng",
        "chou_marks": "upper",
        "own_discard_blocks": ["chi", "peng"],
        "own_unclaimed_draw_blocks": False,
        "wei_visibility": "hidden",
        "initial_ti_hidden": False,
    }
    now = json.loads(msgspec.json.encode(RuleSet(id="x")))
    table = frozen.pop("huxi")
    assert {key: now[key] for key in frozen} == frozen
    assert {key: now["huxi"][key] for key in table} == table


# -- what was altered is refused --------------------------------------------------------------------------------


def leaves(data, path=()):
    """Every place of JSON data that holds a plain value."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path


def other(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 0
    return value[:-1] + ("一" if value[-1:] != "一" else "二")


@pytest.mark.parametrize(
    "record", [example(), proven(), Record.of(play(TABLES[4], 8))], ids=["plain", "proven", "local"]
)
def test_every_edit_of_one_field_is_refused(record):
    original = json.loads(to_json(record))
    for path in leaves(original):
        data = json.loads(to_json(record))
        at = functools.reduce(lambda inner, key: inner[key], path[:-1], data)
        at[path[-1]] = other(at[path[-1]])
        with pytest.raises(RecordError):
            replay(from_json(json.dumps(data)))
        if path != ("shuffle", "scheme"):  # the only scheme there is: without it, it is meant
            del at[path[-1]]
            with pytest.raises(RecordError):
                replay(from_json(json.dumps(data)))


@pytest.mark.parametrize("key", ["winner", "huxi", "tun", "zimo", "tianhu", "net"])
def test_a_false_result_is_refused_even_with_a_fitting_checksum(key):
    data = json.loads(to_json(example()))
    value = data["result"][key]
    data["result"][key] = [5, 5, -10] if key == "net" else other(value)
    with pytest.raises(RecordError, match=f"result.{key}"):
        replay(from_json(sealed(data)))


def test_a_number_for_a_truth_value_is_refused():
    data = json.loads(to_json(example()))
    data["result"]["zimo"] = 1
    with pytest.raises(RecordError, match=r"result.zimo = 1"):
        replay(from_json(sealed(data)))


@pytest.mark.parametrize(
    ("did", "words"),
    [
        ("0拾", ["第1步 0拾", "1: discard 一"]),
        ("1十", ["第1步 1十", "你手上没有十（core.md §9）", "手牌 一一二二四四六六六九 壹壹壹肆陆柒柒柒玖玖拾"]),
        ("1壹", ["壹是坎", "core.md §4"]),
        ("1拾 2碰", ["第2步 2碰", "你只有1张拾，碰要一对"]),
        ("1拾 2吃捌玖拾", ["要比出来（core.md §13）"]),
        ("1拾 2过2过", ["answers twice"]),
        ("1拾 0过2过", ["decision 2, 0过2过: the rules ask 2: chi"]),
        ("1拾 2想", ["第2步 2想", "cannot be read"]),
        ("1拾  2过", ["decision 2", "cannot be read"]),
        ("1拾 2过", ["牌还没打完"]),
    ],
)
def test_the_first_difference_names_the_decision_what_was_recorded_and_what_the_rules_say(did, words):
    with pytest.raises(RecordError) as refused:
        replay(from_json(edited(did=did)))
    for word in words:
        assert word in str(refused.value)


def test_decisions_after_the_end_are_refused():
    with pytest.raises(RecordError, match="the hand is over"):
        replay(from_json(edited(did=example().did + " 0过")))


def test_a_result_may_not_be_left_out_of_a_finished_hand():
    data = json.loads(to_json(example()))
    del data["result"]
    with pytest.raises(RecordError, match="none, but the hand is over"):
        replay(from_json(sealed(data)))


@given(st.integers(0, 79), st.sampled_from("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"))
def test_one_card_edited_is_refused(place, card):
    deck = example().deck
    wrong = deck[:place] + card + deck[place + 1 :]
    if wrong != deck:
        with pytest.raises(RecordError):
            replay(from_json(edited(deck=wrong)))


@given(st.integers(0, 79), st.integers(0, 79))
def test_two_cards_exchanged_are_refused(one, two):
    deck = list(example().deck)
    deck[one], deck[two] = deck[two], deck[one]
    text = to_json(example()).replace(example().deck, "".join(deck))
    if "".join(deck) != example().deck:
        with pytest.raises(RecordError, match="sum = "):
            from_json(text)


def test_a_false_proof_is_refused():
    record = proven()
    data = json.loads(to_json(record))
    data["shuffle"]["nonces"][0] = "两刀"
    with pytest.raises(RecordError):
        replay(from_json(sealed(data)))
    data = json.loads(to_json(record))
    data["shuffle"]["commitment"] = "00" * 32
    with pytest.raises(RecordError, match="承诺不符"):
        replay(from_json(sealed(data)))
    with pytest.raises(RecordError, match="another deck"):
        Record.of(replay(example()), shuffle=record.shuffle)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"v": 2}, "v = 2"),
        ({"game": "bridge"}, "game = bridge"),
        ({"dealer": 3}, "dealer = 3"),
        ({"dealer": "1"}, "dealer"),
        ({"names": ["甲", "乙"]}, "names"),
        ({"names": ["甲", "乙", "丙\n"]}, r"names\[2\]"),
        ({"date": "x" * 61}, "date"),
        ({"deck": "王"}, r"deck\[0\] = 王"),
        ({"deck": "一"}, "deck"),
        ({"deck": ""}, "exactly one"),
        ({"deal": {"chips": 3}}, "deal"),
        ({"more": 1}, "more"),
        ({"rules": {"id": "std15", "hash": "0"}}, "rules.hash"),
        ({"rules": {"id": "std15", "hash": "357a7d76afa4", "set": {"min_huxi": 10}}}, "rules.hash"),
    ],
)
def test_what_is_no_record_is_refused_by_its_key(changes, words):
    with pytest.raises(RecordError, match=words):
        replay(from_json(edited(**changes)))


def test_rules_that_cannot_be_played_are_refused():
    for wrong in ({"min_huxi": "many"}, {"min_huxi": 1.5}, {"village": 1}, {"seats": 9}, {"huxi": {"ti": [1]}}):
        rules = {"id": "std15", "hash": STD15.hash, "set": wrong}
        with pytest.raises(RecordError, match="rules"):
            replay(from_json(edited(rules=rules)))


def test_every_truncation_is_refused():
    text = to_json(example())
    for end in range(len(text)):
        with pytest.raises(RecordError):
            from_json(text[:end])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.data())
def test_a_fuzzed_record_raises_nothing_but_record_errors(data):
    content = json.loads(to_json(example()))
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from(sorted(content)) | st.text(max_size=3))
        content[key] = data.draw(json_values)
    for text in (sealed(content), json.dumps(content)):
        try:
            replay(from_json(text))
        except RecordError as error:
            assert str(error)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_fuzzed_bytes_raise_nothing_but_record_errors(raw):
    with pytest.raises(RecordError):
        from_json(raw)


@pytest.mark.parametrize(
    "raw", ["[" * 60_000, '{"v":1,"rules":' + '{"set":' * 9_000, "\ud800", '{"v":1}' + " " * LONGEST]
)
def test_hostile_json_is_refused(raw):
    with pytest.raises(RecordError):
        from_json(raw)


def test_a_key_that_is_written_twice_is_refused():
    """Which of the two is meant? The last used to win silently."""
    line = to_json(example())
    for twice in (line.replace("{", '{"v":1,', 1), line.replace('"winner"', '"tun":9,"winner"', 1)):
        with pytest.raises(RecordError, match="written twice"):
            from_json(twice)


@pytest.mark.parametrize("text", ["", "no cards here", "# rules\n\nname = 1", "王"])
def test_what_is_no_record_at_all_is_called_so_first(text):
    with pytest.raises(NotARecord, match=r"^这不是牌谱 / this is not a record"):
        from_text(text)


def test_chatter_before_a_record_hides_nothing():
    entries = list(read(f"look at this\n{EXAMPLE}".splitlines(keepends=True)))
    assert isinstance(entries[0].error, NotARecord)
    assert entries[1].record == example()


# -- many in a file ---------------------------------------------------------------------------------------------


def test_a_file_mixes_forms_and_faults_do_not_hide_what_follows():
    line = to_json(example())
    indented = json.dumps(json.loads(line), ensure_ascii=False, indent=1)
    file = f"\ufeff\n{line}\n\n{EXAMPLE}\n{line[:-20]}\n{indented}\n{EXAMPLE.replace('22息', '23息')}{line}"
    entries = list(read(file.splitlines(keepends=True)))
    assert [entry.record == example() for entry in entries] == [True, True, False, True, False, True]
    lines = file.split("\n")
    assert all(lines[entry.line - 1].lstrip("\ufeff").startswith(("{", "跑胡子")) for entry in entries)
    wrong = entries[4]
    assert f"第{wrong.line + lines[wrong.line - 1 :].index('结果 庄胡 23息 4囤 自摸 庄+8 下-4 上-4')}行" in str(
        wrong.error
    )


def test_a_huge_file_is_read_record_by_record():
    def lines():
        for _ in range(300):
            yield "{" + "x" * LONGEST + "\n"
            yield from ["junk\n"] * 3_000
        yield to_json(example())

    entries = list(read(lines()))
    assert len(entries) == 301
    assert entries[-1].record == example()
    assert all("too long" in str(entry.error) for entry in entries[:-1])


def test_the_checksum_is_as_documented():
    data = json.loads(to_json(example()))
    assert json.loads(sealed(data))["sum"] == data["sum"] == checksum(example())


def test_what_is_no_recorded_game_is_refused():
    with pytest.raises(RecordError, match="game = list"):
        Record.of([])


def test_every_option_of_every_rule_set_gives_a_record_that_is_read_again():
    """Rules that are equal are one version, also where a default is written out: such hands could not be opened again."""
    for name in ruleset.shipped():
        base = RuleSet.load(name)
        for option in ruleset.options_of(name):
            for choice in option.choices:
                try:
                    rules = RuleSet.load(name, {option.id: choice.value})
                except UserInputError:
                    continue
                assert rules != base or rules.hash == base.hash, (name, option.id, choice.value)
                used = zipai.rules_used(rules)
                assert zipai.rules_of(used) == rules.replace(
                    name=zipai.rules_of(used).name, name_en=zipai.rules_of(used).name_en
                ), (name, option.id)

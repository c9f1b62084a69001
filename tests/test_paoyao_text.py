"""What people write for 跑腰: cards, actions, rule files, records. Read with tolerance, refused with the place."""

import json
from importlib import resources

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erqishi.errors import CardTextError, RecordError, RuleSetError, UserInputError, WorldError
from erqishi.paoyao import (
    PRESETS,
    Action,
    Capture,
    Dig,
    Event,
    Extend,
    Game,
    Lay,
    Merge,
    NoDig,
    RuleSet,
    ShowXier,
    load,
    parse_action,
    play_traced,
)
from erqishi.paoyao.cards import card_text, cards_text, parse_card, parse_cards, parse_deck
from erqishi.paoyao.ruleset import OPTIONS, from_dict, page, read
from paoyao_deals import DECK

# -- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["H8", "h8", "8H", "♥8", "8♥", "♡8", "♥️8", "红桃8", "红心8", "8红桃", "Ｈ８", " H8 ", "H8\n"]
)
def test_ways_to_write_the_eight_of_hearts(text):
    assert card_text(parse_card(text)) == "H8"


@pytest.mark.parametrize("text", ["S10", "ST", "st", "10S", "黑桃10", "♠T", "♠️10"])
def test_ways_to_write_the_ten_of_spades(text):
    assert card_text(parse_card(text)) == "S10"


@given(st.lists(st.integers(0, 51)), st.sampled_from([" ", ", ", "，", "、", "\n", ""]))
def test_cards_survive_printing_and_reading(cards, gap):
    assert parse_cards(gap.join(map(card_text, cards))) == cards


@given(st.text())
def test_any_text_is_read_or_refused_with_positions(text):
    try:
        parse_cards(text)
    except CardTextError as error:
        for fault in error.faults:
            assert 1 <= fault.pos <= len(text)
            assert fault.text.removesuffix("…") in text


def test_every_fault_is_reported_with_its_place():
    with pytest.raises(CardTextError) as error:
        parse_cards("H8 X9 ♥8 H1 大王")
    assert [(fault.pos, fault.text) for fault in error.value.faults] == [(4, "X9"), (10, "H1"), (13, "大王")]


@pytest.mark.parametrize(("text", "pos"), [("", 1), ("H8 H9", 4), ("8", 1), ("H", 1), ("H11", 1)])
def test_one_card_means_one_card(text, pos):
    with pytest.raises(CardTextError) as error:
        parse_card(text)
    assert error.value.faults[0].pos == pos


def test_a_deck_is_all_cards_once():
    assert sorted(parse_deck(" ".join(DECK))) == list(range(52))
    with pytest.raises(CardTextError, match="少了 SA") as error:
        parse_deck(" ".join(DECK[1:]))
    assert error.value.faults[0].pos == len(" ".join(DECK[1:])) + 1
    with pytest.raises(CardTextError, match="SA 已经出现过"):
        parse_deck(" ".join([*DECK[:-1], "SA"]))


# -- actions ----------------------------------------------------------------------------------------------------------


def test_actions_survive_text_and_json():
    seen = set()
    for seed in range(200):
        g = Game.deal(
            load("cungui_yao").replace(merge_hand_into_meld=True, natural_pair_can_be_laid=True), seed=seed, players=4
        )
        while g.decision:
            for action in g.decision.legal[g.decision.seat]:
                seen.add(type(action))
                assert parse_action(str(action)) == action
                assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
            g.do(g.decision.legal[g.decision.seat][seed % len(g.decision.legal[g.decision.seat])])
        for event in g.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
    assert len(seen) >= 9


def test_actions_are_equal_however_their_cards_are_written():
    assert Capture("♥8", "8d") == Capture("H8", "D8") == parse_action("抢 红桃8 方块8")
    assert Lay(("D8", "H8")) == Lay(("H8", "D8")) == parse_action("摆 ♥8 ♦8")
    assert parse_action("extend 10 ST") == Extend("S10") == parse_action("extend S10")
    assert parse_action("并 ♥8") == Merge("H8")
    assert [parse_action(word) for word in ("挖", "不挖", "亮喜儿")] == [Dig(), NoDig(), ShowXier()]


@pytest.mark.parametrize("text", ["", "dance", "capture H8", "dig deep", "lay H8", "extend K H8", "capture H8 H9 H10"])
def test_a_text_that_is_no_action_is_refused_with_what_there_is(text):
    with pytest.raises(RecordError):
        parse_action(text)


def test_a_bad_card_in_an_action_is_a_card_fault():
    with pytest.raises(CardTextError):
        parse_action("capture H8 Z8")


# -- rule sets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_presets_load_under_their_own_name_and_have_their_page(name):
    rules = load(name)
    assert rules.id == name
    assert rules.name_zh
    assert rules.name_en
    text = page(name)
    assert rules.name_zh in text
    assert rules.name_en in text
    for key, value in rules.differences().items():
        assert f"`{key}`" in text
        assert str(value).lower() in text.lower()


def test_the_default_file_states_every_parameter_and_is_the_default():
    raw = (resources.files("erqishi.paoyao") / "rules/changchun_literal.toml").read_text(encoding="utf-8")
    assert [line.split(" = ")[0] for line in raw.splitlines() if " = " in line] == list(RuleSet.__struct_fields__)
    assert load().options() == RuleSet().options()


def test_presets_differ_as_the_rules_page_says():
    assert load("changchun_lively").differences() == {"yao_claim": "single_captures_yao", "bettors_only_yao": True}
    assert load("cungui_yao").differences() == {"yao_claim": "single_captures_yao"}
    assert load("fold").differences() == {"participation": "true_fold"}


def test_the_rules_page_describes_every_parameter_and_value():
    from erqishi.paoyao.ruleset import CHOICES

    text = (resources.files("erqishi.paoyao") / "rules/paoyao.md").read_text(encoding="utf-8")
    assert [name for name in OPTIONS if f"`{name}`" not in text and f"`{name} =" not in text] == []
    values = {value for values in CHOICES.values() for value in values}
    assert [value for value in sorted(values) if f"`{value}`" not in text and f'"{value}"' not in text] == []


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('pot = "yao"', 'my.toml: pot = "yao": 只能是其中之一 one of "yao_capturer", "refund"'),
        ("forced_ante = 1", "my.toml: forced_ante = 1: 要 true 或 false wanted"),
        ("ante = -1", "my.toml: ante = -1: 要 0 到 1000000 的整数"),
        ("ante = 1.5", "my.toml: ante = 1.5: 要 0 到 1000000 的整数"),
        ("ante = true", "my.toml: ante = true: 要 0 到 1000000 的整数"),
        ('chips = "20"', 'my.toml: chips = "20": 要 0 到 1000000 的整数'),
        ("xier_valu = 8", "my.toml: xier_valu = 8: 没有这个选项 (unknown key; did you mean xier_value?)"),
        ("id = 7", "my.toml: id = 7: 要文字 text wanted"),
        ('sole_digger = "plays"', 'my.toml: sole_digger = "plays": 只在 true_fold 下有用'),
        ('participation = "true_fold"\nforced_ante = true', "my.toml: forced_ante = true: true_fold 下无人被迫"),
        ('pot = "no_pot"\nvoid_pot = "refund"', 'my.toml: void_pot = "refund": 这种底池总有去处'),
        ("ante == 1", "my.toml: 不是 TOML (not TOML: "),
    ],
)
def test_a_bad_rule_file_is_refused_with_file_key_value_and_reason(tmp_path, toml, message):
    file = tmp_path / "my.toml"
    file.write_text(toml, encoding="utf-8")
    with pytest.raises(RuleSetError) as error:
        read(file)
    assert message in str(error.value)


def test_all_faults_of_a_rule_file_are_told_at_once(tmp_path):
    file = tmp_path / "my.toml"
    file.write_text('ante = "one"\npot = 3\nnonsense = 1', encoding="utf-8")
    with pytest.raises(RuleSetError) as error:
        read(file)
    assert len(str(error.value).splitlines()) == 3


def test_a_rule_file_that_is_no_text_or_not_there(tmp_path):
    file = tmp_path / "my.toml"
    with pytest.raises(WorldError, match="打不开"):
        read(file)
    file.write_bytes(b"ante = 1 # \xff\xfe")
    with pytest.raises(RuleSetError, match="不是 UTF-8"):
        read(file)
    file.write_bytes("\ufeffante = 2\r\n".encode())
    assert read(file).ante == 2
    with pytest.raises(RuleSetError, match="没有这套规则"):
        load("beijing")
    with pytest.raises(RuleSetError):
        from_dict([1], "data")


def test_the_version_is_that_of_the_rules_not_of_their_name():
    rules = load("cungui_yao")
    assert RuleSet(yao_claim="single_captures_yao").version == rules.version
    assert rules.replace(id="ours", name_zh="我们村").version == rules.version
    assert len({load(name).version for name in PRESETS}) == len(PRESETS)


# -- arguments --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {"players": 1},
        {"players": 5},
        {"dealer": 3},
        {"dealer": -1},
        {"chips": [20, 20]},
        {"chips": [20, 20, -1]},
        {"chips": 10**10},
        {"carry": -1},
        {"seed": -1},
        {"seed": 1 << 62},
    ],
)
def test_arguments_out_of_range_are_refused(how):
    with pytest.raises(UserInputError):
        Game.deal(**how)


def test_a_deck_of_numbers_is_checked_too():
    with pytest.raises(UserInputError):
        Game.from_deck("fold", [*range(51), 52])
    with pytest.raises(CardTextError):
        Game.from_deck("fold", [*range(51), 0])
    assert Game.from_deck("fold", range(52)).deck == cards_text(range(52))


# -- traces -----------------------------------------------------------------------------------------------


def test_a_trace_is_one_json_line_with_the_dealing_order():
    line = json.dumps(play_traced("cungui_yao", seed=3, players=4, dealer=2, chips=[9, 8, 7, 6], carry=2))
    told = json.loads(line)
    assert (told["game"], told["rules"], told["players"], told["dealer"]) == ("paoyao", "cungui_yao", 4, 2)
    assert told["deck"] == Game.deal(seed=3).deck
    assert {"units", "net", "pot", "carry", "yao", "taken_by", "xier"} <= set(told["result"])
    assert told["steps"][0] == {"seat": 1, "phase": "bet", "legal": ["dig", "no_dig"], "did": told["steps"][0]["did"]}

"""The text form: read as people write it, refused with every fault and its line, and never otherwise."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erqishi import shuffle
from erqishi.cards import ASCII_NAMES, NAMES
from erqishi.errors import RecordError
from erqishi.record import Record, from_text, replay, to_json, to_text
from erqishi.zipai.game import Game
from recorded import STD15, TABLES, play

ROOT = Path(__file__).parent.parent
EXAMPLE = (ROOT / "examples/hand.txt").read_text(encoding="utf-8")
RECORD = from_text(EXAMPLE)
UNSEALED = EXAMPLE[: EXAMPLE.index("校验")]


def refusal(text):
    with pytest.raises(RecordError) as refused:
        from_text(text)
    return str(refused.value)


def lines_of(message):
    return [int(number) for number in re.findall(r"^第(\d+)行", message, re.MULTILINE)]


def test_the_page_shows_this_hand_in_both_forms():
    page = (ROOT / "docs/record.md").read_text(encoding="utf-8")
    assert re.search(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1] == EXAMPLE
    assert re.search(r"^```json\n(.*?)\n```", page, re.MULTILINE | re.DOTALL)[1] == to_json(RECORD)


# -- read as people write it ------------------------------------------------------------------------------------

TRADITIONAL = str.maketrans("贰叁陆庄对规则张结过验谱胡号", "貳參陸莊對規則張結過驗譜鬍號")
FULL_WIDTH = str.maketrans("0123456789.# +-", "０１２３４５６７８９．＃　＋－")


def in_ascii(text):
    head, _, rest = text.partition("庄 ")
    return head + "庄 " + "".join(ASCII_NAMES[NAMES.index(c)] + " " if c in NAMES else c for c in rest)


@pytest.mark.parametrize(
    "changed",
    [
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", "\r"),
        "\ufeff" + EXAMPLE,
        EXAMPLE.replace("\n", "\n\n  "),
        EXAMPLE.replace(" ", "   ").replace("名   0   ", "名 0 ").replace("01   枫", "01 枫"),
        EXAMPLE.replace("庄 一一", "庄：一一").replace("结果 ", "结果：").replace("打", "打 ").replace("吃", " 吃 "),
        EXAMPLE.translate(TRADITIONAL),
        EXAMPLE.replace("规则 ", "规则　").replace("1. 庄打拾", "１．庄打拾").replace("22息", "２２息").replace("+8", "＋８"),
        in_ascii(EXAMPLE),
        EXAMPLE.replace("1. ", "1、").replace("2. ", "2) "),
        EXAMPLE.replace("庄", "1").replace("下", "2").replace("上", "0").replace("1家 1", "庄家 1"),
        EXAMPLE.replace("打", "出").replace("摸", "翻").replace("自翻", "自摸"),
        EXAMPLE.replace(" 庄跑 打陆", " 庄打陆").replace(" 提", "").replace(" 偎", ""),
        EXAMPLE.replace("庄跑", "庄跑六").replace("上碰", "上碰五").replace("偎 胡", "偎二二二 胡二"),
        EXAMPLE.replace("庄打拾", "庄打拾（想了半天）").replace("4. ", "; 好戏在后头\n4. ").replace("提", "提(四张)"),
        EXAMPLE.replace("下吃捌玖拾比十十拾", "下吃拾玖捌 比拾十十"),
        EXAMPLE.replace("3. 下摸捌 ", "3. 下摸捌\n"),
        EXAMPLE.replace("5. 下摸四 想吃四肆肆", "5. 下摸四 上过 下想吃四肆肆"),
        EXAMPLE.replace("跑胡子牌谱 1\n", ""),
        EXAMPLE.replace("结果 庄胡 22息 4囤 自摸 庄+8 下-4 上-4", "结果 庄胡 自摸 22 胡息"),
        EXAMPLE.replace("庄+8 下-4 上-4", "庄8 下−4 上–4"),
        UNSEALED,
        UNSEALED[: UNSEALED.index("结果")],
        UNSEALED.replace("规则 std15 #357a7d76afa4\n", ""),
        UNSEALED.replace(" #357a7d76afa4", ""),
        EXAMPLE.replace("打", "discard ").replace("摸", "draw ").replace("自draw ", "zimo").replace("想", "wants ").replace("吃", "chi ").replace("比", " bi ")
        .replace("碰", "peng").replace("跑 ", "pao ").replace("提", "ti").replace("偎 胡", "wei hu"),
    ],
    ids=lambda _: "",
)  # fmt: skip
def test_people_write_it_in_many_ways(changed):
    assert from_text(changed) == RECORD


def test_words_that_nobody_needs_may_be_left_out():
    bare = UNSEALED[UNSEALED.index("庄 一一") : UNSEALED.index("结果")]
    record = from_text("庄家 1\n" + bare)
    assert replay(record).result == replay(RECORD).result
    assert from_text(bare).dealer == 0


def test_a_pass_may_be_written_and_must_be_true():
    assert from_text(EXAMPLE.replace("5. 下摸四", "5. 下摸四 上过 下")) == RECORD
    assert "seat 2 passes" in refusal(EXAMPLE.replace("4. 庄摸拾", "4. 庄摸拾 下过"))


def test_a_declined_hu_is_written():
    for seed in range(400):
        game = play(STD15.replace(id="low", min_huxi=3), seed)
        passed = [seat for did in game.did for seat, action in did.items() if str(action) == "pass"]
        text = to_text(Record.of(game))
        if passed and "过" in text:
            assert from_text(text) == Record.of(game)
            without = re.sub(r" [庄下上]?过", "", text)
            assert from_text(without) == Record.of(game)
            return
    pytest.fail("nobody declined a hu")


def test_local_rules_are_written_out():
    record = Record.of(play(TABLES[5], 4))
    text = to_text(record)
    assert '参数 tun_formula = "(2x - 12)//3"' in text
    assert from_text(text.replace('"', "“", 1).replace('"', "”", 1)) == record
    assert "rules.hash" in refusal(text.replace("base = 5", "base = 4"))


def test_a_proof_stands_for_the_deal_or_beside_it():
    proof = shuffle.reveal(b"s" * 32, ["a", "b", "c"], table="t", hand=1, n=80)
    game = Game.from_deck(STD15, [card // 4 for card in shuffle.shuffled(proof)])
    text = to_text(Record.of(game, shuffle=proof))
    dealt = re.compile(r"^[庄下上亮墩] .*\n", re.MULTILINE)
    assert from_text(text) == from_text(dealt.sub("", text)) == Record.of(game, shuffle=proof)
    hand = dealt.search(text)[0]
    swapped = hand[:2] + hand[2:].translate(str.maketrans(hand[2] + hand[-2], hand[-2] + hand[2]))
    if swapped != hand:
        assert lines_of(refusal(text.replace(hand, swapped))) != []
    assert "洗牌证明" in refusal(text.replace('"table":"t"', '"table":"u"'))
    assert "洗牌证明" in refusal(text.replace('"nonces"', '"nonce"'))


# -- refused with its line --------------------------------------------------------------------------------------


def test_every_fault_of_the_writing_is_told_with_its_line():
    text = (
        EXAMPLE.replace("牌谱 1", "牌谱 9")
        .replace("名 2 小满", "名 5 小满")
        .replace("下 三三", "下 三王")
        .replace("亮 陆", "亮 陆陆")
        .replace("1. 庄打拾", "1. 庄打")
        .replace("4. 庄", "4. 西")
        .replace("5. 下摸四", "7. 下摸四四")
        .replace("6. 上摸贰", "8. 比二二贰 上摸贰 (提")
        .replace("22息", "很多息")
    )
    message = refusal(text)
    assert lines_of(message) == [1, 7, 9, 9, 11, 12, 13, 16, 16, 17, 17, 18, 18, 20]
    assert len(message.splitlines()) == 14


@pytest.mark.parametrize(
    ("was", "now", "line", "words"),
    [
        ("庄打拾", "庄打十", 13, ["你手上没有十（core.md §9）", "手牌 一一二二四四六六六九 壹壹壹肆陆柒柒柒玖玖拾"]),
        ("庄打拾", "庄打壹", 13, ["壹是坎，不能拆打（core.md §4）"]),
        ("1. 庄打拾", "1. 庄摸拾", 13, ["写的是：庄摸拾；按规则是：庄打牌"]),
        ("下吃捌玖拾比十十拾", "下吃捌玖拾", 13, ["要比出来（core.md §13）"]),
        ("2. 上摸六", "2. 上摸七", 14, ["写的是：上摸七；按规则是：上摸六", "seat 0 draws 六"]),
        ("庄跑", "下跑", 14, ["写的是：下跑"]),
        ("上想吃捌玖拾", "上吃捌玖拾", 15, ["上想吃捌玖拾", "core.md §10"]),
        ("下吃八捌捌", "下想吃八捌捌", 15, ["不写“想”"]),
        ("上碰 打十", "打十", 15, ["写的是：下打十；按规则是：上摸拾"]),
        ("上碰 打十", "上碰六 打十", 15, ["在场的是五"]),
        ("上碰 打十", "上碰 上碰 打十", 15, ["写的是：上碰；按规则是：上打牌"]),
        ("6. 上摸贰 提", "6. 上摸贰 偎", 18, ["写的是：上偎"]),
        ("偎 胡", "偎 胡 打一", 19, ["这一局已经结束"]),
        ("偎 胡", "偎", 21, ["牌还没打完"]),
        ("庄胡 22息", "下胡 22息", 20, ["写的是 下胡，按规则是 庄胡"]),
        ("22息 4囤", "21息 3囤", 20, ["写的是 21息，按规则是 22息", "写的是 3囤，按规则是 4囤"]),
        ("自摸", "天胡", 20, ["不是天胡", "没有写自摸"]),
        ("上-4", "上-5", 20, ["写的是 上-5，按规则是 上-4"]),
        ("上-4", "对-4", 20, ["没有这一家"]),
        ("结果 庄胡", "结果 荒庄 庄胡", 20, ["写的是 荒庄，按规则是 庄胡"]),
        ("校验 60728027", "校验 60728020", 21, ["校验"]),
        ("枫林镇", "枫木镇", 21, ["校验 60728027 不符"]),
        ("#357a7d76afa4", "#357a7d76afa5", 2, ["rules.hash"]),
        ("规则 std15 #357a7d76afa4", "规则 std51", 2, ["did you mean std15"]),
        ("规则 std15 #357a7d76afa4", "规则 ../std15.toml", 2, ["没有规则"]),
        ("庄家 1", "庄家 3", 4, ["座位 0 到 2"]),
        ("名 1 二嫂", "名 0 二嫂", 6, ["两个名字"]),
        ("下 三三", "庄 三三", 9, ["两手牌", "没有“下”的牌"]),
    ],
)
def test_a_fault_is_told_with_its_line_and_what_would_be_right(was, now, line, words):
    assert was in EXAMPLE
    message = refusal(EXAMPLE.replace(was, now, 1))
    assert line in lines_of(message)
    for word in words:
        assert word in message


def test_an_answer_that_the_rules_of_the_table_force_may_not_be_left_out():
    """With a forced 碰, a seat that may also 胡 is asked which of the two: silence is then no answer."""
    chance = random.Random(9)
    rules = STD15.replace(id="forced", min_huxi=0, peng_forced=True)
    game = Game.deal(rules, seed=chance.randrange(2**31), dealer=chance.randrange(3))
    while not any(map(str, legal := game.legal())) or [str(action) for action in legal] != ["hu", "peng"]:
        for seat, legal in game.decision.legal.items():
            game.do(chance.choice(legal[-1:] if game.decision.kind == "claims" else legal), seat)
    game.do(legal[1])
    text = to_text(Record.of(game))
    row = text.splitlines()[-2]
    assert from_text(text) == Record.of(game)
    assert row.endswith("碰")
    unanswered = text[: text.index("校验")].replace(row, f"{row.rpartition(' ')[0]}\n结果 荒庄")
    assert "没有答" in refusal(unanswered)


def test_a_forced_peng_is_told_though_nobody_is_asked():
    texts = [to_text(Record.of(play(STD15.replace(id="forced", peng_forced=True), seed))) for seed in range(5)]
    assert any("碰" in text for text in texts)
    for text in texts:
        assert from_text(re.sub(r" ([庄下上])碰 打", r" \1打", text)) == from_text(text)


def test_an_unfinished_text_ends_where_it_ends():
    cut = UNSEALED[: UNSEALED.index("5. 下摸四")]
    game = replay(from_text(cut))
    assert (game.decision.kind, game.decision.card) == ("claims", "四")
    assert not game.over


# -- never otherwise --------------------------------------------------------------------------------------------

ALPHABET = "庄下上对打摸吃比碰跑提偎胡过想荒结果亮墩规则校验名0123456789.#:;() \n" + NAMES + "xd一王"


@given(st.text() | st.text(alphabet=ALPHABET, max_size=300))
def test_fuzzed_text_raises_nothing_but_record_errors(text):
    try:
        from_text(text)
    except RecordError as error:
        assert str(error)


@settings(max_examples=300)
@given(st.integers(0, 2**31), st.integers(1, 4), st.sampled_from([EXAMPLE, UNSEALED]))
def test_a_damaged_text_is_refused_or_means_the_same_or_is_another_lawful_hand(seed, damages, text):
    chance = random.Random(seed)
    damaged = text
    for _ in range(damages):
        at = chance.randrange(len(damaged))
        end = at + chance.choice([0, 1, 1, 2, 10])
        damaged = damaged[:at] + "".join(chance.choices(ALPHABET, k=chance.choice([0, 1, 1, 2]))) + damaged[end:]
    try:
        record = from_text(damaged)
    except RecordError as error:
        assert lines_of(str(error))
    else:
        replay(record)
        assert from_text(to_text(record)) == record


@pytest.mark.parametrize(
    "text", ["(" * 60_000, "()" * 30_000, "庄打五 " * 10_000, "王\n" * 30_000, "x" * 70_000, "参数 a = " + "[" * 50_000]
)
def test_hostile_text_is_refused_quickly(text):
    assert len(refusal(text)) < 10_000

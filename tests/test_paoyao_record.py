"""Records of 跑腰: the same form as every game's, read with tolerance, refused with the place of what does not hold."""

import hashlib
import json
import re

import pytest

from erqishi import shuffle
from erqishi.errors import RecordError
from erqishi.paoyao import Game
from erqishi.record import Record, from_json, from_text, read, replay, tell, to_json, to_text
from paoyao_deals import deal, play

NAMES = ("阿公", "二嫂", "小满")


def a_game(**how):
    g = deal("H8 S2 S3", "HK S4 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ", **how)
    return play(g, "dig", "dig", "dig", "capture H8 D8", "capture HK DK")


def a_record(**how):
    return Record.of(a_game(**how), names=NAMES, date="2026-01-05")


def sealed(data):
    body = {key: value for key, value in data.items() if key != "sum"}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return json.dumps({**body, "sum": hashlib.sha256(text.encode()).hexdigest()[:8]})


def edited(path, value):
    data = json.loads(to_json(a_record()))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return sealed(data)


def test_a_record_is_small_and_says_what_was_done():
    record = a_record()
    assert (record.game, record.did) == ("paoyao", "2挖 1挖 0挖 0抢H8+D8 1抢HK+DK")
    assert record.deal == {"players": 3, "chips": (20, 20, 20), "carry": 0}
    assert len(to_json(record).encode()) < 1000
    assert replay(from_json(to_json(record))).result.units == (1, 1, 0)


def test_a_result_may_not_be_left_out_of_a_finished_hand():
    data = json.loads(to_json(a_record()))
    del data["result"]
    with pytest.raises(RecordError, match="没有记结果"):
        replay(from_json(sealed(data)))


def test_changed_options_travel_along():
    record = a_record(rules="cungui_yao", ante=2, merge_hand_into_meld=True)
    assert record.rules.set["ante"] == 2
    assert replay(from_text(to_text(record))).rules.ante == 2


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["game"], "mahjong", "paoyao"),
        (["deck"], "H8", "少了"),
        (["deal", "players"], 7, "names: 3"),
        (["deal", "chips"], [20, 20], "chips"),
        (["deal", "chips"], 20, "deal"),
        (["deal"], {"players": 3}, "deal"),
        (["names"], ["A"], "names"),
        (["rules", "set"], {"ante": 2}, "rules.hash"),
        (["rules", "set"], {"pot": "mine"}, 'rules: pot = "mine"'),
        (["did"], "2挖 1挖 0挖 0抢HK+DK", "第4步 0抢HK+DK"),
        (["did"], "2挖 1跳", "第2步 1跳"),
        (["did"], "挖", "第1步 挖"),
        (["did"], "1挖", "第1步 1挖"),
        (["did"], "2挖 1挖 0挖 0抢H8+D8 1抢HK+DK 0过", "这一局已经结束"),
        (["result", "units"], [2, 1, 0], "result.units"),
        (["did"], "2挖", "牌还没打完"),
    ],
)
def test_what_does_not_hold_is_refused_with_the_place(path, value, message):
    with pytest.raises(RecordError, match=re.escape(message)):
        replay(from_json(edited(path, value)))


def test_the_text_form_is_for_a_chat():
    text = to_text(a_record())
    assert text.startswith("跑腰牌谱 1\n规则 changchun_literal #")
    assert "1. 上挖 下挖 庄挖\n2. 庄抢H8+D8 下抢HK+DK\n结果 结算 庄+0 下+0 上-3\n" in text
    assert from_text(text) == a_record()


def test_the_text_is_read_with_tolerance():
    """No seal, no numbers, seats left out, other names of cards, no unused cards, default stacks."""
    text = """跑腰牌譜
    庄：♥8 ♠2 ♠3
    下 红桃K S4 S5
    上 S6 S7 S9
    桌 D8 DK DA DQ
    腰 CJ
    挖，1挖，挖
    庄搶 ♥8+♦8""".replace("搶 ", "搶")
    game = replay(from_text(text))
    assert [str(action) for action in game.actions] == ["dig", "dig", "dig", "capture H8 D8"]
    assert game.result is None


def test_every_fault_of_the_writing_is_told_with_its_line():
    text = to_text(a_record()).replace("桌 D8", "桌 D8 DX").replace("名 1", "名 9").replace("庄家 0", "庄家 x")
    with pytest.raises(RecordError) as refused:
        from_text(text)
    lines = [int(n) for n in re.findall(r"第(\d+)行", str(refused.value))]
    assert lines == sorted(lines)
    assert {4, 7, 12} <= set(lines)


def test_a_move_against_the_rules_is_told_with_its_line_and_what_is_asked():
    with pytest.raises(RecordError, match=r"第16行 庄抢h8\+dk.*该问的是：0: 过 . 抢H8\+D8"):
        from_text(to_text(a_record()).replace("庄抢H8+D8", "庄抢H8+DK"))


def test_an_altered_text_is_found_out():
    with pytest.raises(RecordError, match="校验"):
        from_text(to_text(a_record()).replace("阿公", "阿婆"))
    with pytest.raises(RecordError, match="结果不符"):
        from_text(to_text(a_record()).replace("上-3", "上-4"))


def proven():
    proof = shuffle.reveal(bytes(range(32)), ["一刀", "", "cut"], table="t1", hand=4, n=52)
    game = Game.from_deck("changchun_lively", shuffle.shuffled(proof))
    while game.decision:
        game.do(game.decision.legal[game.decision.seat][0])
    return Record.of(game, shuffle=proof)


def test_a_shuffle_proof_stands_for_the_deck():
    record = proven()
    assert record.deck == ""
    assert from_json(to_json(record)) == record == from_text(to_text(record))
    with pytest.raises(RecordError, match="证明的不是这副牌"):
        Record.of(a_game(), shuffle=record.shuffle)
    with pytest.raises(RecordError, match="不符"):
        from_text(re.sub(r"(?m)^腰 .*$", "腰 SA", to_text(record)))


def test_hands_of_both_games_may_share_a_file():
    from pathlib import Path

    zipai = (Path(__file__).parent.parent / "examples/hand.txt").read_text(encoding="utf-8")
    text = "\n".join([zipai, to_text(a_record()), to_json(a_record()), zipai])
    entries = list(read(text.splitlines(keepends=True)))
    assert [entry.record.game for entry in entries] == ["zipai", "paoyao", "paoyao", "zipai"]


def test_the_course_is_told_in_both_languages():
    lines = tell(a_record())
    zh = "\n".join(line for line, _ in lines)
    assert "庄家抢H8+D8" in zh
    assert "亮腰 CJ" in zh
    assert "净 +1" in zh
    assert all(en for _, en in lines)
    assert "号位" not in zh
    assert "-" not in zh.replace("2026-01-05", "")
    assert zh.splitlines()[-3].startswith("庄家：挖 −1，牌型")

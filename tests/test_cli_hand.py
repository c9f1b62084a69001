"""`erqishi hand`: what it says to people, what it says to programs, and that no input breaks it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from erqishi.cli.app import app
from erqishi.errors import ErqishiError, UserInputError

DATA = Path(__file__).parent / "data"
VECTORS = [json.loads(line) for line in (DATA / "hands.jsonl").read_text(encoding="utf-8").splitlines()]
WON = ["一一一六七八十十贰贰拾", "--melds", "偎五五五 碰叁叁叁 碰壹壹壹", "--card", "五", "--from", "other"]


def run(*arguments, text=None):
    """(exit status, output, error): as `erqishi` would give them."""
    done = CliRunner().invoke(app, ["hand", *arguments], input=text)
    if isinstance(done.exception, ErqishiError):
        return 2 if isinstance(done.exception, UserInputError) else 1, done.stdout, str(done.exception)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def judged(*arguments):
    status, said, _ = run(*arguments, "--json")
    assert status == 0
    return json.loads(said)


def batch(lines, *more):
    status, said, _ = run("--batch", "-", "--json", *more, text="".join(f"{line}\n" for line in lines))
    return status, [json.loads(line) for line in said.splitlines()]


# -- one hand ----------------------------------------------------------------------------------------------------------


def test_a_win_is_drawn_in_columns():
    status, said, _ = run(*WON)
    assert status == 0
    assert said.splitlines()[:9] == [
        "胡：15 息，1 囤 · 胡: 15 息, 1 囤",
        "",
        " 跑   碰   碰  |   坎   句   绞   将",
        " 五+  叁   壹  |   一   六  *十  *贰",
        " 五   叁   壹  |   一  *七  *十  *贰",
        " 五   叁   壹  |   一   八  *拾",
        " 五            |",
        "  6    3    3  |    3    0    0    0",
        " *红字 red   +胡的牌 五 the card   左边在桌上，右边在手里 left on the table, right in hand",
    ]
    assert "囤：(15−12)÷3 = 1" in said
    assert re.search(r"^  一  1 +18 息 3 囤 +15 息 1 囤$", said, re.MULTILINE)


def test_json_of_a_win():
    said = judged(*WON)
    assert {"complete", "win", "huxi", "tun", "groups", "waits"} <= said.keys()
    assert (said["complete"], said["win"], said["huxi"], said["tun"], said["tun_zimo"]) == (True, True, 15, 1, 2)
    pao = {"kind": "pao", "cards": "五五五五", "huxi": 6, "on_table": True, "claimed": True, "wang": ""}
    assert said["groups"][0] == pao
    assert [wait["card"] for wait in said["waits"] if wait["win"]] == ["一", "五", "壹", "贰", "叁"]
    assert said["distance"] == {"value": 0, "exact": True, "useful": []}
    assert said["reason"] is None


def test_json_of_no_win():
    said = judged(
        "五五五四六", "--melds", "吃七八九 吃柒捌玖 吃一一壹 吃叁三三 吃拾拾十", "--card", "伍", "--from", "other"
    )
    assert (said["complete"], said["win"], said["huxi"], said["tun"], said["groups"]) == (False, False, None, None, [])
    assert said["reason"]["rule"] == "core.md §15.4"


def test_own_draw_counts_as_zimo():
    said = judged("捌捌 壹贰叁 二七十 一二三 四五六 肆伍陆 九九玖", "--card", "捌")
    assert (said["from"], said["laid"], said["huxi"], said["tun"], said["zimo"]) == ("self", "wei", 18, 3, True)


def test_a_hand_that_owes_a_discard_is_told_what_to_discard():
    hand = "一二三四五六七八九 贰贰叁肆伍伍伍柒捌捌拾拾"
    _, said, _ = run(hand)
    assert said.splitlines()[0] == "打一张就听 · waiting after a discard"
    assert "  打 拾 听 八 伍 捌，剩 6 张 · discard 拾: waits for 八 伍 捌, 6 left" in said
    assert {card for card, waits in judged(hand)["discards"].items() if any(w["win"] for w in waits)} == {"捌", "拾"}


def test_a_hand_on_its_way_is_told_how_far_it_is():
    _, said, _ = run("一二三四五六七八九十 壹贰叁肆伍柒玖玖拾拾")
    assert said.splitlines() == [
        "还没听 · not waiting yet",
        *said.splitlines()[1:-1],
        "离听牌差 1 张：十 叁 陆 玖 · 1 card from waiting: 十 叁 陆 玖",
    ]
    _, said, _ = run("一一三三五五七七九九 贰贰肆肆陆陆捌捌拾", "壹")
    assert "· at least 3 cards from waiting" in said or "cards from waiting" in said


def test_three_ti_five_kan_is_pointed_out():
    _, said, _ = run("一一一三三三五五五六六六八八八 壹贰叁柒玖")
    assert "三提五坎，天胡，15息" in said


def test_seen_cards_are_not_live():
    waits = judged("一一一六七八十十贰贰拾", "--melds", "偎五五五 碰叁叁叁 碰壹壹壹", "--seen", "二二二 贰")["waits"]
    assert [wait["live"] for wait in waits] == [1, 1, 1, 1, 1, 1]


def test_rules_of_ones_own(tmp_path):
    file = tmp_path / "low.toml"
    file.write_text('id = "low"\nmin_huxi = 10\n', encoding="utf-8")
    arguments = ["一一一六七八十十贰贰拾", "--melds", "偎五五五 碰叁叁叁 碰壹壹壹", "--card", "二", "--from", "other"]
    assert judged(*arguments)["reason"]["zh"] == "只有12息，要15息"
    assert judged(*arguments, "--rules", str(file))["win"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--help"),
        (["王"], "第1字"),
        (["一一一一一"], "第5张一"),
        (["一二", "--melds", "碰一二三"], "门子 · melds"),
        (["一二", "--melds", "坎三三三"], "写进手牌"),
        (["一二", "--card", "三三"], "写一张"),
        (["一二", "--card", ""], "写一张"),
        (["一二", "--rules", "std51"], "std15"),
        (["一二", "--rules", "/no/such.toml"], "such.toml"),
        (["一二", "--card", "王"], "--card 王: 第1字"),
        (["一二", "--seen", "王"], "--seen 王: 第1字"),
        (["一二", "--seen", "一一一一"], "多于4张"),
        (["一一一一", "--card", "一"], "不会再来"),
        (["--batch", "/no/such/file"], "没有这个文件"),
        (["--batch", "/"], "文件夹"),
        (["一", "--batch", "x"], "--batch"),
    ],
)
def test_mistakes_are_one_message_and_status_2(arguments, words):
    status, said, error = run(*arguments)
    assert (status, said) == (2, "")
    assert words in error


def test_an_unknown_origin_is_a_usage_error():
    status, _, error = run("一二", "--card", "三", "--from", "above")
    assert status == 2
    assert "above" in error


# -- many hands --------------------------------------------------------------------------------------------------------


def test_batch_of_the_recorded_vectors():
    status, said, _ = run("--batch", str(DATA / "hands.jsonl"), "--json")
    answers = [json.loads(line) for line in said.splitlines()]
    assert (status, len(answers)) == (0, 272)
    for answer, given_ in zip(answers, VECTORS, strict=True):
        xi = given_["ref"]["forced_xi"]
        assert answer == {
            "id": given_["id"],
            "complete": xi is not None,
            "win": xi is not None and xi >= 15,
            "huxi": xi,
        }


def test_batch_lines_with_counts_alone_or_text_alone():
    some = VECTORS[100:130]
    by_counts = [json.dumps({key: x[key] for key in ("id", "counts", "melds", "card", "mode")}) for x in some]
    by_text = [json.dumps({key: x[key] for key in ("id", "hand", "melds", "card", "mode")}) for x in some]
    assert batch(by_counts) == batch(by_text)
    assert [answer["huxi"] for answer in batch(by_counts)[1]] == [x["ref"]["forced_xi"] for x in some]


def test_batch_reading_lays_the_pao_of_an_own_peng_first():
    melds = [{"t": "peng", "cards": "四四四"}, {"t": "wei", "cards": "捌捌捌"}]
    melds += [{"t": "chi", "cards": cards} for cards in ("壹贰叁", "贰柒拾", "七八九", "一一壹")]
    line = {"id": "a", "hand": "二三", "melds": melds, "card": "四", "mode": "draw"}
    assert batch([json.dumps(line)])[1] == [{"id": "a", "complete": False, "win": False, "huxi": None}]
    line["mode"] = "other"
    assert batch([json.dumps(line)])[1][0]["huxi"] == 19


BAD = [
    ("{", "JSON"),
    ("[]", "要一个对象"),
    ("null", "要一个对象"),
    ('{"id": 7}', "neither hand nor counts"),
    ('{"id": 7, "hand": "一王"}', "第2字"),
    ('{"id": 7, "hand": 3}', "要牌"),
    ('{"id": 7, "counts": [1, 2]}', "20"),
    ('{"id": 7, "counts": [5' + ", 0" * 19 + "]}", "20"),
    ('{"id": 7, "counts": [-1' + ", 0" * 19 + "]}", "20"),
    ('{"id": 7, "counts": [true' + ", 0" * 19 + "]}", "20个数"),
    ('{"id": 7, "hand": "一", "counts": [0' + ", 0" * 19 + "]}", "differ"),
    ('{"id": 7, "hand": "一", "card": "二"}', "mode"),
    ('{"id": 7, "hand": "一", "card": "二", "mode": "left"}', "left"),
    ('{"id": 7, "hand": "一", "card": "二三", "mode": "draw"}', "one card"),
    ('{"id": 7, "hand": "一", "melds": [{"t": "kan", "cards": "三三三"}]}', "kan"),
    ('{"id": 7, "hand": "一", "melds": [{"t": "peng", "cards": "三三四"}]}', "碰要3张"),
    ('{"id": 7, "hand": "一一", "melds": [{"t": "peng", "cards": "一一一"}]}', "一有5张"),
    ('{"id": 7, "hand": "一一一", "melds": [{"t": "peng", "cards": "一"}], "card": "一", "mode": "draw"}', "碰要3张"),
    ('{"id": ' + "[" * 5000, "nested too deep"),
    ('{"id": 7, "hand": 5}', "hand = 5: 要牌"),
    ('{"id": 7, "hand": "一", "mode": "fly"}', "要 draw（自己摸）或 other"),
    ('{"id": 7, "hand": "一", "melds": 3}', "要一列门子"),
    ('{"id": 7, "hand": "一", "melds": [{"t": "peng"}]}', "要一列门子"),
    ('{"id": 7, "hand": "一", "melds": ["坎三三三"]}', "桌上的门子"),
    ('{"id": 7, "hand": "一", "counts": [1.5]}', "20 numbers"),
]


@pytest.mark.parametrize(("bad", "words"), BAD)
def test_a_bad_line_is_answered_and_the_rest_goes_on(bad, words):
    good = json.dumps({"id": "good", "hand": "一二三"})
    status, answers = batch([good, "", bad, good])
    assert status == 2
    assert [answer["id"] for answer in answers] == ["good", 7 if "7" in bad else None, "good"]
    assert answers[1].keys() == {"id", "error"}
    assert answers[1]["error"].startswith("line 3: ")
    assert words in answers[1]["error"]


def test_batch_reads_what_is_meant():
    plain = {"id": 1, "hand": "一二", "melds": [{"t": "peng", "cards": "四四四"}], "card": "三", "mode": "draw"}
    meant = [
        plain | {"hand": ["一", "x2"], "mode": "self"},
        plain | {"melds": "碰四四四", "mode": " DRAW "},
        plain | {"melds": ["碰四四四"], "mode": "自摸"},
        plain | {"melds": [{"kind": "碰", "cards": ["四", "四", "四"]}], "card": ["三"]},
        dict(reversed(plain.items())) | {"melds": [{"cards": "四四四", "t": "碰"}], "note": 5},
    ]
    (wanted, *answers) = batch([json.dumps(line) for line in (plain, *meant)])[1]
    assert wanted["complete"] and all(answer == wanted for answer in answers)
    assert batch(['{"id": 1, "hand": "一二三", "melds": null}']) == batch(['{"id": 1, "hand": "一二三"}'])


def test_batch_accepts_a_byte_order_mark_crlf_and_no_last_newline():
    lines = b"\xef\xbb\xbf" + b'{"id": 1, "hand": "\xe4\xb8\x80"}\r\n\r\n{"id": 2, "hand": "\xe4\xba\x8c"}'
    done = CliRunner().invoke(app, ["hand", "--batch", "-", "--json"], input=lines)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]


def test_bytes_that_are_no_utf8_are_a_bad_line():
    done = CliRunner().invoke(app, ["hand", "--batch", "-", "--json"], input=b'{"id": 1, "hand": "\xff\xfe"}\n')
    assert done.exit_code == 2
    assert json.loads(done.stdout)["error"].startswith("line 1: ")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_batch_in_utf_16_is_told_how_to_be_saved(encoding, tmp_path):
    path = tmp_path / "hands.jsonl"
    path.write_bytes('{"hand": "一一六七"}\n'.encode(encoding))
    status, said, error = run("--batch", str(path), "--json")
    assert (status, said) == (2, "")
    assert "UTF-16" in error


@settings(max_examples=40)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_line_breaks_a_batch(line):
    done = CliRunner().invoke(app, ["hand", "--batch", "-", "--json"], input=line)
    assert done.exit_code in (0, 2) or isinstance(done.exception, UserInputError)  # UTF-16 is refused whole
    assert all(json.loads(said).keys() >= {"id"} for said in done.stdout.splitlines())


def test_batch_for_people():
    some = [json.dumps(x) for x in VECTORS if x["cat"] == "near_threshold"][:3]
    status, said, error = run("--batch", "-", text="\n".join([*some, "{"]))
    assert status == 2
    assert [line.partition("\t")[0] for line in said.splitlines()] == [
        *(str(json.loads(x)["id"]) for x in some),
        "null",
    ]
    assert "4 手" in error and "4 hands" in error


# -- as a program ------------------------------------------------------------------------------------------------------


def erqishi(*arguments, **how):
    command = [sys.executable, "-X", "utf8", "-m", "erqishi", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, **how)


def test_a_reader_that_has_seen_enough_is_no_error():
    big = "".join(json.dumps(x) + "\n" for x in VECTORS for _ in range(4))
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-X", "utf8", "-m", "erqishi", "hand", "--batch", "-", "--json"]
    with os.fdopen(write, "wb") as out:
        done = subprocess.run(command, input=big.encode(), stdout=out, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [["hand", "一二三"], ["rules", "list"], ["rules", "show", "std15"]])
def test_commands_do_not_load_the_compiler(arguments):
    code = f"""
import sys; sys.argv = ["erqishi", *{arguments}]
from erqishi.cli import main
try: main()
except SystemExit: pass
print("numba" in sys.modules, "numpy" in sys.modules, file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stderr.split() == ["False", str(arguments[0] == "hand")]


def test_help_has_examples_in_both_languages():
    said = erqishi("hand", "--help").stdout
    assert "例" in said and "Examples" in said and "erqishi hand" in said


def test_a_hand_by_the_rules_of_a_place_shows_what_it_pays_there():
    """常德 (full 名堂): 黑胡 is 8 番; std15 knows no 番, and leaves the local lines out."""
    hand = ["三四五肆伍陆九九六六陆", "--melds", "碰捌捌捌 碰叁叁叁 碰壹壹壹", "--card", "玖", "--from", "other"]
    local = judged(*hand, "--rules", "changde_qmt_big68")
    standard = judged(*hand)
    assert standard["settled"] is None and not standard["win"]  # 9 息
    assert (local["win"], local["huxi"]) == (False, 9)
    hand[2] = "偎捌捌捌 碰叁叁叁 偎壹壹壹"
    local = judged(*hand, "--rules", "changde_qmt_big68")
    assert (local["win"], local["huxi"], local["tun"], local["settled"]["fan"]) == (True, 15, 1, {"黑胡": 8})
    assert local["settled"]["points"] == 8
    assert any(wait["card"] == "玖" and wait["points"][wait["ways"].index("other")] == 8 for wait in local["waits"])
    said = run(*hand, "--rules", "changde_qmt_big68")[1]
    assert "15 息，1 囤，黑胡，8 分" in said and "8 分 pts" in said

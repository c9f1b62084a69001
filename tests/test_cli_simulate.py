"""`simulate`, `replay`, `verify`: the same hands at every speed, and what they write is checked again."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from erqishi import shuffle
from erqishi.cli import simulate as room
from erqishi.cli.app import app
from erqishi.errors import ErqishiError, UserInputError
from erqishi.record import Record, from_json, to_json, to_text
from erqishi.zipai import simulation
from erqishi.zipai.game import Game
from recorded import STD15
from reference import referee

EXAMPLE = Path(__file__).parent.parent / "examples/hand.txt"


def run(*arguments, stdin=None):
    return CliRunner().invoke(app, list(map(str, arguments)), input=stdin)


def report(*arguments):
    done = run("simulate", "--json", *arguments)
    assert done.exit_code == 0, done.exception
    return json.loads(done.stdout)


def refused(*arguments, stdin=None):
    done = run(*arguments, stdin=stdin)
    assert isinstance(done.exception, ErqishiError), done.output
    return done.exception


# -- simulate ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", ["random", "greedy,random,random"])
def test_both_speeds_and_the_object_api_play_the_same_hands(bots, tmp_path):
    arguments = ("--games", 150, "--seed", 11, "--bots", bots)
    quick = report(*arguments, "--speed", "compiled")
    plain = report(*arguments, "--speed", "interpreted")
    objects = report(*arguments, "--records", tmp_path / "hands.jsonl", "--trace", tmp_path / "trace.jsonl")
    timing = {"speed", "seconds", "hands_per_second", "decisions_per_second"}
    kept = [{key: value for key, value in each.items() if key not in timing} for each in (quick, plain, objects)]
    assert kept[0] == kept[1] == kept[2]
    assert (quick["speed"], plain["speed"]) == ("compiled", "interpreted")


def test_the_digest_does_not_depend_on_the_chunks_and_does_on_the_order():
    play = simulation.player(STD15, ["random"] * 3, 5, "interpreted")
    tallies = [simulation.Tally(wins=[0] * 3) for _ in range(3)]
    tallies[0].add(play(0, 12))
    for first, count in ((0, 5), (5, 1), (6, 6)):
        tallies[1].add(play(first, count))
    for first, count in ((6, 6), (0, 6)):
        tallies[2].add(play(first, count))
    assert tallies[0] == tallies[1]
    assert tallies[2].digest != tallies[0].digest
    assert (tallies[2].wins, tallies[2].decisions) == (tallies[0].wins, tallies[0].decisions)


def test_hand_i_is_the_same_whatever_is_played_before_it():
    game, row = simulation.play_as_game(STD15, ["random"] * 3, 9, 4)
    rows = simulation.player(STD15, ["random"] * 3, 9, "interpreted")(0, 5)
    assert rows[4].tolist() == row[0].tolist()
    assert game.dealer == 4 % 3


def test_records_and_traces_written_are_true(tmp_path):
    records, traces = tmp_path / "hands.jsonl", tmp_path / "trace.jsonl"
    report("--games", 30, "--bots", "greedy,random,greedy", "--records", records, "--trace", traces)
    hands = [from_json(line) for line in records.read_text(encoding="utf-8").splitlines()]
    told = [json.loads(line) for line in traces.read_text(encoding="utf-8").splitlines()]
    assert len(hands) == len(told) == 30
    assert hands[0].names == ("greedy", "random", "greedy")
    assert [referee.check_hand(each) for each in told] == [[]] * 30
    assert [each["result"]["payments"] for each in told] == [list(hand.result["net"]) for hand in hands]
    checked = run("verify", records)
    assert checked.exit_code == 0
    assert "30 hands replayed" in checked.output


def test_the_report_counts_every_hand():
    told = report("--games", 60, "--bots", "greedy")
    assert sum(told["wins"]) + told["huang"] == told["games"] == 60
    assert told["huang_rate"] == round(told["huang"] / 60, 4)
    assert told["mean_huxi"] >= 15
    assert told["mean_tun"] >= 1
    assert told["decisions_per_hand"] > 5
    assert re.fullmatch(r"[0-9a-f]{16}", told["digest"])
    said = run("simulate", "--games", 60, "--bots", "greedy").output
    assert told["digest"] in said
    assert "荒庄" in said


def test_the_rules_of_a_file_are_played(tmp_path):
    rules = tmp_path / "easy.toml"
    rules.write_text('id = "easy"\nmin_huxi = 0\n', encoding="utf-8")
    easy = report("--games", 40, "--bots", "greedy", "--rules", rules)
    assert easy["rules"] == "easy"
    assert sum(easy["wins"]) > sum(report("--games", 40, "--bots", "greedy")["wins"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", 0], "--games 0"),
        (["--games", -5], "--games -5"),
        (["--seed", 2**31], "--seed 2147483648"),
        (["--seed", -1], "--seed -1"),
        (["--bots", "gredy,random,random"], "did you mean greedy"),
        (["--bots", "random,random"], "2 bots for 3 seats"),
        (["--bots", ""], "greedy"),
        (["--speed", "compild"], "did you mean compiled"),
        (["--rules", "std51"], "std15"),
        (["--records", "same", "--trace", "same"], "two different files"),
    ],
)
def test_what_cannot_be_done_is_said_before_any_work(arguments, words):
    error = refused("simulate", *arguments)
    assert isinstance(error, UserInputError)
    assert words in str(error)


def test_a_place_that_cannot_be_written_is_found_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "_run", None)
    for path in (tmp_path, tmp_path / "missing" / "hands.jsonl"):
        for option in ("--records", "--trace"):
            error = refused("simulate", option, path)
            assert isinstance(error, UserInputError)
            assert str(path) in str(error)


@pytest.mark.parametrize("option", ["--records", "--trace"])
def test_a_dash_is_standard_output_and_the_report_goes_beside_it(option):
    said = CliRunner().invoke(app, ["simulate", "--games", "2", option, "-"])
    assert [json.loads(line)["game"] for line in said.stdout.splitlines()] == ["zipai", "zipai"]
    assert "digest" in said.stderr
    assert "standard output" in str(refused("simulate", option, "-", "--json"))


def test_bots_are_named_in_any_case_and_random_ones_are_said_to_be_no_players():
    assert report("--games", 2, "--bots", "GREEDY, Random,greedy")["bots"] == ["greedy", "random", "greedy"]
    assert report("--games", 2, "--bots", "normal")["bots"] == ["greedy"] * 3  # as the table calls it
    levels = report("--game", "paoyao", "--games", 2, "--bots", "novice,normal,expert")
    assert levels["bots"] == ["random", "advice", "exact"]
    assert "--bots greedy" in run("simulate", "--games", 2, "--bots", "random").output
    assert "at random" not in run("simulate", "--games", 2).output


def test_an_interruption_counts_what_was_played(monkeypatch):
    real = simulation.player

    def player(*arguments):
        play = real(*arguments)

        def hands(first, count):
            if first >= 40:
                raise KeyboardInterrupt
            return play(first, count)

        return hands

    monkeypatch.setattr(simulation, "player", player)
    done = run("simulate", "--games", 400, "--speed", "interpreted", "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == 130
    assert told["interrupted"]
    assert 40 <= told["games"] < 400
    monkeypatch.undo()
    assert told["digest"] == report("--games", told["games"])["digest"]


def test_an_interruption_before_the_first_hand_still_reports(monkeypatch):
    def player(*arguments):
        def hands(first, count):
            raise KeyboardInterrupt

        return hands

    monkeypatch.setattr(simulation, "player", player)
    done = run("simulate", "--games", 10, "--speed", "interpreted")
    assert done.exit_code == 130
    assert "0 局" in done.output


def test_standard_error_stays_silent_when_it_is_no_terminal():
    command = [sys.executable, "-X", "utf8", "-m", "erqishi", "simulate", "--games", "20", "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    assert json.loads(done.stdout)["games"] == 20


@pytest.mark.parametrize("command", ["simulate", "replay", "verify"])
def test_help_gives_examples_in_both_languages(command):
    said = run(command, "--help").output
    assert f"erqishi {command}" in said
    assert re.search("[一-鿿]", said)
    assert re.search(r"[A-Z][a-z]+ [a-z]+ [a-z]+", said)


# -- replay and verify ------------------------------------------------------------------------------------------


@pytest.fixture
def hands(tmp_path):
    """Two hands as JSON, the example as text between them."""
    lines = [to_json(Record.of(simulation.play_as_game(STD15, ["greedy"] * 3, 2, hand)[0])) for hand in range(2)]
    path = tmp_path / "hands"
    path.write_text(f"{lines[0]}\n{EXAMPLE.read_text(encoding='utf-8')}\n{lines[1]}\n", encoding="utf-8")
    return path


def test_replay_tells_the_course_and_how_the_result_came_about():
    said = run("replay", EXAMPLE).output
    assert (
        "1. 二嫂打拾，小满吃捌玖拾比十十拾，打陆\n    二嫂 discards 拾, 小满 chi 捌玖拾 bi 十十拾, discards 陆" in said
    )
    assert "坎 柒柒柒 6息" in said
    assert "阿公 付 二嫂 4" in said


def test_replay_turns_each_form_into_the_other_and_back(hands, tmp_path):
    as_text = run("replay", hands, "--text").output
    as_json = run("replay", hands, "--json").output
    assert run("replay", "-", "--json", stdin=as_text).output == as_json
    assert run("replay", "-", "--text", stdin=as_json).output == as_text
    assert run("replay", hands, "--hand", 2, "--text").output == EXAMPLE.read_text(encoding="utf-8")
    assert len(as_json.splitlines()) == 3


def test_verify_says_what_was_checked(hands):
    done = run("verify", hands)
    assert done.exit_code == 0
    assert "3 hands replayed" in done.output
    assert "3 without a shuffle proof" in done.output
    assert "1 hands replayed" in run("verify", hands, "--hand", 3).output


def test_verify_names_the_hand_the_line_and_the_first_difference(hands):
    text = hands.read_text(encoding="utf-8")
    hands.write_text(text.replace("下摸捌 上想吃捌玖拾", "下摸捌 上吃捌玖拾"), encoding="utf-8")
    error = refused("verify", hands)
    assert str(error).startswith("第2局 (hand 2, line 2): 第16行 别家的先（core.md §10）")
    assert "1 of 3 hands do not hold" in str(error)
    assert "hand 2" in str(refused("replay", hands))
    assert run("replay", hands, "--hand", 3).exit_code == 0


def test_verify_ends_with_status_2_and_no_traceback(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text(to_json(Record.of(Game.deal(STD15, seed=1))).replace('"dealer":0', '"dealer":1'), encoding="utf-8")
    command = [sys.executable, "-X", "utf8", "-m", "erqishi", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "校验不符" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_announced_commitment_is_held_against_the_proof(tmp_path):
    proof = shuffle.reveal(b"k" * 32, ["a", "b", "c"], table="t", hand=0, n=80)
    game = Game.from_deck(STD15, [card // 4 for card in shuffle.shuffled(proof)])
    path = tmp_path / "hand.txt"
    path.write_text(to_text(Record.of(game, shuffle=proof)), encoding="utf-8")
    said = run("verify", path).output
    assert (
        "1 局的洗牌证明自身相符；要与开局前公布的承诺核对，加 --commitment · 1 shuffle proof holds in itself; " in said
    )
    assert "give --commitment to check it against what was announced before the hand\n" in said
    said = run("verify", path, "--commitment", proof.commitment).output
    assert "与开局前公布的承诺相符 · 1 shuffle proof holds, as announced before the hand\n" in said
    assert "another commitment" in str(refused("verify", path, "--commitment", "00" * 32))
    begins = f"{proof.commitment[:4]} {proof.commitment[4:8].upper()} {proof.commitment[8:16]}…"  # as a table shows it
    assert "first 16 digits" in run("verify", path, "--commitment", begins).output
    assert "another commitment" in str(refused("verify", path, "--commitment", "0" * 16))
    for no in ("x", "12", proof.commitment + "0", ""):
        assert "hexadecimal" in str(refused("verify", path, "--commitment", no))
    assert "no shuffle proof" in str(refused("verify", EXAMPLE, "--commitment", proof.commitment))
    path.write_text(f"{to_json(Record.of(game, shuffle=proof))}\n" * 2, encoding="utf-8")
    assert "2 shuffle proofs hold in themselves; give --hand and --commitment" in run("verify", path).output


def test_the_cuts_that_seats_remember_are_held_against_the_proof(tmp_path):
    proof = shuffle.reveal(b"k" * 32, ["a", "", "b=c 三"], table="t", hand=0, n=80)
    game = Game.from_deck(STD15, [card // 4 for card in shuffle.shuffled(proof)])
    path = tmp_path / "hand.txt"
    path.write_text(to_text(Record.of(game, shuffle=proof)), encoding="utf-8")
    said = run("verify", path, "--sent", "0=a", "--sent", "2=b=c 三", "--commitment", proof.commitment).output
    assert "as announced" in said
    assert "记下的 2 家切牌都在里面 · the 2 cuts that were remembered are in it" in said
    assert "remembered" not in run("verify", path).output
    assert run("verify", path, "--sent", "1=").exit_code == 0
    for sent, words in (
        ("0=b", "seat 0 sent the nonce 'b', the proof has 'a'"),
        ("1=a", "seat 1 sent the nonce 'a', the proof has ''"),
        ("2=b", "seat 2 sent the nonce 'b'"),
        ("3=", "seat 3 sent the nonce '', the proof has None"),
        ("a", "give SEAT=TEXT"),
        ("-1=a", "give SEAT=TEXT"),
        ("²=a", "give SEAT=TEXT"),
    ):
        assert words in str(refused("verify", path, "--sent", sent))
    assert "given twice" in str(refused("verify", path, "--sent", "0=a", "--sent", "0=b"))
    assert "no shuffle proof" in str(refused("verify", EXAMPLE, "--sent", "0=a"))


def test_a_cut_without_the_chance_that_the_page_added_fits_as_far_as_it_goes(tmp_path):
    """A page sends the place that one pointed at, a stroke, and chance: people remember the place."""
    proof = shuffle.reveal(b"k" * 32, ["40/c14a6d26", "/x", "7/1/2"], table="t", hand=0, n=80)
    game = Game.from_deck(STD15, [card // 4 for card in shuffle.shuffled(proof)])
    path = tmp_path / "hand.txt"
    path.write_text(to_text(Record.of(game, shuffle=proof)), encoding="utf-8")
    said = run("verify", path, "--sent", "0=40", "--sent", "2=7")
    assert (
        said.exit_code == 0
        and "座位0：合（只核对了 / 前面的部分） · seat 0: fits as far as it was given" in said.output
    )
    assert "seat 2: fits as far as it was given" in said.output
    assert "remembered" not in said.output
    said = run("verify", path, "--sent", "0=40/c14a6d26", "--sent", "2=7").output
    assert "seat 0" not in said and "the cut that was remembered is in it" in said
    for sent in ("0=4", "0=40/", "0=40/c1", "0=", "1=", "2=7/1", "2=8"):
        assert "sent the nonce" in str(refused("verify", path, "--sent", sent))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "there is no record"),
        (b"\n\n", "there is no record"),
        (b"\xff\xfe1\x00", "UTF-16"),
        ("跑胡子牌谱 1\n规则 标准".encode("gb18030"), "line 1, byte 1"),
        (b"{" + b"x" * 300_000, "line 1 is too long"),
        (b"{", "not complete JSON"),
        ("王".encode(), "not a record"),
        (b'{"name": "x"}', "not a record"),
        (b'[build-system]\nname = "x"', "not a record"),
        (b'[\n{"v": 1},\n{"v": 1}\n]', "leave out [ ]"),
    ],
)
def test_a_file_that_is_no_record_is_said_to_be_none(raw, words, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(raw)
    for command in ("verify", "replay"):
        error = refused(command, path)
        assert words in str(error)
        assert isinstance(error, UserInputError)


def test_files_and_numbers_that_are_not_there(tmp_path):
    assert "no such file" in str(refused("verify", tmp_path / "none"))
    assert "this is a folder" in str(refused("replay", tmp_path))
    assert "the file has 1" in str(refused("replay", EXAMPLE, "--hand", 2))
    assert "counted from 1" in str(refused("replay", EXAMPLE, "--hand", 0))
    assert "one of the two" in str(refused("replay", EXAMPLE, "--text", "--json"))

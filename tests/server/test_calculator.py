"""The calculator and the pages of changed rules, over HTTP."""

import json

import httpx
import pytest
from house import run, served
from typer.testing import CliRunner

from erqishi.cli.app import app

HAND = {
    "cards": "坎壹壹壹 坎叁叁叁 碰捌捌捌 句四五六 句肆伍陆 绞九九玖 绞六六陆",
    "rules": "changde_qmt_big68",
    "huang": 1,
}


def asked(tmp_path, path, **body):
    answers = []

    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            answers.append(await http.post(path, json=body))

    run(test())
    return answers[0]


def test_a_hand_is_scored_with_its_derivation(tmp_path):
    answer = asked(tmp_path, "/api/score", **HAND).json()
    assert answer["can_hu"] and answer["huxi"] == 15 and answer["tun"] == 1
    assert answer["fan"] == [["黑胡", "8"]] and answer["net"] == [32, -16, -16]
    assert [group["huxi"] for group in answer["groups"]] == [6, 6, 3, 0, 0, 0, 0]
    assert {group["name"] for group in answer["groups"]} == {"坎", "碰", "句", "绞"}
    assert answer["lines"][-1]["zh"] == "C 付 A 16"


def test_concealed_cards_are_grouped_and_options_count(tmp_path):
    hand = {"cards": "一一一六七八十十 贰贰拾 偎五五五 碰叁叁叁 碰壹壹壹", "card": "五", "origin": "other"}
    answer = asked(tmp_path, "/api/score", **hand).json()
    assert answer["can_hu"] and answer["net"] == [2, -1, -1] and answer["rules"]["zh"]
    refused = asked(tmp_path, "/api/score", **hand, changes={"min_huxi": 30}).json()
    assert not refused["can_hu"] and "30" in refused["reason"]["zh"] and refused["net"] is None


def test_a_坎_beside_bare_cards_is_of_the_hand(tmp_path):
    how = {"card": "五", "origin": "other"}
    bare = asked(tmp_path, "/api/score", cards="一一一六七八十十 贰贰拾 偎五五五 碰叁叁叁 碰壹壹壹", **how).json()
    named = asked(tmp_path, "/api/score", cards="坎一一一 六七八 偎五五五 碰叁叁叁 碰壹壹壹 十十 贰贰拾", **how).json()
    assert bare["can_hu"] and named == bare


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"cards": "坎壹壹壹 猫"}, "猫"),
        ({"cards": ""}, "no cards"),
        ({"cards": "一一一一一"}, "一"),
        ({"cards": "坎壹壹壹", "rules": "../secret"}, "no such rule set"),
        ({"cards": "坎壹壹壹", "changes": {"min_huxi": "many"}}, "min_huxi"),
        ({"cards": "坎壹壹壹", "wrong": 1}, "wrong"),
        ({"cards": "一" * 500}, "Expected"),
        ({}, "cards"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, body, said):
    answer = asked(tmp_path, "/api/score", **body)
    assert answer.status_code == 400 and said in answer.json()["en"]


def test_the_page_of_changed_rules_says_the_changes(tmp_path):
    answer = asked(tmp_path, "/api/rules/changde_qmt_big68", changes={"min_huxi": 18, "黑胡": False}).json()
    assert any(line["zh"] == "18息起胡" for line in answer["lines"])
    assert {row["name"]["zh"]: row["off"] for row in answer["mingtang"]}["黑胡"]
    assert answer["parameters"]["min_huxi"] == 18 and answer["scoring"]
    assert asked(tmp_path, "/api/rules/none", changes={}).status_code == 400


@pytest.mark.parametrize("origin", [None, "self", "other", "discard", "liang", "deal"])
@pytest.mark.parametrize("dealer", [False, True])
def test_the_page_and_the_command_answer_a_question_alike(tmp_path, origin, dealer):
    cards, card = "坎一一一 六七八十十 贰贰拾 碰叁叁叁 碰壹壹壹 偎五五五", "五"
    if origin == "deal":
        cards, card = "坎壹壹壹 坎贰贰贰 坎叁叁叁 坎四四四 坎五五五", ""
    ask = {"cards": cards, "card": card, "origin": origin, "dealer": dealer, "huang": 2, "charge": 1, "players": 4}
    page = asked(tmp_path, "/api/score", rules="changde_qmt_big68", **ask).json()
    line = ["score", *cards.split(), "--rules", "changde_qmt_big68", "--荒", "2", "--充", "1", "--人数", "4", "--json"]
    line += [
        *(["--card", card] if card else []),
        *(["--from", origin] if origin else []),
        *(["--庄"] if dealer else []),
    ]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [line["zh"] for line in told["lines"]] == [line["zh"] for line in page["lines"]]
    assert (told["can_hu"], told["points"]) == (page["can_hu"], page["points"])
    assert list((told["net"] or {}).values()) == (page["net"] or [])

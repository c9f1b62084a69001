"""Cases of 跑腰 worked out by hand from the text, each choice of paoyao.md §2 with its default: the engine and the naive referee."""

import json
import re
from pathlib import Path

import pytest

from erqishi.paoyao import load
from erqishi.record import Record, from_json, from_text, replay, to_json, to_text
from paoyao_deals import deal, deck_text, play
from reference.paoyao_referee import Story

HERE = Path(__file__).parent
CASES = [json.loads(line) for line in (HERE / "data" / "paoyao_cases.jsonl").read_text(encoding="utf-8").splitlines()]
GIVEN = {"hands", "table", "yao", "do", "dealer", "chips", "carry", "rules", "options"}


def dealt(given):
    how = {key: given[key] for key in ("dealer", "chips", "carry", "rules") if key in given}
    return deal(*given["hands"], table=given["table"], yao=given["yao"], **how, **given.get("options", {}))


class Asks(Exception):
    """The referee waits for an answer that the case does not give."""


def told_by_the_referee(given):
    """The result as the referee has it, or what it asks next; each answer must be among its own legal ones."""
    rules = load(given.get("rules", "changchun_literal"))
    if given.get("options"):
        rules = rules.replace(**given["options"])
    options = {key: value for key, value in rules.options().items() if key != "chips"}
    players, dealer = len(given["hands"]), given.get("dealer", 0)
    answers = iter(given["do"])

    def ask(seat, phase, legal):
        answer = next(answers, None)
        if answer is None:
            raise Asks(seat, phase, legal)
        who, _, did = answer.partition(":")
        assert (int(who), did in legal) == (seat, True), (answer, seat, legal)
        return did

    chips = given.get("chips", [20] * players)
    deck = deck_text(given["hands"], given["table"], given["yao"], dealer)
    try:
        result = Story(options, players, dealer, chips, given.get("carry", 0), deck, ask).run()
    except Asks as waits:
        seat, phase, legal = waits.args
        return {"asked": seat, "phase": phase, "offer": sorted(legal)}
    assert next(answers, None) is None
    return result | {"xier": result["xier"][0] if result["xier"] else None}


def told_by_the_engine(game):
    if game.decision is not None:
        offer = sorted(str(action) for action in game.decision.legal[game.decision.seat])
        return {"asked": game.decision.seat, "phase": game.decision.kind, "offer": offer}
    result = game.result
    names = ("units", "due", "net", "paid", "pot_to", "chips")
    told = {name: list(getattr(result, name)) for name in names}
    told |= {name: getattr(result, name) for name in ("outcome", "pot", "carry", "yao", "taken_by", "next_dealer")}
    return told | {"xier": result.xier[0] if result.xier else None}


def expected(case):
    want = dict(case["expect"])
    return want | {"offer": sorted(want["offer"])} if "offer" in want else want


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_engine_does_what_was_worked_out_by_hand(case):
    assert set(case["given"]) <= GIVEN
    game = play(dealt(case["given"]), *case["given"]["do"])
    told, want = told_by_the_engine(game), expected(case)
    assert {key: told.get(key) for key in want} == want, case["title"]
    if game.result is not None:
        assert sum(game.result.net) == sum(game.result.due) == 0
        record = Record.of(game)
        assert replay(from_json(to_json(record))).result == game.result
        assert from_text(to_text(record)) == record


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_naive_referee_does_too(case):
    told, want = told_by_the_referee(case["given"]), expected(case)
    assert {key: told.get(key) for key in want} == want, case["title"]


def test_every_choice_of_the_rules_has_a_case():
    """All numbers of §2, but those that need no hand: 2.15 (five cards of a rank), 2.22 (who may play), 2.26 (suits)."""
    page = (HERE.parent / "src" / "erqishi" / "paoyao" / "rules" / "paoyao.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^\| (2\.\d+) \|", page, re.MULTILINE)) | {"2.23"}
    assert sections - {case["section"] for case in CASES} == {"2.15", "2.22", "2.26"}
    options = {name for case in CASES for name in case["given"].get("options", {})}
    presets = {"yao_claim", "bettors_only_yao"}
    values = {"chips", "triple_value", "quad_value", "xier_value"}
    assert set(load("changchun_literal").options()) - options <= presets | values
    assert len({case["id"] for case in CASES}) == len(CASES) >= 60

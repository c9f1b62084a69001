"""The reference reading of the rules (tests/reference) against the recorded vectors, the examples, and itself."""

import copy
import json
import random
from pathlib import Path

import pytest

from reference.naive_cover import (
    SETS,
    best,
    best_partial_xi,
    cards_of,
    counts_of,
    forced_tianhu_xi,
    is_forced_tianhu,
    own_draw_forced,
    quads,
    text_of,
    total_xi,
    xi,
)
from reference.naive_hand import STD15, Hand, formula
from reference.referee import canonical, check_hand, main, play_random, random_deal

DATA = Path(__file__).parent / "data"
NAMES = {"提": "ti", "跑": "pao", "偎": "wei", "臭偎": "chouwei", "坎": "kan", "碰": "peng", "将": "jiang"}


def lines(name):
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def standard(*kinds):
    found = [x for x in lines("examples.jsonl") if x["kind"] in kinds and x["ruleset"] == "std15"]
    return [pytest.param(x["given"], x["expect"], id=x["id"]) for x in found]


def groups_of(given):
    return [(NAMES.get(group["kind"], "chi"), cards_of("".join(group["cards"]))) for group in given["groups"]]


# ------------------------------------------------------------ the recorded vectors


def test_vectors_forced_xi():
    """All recorded hands, in the file's reading: 偎, 提 and the 跑 of one's own 碰 come before the 胡."""
    hands = lines("hands.jsonl")
    assert len(hands) == 272
    for x in hands:
        melds = [(meld["t"], cards_of(meld["cards"])) for meld in x["melds"]]
        found, groups = best(x["counts"], melds, cards_of(x["card"])[0], x["mode"], peng_pao_first=True)
        assert found == x["ref"]["forced_xi"], x["id"]
        assert found is None or (total_xi(groups) == found and len(groups) == 7), x["id"]


def test_vectors_split_kan_finds_every_free_arrangement():
    """free_xi: any arrangement of the cards, 坎 broken or not. What it completes, split_kan completes."""
    for x in lines("hands.jsonl"):
        if x["mode"] == "other" and x["ref"]["free_xi"] is not None:
            melds = [(meld["t"], cards_of(meld["cards"])) for meld in x["melds"]]
            assert best(x["counts"], melds, cards_of(x["card"])[0], "other", split_kan=True)[0] is not None, x["id"]


# ------------------------------------------------------------ examples of the rules


@pytest.mark.parametrize(("given", "expect"), standard("unit"))
def test_unit(given, expect):
    assert xi((NAMES.get(given["kind"], "chi"), cards_of("".join(given["cards"])))) == expect["huxi"]


@pytest.mark.parametrize(("given", "expect"), standard("unit_invalid"))
def test_unit_invalid(given, expect):
    assert tuple(sorted(cards_of("".join(given["cards"])))) not in SETS


@pytest.mark.parametrize(("given", "expect"), standard("hand", "hand_generated"))
def test_hand(given, expect):
    groups = groups_of(given)
    assert total_xi(groups) == expect["huxi"]
    assert [xi(group) for group in groups] == expect.get("per_group", [xi(group) for group in groups])
    assert (sum(len(cards) for _, cards in groups), quads(groups)) == (expect["cards"], expect["quads"])
    # 坎 and 将 in hand, the rest on the table; then the 一句话 and 绞 in hand too.
    for in_hand in (("kan", "jiang"), ("kan", "jiang", "chi")):
        hand = counts_of("".join(text_of(cards) for name, cards in groups if name in in_hand))
        kans = {cards[0] for name, cards in groups if name == "kan"}
        if any(n > 3 or (n == 3 and k not in kans) for k, n in enumerate(hand)):
            continue  # together in one hand the sets would be a 坎 or a 提
        found, _ = best(hand, [group for group in groups if group[0] not in in_hand])
        assert found is not None and found >= expect["huxi"]
        assert (found >= 15) >= expect["can_hu"]
        if in_hand == ("kan", "jiang"):
            assert found == expect["huxi"]
            assert (found >= STD15["min_huxi"]) == expect["can_hu"]
    if expect["can_hu"]:
        assert formula(STD15["tun_formula"], expect["huxi"]) == expect["tun"]


REST = "吃七八九 吃柒捌玖 吃四五六 吃肆伍陆 吃一一壹 吃叁三三"
WINNING = {
    "winning_card-030": ("捌捌", "", "捌", "other"),
    "winning_card-032": ("八八", "", "八", "draw"),
    "winning_card-033": ("玖玖玖 二二", "", "玖", "other"),
    "winning_card-034": ("玖玖玖 二二", "", "玖", "draw"),
    "winning_card-035": ("二二", "偎四四四", "四", "other"),
    "winning_card-037": ("二二", "碰拾拾拾", "拾", "draw"),
    "winning_card-038": ("二二", "碰拾拾拾", "拾", "other"),
    "winning_card-039": ("二二", "碰拾拾拾", "拾", "discard"),
    "winning_card-040": ("二二", "偎拾拾拾", "拾", "discard"),
    "winning_card-041": ("拾拾拾 二二", "", "拾", "discard"),
}


@pytest.mark.parametrize(("given", "expect"), standard("winning_card"))
def test_winning_card(given, expect, request):
    hand_text, meld, card_text, how = WINNING[request.node.callspec.id]
    hand, card = counts_of(hand_text), cards_of(card_text)[0]
    melds = [(NAMES[word[0]], cards_of(word[1:])) for word in meld.split()]
    fill = 7 - len(melds) - (2 if "二二" in hand_text and not melds else 1)
    melds += [("chi", cards_of(word[1:])) for word in REST.split()[:fill]]
    if how == "discard":
        table = Hand({"dealer": 0, "hands": [hand_text, "", ""], "liang": "十", "wall": []})
        table.melds[0] = melds
        assert (table.pao_seat(card, 1, "discard") == 0) == (expect["action"] == "跑")
        assert best(hand, melds, card, how)[0] == expect.get("huxi")
        return
    found, groups = best(hand, melds, card, how)
    if expect["scored_as"] == "臭偎":
        hand, melds = own_draw_forced(hand, melds, card, "chouwei")
        found, groups = best(hand, melds)
    assert found == expect["huxi"]
    assert [xi(group) for group in groups if group[0] == NAMES[expect["scored_as"]]] == [expect["huxi"]]


STRUCTURES = {
    "structure-058": ("", "跑捌捌捌捌 " + REST),
    "structure-059": ("十十", REST),
    "structure-060": ("十十 拾拾", "跑捌捌捌捌 跑二二二二 吃七八九 吃四五六 吃肆伍陆"),
    "structure-061": ("五五五四六", "吃七八九 吃柒捌玖 吃一一壹 吃叁三三 吃拾拾十"),
}


@pytest.mark.parametrize(("given", "expect"), standard("structure"))
def test_structure(given, expect, request):
    hand, melds = STRUCTURES[request.node.callspec.id]
    groups = [(NAMES.get(word[0], "chi"), cards_of(word[1:])) for word in melds.split()]
    card = cards_of(given["drawn"])[0] if "drawn" in given else None
    assert best(counts_of(hand), groups, card, "other") == (None, [])


# 067, 068, 070-073 are dealt in full in reference/test_fine_points.py.
TIANHU = [x for x in standard("tianhu") if "groups" in x.values[0]]


@pytest.mark.parametrize(("given", "expect"), TIANHU)
def test_forced_tianhu(given, expect):
    hand = counts_of("".join(text_of(cards) for _, cards in groups_of(given)))
    assert is_forced_tianhu(hand) == expect["forced"]
    huxi = forced_tianhu_xi(hand)
    tun = formula(STD15["tianhu_formula"], huxi) + (STD15["zimo_tun"] if given["zimo"] else 0)
    assert (huxi, tun) == (expect["huxi"], expect["tun"])


def test_tianhu_that_is_none():
    assert not is_forced_tianhu(counts_of("一一一一二二二二三三三四四四"))
    assert not is_forced_tianhu(counts_of("一一一一二二二二三三三"))
    assert is_forced_tianhu(counts_of("一一一一二二二二三三三四四四五五五"))


def test_partial_grouping():
    assert best_partial_xi(counts_of("一二三七十壹贰叁贰柒拾"), STD15["huxi"]) == 3 + 6 + 6


def test_worked_examples_of_other_engines():
    """Those of the recorded cases that ask about 吃, sets and 坎 under the standard rules."""
    for x in lines("worked_examples.jsonl"):
        if x["kind"] == "partition_keep_kan":
            hand = counts_of(x["input"]["hand"])
            sets = sum(hand) // 3
            filler = [("chi", cards_of("四五六"))] * (7 - sets - (sum(hand) % 3 == 2))
            if sum(hand) % 3 == 2:
                filler[0] = ("pao", cards_of("捌捌捌捌"))
            assert (best(hand, filler)[0] is not None) == x["expect"]["complete"], x["id"]


# ------------------------------------------------------------ the referee against itself


@pytest.fixture(scope="module")
def traces():
    """300 hands of chance, and 60 with a low minimum, where most are won."""
    played = []
    for seed in range(360):
        options = {"min_huxi": 3} if seed >= 300 else {}
        rng = random.Random(seed)
        played.append((play_random(random_deal(rng, seed % 3), rng, options), options))
    return played


def test_self_play_is_accepted(traces):
    assert [seed for seed, (trace, options) in enumerate(traces) if check_hand(trace, options)] == []
    winners = [trace["result"]["winner"] for trace, _ in traces]
    assert set(winners) == {None, 0, 1, 2}
    origins = {step.get("origin") for trace, _ in traces for step in trace["steps"]}
    assert origins == {None, "draw", "discard", "own_meld"} | (origins & {"liang"})


def test_order_of_lists_and_of_bi_groups_does_not_matter(traces):
    assert canonical("chi 三二一 比 二贰贰 比 四三二") == "chi 一二三 比 二三四 比 二贰贰"
    rng = random.Random(5)
    for trace, options in traces[:40]:
        mixed = copy.deepcopy(trace)
        for step in mixed["steps"]:
            for actions in step["legal"].values():
                rng.shuffle(actions)
        assert check_hand(mixed, options) == []


def changed(trace, change, rng):
    """A trace with one thing changed; None when there is nothing of the kind to change."""
    trace = copy.deepcopy(trace)
    steps, result = trace["steps"], trace["result"]
    step = rng.choice(steps)
    seat = rng.choice(list(step["legal"]))
    won = result["winner"] is not None
    if change == "an action missing":
        step["legal"][seat].remove(rng.choice(step["legal"][seat]))
    elif change == "an action too many":
        step["legal"][seat].append("chi 一五十" if step["ask"] == "claims" else "pass")
    elif change == "an action twice":
        step["legal"][seat].append(step["legal"][seat][0])
    elif change == "a seat not asked":
        del step["legal"][seat], step["did"][seat]
    elif change == "a step removed":
        steps.remove(step)
    elif change == "the end removed":
        steps.pop()
    elif change == "a step too many":
        steps.append(steps[-1])
    elif change == "another card":
        if "card" not in step:
            return None
        step["card"] = "一" if step["card"] != "一" else "二"
    elif change == "another origin":
        if "origin" not in step:
            return None
        step["origin"] = "discard" if step["origin"] == "draw" else "draw"
    elif change == "another owner":
        key = "owner" if "owner" in step else "seat"
        step[key] = (step[key] + 1) % 3
    elif change == "an illegal answer":
        step["did"][seat] = "chi 一二三 比 一二三"
    elif change == "the wall":
        trace["deal"]["wall"][0] = "一" if trace["deal"]["wall"][0] != "一" else "二"
    elif change == "the winner":
        result["winner"] = 0 if not won else (result["winner"] + 1) % 3
    elif change in ("huxi", "tun"):
        result[change] += 1
    elif change in ("zimo", "tianhu"):
        result[change] = not result[change]
    elif change == "payments":
        result["payments"] = [result["payments"][1] + 1, *result["payments"][1:]]
    return trace


CHANGES = """an action missing, an action too many, an action twice, a seat not asked, a step removed, the end removed,
a step too many, another card, another origin, another owner, an illegal answer, the wall, the winner, huxi, tun, zimo,
tianhu, payments"""


@pytest.mark.parametrize("change", [words.strip() for words in CHANGES.split(",")])
def test_one_change_is_refused(traces, change):
    rng = random.Random(change)
    some = [*traces[:12], *traces[-12:]]
    edited = [(changed(trace, change, rng), options) for trace, options in some]
    edited = [(trace, options) for trace, options in edited if trace is not None]
    assert len(edited) > 5
    assert [trace for trace, options in edited if check_hand(trace, options) == []] == []


def test_other_options_are_another_game(traces):
    """A trace of a 3 息 game is refused under the standard minimum as soon as 胡 was on offer below 15."""
    low = [trace for trace, options in traces if options and 0 < trace["result"]["huxi"] < 15]
    assert low
    assert all(check_hand(trace) for trace in low)


def test_command_line(traces, tmp_path, capsys):
    file = tmp_path / "trace.jsonl"
    file.write_text("".join(json.dumps(trace) + "\n" for trace, options in traces[-5:]), encoding="utf-8")
    assert main([str(file), "--options", "min_huxi=3"]) == 0
    assert capsys.readouterr().out == "5 of 5 hands agree\n"
    broken = changed(traces[0][0], "the end removed", random.Random(1))
    file.write_text(json.dumps(broken) + "\n", encoding="utf-8")
    assert main([str(file)]) == 1
    assert "the trace ends" in capsys.readouterr().out

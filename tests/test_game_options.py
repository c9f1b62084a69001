"""Every parameter of a rule set makes the difference it says, in a played hand (core.md §20).

Each test plays one situation under two values or more; `settles` notes the parameter, and the last test asks for all.
"""

import pytest

from erqishi.errors import IllegalAction, RuleSetError
from erqishi.match import HandOutcome, MatchRules, next_hand, record_hand, start
from erqishi.zipai import events as e
from erqishi.zipai.actions import Hu, Pass
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import HuxiTable, RuleSet
from tables import BIG, READY, SMALL, STD, answer, dealt, discarded, drawn, hand, last, legal, melds, on, play

SETTLED: set[str] = set()
SHORT = STD.replace(min_huxi=0)
NOTHING = "四五六肆伍陆十十拾一一壹三三叁"  # five groups without 息
READY_ON_LIANG = "一二三七八九壹壹壹叁叁叁四五六十拾拾捌捌"  # 捌: 碰 for others, 坎 for the dealer
NO_LIANG = "一二三七柒柒壹壹壹叁叁叁四五六十拾拾八八"
THREE_TI = "一一一一二二二二三三三三壹贰叁五五八"


def settles(*names):
    SETTLED.update(names)
    return lambda test: test


def mirrored(text):
    """The same cards of the other size."""
    return text.translate(str.maketrans(SMALL + BIG, BIG + SMALL))


def ready(rules, wall="六", dealer=1):
    """READY, and 六 turned up by its 上家 (or by itself, with dealer=2)."""
    hands = [READY, "", ""]
    hands[dealer] = "玖"
    return play(dealt(*hands, dealer=dealer, wall=wall, rules=rules), f"{dealer} discard 玖")


# -- who plays, the deal (§2, §3) --------------------------------------------------------------------------------------


@settles("seats", "deal", "wall")
@pytest.mark.parametrize(("seats", "deal", "wall"), [(3, 20, 19), (2, 20, 39), (2, 20, 19), (4, 14, 20), (3, 14, 5)])
def test_seats_deal_and_wall(seats, deal, wall):
    rules = STD.replace(seats=seats, deal=deal, wall=wall, forced_tianhu=False, liangzhang_hu=False)
    game = Game.deal(rules, seed=1, dealer=1)
    assert [view.size for view in game.view(None).seats] == [deal + (seat == 1) for seat in range(seats)]
    assert game.view(None).wall == wall and len(game.deck) == seats * deal + 1 + wall
    assert list(game.decision.legal) == [1]


@settles("huang_policy")
@pytest.mark.parametrize(
    ("policy", "dealers"),
    [("keep_then_rotate_3", [0, 0, 1, 1]), ("rotate_always", [1, 2, 0, 1]), ("keep_always", [0, 0, 0, 0])],
)
def test_huang_policy_says_who_deals_after_a_hand_without_a_winner(policy, dealers):
    rules = STD.replace(huang_policy=policy)
    match = start(3, MatchRules(huang_policy=rules.huang_policy), dealer=0)
    for dealer in dealers:
        match = record_hand(match, HandOutcome(winner=None, net=(0, 0, 0), drawn=True))
        assert next_hand(match).dealer == dealer


@settles("huang_policy_xing")
@pytest.mark.parametrize(
    ("policy", "four", "dealers"),
    [
        ("rotate_always", "keep_always", [0, 0, 0]),
        ("keep_always", "rotate_always", [1, 2, 3]),
        ("rotate_always", "same", [1, 2, 3]),
    ],
)
def test_a_table_with_somebody_who_sits_out_may_have_its_own_policy(policy, four, dealers):
    """乙三: three at the table rotate (荒牌荒庄), four do not (荒醒后，庄家可以继续当庄)."""
    rules = STD.replace(huang_policy=policy, huang_policy_xing=four)
    assert MatchRules.of(rules, 3).huang_policy == policy
    match = start(4, MatchRules.of(rules, 4), dealer=0)
    for dealer in dealers:
        match = record_hand(match, HandOutcome(winner=None, net=(0, 0, 0), drawn=True))
        assert next_hand(match).dealer == dealer


def test_the_old_table_of_four_keeps_its_dealer_after_a_hand_without_a_winner():
    old = RuleSet.load("changde_old")
    assert [MatchRules.of(old, players).huang_policy for players in (3, 4, 5)] == [
        "rotate_always",
        "keep_always",
        "keep_always",
    ]


@settles("draw_for_dealer")
def test_draw_for_dealer_is_a_word_to_the_table_and_changes_no_hand():
    one, other = (Game.deal(STD.replace(draw_for_dealer=value), seed=5) for value in (False, True))
    assert one.events == other.events
    assert STD.replace(draw_for_dealer=True).hash != STD.hash


# -- 息 (§5) -----------------------------------------------------------------------------------------------------------


def worth(name, size, huxi):
    """息 of a won hand that has nothing but this group; `size` 0 is big, 1 small. Written for big cards."""
    rules = STD.replace(min_huxi=0, huxi=huxi, extra_sets=("一五十",) if name == "run1510" else ())
    turn = mirrored if size else str
    held, wall, dealer, moves = {
        "kan": (NOTHING + "玖玖玖七八", "九", 1, []),
        "peng": (NOTHING + "七八九玖玖", "玖", 1, []),
        "wei": (NOTHING + "七八九玖玖", "玖", 2, []),
        "chouwei": (NOTHING + "七八九玖玖", "玖", 2, ["0 pass"]),
        "pao": (NOTHING + "玖玖玖捌捌", "玖", 1, []),
        "ti": (NOTHING + "玖玖玖捌捌", "玖", 2, []),
        "run123": ("肆伍陆伍陆柒柒捌玖捌玖拾四五六五六七壹贰", "叁", 1, []),
        "run1510": ("四五六五六七七八九柒捌玖肆肆四叁叁三伍拾", "壹", 1, []),
        "run2710": ("肆伍陆四五六五六七七八九叁肆伍壹壹一贰拾", "柒", 1, []),
    }[name]
    first = "玖" if name == "chouwei" else "二"
    hands = [turn(held), "", ""]
    hands[dealer] = turn(first)
    game = dealt(*hands, dealer=dealer, wall=turn(wall), rules=rules)
    return play(game, f"{dealer} discard {turn(first)}", *moves, "0 hu").result.huxi


@settles(*(f"huxi.{name}" for name in HuxiTable.__struct_fields__), "huxi")
@pytest.mark.parametrize("size", [0, 1], ids=["big", "small"])
@pytest.mark.parametrize("name", HuxiTable.__struct_fields__)
def test_huxi_table(name, size):
    standard = getattr(HuxiTable(), name)[size]
    assert worth(name, size, {}) == standard
    if name == "run1510":
        return  # other values of it take half a minute to build a table for
    # one choice of values for both runs: a table has to be built for it
    other = {"run123": (5, 2), "run2710": (4, 1)} if name.startswith("run") else {name: (17, 13)}
    assert worth(name, size, other) == other[name][size] != standard


@settles("min_huxi")
@pytest.mark.parametrize(("least", "open_"), [(15, True), (16, False)])
def test_min_huxi(least, open_):
    assert ("hu" in drawn(ready(STD.replace(min_huxi=least)), 1)[0]) == open_


@settles("tun_formula", "zimo_tun", "base")
@pytest.mark.parametrize(
    ("options", "zimo", "tun", "net"),
    [
        ({}, False, 1, (2, -1, -1)),
        ({}, True, 2, (4, -2, -2)),
        ({"tun_formula": "x//5"}, False, 3, (6, -3, -3)),
        ({"tun_formula": "(x-99)//3"}, False, 1, (2, -1, -1)),  # never below 1 (§22.13)
        ({"zimo_tun": 0}, True, 1, (2, -1, -1)),
        ({"zimo_tun": 3}, True, 4, (8, -4, -4)),
        ({"base": 5}, False, 1, (10, -5, -5)),
    ],
)
def test_tun_zimo_and_base(options, zimo, tun, net):
    won = play(ready(STD.replace(**options), dealer=2 if zimo else 1), "0 hu").result
    assert (won.huxi, won.zimo, won.tun, won.net) == (15, zimo, tun, net)


# -- 天胡 and 亮张 (§7) --------------------------------------------------------------------------------------------------


@settles("liangzhang_hu")
def test_liangzhang_hu():
    assert legal(dealt("", READY_ON_LIANG, liang="捌")) == {1: ["hu", "pass"]}
    game = dealt("", READY_ON_LIANG, liang="捌", rules=STD.replace(liangzhang_hu=False))
    assert game.decision.kind == "discard" and list(game.decision.legal) == [0]


@settles("forced_tianhu")
def test_forced_tianhu():
    assert dealt("", THREE_TI).result.winner == 1
    game = dealt("", THREE_TI, rules=STD.replace(forced_tianhu=False))
    assert game.decision.kind == "discard" and melds(game, 1) == "提一一一一 提二二二二 提三三三三"


@settles("forced_tianhu")
def test_three_dealt_ti_that_go_on_still_need_seven_groups():
    """20 cards with three 提 are a card short of every 胡 (§15.1: seven groups; four quads with 碰 and 将 are six)."""
    held = "六六六六陆陆陆陆拾拾拾拾十十十一一二二九"
    game = dealt(held, "", "十", dealer=2, wall="一", rules=STD.replace(forced_tianhu=False))
    play(game, "2 discard 十", "0 discard 九")
    assert drawn(game, 1)[0] == ["peng", "pass"]


@settles("tianhu_formula", "tianhu_huxi", "tianhu_fixed")
@pytest.mark.parametrize(
    ("options", "forced", "liang"),
    [
        ({}, (27, 14), (18, 8)),
        ({"tianhu_formula": "x"}, (27, 27), (18, 18)),
        ({"tianhu_formula": "same"}, (27, 5), (18, 2)),
        ({"tianhu_huxi": "best"}, (33, 18), (18, 8)),
        ({"tianhu_formula": "(x-99)//3"}, (27, 1), (18, 1)),  # never below 1 (§22.13)
        ({"tianhu_fixed": 6}, (27, 6), (18, 8)),
    ],
)
def test_what_a_tianhu_is_worth(options, forced, liang):
    rules = STD.replace(**options)
    won = dealt("", THREE_TI, rules=rules).result
    assert (won.huxi, won.tun) == forced
    won = play(dealt("", READY_ON_LIANG, liang="捌", rules=rules), "1 hu").result
    assert (won.huxi, won.tun) == liang


@settles("ti_before_liang")
@pytest.mark.parametrize(("before", "open_"), [(False, True), (True, False)])
def test_ti_before_liang_decides_whether_a_dealt_ti_lifts_the_passed_hu(before, open_):
    """Declined at table 息 0, or at 12 with the 提 laid already: only the first is another number later (§22.6)."""
    held = "壹壹壹壹叁叁叁一二三七八九柒捌玖贰贰肆伍"
    game = dealt("捌", held, "", liang="陆", wall="?陆", rules=STD.replace(ti_before_liang=before))
    assert melds(game, 1) == ("提壹壹壹壹" if before else "")
    play(game, "1 pass", "0 discard 捌")
    assert ("hu" in drawn(game, 2).get(1, [])) == open_


# -- 胡 (§15) ----------------------------------------------------------------------------------------------------------


@settles("hu_on_drawn", "hu_on_discard")
@pytest.mark.parametrize(("on_drawn", "on_discard"), [(True, False), (True, True), (False, True)])
def test_what_may_be_won(on_drawn, on_discard):
    rules = STD.replace(hu_on_drawn=on_drawn, hu_on_discard=on_discard)
    assert ("hu" in drawn(ready(rules), 1)[0]) == on_drawn
    game = play(dealt(READY, "", "六", dealer=2, rules=rules), "2 discard 六")
    assert ("hu" in discarded(game, "六")[0]) == on_discard
    if on_discard:
        won = play(game, "0 hu").result
        assert (won.zimo, won.net) == (False, (2, -1, -1))
    own = on(
        play(
            dealt(NOTHING + "七八九玖玖", "", "二", dealer=2, wall="玖", rules=rules.replace(min_huxi=0)),
            "2 discard 二",
        )
    )
    assert melds(own, 0) == "偎玖玖玖"


@settles("hu_on_drawn")
def test_without_hu_on_drawn_ones_own_wei_does_not_win_either():
    held, rules = NOTHING + "七八九玖玖", SHORT.replace(hu_on_discard=True)
    for on_drawn, asked in ((True, ["hu", "pass"]), (False, None)):
        game = dealt(held, "", "二", dealer=2, wall="玖", rules=rules.replace(hu_on_drawn=on_drawn))
        play(game, "2 discard 二")
        while game.decision.kind == "claims" and game.view(None).wall == 19:
            play(game, ", ".join(f"{seat} pass" for seat in game.decision.legal))
        assert legal(game).get(0) == asked or (asked is None and "hu" not in legal(game).get(0, []))


@settles("hu_forced")
def test_hu_forced():
    assert "pass" in drawn(ready(STD), 1)[0]
    game = ready(STD.replace(hu_forced=True))
    drawn(game, 1)
    assert game.over and game.result.winner == 0
    assert dealt("", READY_ON_LIANG, liang="捌", rules=STD.replace(hu_forced=True)).result.winner == 1


@settles("split_kan")
@pytest.mark.parametrize("split", [False, True])
def test_split_kan(split):
    held = "五五五四六壹壹壹叁叁叁一二三七八九十拾拾"
    game = play(dealt(held, "玖", dealer=1, wall="伍", rules=STD.replace(split_kan=split)), "1 discard 玖")
    assert ("hu" in drawn(game, 1).get(0, [])) == split
    game = dealt(held, dealer=0, rules=STD.replace(split_kan=split))
    assert "discard 五" not in legal(game)[0]  # in a 胡 only


# -- 碰 跑 吃 (§11 - §13) ------------------------------------------------------------------------------------------------


@settles("peng_forced")
def test_peng_forced():
    game = play(dealt("六", "四五", "六六十", apart="六", of=(1, 2)), "0 discard 六")
    assert legal(game) == {1: ["chi 四五六", "pass"], 2: ["peng", "pass"]}
    game = play(
        dealt("六", "四五", "六六十", apart="六", of=(1, 2), rules=STD.replace(peng_forced=True)), "0 discard 六"
    )
    assert melds(game, 2) == "碰六六六" and list(game.decision.legal) == [2]


@settles("pao_of_peng")
@pytest.mark.parametrize(("which", "row"), [("drawn_only", "碰拾拾拾"), ("any", "跑拾拾拾拾")])
def test_pao_of_peng(which, row):
    rules = STD.replace(pao_of_peng=which)
    game = dealt("拾拾二", "", "拾拾九九", dealer=2, wall="九?", apart="拾", rules=rules)
    play(game, "2 discard 拾", "0 peng", "0 discard 二", "2 peng", "2 discard 拾")
    assert melds(on(game), 0) == row


SOURCES = ("prev_discard", "prev_draw", "own_draw")


@settles("chi_from")
@pytest.mark.parametrize("allowed", [(), SOURCES, *((one,) for one in SOURCES)], ids=" ".join)
@pytest.mark.parametrize("source", SOURCES)
def test_chi_from(source, allowed):
    rules = STD.replace(chi_from=allowed)
    dealer = 1 if source == "prev_draw" else 2
    hands = ["四五", "", ""]
    hands[dealer] = "六" if source == "prev_discard" else "玖"
    game = dealt(*hands, dealer=dealer, wall="?" if source == "prev_discard" else "六", apart="六", rules=rules)
    play(game, f"{dealer} discard {hands[dealer]}")
    asked = discarded(game, "六") if source == "prev_discard" else drawn(game, 1)
    assert asked.get(0) == (["chi 四五六", "pass"] if source in allowed else None)


# -- 臭 (§14, §22.3) ----------------------------------------------------------------------------------------------------


@settles("chou_scope")
@pytest.mark.parametrize(("scope", "asked"), [("chi_and_peng", {}), ("eat_only", {0: ["peng", "pass"]})])
def test_chou_scope(scope, asked):
    game = dealt("五五三四", "", "五", dealer=2, wall="??五", apart="五", rules=STD.replace(chou_scope=scope))
    assert "peng" in discarded(play(game, "2 discard 五"), "五")[0]
    assert drawn(play(game, "0 pass"), 3) == asked
    assert game.view(0).marks["五"] == (["chi", "peng"] if scope == "chi_and_peng" else ["chi"])


@settles("chou_marks")
@pytest.mark.parametrize(
    ("marks", "upper_peng", "lower_peng", "own_chi"),
    [
        ("upper", ["chi", "peng"], ["peng"], ["chi", "peng"]),
        ("unified", ["chi", "peng"], ["chi", "peng"], ["chi", "peng"]),
        ("separate", ["peng"], ["peng"], ["chi"]),
    ],
)
def test_chou_marks(marks, upper_peng, lower_peng, own_chi):
    """A 碰 of the 上家's card, a 碰 of the 下家's, a 吃 of one's own draw, each declined."""
    rules = STD.replace(chou_marks=marks)
    game = play(dealt("五五", "", "五", dealer=2, apart="五", rules=rules), "2 discard 五", "0 pass")
    assert game.view(0).marks["五"] == upper_peng
    game = play(dealt("五五", "五", dealer=1, apart="五", rules=rules), "1 discard 五", "0 pass")
    assert game.view(0).marks["五"] == lower_peng
    game = play(dealt("四六", "", "玖", dealer=2, wall="五", apart="五", rules=rules), "2 discard 玖")
    assert drawn(game, 1)[0] == ["chi 四五六", "pass"]
    assert play(game, "0 pass").view(0).marks["五"] == own_chi


@settles("own_discard_blocks")
@pytest.mark.parametrize(
    ("blocks", "open_"), [((), True), (("peng",), True), (("chi",), False), (("chi", "peng"), False)]
)
def test_own_discard_blocks(blocks, open_):
    rules = STD.replace(own_discard_blocks=blocks)
    game = dealt("七八九", "", "九伍伍", wall="伍", apart="九", rules=rules)
    play(game, "0 discard 九", "2 peng", "2 discard 九")
    assert (0 in discarded(game, "九")) == open_


@settles("own_discard_blocks")
def test_own_discards_never_block_a_peng_since_no_pair_is_left():
    """Of a pair that was broken one card is left, and draws never enter a hand: 碰 is open or shut without the option."""
    for seed in range(60):
        games = [Game.deal(STD.replace(own_discard_blocks=blocks), seed=seed) for blocks in (("chi",), ("chi", "peng"))]
        while games[0].decision:
            assert legal(games[0]) == legal(games[1])
            for game in games:
                decision = game.decision
                for seat, actions in decision.legal.items():
                    game.do(actions[(seed * 7 + len(game.did)) % len(actions)], seat)


@settles("own_unclaimed_draw_blocks")
@pytest.mark.parametrize("blocks", [False, True])
def test_own_unclaimed_draw_blocks(blocks):
    """Seat 0 draws 九 and may not 吃 it (own draws are not eaten here); later its 上家 draws another."""
    rules = STD.replace(own_unclaimed_draw_blocks=blocks, chi_from=("prev_draw",))
    game = dealt("七八", "", "玖", dealer=2, wall="九?九", apart="九", rules=rules)
    play(game, "2 discard 玖")
    assert (drawn(game, 3).get(0) == ["chi 七八九", "pass"]) != blocks
    assert game.view(None).seats[0].unclaimed[0] == "九"


# -- what others see (§6, §11) ------------------------------------------------------------------------------------------


@settles("wei_visibility")
@pytest.mark.parametrize(("visibility", "seen"), [("hidden", "???"), ("one_up", "九九九")])
def test_wei_visibility(visibility, seen):
    game = dealt("九九", "", "玖", dealer=2, wall="九", rules=STD.replace(wei_visibility=visibility))
    on(play(game, "2 discard 玖"))
    assert game.view(0).seats[0].melds[0].cards == "九九九"
    assert game.view(1).seats[0].melds[0].cards == game.view(None).seats[0].melds[0].cards == seen
    assert (last(game, e.Wei).card is None) == (visibility == "hidden")


@settles("initial_ti_hidden")
@pytest.mark.parametrize(("hidden", "seen"), [(False, "九九九九"), (True, "????")])
def test_initial_ti_hidden(hidden, seen):
    rules = STD.replace(initial_ti_hidden=hidden)
    game = dealt("九九九九", "玖玖玖", wall="玖", rules=rules)
    assert game.view(0).seats[0].melds[0].cards == "九九九九"
    assert game.view(1).seats[0].melds[0].cards == game.view(None).seats[0].melds[0].cards == seen
    play(game, f"0 {legal(game)[0][0]}")
    assert on(game).view(0).seats[1].melds[0].cards == "玖玖玖玖"  # one drawn to a 坎 is shown in any case


# -- beyond the standard game -------------------------------------------------------------------------------------------


@settles("extra_sets")
@pytest.mark.parametrize("extra", [(), ("一五十",)])
def test_extra_sets(extra):
    """一五十 is a 吃 and a 比 where the rules have it."""
    rules = STD.replace(extra_sets=extra)
    game = dealt("一", "一五五十十", dealer=0, apart="一", of=(1,), rules=rules)
    play(game, "0 discard 一")
    assert discarded(game, "一").get(1) == (["chi 一五十 比 一五十", "pass"] if extra else None)


@pytest.mark.parametrize("options", [{"wang": 2, "split_kan": True}, {"wang": 2, "extra_sets": ("一五十",)}], ids=str)
def test_what_the_engine_cannot_play_is_said(options):
    STD.require_playable()
    with pytest.raises(RuleSetError, match="cannot play yet"):
        STD.replace(**options).require_playable()
    assert STD.replace(**options).hash != STD.hash


@settles("hu_discard_forced")
@pytest.mark.parametrize("forced", [False, True])
def test_hu_discard_forced(forced):
    """放炮必胡: a discard that completes a hand is won at once; a card of the wall may still be let go."""
    rules = STD.replace(hu_on_discard=True, hu_discard_forced=forced)
    game = play(dealt("六玖", READY, rules=rules), "0 discard 六")
    assert game.over == forced and (forced or "hu" in legal(game)[1])
    if forced:
        assert last(game, e.Won).seat == 1 and game.did[-1].keys() == {0}
    assert "pass" in drawn(ready(rules), 1)[0]


@settles("penalty_mode", "fine")
@pytest.mark.parametrize("fine", [0, 3])
def test_a_mistake_is_possible_and_punished(fine):
    """烧比: 五 taken with 四六, and a second 五 that could be laid with 三四 stays in hand (core.md §13, §19)."""
    rules = STD.replace(penalty_mode="penalize", fine=fine, base=2)
    for mode, wanted in (("prevent", ["chi 四五六 比 三四五"]), ("penalize", ["chi 四五六", "chi 四五六 比 三四五"])):
        game = play(dealt("三四四五六", "", "五", dealer=2, rules=rules.replace(penalty_mode=mode)), "2 discard 五")
        offered = [text for text in legal(game)[0] if text.startswith("chi 四五六")]
        assert offered == wanted
    play(game, "0 chi 四五六")
    assert last(game, e.Punished) == e.Punished(seat=0, card="五", mistake="burnt_bi", fine=fine)
    assert game.view(1).seats[0].barred == (fine == 0)
    while game.decision is not None:
        for seat, actions in game.decision.legal.items():
            assert seat or fine or Hu() not in actions
            game.do(Pass() if Pass() in actions else actions[0], seat)
    assert game.result.net == ((-12, 6, 6) if fine else (0, 0, 0))


@settles("penalty_mode")
def test_a_card_that_is_chou_can_be_claimed_and_costs_the_right_to_hu():
    """碰一不碰二, 吃臭张: the pair is kept back once, and taken when another copy comes."""
    rules = STD.replace(penalty_mode="penalize")
    game = dealt("九九", "八八", "九玖", dealer=2, wall="?九", apart="九", rules=rules)
    play(game, "2 discard 九", "0 pass")
    assert "peng" in game.view(0).marks["九"] and drawn(game, 2)[0][0] == "peng"
    play(game, "0 peng")
    assert last(game, e.Punished).mistake == "peng_chou" and game.view(None).seats[0].barred
    assert [event.mistake for event in game.events if isinstance(event, e.Punished)] == ["peng_chou"]
    while game.decision is not None and game.decision.kind == "discard":
        answer(game, {seat: actions[0] for seat, actions in game.decision.legal.items()})
    if game.decision is not None:
        with pytest.raises(IllegalAction, match="本局不能胡"):
            game.verify(Hu(), 0)


@settles("scoring")
@pytest.mark.parametrize(("local", "net"), [(None, (2, -1, -1)), ("changde_qmt_big68", (12, -6, -6))])
def test_local_scoring_says_who_pays_whom(local, net):
    """黑胡? no: 听胡 of the ready hand, which has claimed nothing, is 6 番 (scoring.md §2)."""
    scoring = None if local is None else RuleSet.load(local).scoring
    game = play(ready(STD.replace(scoring=scoring)), "0 hu")
    assert game.result.net == net and game.result.fan == ({"听胡": 6} if local else {})


@settles("wang", "wang_makes")
def test_wang_is_settled_in_its_own_file():
    """tests/test_wang.py has what a 王 does and may complete."""
    assert STD.replace(wang=4, wall=23).missing == ()
    assert len({STD.replace(wang=4, wall=23, wang_makes=makes).hash for makes in ((), ("ti",), ("kan", "ti"))}) == 3


def test_every_parameter_is_settled():
    names = {name for name in RuleSet.__struct_fields__ if name not in ("id", "name", "name_en")}
    assert names | {f"huxi.{name}" for name in HuxiTable.__struct_fields__} == SETTLED
    assert len(hand(Game.deal("std15", seed=1), 0)) == 21

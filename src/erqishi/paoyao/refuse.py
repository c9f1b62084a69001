"""Why an action is refused: the rule that forbids it, in words. Only called for actions that are not legal."""

from erqishi.errors import IllegalAction
from erqishi.paoyao.actions import (
    Action,
    Capture,
    Dig,
    Extend,
    Lay,
    Merge,
    NoDig,
    Pass,
    PassXier,
    ShowXier,
)
from erqishi.paoyao.capture import capture_mask
from erqishi.paoyao.cards import RANKS, card_text, parse_card
from erqishi.paoyao.codes import BET, CAPTURE, OVER, XIER, YAO
from erqishi.paoyao.ruleset import RuleSet
from erqishi.paoyao.table import Table

_PHASES = {
    XIER: ("亮喜儿", "showing a 喜儿"),
    BET: ("挖坑", "the bets"),
    CAPTURE: ("抢牌", "the captures"),
    YAO: ("亮腰", "the 腰"),
}


def why_not(t: Table, rules: RuleSet, action: Action, seat: int | None) -> IllegalAction:
    """The reason why the action of the seat (None: whoever is asked) is not legal at table t."""
    if t.phase == OVER:
        return IllegalAction("paoyao.md §1.7", "这一局已经结束", "the hand is over")
    if seat is not None and seat != t.turn:
        # One answer at all times: who is asked about a 喜儿, and that anybody is, is nobody else's business.
        return IllegalAction("paoyao.md §1.5", "还没轮到你", "it is not your turn")
    wrong = _wrong_phase(t, action)
    if wrong:
        return wrong
    if isinstance(action, Dig):
        chips = t.chips[t.turn]
        zh, en = f"挖要{rules.ante}个筹码，你只有{chips}个", f"digging costs {rules.ante}, you have {chips}"
        return IllegalAction("paoyao.md §2.24", zh, en)
    if isinstance(action, Pass):
        if t.compelled:
            zh, en = "一圈都过了，能抢的必须抢", "after a full round of passes the next able seat must capture"
        else:
            zh, en = "能抢就必须抢", "a seat that can capture must (passing = must_capture)"
        return IllegalAction("paoyao.md §2.7", zh, en)
    must = rules.passing == "must_capture" and capture_mask(t, rules.flat(), t.turn) != 0
    if (t.compelled or must) and isinstance(action, Merge | Lay):
        return IllegalAction("paoyao.md §2.7", "这一手必须从桌上抢牌", "this turn must take a card from the table")
    if isinstance(action, Capture):
        return _capture(t, action)
    if isinstance(action, Extend):
        return _extend(t, rules, action)
    if isinstance(action, Merge):
        return _merge(t, rules, action)
    assert isinstance(action, Lay)
    return _lay(t, rules, action)


def _wrong_phase(t: Table, action: Action) -> IllegalAction | None:
    if isinstance(action, ShowXier | PassXier):
        home, rule = XIER, "paoyao.md §2.19"
    elif isinstance(action, Dig | NoDig):
        home, rule = BET, "paoyao.md §1.4"
    elif isinstance(action, Capture | Extend | Merge | Lay | Pass):
        home, rule = CAPTURE, "paoyao.md §1.5"
    else:
        home, rule = YAO, "paoyao.md §1.6"
    if home == t.phase:
        return None
    (zh, en), (now_zh, now_en) = _PHASES[home], _PHASES[t.phase]
    return IllegalAction(rule, f"现在是{now_zh}，还不是{zh}的时候", f"this is the time of {now_en}, not of {en}")


def _hand(t: Table) -> list[int]:
    return [card for card in t.hand[3 * t.turn : 3 * t.turn + 3] if card >= 0]


def _not_on_table(t: Table, card: int) -> IllegalAction | None:
    """An open card can be taken; a card in front of a seat cannot (paoyao.md §1.5)."""
    if card in t.table:
        return None
    name = card_text(card)
    if t.place[card] in range(4, 8):
        return IllegalAction(
            "paoyao.md §1.5",
            f"{name} 已经摆在一家面前，对子和王八不能抢",
            f"{name} lies in front of a seat, and a pair or 王八 cannot be captured",
        )
    return IllegalAction("paoyao.md §1.5", f"桌上没有 {name}", f"{name} is not on the table")


def _not_in_hand(t: Table, card: int) -> IllegalAction | None:
    if card in _hand(t):
        return None
    name = card_text(card)
    return IllegalAction("paoyao.md §1.5", f"你手里没有 {name}", f"you do not hold {name}")


def _capture(t: Table, action: Capture) -> IllegalAction:
    mine, open_card = parse_card(action.card), parse_card(action.table)
    missing = _not_in_hand(t, mine) or _not_on_table(t, open_card)
    if missing:
        return missing
    zh = f"{action.card} 和 {action.table} 点数不同，不能配对"
    return IllegalAction("paoyao.md §1.5", zh, f"{action.card} and {action.table} are of different ranks")


def _extend(t: Table, rules: RuleSet, action: Extend) -> IllegalAction:
    open_card = parse_card(action.table)
    missing = _not_on_table(t, open_card)
    if missing:
        return missing
    rank = RANKS[open_card >> 2]
    if t.front[13 * t.turn + (open_card >> 2)] == 3 and rules.no_triple_capture:
        zh, en = "小王八不能再抢第四张", "a 小王八 takes no fourth card (no_triple_capture)"
        return IllegalAction("paoyao.md §2.12", zh, en)
    zh, en = f"你面前没有 {rank} 的对子", f"you have no pair of {rank} in front of you"
    return IllegalAction("paoyao.md §1.5", zh, en)


def _merge(t: Table, rules: RuleSet, action: Merge) -> IllegalAction:
    if not rules.merge_hand_into_meld:
        zh, en = "手牌不能并到面前的对子上", "a hand card does not join a pair in front (merge_hand_into_meld = false)"
        return IllegalAction("paoyao.md §2.9", zh, en)
    card = parse_card(action.card)
    rank = RANKS[card >> 2]
    return _not_in_hand(t, card) or IllegalAction(
        "paoyao.md §2.9", f"你面前没有 {rank} 的对子", f"you have no pair of {rank} in front of you"
    )


def _lay(t: Table, rules: RuleSet, action: Lay) -> IllegalAction:
    if not rules.natural_pair_can_be_laid:
        zh, en = "手里的对子不能直接摆下", "a natural pair is not laid (natural_pair_can_be_laid = false)"
        return IllegalAction("paoyao.md §2.21", zh, en)
    for card in map(parse_card, action.cards):
        missing = _not_in_hand(t, card)
        if missing:
            return missing
    zh, en = "要摆就摆手里同点的全部牌，两张或三张", "lay all your cards of one rank, two or three of them"
    return IllegalAction("paoyao.md §2.21", zh, en)

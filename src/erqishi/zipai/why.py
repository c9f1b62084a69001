"""Why a move is forbidden: the rule, in Chinese and English, for people who argue."""

from __future__ import annotations

from collections.abc import Container

from erqishi.cards import card_name, parse_cards
from erqishi.errors import CardTextError, IllegalAction
from erqishi.zipai import cover, kernel
from erqishi.zipai.actions import Action, Chi, Discard, Hu, Peng
from erqishi.zipai.claims import may_chi
from erqishi.zipai.codes import DISCARDING, OVER
from erqishi.zipai.cover import DISCARD, DRAW, LIANG, OWN_MELD
from erqishi.zipai.enough import full
from erqishi.zipai.flat import Flat
from erqishi.zipai.kernel import value_of
from erqishi.zipai.refusal import by_huxi, by_origin
from erqishi.zipai.seat import copies, stuck
from erqishi.zipai.table import Table


def over() -> IllegalAction:
    """The hand has ended."""
    return IllegalAction("core.md §9", "这一局已经结束", "the hand is over")


def illegal(t: Table, r: Flat, asked: Container[int], action: Action, seat: int) -> IllegalAction:
    """The first rule that forbids `action` to `seat` now. Only call it for what is not legal. asked: the seats that are."""
    if t.phase == OVER:
        return over()
    if not 0 <= seat < t.n:
        return IllegalAction("core.md §2", f"没有第{seat}家", f"there is no seat {seat}")
    if isinstance(action, Discard):
        return _discard(t, action, seat)
    if t.phase == DISCARDING:
        return IllegalAction("core.md §9", "现在要打牌", f"seat {t.ask} has to discard; nothing can be claimed")
    if isinstance(action, Hu):
        return _hu(t, r, seat)
    if isinstance(action, Peng):
        return _peng(t, r, seat)
    if isinstance(action, Chi):
        return _chi(t, r, action, seat)
    if seat not in asked:
        return IllegalAction("core.md §22.12", "没有问到你", f"seat {seat} has no option on this card and is not asked")
    return IllegalAction("core.md §12", "规则不许过", "the rules of this table do not allow a pass here")


def _discard(t: Table, action: Discard, seat: int) -> IllegalAction:
    if t.phase != DISCARDING or t.ask != seat:
        return IllegalAction("core.md §9", "现在不该你打牌", f"seat {seat} does not owe a discard now")
    try:
        kinds = parse_cards(action.card)
    except CardTextError as error:
        return IllegalAction("core.md §1", f"看不懂的牌：{action.card}", str(error))
    if len(kinds) != 1:
        return IllegalAction("core.md §9", "一次打一张", "one card is discarded at a time")
    name = card_name(kinds[0])
    if copies(t.hand[seat], kinds[0]) == 0:
        return IllegalAction("core.md §9", f"你手上没有{name}", f"seat {seat} holds no {name}")
    return IllegalAction("core.md §4", f"{name}是坎，不能拆打", f"{name} is a kan and is never broken")


def _hu(t: Table, r: Flat, seat: int) -> IllegalAction:
    k, name = t.card, card_name(t.card)
    if t.dead[seat] & 2:
        zh, en = "犯了规，本局不能胡", f"seat {seat} has made a mistake and cannot win this hand"
        return IllegalAction("core.md §19", zh, en)
    if t.dead[seat]:
        return IllegalAction("core.md §22.9", "你是相公，不能胡", f"seat {seat} is dead and cannot win")
    if reason := by_origin(t, r):
        return IllegalAction(reason.rule, reason.zh, reason.en)
    if t.origin == DISCARD and seat == t.owner:
        return IllegalAction("core.md §15.3", "不能胡自己打的牌", "one's own discard cannot be won")
    if t.origin == OWN_MELD and seat != t.owner:
        return IllegalAction(
            "core.md §9", "偎和提是暗的，别家不能胡", "another seat's wei or ti is hidden and cannot be won"
        )
    value = value_of(t, r, seat)
    if value < 0 or not full(t, r, seat):
        return IllegalAction(
            "core.md §15.1", f"有了{name}也组不成七门", f"with {name} the cards do not form seven sets"
        )
    if reason := by_huxi(t, r, seat, k, value):
        return IllegalAction(reason.rule, reason.zh, reason.en)
    return IllegalAction("core.md §10", "现在不能胡", "it cannot be won now")


def _peng(t: Table, r: Flat, seat: int) -> IllegalAction:
    k, name = t.card, card_name(t.card)
    held = copies(t.hand[seat], k)
    if t.origin == LIANG:
        return IllegalAction("core.md §3", "亮张只能胡", "the liangzhang can only be won")
    if t.origin == OWN_MELD or seat == t.owner:
        return IllegalAction("core.md §12", "自己的牌不能碰", "one's own card cannot be penged")
    if held < 2:
        zh = f"你只有{held}张{name}，碰要一对" if held else f"你没有{name}，碰要一对"
        return IllegalAction("core.md §12", zh, f"seat {seat} holds {held} {name}, peng needs a pair")
    if t.pao >= 0:
        return IllegalAction("core.md §22.8", "有人要跑，碰不算", "a forced pao waits; peng is not offered")
    if r.own_blocks_peng and t.discarded[seat] >> k & 1:
        return IllegalAction("core.md §14", f"{name}你自己打过，不能碰", f"seat {seat} has discarded {name} itself")
    if r.chou_blocks_peng and t.chou_peng[seat] >> k & 1:
        return IllegalAction(
            "core.md §14", f"{name}是你的臭牌，不能碰", f"{name} is chou (passed before) to seat {seat}"
        )
    if stuck(t.size[seat] - 2, t.q[seat], t.nf[seat] - 2):
        return IllegalAction("core.md §8", "碰了就没有牌打", "after this peng no card could be discarded")
    return IllegalAction("core.md §12", "现在不能碰", "peng is not possible now")


def _chi(t: Table, r: Flat, action: Chi, seat: int) -> IllegalAction:
    k, name = t.card, card_name(t.card)
    if t.origin == LIANG:
        return IllegalAction("core.md §3", "亮张只能胡", "the liangzhang can only be won")
    if t.origin == OWN_MELD or (seat == t.owner and t.origin != DRAW):
        return IllegalAction("core.md §13", "自己打的牌不能吃", "one's own discard cannot be eaten")
    if seat not in (t.owner, (t.owner + 1) % t.n):
        return IllegalAction(
            "core.md §13", "只能吃上家和自己摸的牌", "only one's own draw and the previous seat's card can be eaten"
        )
    if t.pao >= 0:
        return IllegalAction("core.md §22.8", "有人要跑，吃不算", "a forced pao waits; chi is not offered")
    if r.own_blocks_chi and t.discarded[seat] >> k & 1:
        return IllegalAction("core.md §14", f"{name}你自己打过，不能吃", f"seat {seat} has discarded {name} itself")
    if t.chou_chi[seat] >> k & 1:
        return IllegalAction(
            "core.md §14", f"{name}是你的臭牌，不能吃", f"{name} is chou (passed before) to seat {seat}"
        )
    if not may_chi(t, r, seat, k):
        return IllegalAction("core.md §13", "本桌不许吃这张牌", "the rules of this table do not let this card be eaten")
    return _chi_sets(t, r, action, seat)


def _chi_sets(t: Table, r: Flat, action: Chi, seat: int) -> IllegalAction:
    k, name = t.card, card_name(t.card)
    try:
        groups = [sorted(parse_cards(text)) for text in (action.cards, *action.bi)]
    except CardTextError as error:
        return IllegalAction("core.md §13", "看不懂的牌", str(error))
    hand = t.free[seat] + (1 << 3 * k)
    for text, group in zip((action.cards, *action.bi), groups, strict=True):
        sets = [
            sorted([k, r.partner[2 * (cover.SHAPES * k + s)], r.partner[2 * (cover.SHAPES * k + s) + 1]])
            for s in range(cover.SHAPES)
        ]
        if group not in sets:
            zh = f"{text}不是带{name}的一句话或绞"
            return IllegalAction("core.md §13", zh, f"{text} is not a run or jiao with {name}")
        for card in set(group):
            if hand >> 3 * card & 7 < group.count(card):
                held = "是坎，不能拆" if copies(t.hand[seat], card) >= 3 else "不够"
                return IllegalAction(
                    "core.md §13", f"{card_name(card)}{held}", f"not enough free {card_name(card)} for {text}"
                )
        hand -= sum(1 << 3 * card for card in group)
    if copies(hand, k):
        return IllegalAction(
            "core.md §13", f"手上还有{name}，要比出来", f"every other {name} in hand must be laid in a set (bi)"
        )
    if list(action.bi) != sorted(action.bi, key=lambda text: sorted(parse_cards(text))):
        return IllegalAction("core.md §13", "比的顺序按牌序写", "write the bi sets in order of kind")
    if kernel.legal(t, r):
        return IllegalAction("core.md §8", "这样吃了就没有牌打", "after this no card could be discarded")
    return IllegalAction("core.md §13", "现在不能吃", "it cannot be eaten now")

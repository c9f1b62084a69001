"""Hands that people argue about, written out in full and kept as golden texts (playthroughs/*.txt).

Each text shows the deal, every decision with the complete legal set of every seat asked, the answers, every event with
whom it is for, and the result. A change of behaviour shows as a change of text, to be read line by line:

    python tests/test_playthroughs.py --write
"""

import sys
from pathlib import Path

import msgspec
import pytest

from erqishi.cards import card_name, hand_text
from erqishi.zipai.actions import parse_action
from tables import READY, READY_TOO, STD, dealt, melds

TEXTS = Path(__file__).parent / "playthroughs"
MAY_WEI = "四五一二三七八九壹壹壹叁叁叁肆伍陆捌捌八"
CHOU = "一二二三贰五六七七八九壹壹壹叁叁叁柒捌玖"

#: name: (what is argued about, the deal, the answers; whoever is not named passes, `to 9`: 过 of all until a discard
#: is owed or the ninth wall card has been drawn).
HANDS = {
    "bi_with_two_groups": (
        "比牌：吃二，手里还有两张二，两张都要比 · core.md §13, 乙五 比牌 例2\n"
        "chi of 二 with two more 二 in hand: both must be laid; seven ways, and the 碰",
        {"hands": ("一二二三三四贰贰", "", "二"), "dealer": 2, "apart": "二"},
        ["2 discard 二", "0 chi 二三四 比 一二三 比 二贰贰", "0 discard 五"],
    ),
    "chouwei": (
        "忍碰之后自己摸到：臭偎，不能再吃再碰 · core.md §14, §22.5, 乙五 臭牌\n"
        "a 碰 declined, then one's own draw: 臭偎, one card open to all",
        {"hands": (CHOU, "", "二"), "dealer": 2, "wall": "二"},
        ["2 discard 二", "0 pass", "0 discard 贰"],
    ),
    "pao_is_broken_by_hu": (
        "破跑胡：一家要跑的牌，另一家先胡 · core.md §15.6, §22.8, 乙五\n"
        "seat 1 must 跑 the card; seat 2 is asked first, 胡 or 过, nothing else; and wins",
        {"hands": ("捌", "六六六", READY), "dealer": 0, "wall": "??六"},
        ["0 discard 捌", "2 hu"],
    ),
    "second_quad_owes_no_discard": (
        "八块/重跑：第一跑打牌，第二跑不打，下家摸 · core.md §8, 乙五 八块\n"
        "the first 跑 owes a discard, the second none: the 下家 of the seat that laid it draws",
        {"hands": ("壹壹壹贰贰贰十", "", "壹"), "dealer": 2, "wall": "贰?"},
        ["2 discard 壹", "0 discard 十", "to 2"],
    ),
    "dealer_with_two_dealt_ti": (
        "庄家起手两提：不打牌，下家摸 · core.md §6, §8, 乙五 自动提牌\n"
        "the dealer's second 提 is made by the 亮张: 13 cards, no discard, the 下家 draws",
        {"hands": ("一一一一二二二", "", ""), "dealer": 0, "liang": "二", "wall": "?"},
        [],
    ),
    "forced_tianhu_in_order": (
        "三提五坎：庄家看 21 张（亮张成第三提，算自摸），先于下家的天然三提 · core.md §7, §22.1\n"
        "the dealer's third 提 is made by the 亮张 (自摸); it goes before the 下家's three dealt ones; nobody is asked",
        {"hands": ("壹壹壹壹贰贰贰贰叁叁叁", "一一一一二二二二三三三三", ""), "dealer": 0, "liang": "叁"},
        [],
    ),
    "liang_wanted_by_two": (
        "两家同时要胡亮张：庄 > 下家 > 上家 · core.md §7, §22.1\n"
        "two seats can win on the 亮张, both asked at once; the dealer's 下家 goes first",
        {"hands": ("", READY, READY_TOO), "dealer": 0, "liang": "六"},
        ["2 hu, 1 hu"],
    ),
    "passed_hu_and_its_lifting": (
        "臭胡：放过六，桌上的息没变不能再胡，偎了捌之后又能胡 · core.md §15.7, §22.6, 乙五 臭胡\n"
        "胡 on 六 passed: locked while the 息 on the table stay; open again after the 偎 of 捌",
        {"hands": (MAY_WEI, "玖", ""), "dealer": 1, "wall": "六捌六"},
        ["1 discard 玖", "0 pass", "0 discard 八", "0 hu"],
    ),
    "dead_hand": (
        "相公：偎了之后只剩坎，没有牌打，下家摸；再也不能胡，提还是要提 · core.md §8, §22.9\n"
        "a forced 偎 leaves nothing but 坎 while a discard is due: dead; its forced 提 still happens",
        {
            "hands": ("一一一三三三五五五七七七拾拾柒捌壹贰九肆", "", "玖"),
            "dealer": 2,
            "wall": "?叁??拾??一",
        },
        ["2 discard 玖", "0 chi 柒捌玖", "0 discard 九", "0 chi 壹贰叁", "0 discard 肆", "to 9"],
    ),
    "peng_is_never_pao_by_a_discard": (
        "碰了的牌，别人打出第四张不能跑 · core.md §11, 乙四 碰的跑法\n"
        "the fourth card of a 碰 is discarded: no 跑, it lies where it was put",
        {"hands": ("拾拾二", "", "拾拾九九"), "dealer": 2, "wall": "九?", "apart": "拾"},
        ["2 discard 拾", "0 peng", "0 discard 二", "2 peng", "2 discard 拾"],
    ),
    "hidden_wei_cannot_be_won": (
        "自己摸成偎的牌是暗的，别家等这张也胡不了 · core.md §9.3a, §10\n"
        "seat 1 waits for 三; seat 0 draws it into a 偎, face down, and seat 1 is not asked",
        {"hands": ("三三", READY, "捌"), "dealer": 2, "wall": "三"},
        ["2 discard 捌", "to 1"],
    ),
    "last_wall_card_won": (
        "海底：最后一张牌也能胡；墙只剩三张的局 · core.md §9.6\n"
        "the last card of the wall may be won (a wall of three cards)",
        {"hands": ("捌", "", READY), "dealer": 0, "wall": "??六", "rules": STD.replace(id="wall_of_three", wall=3)},
        ["0 discard 捌", "2 hu"],
    ),
    "last_wall_card_passed": (
        "海底放过：没有牌摸了，荒庄 · core.md §9.6\nthe same card passed: a draw is due and no card is left",
        {"hands": ("捌", "", READY), "dealer": 0, "wall": "??六", "rules": STD.replace(id="wall_of_three", wall=3)},
        ["0 discard 捌", "to 3", "0 pass, 1 pass, 2 pass"],
    ),
    "wanted_by_chi_and_by_peng": (
        "一家吃一家碰：碰先；想吃没吃到的不臭 · core.md §10, §14, 乙五 臭牌 特殊1\n"
        "碰 goes before 吃, and who wanted to 吃 may 吃 the card the next time",
        {"hands": ("一三", "二二九", "二二九九"), "dealer": 2, "apart": "二"},
        ["2 discard 二", "0 chi 一二三, 1 peng", "1 discard 九", "2 peng", "2 discard 二", "0 chi 一二三"],
    ),
}


def playthrough(name: str) -> str:
    """The text of one hand; it ends with the result, or with the question that is open after the last answer."""
    title, deal, moves = HANDS[name]
    moves = list(moves)
    game = dealt(*deal["hands"], **{key: value for key, value in deal.items() if key != "hands"})
    n, size = game.rules.seats, game.rules.deal
    lines = [*(f"# {line}" for line in title.split("\n")), "", f"rules {game.rules.id}, dealer {game.dealer}"]
    for seat in range(n):
        at = (seat - game.dealer) % n * size
        lines.append(f"hand {seat}: {hand_text(game.deck[at : at + size])}")
    lines.append(f"liang: {card_name(game.deck[n * size])}")
    lines += [f"wall: {''.join(card_name(k) for k in game.deck[n * size + 1 :])}", ""]
    lines += told(game.events)
    number = 0
    while (decision := game.decision) is not None:
        said = answers(game, moves)
        number += 1
        about = f" {decision.card}, {decision.origin} of {decision.owner}" if decision.kind == "claims" else ""
        lines += ["", f"{number}. {decision.kind}{about}"]
        for seat, legal in decision.legal.items():
            words = (
                "discard " + " ".join(a.card for a in legal)
                if decision.kind == "discard"
                else " | ".join(map(str, legal))
            )
            lines.append(f"   seat {seat}: {words}")
        if said is None:
            lines.append("   (open)")
            break
        before = len(game.events)
        for seat, action in said.items():
            game.do(action, seat)
        lines.append(f"   -> {', '.join(f'{seat} {action}' for seat, action in said.items())}")
        lines += told(game.events[before:])
    lines.append("")
    for seat in range(n):
        lines.append(f"seat {seat}: {hand_text(game.hand(seat))} / {melds(game, seat)}".rstrip(" /"))
    if game.result is not None:
        lines.append(f"result: {msgspec.json.encode(game.result).decode()}")
    return "\n".join(lines) + "\n"


def told(events):
    """One line an event: public ones bare, others with the seat they are for."""
    for event in events:
        fields = {f: getattr(event, f) for f in event.__struct_fields__ if f != "to" and getattr(event, f) is not None}
        words = " ".join(f"{key}={value}" for key, value in fields.items() if key != "legal")
        yield f"   {'' if event.to is None else f'[{event.to}] '}{type(event).__name__} {words}".rstrip()


def answers(game, moves):
    """The next move if it fits the decision (it is taken off the list), 过 of all if it does not; None at the end."""
    decision = game.decision
    if not moves:
        return None
    drawn = game.rules.wall - game.view(None).wall
    while moves and moves[0].startswith("to ") and (decision.kind == "discard" or drawn >= int(moves[0][3:])):
        moves.pop(0)
    if not moves:
        return None
    if moves[0].startswith("to "):
        return {seat: parse_action("pass") for seat in decision.legal}
    said = {int(part.split()[0]): parse_action(part.split(maxsplit=1)[1]) for part in moves[0].split(",")}
    passes = {seat: parse_action("pass") for seat in decision.legal if seat not in said}
    if all(game.can(action, seat) for seat, action in said.items()):
        moves.pop(0)
        return said | passes
    assert decision.kind == "claims", (moves[0], decision)
    return {seat: parse_action("pass") for seat in decision.legal}


@pytest.mark.parametrize("name", HANDS)
def test_playthrough_is_as_written(name):
    assert playthrough(name) == (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_text_belongs_to_a_hand():
    assert {path.stem for path in TEXTS.glob("*.txt")} == set(HANDS)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("python tests/test_playthroughs.py --write")
    for name in HANDS:
        (TEXTS / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    print(f"wrote {len(HANDS)} texts to {TEXTS}")

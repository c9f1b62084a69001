"""A referee of one hand of two, three or four seats: replays a trace and says where it differs from the rules.

naive_hand.Hand knows the rules and asks; `check_hand` answers from a trace, `play_random` answers by chance.

Decisions: where the text leaves a choice, the most literal reading of core.md (§ of the text in brackets).

  1  split_kan            breaks up 坎 only; four dealt cards stay one 提 in a 胡 on the 亮张 too (§18)
  2  hu_on_drawn = false  no 胡 on any wall card, one's own 提/偎 included; the 亮张 has its own option
  3  forced choices       with hu_forced or peng_forced, what the forced 胡 or 碰 outranks is not offered to anybody,
                          as under a forced 跑 (§22.8), so it cannot become 臭 (§22.4)
  4  hu_forced            also on the 亮张 and after one's own 提/偎
  5  chou_scope           eat_only: the marks arise as ever (a missed 碰 of an upper card too), only 吃 is blocked
  6  吃 said with 碰 open  overtaken or not: dead for 碰, not for 吃, under every chou_marks (§22.4)
  7  臭胡                  locked at the table 息 when the question was put, before any meld of the same answer;
                          open again as soon as the table 息 is another number (§15.7, §22.6)
  8  亮张 declined         locks the 胡 of that kind at table 息 0; a dealt 提 laid afterwards opens it again;
                          with ti_before_liang the 提 of the 20 cards count at the question
  9  own unclaimed draw   blocks (with the option) only if nobody at all took the card
 10  pao_of_peng = any    somebody else's discard may be 跑 on a 碰, and then also be won as 跑
 11  tianhu_fixed         囤 of a forced 天胡 in place of the formula; 自摸 still adds; 息 is reported all the same
     tianhu_best          息 of a forced 天胡 with the best grouping of the other cards; both leave 亮张胡 alone
 12  囤 at least 1         before 自摸, for the 天胡 formula too (§22.13)
 13  three dealt 提       (forced_tianhu = false) the remainder rule of §8 to the letter
 14  dealer, 天胡 on 20    息 on all 21 cards, not 自摸 (§22.1)
 15  dead hand            found out when the discard is due; drawing, 提 and 跑 go on, 胡 never (§22.9)
 16  two seats           the other is 上家 and 下家 at once: his cards are 吃 like the 上家's and marked as the 上家's
 17  a deal of n cards   is complete with (n + 1) / 3 门子; the cards that no seat and no wall has are never seen
"""

import json
import random
import sys

from .naive_cover import NAMES, SETS, cards_of, text_of
from .naive_hand import STD15, Hand, chi_text


def canonical(action: str) -> str:
    """An action with cards and 比 groups in kind order."""
    if not action.startswith("chi "):
        return action
    try:
        sets = [tuple(sorted(cards_of(part))) for part in action.removeprefix("chi ").split("比")]
    except ValueError:
        return action
    return chi_text((sets[0], sorted(sets[1:])))


def check_deal(deal: dict, options: dict = STD15) -> list[str]:
    cards = cards_of("".join([*deal["hands"], deal["liang"], *deal["wall"]]))
    seats, size, wall = options["seats"], options["deal"], options["wall"]
    problems = [f"deal: {cards.count(k)} of {NAMES[k]}" for k in range(20) if cards.count(k) > 4]
    if [len(cards_of(text)) for text in deal["hands"]] != [size] * seats or len(deal["wall"]) != wall:
        problems.append(f"deal: not {seats} hands of {size} and a wall of {wall}")
    return problems


def check_step(due: dict, step: dict) -> list[str]:
    """What the trace asks, against what is due; then its answers against what is legal."""
    asked = {key: step.get(key) for key in due if key != "legal"}
    wanted = {key: due[key] for key in asked}
    if asked != wanted:
        return [f"asks {asked}, due is {wanted} with {due['legal']}"]
    problems = []
    for seat in sorted({*due["legal"], *step.get("legal", {})}):
        right = set(due["legal"].get(seat, []))
        listed = [canonical(action) for action in step.get("legal", {}).get(seat, [])]
        if len(listed) != len(set(listed)):
            problems.append(f"seat {seat}: an action is listed twice")
        if missing := sorted(right - set(listed)):
            problems.append(f"seat {seat}: the trace lacks {missing}")
        if extra := sorted(set(listed) - right):
            problems.append(f"seat {seat}: the trace allows {extra}")
    return problems


def check_hand(trace: dict, options: dict | None = None) -> list[str]:
    """Replay a trace; every difference in words, empty when the trace agrees with the rules.

    Replay stops at the first step whose answers cannot be given here.
    """
    problems = check_deal(trace["deal"], {**STD15, **(options or {})})
    if problems:
        return problems
    game = Hand(trace["deal"], options).play()
    steps = list(trace["steps"])
    did: dict | None = None
    for number in range(len(steps) + 1):
        try:
            due = game.send(did)
        except StopIteration as end:
            result = end.value
            if number < len(steps):
                return [*problems, f"step {number}: the hand is over ({result}), the trace asks on"]
            break
        if number == len(steps):
            return [*problems, f"step {number}: the trace ends, due is {due}"]
        step = steps[number]
        problems += [f"step {number}: {words}" for words in check_step(due, step)]
        did = {seat: canonical(action) for seat, action in step.get("did", {}).items()}
        if set(did) != set(due["legal"]) or any(did[seat] not in due["legal"][seat] for seat in did):
            return [*problems, f"step {number}: did {did}, legal is {due['legal']}"]
    for key, value in result.items():
        if trace["result"].get(key) != value:
            problems.append(f"result: {key} is {trace['result'].get(key)}, should be {value}")
    return problems


def random_deal(rng: random.Random, dealer: int = 0) -> dict:
    deck = [k for k in range(20) for _ in range(4)]
    rng.shuffle(deck)
    hands = [text_of(tuple(sorted(deck[20 * seat : 20 * seat + 20]))) for seat in range(3)]
    return {"dealer": dealer, "hands": hands, "liang": NAMES[deck[60]], "wall": [NAMES[k] for k in deck[61:]]}


def chosen(rng: random.Random, actions: list[str]) -> str:
    """Any legal action, with a little sense so that hands are won now and then: 胡 often, lonely discards first."""
    if "hu" in actions and rng.random() < 0.7:
        return "hu"
    if actions[0].startswith("discard") and rng.random() < 0.8:
        held = [NAMES.index(action[-1]) for action in actions]
        useful = [k for s in SETS if set(s) <= set(held) for k in s]
        some = rng.sample(held, min(4, len(held)))
        return f"discard {NAMES[min(some, key=useful.count)]}"
    return rng.choice(actions)


def play_random(deal: dict, rng: random.Random, options: dict | None = None) -> dict:
    """A legal trace of this deal, every answer by chance."""
    game = Hand(deal, options).play()
    steps: list[dict] = []
    did: dict | None = None
    while True:
        try:
            due = game.send(did)
        except StopIteration as end:
            return {"game": "zipai", "rules": "std15", "deal": deal, "steps": steps, "result": end.value}
        did = {seat: chosen(rng, actions) for seat, actions in due["legal"].items()}
        steps.append({**due, "did": did})


def option(text: str) -> tuple[str, object]:
    """`min_huxi=10`, `chou_scope=eat_only`, `chi_from=["own_draw"]`."""
    key, _, value = text.partition("=")
    if key not in STD15:
        raise SystemExit(f"unknown option {key}; known: {', '.join(STD15)}")
    try:
        return key, json.loads(value)
    except json.JSONDecodeError:
        return key, value


def main(arguments: list[str]) -> int:
    """TRACE.jsonl [--options k=v ...]: how many hands agree, and the first differences."""
    if not arguments:
        raise SystemExit(f"{main.__doc__}")
    options = dict(option(text) for text in arguments[1:] if text != "--options")
    agree = hands = 0
    with open(arguments[0], encoding="utf-8") as lines:
        for hands, line in enumerate(lines, start=1):
            problems = check_hand(json.loads(line), options)
            agree += not problems
            if problems and hands - agree <= 10:
                print(f"hand {hands}:", *problems[:5], sep="\n  ")
    print(f"{agree} of {hands} hands agree")
    return 0 if agree == hands else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

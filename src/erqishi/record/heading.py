"""Reading the text form: what header and deal of a sheet come to. Faults are noted on the sheet, with their lines."""

from __future__ import annotations

import difflib
import re

import msgspec

from erqishi.cards import COPIES, NAMES, card_name, fold
from erqishi.errors import RecordError, UserInputError
from erqishi.record.course import POSITIONS
from erqishi.record.envelope import Around, Fault, RulesUsed, shown
from erqishi.record.sheet import Seat, Sheet, Value, seat_named
from erqishi.record.zipai import dealt, rules_of, rules_used
from erqishi.shuffle import ShuffleProof, proof_from_json
from erqishi.zipai.ruleset import RuleSet, names

_MINUS = str.maketrans("−–—－", "----")
_QUOTES = str.maketrans("“”„‟″", '"""""')


def seat_of(seat: Seat, n: int, dealer: int) -> int | None:
    """The number of a seat as written among n; None when there is no such seat."""
    if seat.number is not None:
        return seat.number if seat.number < n else None
    if n == 2 and seat.place in "对上":
        return 1 - dealer
    place = POSITIONS[n].find(seat.place)
    return None if place < 0 else (dealer + place) % n


def no_seat(line: int, seat: Seat, n: int) -> Fault:
    """The fault that a seat is not there."""
    name = seat.place or str(seat.number)
    return Fault(line, f"{n}家没有“{name}”", f"there is no seat {name} among {n}")


def read_rules(sheet: Sheet) -> tuple[RuleSet, RulesUsed]:
    """The rule set of the header; without one, std15. Faults are noted, and then std15 stands in."""
    standard = RuleSet(id="std15")
    line = sheet.one("rules")
    options = {}
    for option in sheet.header.get("option", []):
        key, _, value = option.raw.partition("=")
        try:
            options[key.strip()] = msgspec.json.decode(value.translate(_QUOTES))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            sheet.fault(
                option.line, f"参数写作 min_huxi = 10：{shown(option.raw)}", "write an option like min_huxi = 10"
            )
            return standard, rules_used(standard)
    words = line.raw.split() if line else ["std15"]
    try:
        if len(words) == 2 and words[1].startswith("#"):
            used = RulesUsed(id=words[0], hash=words[1][1:], set=options)
            return rules_of(used), used
        if len(words) != 1:
            raise RecordError(f"规则写作 std15，或 std15 #{standard.hash} / write std15, or std15 #{standard.hash}")
        if words[0] not in names():
            near = difflib.get_close_matches(words[0], names(), n=1)
            hint = f"；是不是 {near[0]} / did you mean {near[0]}" if near else ""
            raise RecordError(f"没有规则 {shown(words[0])} / no rule set {shown(words[0])}{hint}")
        rules = RuleSet.load(words[0]).replace(**options)
        return rules, rules_used(rules)
    except UserInputError as error:
        at = line.line if line else sheet.first_line
        sheet.faults += [Fault(at, part, "the rules") for part in str(error).splitlines()]
    return standard, rules_used(standard)


def read_dealer(sheet: Sheet, rules: RuleSet) -> int:
    """The dealer's seat number; 0 when none is written."""
    line = sheet.one("dealer")
    if line is None:
        return 0
    number = line.raw.removesuffix("号").strip()
    if number not in map(str, range(rules.seats)):
        sheet.fault(line.line, f"庄家：座位 0 到 {rules.seats - 1}", f"dealer is a seat, 0 to {rules.seats - 1}")
        return 0
    return int(number)


def read_huang(sheet: Sheet, rules: RuleSet) -> int:
    """How many hands without a winner came directly before (黄番); 0 when it is not written."""
    line = sheet.one("huang")
    if line is None:
        return 0
    if not re.fullmatch(r"[1-9]\d{0,2}", text := line.raw.strip()):
        sheet.fault(line.line, "前荒：一个数，1 到 999", "the hands without a winner before this one, 1 to 999")
        return 0
    if rules.scoring is None or not rules.scoring.huang_fan:
        sheet.fault(line.line, f"前荒：{rules.id} 没有黄番", f"{rules.id} does not count hands without a winner")
    return int(text)


def read_piao(sheet: Sheet, rules: RuleSet) -> tuple[int, ...]:
    """What each seat said it would 飘, in order of seat; nothing when it is not written."""
    line = sheet.one("piao")
    if line is None:
        return ()
    most = rules.scoring.piao_most if rules.scoring is not None else 0
    given = line.raw.split()
    if len(given) != rules.seats or not all(re.fullmatch(r"\d{1,2}", n) and int(n) <= most for n in given):
        zh, en = f"飘：每家一个数，0 到 {most}，按座位", f"one number a seat, in order of seat, 0 to {most}"
        sheet.fault(line.line, zh if most else f"飘：{rules.id} 没有飘", en if most else f"{rules.id} has no 飘")
        return ()
    return tuple(map(int, given))


def read_proof(sheet: Sheet) -> ShuffleProof | None:
    """The shuffle proof, if one is written."""
    line = sheet.one("shuffle")
    if line is None:
        return None
    try:
        return proof_from_json(line.raw.translate(_QUOTES))
    except (UserInputError, RecursionError) as error:
        sheet.fault(line.line, f"洗牌证明读不出：{error}", "the shuffle proof cannot be read")
    return None


def read_names(sheet: Sheet, rules: RuleSet, dealer: int) -> tuple[str, ...]:
    """The names of the header, one a seat; none when none is written."""
    given: dict[int, str] = {}
    for value in sheet.header.get("name", []):
        found = seat_named(fold(value.raw))
        seat = seat_of(found[0], rules.seats, dealer) if found else None
        if found is None or seat is None:
            sheet.fault(value.line, "名字写作：名 0 阿公", "write a name like: name 0 Agong")
        elif seat in given:
            sheet.fault(value.line, f"{seat}号有两个名字", f"two names for seat {seat}")
        else:
            given[seat] = value.raw[found[1] :].strip()
    return tuple(given.get(seat, "") for seat in range(rules.seats)) if given else ()


_AROUND = re.compile(r"(\d{1,2})\s+(?:([醒鸟])\s+)?([+-]?\d{1,9})(?:\s+(\S.*))?")


def read_around(sheet: Sheet) -> Around | None:
    """The table around the hand, one line a seat from 0 on; None when none is written."""
    lines = sheet.header.get("table", [])
    if not lines:
        return None
    active, net, names = [], [], []
    for at, line in enumerate(lines):
        found = _AROUND.fullmatch(line.raw.translate(_MINUS).strip())
        if found is None or int(found[1]) != at:
            sheet.fault(
                line.line, f"全桌写作：全桌 {at} 鸟 -3 老五", f"write a seat of the table like: table {at} 鸟 -3 Wu"
            )
            return None
        net.append(int(found[3]))
        names.append((found[4] or "").strip())
        if not found[2]:
            active.append(at)
    return Around(active=tuple(active), net=tuple(net), names=tuple(names) if any(names) else ())


def read_deck(sheet: Sheet, rules: RuleSet, dealer: int, proof: ShuffleProof | None) -> tuple[int, ...]:
    """The deck in dealing order from the lines of the deal, or from the proof, against which the lines are held."""
    proven = None
    shuffle = sheet.one("shuffle")
    if proof is not None and shuffle is not None:
        try:
            proven = dealt(rules, proof)
        except RecordError as error:
            sheet.fault(shuffle.line, str(error), "the shuffle proof")
            return ()
    hands: dict[int, tuple[int, list[int]]] = {}
    for line, named, cards in sheet.hands:
        seat = seat_of(named, rules.seats, dealer)
        if seat is None:
            sheet.faults.append(no_seat(line, named, rules.seats))
        elif seat in hands:
            sheet.fault(line, f"{seat}号有两手牌", f"two hands for seat {seat}")
        else:
            hands[seat] = (line, cards)
    if proven is not None and not (hands or sheet.liang or sheet.wall):
        return proven
    parts = []
    for place in range(rules.seats):
        seat = (dealer + place) % rules.seats
        line, cards = hands.get(seat, (0, []))
        parts.append((line, POSITIONS[rules.seats][place], sorted(cards), rules.deal))
    parts.append((_line(sheet.one("liang")), "亮", sheet.liang, 1))
    parts.append((_line(sheet.one("wall")), "墩", sheet.wall, rules.wall))
    _count(sheet, parts)
    deck = tuple(kind for _, _, cards, _ in parts for kind in cards)
    if proven is not None and not sheet.faults:
        _hold_against(sheet, parts, proven)
        return proven
    return deck


def _line(value: Value | None) -> int:
    return 0 if value is None else value.line


def _count(sheet: Sheet, parts: list[tuple[int, str, list[int], int]]) -> None:
    """Note a fault for each part of the deal that is missing or has not its number of cards, and each fifth card."""
    seen = [0] * (len(NAMES) + 1)
    for line, name, cards, size in parts:
        if not line:
            sheet.fault(sheet.first_line, f"没有“{name}”的牌", f"the cards of {name} are missing")
        elif len(cards) != size:
            sheet.fault(
                line, f"“{name}”有{len(cards)}张，要{size}张", f"{name} has {len(cards)} cards, {size} are wanted"
            )
        for kind in cards:
            seen[kind] += 1
            if seen[kind] == COPIES + 1:
                sheet.fault(line, f"第五张{card_name(kind)}", f"a fifth {card_name(kind)}")


def _hold_against(sheet: Sheet, parts: list[tuple[int, str, list[int], int]], proven: tuple[int, ...]) -> None:
    at = 0
    for line, name, cards, size in parts:
        right = list(proven[at : at + size])
        if name not in ("亮", "墩"):
            right.sort()
        if cards != right:
            text = "".join(map(card_name, right))
            sheet.fault(
                line, f"“{name}”与洗牌证明不符，应是 {text}", f"{name} is not what the shuffle proof yields: {text}"
            )
        at += size

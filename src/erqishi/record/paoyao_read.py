"""Reading the text form of a 跑腰 record: every fault of the writing with its line, then the hand by the rules."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from erqishi.cards import fold
from erqishi.errors import CardTextError, IllegalAction, RecordError, UserInputError
from erqishi.paoyao.actions import Action
from erqishi.paoyao.cards import CARDS, card_text, parse_cards
from erqishi.paoyao.game import Game
from erqishi.paoyao.ruleset import DEFAULT, RuleSet, load
from erqishi.record.envelope import LONGEST, VERSION, Fault, Record, RulesUsed, check, checksum, refusal, shown
from erqishi.record.paoyao import action_of, dealt, fields, objection, rules_of, word_of
from erqishi.record.paoyao_text import POSITIONS, TITLE, position, result_text
from erqishi.shuffle import ShuffleProof, proof_from_json

_SIMPLE = str.maketrans("莊對規則參數結過驗譜號臺餘籌碼張搶並擺", "庄对规则参数结过验谱号台余筹码张抢并摆")
_KEYS = ("规则", "参数", "日期", "庄家", "筹码", "底池", "名", "洗牌", "桌", "腰", "余", "结果", "校验")
_OFTEN = frozenset({"参数", "名"})
_KEY = re.compile(rf"({'|'.join(_KEYS)})(?:\s*:\s*|\s+)(.*)")
_SEAT = re.compile(r"(?:(\d)号?|([庄下对上])家?)")
_DEALT = re.compile(r"(?:(\d)号?|([庄下对上])家?)(?:\s*:\s*|\s+)(.*)")
_NUMBER = re.compile(r"\d{1,4}\s*[.、)]\s*")
_QUOTES = str.maketrans("“”„‟″", '"""""')


class _Sheet:
    """What the lines say, as text with line numbers."""

    def __init__(self, text: str, first_line: int) -> None:
        self.faults: list[Fault] = []
        self.header: dict[str, list[tuple[int, str]]] = {}
        self.hands: list[tuple[int, re.Match[str], str]] = []
        self.words: list[tuple[int, str]] = []
        self.first = self.last = first_line
        for line, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=first_line):
            plain = fold(raw).translate(_SIMPLE).strip()
            if plain and not plain.startswith(TITLE):
                self.last = line
                self._read(line, raw.strip(), plain)
            elif plain.removeprefix(TITLE).strip() not in ("", str(VERSION)):
                self.fault(line, f"只会读第 {VERSION} 版", f"this program reads version {VERSION} of the form")

    def fault(self, line: int, zh: str, en: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(line, zh, en))

    def one(self, key: str) -> tuple[int, str] | None:
        """The line and value of a header line, None when it is not there."""
        return self.header.get(key, [None])[0]

    def _read(self, line: int, raw: str, plain: str) -> None:
        if key := _KEY.fullmatch(plain):
            if key[1] in self.header and key[1] not in _OFTEN:
                self.fault(line, f"“{key[1]}”写了两次", f"{key[1]} comes twice")
            # The value as written: names and dates keep their characters.
            self.header.setdefault(key[1], []).append((line, raw[key.start(2) :].strip()))
            return
        number = _NUMBER.match(plain)
        found = None if number else _DEALT.fullmatch(plain)
        if found is not None and not self.words and _only_cards(found[3]):
            self.hands.append((line, found, found[3]))
            return
        for word in re.split(r"[\s,;，；。]+", plain[number.end() if number else 0 :]):
            if word:
                self.words.append((line, word))


def from_text(text: str, first_line: int = 1) -> Record:
    """Read one record from text whose first line has this number in its file.

    RecordError lists every fault of the writing with its line; when it can be read, the hand is played again and the
    error tells the first difference from what the rules say.
    """
    if len(text) > LONGEST:
        raise RecordError(f"太长，不是一局牌 / {len(text)} characters are no hand; {LONGEST} at most")
    sheet = _Sheet(text, first_line)
    rules, used = _rules(sheet)
    players = len(sheet.hands) or len(_numbers(sheet, "筹码"))
    if not 2 <= players <= 4:
        sheet.fault(sheet.first, "要写二到四家的牌，如 庄 H8 S3 DK", "the hands of 2 to 4 seats are wanted")
        raise refusal(sheet.faults)
    dealer = (_numbers(sheet, "庄家") or [0])[0]
    if dealer >= players:
        sheet.fault(sheet.header["庄家"][0][0], f"庄家：座位 0 到 {players - 1}", "the dealer is a seat")
    proof = _proof(sheet)
    deck = _deck(sheet, players, dealer, proof)
    names = _names(sheet, players)
    chips = _numbers(sheet, "筹码") or [rules.chips] * players
    carry = (_numbers(sheet, "底池") or [0])[0]
    if sheet.faults:
        raise refusal(sheet.faults)
    try:
        game = Game.from_deck(rules, deck, dealer, players=players, chips=chips, carry=carry)
    except UserInputError as error:
        raise RecordError(str(error)) from None
    _play(sheet, game)
    date = sheet.one("日期")
    record = Record(**{**fields(game, proof), "rules": used}, names=names, date=date[1] if date else "")
    check(record)
    if (seal := sheet.one("校验")) and seal[1] != checksum(record):
        zh = f"校验 {shown(seal[1])} 不符，按内容是 {checksum(record)}：牌谱被改动过或抄错了"
        raise refusal([Fault(seal[0], zh, f"the content gives {checksum(record)}: altered or miscopied")])
    return record


def _only_cards(text: str) -> bool:
    try:
        return len(parse_cards(text)) > 0
    except CardTextError:
        return False


def _rules(sheet: _Sheet) -> tuple[RuleSet, RulesUsed]:
    """The rule set of the header; without one, the default."""
    options: dict[str, Any] = {}
    for line, value in sheet.header.get("参数", []):
        key, _, text = value.partition("=")
        try:
            options[key.strip()] = msgspec.json.decode(text.translate(_QUOTES))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            sheet.fault(line, f"参数写作 ante = 2：{shown(value)}", "write an option like ante = 2")
    line, value = sheet.one("规则") or (sheet.first, DEFAULT)
    words = value.split()
    try:
        if len(words) == 2 and words[1].startswith("#"):
            used = RulesUsed(id=words[0], hash=words[1][1:], set=options)
            return rules_of(used), used
        rules = load(words[0]) if words else load()
        if options:
            rules = rules.replace(id=rules.id, **options)
        return rules, RulesUsed(id=rules.id, hash=rules.version, set=rules.differences())
    except UserInputError as error:
        for part in str(error).splitlines():
            sheet.fault(line, part, "the rules")
    return load(), RulesUsed(id=DEFAULT, hash=load().version)


def _numbers(sheet: _Sheet, key: str) -> list[int]:
    """The whole numbers of a header line; none when it is not there or cannot be read, which is noted."""
    found = sheet.one(key)
    if found is None:
        return []
    try:
        return [int(word) for word in found[1].removesuffix("号").split()]
    except ValueError:
        fault = Fault(found[0], f"“{key}”后面要整数：{shown(found[1])}", f"{key} takes whole numbers")
        if fault not in sheet.faults:
            sheet.faults.append(fault)
        return []


def _proof(sheet: _Sheet) -> ShuffleProof | None:
    found = sheet.one("洗牌")
    if found is None:
        return None
    try:
        proof = proof_from_json(found[1].translate(_QUOTES))
        dealt(proof)
        return proof
    except (UserInputError, RecursionError) as error:
        sheet.fault(found[0], f"洗牌证明不成立：{error}", "the shuffle proof does not hold")
    return None


def _names(sheet: _Sheet, players: int) -> tuple[str, ...]:
    given: dict[int, str] = {}
    for line, value in sheet.header.get("名", []):
        seat, _, name = value.partition(" ")
        if seat.isdigit() and int(seat) < players and int(seat) not in given:
            given[int(seat)] = name.strip()
        else:
            sheet.fault(line, "名字写作：名 0 阿公，一家一次", "write a name like: 名 0 Agong, once a seat")
    return tuple(given.get(seat, "") for seat in range(players)) if given else ()


def _seat(found: re.Match[str], players: int, dealer: int) -> int | None:
    """The seat that a match names by number or place, None when there is no such seat."""
    if found[1] is not None:
        return int(found[1]) if int(found[1]) < players else None
    place = POSITIONS[players].find(found[2])
    return None if place < 0 else (dealer + place) % players


def _deck(sheet: _Sheet, players: int, dealer: int, proof: ShuffleProof | None) -> list[int]:
    """The deck in dealing order from the lines of the deal, or from the proof, against which the lines are held.

    Without a line 余 the unused cards stand in their natural order: they play no part.
    """
    deck = [-1] * CARDS
    for line, found, text in sheet.hands:
        seat = _seat(found, players, dealer)
        if seat is None:
            sheet.fault(line, f"{players}家没有“{found[0][:1]}”", f"there is no such seat among {players}")
            continue
        k = (seat - dealer) % players
        _place(sheet, line, "手牌", parse_cards(text), deck, range(k, 3 * players, players))
    for key, places in (
        ("桌", range(3 * players, 3 * players + 4)),
        ("腰", range(CARDS - 1, CARDS)),
        ("余", range(3 * players + 4, CARDS - 1)),
    ):
        if found_line := sheet.one(key):
            try:
                _place(sheet, found_line[0], key, parse_cards(found_line[1]), deck, places)
            except CardTextError as error:
                sheet.faults += [Fault(found_line[0], part, key) for part in str(error).splitlines()]
        elif key != "余" and proof is None:
            sheet.fault(sheet.first, f"没有“{key}”的牌", f"the cards of {key} are missing")
    missing = [card for card in range(CARDS) if card not in deck]
    if proof is None:
        return [card if card >= 0 else missing.pop(0) for card in deck] if not sheet.faults else deck
    proven = list(dealt(proof))
    if any(card >= 0 and card != proven[at] for at, card in enumerate(deck)):
        sheet.fault(sheet.first, "写下的牌与洗牌证明不符", "the cards are not what the shuffle proof yields")
    return proven


def _place(sheet: _Sheet, line: int, name: str, cards: list[int], deck: list[int], places: range) -> None:
    if len(cards) != len(places):
        sheet.fault(
            line, f"“{name}”有{len(cards)}张，要{len(places)}张", f"{len(cards)} cards, {len(places)} are wanted"
        )
        return
    for place, card in zip(places, cards, strict=True):
        if card in deck:
            sheet.fault(line, f"{card_text(card)} 已经出现过", f"{card_text(card)} is already there")
        deck[place] = card


def _play(sheet: _Sheet, game: Game) -> None:
    """Do what is written. Faults of writing are told together, then the first thing that the rules do not allow."""
    said: list[tuple[int, str, int | None, Action]] = []
    for line, word in sheet.words:
        found = _SEAT.match(word)
        seat = _seat(found, game.players, game.dealer) if found else None
        if found and seat is None:
            sheet.fault(line, f"{game.players}家没有“{found[0]}”", f"there is no such seat among {game.players}")
            continue
        try:
            said.append((line, word, seat, action_of(word[found.end() if found else 0 :])))
        except RecordError as error:
            sheet.fault(line, str(error), shown(word))
    if sheet.faults:
        raise refusal(sheet.faults)
    for line, word, seat, action in said:
        if game.decision is None:
            raise refusal([Fault(line, f"{word}：这一局已经结束", "the hand is over")])
        try:
            game.do(action, seat)
        except IllegalAction as error:
            zh, en = objection(game, error)
            raise refusal([Fault(line, f"{word}：{zh}", en)]) from None
    if found_result := sheet.one("结果"):
        line, text = found_result
        if game.result is None:
            decision = game.decision
            assert decision is not None
            asked = position(game, decision.seat) + " | ".join(map(word_of, decision.legal[decision.seat]))
            raise refusal([Fault(line, f"牌还没打完，该问的是：{asked}", "the hand is not over")])
        right = result_text(game)
        if not set(fold(text).translate(_SIMPLE).split()) <= set(right.split()):
            raise refusal([Fault(line, f"结果不符，按规则是 {right}", f"the rules give {right}")])

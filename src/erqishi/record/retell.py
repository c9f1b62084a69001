"""Reading the text form, second half: what a sheet says, done again by the rules, up to the first difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from erqishi.cards import NAMES, card_name
from erqishi.errors import IllegalAction, RecordError, UserInputError
from erqishi.record.course import ANSWERS, Item, carried_out, happenings, position, wall_of
from erqishi.record.envelope import LONGEST, Fault, NotARecord, Record, check, checksum, refusal, shown
from erqishi.record.heading import (
    no_seat,
    read_around,
    read_dealer,
    read_deck,
    read_huang,
    read_names,
    read_piao,
    read_proof,
    read_rules,
    seat_of,
)
from erqishi.record.sheet import Said, Sheet
from erqishi.record.tables import check_table
from erqishi.record.text import row_text
from erqishi.record.zipai import fields, objection
from erqishi.zipai.actions import Action, Discard, Hu, Pass, Peng, chi
from erqishi.zipai.events import Event
from erqishi.zipai.game import Game


def from_text(text: str, first_line: int = 1) -> Record:
    """Read one record from text whose first line has this number in its file.

    RecordError lists every fault of the writing with its line; when it can be read, the hand is played again and the
    error tells the first difference from what the rules say.
    """
    if len(text) > LONGEST:
        raise RecordError(f"太长，不是一局牌 / {len(text)} characters are no hand; {LONGEST} at most")
    sheet = Sheet(text, first_line)
    if not sheet.hands and "title" not in sheet.header:
        raise NotARecord(f"第{first_line}行起没有题目，也没有发牌 / no title and no deal from line {first_line} on")
    rules, used = read_rules(sheet)
    if rules.wang:
        sheet = Sheet(text, first_line, wang=True)
        read_rules(sheet)
    dealer, huang, piao = read_dealer(sheet, rules), read_huang(sheet, rules), read_piao(sheet, rules)
    proof = read_proof(sheet)
    deck = read_deck(sheet, rules, dealer, proof)
    labels = read_names(sheet, rules, dealer)
    around = read_around(sheet)
    if sheet.faults:
        raise refusal(sheet.faults)
    try:
        game = Game.from_deck(rules, deck, dealer, huang=huang, piao=piao)
        Retelling(sheet, game).run()
        date = sheet.one("date")
        # The parameters stay as they were written: a later program may know more of them.
        said = {**fields(game, proof), "rules": used}
        record = Record(**said, names=labels, date=date.raw if date else "", table=around)
        check(record)
        check_table(record, game)
    except RecordError:
        raise
    except UserInputError as error:
        raise RecordError(str(error)) from None
    if (seal := sheet.one("sum")) and seal.raw != checksum(record):
        zh = f"校验 {shown(seal.raw)} 不符，按内容是 {checksum(record)}：牌谱被改动过或抄错了"
        raise refusal([Fault(seal.line, zh, f"the content gives {checksum(record)}: altered or miscopied")])
    return record


class Retelling:
    """A game under way, and what has happened in it by itself that the text has not mentioned yet."""

    def __init__(self, sheet: Sheet, game: Game) -> None:
        self.sheet = sheet
        self.game = game
        self.wall = wall_of(game)
        self.due: list[Item] = list(happenings(game.events, self.wall, {}))
        self.held: dict[int, Item] = {}
        self.line = sheet.last_line

    def run(self) -> None:
        """Do every item of the sheet. RecordError at the first one that the rules do not allow or do not expect."""
        for item in _seated(self.sheet, self.game):
            self.line = item.line
            while not self._take(item):
                pass
        self.line = self.sheet.last_line
        decision = self.game.decision
        if decision is not None and decision.kind == "claims" and (self.sheet.finished or self.held):
            self._close()
        if self.sheet.finished:
            self._needs_no_draw()
            if not self.game.over:
                raise self._refuse("牌还没打完", "the hand is not over")
        _compare(self.sheet, self.game)

    def _take(self, item: Item) -> bool:
        """Account for the item; False when only something before it could be settled, so that it comes again."""
        if self.due:
            if _is(item, self.due[0]):
                self.due.pop(0)
                return True
            if self.due[0].verb == "draw":
                raise self._unlike(item)
            self.due.pop(0)  # 提 偎 跑 相公 happen whether they are mentioned or not
            return False
        decision = self.game.decision
        if decision is None:
            raise self._unlike(item)
        if decision.kind == "claims":
            if item.verb not in ANSWERS:
                self._close()
                return False
            self._answer(item)
            if len(self.held) == len(decision.legal):
                self._close()
            return True
        if item.verb != "discard":
            raise self._unlike(item)
        self._verify(item)
        self._happened(self.game.do(Discard(item.cards[0]), item.seat), {item.seat: Discard(item.cards[0])})
        return True

    def _answer(self, item: Item) -> None:
        """Hold an answer to the claims that are asked."""
        if item.seat in self.held:
            raise self._refuse(f"{self._said(item)}：这家已经答过", "this seat has answered already")
        card = self.game.decision.card if self.game.decision else None
        if item.verb != "chi" and item.cards and item.cards[0] != card:
            raise self._refuse(f"{self._said(item)}：在场的是{card}", f"the card in play is {card}")
        self._verify(item)
        self.held[item.seat] = item

    def _close(self) -> None:
        """Every seat that was asked has answered or passes; the answers are carried out."""
        decision = self.game.decision
        assert decision is not None
        answers = {seat: _action(self.held[seat]) if seat in self.held else Pass() for seat in decision.legal}
        for seat, action in answers.items():
            try:
                self.game.verify(action, seat)
            except IllegalAction as error:
                zh, en = objection(self.game, seat, error)
                raise self._refuse(
                    f"{position(self.game, seat)}没有答：{zh}", f"seat {seat} has no answer: {en}"
                ) from None
        events: list[Event] = []
        for seat, action in answers.items():
            events += self.game.do(action, seat)
        done = carried_out(events, answers)
        for item in self.held.values():
            if item.verb != "pass" and item.wanted != (item.seat != done):
                self.line = item.line
                raise self._overtaken(item)
        self.held = {}
        self._happened(events, answers)

    def _happened(self, events: Sequence[Event], did: dict[int, Action]) -> None:
        self._needs_no_draw()
        self.due = list(happenings(events, self.wall, did))

    def _needs_no_draw(self) -> None:
        for item in self.due:
            if item.verb == "draw":
                raise self._refuse(f"少了：{self._said(item)}", f"missing: seat {item.seat} {item.en()}")

    def _verify(self, item: Item) -> None:
        try:
            self.game.verify(_action(item), item.seat)
        except IllegalAction as error:
            zh, en = objection(self.game, item.seat, error)
            raise self._refuse(f"{self._said(item)}：{zh}", f"seat {item.seat} {item.en()}: {en}") from None

    # -- refusing ----------------------------------------------------------------------------------------------

    def _said(self, item: Item) -> str:
        return row_text(self.game, [item])

    def _refuse(self, zh: str, en: str) -> RecordError:
        return refusal([Fault(self.line, zh, en)])

    def _unlike(self, item: Item) -> RecordError:
        decision = self.game.decision
        if self.due:
            zh, en = self._said(self.due[0]), f"seat {self.due[0].seat} {self.due[0].en()}"
        elif decision is None:
            zh, en = "这一局已经结束", "the hand is over"
        else:
            seat = next(iter(decision.legal))
            legal = " | ".join(map(str, decision.legal[seat]))
            zh, en = f"{position(self.game, seat)}打牌（{legal}）", f"a discard by seat {seat} ({legal})"
        return self._refuse(
            f"写的是：{self._said(item)}；按规则是：{zh}", f"seat {item.seat} {item.en()}, by the rules: {en}"
        )

    def _overtaken(self, item: Item) -> RecordError:
        if item.wanted:
            plain = item._replace(wanted=False)
            return self._refuse(
                f"这一手做成了，不写“想”：{self._said(plain)}", "it was carried out: no 想 (wants) before it"
            )
        wants = item._replace(wanted=True)
        return self._refuse(
            f"别家的先（core.md §10），没有做成；写：{self._said(wants)}",
            f"another seat's claim goes first (core.md §10): write 想 (wants) before that of seat {item.seat}",
        )


def _action(item: Item) -> Action:
    match item.verb:
        case "discard":
            return Discard(item.cards[0])
        case "chi":
            groups = [[NAMES.index(name) for name in cards] for cards in item.cards]
            return chi(groups[0], groups[1:])
        case "peng":
            return Peng()
        case "hu":
            return Hu()
        case _:
            return Pass()


def _is(item: Item, due: Item) -> bool:
    """Whether an item as written is this happening; the card may be left out where it is plain."""
    alike = {"dealt_ti": ("ti",), "chouwei": ("chouwei", "wei")}.get(due.verb, (due.verb,))
    return item.seat == due.seat and item.verb in alike and item.cards in ((), due.cards) and not item.wanted


def _seated(sheet: Sheet, game: Game) -> Iterator[Item]:
    """The items of the sheet with seats as numbers."""
    n = game.rules.seats
    for spoken in sheet.items:
        seat = seat_of(spoken.seat, n, game.dealer)
        if seat is None:
            raise refusal([no_seat(spoken.line, spoken.seat, n)])
        groups = tuple("".join(map(card_name, sorted(group))) for group in spoken.groups)
        yield Item(seat, spoken.verb, groups, spoken.wanted, spoken.line)


def _compare(sheet: Sheet, game: Game) -> None:
    """Every statement about the result against the game's. RecordError tells all that differ."""
    result = game.result
    if result is None:
        return
    faults = []
    for said in sheet.said:
        was, now = _statement(said, game)
        if was != now:
            faults.append(
                Fault(said.line, f"写的是 {was}，按规则是 {now}", f"{was} is written, by the rules it is {now}")
            )
    # What 自摸 and 天胡 say is said by silence too, once the winner is named.
    line = sheet.one("result")
    if line and any(said.key == "hu" for said in sheet.said):
        for key, zh, value in (("zimo", "自摸", result.zimo), ("tianhu", "天胡", result.tianhu)):
            if value and not any(said.key == key for said in sheet.said):
                faults.append(Fault(line.line, f"没有写{zh}", f"it was a {key}, which is not written"))
    if faults:
        raise refusal(faults)


def _statement(said: Said, game: Game) -> tuple[str, str]:
    """The statement as written, and as the rules have it."""
    result = game.result
    assert result is not None
    ends = "荒庄" if result.winner is None else f"{position(game, result.winner)}胡"
    if said.key == "huang":
        return "荒庄", ends
    if said.key == "huxi":
        return f"{said.value}息", f"{result.huxi}息"
    if said.key == "tun":
        return f"{said.value}囤", f"{result.tun}囤"
    if said.key in ("zimo", "tianhu"):
        zh, value = ("自摸", result.zimo) if said.key == "zimo" else ("天胡", result.tianhu)
        return zh, zh if value else f"不是{zh}"
    assert said.seat is not None
    seat = seat_of(said.seat, game.rules.seats, game.dealer)
    if seat is None:
        return said.seat.place or str(said.seat.number), "没有这一家"
    name = position(game, seat)
    return (f"{name}胡", ends) if said.key == "hu" else (f"{name}{said.value:+}", f"{name}{result.net[seat]:+}")

"""`erqishi replay` and `erqishi verify`: read records, show them, turn them into the other form, check them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Annotated

import typer

from erqishi.cli.stream import opened, refuse_utf16
from erqishi.errors import RecordError, UserInputError, WorldError

if TYPE_CHECKING:
    from erqishi.record import Entry, Record

LONGEST_LINE = 1 << 18  # bytes; more than a record may have
SHOWN = 20
COMMITMENT = 64  # hexadecimal digits of a commitment

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="牌谱文件，JSON 或文字，一局或多局；- 是标准输入 · a file of records; - is standard input"
    ),
]
Hand = Annotated[int | None, typer.Option("--hand", help="只看第几局，从 1 数 · only this one, counted from 1")]


def replay(
    file: File,
    text: Annotated[
        bool, typer.Option("--text", help="转成可以贴到聊天里的文字 · turn it into text for a chat")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="转成 JSON，一局一行 · turn it into JSON, a line a hand")
    ] = False,
    hand: Hand = None,
) -> None:
    """把牌谱重打一遍，讲出经过。 Play records again and tell what happened.

    每一步、每一分都按规则重新推出来，有一处不同就停下，说出是哪一步。
    Every move and every point is derived again; the first difference is an error that says where.

    \b
    erqishi replay hands.jsonl --hand 3
    erqishi replay hands.jsonl --hand 3 --text > hand.txt
    erqishi replay hand.txt --json
    """
    from erqishi.record import replay as play_again
    from erqishi.record import tell, to_json, to_text

    if text and as_json:
        raise UserInputError("--text, --json: 只能选一个 / one of the two")
    for number, entry in _entries(file, hand):
        with _named(file, number, entry):
            record = _record(entry)
            if as_json:
                play_again(record)
                shown = to_json(record)
            elif text:
                shown = to_text(record).removesuffix("\n" * (hand is not None))
            else:
                shown = "\n".join(f"{zh}\n    {en}" for zh, en in tell(record)) + "\n" * (hand is None)
        typer.echo(shown)


def verify(
    file: File,
    hand: Hand = None,
    commitment: Annotated[
        str | None,
        typer.Option(
            "--commitment",
            help="开局前公布的承诺，开头几位也行 · the commitment announced before the hand, or how it begins",
        ),
    ] = None,
    sent: Annotated[
        list[str] | None,
        typer.Option(
            "--sent",
            metavar="SEAT=TEXT",
            help="自己记下的切牌：座位（从 0 数，照证明里的次序）=内容；可写多次 · "
            "a cut as its seat remembers it; seats from 0, in the order of the proof; may be repeated",
        ),
    ] = None,
) -> None:
    """核对牌谱：全部重打，有洗牌证明的连洗牌一起查。 Check records: replay everything, and the shuffle where it is proven.

    不符时说出第一处不同，退出码 2。 A difference is told exactly, with exit status 2.

    \b
    erqishi verify hands.jsonl
    erqishi verify hand.txt --commitment 630dcd29… --sent 1=37/k3v…
    """
    from erqishi.record import NotARecord
    from erqishi.record import replay as play_again

    cuts = _cuts(sent or [])
    announced = _hex(commitment) if commitment is not None else None
    checked = unfinished = proven = 0
    begun: set[int] = set()  # seats whose cut was given without what the page added
    wrong: list[RecordError] = []
    for number, entry in _entries(file, hand):
        checked += 1
        try:
            with _named(file, number, entry):
                record = _record(entry)
                play_again(record)
                if announced is not None:
                    _announced(record, announced)
                if cuts:
                    begun |= _cut(record, cuts)
                unfinished += record.result is None
                proven += record.shuffle is not None
        except RecordError as error:
            wrong.append(error)
    if checked == 1 and wrong and isinstance(wrong[0], NotARecord):
        raise wrong[0]
    if wrong:
        more = len(wrong) - SHOWN
        rest = [f"还有 {more} 局 (and {more} more)"] if more > 0 else []
        count = f"{checked} 局中 {len(wrong)} 局不符 / {len(wrong)} of {checked} hands do not hold"
        raise RecordError("\n".join([*map(str, wrong[:SHOWN]), *rest, count]))
    typer.echo(
        f"{checked} 局：逐步重打，每步合法，结果相符 · {checked} hands replayed: every decision legal, every result as recorded"
    )
    if unfinished:
        typer.echo(f"其中 {unfinished} 局没有打完 · {unfinished} of them unfinished")
    if proven:
        typer.echo(_proven(proven, announced))
        if whole := len(cuts) - len(begun):
            are = f"the {whole} cuts that were remembered are" if whole > 1 else "the cut that was remembered is"
            typer.echo(f"记下的 {whole} 家切牌都在里面 · {are} in it")
        for seat in sorted(begun):
            typer.echo(
                f"座位{seat}：合（只核对了 / 前面的部分） · seat {seat}: fits as far as it was given (before the /)"
            )
    if proven < checked:
        typer.echo(f"{checked - proven} 局没有洗牌证明 · {checked - proven} without a shuffle proof")


def _proven(proven: int, announced: str | None) -> str:
    one = proven == 1
    if announced is None:
        to_check = "--commitment to check it" if one else "--hand and --commitment to check one of them"
        return (
            f"{proven} 局的洗牌证明自身相符；要与开局前公布的承诺核对，加 {'' if one else '--hand 和 '}--commitment · "
            f"{proven} shuffle {'proof holds in itself' if one else 'proofs hold in themselves'}; "
            f"give {to_check} against what was announced before the hand"
        )
    holds = "proof holds" if one else "proofs hold"
    if len(announced) == COMMITMENT:
        zh, en = "", ""
    else:
        zh, en = f"的前 {len(announced)} 位", f" in its first {len(announced)} digits"
    return f"{proven} 局的洗牌证明成立，与开局前公布的承诺{zh}相符 · {proven} shuffle {holds}, as announced before the hand{en}"


def _hex(commitment: str) -> str:
    """A commitment as it was shown, whole or its beginning: spaces and dots do not matter. UserInputError if it is none."""
    found = re.sub(r"[\s.…:-]", "", commitment).lower()
    if re.fullmatch(rf"[0-9a-f]{{8,{COMMITMENT}}}", found) is None:
        raise UserInputError(
            f"--commitment {commitment!r}: 承诺是 {COMMITMENT} 位十六进制数，至少写开头 8 位 / a commitment is {COMMITMENT} hexadecimal "
            "digits: write the first 8 at least"
        )
    return found


def _announced(record: Record, commitment: str) -> None:
    if record.shuffle is None:
        raise RecordError("没有洗牌证明 / there is no shuffle proof to hold against the commitment")
    if not record.shuffle.commitment.startswith(commitment):
        raise RecordError(
            f"承诺与公布的不同：牌谱里是 {record.shuffle.commitment} / the record has another commitment than was announced"
        )


def _cuts(sent: list[str]) -> dict[int, str]:
    """The cuts that the options name, by seat. UserInputError for what is none."""
    cuts: dict[int, str] = {}
    for option in sent:
        seat, equals, nonce = option.partition("=")
        if not equals or not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise UserInputError(
                f"--sent {option}: 写成 座位=内容，座位从 0 数，比如 --sent 1=37/k3v / "
                "give SEAT=TEXT, seats counted from 0, such as --sent 1=37/k3v"
            )
        if cuts.setdefault(int(seat), nonce) != nonce:
            raise UserInputError(
                f"--sent {option}: 座位{seat}写了两次，不一样 / seat {seat} is given twice and differs"
            )
    return cuts


def _cut(record: Record, cuts: dict[int, str]) -> set[int]:
    """The seats whose cut fits only as far as it was given: a page adds `/` and chance to the place that was pointed at."""
    from erqishi import shuffle

    if record.shuffle is None:
        raise RecordError("没有洗牌证明 / there is no shuffle proof to look for the cut in")
    held = dict(enumerate(record.shuffle.nonces))
    begun = {seat for seat, cut in cuts.items() if cut and held.get(seat, "").partition("/")[:2] == (cut, "/")}
    whole = {seat: cut for seat, cut in cuts.items() if seat not in begun}
    try:
        shuffle.verify(record.shuffle, shuffle.shuffled(record.shuffle), sent=whole)
    except shuffle.VerifyError as error:
        raise RecordError(str(error)) from None
    return begun


def _record(entry: Entry) -> Record:
    if entry.error is not None:
        raise entry.error
    assert entry.record is not None
    if entry.record.game == "zipai":
        from erqishi.cli import warm
        from erqishi.record.zipai import rules_of

        warm.cover_table(rules_of(entry.record.rules))
    return entry.record


@contextlib.contextmanager
def _named(file: str, number: int, entry: Entry) -> Iterator[None]:
    """What is wrong with a record is told with its number in the file, unless the file holds something else altogether."""
    from erqishi.record import NotARecord

    try:
        yield
    except NotARecord as error:
        if number == 1:
            raise NotARecord(error.why, file) from None
        raise RecordError(f"第{number}局 (hand {number}, line {entry.line}): {error}") from None
    except RecordError as error:
        raise RecordError(f"第{number}局 (hand {number}, line {entry.line}): {error}") from None


def _entries(file: str, hand: int | None) -> Iterator[tuple[int, Entry]]:
    """The entries wanted with their numbers from 1. RecordError when there is none."""
    from erqishi.record import read

    if hand is not None and hand < 1:
        raise UserInputError(f"--hand {hand}: 从 1 数 / counted from 1")
    number = 0
    for number, entry in enumerate(read(_lines(file)), start=1):
        if hand is None or number == hand:
            yield number, entry
        if number == hand:
            return
    if hand is not None:
        raise UserInputError(f"--hand {hand}: 文件里只有 {number} 局 / the file has {number}")
    if number == 0:
        raise RecordError(f"{file}: 里面没有牌谱 / there is no record in it")


def _lines(file: str) -> Iterator[str]:
    """The lines of a file, however large. WorldError when it cannot be read, RecordError when it is no UTF-8."""
    with opened(file) as stream:
        try:
            yield from _decoded(file, stream)
        except OSError as error:
            raise WorldError(f"{file}: 读不了 / cannot be read: {error.strerror or error}") from None


def _decoded(file: str, stream: IO[bytes]) -> Iterator[str]:
    number = 0
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            refuse_utf16(file, raw)
        if len(raw) == LONGEST_LINE:
            raise RecordError(f"{file}: 第{number}行太长，不是牌谱 / line {number} is too long for a record")
        try:
            yield raw.decode()
        except UnicodeDecodeError as error:
            raise RecordError(
                f"{file}: 第{number}行第{error.start + 1}字节不是 UTF-8，请存成 UTF-8 / "
                f"line {number}, byte {error.start + 1} is no UTF-8; save the file as UTF-8"
            ) from None

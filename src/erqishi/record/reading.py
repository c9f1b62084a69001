"""Records out of a file of many: JSON a line, indented JSON, text, one after another in any mixture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from erqishi.errors import RecordError
from erqishi.record.envelope import LONGEST, NotARecord, Record, from_json
from erqishi.record.forms import from_text, title_game


class Entry(NamedTuple):
    """One record of a file: the line where it begins, and the record or why it cannot be read."""

    line: int
    record: Record | None
    error: RecordError | None


def read(lines: Iterable[str]) -> Iterator[Entry]:
    """Read records one by one, so that a file of any size can be read. What cannot be read is an entry too.

    A record begins at a line that starts with `{` (JSON) or with the title 跑胡子牌谱 or 跑腰牌谱 (text).
    """
    for line, text in _pieces(lines):
        if text.startswith("[") and text[1:].lstrip()[:1] in ("", "{"):  # its records would each have a comma too much
            why = f"第{line}行开始是 JSON 数组：去掉方括号和逗号 / a JSON array from line {line} on: leave out [ ] and the commas"
            yield Entry(line, None, NotARecord(why))
            return
        try:
            if len(text) > LONGEST:
                raise RecordError(f"第{line}行起太长，不是一局牌 (from line {line} on: too long to be a hand)")
            yield Entry(line, _json(line, text) if text.startswith("{") else from_text(text, line), None)
        except RecordError as error:
            yield Entry(line, None, error)


def _json(line: int, text: str) -> Record:
    try:
        return from_json(text)
    except NotARecord:
        raise
    except RecordError as error:
        raise RecordError(f"第{line}行 (line {line}): {error}") from None


def _pieces(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The line and the text of each record. A piece that is too long to be one is cut off, not gathered."""
    start, piece, size = 0, [""], 0
    for number, line in enumerate(lines, start=1):
        line = line.removeprefix("\ufeff") if number == 1 else line
        if line.startswith("{") or title_game(line):
            if size:
                yield start, "".join(piece)
            start, piece, size = number, [], 0
        elif not size:
            if not line.strip():
                continue
            start, piece = number, []
        if size <= LONGEST:
            piece.append(line[: LONGEST + 1])
            size += len(line)
    if size:
        yield start, "".join(piece)

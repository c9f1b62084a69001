"""Facts as people and programs give them: a JSON object (scoring.md §5), or text with the groups or the hand.

>>> from erqishi.zipai.ruleset import RuleSet
>>> from erqishi.zipai.scoring import settle_hand
>>> facts = facts_of_text("一一一六七八十十 贰贰拾 偎五五五 碰叁叁叁 碰壹壹壹", card="五", origin="other")
>>> settle_hand(RuleSet.load("std15"), facts).net
(2, -1, -1)
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Literal, get_type_hints

import msgspec

from erqishi.cards import COPIES, N_KINDS, card_name, fold, parse_cards, parse_hand
from erqishi.errors import UserInputError
from erqishi.zipai.handstate import HandState, one_kind
from erqishi.zipai.meldtext import MELD_NAMES, Meld, is_name, parse_melds, split_groups
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.facts import Counted, Facts, Group, Held, WinOn, kind_of
from erqishi.zipai.scoring.ledger import drawn_hand
from erqishi.zipai.scoring.payment import NAMES
from erqishi.zipai.scoring.vocabulary import aliases

WANG = "王"
EXTRA_RUNS = ((1, 5, 10),)
Origin = Literal["self", "other", "discard", "liang", "dealt"]
#: 门子 that nobody lays on the table: their cards are cards of the hand.
_IN_HAND = frozenset(("kan", "jiang"))


def facts_of_text(
    text: str, *, melds: str = "", card: str | None = None, origin: Origin | None = None, **more: Any
) -> Facts:
    """Facts from a text: all groups by name (`坎壹壹壹 句二七十 将五五`), or a hand: concealed cards, and melds by name.

    A 坎 or 将 beside bare cards is of the hand, as if its cards were written bare. With a hand, `card` is the winning card and
    `origin` how it came (own draw, if not said); without a card the hand is complete as it lies. more: the other fields of
    `Facts`.
    """
    kind = None if card is None else one_kind(card)
    bare, named = split_groups(text)
    if origin is not None:
        more.setdefault("win_on", {"discard": "discard", "liang": "liang", "dealt": "liang"}.get(origin, "draw"))
        more.setdefault("zimo", origin == "self")
        if origin == "dealt":
            more.setdefault("dealer", more.get("winner", 0))
    if not bare and not melds:
        if not (laid := parse_melds(named, EXTRA_RUNS)):
            raise UserInputError("没有牌 / no cards")
        return Facts(groups=tuple(Group(kind_of(*meld), meld[1]) for meld in laid), card=kind, **more)
    return _held(_state(bare, f"{named} {melds}"), kind, origin or ("self" if kind is not None else None), more)


def _state(bare: str, named: str, declined: str = "") -> HandState:
    """A hand of bare cards and melds by name, those that nobody lays on the table among the bare cards."""
    laid = parse_melds(named, EXTRA_RUNS)
    inside = [card for name, cards in laid if name in _IN_HAND for card in cards]
    outside = [(name, cards) for name, cards in laid if name not in _IN_HAND]
    return HandState.of([*parse_cards(bare), *inside] if inside else bare, outside, declined)


def _held(state: HandState, card: int | None, origin: Origin | None, more: dict[str, Any]) -> Facts:
    """Facts of a hand; 进张 and the cards left are read off it where that is certain."""
    for key, value in what_is_certain(state, card).items():
        if more.get(key) is None and not (key == "hand_left" and more.get("win_on") == "deal"):
            more[key] = value
    held = Held(concealed=state.concealed, melds=state.melds, card=card, origin=origin, declined=state.declined)
    if origin == "self":
        more["zimo"] = True
    return Facts(held=held, card=card, **more)


def what_is_certain(state: HandState, card: int | None) -> dict[str, Any]:
    """Of the course of play what the cards alone show: 进张, and how many cards were left before the winning one."""
    sure: dict[str, Any] = {}
    claimed = sum(kind != "ti" for kind, _ in state.melds)
    if claimed or not state.melds:
        sure["claims"] = claimed
    if card is not None:
        sure["hand_left"] = len(state.cards)
    return sure


# -- JSON ---------------------------------------------------------------------------------------------------------


class _Given(msgspec.Struct, kw_only=True):
    """The keys of `given` (scoring.md §5), and a few words more for the same things."""

    groups: list[dict[str, Any]] | None = None
    hand: str | None = None
    melds: str = ""
    declined: str = ""
    origin: Origin | None = None
    huxi: int | None = None
    red: int | None = None
    big: int | None = None
    small: int | None = None
    zimo: bool = False
    huang_before: int = 0
    seat: int | str = 0
    dealer: int | str | None = None
    win_on: WinOn | None = None
    discarder: int | str | None = None
    first_discard: bool = False
    first_draw: bool = False
    claims_made: int | None = None
    own_discards: int | None = None
    hand_left: int | None = None
    win_card: str | None = None
    last_wall_card: bool = False
    charge: int = 0
    xing: int = 0
    piao: int | list[int] | dict[str, int] = 0
    birds: int = 0
    wang: str | None = None
    base: int | None = None
    players: int | None = None
    xing_seat: int | str | None = None
    flags: list[str] = []
    options: dict[str, Any] | list[str] = {}


_LARGEST = 1_000_000
#: The most cards that a count may name: all the reds of a deck; a whole hand with three 提.
_MOST = {"red": 24, "big": 23, "small": 23}
_KEYS = frozenset(_Given.__struct_fields__)
_TYPES: dict[str, Any] = {name: hint for name, hint in get_type_hints(_Given).items() if name in _KEYS}
_KIND: dict[Any, tuple[str, str]] = {
    bool: (" true 或 false", "true or false"),
    int: ("一个整数", "a whole number"),
    int | None: ("一个整数", "a whole number"),
    str: ("一段文字", "a text"),
    str | None: ("一段文字", "a text"),
    int | str: ("座位号或字母", "a seat number or letter"),
    int | str | None: ("座位号或字母", "a seat number or letter"),
    WinOn | None: (" draw、liang、discard、deal 之一", "one of draw, liang, discard, deal"),
    Origin | None: (" self、other、discard、liang、dealt 之一", "one of self, other, discard, liang, dealt"),
    list[str]: ("一列名字", "a list of names"),
    list[dict[str, Any]] | None: ('一列门子：[{"kind": "碰", "cards": "三三三"}, …]', "a list of groups"),
    int | list[int] | dict[str, int]: ("一个数，或者每家一个", "a number, or one for each seat"),
    dict[str, Any] | list[str]: ("一张表或一列名字", "a table or a list of names"),
}
_OTHER_KEYS = {
    "first_wall_card": "first_draw",
    "first_wall": "first_draw",
    "first_card": "first_draw",
    "首摸": "first_draw",
    "首打": "first_discard",
    "海底": "last_wall_card",
    "from": "origin",
    "card": "win_card",
    "huang": "huang_before",
    "荒": "huang_before",
    "充囤": "charge",
    "充": "charge",
    "醒": "xing",
    "飘": "piao",
    "鸟": "birds",
    "扎鸟": "birds",
    "niao": "birds",
    "zhaniao": "birds",
    "bird": "birds",
    "王": "wang",
    "底分": "base",
    "自摸": "zimo",
    "winner": "seat",
    "hu_card": "win_on",
    "进张": "claims_made",
}
#: Words of `win_on` beside its own.
_WIN_ON = {
    "wall": "draw",
    "摸": "draw",
    "亮张": "liang",
    "打": "discard",
    "打出": "discard",
    "放炮": "discard",
    "发牌": "deal",
    "三提五坎": "deal",
}
_OPTIONS_TOO = ("options", "option", "params")
#: Options that may stand beside the facts.
_PLAIN_OPTIONS = frozenset(("cap", "fan_cap", "stack_limit", "min_huxi", "封顶", "起胡"))


#: What belongs to the hand and not to the rules, although people agree on it like an option.
_OF_THE_HAND = frozenset(("charge", "xing", "piao", "birds"))


def options_of_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a `given`: a table, or a list of names that are all switched on."""
    return {key: value for key, value in _options(given).items() if _OTHER_KEYS.get(key, key) not in _OF_THE_HAND}


def with_options(given: Mapping[str, Any], line: Mapping[str, Any]) -> Mapping[str, Any]:
    """`given` with the options (or `params`) that stand beside it in its line; those within it hold."""
    beside = _options({key: line.get(key) for key in _OPTIONS_TOO})
    return {**given, "options": beside | _options(given)} if beside else given


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: given[key] for key in _PLAIN_OPTIONS if given.get(key) is not None}
    for key in _OPTIONS_TOO:
        options = given.get(key)
        if isinstance(options, str) and options:
            options = [options]
        if isinstance(options, list):
            found |= {str(name): True for name in options}
        elif isinstance(options, dict):
            found |= options
        elif options is not None and options != "":
            raise UserInputError(f"{key} = {options!r}: 要一张表或一列名字 / must be a table or a list of names")
    return found


def drawn_of_given(rules: RuleSet, given: Mapping[str, Any]) -> tuple[int, ...]:
    """Everybody's change for a hand without a winner (`huang` is true); the dealer is A unless another is given."""
    read = _decoded({key: given[key] for key in ("dealer", "players", "base", "底分") if key in given})
    return drawn_hand(rules, _seat("dealer", read.dealer) or 0, read.players, read.base)


def facts_of_given(rules: RuleSet, given: Mapping[str, Any]) -> Facts:
    """Facts from a JSON object; UserInputError when something in it cannot be read.

    Of a hand without `groups` either `hand` (with `melds`, `win_card`, `origin`) or counts (`huxi`, `red`, …) are given.
    """
    read = _decoded(given)
    dealer = _seat("dealer", read.dealer)
    if read.seat in ("庄家", "庄"):
        winner = dealer = dealer or 0
    else:
        winner = _seat("seat", read.seat) or 0
    win_on = read.win_on or ("discard" if read.discarder is not None else "draw")
    if read.win_on is None and _is_dealt(rules, read.groups):
        win_on = "deal"
    more: dict[str, Any] = {
        "winner": winner,
        "dealer": 1 if dealer is None else dealer,
        "players": read.players,
        "sitter": _seat("xing_seat", read.xing_seat),
        "win_on": win_on,
        "zimo": read.zimo,
        "discarder": _seat("discarder", read.discarder),
        "first_discard": read.first_discard,
        "first_draw": read.first_draw,
        "claims": read.claims_made,
        "own_discards": read.own_discards,
        "hand_left": read.hand_left,
        "last_card": read.last_wall_card,
        "huang": read.huang_before,
        "charge": read.charge,
        "piao": _piao(read.piao),
        "xing": read.xing,
        "birds": read.birds,
        "wang": read.wang or "",
        "base": read.base,
    }
    for key in ("huxi", "huang_before", "charge", "xing", "birds", "claims_made", "own_discards", "hand_left"):
        value = getattr(read, key)
        if value is not None and value < 0:
            raise UserInputError(f"{key} = {value}: 不能是负数 / must not be negative")
    if read.base is not None and read.base < 1:
        raise UserInputError(f"base = {read.base}: 底分至少是1 / must be 1 or more")
    for key in ("red", "big", "small"):
        value = getattr(read, key)
        if value is not None and not 0 <= value <= _MOST[key]:
            raise UserInputError(f"{key} = {value}: 要0到{_MOST[key]} / must be 0 to {_MOST[key]}")
    _check_wang(rules, read.wang)
    _flags(rules, read.flags, more)
    card = None if read.win_card is None else one_kind(read.win_card)
    if read.groups is not None and not read.groups:
        raise UserInputError("groups: 一门也没有 / there is no group")
    if read.groups is not None:
        alternatives, more["wild"] = _groups(read.groups)
        if more["wild"] > rules.wang:
            raise UserInputError(
                f"有{more['wild']}张王，这里只有{rules.wang}张 / {more['wild']} 王; there are {rules.wang}"
            )
        if len(alternatives) == 1:
            return Facts(groups=alternatives[0], card=card, **more)
        return Facts(groupings=tuple(alternatives), card=card, **more)
    if read.hand is not None:
        bare, named = split_groups(read.hand)
        state = _state(bare, f"{named} {read.melds}", read.declined)
        return _held(state, card, read.origin or (_origin(more) if card is not None else None), more)
    if read.huxi is not None:
        counted = Counted(huxi=read.huxi, red=read.red, big=read.big, small=read.small)
        return Facts(counted=counted, card=card, **more)
    raise UserInputError("没有 groups，也没有 hand / neither groups nor hand")


def _decoded(given: Mapping[str, Any]) -> _Given:
    data: dict[str, Any] = {}
    agreed = {key: value for key, value in _options(given).items() if _OTHER_KEYS.get(key, key) in _OF_THE_HAND}
    for key, value in {**agreed, **given}.items():
        name = _OTHER_KEYS.get(key, key)
        if key in _OPTIONS_TOO or key in _PLAIN_OPTIONS:
            continue
        if name not in _KEYS:
            # A word of the case's own is nobody's business; a slip of the pen is.
            if near := difflib.get_close_matches(key, _KEYS, n=1, cutoff=0.75):
                raise UserInputError(
                    f"given.{key}: 没有这一项，是不是 {near[0]} / unknown key; did you mean {near[0]}?"
                )
            continue
        if value is not None:
            data[name] = _read(key, _TYPES[name], _WIN_ON.get(value, value) if _is_word(name, value) else value)
    return _Given(**data)


def _is_word(name: str, value: Any) -> bool:
    return name == "win_on" and isinstance(value, str)


def _read(key: str, wanted: Any, value: Any) -> Any:
    """A value as the type that is wanted; numbers and yes or no may be written as text."""
    try:
        read = msgspec.convert(value, wanted, strict=False)
    except msgspec.ValidationError:
        shown, (zh, en) = repr(value), _KIND[wanted]
        raise UserInputError(f"{key} = {shown[:40] + '…' * (len(shown) > 40)}: 要{zh} / must be {en}") from None
    if isinstance(read, int) and abs(read) > _LARGEST:
        raise UserInputError(f"{key} = {read}: 太大了 / too large")
    return read


def _is_dealt(rules: RuleSet, groups: Sequence[Mapping[str, Any]] | None) -> bool:
    """Whether groups that make no whole hand can only be a 三提五坎 (core.md §7)."""
    if not groups or len(groups) >= (rules.deal + 3) // 3:
        return False
    kinds = [fold(each["kind"]) if isinstance(each.get("kind"), str) else "" for each in groups]
    if any(kind not in ("提", "ti", "坎", "kan") for kind in kinds):
        return False
    return len(kinds) >= 5 or sum(kind in ("提", "ti") for kind in kinds) >= 3


def _check_wang(rules: RuleSet, wang: str | None) -> None:
    if not wang:
        return
    known = [each.test.wang for each in (rules.scoring.mingtang if rules.scoring else ()) if each.test.wang]
    if wang not in known:
        there = f"可用 / may be: {'，'.join(known)}" if known else "这套规则没有王 / these rules have no 王"
        raise UserInputError(f"wang = {wang!r}: {there}")


def _origin(more: Mapping[str, Any]) -> Origin | None:
    if more["win_on"] == "discard":
        return "discard"
    if more["win_on"] == "liang":
        return "dealt" if more["winner"] == more["dealer"] else "liang"
    if more["win_on"] == "deal":
        return None
    return "self" if more["zimo"] else "other"


def _seat(key: str, seat: int | str | None) -> int | None:
    """A seat by number or letter."""
    if isinstance(seat, str) and seat.isdecimal() and len(seat) == 1:
        return int(seat)
    if isinstance(seat, str):
        if len(seat) != 1 or seat.upper() not in NAMES:
            raise UserInputError(f"{key} = {seat!r}: 要座位号或字母 A、B…… / must be a seat number, or A, B, …")
        return NAMES.index(seat.upper())
    return seat


def _piao(piao: int | list[int] | dict[str, int]) -> tuple[int, ...]:
    if isinstance(piao, dict):
        seats = {_seat("piao", key) or 0: n for key, n in piao.items()}
        return (
            tuple(seats.get(seat, 0) for seat in range(max(2, len(seats), *(seat + 1 for seat in seats))))
            if seats
            else ()
        )
    if isinstance(piao, list):
        return tuple(piao)
    return (piao,) if piao else ()


_FLAGS = {
    "海底": "last_card",
    "海底胡": "last_card",
    "自摸": "zimo",
    "首摸": "first_draw",
    "首打": "first_discard",
}


def _flags(rules: RuleSet, flags: Sequence[str], more: dict[str, Any]) -> None:
    """Names that are known to be there."""
    named = []
    for flag in flags:
        if flag in _FLAGS:
            more[_FLAGS[flag]] = True
            continue
        mingtang = rules.scoring.mingtang if rules.scoring else ()
        found = [each.id for each in mingtang if flag in (each.id, each.zh, *each.also, *aliases(each.id))]
        if not found:
            raise UserInputError(f"flags: {flag}: 这套规则没有这个名堂 / these rules have no such 名堂")
        named += found
    more["named"] = tuple(named)


def _groups(given: Sequence[Mapping[str, Any]]) -> tuple[list[tuple[Group, ...]], int]:
    """The groups, with 王 in them every way to read the 王; and how many 王 there are."""
    choices = [_group(at, each) for at, each in enumerate(given)]
    if sum(len(each) > 1 for each in choices) > 4:
        raise UserInputError("王太多 / too many 王")
    written = ["".join(each["cards"]) for each in given]
    wild = sum(cards.count(WANG) for cards in written)
    if wild:
        parse_hand("".join(written).replace(WANG, ""))  # no real card five times
    return [tuple(each) for each in product(*choices)], wild


def _group(at: int, given: Mapping[str, Any]) -> list[Group]:
    kind, cards = given.get("kind"), given.get("cards")
    if isinstance(cards, list) and all(isinstance(card, str) for card in cards):
        cards = "".join(cards)
    if not isinstance(kind, str) or not isinstance(cards, str):
        raise UserInputError(
            f'groups[{at}]: 要 kind 和 cards / must have kind and cards: {{"kind": "碰", "cards": "三三三"}}'
        )
    if not is_name(kind):
        words = " ".join(dict.fromkeys(MELD_NAMES.values()))
        raise UserInputError(
            f"groups[{at}].kind = {kind!r}: 没有这种门子，要是 / no such kind, must be one of: {words}"
        )
    try:
        readings = [_one(kind, text) for text in _without_wang(kind, cards)]
    except UserInputError as error:
        raise UserInputError(f"groups[{at}]: {kind}{cards}: {error}") from None
    return list(dict.fromkeys(readings))


def _one(kind: str, cards: str) -> Group:
    meld: Meld = parse_melds(kind + cards, EXTRA_RUNS)[0]
    return Group(kind_of(*meld), tuple(sorted(meld[1])))


def _without_wang(kind: str, cards: str) -> list[str]:
    """The texts that a group with 王 may stand for."""
    n = cards.count(WANG)
    rest = cards.replace(WANG, "")
    if n == 0:
        return [cards]
    parse_cards(rest)
    found = []
    for stands in product(range(N_KINDS), repeat=min(n, COPIES)):
        if list(stands) == sorted(stands):
            text = rest + "".join(map(card_name, stands))
            try:
                parse_melds(kind + text, EXTRA_RUNS)
            except UserInputError:
                continue
            found.append(text)
    if not found:
        raise UserInputError("王在这里配不成 / the 王 makes no such group")
    return found

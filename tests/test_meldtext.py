"""Melds as text: read as people write them, or refused with every fault in its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erqishi.cards import Fault, ascii_name, parse_cards
from erqishi.errors import CardTextError, UserInputError
from erqishi.zipai.meldtext import MELD_NAMES, melds_text, parse_melds


def faults_of(text: str, **options) -> list[Fault]:
    with pytest.raises(CardTextError) as caught:
        parse_melds(text, **options)
    return caught.value.faults


def places(text: str) -> list[tuple[int, str]]:
    return [(fault.pos, fault.text) for fault in faults_of(text)]


def runs() -> list[list[int]]:
    ranks = [*((rank, rank + 1, rank + 2) for rank in range(8)), (1, 6, 9)]
    return [[10 * size + rank for rank in run] for run in ranks for size in (0, 1)]


def jiao() -> list[list[int]]:
    return [[*([rank + 10 * size] * 2), rank + 10 - 10 * size] for rank in range(10) for size in (0, 1)]


def equal(size: int) -> list[list[int]]:
    return [[kind] * size for kind in range(20)]


SETS = {
    "ti": equal(4),
    "pao": equal(4),
    "wei": equal(3),
    "chouwei": equal(3),
    "kan": equal(3),
    "peng": equal(3),
    "jiang": equal(2),
    "chi": runs() + jiao(),
    "bi": runs() + jiao(),
    "run": runs(),
    "jiao": jiao(),
}
any_meld = st.sampled_from([(meld, cards) for meld, every in SETS.items() for cards in every]).flatmap(
    lambda meld: st.tuples(st.just(meld[0]), st.permutations(meld[1]).map(tuple))
)
some_melds = st.lists(any_meld, max_size=7).filter(
    lambda melds: all(sum(cards.count(kind) for _, cards in melds) <= 4 for kind in range(20))
)


def test_every_kind_of_meld_reads_by_character_traditional_form_and_pinyin():
    for text in (
        "提捌捌捌捌 跑三三三三 偎五五五 臭偎陆陆陆 坎九九九 碰壹壹壹 吃二七十 比二贰贰 句四五六 绞柒柒七 将叁叁",
        "提d8d8d8d8；跑x3x3x3x3；偎x5x5x5；臭 偎陸陸陸；坎子九九九；掽壹壹壹；喫二七十；比二貳貳；"
        "一句話四五六；絞柒柒七；將參參",
        "ti d8 d8 d8 d8 PAO x3x3x3x3 wei五五五 chou-wei陆陆陆 kan九九九 peng壹壹壹 chi二七十 bi二贰贰 run四五六 "
        "jiao柒柒七 jiang叁叁",
    ):
        assert [meld for meld, _ in parse_melds(text)] == [
            "ti", "pao", "wei", "chouwei", "kan", "peng", "chi", "bi", "run", "jiao", "jiang",
        ]  # fmt: skip


def test_cards_stay_in_the_order_written():
    assert parse_melds("吃十二七") == [("chi", (9, 1, 6))]


def test_no_text_is_no_melds():
    assert parse_melds(" ，") == []


def test_the_one_of_一句话_is_no_card():
    assert parse_melds("一句话二三四") == [("run", (1, 2, 3))]
    assert parse_melds("顺子贰柒拾") == [("run", (11, 16, 19))]


@given(some_melds)
def test_what_is_printed_reads_back_as_the_same_melds(melds):
    assert parse_melds(melds_text(melds)) == melds


@given(some_melds)
def test_ids_read_as_the_characters_do(melds):
    text = "".join(meld.upper() + "".join(map(ascii_name, cards)) for meld, cards in melds)
    assert parse_melds(text) == melds


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("碰三三", (1, "碰")),  # too few: the name
        ("提捌捌捌捌 坎五五五五", (11, "五")),  # too many: the first card too many
        ("将三", (1, "将")),
        ("碰", (1, "碰")),
        ("碰三三四", (4, "四")),  # the first that differs
        ("吃一二四", (2, "一二四")),  # no set: where its cards begin
        ("吃九十一", (2, "九十一")),  # no wrap-around (core.md §4)
        ("吃一二叁", (2, "一二叁")),  # one size only
        ("吃三三三", (2, "三三三")),  # a triple is never eaten
        ("绞四五六", (2, "四五六")),
        ("句二二贰", (2, "二二贰")),
        ("吃一五十", (2, "一五十")),  # a set in some local rules only (core.md §4)
        ("三三三 碰四四四", (1, "三")),  # no name before the cards
        ("foo三三三", (1, "foo")),
        ("碰三三三 foo三", (6, "foo")),
    ],
)
def test_a_misfit_is_one_fault_in_its_place(text, place):
    assert places(text) == [place]


def test_local_rules_may_add_runs():
    assert parse_melds("吃一五十 句十五一", extra_runs=[(1, 5, 10)]) == [("chi", (0, 4, 9)), ("run", (9, 4, 0))]


def test_there_are_four_of_a_kind_in_all_the_melds_together():
    assert places("碰三三三 吃二三四 吃三四五") == [(12, "三")]


def test_every_fault_of_every_meld_is_reported():
    assert places("碰三三四 吃二七 foo 绞四五六 坎x11") == [(4, "四"), (10, "foo"), (15, "四五六"), (20, "x11")]


def test_there_is_no_meld_of_another_name():
    with pytest.raises(UserInputError):
        melds_text([("gang", (0, 0, 0, 0))])


meld_like_text = st.text(
    st.one_of(
        st.sampled_from("".join(MELD_NAMES.values()) + "一二三七十壹贰叁xd10 ，话tipaoweichoukngrbj"), st.characters()
    )
)


@given(meld_like_text)
def test_any_text_reads_or_fails_with_positioned_faults(text):
    try:
        melds = parse_melds(text)
    except CardTextError as error:
        positions = [fault.pos for fault in error.faults]
        assert positions == sorted(positions)
        assert all(1 <= pos <= len(text) for pos in positions)
    else:
        assert parse_melds(melds_text(melds)) == melds


def test_cards_alone_are_read_by_the_reader_of_cards():
    assert [kind for _, meld in parse_melds("碰三三三 吃二七十") for kind in meld] == parse_cards("三三三二七十")

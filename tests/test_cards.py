"""Cards: what they are, and that text is read as people write it, or refused with every fault in its place."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erqishi import cards
from erqishi.cards import Fault, parse_cards, parse_hand
from erqishi.errors import CardTextError, UserInputError

SMALL, BIG = "一二三四五六七八九十", "壹贰叁肆伍陆柒捌玖拾"

some_cards = st.lists(st.sampled_from([kind for kind in range(20) for _ in range(4)]), max_size=30).filter(
    lambda kinds: all(kinds.count(kind) <= 4 for kind in kinds)
)
# Mostly the characters that mean something, so that the reader's every branch is met; and anything at all.
card_like_text = st.text(
    st.one_of(st.sampled_from(SMALL + BIG + "xdXDｘｄ0123456789１０〇大小一—-ー ,，、|貳參拾"), st.characters())
)


def faults_of(text: str) -> list[Fault]:
    with pytest.raises(CardTextError) as caught:
        parse_cards(text)
    return caught.value.faults


def places(text: str) -> list[tuple[int, str]]:
    return [(fault.pos, fault.text) for fault in faults_of(text)]


# -- the cards ----------------------------------------------------------------------------------------------------


def test_the_deck_is_ten_small_and_ten_big_kinds_core_1():
    assert "".join(map(cards.card_name, range(20))) == SMALL + BIG
    assert [cards.is_small(kind) for kind in range(20)] == [True] * 10 + [False] * 10
    assert [cards.rank(kind) for kind in range(20)] == [*range(1, 11)] * 2


def test_twenty_four_cards_are_red_core_1_2():
    red = [kind for kind in range(20) if cards.is_red(kind)]
    assert "".join(map(cards.card_name, red)) == "二七十贰柒拾"
    assert len(red) * cards.COPIES == 24


@pytest.mark.parametrize("kind", [-1, 21, 99])
def test_a_kind_outside_the_deck_is_refused_everywhere(kind):
    for ask in (cards.card_name, cards.ascii_name, cards.rank, cards.is_small, cards.is_red):
        with pytest.raises(UserInputError):
            ask(kind)
    with pytest.raises(UserInputError):
        cards.hand_text([kind])


def test_a_wang_has_a_name_and_neither_size_nor_rank():
    assert (cards.card_name(20), cards.ascii_name(20)) == ("王", "w")
    for ask in (cards.rank, cards.is_small, cards.is_red):
        with pytest.raises(UserInputError):
            ask(20)


def test_a_hand_is_three_bits_a_kind():
    assert parse_hand("一一拾") == 2 + (1 << 57)
    assert cards.unpack(parse_hand("一一拾")) == [0, 0, 19]


@pytest.mark.parametrize("hand", [-1, 5, 7 << 57, 5 << 60, 1 << 63])
def test_an_integer_that_is_no_hand_is_refused(hand):
    with pytest.raises(UserInputError):
        cards.unpack(hand)


def test_five_of_a_kind_cannot_be_packed():
    with pytest.raises(UserInputError):
        cards.pack([3] * 5)


@given(some_cards)
def test_packing_forgets_only_the_order(kinds):
    assert cards.unpack(cards.pack(kinds)) == sorted(kinds)


# -- printing -----------------------------------------------------------------------------------------------------


def test_a_hand_is_printed_small_then_big():
    assert cards.hand_text([10, 0, 1, 2, 0, 9, 11, 6, 12]) == "一一二三七十 壹贰叁"
    assert cards.hand_text(parse_hand("拾十")) == "十 拾"
    assert cards.hand_text([19]) == "拾"
    assert cards.hand_text(0) == ""
    assert cards.hand_ascii([10, 0, 9]) == "x1 x10 d1"


def test_hands_that_come_from_compiled_code_are_printed_too():
    assert cards.hand_text(np.int64(parse_hand("五伍"))) == "五 伍"
    assert cards.hand_text(np.array([14, 4], dtype=np.int8)) == "五 伍"


@given(some_cards)
def test_what_is_printed_reads_back_as_the_same_hand(kinds):
    for text in (cards.hand_text(kinds), cards.hand_ascii(kinds), cards.hand_text(cards.pack(kinds))):
        assert parse_cards(text) == sorted(kinds)
        assert parse_hand(text) == cards.pack(kinds)


@given(some_cards, st.data())
def test_any_mixture_of_scripts_and_separators_reads_in_order(kinds, data):
    separator = st.sampled_from(["", " ", "，", ", ", "\u3000", "\n", "\t", "|", "、", "-", ";", "\ufeff", "(", "）"])
    text = data.draw(separator)
    for kind in kinds:
        lettered = cards.ascii_name(kind)
        full_width = "".join(chr(ord(char) + 0xFEE0) for char in lettered)
        text += data.draw(st.sampled_from([cards.card_name(kind), lettered, lettered.upper(), full_width]))
        text += data.draw(separator)
    assert parse_cards(text) == kinds


# -- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("貳弐貮弍", "贰贰贰贰"),
        ("壹壱弌", "壹壹壹"),
        ("參叄参弎", "叁叁叁叁"),
        ("肆伍陸柒", "肆伍陆柒"),
        ("漆桼捌玖拾", "柒柒捌玖拾"),
        ("ｘ１ Ｄ１０", "一 拾"),
        ("X3,D4", "三 肆"),
        ("x1x10x2", "一十二"),
        ("\u2f00\u2f06", "一二"),  # Kangxi radicals, as some PDF readers copy them
        ("", ""),
        (" 、。 ", ""),
    ],
)
def test_variant_forms_are_the_same_cards(text, same):
    assert parse_cards(text) == parse_cards(same)


def test_ten_is_small_and_big_by_its_character():
    assert parse_cards("十拾") == [9, 19]


def test_x10_is_one_card_and_a_zero_apart_is_a_fault():
    assert parse_cards("x10") == [9]
    assert places("x1 0") == [(4, "0")]


@pytest.mark.parametrize("token", ["x11", "x0", "d100", "x01", "x", "d"])
def test_a_number_that_no_card_has_is_a_fault_as_a_whole(token):
    assert places(f"一{token} 二") == [(2, token)]


def test_a_bare_number_asks_for_its_size():
    (fault,) = faults_of("一 5")
    assert (fault.pos, fault.text) == (3, "5")
    assert "x5" in fault.zh
    assert "x5" in fault.en


@pytest.mark.parametrize("zero", "〇零")
def test_there_is_no_zero(zero):
    (fault,) = faults_of(f"一{zero}")
    assert (fault.pos, fault.text) == (2, zero)
    assert "一到十" in fault.zh


@pytest.mark.parametrize("dash", "—–－ー─ㄧ")
def test_a_long_dash_is_never_silently_dropped_where_a_one_may_be_meant(dash):
    (fault,) = faults_of(f"{dash}二三")
    assert (fault.pos, fault.text) == (1, dash)
    assert "x1" in fault.en


def test_a_word_for_the_size_is_answered_with_the_right_character():
    (fault,) = faults_of("大五")
    assert fault.pos == 1
    assert "伍" in fault.zh


def test_the_fifth_card_of_a_kind_is_the_fault():
    assert places("一一一 一二 一 x1") == [(8, "一"), (10, "x1")]
    assert places("x5五五五，五") == [(7, "五")]


def test_every_fault_is_reported_in_order_of_position():
    assert places("一一一一 王 一 x12 7") == [(6, "王"), (8, "一"), (10, "x12"), (14, "7")]


def test_the_message_says_where_and_what_in_both_languages():
    with pytest.raises(CardTextError) as caught:
        parse_cards("一王")
    assert "第2字" in str(caught.value)
    assert "char 2" in str(caught.value)
    assert "王" in str(caught.value)


def test_a_long_message_stays_short_and_the_faults_stay_whole():
    with pytest.raises(CardTextError) as caught:
        parse_cards("王 " * 500)
    assert len(caught.value.faults) == 500
    assert len(str(caught.value).splitlines()) == 21


@pytest.mark.parametrize("piece", ["王", "1", "x1"])
def test_a_long_piece_is_not_printed_in_full(piece):
    with pytest.raises(CardTextError) as caught:
        parse_cards(piece + piece[-1] * 10_000)
    assert len(str(caught.value)) < 300


def test_no_control_character_reaches_the_terminal():
    with pytest.raises(CardTextError) as caught:
        parse_cards("\x1b]0;a\x07 \ud800")
    message = str(caught.value)
    assert "\x1b" not in message
    message.encode("utf-8")  # the lone surrogate is gone as well


def test_the_error_crosses_a_process_border():
    with pytest.raises(CardTextError) as caught:
        parse_cards("王")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults
    assert str(again) == str(caught.value)


@given(card_like_text)
def test_any_text_reads_or_fails_with_positioned_faults(text):
    try:
        kinds = parse_cards(text)
    except CardTextError as error:
        positions = [fault.pos for fault in error.faults]
        assert positions == sorted(positions)
        for fault in error.faults:
            assert fault.text
            assert 1 <= fault.pos <= len(text)
            assert cards.fold(text)[fault.pos - 1 :].startswith(fault.text)
    else:
        assert all(0 <= kind < 20 for kind in kinds)
        assert parse_cards(cards.hand_text(kinds)) == sorted(kinds)

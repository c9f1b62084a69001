"""The parameters of a rule set in words: what each is called, what it decides, what its values mean. paoyao.md §2 in short."""

from __future__ import annotations

from typing import NamedTuple

from erqishi.paoyao.ruleset import RuleSet

Value = int | bool | str


class Words(NamedTuple):
    """The same in Chinese and English."""

    zh: str
    en: str


class Option(NamedTuple):
    """A parameter. name: a few words; why: what it decides; values: the name of each value (none for numbers).

    usual: for numbers, those that tables like. section: of paoyao.md.
    """

    id: str
    section: str
    name: Words
    why: Words
    values: dict[Value, Words]
    usual: tuple[int, ...] = ()

    def value(self, value: Value) -> Words:
        """What a value is called."""
        return self.values[value] if self.values else Words(str(value), str(value))

    def told(self) -> dict[str, object]:
        """The same as plain data."""
        values = [{"value": value, **said._asdict()} for value, said in self.values.items()]
        name, why = self.name._asdict(), self.why._asdict()
        return {"id": self.id, "section": f"paoyao.md §{self.section}", "name": name, "why": why, "values": values}


_NO_YES: dict[Value, Words] = {False: Words("否", "no"), True: Words("是", "yes")}


def _number(id: str, section: str, zh: str, en: str, why_zh: str, why_en: str, *usual: int) -> Option:
    return Option(id, section, Words(zh, en), Words(why_zh, why_en), {}, usual)


def _flag(id: str, section: str, zh: str, en: str, why_zh: str, why_en: str) -> Option:
    return Option(id, section, Words(zh, en), Words(why_zh, why_en), _NO_YES)


def _choice(id: str, section: str, zh: str, en: str, why_zh: str, why_en: str, **values: tuple[str, str]) -> Option:
    return Option(
        id, section, Words(zh, en), Words(why_zh, why_en), {key: Words(*said) for key, said in values.items()}
    )


_ALL = (
    _number(
        "chips",
        "1.1",
        "每人筹码",
        "chips each",
        "一场开始时每人几个码子",
        "the stack that a sitting begins with",
        10,
        20,
        30,
    ),
    _number("ante", "1.4", "挖坑放几个", "chips of a 挖", "挖一次往底池放几个筹码", "what 挖 puts into the pot", 1, 2),
    _number(
        "pair_value",
        "1.7",
        "对子收几个",
        "a pair collects",
        "每个对子向每家收",
        "from each other seat, for a pair",
        1,
        2,
    ),
    _number(
        "triple_value",
        "1.7",
        "小王八收几个",
        "a 小王八 collects",
        "三张同点，向每家收",
        "from each other seat, for three",
        2,
        3,
    ),
    _number(
        "quad_value",
        "1.7",
        "大王八收几个",
        "a 大王八 collects",
        "四张同点，向每家收",
        "from each other seat, for four",
        4,
        6,
    ),
    _number(
        "xier_value",
        "1.7",
        "喜儿收几个",
        "a 喜儿 collects",
        "起手三张同点亮出来，向每家收",
        "from each other seat, for a 喜儿",
        8,
        10,
    ),
    _choice(
        "participation",
        "2.1",
        "说了不挖还打不打",
        "after 不挖",
        "书上两句话打架：“放弃本轮”，又说有一人挖“所有玩家都必须参与”",
        "the source says both: one gives up the hand, and all must play once somebody digs",
        forced_all=("有一家挖，大家都要打", "one 挖 makes everybody play"),
        true_fold=("不挖就不打，不收也不付", "who says 不挖 sits out, neither collects nor pays"),
    ),
    _choice(
        "sole_digger",
        "2.1",
        "只有一家挖",
        "if only one digs",
        "不挖可以不打的时候才用得上",
        "only where one may sit out",
        refund=("退回挖的筹码，算流局", "takes its chips back; the hand is void"),
        takes_pot=("底池归他，这一局不打", "takes the pot; nothing is played"),
        plays=("他一个人打完，争底池", "plays on alone for the pot"),
    ),
    _flag(
        "forced_ante",
        "2.2",
        "不挖的也要放底",
        "the unwilling pay too",
        "有人挖了，说不挖的也要放同样的筹码（不够就放剩下的）",
        "once somebody digs, those who said 不挖 put the same into the pot, as far as they can",
    ),
    _choice(
        "pot",
        "2.3",
        "底池归谁",
        "who wins the pot",
        "书上没说挖坑的筹码给谁",
        "the source does not say where the chips of the 挖 go",
        yao_capturer=("抢到腰的人", "who takes the 腰"),
        refund=("各自拿回", "everybody takes back what was put in"),
        top_scorer=("牌型最大的人，一样就平分", "the most units; shared if equal"),
        split_bettors=("挖了的人平分", "shared by those who dug"),
        no_pot=("没有底池，挖不花筹码", "no pot: a 挖 costs nothing"),
    ),
    _choice(
        "void_pot",
        "2.3",
        "没人赢底池",
        "a pot that nobody wins",
        "例如腰没人抢到",
        "as when nobody takes the 腰",
        carry=("留到下一局", "stays for the next hand"),
        to_last=("归最后抢到牌的人", "goes to the last who captured"),
        refund=("各自拿回这一局放的", "everybody takes back what this hand put in"),
    ),
    _flag(
        "bettors_only_pot",
        "2.3",
        "只有挖了的能拿底池",
        "only diggers win the pot",
        "没挖的人抢到腰，牌算他的，底池不给",
        "who did not dig may take the 腰, but not the pot with it",
    ),
    _choice(
        "xier_pot",
        "2.4",
        "亮了喜儿，底池",
        "the pot on a 喜儿",
        "书上没说",
        "the source is silent",
        winner=("归亮喜儿的人", "goes to who shows the 喜儿"),
        carry=("留到下一局", "stays for the next hand"),
    ),
    _flag(
        "bet_clockwise",
        "2.5",
        "挖坑顺时针问",
        "bets go clockwise",
        "总从庄家右手边问起：否，逆时针，庄家最后；是，顺时针",
        "always from the dealer's right-hand neighbour on; no: counter-clockwise, the dealer last",
    ),
    _flag(
        "multi_capture",
        "2.6",
        "一轮可以连着抢",
        "several captures a turn",
        "否，一轮抢一张就轮到下家；是，抢到不能抢或者过为止",
        "no: one capture, then the next seat; yes: until one cannot or passes",
    ),
    _choice(
        "passing",
        "2.7",
        "能抢的时候可不可以过",
        "may one pass",
        "书上让人“尽量最后一个抢”，又说大家都抢不动才亮腰",
        "the source advises to be the last, yet ends the phase only when nobody can capture",
        round_then_must=(
            "可以过；一圈都没动，下一个能抢的必须抢",
            "yes; after a round without an action the next able seat must capture",
        ),
        n_passes_end=("可以过；一圈都没动就亮腰", "yes; a round without an action ends the phase"),
        must_capture=("能抢就必须抢", "no: who can capture must"),
    ),
    _flag(
        "table_pair_takes_both",
        "2.8",
        "同点的明牌一起抢",
        "equal open cards together",
        "否，一次一张；是，桌上同点的一次全拿",
        "no: one by one; yes: all of the rank at once",
    ),
    _flag(
        "merge_hand_into_meld",
        "2.9",
        "手里的可以并到面前",
        "hand cards may join the front",
        "是：轮到自己时可以把手里同点的一张并进面前的牌型，抢腰时也带上",
        "yes: a turn may be used to put a hand card to one's front group; taking the 腰 brings them along",
    ),
    _flag(
        "count_as_two_pairs",
        "2.10",
        "抢成两对算两对",
        "two pairs stay two pairs",
        "同点的两对：否，算大王八；是，算两个对子",
        "two pairs of one rank: no, a 大王八; yes, 1 + 1",
    ),
    _flag(
        "no_triple_capture",
        "2.12",
        "小王八不能再抢明牌",
        "three take no fourth",
        "是：面前三张不能再抢第四张明牌（腰可以）",
        "yes: a 小王八 takes no fourth open card (the 腰 it may)",
    ),
    _flag(
        "hand_pairs_score",
        "2.13",
        "手里的对子也算",
        "pairs in the hand count",
        "否，只算面前的；是，手里剩的同点牌亮出来也算",
        "no: only what lies in front; yes: equal cards left in the hand are shown and count",
    ),
    _choice(
        "yao_claim",
        "2.14",
        "拿什么抢腰",
        "what takes the 腰",
        "书上说要“对子或王八”，又说“没人有这个点数的牌”才作废",
        "the source asks for a pair or better, yet calls it void only if nobody has a card of the rank",
        hand_or_front=("同点的对子或王八，手里、面前都算", "a pair or better, in hand or in front"),
        front_only=("面前同点的对子或王八", "a pair or better in front"),
        single_captures_yao=("手里一张同点的就行", "one hand card of the rank is enough"),
    ),
    _flag(
        "bettors_only_yao",
        "2.14",
        "只有挖了的能抢腰",
        "only diggers take the 腰",
        "没挖的照样抢明牌、付账，腰和底池没有他的份",
        "who did not dig still captures and pays, but has no part in the 腰 and the pot",
    ),
    _flag(
        "clockwise_yao",
        "2.16",
        "抢腰顺时针轮",
        "the 腰 goes round clockwise",
        "从最后抢到牌的人起：否，逆时针；是，顺时针",
        "from the last capturer on; no: counter-clockwise",
    ),
    _flag(
        "all_xier_pay",
        "2.18",
        "几个喜儿都算",
        "every 喜儿 collects",
        "否，从庄家起第一个亮的独赢；是，都可以亮，互相抵",
        "no: the first shown from the dealer on wins alone; yes: all may show, and are netted",
    ),
    _flag(
        "xier_after_bet",
        "2.19",
        "挖坑以后才亮喜儿",
        "喜儿 after the bets",
        "否，发完牌就可以亮；是，挖完再亮",
        "no: before the bets; yes: after them",
    ),
    _flag(
        "natural_pair_can_be_laid",
        "2.21",
        "手里的对子可以放下",
        "a hand pair may be laid",
        "是：轮到自己时可以把手里同点的全放到面前，再用它抢",
        "yes: a turn may be used to lay all equal hand cards in front, to capture with them",
    ),
    _flag(
        "allow_debt",
        "2.24",
        "可以欠",
        "debts",
        "否，付完手里的为止，赢家按比例分；是，可以欠着打",
        "no: one pays what one has, shared in proportion; yes: stacks may go below zero",
    ),
    _flag(
        "same_dealer",
        "2.25",
        "流局不换庄",
        "a void hand keeps the dealer",
        "否，总是下家坐庄；是，流局还是他坐庄",
        "no: the deal goes round; yes: after a void hand the same seat deals",
    ),
)

BY_ID: dict[str, Option] = {option.id: option for option in _ALL}
"""Every parameter, in the order of the fields of `RuleSet`."""


def said(rules: RuleSet, key: str) -> Words:
    """A parameter and its value as one line: `底池归谁：抢到腰的人`."""
    option = BY_ID[key]
    value = option.value(getattr(rules, key))
    return Words(f"{option.name.zh}：{value.zh}", f"{option.name.en}: {value.en}")

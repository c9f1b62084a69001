"""A sitting: who deals, who plays, who pays whom from hand to hand, and when it ends. Rules: core.md §2, §3, §17.

It knows no game. A hand is played elsewhere and comes back as a `HandOutcome`; 跑胡子 and 跑腰 use the same sitting.
Match seats 0, 1, 2 … sit in the order of play (the 下家 of seat s is s + 1); a hand has its own seats 0, 1, 2 …,
which `next_hand` maps to match seats, since not everybody plays every hand.

    >>> match = start(4, dealer=0)
    >>> next_hand(match)
    HandPlan(hand=0, dealer=0, active=(0, 1, 3), hand_dealer=0, sitter=2, birds=(), huang=0)
    >>> match = record_hand(match, HandOutcome(winner=1, net=(-3, 6, -3)))
    >>> match.totals, match.dealer
    ((-4, 6, 2, -4), 1)

`match_explain` puts the account into words. Everything is a frozen value and every function is pure: the first
dealer, which the rules leave to chance, comes in as an argument.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from erqishi.cards import WANG
from erqishi.errors import UserInputError
from erqishi.seating import TABLE as TABLE
from erqishi.seating import bird_place, chip_givers, sits_out

MAX_PLAYERS = 12
KEPT_DRAWS = 3
"""After so many 荒庄 in a row with one dealer, `keep_then_rotate_3` passes the deal on."""

DealerPolicy = Literal["winner_deals", "clockwise"]
HuangPolicy = Literal["keep_then_rotate_3", "rotate_always", "keep_always"]
Rotation = Literal["winner", "clockwise", "draw_kept", "third_draw", "draw_passed"]
Reason = Literal["hand", "xing", "huang_xing", "niao"]
Ending = Literal["hands", "points", "loss", "left"]


class MatchError(UserInputError):
    """A match that cannot be set up or continued so. zh, en: why, in words."""

    def __init__(self, zh: str, en: str) -> None:
        self.zh = zh
        self.en = en
        super().__init__(zh, en)

    def __str__(self) -> str:
        return f"{self.zh}: {self.en}"


class PointsRules(Protocol):
    """What a sitting takes from local scoring; `zipai.scoring.data.Scoring` has it."""

    @property
    def account(self) -> Literal["cash", "ledger"]:
        """Whether each hand is paid at once, or adds points."""

    @property
    def round_up_to(self) -> int:
        """The unit to which points are rounded up before settling."""

    @property
    def match_end(self) -> int:
        """The points that end the match; 0: none do."""

    @property
    def tuo(self) -> bool:
        """Whether who likes may 打坨."""


class TableRules(Protocol):
    """What a sitting takes from the rules of a game; `zipai.ruleset.RuleSet` has it."""

    @property
    def seats(self) -> int:
        """Players of a hand."""

    @property
    def huang_policy(self) -> HuangPolicy:
        """Who deals after a 荒庄."""

    @property
    def huang_policy_xing(self) -> Literal["same"] | HuangPolicy:
        """The same where somebody sits out and is paid after a 荒庄 (荒醒)."""

    @property
    def base(self) -> int:
        """底分."""

    @property
    def scoring(self) -> PointsRules | None:
        """Local scoring, if there is any."""


class MatchRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table agrees on before the first hand. The defaults are those of `std15`.

    dealer_policy: after a hand that was won, the winner deals, or the deal goes to the next seat.
    huang_policy: after a hand without a winner (荒庄, 流局), core.md §2.3.
    xing: with four players or more the seat opposite the dealer sits out, and players beyond four are 鸟家.
    chip: size of one 筹 (开醒筹, 荒醒) in the unit of `HandOutcome.net`; 1 底分 by core.md §17.
    accounting: "cash", each hand is paid at once; "points", a hand adds points to seats and every pair settles its
    difference at the end (scoring.md §1.5). With points: huang_points are added to the dealer of a 荒庄, and
    round_up_to rounds each total up to a multiple before settling.
    tuo: with points, each seat may 打坨 before the first hand: what it settles with any other is doubled, and doubled again
    where both have (scoring.md §3).
    max_hands, match_end, end_loss: the match ends after so many hands, when a total reaches match_end, or when a
    seat has lost end_loss; None is no limit.
    """

    dealer_policy: DealerPolicy = "winner_deals"
    huang_policy: HuangPolicy = "keep_then_rotate_3"
    xing: Literal["opposite_sits_out", "none"] = "opposite_sits_out"
    chip: int = 1
    accounting: Literal["cash", "points"] = "cash"
    huang_points: int = 0
    round_up_to: int = 1
    tuo: bool = False
    max_hands: int | None = None
    match_end: int | None = None
    end_loss: int | None = None

    @staticmethod
    def of(rules: TableRules, players: int, max_hands: int | None = None) -> "MatchRules":
        """What `rules` of a 跑胡子 mean for a sitting of so many players: one more than play a hand is the 醒家 (数醒).

        A 筹 is 底分. Where 息 are points (scoring.md §3) a hand reports them, those of a 荒庄 too, so `huang_points` is 0.
        """
        points = rules.scoring if rules.scoring is not None and rules.scoring.account == "ledger" else None
        return MatchRules(
            accounting="cash" if points is None else "points",
            round_up_to=1 if points is None else points.round_up_to,
            match_end=None if points is None else points.match_end or None,
            tuo=points is not None and points.tuo,
            huang_policy=_huang_policy(rules, players),
            xing="opposite_sits_out" if players > rules.seats else "none",
            chip=rules.base,
            max_hands=max_hands,
        )


def _huang_policy(rules: TableRules, players: int) -> HuangPolicy:
    """With a 醒家 the dealer may stay where three pass the deal: after 荒醒 he goes on (seed 乙三)."""
    if players > rules.seats and rules.huang_policy_xing != "same":
        return rules.huang_policy_xing
    return rules.huang_policy


STD15 = MatchRules()
PAOYAO = MatchRules(dealer_policy="clockwise", huang_policy="rotate_always", xing="none")
"""跑腰: everybody plays and the deal goes round (paoyao.md §1.2, §2 no. 25; `same_dealer` is `keep_always`)."""


class HandOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand reports. Seats are seats of the hand, amounts already multiplied by 底分.

    net: per seat, what it won or lost; sums to 0, except with points accounting.
    drawn: 荒庄 or 流局. winner: None if drawn, or if the game has no single winner.
    last_wall_card: kind 0…19, or 20 for a 王, of the last card of the wall, drawn or not; needed when there are 鸟家.
    flows: (payer, payee, amount) of each payment, where `net` alone leaves open who paid whom (two or more winners
    against two or more losers); they must add up to `net`.
    pot_paid, pot_taken: chips put into and taken from the pot of 跑腰, per seat, not part of `net`.
    """

    net: tuple[int, ...]
    winner: int | None = None
    drawn: bool = False
    last_wall_card: int | None = None
    flows: tuple[tuple[int, int, int], ...] = ()
    pot_paid: tuple[int, ...] = ()
    pot_taken: tuple[int, ...] = ()


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """A payment between match seats. reason "niao": the 鸟家 `bird` shares this payment of the seat `follows`."""

    payer: int
    payee: int
    amount: int
    reason: Reason
    bird: int | None = None
    follows: int | None = None


class HandPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Who does what in the hand to come, in match seats.

    active: the seats that play; the hand's seat i is active[i]. hand_dealer: the dealer as a seat of the hand.
    sitter: the 醒家. birds: the 鸟家. huang: hands without a winner since the last 胡 (黄番 multiplies by huang + 1,
    scoring.md §1.2).
    """

    hand: int
    dealer: int
    active: tuple[int, ...]
    hand_dealer: int
    sitter: int | None
    birds: tuple[int, ...]
    huang: int

    def to_hand(self, seat: int) -> int | None:
        """The hand's seat of a match seat; None if it does not play."""
        return self.active.index(seat) if seat in self.active else None

    def to_match(self, hand_seat: int) -> int:
        """The match seat of a seat of the hand."""
        n = len(self.active)
        require(0 <= hand_seat < n, f"没有座位{hand_seat}", f"hand seat is {hand_seat}, expected 0 to {n - 1}")
        return self.active[hand_seat]


class HandEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One hand in the ledger, in match seats.

    net: all of it, transfers, pot and points together. target: the seat that the 鸟 fell on.
    """

    plan: HandPlan
    outcome: HandOutcome
    transfers: tuple[Transfer, ...]
    net: tuple[int, ...]
    target: int | None
    next_dealer: int
    rotation: Rotation


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A sitting after some hands. Make one with `start`, carry it on with `record_hand`.

    dealer: of the next hand. draws: 荒庄 in a row with this dealer. huang: hands without a winner since the last win,
    whoever dealt. totals: per seat. pot_from: chips lying in the pot, by the seat that put them in; so
    sum(totals) + sum(pot_from) is 0 with cash accounting. tuo: seats that have 打坨. ended: why it is over, None while it goes on.
    """

    players: int
    rules: MatchRules
    first_dealer: int
    dealer: int
    totals: tuple[int, ...]
    pot_from: tuple[int, ...]
    draws: int = 0
    huang: int = 0
    ledger: tuple[HandEntry, ...] = ()
    ended: Ending | None = None
    leaver: int | None = None
    tuo: tuple[int, ...] = ()


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """What every seat takes home: `net`, which sums to 0.

    points: the totals it was reckoned from, rounded where the rules say so. refund: what came back from the pot.
    """

    net: tuple[int, ...]
    points: tuple[int, ...]
    refund: tuple[int, ...]


def start(players: int, rules: MatchRules = STD15, *, dealer: int) -> Match:
    """A new match with every counter at zero. dealer: drawn by lot by the caller, or by `drawn_dealer` (core.md §2.1).

    Raises MatchError for settings that contradict each other.
    """
    require(
        2 <= players <= MAX_PLAYERS, f"人数须为2到{MAX_PLAYERS}", f"players is {players}, expected 2 to {MAX_PLAYERS}"
    )
    seats = at_table(players, rules)
    require(0 <= dealer < seats, f"庄家须为座位0到{seats - 1}", f"dealer is {dealer}, expected 0 to {seats - 1}")
    require(rules.chip >= 0, "筹不能为负", f"chip is {rules.chip}, expected 0 or more")
    require(rules.round_up_to >= 1, "取整单位须为正", f"round_up_to is {rules.round_up_to}, expected 1 or more")
    for name, zh in (("max_hands", "局数"), ("match_end", "结束分"), ("end_loss", "输分上限")):
        limit = getattr(rules, name)
        require(limit is None or limit > 0, f"{zh}须为正", f"{name} is {limit}, expected None or more than 0")
    if rules.accounting == "points":
        require(
            seats == players and _sitter(players, rules, dealer) is None,
            "记分制每家都上桌，不设醒家和鸟家",
            "points accounting is for tables where every seat plays each hand: no 醒家, no 鸟家",
        )
    else:
        require(
            rules.huang_points == 0 and rules.round_up_to == 1 and not rules.tuo,
            "荒庄罚分、取整和打坨只用于记分制",
            "huang_points, round_up_to and tuo need accounting = 'points'",
        )
    zeros = (0,) * players
    return Match(players=players, rules=rules, first_dealer=dealer, dealer=dealer, totals=zeros, pot_from=zeros)


def declare_tuo(match: Match, seats: Sequence[int]) -> Match:
    """打坨: these seats double what they settle. Before the first hand only; MatchError where the rules have none of it."""
    chosen = tuple(sorted(set(seats)))
    if not chosen:
        return match
    require(match.rules.tuo, "这里没有打坨", "there is no 打坨 in these rules")
    require(not match.ledger and match.ended is None, "打坨要在第一局以前", "打坨 comes before the first hand")
    there = range(match.players)
    require(all(seat in there for seat in chosen), "没有这个座位", f"a seat of {chosen} is not there")
    return msgspec.structs.replace(match, tuo=chosen)


def next_hand(match: Match) -> HandPlan:
    """Who deals, plays, sits out and bets in the next hand. Raises MatchError if the match is over."""
    require(match.ended is None, "本场已经结束", f"the match is over ({match.ended})")
    sitter = _sitter(match.players, match.rules, match.dealer)
    seats = at_table(match.players, match.rules)
    active = tuple(seat for seat in range(seats) if seat != sitter)
    return HandPlan(
        hand=len(match.ledger),
        dealer=match.dealer,
        active=active,
        hand_dealer=active.index(match.dealer),
        sitter=sitter,
        birds=tuple(range(seats, match.players)),
        huang=match.huang,
    )


def record_hand(match: Match, outcome: HandOutcome) -> Match:
    """The match after one more hand. Raises MatchError if it is over or the outcome cannot be true."""
    plan = next_hand(match)
    _check(match.rules, plan, outcome)
    target = bird_target(plan, outcome.last_wall_card) if plan.birds and outcome.last_wall_card is not None else None
    transfers = _transfers(match.rules, plan, outcome, target)
    net = _net(match, plan, outcome, transfers)
    dealer, rotation = _rotate(match, plan, outcome)
    totals = tuple(map(sum, zip(match.totals, net, strict=True)))
    entry = HandEntry(
        plan=plan,
        outcome=outcome,
        transfers=transfers,
        net=net,
        target=target,
        next_dealer=dealer,
        rotation=rotation,
    )
    return msgspec.structs.replace(
        match,
        dealer=dealer,
        totals=totals,
        pot_from=_pot(match.pot_from, plan, outcome),
        draws=match.draws + 1 if rotation == "draw_kept" else 0,
        huang=match.huang + 1 if outcome.drawn else 0,
        ledger=(*match.ledger, entry),
        ended=_ending(match.rules, plan.hand + 1, totals),
    )


def leave(match: Match, seat: int) -> Match:
    """Somebody leaves for good: the match is over, and the next hand belongs to a new one (core.md §2.4).

    A hand that was under way is void. A broken connection is not leaving. Raises MatchError if it is over already.
    """
    require(match.ended is None, "本场已经结束", f"the match is over ({match.ended})")
    require(0 <= seat < match.players, f"没有座位{seat}", f"there is no seat {seat}")
    return msgspec.structs.replace(match, ended="left", leaver=seat)


def settle(match: Match) -> Settlement:
    """What every seat takes home if the sitting stops now; chips left in the pot go back to who put them in."""
    if match.rules.accounting == "cash":
        net = tuple(map(sum, zip(match.totals, match.pot_from, strict=True)))
        return Settlement(net=net, points=match.totals, refund=match.pot_from)
    unit = match.rules.round_up_to
    points = tuple(-(-total // unit) * unit for total in match.totals)
    times = [2 if seat in match.tuo else 1 for seat in range(match.players)]
    net = tuple(
        sum((mine - other) * times[seat] * times[at] for at, other in enumerate(points))
        for seat, mine in enumerate(points)
    )
    return Settlement(net=net, points=points, refund=match.pot_from)


def bird_target(plan: HandPlan, last_wall_card: int) -> int | None:
    """The seat whose fortune the 鸟家 share (core.md §3); None where the card is a 王."""
    place = bird_place(last_wall_card)
    return None if place is None else (plan.dealer + place) % TABLE


def at_table(players: int, rules: MatchRules) -> int:
    """Seats at the table, 醒家 included: 0 to one less. The rest are 鸟家, who neither play nor deal (core.md §3)."""
    return players if rules.xing == "none" else min(players, TABLE)


def drawn_dealer(cards: Sequence[int]) -> int | None:
    """摸庄: the seat that drew the highest card deals first, 拾 > 十 > 玖 > 九 > … (core.md §2.1).

    cards: kind 0…19 drawn by each seat. None if two seats share the highest: they draw again.
    """
    require(
        len(cards) > 0 and all(0 <= kind < 20 for kind in cards), "摸庄要有牌", "expected kinds 0 to 19, one a seat"
    )
    order = [(kind % 10, kind) for kind in cards]
    best = max(order)
    return order.index(best) if order.count(best) == 1 else None


def to_json(match: Match) -> str:
    """The whole match as compact JSON."""
    return msgspec.json.encode(match).decode()


def from_json(text: str | bytes) -> Match:
    """Read a match and reckon every hand again; raises MatchError if the text is no match or the sums differ."""
    try:
        read = msgspec.json.decode(text, type=Match)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise MatchError("无法读取", f"not a match: {error}") from error
    again = declare_tuo(start(read.players, read.rules, dealer=read.first_dealer), read.tuo)
    for entry in read.ledger:
        again = record_hand(again, entry.outcome)
        require(
            again.ledger[-1] == entry, f"第{len(again.ledger)}局账目不符", f"hand {len(again.ledger)} adds up otherwise"
        )
    if read.ended == "left" and read.leaver is not None:
        again = leave(again, read.leaver)
    require(again == read, "总账不符", "the totals or counters do not follow from the hands")
    return read


def require(holds: bool, zh: str, en: str) -> None:
    """Raise MatchError unless it holds."""
    if not holds:
        raise MatchError(zh, en)


def _sitter(players: int, rules: MatchRules, dealer: int) -> int | None:
    return sits_out(dealer) if rules.xing == "opposite_sits_out" and players >= TABLE else None


def _check(rules: MatchRules, plan: HandPlan, outcome: HandOutcome) -> None:
    """Refuse an outcome that cannot be true."""
    n = len(plan.active)
    require(len(outcome.net) == n, f"应有{n}家的输赢", f"net has {len(outcome.net)} seats, {n} play this hand")
    winner = outcome.winner
    require(winner is None or 0 <= winner < n, f"没有座位{winner}", f"winner is {winner}, expected 0 to {n - 1}")
    require(not (outcome.drawn and winner is not None), "荒庄没有赢家", "a drawn hand has no winner")
    require(
        outcome.drawn or winner is not None or rules.dealer_policy != "winner_deals",
        "赢家坐庄，须说明谁赢",
        "the winner deals next, so a hand that is not drawn needs a winner",
    )
    card = outcome.last_wall_card
    require(card is None or 0 <= card <= WANG, f"没有第{card}种牌", f"last_wall_card is {card}, expected 0 to {WANG}")
    require(card is not None or not plan.birds, "有鸟家，须说明末张底牌", "there are 鸟家, so last_wall_card is needed")
    for chips in (outcome.pot_paid, outcome.pot_taken):
        fits = len(chips) in (0, n) and all(chip >= 0 for chip in chips)
        require(fits, f"坑账须为{n}家，不能为负", f"pot_paid and pot_taken need {n} seats and no negative amount")
    if rules.accounting == "points":
        plain = not (outcome.flows or outcome.pot_paid or outcome.pot_taken)
        require(plain, "记分制没有现付和坑", "points accounting has no flows and no pot")
        return
    require(sum(outcome.net) == 0, "输赢相加须为零", f"net sums to {sum(outcome.net)}, expected 0")
    if outcome.flows:
        told = [0] * n
        for payer, payee, amount in outcome.flows:
            fits = 0 <= payer < n and 0 <= payee < n and payer != payee and amount > 0
            require(
                fits, "付账有误", f"flow {(payer, payee, amount)}: expected two different seats and an amount above 0"
            )
            told[payer] -= amount
            told[payee] += amount
        require(tuple(told) == outcome.net, "付账与输赢不符", f"flows add up to {tuple(told)}, net is {outcome.net}")


def _flows(net: Sequence[int]) -> list[tuple[int, int, int]]:
    """Who pays whom, from the net alone. With one payer or one payee there is only one answer; otherwise each payer
    in seat order pays the payees in seat order, which is enough for the sums."""
    due = list(net)
    flows = []
    for payer in range(len(due)):
        for payee in range(len(due)):
            amount = min(-due[payer], due[payee])
            if amount > 0:
                flows.append((payer, payee, amount))
                due[payer] += amount
                due[payee] -= amount
    return flows


def _transfers(rules: MatchRules, plan: HandPlan, outcome: HandOutcome, target: int | None) -> tuple[Transfer, ...]:
    """Every payment of a hand: the hand itself, 开醒筹 or 荒醒, then the 鸟家."""
    if rules.accounting == "points":
        return ()
    made = [
        Transfer(payer=plan.to_match(payer), payee=plan.to_match(payee), amount=amount, reason="hand")
        for payer, payee, amount in outcome.flows or _flows(outcome.net)
    ]
    if plan.sitter is not None and rules.chip:
        won = None if outcome.winner is None else plan.to_match(outcome.winner)
        givers = chip_givers(plan.active, plan.dealer, won, drawn=outcome.drawn)
        reason: Reason = "huang_xing" if outcome.drawn else "xing"
        made += [Transfer(payer=giver, payee=plan.sitter, amount=rules.chip, reason=reason) for giver in givers]
    # 共输赢: the 鸟家 pays and is paid as its seat is, by and to the same counterparties; 开醒筹 too (core.md §3).
    shared = [
        Transfer(
            payer=bird if payment.payer == target else payment.payer,
            payee=bird if payment.payee == target else payment.payee,
            amount=payment.amount,
            reason="niao",
            bird=bird,
            follows=target,
        )
        for bird in plan.birds
        for payment in made
        if target in (payment.payer, payment.payee)
    ]
    return (*made, *shared)


def _net(match: Match, plan: HandPlan, outcome: HandOutcome, transfers: Sequence[Transfer]) -> tuple[int, ...]:
    net = [0] * match.players
    for payment in transfers:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    for sign, chips in ((-1, outcome.pot_paid), (1, outcome.pot_taken)):
        for seat, n in zip(plan.active, chips, strict=False):
            net[seat] += sign * n
    if match.rules.accounting == "points":
        for seat, points in zip(plan.active, outcome.net, strict=True):
            net[seat] += points
        if outcome.drawn:
            net[plan.dealer] += match.rules.huang_points
    return tuple(net)


def _pot(held: tuple[int, ...], plan: HandPlan, outcome: HandOutcome) -> tuple[int, ...]:
    """Whose chips lie in the pot after the hand.

    Taking all of it is the rule; after taking a part (an odd chip of a split pot) the rest belongs to the seats in
    proportion to what they had in, by largest remainder, ties to the lower seat.
    """
    mine = list(held)
    for seat, chips in zip(plan.active, outcome.pot_paid, strict=False):
        mine[seat] += chips
    full, taken = sum(mine), sum(outcome.pot_taken)
    rest = full - taken
    require(rest >= 0, f"坑里只有{full}", f"{taken} taken from a pot of {full}")
    if not taken:
        return tuple(mine)
    shares = [chips * rest // full for chips in mine]
    order = sorted(range(len(mine)), key=lambda seat: (-(mine[seat] * rest % full), seat))
    for seat in order[: rest - sum(shares)]:
        shares[seat] += 1
    return tuple(shares)


def _rotate(match: Match, plan: HandPlan, outcome: HandOutcome) -> tuple[int, Rotation]:
    """The dealer of the next hand, and why (core.md §2.2, §2.3)."""
    after = (plan.dealer + 1) % at_table(match.players, match.rules)
    if outcome.drawn:
        policy = match.rules.huang_policy
        if policy == "rotate_always":
            return after, "draw_passed"
        if policy == "keep_then_rotate_3" and match.draws + 1 >= KEPT_DRAWS:
            return after, "third_draw"
        return plan.dealer, "draw_kept"
    if match.rules.dealer_policy == "clockwise" or outcome.winner is None:
        return after, "clockwise"
    return plan.to_match(outcome.winner), "winner"


def _ending(rules: MatchRules, hands: int, totals: Sequence[int]) -> Ending | None:
    if rules.match_end is not None and max(totals) >= rules.match_end:
        return "points"
    if rules.end_loss is not None and min(totals) <= -rules.end_loss:
        return "loss"
    if rules.max_hands is not None and hands >= rules.max_hands:
        return "hands"
    return None

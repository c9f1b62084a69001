"""Random won hands in the form of the examples (scoring.md §5), rich in everything that some rule set gives a name to."""

NAMES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
RED = (1, 6, 9, 11, 16, 19)
WANG = ("王钓", "王钓王", "王闯", "王闯王", "王炸", "王炸王")
SAME = {"提": 4, "跑": 4, "偎": 3, "坎": 3, "碰": 3, "将": 2}


def _runs():
    for first in (0, 10):
        yield from ([first + i, first + i + 1, first + i + 2] for i in range(8))
        yield [first + 1, first + 6, first + 9]


def _jiao():
    for k in range(10):
        yield [k, k, k + 10]
        yield [k, k + 10, k + 10]


RUNS, JIAO = list(_runs()), list(_jiao())
SCORING_RUNS = [r for r in RUNS if [k % 10 for k in r] in ([0, 1, 2], [1, 6, 9])]
#: Which cards a hand prefers.
LEANINGS = {
    "any": lambda k: True,
    "red": lambda k: k in RED,
    "black": lambda k: k not in RED,
    "big": lambda k: k >= 10,
    "small": lambda k: k < 10,
}


def _group(rng, style, fits):
    """One group of the style that fits the leaning, if luck has it."""
    for _ in range(12):
        kind = rng.choice(("提", "跑", "偎", "坎", "碰")) if rng.random() < style["same"] else "set"
        if kind == "set":
            pool = SCORING_RUNS if rng.random() < style["scoring"] else RUNS if rng.random() < 0.7 else JIAO
            cards = rng.choice(pool)
            made = ("绞" if cards[0] % 10 == cards[-1] % 10 else "一句话", cards)
        else:
            if SAME[kind] == 4 and rng.random() > style["quads"]:
                kind = rng.choice(("偎", "坎", "碰"))
            made = (kind, [rng.randrange(20)] * SAME[kind])
        if sum(map(fits, made[1])) >= rng.randint(1, len(made[1])):
            return made
    return made


def groups(rng, many):
    """`many` groups that make a whole hand, with a 将 exactly when there is a quad."""
    while True:
        fits = LEANINGS[rng.choice(list(LEANINGS))]
        style = {
            "same": rng.choice((0.2, 0.5, 1.0)),
            "scoring": rng.choice((0.2, 0.9)),
            "quads": rng.choice((0.1, 0.6)),
        }
        made = [_group(rng, style, fits) for _ in range(many)]
        if any(kind in ("提", "跑") for kind, _ in made):
            k = rng.randrange(20)
            made[-1] = ("将", [k, k])
            if not any(kind in ("提", "跑") for kind, _ in made):
                continue
        cards = [k for _, group in made for k in group]
        if all(cards.count(k) <= 4 for k in set(cards)):
            rng.shuffle(made)
            return [{"kind": kind, "cards": [NAMES[k] for k in group]} for kind, group in made]


def dealt(rng):
    """A 三提五坎: three 提, or five of 提 and 坎."""
    quads = rng.choice((0, 0, 1, 2, 3))
    n = 3 if quads == 3 else 5
    kinds = rng.sample(range(20), n)
    return [
        {"kind": "提" if i < quads else "坎", "cards": [NAMES[k]] * (4 if i < quads else 3)}
        for i, k in enumerate(kinds)
    ]


def given(rng, many=7, players=3, ledger=False, wang=False):
    """One `given`, won in a random way."""
    g = {"groups": groups(rng, many), "zimo": False, "huang_before": rng.choice((0, 0, 0, 1, 3))}
    g["dealer"] = rng.choice((0, 1, 2))
    g["seat"] = rng.choice((0, 0, 1))
    way = rng.choice(("draw", "draw", "draw", "zimo", "zimo", "discard", "liang", "deal"))
    if way == "zimo":
        g["zimo"] = True
    elif way == "discard":
        others = [s for s in range(players) if s != g["seat"]]
        g |= {"win_on": "discard", "discarder": rng.choice(others), "first_discard": rng.random() < 0.5}
    elif way == "liang":
        g |= {"win_on": "liang", "zimo": g["seat"] == g["dealer"]}
    elif way == "deal" and many == 7:
        g |= {"win_on": "deal", "groups": dealt(rng), "zimo": g["seat"] == g["dealer"] and rng.random() < 0.5}
    if way in ("draw", "zimo"):
        g["first_draw"] = rng.random() < 0.2
        g["last_wall_card"] = rng.random() < 0.2
    if rng.random() < 0.4:
        g["claims_made"] = rng.choice((0, 0, 1, 4))
        g["own_discards"] = rng.choice((0, 1, 5))
    cards = [card for group in g["groups"] for card in group["cards"]]
    pair = [group["cards"][0] for group in g["groups"] if group["kind"] == "将"]
    if rng.random() < 0.7:
        g["win_card"] = rng.choice(pair if pair and rng.random() < 0.3 else cards)
    if rng.random() < 0.3:
        g["hand_left"] = rng.choice((1, 1, 4))
    g |= {"charge": rng.choice((0, 0, 2)), "xing": rng.choice((0, 0, 1, 3)), "birds": rng.choice((0, 0, 2))}
    g["piao"] = rng.choice((0, 0, 1))
    g["base"] = rng.choice((1, 1, 2))
    if wang and rng.random() < 0.4:
        g["wang"] = rng.choice(WANG)
    if players == 3 and not ledger and rng.random() < 0.2:
        g["players"] = 4
        sitter = (g["dealer"] + 2) % 4
        if sitter in (g["seat"], g.get("discarder")):
            del g["players"]
    return g

"""Drawn deals of 跑腰 for the tests: hands, open cards and 腰 as text, the rest of the deck filled in."""

from erqishi.paoyao import Game, load

DECK = [suit + rank for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] for suit in "SHCD"]


def deck_text(hands, table, yao, dealer=0):
    """The deck that deals these cards: `hands` by seat, three rounds of one card each from the dealer on."""
    held = [hand.split() for hand in hands]
    n = len(held)
    order = [held[(dealer + k) % n][i] for i in range(3) for k in range(n)] + table.split()
    rest = [card for card in DECK if card not in order and card != yao]
    deck = [*order, *rest, yao]
    assert sorted(deck) == sorted(DECK)
    return " ".join(deck)


def deal(*hands, table, yao, dealer=0, chips=20, carry=0, rules="changchun_literal", **options):
    """A game in which seat i holds hands[i]; options change the rules."""
    rules = load(rules)
    if options:
        rules = rules.replace(**options)
    deck = deck_text(hands, table, yao, dealer)
    return Game.from_deck(rules, deck, dealer, players=len(hands), chips=chips, carry=carry)


def play(game, *texts):
    """Do these actions; "2:dig" also says whose turn it must be. Returns the game."""
    from erqishi.paoyao import parse_action

    for text in texts:
        seat, colon, action = text.partition(":")
        if colon:
            assert game.decision is not None, f"over before {text}"
            assert game.decision.seat == int(seat), f"{text}, but it is {game.decision}"
        game.do(parse_action(action if colon else text))
    return game


def dig_all(game):
    """Everybody digs."""
    while game.decision and game.decision.kind == "bet":
        play(game, "dig")
    return game


def offers(game):
    """What the asked seat may do, as a set of texts."""
    return {str(a) for a in game.decision.legal[game.decision.seat]}

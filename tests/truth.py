"""An account of a hand of its own, from the deck and all events, to hold the game and everybody's view against."""

from collections import Counter

from erqishi.cards import card_name
from erqishi.zipai import events as e
from tables import EXTRA_SETS, NAMES, SETS


class Truth:
    """Where every card lies, from the deck and all events, and who may see it."""

    def __init__(self, game):
        self.rules, self.deck, self.read = game.rules, game.deck, 0
        n = game.rules.seats
        self.pos = n * game.rules.deal + 1
        self.hands = [Counter() for _ in range(n)]
        self.melds = [[] for _ in range(n)]  # [kind, cards, seen by others]
        self.discards = [[] for _ in range(n)]
        self.unclaimed = [[] for _ in range(n)]
        self.dead, self.barred = [False] * n, [False] * n
        self.open = self.origin = self.owner = None  # the card in play
        self.over = False

    def catch_up(self, game):
        for event in game.events[self.read :]:
            self.take(event)
        self.read = len(game.events)
        return self

    def _next(self):
        self.pos += 1
        return card_name(self.deck[self.pos - 1])

    def _lay(self, seat, kind, cards, held, seen=True):
        held = Counter(held)
        assert held <= self.hands[seat], f"seat {seat} lays {held} but holds {self.hands[seat]}"
        self.hands[seat] -= held
        self.melds[seat].append([kind, cards, seen])

    def _claim(self, card):
        assert self.open == card
        if self.origin == "discard":
            assert self.discards[self.owner].pop() == card
        self.open = self.origin = None

    def _raise(self, seat, at, old, new, card):
        assert self.melds[seat][at][:2] == [old, card * 3]
        self.melds[seat][at] = [new, card * 4, True]

    def take(self, event):
        match event:
            case e.HandStarted():
                self.open, self.origin, self.owner = card_name(self.deck[self.pos - 1]), "liang", event.dealer
                assert event.liang == self.open
            case e.Dealt():
                self.hands[event.seat] = Counter(event.cards.replace(" ", ""))
            case e.LiangTaken():
                assert event.card == self.open
                self.hands[event.seat][event.card] += 1
                self.open = self.origin = None
            case e.TurnedUp():
                self.open, self.origin, self.owner = self._next(), "draw", event.seat
                assert event.card == self.open
            case e.DrewHidden():
                self.open, self.origin, self.owner = self._next(), "own_meld", event.seat
            case e.Ti(source="deal"):
                card = event.card or next(
                    iter(sorted((c for c, n in self.hands[event.seat].items() if n == 4), key=NAMES.index))
                )
                self._lay(event.seat, "ti", card * 4, card * 4, event.card is not None)
                assert event.at == len(self.melds[event.seat]) - 1
            case e.Ti():
                assert event.card == self.open and self.owner == event.seat
                if event.source == "hand":
                    self._lay(event.seat, "ti", event.card * 4, event.card * 3)
                    assert event.at == len(self.melds[event.seat]) - 1
                else:
                    self._raise(event.seat, event.at, "wei", "ti", event.card)
                self.open = None
            case e.Wei() | e.ChouWei():
                kind = "wei" if isinstance(event, e.Wei) else "chouwei"
                assert event.card in (self.open, None) and self.owner == event.seat
                self._lay(event.seat, kind, self.open * 3, self.open * 2, event.card is not None)
                assert event.at == len(self.melds[event.seat]) - 1
                self.open = None
            case e.Own():
                assert event.to == event.seat
                assert self.melds[event.seat][event.at][1] == event.card * len(self.melds[event.seat][event.at][1])
            case e.Pao():
                self._claim(event.card)
                if event.source == "hand":
                    self._lay(event.seat, "pao", event.card * 4, event.card * 3)
                    assert event.at == len(self.melds[event.seat]) - 1
                else:
                    self._raise(event.seat, event.at, event.source, "pao", event.card)
            case e.Penged():
                assert self.owner == event.owner
                self._claim(event.card)
                self._lay(event.seat, "peng", event.card * 3, event.card * 2)
            case e.Ate():
                assert self.owner == event.owner and event.cards in SETS + EXTRA_SETS
                self._claim(event.card)
                self._lay(event.seat, "chi", event.cards, event.cards.replace(event.card, "", 1))
            case e.Laid():
                assert event.card in event.cards and event.cards in SETS + EXTRA_SETS
                self._lay(event.seat, "chi", event.cards, event.cards)
            case e.Discarded():
                assert self.hands[event.seat][event.card] in (1, 2)
                self.hands[event.seat][event.card] -= 1
                self.discards[event.seat].append(event.card)
                self.open, self.origin, self.owner = event.card, "discard", event.seat
            case e.Unclaimed():
                assert (self.open, self.origin, self.owner) == (event.card, "draw", event.seat)
                self.unclaimed[event.seat].append(event.card)
                self.open = None
            case e.Dead():
                assert all(n == 3 for n in self.hands[event.seat].values() if n)
                self.dead[event.seat] = True
            case e.Punished():
                self.barred[event.seat] |= self.rules.fine == 0
                assert self.rules.penalty_mode == "penalize" and event.fine == self.rules.fine
            case e.Won() | e.WallEmpty():
                assert not self.over and not (isinstance(event, e.Won) and self.barred[event.seat])
                self.over = True
            case e.Revealed():
                for p, (text, row) in enumerate(zip(event.hands, event.melds, strict=True)):
                    assert Counter(text.replace(" ", "")) == +self.hands[p]
                    assert list(row) == [cards for _, cards, _ in self.melds[p]]
                assert event.wall == "".join(card_name(k) for k in self.deck[self.pos :])
            case e.Asked() | e.Marked() | e.Unmarked():
                assert event.to is not None
            case _:
                raise AssertionError(f"unknown event {event!r}")

    def cards(self):
        """Every card of the deck, wherever it lies."""
        lying = [c for hand in self.hands for c in hand.elements()] + [
            c for row in self.melds for _, m, _ in row for c in m
        ]
        lying += [c for row in (*self.discards, *self.unclaimed) for c in row]
        lying += [card_name(k) for k in self.deck[self.pos :]]
        if self.open is not None and self.origin in ("draw", "liang"):
            lying.append(self.open)
        return Counter(lying)

    def check(self, game):
        """The game and everybody's view of it, against this account."""
        assert self.cards() == Counter(card_name(k) for k in game.deck)
        for seat, hand in enumerate(self.hands):
            assert Counter(card_name(k) for k in game.hand(seat)) == +hand
        for seat in (*range(game.rules.seats), None):
            self.check_view(game.view(seat), seat)

    def check_view(self, view, seat):
        assert view.wall == len(self.deck) - self.pos
        assert view.hand.replace(" ", "") == (
            "" if seat is None else "".join(sorted(self.hands[seat].elements(), key=NAMES.index))
        )
        for p, lying in enumerate(view.seats):
            assert lying.size == self.hands[p].total()
            wanted = [[kind, cards if seen or p == seat else "?" * len(cards)] for kind, cards, seen in self.melds[p]]
            assert [[meld.kind, meld.cards] for meld in lying.melds] == wanted
            assert (lying.discards, lying.unclaimed, lying.dead) == (self.discards[p], self.unclaimed[p], self.dead[p])
            assert lying.barred == self.barred[p]
        assert view.over == self.over
        if self.open is not None and self.origin != "own_meld" and not self.over:
            assert (view.in_play.card, view.in_play.origin, view.in_play.owner) == (self.open, self.origin, self.owner)

"""The compiled 跑腰 plays the interpreted one's hands, to the last integer."""

import numpy as np
import pytest

from erqishi.errors import UserInputError
from erqishi.paoyao import PRESETS, Game, load
from erqishi.paoyao.compiled import cache_dir, random_hands, random_hands_interpreted
from erqishi.paoyao.ruleset import CHOICES, OPTIONS, RuleSet
from erqishi.paoyao.table import SUMMARY_SHAPE


def mixed_rules(seed):
    """A rule set with every option drawn by itself."""
    rng = np.random.default_rng(seed)
    base = RuleSet()
    options = {name: bool(rng.integers(2)) for name in OPTIONS if isinstance(getattr(base, name), bool)}
    options |= {name: str(rng.choice(values)) for name, values in CHOICES.items()}
    return RuleSet(**options)


def assert_same(rules, n, **how):
    fast, slow = random_hands(rules, n, **how), random_hands_interpreted(rules, n, **how)
    for name in SUMMARY_SHAPE:
        assert np.array_equal(fast[name], np.array([getattr(o, name) for o in slow])), name


@pytest.mark.parametrize("rules", PRESETS)
def test_compiled_plays_the_interpreted_hands_of_a_preset(rules):
    """Decks, every question and answer (by hash), results: 12,000 hands here, 10,000 in the next test."""
    for players in (2, 3, 4):
        assert_same(rules, 1000, players=players, seed=players << 40, carry=3, chips=5)


def test_compiled_plays_the_interpreted_hands_of_mixed_options():
    for seed in range(100):
        assert_same(mixed_rules(seed), 100, players=2 + seed % 3, seed=seed << 20, dealer=seed % 2, chips=seed % 12)


def test_a_seed_means_the_same_deck_in_the_batch_and_at_the_prompt():
    out = random_hands(n=5, seed=40, players=4, dealer=3)
    for i, o in enumerate(out):
        assert Game.deal(seed=40 + i).deck == Game.from_deck("fold", o["deck"].tolist()).deck
    assert out["dealer"].tolist() == [3, 0, 1, 2, 3]


def test_decks_of_neighbouring_seeds_are_unrelated():
    """Each card is equally likely in each place, whatever the place held in the hand before (chi-square, 52 x 52)."""
    deck = random_hands(n=20000, seed=5)["deck"]
    for first, second in [(deck[:, 0], deck[:, 51]), (deck[:-1, 0], deck[1:, 0])]:
        table = np.zeros((52, 52))
        np.add.at(table, (first, second), 1)
        if first is not second and len(first) == len(deck):
            np.fill_diagonal(table, len(deck) / 52 / 51)
            expected = len(deck) / 52 / 51
        else:
            expected = len(first) / 52 / 52
        chi2 = ((table - expected) ** 2 / expected).sum()
        assert abs(chi2 - 51 * 52) < 6 * np.sqrt(2 * 51 * 52)


def test_chips_and_cards_are_conserved_in_bulk():
    for rules in PRESETS:
        out = random_hands(rules, 20000, players=3, carry=4, chips=6)
        assert (out["chips"].sum(axis=1) + out["carry"] == 3 * 6 + 4).all()
        assert (out["net"].sum(axis=1) == 0).all()
        assert (np.sort(out["deck"], axis=1) == np.arange(52)).all()
        assert (out["chips"] >= 0).all()


def test_arguments_out_of_range_are_refused():
    for how in ({"players": 5}, {"dealer": 3}, {"seed": -1}, {"n": -1}):
        with pytest.raises(UserInputError):
            random_hands(**({"n": 1} | how))
    assert len(random_hands(n=0)) == 0


def test_the_cache_is_named_by_the_sources(monkeypatch, tmp_path):
    monkeypatch.setenv("ERQISHI_CACHE", str(tmp_path))
    assert cache_dir().parent.parent == tmp_path
    assert cache_dir().name.startswith("paoyao-")


def test_rules_as_integers_keep_every_choice_apart():
    assert len({tuple(RuleSet(pot=pot).flat().as_dict().values()) for pot in CHOICES["pot"]}) == 5
    assert load("fold").flat().participation == 1

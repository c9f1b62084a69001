"""Within the moment before an outcome is shown, nobody's whole view has an answer of an earlier window."""

from sim.leak import compare


def test_a_lapsed_window_has_no_answers():
    """In this hand the whole view was asked for right after a window in which nobody was asked, and had an old answer in it."""
    assert compare(91)[0] > 100

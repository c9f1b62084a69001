"""Deterministic simulation: whole sittings of the real server on a virtual clock, over a network, a disk and people that fail.

Everything is drawn from one seed, so that a failure is a number: `python -m sim --seed N --trace` plays it again.
"""

"""How Hypothesis behaves here: no deadline (the first call of compiled code takes seconds), repeatable under CI."""

import os

from hypothesis import settings

settings.register_profile("erqishi", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("erqishi")

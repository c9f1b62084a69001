"""A second, slow reading of the rules, written from the rule text alone, to judge the engine by.

Nothing here imports the engine. Speed does not matter here; being obvious does.
"""

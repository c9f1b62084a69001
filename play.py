# -*- coding: utf-8 -*-
"""一条命令开始：python3 play.py 。 One command to start: python3 play.py

Sets everything up in .venv beside this file (once), then starts the game. Needs Python 3.11 or newer, nothing else.
"""

import sys

# This file and check.py stay readable to every old Python, so that it can say what is wrong.
if sys.version_info < (3, 11):
    sys.exit("需要 Python 3.11 或更新 · Python 3.11 or newer is needed; this is " + sys.version.split()[0])

import bootstrap

# What `python3 play.py` starts: arguments of the `erqishi` command.
MAIN_JOB = ["serve"]

if __name__ == "__main__":
    bootstrap.run(lambda: bootstrap.start(sys.argv[1:] or MAIN_JOB))

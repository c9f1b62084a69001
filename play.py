# -*- coding: utf-8 -*-
"""一条命令开始：python3 play.py 。 One command to start: python3 play.py

Sets everything up in .venv beside this file (once), then opens the tables. Needs Python 3.11 or newer, nothing else.
Options are those of `serve` (python3 play.py --no-browser); any command of erqishi may follow (python3 play.py hand …).
"""

import sys

# This file and check.py stay readable to every old Python, so that it can say what is wrong.
if sys.version_info < (3, 11):
    sys.exit("需要 Python 3.11 或更新 · Python 3.11 or newer is needed; this is " + sys.version.split()[0])

try:
    import bootstrap
except KeyboardInterrupt:  # before there is anybody to say more
    sys.exit(130)


def command(arguments: list[str]) -> list[str]:
    """The arguments of `erqishi`: nothing, or nothing but options, means `serve`."""
    if arguments[:1] in (["--help"], ["--version"]):
        return arguments
    return arguments if arguments and not arguments[0].startswith("-") else ["serve", *arguments]


if __name__ == "__main__":
    bootstrap.run(lambda: bootstrap.start(command(sys.argv[1:])))

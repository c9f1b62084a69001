"""The command line: `erqishi …`. Every command is a thin layer over the library."""

import sys


def main() -> None:
    """Run the command line. An error of ours becomes one message and an exit status, never a traceback.

    Status 2: the input or the move is wrong. 1: the world or a bug of ours. 130: interrupted.
    """
    from erqishi.cli.app import app
    from erqishi.errors import ErqishiError, IllegalAction, UserInputError

    # A console with an old code page still shows what it can instead of failing at the first Chinese character.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="erqishi")
    except ErqishiError as error:
        print(error, file=sys.stderr)
        sys.exit(2 if isinstance(error, UserInputError | IllegalAction) else 1)
    except KeyboardInterrupt:
        sys.exit(130)

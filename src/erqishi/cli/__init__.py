"""The command line: `erqishi …`. Every command is a thin layer over the library."""

import sys


def main() -> None:
    """Run the command line. An error of ours becomes one message and an exit status, never a traceback.

    Status 2: the input or the move is wrong. 1: the world or a bug of ours. 130: interrupted.
    """
    import io

    if sys.stdin is None:  # started with standard input closed: it reads as empty
        sys.stdin = io.TextIOWrapper(io.BytesIO())
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
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_output()
        sys.exit(0)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{where}读写出错 / cannot read or write: {error.strerror or error}", file=sys.stderr)
        _drop_output()
        sys.exit(1)


def _drop_output() -> None:
    """Let the interpreter's last flush go nowhere: what is left cannot be written."""
    import os

    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())

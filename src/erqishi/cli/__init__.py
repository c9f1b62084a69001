"""The command line: `erqishi …`. Every command is a thin layer over the library."""

import sys


def main() -> None:
    """Run the command line. An error of ours becomes one message and an exit status, never a traceback.

    Status 2: the input or the move is wrong. 1: the world or a bug of ours. 130: interrupted, also while our own modules load.
    """
    try:
        status = _run()
    except KeyboardInterrupt:
        status = 130
    if status == 130:
        print("已中断 · interrupted", file=sys.stderr)
    sys.exit(status)


def _run() -> int:
    """Run the command; its exit status."""
    import io

    if sys.stdin is None:  # started with standard input closed: it reads as empty
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    # A console with an old code page still shows what it can instead of failing at the first Chinese character.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    import typer

    from erqishi.cli.app import app
    from erqishi.cli.usage import fit, told
    from erqishi.errors import ErqishiError, IllegalAction, UserInputError

    try:
        returned = typer.main.get_command(app).main(prog_name="erqishi", standalone_mode=False)
        sys.stdout.flush()
        return returned if isinstance(returned, int) else 0
    except ErqishiError as error:
        print(fit(str(error)), file=sys.stderr)
        return 2 if isinstance(error, UserInputError | IllegalAction) else 1
    except typer.Abort:
        return 130
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_output()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{where}读写出错 / cannot read or write: {error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        if text := told(error) if type(error).__name__ != "NoArgsIsHelpError" else "":  # its help has been printed
            print(text, file=sys.stderr)
        return 2


def _drop_output() -> None:
    """Let the interpreter's last flush go nowhere: what is left cannot be written."""
    import os

    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())

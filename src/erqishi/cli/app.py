"""The commands, gathered: each lives in a module of its own and is registered here."""

from typing import Annotated

import typer

from erqishi import __version__
from erqishi.cli.cards import show_cards

app = typer.Typer(
    name="erqishi",
    help="贰柒拾：跑胡子与跑腰。Hunan word cards.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("cards")(show_cards)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"erqishi {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="版本 · the version")
    ] = False,
) -> None:
    """贰柒拾：跑胡子与跑腰。 Hunan word cards."""

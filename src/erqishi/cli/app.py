"""The commands, gathered: each lives in a module of its own and is registered here."""

from typing import Annotated

import typer

from erqishi import __version__
from erqishi.cli import rule_files, rules
from erqishi.cli.cards import show_cards
from erqishi.cli.care import backup, doctor, restore
from erqishi.cli.hand import judge_hand
from erqishi.cli.records import replay, verify
from erqishi.cli.score import score_hand
from erqishi.cli.serve import serve
from erqishi.cli.simulate import simulate

app = typer.Typer(
    name="erqishi",
    help="贰柒拾：湖南字牌跑胡子，长春扑克跑腰。跑胡子, Hunan word cards, and 跑腰, a poker-deck game of 长春.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("cards")(show_cards)
app.command("hand")(judge_hand)
app.command("score")(score_hand)
app.add_typer(rules.app, name="rules")
rules.app.command("new")(rule_files.new_rules)
rules.app.command("diff")(rule_files.diff_rules)
rules.app.command("doc")(rule_files.doc_rules)
app.command("simulate")(simulate)
app.command("replay")(replay)
app.command("verify")(verify)
app.command("serve")(serve)
app.command("backup")(backup)
app.command("restore")(restore)
app.command("doctor")(doctor)


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
    """贰柒拾：湖南字牌跑胡子，长春扑克跑腰。 跑胡子, Hunan word cards, and 跑腰, a poker-deck game of 长春."""

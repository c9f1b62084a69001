"""`erqishi cards`: read cards as people write them, and say what they are."""

from typing import Annotated

import typer

from erqishi.cards import hand_ascii, hand_text, is_red, parse_hand, unpack


def show_cards(
    text: Annotated[list[str], typer.Argument(help="牌 · cards: 一一二三 贰柒拾, x1 x2 d10", metavar="CARDS…")],
) -> None:
    """认牌：看一手牌怎么读、几张、几张红。 Read cards: what they are, how many, how many red."""
    hand = parse_hand(" ".join(text))
    cards = unpack(hand)
    red = sum(map(is_red, cards))
    typer.echo(hand_text(hand) or "（没有牌 · no cards）")
    if cards:
        typer.echo(hand_ascii(hand))
    typer.echo(
        f"{len(cards)} 张，红 {red}，黑 {len(cards) - red} · {len(cards)} cards, {red} red, {len(cards) - red} black"
    )

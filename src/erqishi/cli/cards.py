"""`erqishi cards`: read cards as people write them, and say what they are."""

from typing import Annotated

import typer

from erqishi.cards import NAMES, hand_ascii, hand_text, is_red, parse_hand, unpack


def show_cards(
    text: Annotated[list[str], typer.Argument(help="牌 · cards: 一一二三 贰柒拾, x1 x2 d10", metavar="CARDS…")],
    json: Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")] = False,
) -> None:
    """认牌：看一手牌怎么读、几张、几张红。 Read cards: what they are, how many, how many red.

    \b
    erqishi cards 壹贰叁一一二三 七十
    erqishi cards x1 x1 d10 --json
    """
    hand = parse_hand(" ".join(text))
    cards = unpack(hand)
    red = sum(map(is_red, cards))
    if json:
        import msgspec

        said = {
            "hand": hand_text(hand),
            "ascii": hand_ascii(hand),
            "cards": [NAMES[card] for card in cards],
            "count": len(cards),
            "red": red,
            "black": len(cards) - red,
        }
        typer.echo(msgspec.json.encode(said).decode())
        return
    typer.echo(hand_text(hand) or "（没有牌 · no cards）")
    if cards:
        typer.echo(hand_ascii(hand))
    typer.echo(
        f"{len(cards)} 张，红 {red}，黑 {len(cards) - red} · {len(cards)} cards, {red} red, {len(cards) - red} black"
    )

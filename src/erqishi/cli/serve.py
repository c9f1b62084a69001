"""`erqishi serve`: the platform on this machine, with its addresses and a code to scan."""

from typing import Annotated

import typer


def serve(
    host: Annotated[str | None, typer.Option(help="在哪个地址上听 · address to listen on")] = None,
    port: Annotated[int | None, typer.Option(help="端口，0 由系统选 · port, 0 = any free one")] = None,
    store: Annotated[str | None, typer.Option(help="数据文件 · the data file", metavar="FILE")] = None,
    settings: Annotated[
        str | None, typer.Option(help="设置文件 · a file of settings (docs/settings.md)", metavar="FILE")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="自己的规则文件所在的文件夹 · a folder of rule files of one's own", metavar="DIR")
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(help="机器人用几个进程 · processes for bots")] = None,
    pace: Annotated[float | None, typer.Option(help="牌桌快慢，1 为正常 · speed factor of waits, 1 = normal")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug | info | warning | error")] = None,
    browser: Annotated[bool, typer.Option(help="打开浏览器 · open the browser")] = True,
) -> None:
    """开服：网页牌桌，手机扫码进来。 Serve the tables; phones scan the code.

    \b
    erqishi serve --port 8000
    erqishi serve --no-browser --store tables.sqlite
    erqishi serve --rules village/        # village/liutang.toml 也能开房 · rooms by that file too
    """
    from pathlib import Path

    from erqishi.errors import UserInputError
    from erqishi.server.run import serve as run
    from erqishi.server.settings import load

    flags = {
        "host": host,
        "port": port,
        "store": store,
        "rules": rules,
        "bot_workers": bot_workers,
        "pace": pace,
        "log_level": log_level,
    }
    chosen = load(settings, flags=flags)
    if Path(chosen.store).is_dir():
        raise UserInputError(
            f"--store {chosen.store}: 这是文件夹，要一个文件名 / this is a folder; a file name is wanted"
        )
    run(chosen, _tell, browser=browser)


def _tell(local: str, lan: str | None) -> None:
    """Print the addresses, and the one for the phones as a QR code."""
    import segno

    typer.echo(f"本机 · here       {local}")
    if lan is not None:
        typer.echo(f"局域网 · network  {lan}")
        typer.echo("手机扫码 · scan with a phone:")
        segno.make(lan, error="l").terminal(compact=True, border=2)
    typer.echo("按 Ctrl-C 停止 · Ctrl-C stops the server")

"""`erqishi serve`: its addresses, its code to scan, its end."""

import os
import signal
import socket
import subprocess
import sys

import pytest
from house import Client, run

from erqishi.cli.serve import _tell
from erqishi.server.run import listen
from erqishi.server.settings import Settings


def test_the_address_for_phones_is_shown_as_a_code_to_scan(capsys):
    _tell("http://localhost:8270/", "http://192.0.2.7:8270/")
    said = capsys.readouterr().out
    assert "http://localhost:8270/" in said and "http://192.0.2.7:8270/" in said and "▀" in said
    _tell("http://127.0.0.1:1/", None)
    assert "▀" not in capsys.readouterr().out


@pytest.mark.parametrize("bots", ["0", "1"])
def test_a_stop_is_announced_and_clean(tmp_path, bots):
    command = [sys.executable, "-m", "erqishi", "serve", "--no-browser", "--port", "0", "--host", "127.0.0.1"]
    command += ["--store", str(tmp_path / "db"), "--bot-workers", bots, "--log-level", "warning"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    url = process.stdout.readline().split()[-1].replace("http", "ws") + "ws"

    async def test():
        async with Client(url) as me:
            await me.ask("quick_start", level="novice")
            process.send_signal(signal.SIGINT if os.name != "nt" else signal.CTRL_C_EVENT)
            await me.until(lambda: any(m["t"] == "closing" for m in me.log))
            with pytest.raises(Exception, match="1012"):
                await me.until(lambda: False)

    try:
        run(test())
        assert process.wait(15) == 0
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.communicate()


def test_a_wrong_setting_is_one_message(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "erqishi", "serve", "--no-browser", "--port", "99999"],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 2 and "port" in done.stderr and "Traceback" not in done.stderr


def test_a_deaf_reader_is_dropped_by_the_kernel():
    """`bench/load.py --slow` shows the whole of it, in half a minute: nobody else is held up, and no socket stays."""
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        return  # only Linux can tell a socket so
    listening = listen(Settings(host="127.0.0.1", port=0))
    with listening, socket.create_connection(listening.getsockname()), listening.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000

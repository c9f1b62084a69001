"""The bots' processes end with the server, and leave nothing behind."""

import subprocess
import sys

import pytest

# A server that is told to stop closes everything, then ends by the same signal: nothing of the interpreter's own farewell runs.
STOPPED = """
import asyncio, gc, os, signal, sys
from erqishi.server.bots_pool import BotPool

if __name__ == "__main__":
    gc.disable()
    pool = BotPool(1)
    if sys.argv[1] == "asked":
        assert asyncio.run(pool.ask("no such bot", b"", b"", "seed")) == ""
    pool.close()
    os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to end by")
@pytest.mark.parametrize("asked", ["asked", "idle"])
def test_a_server_that_ends_by_a_signal_leaves_no_semaphores(tmp_path, asked):
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED, encoding="utf-8")
    done = subprocess.run([sys.executable, script, asked], capture_output=True, text=True, timeout=60)
    assert done.returncode == -15 and "leaked" not in done.stderr

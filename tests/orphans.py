"""Workers must end with the program that started them, even while they think."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

SLOW = """
import os, time
from pathlib import Path

class Slow:
    def __init__(self, title, seed): pass

    def choose(self, view, legal, clock):
        Path("thinks.new").write_text(str(os.getpid()))
        os.rename("thinks.new", "thinks")
        time.sleep(600)
"""
"""A bot that says who thinks, and thinks on."""


def ends_with(folder: Path, command: Sequence[str], how: signal.Signals) -> None:
    """Start a program whose worker comes to ask the bot `slow:Slow`, end it, and wait until the worker has ended."""
    (folder / "slow.py").write_text(SLOW)
    program = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=heed_all
    )
    try:
        until(lambda: (folder / "thinks").exists())
        worker = int((folder / "thinks").read_text())
        assert worker != program.pid and runs(worker)
    finally:
        program.send_signal(how)
        program.wait()
    try:
        until(lambda: not runs(worker))
    except AssertionError:
        os.kill(worker, signal.SIGKILL)
        raise


def heed_all() -> None:
    """Whoever starts the suite in the background may have it ignore Ctrl-C, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


PATIENCE = 300
"""Seconds, on a machine that has other things to do."""


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def runs(process: int) -> bool:
    """Whether it is more than an entry that nobody has collected yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

"""Processes in which bots think for somebody."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """In a worker: end when the process that asks does, however it ends, in the middle of a thought too. Questions come
    through a pipe that workers may hold open themselves, so they would wait there for ever."""
    asks = parent_process()
    assert asks is not None

    def watch() -> None:
        asks.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()

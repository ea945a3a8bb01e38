"""Processes in which bots think for somebody."""

from __future__ import annotations

import os
import threading
from collections.abc import MutableMapping
from multiprocessing import parent_process

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""By how many threads the libraries below numpy multiply; they are read when it is loaded."""


def one_thread(environment: MutableMapping[str, str]) -> None:
    """Unless somebody wishes otherwise, a program of ours multiplies by one thread.

    The tables of our nets are small: threads that share one wait for each other longer than they reckon, and on a busy
    machine they keep its processors from all else while they wait.
    """
    for name in THREADS:
        environment.setdefault(name, "1")


def end_with_parent() -> None:
    """In a worker: end when the process that asks does, however it ends, in the middle of a thought too. Questions come
    through a pipe that workers may hold open themselves, so they would wait there for ever."""
    asks = parent_process()
    assert asks is not None

    def watch() -> None:
        asks.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()

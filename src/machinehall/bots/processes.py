"""Processes in which bots think for somebody."""

from __future__ import annotations

import os
import threading
from collections.abc import MutableMapping
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""By how many threads the libraries below numpy multiply; they are read when it is loaded."""


def one_thread(environment: MutableMapping[str, str]) -> None:
    """Unless somebody wishes otherwise, a program of ours multiplies by one thread.

    The tables of our nets are small: threads that share one wait for each other longer than they reckon, and on a busy
    machine they keep its processors from all else while they wait.
    """
    for name in THREADS:
        environment.setdefault(name, "1")


def end_with_parent(stop: Connection | None = None) -> None:
    """In a worker: end when the process that asks does, however it ends, or when it closes the other end of `stop`; in
    the middle of a thought too. Questions come through a pipe that workers may hold open themselves, so they would wait
    there for ever."""
    asks = parent_process()
    assert asks is not None
    told: list[Any] = [asks.sentinel, *([stop] if stop else [])]

    def watch() -> None:
        wait(told)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()

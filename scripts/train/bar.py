"""A bar over minutes that are set beforehand: a training has no number of matches to count.

It draws nothing by itself, for a thread that draws must not be there when workers are forked.
"""

from __future__ import annotations

import sys
import time
from multiprocessing.pool import MapResult
from types import TracebackType
from typing import Any, Self

GLANCE = 0.5
"""Seconds between two drawings while workers are waited for."""


class Bar:
    """On stderr, if somebody is there to look at it."""

    def __init__(self, label: str, seconds: float, spent: float = 0.0) -> None:
        """`spent`: by earlier commands of the same training."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self.began, self.label = time.monotonic() - spent, label
        columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
        console = Console(file=sys.stderr)
        shown = sys.stderr.isatty()
        self.drawn = Progress(*columns, console=console, transient=True, auto_refresh=False, disable=not shown)
        self.task = self.drawn.add_task(label, total=seconds)

    def __enter__(self) -> Self:
        self.drawn.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.drawn.stop()

    def show(self, told: str = "") -> None:
        """How much of the time is over, and what came of it by now."""
        said = f"{self.label}: {told}" if told else self.label
        self.drawn.update(self.task, completed=time.monotonic() - self.began, description=said, refresh=True)


def waited(work: MapResult[Any], label: str, seconds: float) -> list[Any]:
    """What workers that stop after so many seconds have done."""
    with Bar(label, seconds) as bar:
        while not work.ready():
            bar.show()
            work.wait(GLANCE)
    found: list[Any] = work.get()
    return found

"""Learning while the matches go on: in a thread of its own, and on a GPU in a stream of its own.

What is learned from is one round old by then: it was played by the net before the last steps. The clipped ratios
allow for it, as they compare with how likely a decision was when it was taken.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

import torch  # type: ignore[import-not-found,unused-ignore]

Found = TypeVar("Found")
TURN = 0.0005
"""Seconds after which the thread that learns lets the other go on: workers wait for that one."""


class Beside(Generic[Found]):
    """One piece of work at a time beside the caller's."""

    def __init__(self, device: str) -> None:
        sys.setswitchinterval(TURN)
        self.stream = None
        if device == "cuda":
            self.stream = torch.cuda.Stream()
            # The caller's work is small and waited for, so the GPU takes it first.
            torch.cuda.set_stream(torch.cuda.Stream(priority=-1))
        self._thread: Thread | None = None
        self._found: Found | None = None
        self._fault: BaseException | None = None

    def start(self, work: Callable[[], Found]) -> None:
        """Begin, once all is there that the caller has asked of the GPU so far."""
        assert self._thread is None
        if self.stream is not None:
            torch.cuda.synchronize()
        self._thread = Thread(target=self._do, args=(work,), daemon=True)
        self._thread.start()

    def _do(self, work: Callable[[], Found]) -> None:
        try:
            with torch.cuda.stream(self.stream):
                self._found = work()
            if self.stream is not None:
                self.stream.synchronize()
        except BaseException as fault:
            self._fault = fault

    def result(self) -> Found | None:
        """What it came to, waited for; none if nothing was begun."""
        if self._thread is None:
            return None
        self._thread.join()
        self._thread = None
        if self._fault is not None:
            raise self._fault
        return self._found

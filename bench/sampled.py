"""The server with a clock beside it: whose CPU time a move is. Started by `bench_server.py --profile`.

Each few milliseconds of CPU time every thread's own time since the last look is added to what it does just then. Only
the looking slows it down, unlike cProfile, which makes many small calls dear; and threads are all seen. What C does
counts for the Python that called it.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import machinehall
from machinehall import serving
from machinehall.server.config import load_config

EVERY = 0.003
HOME = str(Path(machinehall.__file__).parent) + "/"
PARTS = (
    ("rules", (HOME + "titles/", HOME + "kernel/")),
    ("the table: who may, what is seen", (HOME + "server/play/", HOME + "server/glance", HOME + "server/shapes")),
    ("identity", (HOME + "server/people/", HOME + "server/cookies")),
    ("journal and database", (HOME + "server/store/", "/sqlalchemy/", "/aiosqlite/", "/sqlite3/", "/asyncpg/")),
    ("HTTP", (HOME, "/uvicorn/", "/starlette/", "/h11/", "/httptools/", "/http/")),
    ("loop and threads", ("/asyncio/", "/concurrent/", "/threading.py", "/queue.py", "/anyio/", "/uvloop/")),
)
"""Parts by the files of the innermost function that is in one of them; the first that fits."""


def part_of(path: str) -> str:
    return next((name for name, places in PARTS if any(place in path for place in places)), "")


class Sampler:
    """CPU time by parts and by functions."""

    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.spent: dict[int, float] = {}

    def look(self, _signal: int, here: FrameType | None) -> None:
        for ident, frame in sys._current_frames().items():
            try:
                now = time.clock_gettime(time.pthread_getcpuclockid(ident))
            except OSError:  # the thread has just ended
                continue
            took, self.spent[ident] = now - self.spent.get(ident, now), now
            at: FrameType | None = here if frame.f_code is Sampler.look.__code__ else frame
            if took > 0:
                self.note(at, took)

    def note(self, frame: FrameType | None, took: float) -> None:
        if frame is not None:
            name = f"{frame.f_code.co_filename.removeprefix(HOME)}:{frame.f_code.co_qualname}"
            self.functions[name.partition("site-packages/")[2] or name] += took  # type: ignore[assignment]
        while frame is not None:
            if part := part_of(frame.f_code.co_filename):
                self.parts[part] += took  # type: ignore[assignment]
                return
            frame = frame.f_back
        self.parts["elsewhere"] += took  # type: ignore[assignment]

    def told(self) -> str:
        whole = sum(self.parts.values()) or 1
        rows = [f"{100 * took / whole:5.1f} %  {name}" for name, took in self.parts.most_common()]
        rows += [f"    {100 * took / whole:5.1f} %  {name}" for name, took in self.functions.most_common(40)]
        return "\n".join(rows)


def leave_threads_alone() -> None:
    """The main thread hears the clock for all: SQLite takes a write that a signal interrupts for a broken disk."""
    run = threading.Thread.run

    def deaf(thread: threading.Thread) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
        run(thread)

    threading.Thread.run = deaf  # type: ignore[assignment,method-assign]


def main() -> None:
    leave_threads_alone()
    sampler, out = Sampler(), Path(sys.argv[1])

    def begin_again(*_: Any) -> None:
        sampler.parts.clear()
        sampler.functions.clear()

    def end(*_: Any) -> NoReturn:
        signal.setitimer(signal.ITIMER_PROF, 0)
        out.write_text(sampler.told() + "\n", encoding="utf-8")
        sys.exit(0)

    signal.signal(signal.SIGPROF, sampler.look)
    signal.signal(signal.SIGUSR1, begin_again)
    signal.signal(signal.SIGTERM, end)  # uvicorn stops by itself first, and then passes the signal on
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    serving.serve(load_config())


if __name__ == "__main__":
    main()

"""Processes that step matches. Arrays lie in shared memory; a pipe to each worker says when, and how it went."""

from __future__ import annotations

import gc
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing import connection, get_context
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from machinehall.bots.processes import end_with_parent
from machinehall.kernel.values import MachineHallError

from .memory import Layout, arrays, needed

STEP, RESET, DONE, FAILED, QUIT = b"s", b"r", b"d", b"!", b"q"
PATIENCE = 5.0
"""Seconds that a worker has to end by itself."""
TIDY, CLUTTER = 2_048, 250_000
"""A worker looks for garbage after so many steps, or when so many objects more are there than after the last time."""


class WorkerDied(MachineHallError):
    """A worker process is gone, or could not go on; the message has its reason. The matches are closed."""


class Tables(NamedTuple):
    """Matches of one kind: title, seats, the layout of their arrays, and what else `Batch` is told."""

    title: str
    seats: int
    rows: Layout
    how: dict[str, Any]


class Job(NamedTuple):
    """A worker's share of one kind: so many matches from `first` on, whose arrays lie in `memory`."""

    memory: Any
    tables: Tables
    first: int
    matches: int


class Crew:
    """The workers, each with its share of the matches of every kind, next to each other in the arrays of that kind.

    Nobody goes on before the last worker has answered. So each has some of all kinds, and none has the slow ones alone.
    """

    def __init__(self, kinds: Sequence[Tables], workers: int) -> None:
        context = get_context("spawn")  # a copy of a process with threads, as learners have, may hang
        memories = [context.RawArray("B", needed(tables.rows)) for tables in kinds]
        self.arrays = [arrays(tables.rows, memory) for tables, memory in zip(kinds, memories, strict=True)]
        self._fault = ""
        self._waiting: set[int] = set()
        self._pipes: list[connection.Connection] = []
        self._processes: list[Any] = []
        parts = [shares(tables.rows[0][1][0], workers) for tables in kinds]
        try:
            for i in range(workers):
                here, there = context.Pipe()
                jobs = [
                    Job(memory, tables, *part[i]) for memory, tables, part in zip(memories, kinds, parts, strict=True)
                ]
                told = (there, jobs, [str(Path.cwd())])
                process = context.Process(target=work, args=told, name=f"machinehall-matches-{i}", daemon=True)
                process.start()
                there.close()
                self._pipes.append(here)
                self._processes.append(process)
            self._waiting = set(range(workers))
            self.wait()
        except BaseException:
            self.close()
            raise

    def reset(self, seed: int) -> None:
        """Deal all matches anew."""
        self._tell(RESET + str(seed).encode())
        self.wait()

    def step(self) -> None:
        """Take the decisions in `action` of all arrays; `wait` for it."""
        self._tell(STEP)

    def _tell(self, message: bytes) -> None:
        self.check()
        for i, pipe in enumerate(self._pipes):
            try:
                pipe.send_bytes(message)
            except OSError:
                self._died(i, "")
            self._waiting.add(i)

    def wait(self) -> None:
        """Until every worker has answered. One after the other: nobody can go on before the last of them."""
        for i in sorted(self._waiting):
            try:
                answer = self._pipes[i].recv_bytes()
            except (EOFError, OSError):
                self._died(i, "")
            if answer[:1] == FAILED:
                self._died(i, answer[1:].decode())
            self._waiting.discard(i)

    def ready(self) -> bool:
        """Whether all have answered, so that `wait` would not have to."""
        return all(self._pipes[i].poll() for i in self._waiting)

    def _died(self, i: int, reason: str) -> NoReturn:
        """Say why, once and for all; what the other workers do is worth nothing any more."""
        process = self._processes[i]
        process.join(PATIENCE)
        reason = reason or f"it ended with exit code {process.exitcode} (below 0: the signal that ended it)"
        self._fault = f"worker {i} of {len(self._processes)} is gone: {reason}"
        self.close()
        raise WorkerDied(self._fault)

    def check(self) -> None:
        """A crew that has lost a worker says so again and again."""
        if self._fault:
            raise WorkerDied(self._fault)

    def close(self) -> None:
        """End all workers: those that wait for work at once, those that think by force."""
        for i, pipe in enumerate(self._pipes):
            if i in self._waiting:
                self._processes[i].terminate()
            with suppress(OSError):  # already gone
                pipe.send_bytes(QUIT)
            pipe.close()
        for process in self._processes:
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()
        self._pipes, self._waiting = [], set()


def shares(count: int, workers: int) -> list[tuple[int, int]]:
    """First match and number of matches of each worker, as even as can be."""
    cuts = [count * i // workers for i in range(workers + 1)]
    return [(a, b - a) for a, b in pairwise(cuts)]


def work(pipe: connection.Connection, jobs: Sequence[Job], paths: Sequence[str]) -> None:
    """The life of a worker. `paths`: where bots of the reader's own are found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the learner, who ends the workers
    end_with_parent()
    sys.path.extend(path for path in paths if path not in sys.path)
    try:
        serve(pipe, jobs)
    except (EOFError, BrokenPipeError):
        pass  # the learner is gone
    except Exception:
        pipe.send_bytes(FAILED + traceback.format_exc().encode())


def serve(pipe: connection.Connection, jobs: Sequence[Job]) -> None:
    """Step and deal as told."""
    from .batch import Batch

    batches = []
    for memory, (title, seats, rows, how), first, matches in jobs:
        mine = arrays(rows, memory).part(first, matches)
        batches.append(Batch(title, seats, matches, first=first, memory=mine, **how))
    # Whoever is last holds up all, and with many workers there is always one whom the garbage collector keeps. So it
    # comes when the answer is out, and to all at the same step. What is there by now stays.
    gc.collect()
    gc.freeze()
    gc.disable()
    steps = 0
    pipe.send_bytes(DONE)
    while (message := pipe.recv_bytes()) != QUIT:
        for batch in batches:
            if message == STEP:
                batch.step(batch.arrays.action)
            else:
                batch.reset(int(message[1:]))
        pipe.send_bytes(DONE)
        steps += 1
        if steps % TIDY == 0 or gc.get_count()[0] > CLUTTER:
            gc.collect()

"""Where matches are played: here, in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from machinehall.bots.processes import end_with_parent
from machinehall.kernel.values import MachineHallError

from .play import Result, play_some
from .schedule import Task

T = TypeVar("T")


class NoCluster(MachineHallError):
    """Ray is not installed, or no cluster answers."""


@dataclass(frozen=True, slots=True)
class Work:
    """What all matches of an arena have in common."""

    title: str
    options: Mapping[str, int] = field(default_factory=dict)
    seconds: float | None = None
    """For each decision; None: each level's own."""
    batch: int = 1
    """Matches that travel together; worth about a second or more."""
    record: bool = False
    """Whether results come with the records of their matches."""

    def batches(self, tasks: Sequence[Task]) -> list[list[Task]]:
        return [list(tasks[i : i + self.batch]) for i in range(0, len(tasks), self.batch)]


def serial(work: Work, tasks: Sequence[Task]) -> Iterator[Result]:
    """One after the other, in this process."""
    for task in tasks:
        yield from play_some(work.title, work.options, work.seconds, [task], record=work.record)


def processes(work: Work, tasks: Sequence[Task], workers: int | None = None) -> Iterator[Result]:
    """In processes of this machine, as they come."""
    here = [str(Path.cwd())]
    calls = [(work.title, work.options, work.seconds, some, here, work.record) for some in work.batches(tasks)]
    for results in spread(play_some, calls, workers):
        yield from results


def spread(call: Callable[..., T], calls: Sequence[tuple[Any, ...]], workers: int | None = None) -> Iterator[T]:
    """Calls in processes of this machine, their answers as they come."""
    with workers_of(workers or os.cpu_count() or 1) as pool:
        for done in as_completed([pool.submit(call, *one) for one in calls]):
            yield done.result()


def stream(call: Callable[..., T], calls: Iterator[tuple[Any, ...]], workers: int | None = None) -> Iterator[T]:
    """As `spread`, but a call is asked for only when a process is about to be free: what it is may follow from the
    answers before it. `workers` 0: in this process."""
    if workers == 0:
        yield from (call(*one) for one in calls)
        return
    count = workers or os.cpu_count() or 1
    with workers_of(count) as pool:
        yield from refilled(lambda one: pool.submit(call, *one), first_done, calls, count)


@contextmanager
def workers_of(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes of this machine. They end when this one does, however it ends, and at once when nobody waits for their
    answers any more: whoever presses Ctrl-C shall not wait for matches that are under way."""
    context = get_context("spawn")
    hears, tells = context.Pipe(duplex=False)
    with hears, tells, ProcessPoolExecutor(count, context, initializer=begin, initargs=(hears,)) as pool:
        try:
            yield pool
        except BaseException:
            tells.close()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def begin(stop: Connection) -> None:
    """The first that a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which ends its workers
    end_with_parent(stop)


def stream_on_ray(call: Callable[..., T], calls: Iterator[tuple[Any, ...]], address: str) -> Iterator[T]:
    """The same on an existing Ray cluster; a call that is lost with its node is made again."""
    with cluster(address) as ray:
        remote: Any = ray.remote(max_retries=3)(call)

        def done(waiting: list[Any]) -> tuple[list[T], list[Any]]:
            ready, left = ray.wait(waiting, num_returns=1)
            return ray.get(ready), left

        cores = int(ray.cluster_resources().get("CPU", 1))
        yield from refilled(lambda one: remote.remote(*one), done, calls, cores)


def refilled(
    begin: Callable[[tuple[Any, ...]], Any],
    done: Callable[[list[Any]], tuple[list[T], list[Any]]],
    calls: Iterator[tuple[Any, ...]],
    count: int,
) -> Iterator[T]:
    """The answers as they come, with so many calls under way as long as there are any."""
    waiting = [begin(one) for one in islice(calls, count)]
    while waiting:
        found, waiting = done(waiting)
        for one in found:
            yield one
            waiting += [begin(more) for more in islice(calls, 1)]


def first_done(waiting: list[Future[T]]) -> tuple[list[T], list[Future[T]]]:
    done, left = wait(waiting, return_when=FIRST_COMPLETED)
    return [one.result() for one in done], [one for one in waiting if one in left]


def on_ray(work: Work, tasks: Sequence[Task], address: str) -> Iterator[Result]:
    """On an existing Ray cluster ("auto": the one of this machine), as they come; a lost batch is played again."""
    with cluster(address) as ray:
        remote: Any = ray.remote(max_retries=3)(play_some)
        paths = [str(Path.cwd())]
        waiting = [
            remote.remote(work.title, work.options, work.seconds, some, paths, work.record)
            for some in work.batches(tasks)
        ]
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            for results in ray.get(done):
                yield from results


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """Ray, while it is connected to a cluster."""
    try:
        import ray  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise NoCluster("Ray is not installed; install the extra: machinehall[ray]") from None
    try:
        reach(address)
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (OSError, RuntimeError, ray.exceptions.RayError) as fault:
        raise NoCluster(f"no Ray cluster at {address}: {fault}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def reach(address: str) -> None:
    """Knock first: Ray itself tries for minutes where nobody answers. Other forms than host:port are left to it."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()

"""Worker processes: when their time begins, what they inherit, and that nothing of them outlives the server."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import machinehall as mh
from machinehall.bots.processes import THREADS
from machinehall.server.thinking import processes
from machinehall.server.thinking.processes import BotFailed, Question, Worker, WorkerDied, surroundings

NONSENSE = Question("promethium", None, "no such bot", "", 0.0, {}, [0])
HANG = """
import time
from machinehall.server.thinking import worker
worker.make_bot = lambda name, title: __import__("types").SimpleNamespace(choose=lambda *_: time.sleep(10**6))
worker.main()
"""
KEEPER = """
import asyncio, sys
import machinehall as mh
from machinehall.server.thinking.processes import Question, Worker

async def main():
    match = mh.new_match("promethium", 2, seed=1)
    while len(match.legal(match.to_act[0])) < 4:
        match.play(match.legal(match.to_act[0])[0], match.to_act[0])
    seat, title = match.to_act[0], match.title
    legal = [title.action_index(action) for action in match.legal(seat)]
    worker = Worker()
    await worker.ask(Question("promethium", None, "master", "1", 0.5, match.view(seat), legal))
    long = Question("promethium", None, "master", "2", 600.0, match.view(seat), legal)
    thinking = asyncio.create_task(worker.ask(long))
    print("ready", flush=True)
    await thinking

asyncio.run(main())
"""


def test_the_time_of_a_bot_begins_when_its_worker_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is waited for is first that it is ready, for a very long time, and only then the bot."""
    match = mh.new_match("promethium", 2, seed=1)
    seat, title = match.to_act[0], match.title
    legal = [title.action_index(action) for action in match.legal(seat)]

    async def run() -> None:
        worker = Worker()
        question = Question("promethium", None, "random", "1", 60.0, match.view(seat), legal)
        real, waited = asyncio.timeout, []

        def note(limit: float) -> asyncio.Timeout:
            waited.append(limit)
            return real(None)

        monkeypatch.setattr(asyncio, "timeout", note)
        assert (await worker.ask(question, 0.0)).action in legal
        assert waited == [processes.START, 60.0]
        await worker.stop()

    asyncio.run(run())


def test_a_bot_that_fails_and_a_worker_that_dies_are_two_things() -> None:
    async def run() -> None:
        worker = Worker()
        for _ in range(2):
            with pytest.raises(BotFailed, match="UnknownBot"):
                await worker.ask(NONSENSE)
        assert worker.started == 1 and worker.deaths == 0
        assert worker._process is not None
        worker._process.kill()
        await worker._process.wait()
        with pytest.raises(BotFailed, match="UnknownBot"):  # found dead between two questions: another is started
            await worker.ask(NONSENSE)
        assert worker.started == 2
        asked = asyncio.create_task(worker.ask(NONSENSE))
        await asyncio.sleep(0)
        worker._process.kill()
        with pytest.raises((WorkerDied, BotFailed)):
            await asked
        await worker.stop()

    asyncio.run(run())


def test_a_worker_that_cannot_begin_is_a_death(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        worker = Worker()
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        with pytest.raises(WorkerDied, match="cannot be started"):
            await worker.ask(NONSENSE)
        monkeypatch.setattr(sys, "executable", "/bin/false")
        with pytest.raises(WorkerDied):
            await worker.ask(NONSENSE)
        assert worker.deaths == 2

    asyncio.run(run())


def test_a_bot_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "python").write_text(f"#!/bin/sh\nexec {sys.executable} {tmp_path / 'hang.py'}\n")
    (tmp_path / "python").chmod(0o755)
    (tmp_path / "hang.py").write_text(HANG)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))

    async def run() -> None:
        worker = Worker()
        with pytest.raises(BotFailed, match="no answer within"):
            await worker.ask(NONSENSE, 0.0)
        assert worker.deaths == 0 and worker._process is None

    asyncio.run(run())


def test_workers_inherit_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MACHINEHALL_SETTINGS", '{"smtp": {"password": "hush"}}')
    monkeypatch.setenv("MACHINEHALL_DATABASE", "postgresql://hall:hush@db/hall")
    monkeypatch.setenv("PGPASSWORD", "hush")

    async def run() -> None:
        worker = Worker()
        with pytest.raises(BotFailed):
            await worker.ask(NONSENSE)
        assert worker._process is not None
        environment = Path(f"/proc/{worker._process.pid}/environ")
        if environment.exists():
            assert b"hush" not in environment.read_bytes() and b"PATH=" in environment.read_bytes()
        await worker.stop()

    asyncio.run(run())
    kept = surroundings({"PATH": "/bin", "LC_ALL": "C", "AWS_SECRET_ACCESS_KEY": "x", "MACHINEHALL_SMTP": "x"})
    assert kept == {"PATH": "/bin", "LC_ALL": "C"} | dict.fromkeys(THREADS, "1")
    assert surroundings({"OPENBLAS_NUM_THREADS": "4"})["OPENBLAS_NUM_THREADS"] == "4"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_workers_and_a_masters_helpers_end_with_the_server_even_when_it_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", KEEPER], stdout=subprocess.PIPE) as keeper:
        try:
            assert keeper.stdout is not None and keeper.stdout.readline() == b"ready\n"
            below = descendants(keeper.pid)
            assert len(below) >= 2  # the worker, the helper of its master, and what Python keeps beside it
        finally:
            keeper.send_signal(signal.SIGKILL)
    while any(map(lives, below)):
        time.sleep(0.05)


def stat(pid: int) -> list[str]:
    """State and parent of a process, as /proc tells them; empty: there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return []


def lives(pid: int) -> bool:
    return stat(pid)[:1] not in ([], ["Z"])


def descendants(pid: int) -> list[int]:
    everybody = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    children = [other for other in everybody if stat(other)[1:] == [str(pid)]]
    return children + [one for child in children for one in descendants(child)]

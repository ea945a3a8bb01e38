"""Worker processes: programs of their own (`bot_worker.py`) that are asked over a pipe, so that they can be ended at
any moment and never hold up the event loop.

A worker says when it is ready to think about a question, and only then the time of the bot begins: starting Python and
loading a title takes long on a busy machine, and is nobody's thinking. A worker that dies is not a bot that failed.
It gets no more of the server's surroundings than a Python program needs, and ends when the server does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from machinehall.bots.processes import THREADS, one_thread

GRACE = 60.0
"""Seconds beyond its budget before a worker is ended: whoever is late on a busy machine still gets to answer."""
START = 300.0
"""Seconds to get ready. What takes longer than that will never be."""
LINE = 4 * 1024 * 1024

HANDED_ON = frozenset({
    "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "PATH", "PYTHONHASHSEED", "PYTHONHOME", "PYTHONPATH", "TZ",
    "VIRTUAL_ENV", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "USERPROFILE",
    *THREADS,
})  # fmt: skip
"""What a worker may know of the server's environment, which may hold passwords: where Python and its libraries are."""


class BotFailed(Exception):
    """No answer in time, or none that can be used."""


class WorkerDied(Exception):
    """The process ended, or could not begin. That says nothing about the bot."""


class Question(msgspec.Struct):
    """What a worker is asked."""

    title: str
    pack: str | None
    bot: str
    seed: str
    seconds: float
    view: dict[str, Any]
    legal: list[int]
    why: bool = False
    """Whether to tell the thoughts behind the choice as well."""
    hints: bool = False
    """Not one choice but some with their reasons."""


class HintRow(msgspec.Struct):
    """A choice with what it brings: message ids and the change of each."""

    action: int
    value: float
    reasons: list[tuple[str, float]]


class Answer(msgspec.Struct, omit_defaults=True):
    """What it says."""

    action: int | None = None
    fault: str = ""
    thoughts: list[tuple[int, float, int]] = []
    """Action, value and visits of each candidate, the best first; of bots that can tell."""
    hints: list[HintRow] = []
    ready: bool = False
    """Everything is loaded, the thinking begins; the answer follows in a line of its own."""


def surroundings(environment: Mapping[str, str]) -> dict[str, str]:
    """What a worker gets of an environment."""
    kept = {name: value for name, value in environment.items() if name.upper() in HANDED_ON or name.startswith("LC_")}
    one_thread(kept)
    return kept


class Worker:
    """One worker process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.started = self.deaths = 0

    async def ask(self, question: Question, grace: float | None = None) -> Answer:
        """What the bot says; BotFailed if nothing that can be used, WorkerDied if there is nobody to say it."""
        pipe, back = await self._pipes()
        try:
            async with asyncio.timeout(START):
                pipe.write(msgspec.json.encode(question) + b"\n")
                await pipe.drain()
                answer = await self._heard(back)
        except TimeoutError:
            raise await self._died(f"not ready after {START:g} s") from None
        except OSError as fault:
            raise await self._died(str(fault)) from None
        if answer.ready:
            limit = question.seconds + (GRACE if grace is None else grace)
            try:
                async with asyncio.timeout(limit):
                    answer = await self._heard(back)
            except TimeoutError:
                await self.stop()
                raise BotFailed(f"no answer within {limit:g} s") from None
        if answer.fault:
            raise BotFailed(answer.fault)
        return answer

    async def _pipes(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        if self._process is None or self._process.returncode is not None:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "machinehall.server.thinking.worker",
                    limit=LINE, env=surroundings(os.environ),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                )  # fmt: skip
            except OSError as fault:
                raise await self._died(f"cannot be started: {fault}") from None
            self.started += 1
        pipe, back = self._process.stdin, self._process.stdout
        assert pipe is not None and back is not None
        return pipe, back

    async def _heard(self, back: asyncio.StreamReader) -> Answer:
        try:
            line = await back.readline()
            if line.endswith(b"\n"):
                return msgspec.json.decode(line, type=Answer)
        except (ValueError, msgspec.DecodeError) as fault:  # a line without end, or none of ours
            await self.stop()
            raise BotFailed(f"{type(fault).__name__}: {fault}") from None
        raise await self._died("")

    async def _died(self, why: str) -> WorkerDied:
        """End what may be left of the process; with the exit status, if it ended by itself."""
        process, self.deaths = self._process, self.deaths + 1
        await self.stop()
        return WorkerDied(why or f"exit status {process.returncode if process else None}")

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

"""Pictures in pixels. Painting one takes the better part of a second and holds the interpreter all the while, so a
process of its own does it; one at a time, and what is painted is kept for the next who asks for the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from weakref import WeakKeyDictionary

from machinehall.draw.png import font_files
from machinehall.server.errors import NoAnswer, TooMany
from machinehall.server.play.tables import Tables

log = logging.getLogger("machinehall.pictures")
PROGRAM = """import sys, resvg_py
picture = resvg_py.svg_to_bytes(svg_string=sys.stdin.read(), font_files=sys.argv[1:])
sys.stdout.buffer.write(bytes(picture))"""
SECONDS = 60.0
QUEUE = 8
"""Pictures that may wait."""
KEPT_BYTES = 32 * 1024 * 1024
"""Bytes of painted pictures."""


async def paint(svg: str) -> bytes:
    """An SVG as PNG, by a program that knows nothing but the drawing and ends when it is done."""
    bare = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "SYSTEMROOT")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-X", "utf8", "-c", PROGRAM, *font_files(), env=bare,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        png, said = await asyncio.wait_for(process.communicate(svg.encode()), SECONDS)
    except TimeoutError:
        png, said = b"", b"it took too long"
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode or not png:
        log.warning("a picture was not painted", extra={"fault": said.decode(errors="replace")[-300:]})
        raise NoAnswer("web.end.png_failed")
    return png


class Painter:
    """Paints on demand, one picture after the other."""

    def __init__(self, kept: int = KEPT_BYTES) -> None:
        self.kept = kept
        self.painted = 0
        self.size = 0
        self._turn = asyncio.Lock()
        self._under_way: dict[Hashable, asyncio.Task[bytes]] = {}
        self._pictures: OrderedDict[Hashable, bytes] = OrderedDict()

    async def png(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """The picture of a key; `draw` is called only if it is not there yet."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
            return found
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= QUEUE:
                raise TooMany("web.end.png_busy")
            task = self._under_way[key] = asyncio.create_task(self._paint(key, draw))
            task.add_done_callback(lambda done: self._ended(key, done))
        # Whoever asked first may go away; the others still get it.
        return await asyncio.shield(task)

    def _ended(self, key: Hashable, task: asyncio.Task[bytes]) -> None:
        self._under_way.pop(key, None)
        if not task.cancelled():
            task.exception()  # seen, even if nobody waits for it any more

    async def _paint(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        async with self._turn:
            png = await paint(draw())
        self.painted += 1
        self._pictures[key] = png
        self.size += len(png)
        while self.size > self.kept:
            self.size -= len(self._pictures.popitem(last=False)[1])
        return png


_painters: WeakKeyDictionary[Tables, Painter] = WeakKeyDictionary()


def painter(tables: Tables) -> Painter:
    """The painter of a server."""
    return _painters.setdefault(tables, Painter())

"""Playing with an owner's pack: which of them are fit for a table, and a table's title with one."""

from __future__ import annotations

import msgspec

from machinehall.kernel.own_packs import settle
from machinehall.kernel.pack_zip import all_files
from machinehall.kernel.title import Title
from machinehall.server.errors import Conflict, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.play.boxes import Boxes
from machinehall.server.shapes import Caller, MatchSpec

from .bench import Bench
from .questions import LookAt, Tried
from .shelf import PackInfo, Shelf


def is_sound(trial: str | None) -> bool:
    """Whether all matches of the last trial came to an end."""
    tried = msgspec.json.decode(trial, type=Tried) if trial else None
    return tried is not None and tried.state == "done" and tried.own is not None and not tried.own.dead_ends


async def playable(shelf: Shelf, caller: Caller, title: str) -> list[tuple[PackInfo, bool]]:
    """The caller's packs of a title, and whether bots have tried each to the end."""
    if caller.identity is None:
        return []
    mine = [info for info in await shelf.listed(caller) if info.title == title and info.records]
    return [(info, is_sound(await shelf.trial(info.id))) for info in mine]


async def chosen(shelf: Shelf, bench: Bench, boxes: Boxes, caller: Caller, spec: MatchSpec) -> Title | None:
    """The title of a new table with the pack that is wished for it; None for the usual components."""
    if not spec.pack:
        return None
    found = await title_with(shelf, bench, boxes, caller, spec.pack)
    if found.name != spec.title:
        raise Unknown("packs.unknown")
    return found


async def title_with(shelf: Shelf, bench: Bench, boxes: Boxes, caller: Caller, pack: str) -> Title:
    """A title with a pack of the caller's, as it is now.

    A table is played in the server's own process: so only with what bots have played to the end in one that can be
    ended, and only as it was then. What the pack is like now is asked of such a helper too.
    """
    kept, trial = await shelf.load(caller, pack), await shelf.trial(pack)
    if not is_sound(trial):
        raise Conflict("packs.untried")
    name = kept.info.title
    file, rows = next((stem, rows) for stem, rows in kept.own.items() if rows)
    seen = await bench.look(require_identity(caller), LookAt(name, kept.own, file, next(iter(rows)), "light", "en"))
    if seen.version != msgspec.json.decode(trial or "", type=Tried).version:
        raise Conflict("packs.untried")
    settled = settle(shelf.pack(name), kept.own, kept.info.name)
    return await boxes.keep(name, settled.pack.version, kept.info.name, all_files(settled), shelf.now())

"""What is not as in the standard pack, and two owners' packs as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

import machinehall as mh
from machinehall.kernel.own_packs import Compared, compare, differences, is_confirmed, is_true, merge, standard
from machinehall.kernel.title import Title
from machinehall.server.errors import Malformed
from machinehall.server.workshop.shelf import Kept
from machinehall.web.shell import Ctx, redirect, render

from .editor import glance, head, opened, sent_form, small
from .lately import days
from .told import Telling, telling


@dataclass(frozen=True, slots=True)
class Changed:
    """A record of a pack and what is not as standard in it."""

    file: str
    key: str
    name: str
    rows: tuple[tuple[str, str, str, str], ...]
    """Field as in its file and in words, standard, own."""
    source: str
    confirmed: bool


def changed(said: Telling, title: Title, kept: Kept) -> list[Changed]:
    """All records of a pack, in the order of the files."""
    found = []
    for file, rows in standard(title.pack).items():
        for key, ours in rows.items():
            entry = kept.own.get(file, {}).get(key)
            if entry is None:
                continue
            cells = [(n, said.label(n), said.shown(a), said.shown(b)) for n, a, b in differences(ours, entry.body)]
            source = str(entry.body.get("source"))
            found.append(Changed(file, key, said.name(file, key), tuple(cells), source, is_confirmed(entry)))
    return found


async def different(ctx: Ctx) -> Response:
    """The differences of a pack to the standard one, and what is left out of it."""
    kept, title = await opened(ctx)
    found = await apart(ctx, telling(ctx, title), title, kept)
    return render(
        ctx, "owners_differences.html", **head(ctx, kept, title, "differences"), **found,
        just_in=ctx.query("in") == "1",
    )  # fmt: skip


async def apart(ctx: Ctx, said: Telling, title: Title, kept: Kept) -> dict[str, Any]:
    """What is not as standard, drawn small, and what is left out."""
    rows = changed(said, title, kept)
    file = rows[0].file if rows else next(iter(standard(title.pack)))
    key = rows[0].key if rows else next(iter(standard(title.pack)[file]))
    entry = kept.own.get(file, {}).get(key)
    body, beside = entry.body if entry else standard(title.pack)[file][key], [(row.file, row.key) for row in rows]
    seen = await glance(ctx, kept, file, key, body, beside)
    left = [(stem, one, said.name(stem, one)) for stem, one in seen.left_out] if seen else []
    return {
        "said": said, "rows": [row for row in rows if row.rows], "right": sum(not row.rows for row in rows),
        "left": left, "fields": sum(len(row.rows) for row in rows), "version": seen.version if seen else "",
        "days": days(ctx, said, title, kept), "small": small(seen), "twice": sum(row.confirmed for row in rows),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pair:
    """A record of two packs beside each other."""

    row: Compared
    name: str
    cells: tuple[tuple[str, str, str], ...]
    """Field, mine (or standard, where only they have it), theirs."""
    guesses: tuple[bool, bool]
    """Whether mine and theirs are guesses."""


def pairs(said: Telling, title: Title, mine: Kept, theirs: Kept) -> list[Pair]:
    found = []
    for row in compare(title.pack, mine.own, theirs.own):
        cells = tuple((said.label(name), said.shown(a), said.shown(b)) for name, a, b in row.fields)
        entries = (kept.own.get(row.file, {}).get(row.id) for kept in (mine, theirs))
        guesses = tuple(entry is not None and not is_true(entry.body) for entry in entries)
        found.append(Pair(row, said.name(row.file, row.id), cells, (guesses[0], guesses[1])))
    return found


async def both(ctx: Ctx, other: str) -> tuple[Kept, Kept, Title]:
    kept, _ = await opened(ctx)
    theirs = await ctx.site.shelf.load(ctx.caller, other)
    if theirs.info.title != kept.info.title or theirs.info.id == kept.info.id:
        raise Malformed("packs.not_together")
    return kept, theirs, mh.title(kept.info.title)


async def merging(ctx: Ctx) -> Response:
    """Two packs beside each other, record by record; which of the two is kept."""
    mine, theirs, title = await both(ctx, ctx.query("with") or "")
    said = telling(ctx, title)
    rows = pairs(said, title, mine, theirs)
    groups = {state: [pair for pair in rows if pair.row.state == state] for state in STATES}
    return render(
        ctx, "owners_merge.html", **head(ctx, mine, title, "share"), said=said, theirs=theirs.info, groups=groups
    )


STATES = ("differs", "theirs", "same", "mine")


async def merge_now(ctx: Ctx) -> Response:
    """Write what comes of both; the other pack stays as it is."""
    sent = await sent_form(ctx)
    mine, theirs, title = await both(ctx, sent.get("with", [""])[-1])
    take: dict[tuple[str, str], bool] = {}
    for name, values in sent.items():
        kind, _, place = name.partition(":")
        if kind == "take":
            file, _, key = place.partition("/")
            take[file, key] = values[-1] == "theirs"
    found = merge(title.pack, mine.own, theirs.own, take)
    new = {
        file: {key: entry for key, entry in rows.items() if mine.own.get(file, {}).get(key) != entry}
        for file, rows in found.items()
    }
    await ctx.site.shelf.save(ctx.caller, mine, new)
    return redirect(f"/owners/{mine.info.id}/differences?in=2")

"""What an owner has in hand at a real table, where our record of it is a guess: true as drawn, or to be typed."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.responses import Response

import machinehall as mh
from machinehall.kernel.own_packs import Entry, content, is_true, standard
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.server.errors import Malformed, Unknown
from machinehall.server.workshop.shelf import Kept, hand_of
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect


class Guess(NamedTuple):
    """A piece that somebody holds, and whose record nobody has read off the print."""

    file: str
    record: str
    text: str


def guessed(title: Title, action: Action) -> list[tuple[str, str]]:
    """Files and records of the pieces that an outcome of chance names, as far as they are not known to be true."""
    if title.pack.shape is None:
        return []
    found = []
    for _, name in title.actions.named(action):
        key = name.split(":")[0]
        for file, rows in standard(title.pack).items():
            if key in rows and (not is_true(rows[key]) or rows[key].get("reconstructed_fields")):
                found.append((file, key))
    return found


async def offered(ctx: Ctx, title: Title, action: Action | None, text: str) -> Guess | None:
    """What to ask the owner after such an outcome was told; nothing that the own pack has already."""
    if action is None or action.kind not in title.chance_kinds or ctx.caller.identity is None:
        return None
    if title.data_version != mh.title(title.name).data_version:  # a pack of somebody is played with already
        return None
    there = guessed(title, action)
    kept = await _pack(ctx, title.name) if there else None
    mine = kept.own if kept is not None else {}
    left = [(file, key) for file, key in there if key not in mine.get(file, {})]
    return Guess(*left[0], text) if left else None


async def _pack(ctx: Ctx, title: str) -> Kept | None:
    """The owner's pack of a title that was changed last."""
    packs = [info for info in await ctx.site.shelf.listed(ctx.caller) if info.title == title]
    return await ctx.site.shelf.load(ctx.caller, packs[0].id) if packs else None


async def own_pack(ctx: Ctx, title: Title) -> Kept:
    """The same, and a new one where there is none yet."""
    kept = await _pack(ctx, title.name)
    if kept is not None:
        return kept
    made = await ctx.site.shelf.create(ctx.caller, title.name, ctx.say("web.owners.my_box", title.full_name))
    return await ctx.site.shelf.load(ctx.caller, made)


async def seen(ctx: Ctx) -> Response:
    """Yes: the record goes into the owner's pack as read off the piece. No: the form in which it is typed."""
    fields = await form(ctx)
    name, file, key = (fields.get(field, "") for field in ("title", "file", "record"))
    if name not in mh.titles() or mh.titles()[name].pack.shape is None:
        raise Malformed("packs.none")
    title = mh.title(name)
    ours = standard(title.pack).get(file, {}).get(key)
    if ours is None:
        raise Unknown("packs.no_record", f"{file}: {key}"[:80])
    kept = await own_pack(ctx, title)
    if fields.get("how") != "yes":
        return redirect(f"/owners/{kept.info.id}?{urlencode({'file': file, 'record': key})}")
    if key not in kept.own.get(file, {}):  # what was typed there before stays
        body = {**content(ours), "source": "owner"}
        await ctx.site.shelf.save(ctx.caller, kept, {file: {key: Entry(body, (hand_of(ctx.caller),))}})
    match = fields.get("match", "")
    return redirect(f"/t/{match}" if re.fullmatch(r"[\w-]+", match, re.ASCII) else "/owners")

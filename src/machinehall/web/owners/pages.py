"""The packs of an owner: made, named, taken along as a zip, read from one, thrown away."""

from __future__ import annotations

import asyncio
import re
import unicodedata

from starlette.responses import JSONResponse, Response

import machinehall as mh
from machinehall.kernel.own_packs import progress, whole
from machinehall.kernel.pack_zip import opened as opened_zip
from machinehall.kernel.pack_zip import texts_of, title_in, zipped
from machinehall.kernel.values import BadPack
from machinehall.server.errors import Malformed, NotTaken
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render

from .editor import head, opened

ZIP = "application/zip"


async def owners(ctx: Ctx) -> Response:
    """The first page: what is true of each title, and the reader's packs."""
    named = ctx.caller.identity is not None and ctx.caller.match is None
    mine = await ctx.site.shelf.listed(ctx.caller) if named else []
    titles = [title for title in mh.titles().values() if title.pack.shape is not None]
    sums = {title.name: whole(progress(title.pack, {})) for title in titles}
    kept = [
        (info, mh.title(info.title), whole(progress(mh.title(info.title).pack, loaded.own)))
        for info in mine
        if info.title in sums and (loaded := await ctx.site.shelf.load(ctx.caller, info.id))
    ]
    return render(ctx, "owners.html", titles=titles, sums=sums, packs=kept, limit=ctx.site.config.body_limit)


def titled(name: str) -> str:
    if name not in mh.titles() or mh.titles()[name].pack.shape is None:
        raise Malformed("packs.none")
    return name


async def create(ctx: Ctx) -> Response:
    """A new pack, empty."""
    fields = await form(ctx)
    title = titled(fields.get("title", ""))
    caller = await ctx.identified()
    name = fields.get("name", "").strip() or ctx.say("web.owners.my_box", mh.titles()[title].full_name)
    return redirect(f"/owners/{await ctx.site.shelf.create(caller, title, name)}")


async def take_in(ctx: Ctx) -> Response:
    """A zip, sent by the script as it is: a pack of its own is made from it. Nothing is kept of one with faults."""
    if ctx.request.headers.get("content-type", "").partition(";")[0].strip().lower() != ZIP:
        raise NotTaken("security.no_files")
    data = await ctx.request.body()
    try:
        texts = await asyncio.to_thread(texts_of, data)
        title = titled(title_in(texts))
        found = await asyncio.to_thread(opened_zip, mh.titles()[title].pack, texts)
    except BadPack as fault:
        raise Malformed("packs.bad_zip", str(fault.problems[0])) from None
    except UnicodeDecodeError:
        raise Malformed("packs.bad_zip", "UTF-8") from None
    name = found.name or ctx.say("web.owners.my_box", mh.titles()[title].full_name)
    pack = await ctx.site.shelf.create(await ctx.identified(), title, name, found.own)
    told = {"untouched": int(found.untouched), "unknown": len(found.unknown)}
    return JSONResponse({"path": f"/owners/{pack}/differences?in=1", **told})


async def take_out(ctx: Ctx) -> Response:
    """The pack as a zip."""
    kept, title = await opened(ctx)
    data = await asyncio.to_thread(zipped, title.pack, kept.own, kept.info.name)
    name = f"{title.name}-{plain(kept.info.name) or 'pack'}.zip"
    return Response(data, media_type=ZIP, headers={"content-disposition": f'attachment; filename="{name}"'})


def plain(name: str) -> str:
    """A name that every file system takes."""
    text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")[:40]


async def share(ctx: Ctx) -> Response:
    """To keep, to share, to name, to throw away."""
    kept, title = await opened(ctx)
    others = [info for info in await ctx.site.shelf.listed(ctx.caller) if info.title == title.name]
    others = [info for info in others if info.id != kept.info.id]
    return render(ctx, "owners_share.html", **head(ctx, kept, title, "share"), others=others)


async def rename(ctx: Ctx) -> Response:
    fields = await form(ctx)
    pack = str(ctx.request.path_params["pack"])
    await ctx.site.shelf.rename(ctx.caller, pack, fields.get("name", ""))
    return redirect(f"/owners/{pack}/share")


async def remove(ctx: Ctx) -> Response:
    """Throw a pack away, by somebody who writes down its name: there is no way back but a zip."""
    kept, _ = await opened(ctx)
    if (await form(ctx)).get("name", "").strip() != kept.info.name:
        raise Malformed("packs.other_name")
    await ctx.site.shelf.remove(ctx.caller, kept.info.id)
    return redirect("/owners")

"""One field of a record is as standard again, and what was taken back last is put back."""

from __future__ import annotations

from starlette.responses import Response

from machinehall.kernel.own_packs import content, differences, shape_of, standard
from machinehall.kernel.packs import Row
from machinehall.kernel.title import Title
from machinehall.server.errors import Conflict, Unknown
from machinehall.server.workshop.shelf import Aside, Kept
from machinehall.web.shell import Ctx, redirect

from .editor import back_to, by_hand, opened, sent_form, typed
from .fields import Sent, fields_of
from .told import telling


async def take_back(ctx: Ctx) -> Response:
    """Take one field back, or put back what was taken back last. From the page on which a record is typed comes all
    that stands there, so that nothing typed is lost; from a list only the names."""
    kept, title = await opened(ctx)
    sent = await sent_form(ctx)
    if "put" in sent:
        return await put_back(ctx, kept, sent)
    file, key, body = meant(ctx, title, kept, sent)
    name, ours = sent.get("take", [""])[-1], standard(title.pack)[file][key]
    if name not in {one.encode_name for one in fields_of(shape_of(title.pack).schema[file])}:
        raise Unknown("packs.no_field", name[:40])
    if name not in {field for field, _, _ in differences(ours, body)}:  # somebody was quicker
        return redirect(back_to(kept, sent, file, key))
    before = kept.own.get(file, {}).get(key)
    # Whoever takes back what others have typed does not stand for the rest of it.
    was = before if before is not None and before.body == body else by_hand(ctx, kept, file, key, body)
    now = {**body, name: ours[name]} if name in ours else {k: v for k, v in body.items() if k != name}
    shelf, left = ctx.site.shelf, None if content(now) == content(ours) else now
    if left is None:
        await shelf.take_back(ctx.caller, kept, file, key)
    else:
        await shelf.save(ctx.caller, kept, {file: {key: by_hand(ctx, kept, file, key, left)}})
    shelf.lay_aside(kept.info.id, Aside(file, key, was, name, left))
    return redirect(back_to(kept, sent, file, key, taken="1"))


async def put_back(ctx: Ctx, kept: Kept, sent: Sent) -> Response:
    """The record is again as it was, with all who stood for it."""
    aside = ctx.site.shelf.aside(kept)
    if aside is None:
        raise Conflict("packs.nothing_aside")
    await ctx.site.shelf.save(ctx.caller, kept, {aside.file: {aside.record: aside.entry}})
    return redirect(back_to(kept, sent, aside.file, aside.record))


def meant(ctx: Ctx, title: Title, kept: Kept, sent: Sent) -> tuple[str, str, Row]:
    """File, id and record: as it is typed, if the form says so, or else as it is kept."""
    file, key = (sent.get(name, [""])[-1] for name in ("file", "record"))
    if any(name.startswith("f.") for name in sent):
        return typed(telling(ctx, title), title, sent)
    entry = kept.own.get(file, {}).get(key)
    if entry is None:
        raise Unknown("packs.no_record", f"{file}: {key}"[:80])
    return file, key, entry.body

"""One record after the other: the form, the piece as it is drawn from it, what is wrong, what is not as standard."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup
from starlette.responses import JSONResponse, Response

import machinehall as mh
from machinehall.kernel.own_packs import (
    ABOUT,
    Entry,
    content,
    differences,
    is_confirmed,
    is_piece,
    is_true,
    progress,
    record_faults,
    shape_of,
    standard,
    whole,
)
from machinehall.kernel.packs import Row
from machinehall.kernel.title import Title
from machinehall.server.errors import Fault, Malformed, NotTaken, Unknown
from machinehall.server.people.identity import require_identity
from machinehall.server.workshop.at_table import play_on
from machinehall.server.workshop.questions import LookAt, Seen
from machinehall.server.workshop.shelf import Aside, Kept, hand_of
from machinehall.web.forms import FIELDS, FORM
from machinehall.web.shell import Ctx, fill, redirect, render

from .fields import Control, Sent, controls, record
from .lately import days, story
from .told import Faults, Telling, sorted_out, telling, use_of

SOURCES = ("owner", "rulebook", "public", "reconstructed")
LONGEST_TEXT = 300
"""Characters of a reference or a note."""


@dataclass(frozen=True, slots=True)
class Line:
    """A record in the list of a file."""

    key: str
    name: str
    use: int
    """In what share of matches it is part of a decision, in hundredths."""
    state: str
    """open, yours, confirmed, fault or true."""


async def opened(ctx: Ctx) -> tuple[Kept, Title]:
    """The pack of the address."""
    kept = await ctx.site.shelf.load(ctx.caller, str(ctx.request.path_params["pack"]))
    return kept, mh.title(kept.info.title)


def head(ctx: Ctx, kept: Kept, title: Title, here: str) -> dict[str, Any]:
    """What all pages of a pack share."""
    parts = progress(title.pack, kept.own)
    to_do = dict(sorted(parts.items(), key=lambda part: not part[1].to_go))  # what is complete comes last
    taken = ctx.site.shelf.aside(kept) if ctx.query("taken") else None
    return {
        "pack": kept.info, "title": title, "parts": to_do, "sum": whole(parts), "way": here,
        "taken": taken and (taken, telling(ctx, title).label(taken.field) if taken.field else taken.record),
    }  # fmt: skip


def lines(said: Telling, kept: Kept, title: Title, file: str, left: set[str]) -> list[Line]:
    """The records of a file: first what is still ours, by how much play depends on it."""
    found, use = [], use_of(title).get(file, {})
    mine = kept.own.get(file, {})
    for key, row in standard(title.pack)[file].items():
        state = "true" if is_true(row) else "open"
        if key in mine:
            state = "confirmed" if is_confirmed(mine[key]) else "yours" if is_true(mine[key].body) else "open"
        if key in left or (key in mine and record_faults(title.pack, file, key, mine[key].body)):
            state = "fault"
        found.append(Line(key, said.name(file, key), round(100 * use.get(key, 0)), state))
    order = {"fault": 0, "open": 0, "yours": 1, "confirmed": 1, "true": 2}
    return sorted(found, key=lambda line: (order[line.state], -line.use))


def first_file(title: Title, kept: Kept) -> str:
    """Where most of what play depends on is still to be typed."""
    use, mine = use_of(title), kept.own

    def weight(file: str) -> float:
        rows = standard(title.pack)[file].items()
        return sum(use.get(file, {}).get(k, 0) for k, row in rows if not is_true(row) and k not in mine.get(file, {}))

    return max((file for file in standard(title.pack) if is_piece(title.pack, file)), key=weight)


def chosen(ctx: Ctx, kept: Kept, title: Title) -> tuple[str, str | None]:
    file = ctx.query("file") or first_file(title, kept)
    key = ctx.query("record")
    rows = standard(title.pack).get(file)
    if rows is None or (key is not None and key not in rows):
        raise Unknown("packs.no_record", f"{file}: {key or ''}")
    return file, key


async def editor(ctx: Ctx) -> Response:
    """The page of a pack, with one record open."""
    kept, title = await opened(ctx)
    file, key = chosen(ctx, kept, title)
    said = telling(ctx, title)
    key = key or lines(said, kept, title, file, set())[0].key
    entry = kept.own.get(file, {}).get(key)
    body = entry.body if entry else standard(title.pack)[file][key]
    beside = [(file, one) for one in standard(title.pack)[file]]
    seen = await glance(ctx, kept, file, key, drawable(title, file, key, body), beside)
    left = {record for stem, record in seen.left_out if stem == file} if seen else set()
    rows = lines(said, kept, title, file, left)
    values = form_values(said, title, file, key, body, entry, seen)
    following = next_one(rows, key)
    return render(
        ctx, "owners_editor.html", **head(ctx, kept, title, "type"), **values,
        said=said, rows=rows, following=following, saved=ctx.query("saved") == "1", small=small(seen),
        table=of_table(ctx.query("table") or ""), story=story(ctx, said, kept, file, key),
        days=days(ctx, said, title, kept),
    )  # fmt: skip


def form_values(
    said: Telling, title: Title, file: str, key: str, body: Row, entry: Entry | None, seen: Seen | None
) -> dict[str, Any]:
    """What the form shows."""
    ours = standard(title.pack)[file][key]
    made = controls(shape_of(title.pack).schema[file], body, standard(title.pack)[file].values())
    return {
        "file": file, "key": key, "made": made, "entry": entry, "ours": ours, "body": body, "sources": SOURCES,
        "fields": [name for name in content(body) if name not in ("id", "key")],
        "was": {name: said.shown(old) for name, old, _ in differences(ours, body)},
        "faults": faults_of(said, title, file, key, body, made, seen), "seen": shown(seen),
        "confirmed": entry is not None and is_confirmed(entry),
    }  # fmt: skip


def faults_of(
    said: Telling, title: Title, file: str, key: str, body: Row, made: list[Control], seen: Seen | None
) -> Faults:
    by_itself = {fault.field for fault in record_faults(title.pack, file, key, body)}
    return sorted_out(said, made, by_itself, seen.faults if seen else (), (file, key))


def small(seen: Seen | None) -> dict[str, Markup]:
    """Small drawings by file and id."""
    return {place: Markup(drawn) for place, drawn in (seen.beside if seen else {}).items()}


@dataclass(frozen=True, slots=True)
class Shown:
    """A drawing for the page."""

    pictures: tuple[Markup, ...]
    name: str
    lines: tuple[str, ...]


def shown(seen: Seen | None) -> Shown | None:
    """What is there to be seen, if anything is."""
    return None if seen is None else Shown(tuple(map(Markup, seen.pictures)), seen.name, tuple(seen.lines))


def next_one(rows: list[Line], key: str) -> str:
    """The record to be typed after this one: the next that is still ours, or simply the next."""
    keys = [row.key for row in rows]
    at = keys.index(key)
    open_rows = [row.key for row in rows if row.state in ("open", "fault") and row.key != key]
    later = [k for k in open_rows if keys.index(k) > at]
    return next(iter(later or open_rows), keys[(at + 1) % len(keys)])


def drawable(title: Title, file: str, key: str, body: Row) -> Row:
    """A record with our values where it says what cannot be, so that the rest of it is seen."""
    ours, wrong = standard(title.pack)[file][key], record_faults(title.pack, file, key, body)
    fields = {fault.field.partition(".")[0] for fault in wrong}
    return {**body, **{name: ours[name] for name in fields if name in ours}} if fields <= set(ours) else body


async def glance(
    ctx: Ctx, kept: Kept, file: str, key: str, body: Row, beside: Iterable[tuple[str, str]] = ()
) -> Seen | None:
    """The record drawn from what was typed; None where nobody can draw it now, which stops nobody from typing."""
    hands = (hand_of(ctx.caller),)
    own = {**kept.own, file: {**kept.own.get(file, {}), key: Entry(body, hands)}}
    if body == standard(mh.title(kept.info.title).pack)[file][key]:
        own = kept.own
    question = LookAt(kept.info.title, own, file, key, ctx.theme, ctx.say.lang, list(beside))
    try:
        return await ctx.site.bench.look(require_identity(ctx.caller), question)
    except Fault:
        return None


# What is typed


async def sent_form(ctx: Ctx) -> dict[str, list[str]]:
    """The fields of a form, each with all its values."""
    kind = ctx.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await ctx.request.body()
    if kind != FORM:
        raise NotTaken("security.no_files")
    found: dict[str, list[str]] = {}
    try:
        for name, value in parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=2 * FIELDS):
            found.setdefault(name, []).append(value)
    except ValueError:
        raise Malformed("web.bad_form") from None
    return found


def typed(said: Telling, title: Title, sent: Sent) -> tuple[str, str, Row]:
    """File, id and record of a form."""
    file, key = (sent.get(name, [""])[-1] for name in ("file", "record"))
    ours = standard(title.pack).get(file, {}).get(key)
    if ours is None:
        raise Unknown("packs.no_record", f"{file}: {key}")
    kind = shape_of(title.pack).schema[file]
    fields = {name[2:]: values for name, values in sent.items() if name.startswith("f.")}
    fields = said.unsaid(controls(kind, ours), fields)
    return file, key, record(kind, ours, fields) | about(ours, sent)


def about(ours: Row, sent: Sent) -> Row:
    """Where a record comes from. Fields that are guesses are named, and only those."""
    source = sent.get("source", [""])[-1]
    found: Row = {"source": source if source in SOURCES else "owner"}
    for name in ("ref", "note"):
        text = " ".join(sent.get(name, [""])[-1].split())[:LONGEST_TEXT]
        if text:
            found[name] = text
    guessed = [name for name in sent.get("guess", []) if name in ours and name not in ABOUT]
    if guessed:
        found["reconstructed_fields"] = guessed
    return found


async def save(ctx: Ctx) -> Response:
    """Keep a record as typed, faults and all, and go on to the next; or make it as standard again."""
    kept, title = await opened(ctx)
    sent = await sent_form(ctx)
    file, key, body = typed(telling(ctx, title), title, sent)
    if "standard" in sent:
        return await as_standard(ctx, kept, sent, file, key)
    await ctx.site.shelf.save(ctx.caller, kept, {file: {key: by_hand(ctx, kept, file, key, body)}})
    after = sent.get("next", [key])[-1]
    bad = bool(record_faults(title.pack, file, key, body))
    if (table := of_table(sent.get("table", [""])[-1])) and not bad:
        site, now = ctx.site, await ctx.site.shelf.load(ctx.caller, kept.info.id)
        await play_on(site.shelf, site.bench, site.tables, ctx.caller, table, now, file, key)
        return redirect(f"/t/{table}")
    going = key if bad or after not in standard(title.pack)[file] else after
    asked = {"file": file, "record": going, "saved": 1} | ({"table": table} if table else {})
    return redirect(f"/owners/{kept.info.id}?{urlencode(asked)}")


def of_table(text: str) -> str:
    """The table at which a piece turned up; empty: it is typed for its own sake."""
    return text if re.fullmatch(r"[\w-]+", text, re.ASCII) else ""


def by_hand(ctx: Ctx, kept: Kept, file: str, key: str, body: Row) -> Entry:
    """A record with those who stand for it: who typed the same before, and the caller. Nobody stands for a guess."""
    mine, before = hand_of(ctx.caller), kept.own.get(file, {}).get(key)
    same = before is not None and content(before.body) == content(body)
    hands = tuple(dict.fromkeys((*(before.hands if before and same else ()), mine)))
    return Entry(body, hands if is_true(body) else ())


async def as_standard(ctx: Ctx, kept: Kept, sent: Sent, file: str, key: str) -> Response:
    """All of a record is taken back; the page after it offers to put it back."""
    entry = kept.own.get(file, {}).get(key)
    await ctx.site.shelf.take_back(ctx.caller, kept, file, key)
    if entry is not None:
        ctx.site.shelf.lay_aside(kept.info.id, Aside(file, key, entry, "", None))
    return redirect(back_to(kept, sent, file, key, taken="1"))


def back_to(kept: Kept, sent: Sent, file: str, key: str, **more: str) -> str:
    """The page that a form came from, as far as it says so: a list, or the record."""
    back = sent.get("back", [""])[-1]
    known = back in ("differences", "try")
    asked = urlencode(more if known else {"file": file, "record": key, **more})
    return f"/owners/{kept.info.id}{f'/{back}' if known else ''}{'?' if asked else ''}{asked}"


async def look(ctx: Ctx) -> Response:
    """For the script: what the form says now, drawn; nothing is kept."""
    kept, title = await opened(ctx)
    said = telling(ctx, title)
    file, key, body = typed(said, title, await sent_form(ctx))
    seen = await glance(ctx, kept, file, key, drawable(title, file, key, body))
    values = form_values(said, title, file, key, body, None, seen)
    faults: Faults = values["faults"]
    drawn = fill(ctx, "owners_drawn.html", said=said, **values) if seen else ""
    mend = ctx.say("web.owners.to_mend", n=len(faults.fields)) if faults.fields else ""
    return JSONResponse({"drawn": drawn, "faults": faults.fields, "was": values["was"], "mend": mend})

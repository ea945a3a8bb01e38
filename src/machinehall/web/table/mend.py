"""Does your board look like this? What differs at a real table is put right here, place by place.

The changes travel in the address until they are written, so the page works without a script, can be reloaded, and going
back in the browser takes the last one away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import Response

from machinehall.draw.look import look_of, sprite
from machinehall.kernel.descriptions import Effects
from machinehall.kernel.mendable import Part
from machinehall.kernel.mending import DOWN, NOTHING, Change, Slot, choices, held, inside_of, places, put_off, shown
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.server.errors import Stale
from machinehall.server.glance import Sitting
from machinehall.server.play.anew import anew, before_turn
from machinehall.server.play.put_right import draft, drafted_on, put_right
from machinehall.server.play.table import Table
from machinehall.server.store.rows import add_told
from machinehall.web.forms import form, rev_of, whole
from machinehall.web.shell import Ctx, marked, redirect, render
from machinehall.words import Titled
from machinehall.words.titles import effects, heard, speech, spoken

from .hand import Teller, named
from .view import names_of, players_of

GROUPS = ("map", "market", "boards")
TABS = {"board": "map", "market": "market"}
"""Which part of the table the panels of a tab show; all others show the players."""
WIDE = 500
"""From this width on a drawing has a row of its own."""


class Row(NamedTuple):
    """A place with what the app believes to lie there, or something that may lie there."""

    text: str
    value: str
    link: str
    picture: Markup = Markup("")
    on: bool = False


class Heap(NamedTuple):
    """All places of one kind."""

    id: str
    head: str
    rows: list[Row]
    many: bool


class Mender(NamedTuple):
    """Who puts what right, and in which words."""

    title: Title
    teller: Teller
    say: Titled
    base: str
    turn: int | None
    """The number of the decision before which the position is put right; None: as it is now."""
    before: Any
    after: Any
    changes: Sequence[Change]
    effects: Effects

    # Addresses

    def link(self, changes: Sequence[Change], **more: str) -> str:
        wished = {"from": str(self.turn or ""), "sets": " ".join(map(str, changes)), **more}
        return f"{self.base}?{urlencode({k: v for k, v in wished.items() if v})}"

    def with_one(self, slot: Slot, value: int) -> str:
        """The same changes and this one, which takes the place of an earlier one of the same slot."""
        kept = [change for change in self.changes if change.slot != slot]
        if not kept and value == held(self.before, _part(self.title, slot.field), slot):
            return self.link([])  # what is believed already changes nothing
        return self.link([*kept, Change(slot, value)])

    # Words

    def name(self, domain: str, value: int) -> str:
        try:
            return self.teller.words.names(domain, value)
        except LookupError:  # a title may have no word for what is only a number
            return str(self.title.domains[domain][value]) if domain in self.title.domains else str(value + 1)

    def place(self, part: Part, at: int) -> str:
        """What a place is called; one that is alone has no name of its own."""
        value = getattr(self.before, part.field)
        if part.flat or isinstance(value, int) or (not part.rows and len(value) == 1):
            return ""
        row = self.name(part.rows, at // part.width) if part.rows else str(at + 1)
        if part.width == 1:
            return row
        column = self.name(part.columns, at % part.width) if part.columns in self.title.domains else ""
        return f"{row}, {column or at % part.width + 1}"

    def holds(self, part: Part, value: int) -> str:
        if part.kind == "number":
            return str(value)
        if value < NOTHING:
            return (
                self.say("mend.back", self.name(part.backs, DOWN - value)) if part.backs else self.say("mend.face_down")
            )
        return self.say("mend.empty") if value == NOTHING else self.name(part.holds, value)

    def told(self, change: Change) -> str:
        """A change in a line: what was believed, and what is so."""
        part = _part(self.title, change.slot.field)
        where = ", ".join(filter(None, (self.say(f"mend.{part.field}"), self.place(part, change.slot.at))))
        if part.kind == "set":
            sign = "mend.with" if change.value else "mend.without"
            return self.say(sign, where, self.name(part.holds, change.slot.item))
        if part.kind == "row":
            where = f"{where} {change.slot.item + 1}".strip()
        was = held(self.before, part, change.slot)
        return self.say("mend.instead", where, self.holds(part, was), self.holds(part, change.value))

    def picture(self, part: Part, value: int) -> Markup:
        found = self.teller.pictures([part.holds], [value]) if part.holds and value >= 0 else []
        return found[0] if found else Markup("")

    def details(self, part: Part, value: int) -> str:
        """A thing in full, where its name alone would not tell which one it is."""
        if not part.told or value < 0:
            return ""
        named = [(part.holds, self.title.domains[part.holds][value])]
        return " ".join(line for effect in self.effects.of_action(self.teller.view, named) for line in effect.lines)


def _part(title: Title, field: str) -> Part:
    mending = title.looks.mending
    assert mending is not None
    return mending.part(field)


# What there is


def heaps(mender: Mender, group: str) -> list[Heap]:
    """All that lies in one part of the table, as the app would believe then."""
    return [
        Heap(part.field, mender.say(f"mend.{part.field}"), rows, len(rows) > 12)
        for part in shown(mender.title, mender.before)
        if part.group == group and (rows := _rows(mender, part))
    ]


def _rows(mender: Mender, part: Part) -> list[Row]:
    found: list[Row] = []
    if part.kind == "set" and not choices(mender.title, mender.before, part):
        return found
    for at in places(mender.title, mender.before, part):
        where = mender.place(part, at)
        slot = Slot(part.field, at)
        if part.kind in ("set", "row"):
            names = [mender.name(part.holds, i) for i in _inside(mender, part, at)]
            text = mender.say("list.separator").join(names) or mender.say("mend.empty")
            found.append(Row(where, text, mender.link(mender.changes, at=str(slot)), on=_touched(mender, slot)))
            continue
        value = held(mender.after, part, slot)
        if part.beside and getattr(mender.after, part.beside)[at] == NOTHING:
            continue
        link = mender.link(mender.changes, at=str(slot))
        found.append(Row(where, mender.holds(part, value), link, mender.picture(part, value), _touched(mender, slot)))
    return found


def _inside(mender: Mender, part: Part, at: int) -> list[int]:
    inside = inside_of(mender.after, part, at)
    if part.kind == "row":
        return list(inside)
    return [i for i in choices(mender.title, mender.before, part) if inside >> i & 1]


def _touched(mender: Mender, slot: Slot) -> bool:
    return any(change.slot[:2] == slot[:2] for change in mender.changes)


def also(mender: Mender) -> list[str]:
    """What changes with it: a tile that came from elsewhere, a worker on it, a stack that is lower by one."""
    chosen = {change.slot for change in mender.changes}
    found = []
    for part in shown(mender.title, mender.before):
        if part.kind not in ("number", "thing"):
            continue
        for at in places(mender.title, mender.before, part):
            slot = Slot(part.field, at)
            value = held(mender.after, part, slot)
            if slot not in chosen and value != held(mender.before, part, slot):
                found.append(mender.told(Change(slot, value)))
    return found


# One place


class Asked(NamedTuple):
    """What is asked about one place."""

    head: str
    slot: str
    number: int | None
    part: Part
    rows: list[Row]


def asked(mender: Mender, key: str) -> Asked | None:
    """All that a place may hold; None: there is no such place."""
    field, _, rest = key.partition(".")
    part = next((part for part in shown(mender.title, mender.before) if part.field == field), None)
    at, _, item = rest.partition(".")
    if part is None or not at.isdecimal() or int(at) not in places(mender.title, mender.before, part):
        return None
    slot = Slot(field, int(at), int(item) if item.isdecimal() and part.kind == "row" else NOTHING)
    head = ", ".join(filter(None, (mender.say(f"mend.{field}"), mender.place(part, slot.at))))
    if part.kind == "number":
        return Asked(head, key, held(mender.after, part, slot), part, [])
    if part.kind == "set":
        return Asked(head, key, None, part, _members(mender, part, slot))
    if part.kind == "row" and slot.item < 0:
        return Asked(head, key, None, part, _in_row(mender, part, slot))
    return Asked(head, key, None, part, _things(mender, part, slot))


def _things(mender: Mender, part: Part, slot: Slot) -> list[Row]:
    """What may lie in a place. Of several that look the same one is enough, best one that lies nowhere yet."""
    now, lying = held(mender.after, part, slot), _lying(mender, part)
    options = [*([NOTHING] if part.empty else []), *choices(mender.title, mender.before, part)]
    found: dict[tuple[str, str], Row] = {}
    for value in sorted(options, key=lambda value: (value != now, value >= 0 and value in lying)):
        text, more = mender.holds(part, value), mender.details(part, value)
        row = Row(text, more, mender.with_one(slot, value), mender.picture(part, value), value == now)
        found.setdefault((text, more), row)
    return [*found.values()]


def _lying(mender: Mender, part: Part) -> set[int]:
    return {held(mender.after, part, Slot(part.field, at)) for at in places(mender.title, mender.before, part)}


def _members(mender: Mender, part: Part, slot: Slot) -> list[Row]:
    """The things of a set first: a tap takes one away; then the others: a tap adds one."""
    rows = []
    for item in choices(mender.title, mender.before, part):
        one = Slot(slot.field, slot.at, item)
        inside = bool(held(mender.after, part, one))
        link = mender.with_one(one, 0 if inside else 1)
        rows.append(Row(mender.name(part.holds, item), "", link, mender.picture(part, item), inside))
    return sorted(rows, key=lambda row: not row.on)


def _in_row(mender: Mender, part: Part, slot: Slot) -> list[Row]:
    """The places of a row one after the other, and one more behind the last."""
    inside = _inside(mender, part, slot.at)
    return [
        Row(str(i + 1), mender.holds(part, value), mender.link(mender.changes, at=f"{slot}.{i}"),
            mender.picture(part, value))
        for i, value in enumerate([*inside, NOTHING])
    ]  # fmt: skip


# The page


async def page(ctx: Ctx) -> Response:
    """What the app believes, with the changes so far, what speaks against them, and one place to choose for."""
    match = ctx.request.path_params["match"]
    sets = " ".join(filter(None, (ctx.query("sets"), _typed(ctx))))
    turn = ctx.number("from")
    async with ctx.site.tables.table(match) as table:
        sitting = ctx.site.glances.sitting_at(table, ctx.caller, ctx.number("seat"))
        live = table.live if turn is None else await before_turn(ctx.site.tables, table, ctx.caller, turn)
        changes, after, faults = draft(table, ctx.caller, sets) if turn is None else drafted_on(live, sets)
        before, title = live.state.clone(), live.title
    last = {change.slot: change for change in changes}
    mender = _mender(ctx, sitting, title, turn, (before, after), [*last.values()])
    return _shown(ctx, sitting, mender, faults)


def _typed(ctx: Ctx) -> str:
    """A number that was typed for the place that is asked about."""
    value, at = (ctx.query("value") or "").strip(), ctx.query("at") or ""
    return f"{at}={value}" if value and at else ""


def _mender(
    ctx: Ctx, sitting: Sitting, title: Title, turn: int | None, states: tuple[Any, Any], changes: Sequence[Change]
) -> Mender:
    words = speech(title, ctx.say, tuple(names_of(ctx, sitting.info.seats)))
    teller = Teller(title, look_of(title), words, ctx.say, ctx.theme, title.view(states[1], None))
    base = f"/t/{sitting.info.id}/mend"
    return Mender(title, teller, Titled(title.name, ctx.say), base, turn, *states, changes, effects(title, ctx.say))


def _shown(ctx: Ctx, sitting: Sitting, mender: Mender, faults: Sequence[str]) -> Response:
    title, look = mender.title, mender.teller.look
    at = ctx.query("at") or "" if not _typed(ctx) else ""
    drawn = _drawings(ctx, sitting, mender)
    words = mender.say
    said = [words(fault) if words.has(fault) else words("mend.law") for fault in dict.fromkeys(faults)]
    drops = [mender.link([c for c in mender.changes if c is not one]) for one in mender.changes]
    return render(
        ctx, "mend.html", turns=sitting.anew, at_once=sitting.at_once, info=sitting.info, title=title, mender=mender,
        faults=said, changed=list(zip(map(mender.told, mender.changes), drops, strict=True)), also=also(mender),
        sets=" ".join(map(str, mender.changes)), asked=asked(mender, at) if at else None,
        groups=[(group, drawn[group], heaps(mender, group)) for group in GROUPS],
        signs=Markup(sprite(look, ctx.theme)), asked_at=_here(mender, at), back=mender.link(mender.changes),
        tapped=_tapped(mender), said_in=marked(ctx.say, spoken(title, ctx.say.lang)),
        later=[words(f"mend.{part.field}") for part in put_off(title, mender.before)],
    )  # fmt: skip


def _drawings(ctx: Ctx, sitting: Sitting, mender: Mender) -> dict[str, list[tuple[Markup, bool]]]:
    """The table as everybody sees it, by its parts, and which drawings are wide: nothing in them is secret."""
    title, found = mender.title, {group: list[tuple[Markup, bool]]() for group in GROUPS}
    panels = mender.teller.look.panels(
        title.view(mender.after, None), theme=ctx.theme, legal=(), names=players_of(ctx, sitting.info),
        say=heard(title, ctx.say), size=ctx.size,
    )  # fmt: skip
    for panel in panels:
        found[TABS.get(panel.tab, GROUPS[-1])].append((Markup(panel.svg(ctx.say(panel.word))), panel.width > WIDE))
    return found


def _drawn_as(mender: Mender, part: Part, at: int) -> str:
    """The id of a place in the drawing; empty: it is not there."""
    names, held_there = mender.title.domains, held(mender.after, part, Slot(part.field, at))
    if not part.drawn or ("{1}" in part.drawn and held_there < 0):
        return ""
    place = names[part.rows][at // part.width] if part.rows in names else str(at + 1)
    thing = names[part.holds][held_there].split(":")[0] if "{1}" in part.drawn else ""
    return part.drawn.format(place, thing)


def _tapped(mender: Mender) -> dict[str, str]:
    """Where a tap on the drawing leads, by the ids of the drawing."""
    found = {}
    for part in shown(mender.title, mender.before):
        for at in places(mender.title, mender.before, part) if part.kind in ("thing", "number") else ():
            found[_drawn_as(mender, part, at)] = mender.link(mender.changes, at=f"{part.field}.{at}") + "#choose"
    found.pop("", None)
    return found


def _here(mender: Mender, at: str) -> str:
    """Ids of what is asked about, or was changed last: its place in the drawing, or else its list."""
    last = at or (str(mender.changes[-1].slot) if mender.changes else "")
    field, _, rest = last.partition(".")
    part = next((part for part in shown(mender.title, mender.before) if part.field == field), None)
    if part is None:
        return ""
    place = int(rest) if part.kind in ("thing", "number") and rest.isdecimal() else NOTHING
    known = place in places(mender.title, mender.before, part)
    return f"{_drawn_as(mender, part, place) if known else ''} heap-{field}".strip()


async def put(ctx: Ctx) -> Response:
    """Write the changes into the record of the match."""
    match, fields = ctx.request.path_params["match"], await form(ctx)
    sets, rev, turn = fields.get("sets", ""), rev_of(fields), whole(fields, "from")
    try:
        async with ctx.site.tables.table(match) as table:
            if turn is None:
                await put_right(ctx.site.tables, table, ctx.caller, sets, rev)
            else:
                await _turn_anew(ctx, table, sets, rev, turn)
    except Stale:
        return redirect(f"/t/{match}/mend?{urlencode({'sets': sets})}")
    return redirect(f"/t/{match}{'' if turn is None else f'?anew={turn}'}")


async def _turn_anew(ctx: Ctx, table: Table, sets: str, rev: int, turn: int) -> None:
    """The board before a turn put right, and the turn worked out anew; what is not needed any more is told."""
    title = table.live.title
    words = speech(title, ctx.say)

    def unused(left: list[Action]) -> str:
        names = ctx.say("list.separator").join(named(title, words, action) for action in left)
        return add_told(table.known, "told.unused", names)

    await anew(ctx.site.tables, table, ctx.caller, sets, rev, turn, unused)

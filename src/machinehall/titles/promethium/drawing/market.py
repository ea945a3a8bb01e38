"""The project display: eight cards, the first column about to leave."""

from __future__ import annotations

from machinehall.draw.kit import box, group, halo, icon, movable, n, path, seat_shape, text
from machinehall.draw.letters import setting, width
from machinehall.titles.promethium.drawing.common import glyph, heading
from machinehall.titles.promethium.drawing.pieces import ghost, piece
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.lookup import SLOTS

CARD_GAP = 5.0
MOST_LINES = 3
TITLES = ((2, 14.0), (2, 13.0), (2, 12.5), (MOST_LINES, 13.0), (MOST_LINES, 12.0))
"""How a long name is set: a little smaller, or on a third line in place of the family, whose sign is below anyway."""


def market(s: Canvas, x: float, y: float, w: float, h: float, tall: bool = False) -> str:
    """Cards in columns, the first of which is about to leave; `tall`: in rows, the first of which is."""
    th = s.th
    deck = len(s.view["deck_top"]) + s.view["deck"] + len(s.view["deck_bottom"])
    out = [box(x, y, w, h, th["paper"], th["hair"], 1, 4)]
    out.append(heading(s, x + 10, y + 16, "draw.projects", s.word("draw.deck", deck)))
    out.append(_legend(s, x + w - 10, y + (36 if tall else 16)))
    slots, exits = s.t.n.project_display, s.t.n.project_exit_slots
    columns = slots // exits
    across, down, head = (exits, columns, 46.0) if tall else (columns, exits, 24.0)
    each = (w - 20 - CARD_GAP * (across - 1)) / across
    high = (h - head - 8 - CARD_GAP * (down - 1)) / down
    display = [*s.view["display"], *[None] * slots][:slots]
    for i, project in enumerate(display):
        column, row = (i % exits, i // exits) if tall else (i // exits, i % exits)
        left, top = x + 10 + column * (each + CARD_GAP), y + head + row * (high + CARD_GAP)
        out.append(_slot(s, i, project, left, top, each, high))
    return group("".join(out), "projects")


def _legend(s: Canvas, right: float, y: float) -> str:
    th, leave = s.th, s.word("draw.exit")
    out = ""
    if s.me is not None:
        label = s.word("draw.your-tiles")
        out += _have(s, right - 30, y - 4, 1, 3) + text(right - 34, y, label, 12, th["ink2"], 400, "end")
        right -= 48 + width(label, 12, 400)
    out += text(right, y, leave, 12, th["warn"], 400, "end")
    return out + icon("exit", right - width(leave, 12, 400) - 10, y - 4, 12, th["warn"])


def _have(s: Canvas, x: float, y: float, have: int, need: int) -> str:
    """How many of the tiles that a card asks for the viewer has."""
    th, full = s.th, have == need
    out = box(x, y - 8, 30, 16, th["ok"] if full else "none", th["ok"] if full else th["rule"], 1, 8)
    return out + text(x + 15, y + 4.4, f"{have}/{need}", 12.5, th["sheet" if full else "ink2"], 600)


def _slot(s: Canvas, i: int, project: str | None, x: float, y: float, w: float, h: float) -> str:
    th, exits = s.th, i < s.t.n.project_exit_slots
    ident, place = f"slot-{i + 1}", f"card-{project}"
    if project is None:
        empty = box(x + 0.5, y + 0.5, w - 1, h - 1, "none", th["ink3"], 1, 3, "4 3")
        return group(empty, ident, s.word("draw.free-slot"))
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, th["sheet"], th["rule"], 1, 3)
    out += box(x, y, 5, h, th["warn"]) if exits else ""
    rim = 5 if exits else 0
    out = movable(out + s.kept(card_face, project, x + rim, y, w - rim, h), place)
    if place in s.can:
        out += halo(th, x, y, w, h, 3, s.quiet("card-"))
    return group(group(out, place, more=s.act(place)), ident)


def card_face(s: Canvas, project: str, x: float, y: float, w: float, h: float) -> str:
    """Name, value, family; level and requirement; improvement of the family and what of it the viewer has."""
    th, record = s.th, s.record("projects", project)
    family = s.named("family", record.family, s.record("families", record.family).name)
    worth = f"£{record.value}"
    out = text(x + w - 6, y + 18, worth, 17, th["brass"], 700, "end")
    name, room = s.named("project", project, record.name), w - 21 - width(worth, 17, 700)
    size, rows = setting(name, room, TITLES, face="display")
    for k, row in enumerate(rows):
        out += text(x + 7, y + 17 + 14 * k, row, size, th["ink"], 700, "start", "display")
    free = MOST_LINES - len(rows)
    size, below = setting(family, w - 12, ((1, 12.0), (1, 11.0), (max(1, free), 11.5)), 400) if free else (12.0, [])
    if any(row.endswith("…") for row in below):  # better none than half of it
        below = []
    for k, row in enumerate(below):
        out += text(x + 7, y + 17 + 14 * len(rows) + 12.5 * k, row, size, th["ink2"], 400, "start")
    foot = y + h - 24
    out += _requirement(s, record, x + 7, foot - 17)
    out += box(x + 0.5, foot, w - 1.5, 23, th["well"]) + path(f"M{n(x)} {n(foot)}h{n(w - 1)}", th["hair"], 1)
    out += _improvement(s, record, x + 7, foot + 12)
    if s.me is not None:
        out += _have(s, x + w - 36, foot + 12, fits(s, project), record.level)
    return out


def _requirement(s: Canvas, record: object, x: float, mid: float) -> str:
    th, level = s.th, getattr(record, "level", 0)
    dark = th["iron"] if th.name == "light" else th["ink"]
    out = box(x, mid - 10, 22, 20, dark, rx=2)
    out += text(x + 11, mid + 4.8, "I" * level, 13, th["on_iron"] if th.name == "light" else th["paper"], 700)
    at = x + 29
    for slot in SLOTS:
        need = getattr(getattr(record, "requirement", None), slot)
        w = 29 if slot == "country" else 25
        fixed = need in s.t.elements
        middle = at + w / 2
        out += piece(s, need, middle, mid, 20) if fixed else ghost(s, slot, middle, mid, 19, need == "different")
        at += w + 2
    return out


def _improvement(s: Canvas, record: object, x: float, mid: float) -> str:
    """The sign of the family, then what its improvement does; the holder's shape if it is taken."""
    th, name = s.th, getattr(record, "improvement", "")
    sign, amount, of = glyph(s, name)
    holder = s.view["improvements"][s.t.improvement_ids.index(name)]
    ink = th["ink2" if holder >= 0 else "ink"]
    at = x + 21
    out = icon(getattr(record, "family", ""), x + 8, mid, 16, th["ink"]) + icon(sign, at + 7, mid, 14, ink)
    out += text(at + 16, mid + 4.4, amount, 12.5, ink, 700, "start")
    at += 17 + width(amount, 12.5, 700)
    if of:
        out += icon(of, at + 6, mid, 12, ink)
        at += 13
    return out + (seat_shape(th, s.paint(holder), at + 9, mid, 11) if holder >= 0 else "")


def fits(s: Canvas, project: str) -> int:
    """The most of the viewer's tiles that may serve together for a card (PR-6.6)."""
    card = s.t.projects.index(project)
    own = sum(1 << s.t.tiles.index(tile) for tile in s.view["tiles"][s.me]) & s.t.fitting[card]
    return max((k for k in range(1, s.t.level[card] + 1) if s.t.usable(card, own, k)), default=0)

"""A drawing made from a view: each field with its numbers in boxes; what can be done is clicked on the box it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from machinehall.kernel import fields
from machinehall.kernel.sheet import Sheet
from machinehall.kernel.values import Action
from machinehall.kernel.wording import told_together

if TYPE_CHECKING:
    from .ruled import Ruled

WIDTH, MARGIN, GAP, LINE = 960, 20, 10, 30
BOX, BOX_HEIGHT = 68, 60
LETTERS_IN_BOX = 10
PER_ROW = (WIDTH - MARGIN) // (BOX + GAP)
COLOURS = {
    "light": ("#2a2620", "#faf6ec", "#e6dcc4", "#1c6b47"),
    "dark": ("#efe8d8", "#1e1c19", "#3a362f", "#6fd0a0"),
}
"""Ink, paper, boxes, and what can be done."""
LETTERS = "'Sofia Sans Semi Condensed', sans-serif"
"""Those of the house, so that a picture of the drawing has them too."""
HEAD = ("title", "data", "seat", "to_act", "stack", "options", "seats", "players")
"""What stands in a view beside the things on the table."""
Box = tuple[str, str, str]
"""Place on the drawing (empty: none), heading and content."""


def plain_drawing(
    title: Ruled,
    view: dict[str, Any],
    *,
    theme: str = "light",
    legal: Sequence[Action] = (),
    names: Sequence[str] = (),
    words: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    **_: object,
) -> Sheet:
    """See `Title.sheet`; what only drawings of a title's own make use of is left aside."""
    ink, paper, fill, bright = COLOURS[theme]
    rows = list(plain_rows(title, view))
    there = plain_places(title, view, legal)
    beside = [text for place, texts in there.items() if place.startswith("act-") for text in texts]
    parts, y = [], float(MARGIN)
    for heading, boxes in (*rows, ("", [(f"act-{text}".replace(" ", "-"), text, "") for text in beside])):
        if heading:
            y += LINE
            parts.append(f'<text x="{MARGIN}" y="{y - 8}" font-size="18" fill="{ink}">{escape(heading)}</text>')
        for number, box in enumerate(boxes):
            column = number % PER_ROW
            if number and not column:
                y += BOX_HEIGHT + GAP
            acts = there.get(box[0], [])
            parts.append(_box(box, MARGIN + column * (BOX + GAP), y, (ink, bright if acts else fill), acts, labels))
        y += BOX_HEIGHT + GAP if boxes else 0
    lang = (words or {}).get("lang", "en")
    high = y + MARGIN
    root = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" xml:lang="{lang}" font-family="{LETTERS}"'
    body = f'<rect width="{WIDTH}" height="{high}" fill="{paper}"/>{"".join(parts)}'
    return Sheet(WIDTH, high, root, body, tuple(map(tuple, there.values())))


def _box(
    box: Box, x: float, y: float, colours: tuple[str, str], acts: Sequence[str], labels: Mapping[str, str] | None
) -> str:
    place, heading, content = box
    (ink, edge), middle = colours, x + BOX / 2
    drawn = (
        f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX_HEIGHT}" rx="8" fill="{edge}" fill-opacity="0.35" '
        f'stroke="{edge}" stroke-width="2"/>'
        f'<g text-anchor="middle" fill="{ink}">'
        f'<text x="{middle}" y="{y + 20}" font-size="14"{_fitted(heading)}>{escape(heading)}</text>'
        f'<text x="{middle}" y="{y + 48}" font-size="24">{escape(content)}</text></g>'
    )
    ident = f' id="{escape(place)}"' if place else ""
    chosen = f' class="mh-legal" data-act="{escape("|".join(acts))}"'
    if acts and labels is not None:
        said = escape(": ".join(filter(None, (told_together(acts, labels), f"{heading} {content}".strip()))))
        return f'<a href="#{escape(place)}"{ident}{chosen} aria-label="{said}">{drawn}</a>'
    if acts:
        return f"<g{ident}{chosen}>{drawn}</g>"
    return f"<g{ident}>{drawn}</g>"


def _fitted(heading: str) -> str:
    """A long heading is drawn narrower, so that it stays in its box."""
    return f' textLength="{BOX - 6}" lengthAdjust="spacingAndGlyphs"' if len(heading) > LETTERS_IN_BOX else ""


def plain_rows(title: Ruled, view: Mapping[str, Any]) -> Iterator[tuple[str, list[Box]]]:
    """The fields of a view with their numbers, for drawings and terminals."""
    forms = {f.name: fields.form_of(f) for f in fields.fields_of(title.state_class)}
    taken: set[str] = set()
    single: list[Box] = []
    for name, value in view.items():
        if name in HEAD or name not in forms:
            continue
        heading = name.replace("_", " ")
        if not isinstance(value, list | dict):
            single.append(("", heading, _told(value)))
            continue
        rows = value if isinstance(value, list) else [value]
        # Of hands that are kept secret a seat sees its own row, and nothing of the others.
        if any(isinstance(row, dict) for row in rows) and all(row is None or isinstance(row, dict) for row in rows):
            domain = getattr(forms[name], "domain", "")
            for number, row in enumerate(rows):
                several = len(rows) > 1
                # A thing that is counted in several places has its place where it is counted first.
                before = f"{name}-{number}" if several or domain in taken else domain
                told = f"{heading} {number + 1}" if several else heading
                known = (row or {}).items()
                yield told, [(f"{before}-{key}", key, str(content)) for key, content in known] or [("", "", "?")]
            taken |= set() if len(rows) > 1 else {domain}
        else:
            yield heading, [("", str(i + 1) if len(rows) > 1 else "", _told(row)) for i, row in enumerate(rows)]
    if single:
        yield "", single


def _told(value: Any) -> str:
    if value is None:
        return "?"
    return " ".join(map(_told, value)) if isinstance(value, list) else str(value)


def plain_places(title: Ruled, view: Mapping[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
    """Where actions lie: on the box that their last argument names, otherwise on a button of their own."""
    drawn = {place for _, boxes in plain_rows(title, view) for place, _, _ in boxes if place}
    found: dict[str, list[str]] = {}
    for action in actions:
        text = title.text(action)
        named = (f"{domain}-{name}" for domain, name in reversed(title.actions.named(action)))
        place = next((place for place in named if place in drawn), f"act-{text}".replace(" ", "-"))
        found.setdefault(place, []).append(text)
    return found

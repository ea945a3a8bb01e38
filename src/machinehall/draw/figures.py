"""Pictures for books and lessons: parts of a drawing that stand alone in a page.

A title names what it can draw (`Look.figure`); here is what all of them share, and how a drawing becomes one that may
stand in a page beside others: without the ids of the table, told to screen readers as one picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from machinehall.kernel.values import Action, MachineHallError
from machinehall.kernel.wording import Say

from .drawn import Drawn, finger_print
from .kit import box, esc, group, n
from .look import Look, Panel
from .theme import Theme, tokens

MARGIN = 8.0
_ID = re.compile(r' id="([^"]*)"')
_USED = re.compile(r'(href="#|url\(#)([^")]+)')
_CHOICE = re.compile(r' (?:class="mh-legal"|data-acts?="[^"]*")')


class UnknownFigure(MachineHallError):
    """A book or a lesson asks for a picture that nobody can draw."""


def drawn_by(look: Look, name: str, view: dict[str, Any], theme: str, say: Say, legal: Sequence[Action] = ()) -> Panel:
    """What a title draws under a name; raise UnknownFigure where it cannot."""
    try:
        found = look.figure(name, view, theme=theme, say=say, legal=legal)
    except (LookupError, ValueError, StopIteration) as fault:
        raise UnknownFigure(f"{look.title.name}: no such piece in {name!r}: {fault}") from fault
    if found is None:
        raise UnknownFigure(f"{look.title.name}: nothing is called {name!r}")
    return found


def part(width: float, height: float, body: str | Drawn) -> Panel:
    """A picture as it is."""
    return Panel("figure", "board", "", width, height, body, ())


def on_paper(th: Theme, width: float, height: float, body: str | Drawn) -> Panel:
    """A part of a board on a sheet of its own, with a margin around it."""
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    sheet = box(0.5, 0.5, wide - 1, high - 1, th["paper"], th["hair"], 1, 4)
    return part(wide, high, sheet + group(str(body), more=f' transform="translate({n(MARGIN)} {n(MARGIN)})"'))


def in_a_row(th: Theme, bodies: Sequence[str], width: float, height: float, gap: float = 8.0) -> Panel:
    """Pieces of one size side by side, each drawn round its own origin."""
    each = "".join(
        group(body, more=f' transform="translate({n(i * (width + gap))} 0)"') for i, body in enumerate(bodies)
    )
    return on_paper(th, len(bodies) * (width + gap) - gap, height, each)


def cut_out(body: str | Drawn, left: float, top: float, width: float, height: float) -> Panel:
    """A fragment of a larger drawing."""
    return part(width, height, group(str(body), more=f' transform="translate({n(-left)} {n(-top)})"'))


def picture(panel: Panel, alt: str) -> str:
    """A drawing as a picture of a page; without words it only shows what is said beside it.

    Its signs come from the sprite of the page; what it uses of its own is named after it, so that several pictures of
    the same board can stand beside each other.
    """
    body = _CHOICE.sub("", panel.body)
    own = {found[2] for found in _USED.finditer(body)} & set(_ID.findall(body))
    mark = finger_print(body)
    body = _ID.sub(lambda found: f' id="{found[1]}-{mark}"' if found[1] in own else "", body)
    body = _USED.sub(lambda found: f"{found[0]}-{mark}" if found[2] in own else found[0], body)
    told = f'role="img" aria-label="{esc(alt)}"' if alt else 'aria-hidden="true"'
    return (
        f'<svg class="drawn" viewBox="0 0 {n(panel.width)} {n(panel.height)}" width="{n(panel.width)}" '
        f'height="{n(panel.height)}" {told} '
        f'font-family="{esc(tokens()["type"]["ui"])}">{body}</svg>'
    )

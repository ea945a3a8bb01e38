"""The lines of the strip that tells what the others did, in parts that a page keeps as long as they stay the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from machinehall.draw.drawn import finger_print
from machinehall.web.shell import marked, shape, templates
from machinehall.words import Titled
from machinehall.words.titles import spoken

from .acts import Line
from .log import Teller
from .since import Since, sums


class TalePart(NamedTuple):
    """The line of a seat; what the page has already comes without it."""

    seat: int
    paint: str
    told: bool
    print: str
    drawn: Markup


def tale(teller: Teller, found: Since, have: Mapping[str, str]) -> list[TalePart]:
    parts = []
    for line in found.lines:
        drawn, paint = _line(teller, line, found.marks), teller.look.paint(line.seat)
        mark = finger_print(f"{paint} {line.told} {drawn}")
        same = have.get(f"since-{line.seat}") == mark
        parts.append(TalePart(line.seat, paint, line.told, mark, Markup("") if same else drawn))
    return parts


@lru_cache(maxsize=512)
def _line(teller: Teller, line: Line, marks: int) -> Markup:
    paint = teller.look.paint(line.seat)
    values = {
        "line": line,
        "marks": marks,
        "paint": paint,
        "shape": shape(teller.theme, paint, 14),
        "sums": sums(Titled(teller.title.name, teller.say)),
        "said_in": marked(teller.say, spoken(teller.title, teller.say.lang)),
    }
    return Markup(templates().get_template("since_line.html").render(_=teller.say, **values))

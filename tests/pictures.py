"""What the tests of all drawings need: a position drawn as a seat sees it, and its parts."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from machinehall.kernel.title import Title

SVG = "{http://www.w3.org/2000/svg}"
NASTY = """<b>&"'</b>"""


def drawn(title: Title, state: Any, seat: int | None, **more: Any) -> str:
    """The picture, with what the seat can do if it is asked."""
    legal = title.legal(state, seat) if seat is not None and seat in title.to_act(state) else []
    return title.draw(title.view(state, seat), legal=legal, **more)


def ids(root: ET.Element) -> list[str]:
    return [e.attrib["id"] for e in root.iter() if "id" in e.attrib]


def part(root: ET.Element, ident: str) -> ET.Element:
    return next(e for e in root.iter() if e.get("id") == ident)

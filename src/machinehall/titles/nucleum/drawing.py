"""The position as a picture. For now the text form on paper; the drawn board comes later."""

from __future__ import annotations

from html import escape
from typing import Any

from .tables import Tables
from .text import lines

LINE = 16
WIDTH = 1100


def draw(t: Tables, view: dict[str, Any], *, theme: str = "light", **_: Any) -> str:
    """The text form as SVG. What the drawn board will need besides is taken and not used."""
    text = lines(t, view)
    ink, paper = ("#222", "#fff") if theme == "light" else ("#eee", "#111")
    rows = "".join(f'<text x="8" y="{LINE * (i + 1)}">{escape(line)}</text>' for i, line in enumerate(text))
    height = LINE * (len(text) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">'
        f'<rect width="100%" height="100%" fill="{paper}"/>'
        f'<g font-family="monospace" font-size="12" fill="{ink}" xml:space="preserve">{rows}</g></svg>'
    )

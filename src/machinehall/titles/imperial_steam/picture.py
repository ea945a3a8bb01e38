"""A plain picture of a position: the figures of every player, in words. The boards come with the drawing module."""

from __future__ import annotations

from html import escape
from typing import Any

from .tables import Tables

LINE, WIDTH = 20, 900


def draw(t: Tables, view: dict[str, Any], theme: str = "light", legal: Any = (), **_: Any) -> str:
    """The position as a seat may see it, as SVG."""
    lines = [f"Imperial Steam, round {view['round']}", ""]
    for seat in range(view["seats"]):
        money = view["money"][seat]
        lines.append(
            f"{t.colours[seat]}: {'?' if money is None else money} florins, "
            f"column {t.columns[view['influence'][seat]]}, share {t.share_price[view['share'][seat]]}, "
            f"{len(view['tracks'][seat])} tracks, {len(view['contracts'][seat])} contracts"
        )
        lines.append(f"  goods {view['goods'][seat]}, trains {[x for x in view['trains'][seat] if x]}")
    lines += ["", *(f"may: {a.kind} {a.args or ''}" for a in list(legal)[:20])]
    ink, paper = ("#eee", "#222") if theme == "dark" else ("#222", "#fff")
    height = LINE * (len(lines) + 2)
    rows = "".join(
        f'<text x="12" y="{LINE * (i + 2)}" fill="{ink}" font-family="sans-serif" font-size="13">{escape(text)}</text>'
        for i, text in enumerate(lines)
    )
    box = f'<rect width="{WIDTH}" height="{height}" fill="{paper}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">{box}{rows}</svg>'

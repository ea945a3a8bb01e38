"""The position as a picture. For now a plain summary in words; the drawn board comes later."""

from __future__ import annotations

from html import escape
from typing import Any

from .tables import Tables

LINE = 16


def lines(t: Tables, view: dict[str, Any]) -> list[str]:
    """The position in words, from a view."""
    out = [f"Nucleum, {view['seats']} players; turn of player {view['active']}; to act: {view['to_act']}"]
    for seat in range(view["seats"]):
        out.append(
            f"player {seat} ({view['experiment'][seat] or '-'}): {view['vp'][seat]} VP, {view['thaler'][seat]} T, "
            f"{view['supply'][seat]} W, {sum(view['uranium'][4 * seat : 4 * seat + 4])} U, "
            f"{view['achievement'][seat]} achievements, income {view['income'][3 * seat : 3 * seat + 3]}"
        )
        out.append(f"  pool {', '.join(view['pool'][seat])}; row {', '.join(view['row'][seat]) or '-'}")
        out.append(f"  technologies {', '.join(view['tech'][seat]) or '-'}")
        out.append(f"  presence {', '.join(view['presence'][seat]) or '-'}")
        out.append(f"  contracts {', '.join(c or '-' for c in view['slots'][4 * seat : 4 * seat + 4])}")
    out.append(f"market {', '.join(tile or '-' for tile in view['market'])}; {view['tiles_left']} tiles left")
    out.append(f"contracts {', '.join(c or '-' for c in view['display'] + view['violet'])}")
    out.append(f"Nucleums at {', '.join(view['nucleums'])}; coal wagons {view['wagons']}")
    out.append(f"milestones {', '.join(m or '-' for m in view['milestone'])}")
    for site, piece in zip(t.names.urban, view["urban"], strict=True):
        if piece:
            out.append(f"{site}: {piece}{' (powered)' if site in view['powered'] else ''}")
    for space, tile, owner in zip(t.names.spaces, view["rail_tile"], view["rail_owner"], strict=True):
        if tile:
            out.append(f"rail {space}: {tile} of player {owner}{' flipped' if space in view['rail_flipped'] else ''}")
    return out


def draw(t: Tables, view: dict[str, Any], *, theme: str = "light", **_: Any) -> str:
    """The summary as SVG. What the drawn board will need besides is taken and not used."""
    text = lines(t, view)
    ink, paper = ("#222", "#fff") if theme == "light" else ("#eee", "#111")
    rows = "".join(f'<text x="8" y="{LINE * (i + 1)}">{escape(line)}</text>' for i, line in enumerate(text))
    height = LINE * (len(text) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="{height}" viewBox="0 0 1000 {height}">'
        f'<rect width="100%" height="100%" fill="{paper}"/>'
        f'<g font-family="monospace" font-size="12" fill="{ink}" xml:space="preserve">{rows}</g></svg>'
    )

"""A tile as it must lie on a link: between its cities, with the ends that match."""

from __future__ import annotations

from machinehall.draw.figures import on_paper
from machinehall.draw.kit import box, n, path, text
from machinehall.draw.letters import width
from machinehall.draw.look import Panel
from machinehall.titles.nucleum.components.types import COLOURS
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.lookup import HALVES, WILD_EDGE

PLATE_H, JOINT, AIR, END = 26.0, 20.0, 26.0, 5.0
"""Of the name of a city; between it and the tile; around its letters; of the colour at either end of it."""
SIZE, HIGH = 14.0, pieces.CARD_H


def laid(s: Canvas, ids: list[str]) -> Panel:
    """A tile, the space it lies on, and which way round: the first city of the link stands at the left."""
    short, space, way = ids
    tile = next(name for name in s.t.tiles if name.split(":")[0] == short)
    at, turned = s.t.domains["space"].index(space), s.t.domains["way"].index(way)
    ends = s.board.link_ends[s.board.space_link[at]]
    wide = [width(s.board.label[city], SIZE, 700, "display") + AIR for city in ends]
    out, x = _plate(s, ends[0], 0, wide[0]), wide[0]
    out += _joint(s, at, tile, 0, turned, x)
    out += pieces.card(s, tile, x + JOINT, 0, turned=bool(turned))
    x += JOINT + pieces.CARD_W
    out += _joint(s, at, tile, 1, turned, x) + _plate(s, ends[1], x + JOINT, wide[1])
    return on_paper(s.th, x + JOINT + wide[1], HIGH, out)


def _plate(s: Canvas, city: int, x: float, w: float) -> str:
    """The name of a city on its colour."""
    colour, y = s.board.colour[city], (HIGH - PLATE_H) / 2
    out = box(x, y, w, PLATE_H, s.th["sheet"], rx=3)
    if colour < len(COLOURS) and colour >= 0:
        out += pieces.tincture(s.th, x, y, w, PLATE_H, COLOURS[colour], hatch=False)
    for left in (x, x + w - END):
        out += pieces.tincture(s.th, left, y, END, PLATE_H, COLOURS[colour] if colour >= 0 else "praha")
    name = text(x + w / 2, y + 17.5, s.board.label[city], SIZE, s.th["enamel.black"], 700, "middle", "display")
    return out + box(x, y, w, PLATE_H, "none", s.th["card_edge"], 1.25, 3) + name


def _joint(s: Canvas, space: int, tile: str, side: int, turned: int, x: float) -> str:
    """Between a city and the tile: doubled and heavy where they match, dotted where another space lies between."""
    city, y = s.board.space_sides[space][side][0], HIGH / 2
    if city < 0:
        dots = path(f"M{n(x + 3)} {n(y)}h{n(JOINT - 6)}", s.th["ink2"], 2.5)
        return dots.replace("<path ", '<path stroke-dasharray="2.5 4" ', 1)
    colour = s.t.edge[HALVES * s.t.tiles.index(tile) + (side ^ turned)]
    fits = s.board.colour[city] < 0 or colour in (WILD_EDGE, s.board.colour[city])
    ink, heavy = (s.th["arc"], 3.5) if fits else (s.th["ink3"], 1)
    return path(f"M{n(x)} {n(y - 4)}h{n(JOINT)}M{n(x)} {n(y + 4)}h{n(JOINT)}", ink, heavy)

"""The map: ground, rails, towns, pieces, targets, labels, in the order of their layers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from machinehall.draw.drawn import Drawn
from machinehall.draw.kit import box, brackets, disc, group, icon, layer, movable, n, path, seat_shape, text
from machinehall.draw.theme import Theme
from machinehall.titles.nucleum.components.types import COLOURS
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.places import (
    CARTOUCHE,
    COAL_BOX,
    COAL_LINE,
    PLATE,
    SITE,
    TILE_H,
    TILE_W,
    Cell,
    H,
    W,
    geography,
    reward_at,
)
from machinehall.titles.nucleum.drawing.prices import Price, paid_at, prices_at
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.options import DISPUTED_COAL
from machinehall.titles.nucleum.state import ROWS

ELBE = (
    "M690 716C676 690 640 676 652 628C664 592 700 580 690 540C676 496 640 470 650 420C658 380 640 350 606 320"
    "C566 286 560 250 556 214C548 150 500 116 470 96C440 74 400 100 360 92C330 86 312 40 300 0"
)
CREST = ((30, 690), (120, 668), (196, 600), (262, 560), (330, 545), (392, 498), (470, 470), (530, 448), (600, 446))
PIECES = ("urban", "powered", "urban_debris", "mine_debris", "turbine_debris", "mine_site", "turbine_site", "uranium")
SITES = ("players", "seats", "nucleums", *PIECES)
RAILS = ("players", "seats", "complete", "rail_owner", "rail_tile", "rail_flipped")
FUELLED = "act-done"
"""Offered beside fuel when the building has what it needs: more would be waste, so it does not glow."""
COAL = ("players", "wagons")
LABELS = ("players", "complete")
"""What the layers of the map are made from."""
CREST_EAST = ((668, 400), (704, 410), (820, 400))


def the_map(s: Canvas, x: float, y: float) -> Drawn:
    """The whole map with its top left corner at a point."""
    lines = s.board.coal_cities[[*s.view["options"].values()][DISPUTED_COAL]]
    layers = _ground(s.t, s.board.side, tuple(lines), s.th) + s.part(_rails, RAILS, ("space-",))
    layers += (
        _towns(s.t, s.players, s.th) + _sites(s) + s.part(_coal, COAL, ("coal-", FUELLED)) + s.part(_labels, LABELS)
    )
    return group(layers, "map", more=f' transform="translate({n(x)} {n(y)})"')


# Ground


def _relief(th: Theme) -> str:
    """The Elbe in water lines, the Ore Mountains in hachures, steeper on the Bohemian side."""
    out, marks, j = "", [], 0
    for weight, opacity in ((9, 0.35), (4.5, 0.55), (1.1, 1)):
        out += path(ELBE, th["map_water"], weight, more=f' stroke-opacity="{opacity}"')
    for (ax, ay), (bx, by) in pairwise((*CREST, *CREST_EAST)):
        span = math.dist((ax, ay), (bx, by))
        nx, ny = -(by - ay) / span, (bx - ax) / span
        for k in range(int(span / 3.6)):
            part = k * 3.6 / span
            px, py = ax + (bx - ax) * part, ay + (by - ay) * part
            for side, base in ((-1, 8), (1, 13)):
                wave = 0.7 + 0.3 * math.sin(j * 0.52 + side) + 0.35 * math.sin(j * 0.13 + 2 * side)
                long = base * wave + 2
                start = f"M{px + side * nx * 1.5:.1f} {py + side * ny * 1.5:.1f}"
                marks.append(f"{start}l{side * nx * long + 1.5 * side:.1f} {side * ny * long:.1f}")
            j += 1
    return out + path("".join(marks), th["map_relief"], 0.8)


@lru_cache(maxsize=16)
def _ground(t: Lookup, side: str, lines: tuple[int, ...], th: Theme) -> Drawn:
    """What is printed on the board and never changes: drawn once for each theme."""
    clip = f'<clipPath id="map-edge">{box(2, 2, W - 4, H - 4)}</clipPath>'
    out = box(0, 0, W, H, th["map_land"]) + clip + f'<g clip-path="url(#map-edge)">{_relief(th)}</g>'
    out += box(2, 2, W - 4, H - 4, "none", th["rule"], 1.25)
    out += path(f"M2 4.25H{W - 2}M2 {H - 4.25}H{W - 2}", th["rule"], 3, dash="34.42 34.42")
    out += path(f"M4.25 2V{H - 2}M{W - 4.25} 2V{H - 2}", th["rule"], 3, dash="33.9 33.9")
    out += box(6.5, 6.5, W - 13, H - 13, "none", th["rule"], 0.6)
    for (region, city), d in COAL_LINE[side].items():
        if lines[t.names.regions.index(region)] >> t.names.cities.index(city) & 1:
            out += path(d, th["ink2"], 1.5) + path(d, th["ink2"], 6, dash="1.2 5")
    for way in geography(t, side).ways.values():
        out += path(way.d, th["map_land"], 9) + path(way.d, th["ink2"], 4.5) + path(way.d, th["map_land"], 2.5)
    return layer(out, "ground")


# Rails


def _rails(s: Canvas) -> Drawn:
    t, b, out = s.t, s.board, ""
    for link, way in geography(t, b.side).ways.items():
        spaces = b.link_spaces[link]
        done = t.names.links[link] in s.view["complete"]
        step = way.length / len(spaces)
        for k, space in enumerate(spaces):
            x, y, angle = way.spaces[k]
            place, owner = f"space-{t.names.spaces[space]}", s.view["rail_owner"][space]
            turn = f'<g transform="translate({n(x)} {n(y)}) rotate({n(angle)})">'
            if owner < 0:
                body = f"{turn}{_slot(s, space)}</g>"
            elif done and place not in s.can:
                line = _line(s, owner, way.part(k * step, (k + 1) * step), x, y)
                body = movable(line, pieces.key(s.view["rail_tile"][space]), owner)
            else:
                flipped = t.names.spaces[space] in s.view["rail_flipped"]
                tile = pieces.rail_tile(s, s.view["rail_tile"][space], owner, flipped, angle)
                body = movable(f"{turn}{tile}</g>", pieces.key(s.view["rail_tile"][space]), owner)
            if place in s.can:
                body += f"{turn}{_target_tile(s)}</g>"
            name = s.name(owner) if owner >= 0 else s.word("draw.free")
            tile = s.view["rail_tile"][space]
            title = f"{s.called(t.names.spaces[space])}: {name}" + (f", {s.called(tile)}" if tile else "")
            out += group(body, place, title, s.act(place))
    return layer(out, "rails")


def _slot(s: Canvas, space: int) -> str:
    red = s.board.space_red >> space & 1
    stroke, weight, dash = (s.th["warn"], 1.75, None) if red else (s.th["ink2"], 1, "3 2.5")
    out = box(-TILE_W / 2, -TILE_H / 2, TILE_W, TILE_H, s.th["paper"], stroke, weight, 3, dash)
    return out + (text(0, 4.5, f"+{s.t.n.rail_red_thaler}", 13, s.th["warn"], 700) if red else "")


def _line(s: Canvas, seat: int, d: str, x: float, y: float) -> str:
    """A finished line in the owner's colour, with casing and sleepers."""
    rail = s.th["rail"]
    # The page puts the number of an act in the middle of the line, which may be bent.
    out = path(d, rail, 14, dash="1.5 5.5", more=' data-line=""') + path(d, rail, 9.5) + path(d, s.fill(seat), 6.5)
    return out + seat_shape(s.th, s.paint(seat), x, y, 18, edge=rail)


def _target_tile(s: Canvas) -> str:
    quiet = sum(place.startswith("space-") for place in s.can) > 12
    w, h = TILE_W, TILE_H
    glow = box(-w / 2 - 2, -h / 2 - 2, w + 4, h + 4, "none", s.th["arc_fill"], 3 if quiet else 6, 5, more=BREATH)
    weight = 2 if quiet else 2.5
    return glow + box(-w / 2, -h / 2, w, h, s.th["arc_soft"], s.th["arc"], weight, 3, more=' fill-opacity="0.35"')


BREATH = ' stroke-opacity="0.38" class="mh-halo"'


# Towns


@lru_cache(maxsize=16)
def _towns(t: Lookup, seats: int, th: Theme) -> Drawn:
    board, out = t.board[seats], ""
    for key, (x, y, w, h) in geography(t, board.side).frames.items():
        colour = board.colour[t.names.cities.index(key)]
        name = COLOURS[colour] if colour >= 0 else "praha"
        out += box(x, y, w, h, th["sheet"], th["card_edge"], 1.25, 4)
        clip = f'<clipPath id="town-{key}-edge">{box(x + 0.6, y + 0.6, w - 1.2, h - 1.2, rx=3.4)}</clipPath>'
        plate = _plate(th, name, x, y, w) + path(f"M{n(x)} {n(y + PLATE)}h{n(w)}", th["piece_edge"], 1)
        out += f'{clip}<g clip-path="url(#town-{key}-edge)">{plate}</g>'
    return layer(out, "towns")


def _plate(th: Theme, colour: str, x: float, y: float, w: float) -> str:
    """The tint behind the name, its hatching at both ends only."""
    if colour == "praha":
        end = min(22, (w - 44) / 2)
        out = pieces.tincture(th, x, y, w, PLATE, "white")
        return out + "".join(pieces.tincture(th, at, y, end, PLATE, colour, across=True) for at in (x, x + w - end))
    out = pieces.tincture(th, x, y, w, PLATE, colour, False)
    return out + "".join(pieces.tincture(th, at, y, 11, PLATE, colour) for at in (x, x + w - 11))


# Sites and what stands on them


def _sites(s: Canvas) -> str:
    """Where nothing on them is asked for, the sites are as they were."""
    kind, args = s.frame()
    if kind != "fuel" and not any(place.startswith(("site-", "plant-")) for place in s.can):
        return s.part(_all_sites, SITES)
    return _all_sites(s, prices_at(s), args.site if kind == "fuel" else None)


def _all_sites(s: Canvas, prices: Mapping[str, Price] = MappingProxyType({}), fuelled: int | None = None) -> str:
    out = tags = ""
    for ident, cell in geography(s.t, s.board.side).cells.items():
        place = ident if cell.kind == "plant" else f"site-{ident}"
        body = _piece(s, ident, cell)
        if place in s.can and (fuelled is None or FUELLED not in s.can):
            body += _target(s, cell, prices.get(ident))
        if cell.kind == "urban" and cell.which == fuelled:
            body += brackets(s.th, cell.x, cell.y, SITE, SITE, s.th["arc"])
        out += group(body, place, s.called(ident.removeprefix("plant-")), s.act(place))
        tags += paid_at(s, cell, prices[ident]) if ident in prices and cell.kind != "urban" else ""
    return group(out + (f'<g pointer-events="none">{tags}</g>' if tags else ""), "sites")


def _piece(s: Canvas, ident: str, cell: Cell) -> str:
    view, x, y = s.view, cell.x, cell.y
    if cell.kind == "urban":
        if piece := view["urban"][cell.which]:
            return _empty(s, cell, 0) + pieces.building(s, s.t.pieces.index(piece), ident in view["powered"], x, y)
        return pieces.closed(s.th, "urban", x, y) if ident in view["urban_debris"] else _urban(s, cell)
    if cell.kind == "plant":
        return _plant(s, cell)
    spots = view["mine_site" if cell.kind == "mine" else "turbine_site"]
    if ident in spots:
        seat, row = divmod(spots.index(ident), ROWS)
        body = pieces.turbine(s, seat, x, y)
        if cell.kind == "mine":
            body = pieces.mine(s, seat, view["uranium"][ROWS * seat + row], s.t.capacity[row], x, y)
        return _empty(s, cell, 0) + movable(body, f"{cell.kind}-{seat}-{row}", seat)
    if ident in view[f"{cell.kind}_debris"]:
        return pieces.closed(s.th, cell.kind, x, y)
    return _mine(s, cell) if cell.kind == "mine" else _turbine(s, cell)


def _empty(s: Canvas, cell: Cell, red: int) -> str:
    """A free site; it also lies under a piece, which may still be on its way."""
    th = s.th
    stroke, weight = (th["warn"], 1.75) if red else (th["ink2"], 1)
    return pieces.outline(cell.kind, cell.x, cell.y, th["paper"], stroke, weight)


def _urban(s: Canvas, cell: Cell) -> str:
    th, x, y = s.th, cell.x, cell.y
    signs, red = s.board.urban_symbols[cell.which], s.board.urban_red >> cell.which & 1
    out = _empty(s, cell, red)
    if red:
        out += path(f"M{n(x + SITE - 8)} {n(y + 0.5)}h7.5v7.5z", fill=th["warn"])
    if len(signs) == 1:
        return out + icon(signs[0], x + SITE / 2, y + SITE / 2, 16, th["ink3"])
    if signs:
        out += path(f"M{n(x + SITE - 3)} {n(y + 3)}L{n(x + 3)} {n(y + SITE - 3)}", th["ink3"], 0.75)
        out += icon(signs[0], x + 8.5, y + 8.5, 12, th["ink3"])
        return out + icon(signs[1], x + SITE - 8.5, y + SITE - 8.5, 12, th["ink3"])
    return out + text(x + SITE / 2, y + SITE / 2 + 4.5, f"+{s.t.n.urban_red_thaler}", 13, th["warn"], 700)


def _mine(s: Canvas, cell: Cell) -> str:
    cx, cy, bonus = cell.x + SITE / 2, cell.y + SITE / 2, s.board.mine_bonus[cell.which]
    out, green = _empty(s, cell, s.board.mine_red >> cell.which & 1), s.th["good.uranium"]
    if not bonus:
        return out + icon("mine", cx, cy, 15, s.th["ink3"])
    return out + icon("uranium", cx, cy - 5, 11, green) + text(cx, cy + 11, f"+{bonus}", 12.5, green, 700)


def _turbine(s: Canvas, cell: Cell) -> str:
    out = _empty(s, cell, s.board.turbine_red >> cell.which & 1)
    return out + icon("turbine", cell.x + SITE / 2, cell.y + SITE / 2, 16, s.th["ink3"])


def _plant(s: Canvas, cell: Cell) -> str:
    th, cx, cy = s.th, cell.x + SITE / 2, cell.y + SITE / 2
    if s.t.names.plants[cell.which] in s.view["nucleums"]:
        out = pieces.outline("plant", cell.x, cell.y, th["iron"], th["brass_fill"], 2, 0.4)
        out = movable(out + icon("nucleum", cx, cy, 21, th["lit"]), f"nucleum-{s.t.names.plants[cell.which]}")
        return _empty(s, cell, 0) + out
    out = _empty(s, cell, 0)
    bonus = s.board.nucleum_bonus[cell.which]
    if not bonus:
        return out + icon("power-plant", cx, cy, 18, th["ink2"])
    kind, amount = next(iter(bonus.items()))
    label = f"+{amount}" if isinstance(amount, int) else f"−{amount['discount_thaler']}"
    out += icon(pieces.REWARD_SIGNS.get(kind, "develop"), cx, cy - 4, 12, th["ink3"])
    return out + text(cx, cy + 11, label, 12.6, th["ink2"], 700)


def _target(s: Canvas, cell: Cell, price: Price | None) -> str:
    """What can be chosen glows; the price stands on it."""
    th, x, y, kind = s.th, cell.x, cell.y, cell.kind
    out = pieces.outline(kind, x, y, "none", th["arc_fill"], 6, 3, more=BREATH)
    fresh = s.frame()[0] in ("urbanize", "industrialize")
    fill, more = (th["arc_soft"], "") if fresh else ("none", ' pointer-events="all"')
    out += pieces.outline(kind, x, y, fill, th["arc"], 2.5, 1, more=more)
    if fresh:
        bonus = s.board.mine_bonus[cell.which] if kind == "mine" else 0
        sign = {"urban": "urbanize"}.get(kind, kind)
        cx, cy = (x + 12, y + 11) if kind == "urban" else (x + SITE / 2, y + SITE / 2 - (5 if bonus else 0))
        out += icon(sign, cx, cy, 12 if bonus else 15, th["arc"])
        out += text(x + SITE / 2, y + SITE - 3, f"+{bonus}", 12.5, th["arc"], 700) if bonus else ""
    if price is not None and kind == "urban":
        out += path(f"M{n(x + SITE + 1)} {n(y + SITE - 13)}v11a3 3 0 0 1-3 3h-12v-9a5 5 0 0 1 5-5z", fill=th["arc"])
        out += text(x + SITE - 6.5, y + SITE - 2, price.least, 13, th["sheet"], 700)
    return out


# Coal


def _coal(s: Canvas) -> Drawn:
    th, b, out = s.th, s.board, ""
    for region, key in enumerate(s.t.names.regions):
        x, y, down = COAL_BOX[b.side][key]
        slots = max(b.wagons[region].values())
        first, second = s.view["wagons"][2 * region : 2 * region + 2]
        w, h = (34, slots * 26 + 28) if down else (slots * 27 + 18, 42)
        body = box(x, y - 2, w, h, th["iron2"], th["card_edge"], 1, 4)
        for i in range(slots):
            px, py = (x + 6, y + 22 + i * 26) if down else (x + 11 + i * 27, y + 15)
            used = i >= b.wagons[region][s.players]
            price = b.coal_prices[region][0] if i < first else b.coal_prices[region][1]
            body += _wagon(s, px, py, None if used else price if i < first + second else 0, b.coal_prices[region][2])
        at, anchor = (x + 17, "middle") if down else (x + 8, "start")
        body += text(at, y + (14 if down else 11), s.word(f"draw.{key}"), 12.5, th["on_iron"], 700, anchor, "display")
        place = f"coal-{key}"
        if place in s.can and FUELLED not in s.can:
            body += box(x - 3, y - 5, w + 6, h + 6, "none", th["arc_fill"], 6, 6, more=BREATH)
            body += box(x - 1, y - 3, w + 2, h + 2, "none", th["arc"], 2.5, 4)
        out += group(body, place, s.word(f"draw.{key}"), s.act(place))
    return layer(out, "coal")


def _wagon(s: Canvas, x: float, y: float, price: int | None, last: int) -> str:
    th = s.th
    if price is None:
        return path(f"M{n(x + 4)} {n(y + 4)}l14 14M{n(x + 18)} {n(y + 4)}l-14 14", th["on_iron2"], 1.25)
    if not price:
        out = box(x + 0.5, y + 0.5, 21, 21, "none", th["on_iron2"], 1, 2, "2 2")
        return out + text(x + 11, y + 15.5, last, 12.6, th["on_iron2"], 700)
    out = box(x, y, 22, 22, th["sheet"], rx=2) + icon("coal-wagon", x + 9, y + 12.5, 15, th["ink"])
    return out + disc(x + 17, y + 6, 6.5, th["iron"]) + text(x + 17, y + 10, price, 12.6, th["on_iron"], 700)


# Labels


def _labels(s: Canvas) -> Drawn:
    th, out, g = s.th, "", geography(s.t, s.board.side)
    for key, (x, y, w, _) in g.frames.items():
        name = s.board.label[s.t.names.cities.index(key)]
        out += text(x + w / 2, y + 13.6, name, 14, th["enamel.black"], 700, "middle", "display")
    for link, way in g.ways.items():
        name = s.t.names.links[link]
        per_tile, steps = s.board.link_reward[link]
        if not steps or name in s.view["complete"]:
            continue
        x, y = reward_at(name, way)
        out += icon("vp", x - 8, y, 11, th["brass"])
        out += text(x - 1.5, y + 4.2, f"{steps}×" if per_tile else steps, 12.6, th["brass"], 700, "start")
    return layer(out + _cartouche(s), "labels")


def _cartouche(s: Canvas) -> str:
    """Title and key."""
    th, (x, y) = s.th, CARTOUCHE
    out = box(x, y, 76, 150, th["sheet"], th["rule"], 1, 3)
    out += text(x + 38, y + 18, s.word("draw.saxony"), 15, th["ink"], 700, "middle", "display", 72)
    out += text(x + 38, y + 33, s.word("draw.bohemia"), 13, th["ink2"], 700, "middle", "display", 72)
    out += path(f"M{n(x + 8)} {n(y + 41)}h60", th["rule"], 0.75)
    for i, key in enumerate((*COLOURS, "wild")):
        top = y + 50 + i * 19
        out += pieces.tincture(th, x + 9, top, 20, 12, key, across=True)
        out += box(x + 8.5, top - 0.5, 21, 13, "none", th["piece_edge"], 1)
        out += text(x + 35, top + 10.5, s.word(f"draw.{key}"), 12.5, th["ink2"], 400, "start", room=40)
    return out

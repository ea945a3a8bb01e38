"""What stands in a city: stations, factories, demand, improvement tokens."""

from __future__ import annotations

from machinehall.draw.kit import box, disc, group, halo, halo_round, icon, movable, n, path, seat_shape, text
from machinehall.titles.imperial_steam.drawing.pieces import cube, effort, good_sign, hatched, scallop, steps
from machinehall.titles.imperial_steam.drawing.places import PLATE, SITE, Cell, Frame
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.lookup import BY_BOARD, BY_STATION
from machinehall.titles.imperial_steam.state import GOODS, ROWS, SECOND_COAL


def plate(s: Canvas, city: int, frame: Frame) -> str:
    """The frame of a city with its name plate: tinctured for a metropolis, iron for what is printed on the board."""
    th, (x, y, w, h) = s.th, frame
    tile = s.s.tile[city]
    hub = s.t.tile_hub[tile] if tile >= 0 else -1
    out = box(x, y, w, h, th["sheet"], rx=4)
    top = f"M{n(x)} {n(y + PLATE)}V{n(y + 4)}q0 -4 4 -4H{n(x + w - 4)}q4 0 4 4V{n(y + PLATE)}Z"
    ink = th["ink"]
    if hub >= 0:
        ink = th["on_metro"]
        out += path(top, fill=s.hub_colour(hub)) + hatched(s, hub, x + 1, y + 1, 11, PLATE - 1)
        out += hatched(s, hub, x + w - 12, y + 1, 11, PLATE - 1)
        out += path(f"M{n(x)} {n(y + PLATE)}h{n(w)}", th["piece_edge"])
    elif city in s.t.printed_tile:
        ink = th["on_iron"]
        out += path(top, fill=th["iron"]) + path(f"M{n(x)} {n(y + PLATE)}h{n(w)}", th["card_edge"])
    else:
        out += path(f"M{n(x + 5)} {n(y + PLATE)}h{n(w - 10)}", th["hair"])
    out += box(x, y, w, h, "none", th["card_edge"], 2 if hub >= 0 else 1.25, 4)
    return out + text(x + w / 2, y + 13.2, s.city(city), 13.5, ink, 700, face="display", room=w - 4)


def cells(s: Canvas, city: int, found: list[Cell]) -> str:
    """The contents of a city; those that can be chosen glow, above the others."""
    out, hot = "", ""
    target = f"station-{s.t.cities[city]}"
    for cell in found:
        cx, cy = cell.x + SITE / 2, cell.y + SITE / 2
        if cell.kind == "effort":
            out += effort(s, cell.x + 7.5, cy, cell.value)
        elif cell.kind in ("influence", "printed"):
            out += steps(s, cell.x, cy, cell.value, cell.kind == "printed")
        elif cell.kind == "improve":
            out += _improvement(s, city, cx, cy)
        elif cell.kind == "station":
            free = cell.value == len(_owners(s, city))
            place = target if free else f"{target}-{cell.value}"
            out += group(_station(s, city, cell), place, more=s.act(place))
        elif cell.kind in ("site", "closed"):
            out += _site(s, cell)
        else:
            out += _demand(s, city, cell)
    return out + hot


def _square(s: Canvas, cell: Cell, fill: str, edge: str, weight: float = 1) -> str:
    """A site; it also lies under a piece, which may still be on its way."""
    return box(cell.x, cell.y, SITE, SITE, s.th[fill], s.th[edge], weight, 2)


def _owners(s: Canvas, city: int) -> list[int]:
    return [i // ROWS for i, c in enumerate(s.s.stations) if c == city]


def _station(s: Canvas, city: int, cell: Cell) -> str:
    th, owners = s.th, _owners(s, city)
    cx, cy = cell.x + SITE / 2, cell.y + SITE / 2
    if cell.value < len(owners):
        seat = owners[cell.value]
        on = s.seat_colour(seat, "on")
        out = box(cell.x, cell.y, SITE, SITE, s.seat_colour(seat), th["piece_edge"], 1.25, 2)
        out += icon("station", cx, cy - 3, 12.5, on) + seat_shape(th, s.paint(seat), cx, cy + 6.5, 6.5, fill=on)
        return _square(s, cell, "paper", "ink2") + movable(out, f"station-{s.t.cities[city]}-{cell.value}", seat)
    cost = s.t.station_cost[s.s.tile[city]]
    if f"station-{s.t.cities[city]}" in s.can and cell.value == len(owners):
        out = _square(s, cell, "arc_soft", "arc") + icon("station", cx, cy - 5, 10.5, th["arc"])
        return out + text(cx, cy + 8.6, cost, 12.8, th["ink"], 700) + halo(th, cell.x, cell.y, SITE, SITE, 3, True)
    out = _square(s, cell, "paper", "ink2") + icon("station", cx, cy - 5, 10.5, th["ink3"])
    return out + text(cx, cy + 8.6, cost if cost >= 0 else "–", 12.8, th["ink"], 700)


def _site(s: Canvas, cell: Cell) -> str:
    """A factory site: closed at this number of players, free with its price, or a factory with the goods beside it."""
    th, site, name = s.th, cell.value, s.t.sites[cell.value]
    cx, cy = cell.x + SITE / 2, cell.y + SITE / 2
    if cell.kind == "closed":
        cross = f"M{n(cx - 5)} {n(cy - 5)}l10 10M{n(cx + 5)} {n(cy - 5)}l-10 10"
        return _square(s, cell, "well", "ink3") + path(cross, th["ink3"], 1.5)
    place = f"site-{name}"
    at = next((i for i, mask in enumerate(s.s.factories) if mask >> site & 1), -1)
    out = _factory(s, cell, at) if at >= 0 else _free_site(s, cell, place in s.can)
    if place in s.can:
        out += halo(th, cell.x, cell.y, SITE, SITE, 3, True)
    return group(out, place, more=s.act(place))


def _factory(s: Canvas, cell: Cell, at: int) -> str:
    seat, good, left = at // GOODS, at % GOODS, s.s.cubes[cell.value]
    on = s.seat_colour(seat, "on")
    x, y = cell.x, cell.y
    out = box(x, y, SITE, SITE, s.seat_colour(seat), s.th["piece_edge"], 1.25, 2)
    out += seat_shape(s.th, s.paint(seat), x + 5.2, y + 6, 7, fill=on) + icon(
        s.t.goods[good], x + 14.6, y + 6.2, 11, on
    )
    out += box(x + 1.5, y + 12, SITE - 3, 7.6, s.th["sheet"], rx=1)
    most = max(s.t.output)
    for k in range(most):
        px = x + SITE / 2 + (k - (most - 1) / 2) * 4.5
        colour = s.th[f"cube.{s.t.goods[good]}.fill"]
        out += box(px - 1.9, y + 13.7, 3.8, 4.2, colour if k < left else "none", colour if k < left else None, 0.8, 0.4)
    return _square(s, cell, "paper", "ink2") + movable(out, f"factory-{s.t.sites[cell.value]}", seat)


def _free_site(s: Canvas, cell: Cell, hot: bool) -> str:
    th, t, site = s.th, s.t, cell.value
    cx, cy = cell.x + SITE / 2, cell.y + SITE / 2
    tile = s.s.tile[t.site_city[site]]
    rule = t.board_rule[site] if t.site_place[site] < 0 else t.tile_sites[tile][t.site_place[site]]
    ghost = th["arc" if hot else "ink3"]
    out = _square(s, cell, "arc_soft" if hot else "paper", "arc" if hot else "ink2")
    if rule == BY_BOARD:
        return out + icon("factory", cx, cy, 14, ghost)
    if rule == BY_STATION:
        return out + icon("factory", cx, cy - 4.5, 11, ghost) + icon("station", cx, cy + 5.5, 9.5, th["ink2"])
    return out + icon("factory", cx, cy - 5, 10.5, ghost) + text(cx, cy + 8.6, rule, 12.8, th["ink"], 700)


def _demand(s: Canvas, city: int, cell: Cell) -> str:
    th, t = s.th, s.t
    cx, cy = cell.x + SITE / 2, cell.y + SITE / 2
    wants = t.demand[s.s.tile[city]]
    good = wants[cell.value]
    second = good in wants[: cell.value]
    row = SECOND_COAL if second else good
    full = not s.s.wanted[row] >> city & 1
    first_open = not second or not s.s.wanted[good] >> city & 1
    base = f"demand-{t.cities[city]}-{t.goods[good]}"
    place = base if first_open and not full else f"{base}-{cell.value}"
    fill, edge = ("well", "ink3") if full else ("arc_soft", "arc") if place in s.can else ("paper", "ink")
    out = disc(cx, cy, 10, th[fill], th[edge], 1 if full else 1.25)
    if full:
        out += movable(cube(s, good, cx, cy, 11.5), f"delivered-{t.cities[city]}-{cell.value}")
    elif good == t.coal and t.tile_hub[s.s.tile[city]] >= 0:
        key, ink = ("key-silver", "ink2") if second else ("key-gold", "brass")
        out += good_sign(s, good, cx - 3.2, cy + 2.5, 10) + icon(key, cx + 3.4, cy - 3.6, 9.5, th[ink])
    else:
        out += good_sign(s, good, cx, cy, 13.5)
    if place in s.can:
        out += halo_round(th, cx, cy, 10.5)
    return group(out, place, more=s.act(place))


def _improvement(s: Canvas, city: int, cx: float, cy: float) -> str:
    th, t, left = s.th, s.t, s.s.improvements[city]
    if not left:
        return path(scallop(cx, cy, 10), th["ink3"], 0.9, dash="2 1.5")
    value = t.stacks[s.s.seats][t.symbol[s.s.tile[city]]][left - 1]
    under = path(scallop(cx + 1.5, cy + 1.5, 10), th["ink2"], 0.8, th["hair"]) if left > 1 else ""
    return under + path(scallop(cx, cy, 10), th["ink"], 1, th["sheet"]) + text(cx, cy + 4.6, value, 13, th["ink"], 700)

"""The map from Wien to Trieste: land, links, tracks, crowns, cities, and the links that can be laid now."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

from machinehall.draw.drawn import Drawn
from machinehall.draw.kit import box, brackets, disc, group, hexagon, layer, movable, n, path, text
from machinehall.draw.theme import Theme
from machinehall.titles.imperial_steam.drawing.pieces import crown, kind_badge, link_kind, seat_mark
from machinehall.titles.imperial_steam.drawing.places import (
    GAP,
    HEIGHT,
    SITE,
    WIDTH,
    Layout,
    along,
    layout,
    length,
    line,
    shifted,
)
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.drawing.town import cells, plate
from machinehall.titles.imperial_steam.rules.free_actions import buyout_price
from machinehall.titles.imperial_steam.rules.lay_tracks import effort

BED = {"plain": (5.0, None), "bridge": (10.0, None), "tunnel": (10.0, "4 2.5")}
"""Width and dash of a link's border, by kind."""
RIVERS = (
    "M414 152C470 170 520 70 566 77C640 86 690 174 840 171",
    "M150 430C230 382 300 464 372 454C440 446 420 498 486 580C520 626 600 604 640 622C700 650 740 696 840 707",
    "M8 544C60 540 120 602 230 602C300 604 330 650 420 634C500 622 560 720 640 728C720 736 760 696 840 796",
    "M120 602C160 650 150 672 160 742C230 756 300 668 330 786C420 802 500 756 640 830",
)
CRESTS = (
    ((186, 348), (236, 354), (310, 338), (350, 276), (400, 240), (470, 220), (540, 194), (566, 184)),
    ((500, 348), (530, 300), (552, 274)),
    ((22, 640), (110, 672), (180, 662), (262, 646), (300, 664)),
    ((150, 510), (160, 464), (172, 406), (160, 366)),
    ((404, 580), (420, 628), (450, 668)),
)
"""Where the engraver puts rivers and mountains."""
REACH = 14.0
"""How near to a bare link the mouse means it."""
SHORT = 46.0
"""On a link shorter than this the badge of its kind makes way for tracks, targets and crowns."""


def railway(s: Canvas, way: Layout, top: float = 0.0) -> Drawn:
    """All layers of the map, from the ground to the names; its frame may begin lower."""
    out = s.kept(_ground, top) + s.kept(_tracks) + s.kept(_all_badges) + s.kept(_towns)
    return out + group(_chips(s, way) + _semmering(s, way) + _asked(s, way), "chips")


def _ground(s: Canvas, top: float) -> Drawn:
    way = layout(s.t, s.s)
    return layer(_land(s.th, top) + "".join(_bed(s, way, link) for link in range(len(s.t.links))), "ground")


def _tracks(s: Canvas) -> Drawn:
    way = layout(s.t, s.s)
    return layer("".join(_link(s, way, link) for link in range(len(s.t.links))), "tracks")


def _all_badges(s: Canvas) -> Drawn:
    way = layout(s.t, s.s)
    return layer("".join(_badges(s, way, link) for link in range(len(s.t.links))), "badges")


def _towns(s: Canvas) -> Drawn:
    return layer("".join(s.kept(_town, city) for city in range(len(s.t.cities))), "towns")


def _town(s: Canvas, city: int) -> str:
    way = layout(s.t, s.s)
    return group(plate(s, city, way.frames[city]) + cells(s, city, way.cells[city]), f"city-{s.t.cities[city]}")


@lru_cache(maxsize=8)
def _land(th: Theme, top: float) -> str:
    out = box(0, top, WIDTH, HEIGHT - top, th["map_land"])
    for d in RIVERS:
        for weight, share in ((6, 0.28), (2.6, 0.5), (0.9, 0.9)):
            out += path(d, th["map_water"], weight, more=f' stroke-opacity="{share}"')
    for i in range(7):
        k = i * 6.5
        d = f"M8 {n(758 + k)}C26 {n(754 + k)} 38 {n(776 + k * 0.6)} {n(44 - k * 0.2)} {n(830 - k * 0.1)}"
        out += path(d, th["map_water"], 1.6 - i * 0.17, more=f' stroke-opacity="{n(1 - i * 0.1)}"')
    out += path("".join(_hachures()), th["map_relief"], 0.8)
    out += box(2, top + 2, WIDTH - 4, HEIGHT - top - 4, "none", th["rule"], 1.25)
    return out + box(5.5, top + 5.5, WIDTH - 11, HEIGHT - top - 11, "none", th["rule"], 0.6)


def _hachures() -> list[str]:
    found, j = [], 0
    for crest in CRESTS:
        for (ax, ay), (bx, by) in itertools.pairwise(crest):
            span = math.dist((ax, ay), (bx, by))
            nx, ny = -(by - ay) / span, (bx - ax) / span
            for k in range(int(span / 3.6)):
                x, y = ax + (bx - ax) * k * 3.6 / span, ay + (by - ay) * k * 3.6 / span
                for side, base in ((-1, 7), (1, 10)):
                    long = base * (0.7 + 0.3 * math.sin(j * 0.52 + side) + 0.35 * math.sin(j * 0.13 + 2 * side)) + 2
                    start = f"M{n(x + side * nx * 1.5)} {n(y + side * ny * 1.5)}"
                    found.append(f"{start}l{n(side * nx * long + 1.2 * side)} {n(side * ny * long)}")
                j += 1
    return found


def _colour(s: Canvas, kind: str) -> str:
    return s.th[{"plain": "ink2", "bridge": "neutral"}.get(kind, "tunnel")]


def _bed(s: Canvas, way: Layout, link: int) -> str:
    """The printed link, wide enough for the tracks that lie on it."""
    th, d, kind = s.th, line(way.paths[link]), link_kind(s, link)
    width, dash = BED[kind]
    lanes = _lanes(s, link)
    if lanes:
        width = (len(lanes) - 1) * GAP + (15 if kind != "plain" else 11)
    out = path(d, th["map_land"], width + 5)
    if lanes and kind == "plain":
        return out
    return out + path(d, _colour(s, kind), width, dash=dash) + path(d, th["map_land"], width - 2.6)


def _lanes(s: Canvas, link: int) -> list[int]:
    """Who has, or may lay, a track on a link; -1 for the viewer's own that glows."""
    found = [seat for seat, mask in enumerate(s.s.tracks) if mask >> link & 1]
    return [*found, -1] if f"link-{s.t.links[link]}" in s.can else found


def _link(s: Canvas, way: Layout, link: int) -> str:
    """The tracks on a link side by side, with the glow of the one that could be laid."""
    lanes, points, place = _lanes(s, link), way.paths[link], f"link-{s.t.links[link]}"
    out = ""
    for i, seat in enumerate(lanes):
        lane = shifted(points, (i - (len(lanes) - 1) / 2) * GAP)
        share = 0.5 if len(lanes) == 1 else 0.25 + 0.5 * i / (len(lanes) - 1)
        if seat >= 0:
            out += movable(_track(s, seat, lane, share), f"track-{s.t.links[link]}-{seat}", seat)
        else:
            out += _glow(s, lane)
    a, b = (s.city(c) for c in s.t.ends[link])
    # What lies bare is drawn with the ground: here it only hears of the mouse that asks why not.
    return group(
        out or path(line(points), "none", REACH, more=' pointer-events="stroke"'), place, f"{a}–{b}", s.act(place)
    )


def _track(s: Canvas, seat: int, lane: list[tuple[float, float]], share: float) -> str:
    """A line in the seat's colour with a casing and sleepers, and the seat's shape on it."""
    th, d = s.th, line(lane)
    x, y, _ = along(lane, share)
    out = path(d, th["rail"], 10.5, dash="1.3 4.7", more=' stroke-dashoffset="-2"') + path(d, th["rail"], 6.8)
    return out + path(d, s.seat_colour(seat), 4.4) + seat_mark(s, seat, x, y, 13, "rail")


def _glow(s: Canvas, lane: list[tuple[float, float]]) -> str:
    th, d = s.th, line(lane)
    out = path(d, th["arc_fill"], 14, more=' stroke-opacity="0.38" stroke-linecap="round" class="mh-halo"')
    return out + path(d, th["arc"], 7) + path(d, th["arc_soft"], 3.4, more=' pointer-events="all"')


def _badges(s: Canvas, way: Layout, link: int) -> str:
    """The sign of a bridge or tunnel, and the crown of a state railway."""
    points, kind, lanes = way.paths[link], link_kind(s, link), _lanes(s, link)
    crowned = bool(s.s.crowns >> link & 1)
    out = ""
    if kind != "plain" and (length(points) >= SHORT or not (crowned or lanes)):
        x, y, a = along(points, 0.3 if crowned else 0.5)
        side = math.copysign(len(lanes) * GAP / 2 + 11, math.cos(a)) if lanes else 0
        badge = kind_badge(s, kind, x - math.sin(a) * side, y + math.cos(a) * side)
        out += group(badge, more=' pointer-events="none"')
    if crowned:
        x, y, a = along(points, 0.72 if length(points) >= SHORT else 0.5)
        aside = lanes and length(points) < 2 * SHORT
        side = -math.copysign(len(lanes) * GAP / 2 + 9, math.cos(a)) if aside else 0
        mark = crown(s, x - math.sin(a) * side, y + math.cos(a) * side)
        out += group(mark, f"crown-{s.t.links[link]}", s.word("draw.crown"))
    return out


def _chips(s: Canvas, way: Layout) -> str:
    """What each link that can be chosen takes: effort in a hexagon, or the price of buying it out."""
    out = ""
    for place, texts in s.can.items():
        if not place.startswith("link-") or s.me is None:
            continue
        link = s.t.link[place.removeprefix("link-")]
        lanes = _lanes(s, link)
        lane = shifted(way.paths[link], (len(lanes) - 1) / 2 * GAP)
        x, y, _ = along(lane, 0.5 if len(lanes) == 1 or length(lane) < SHORT else 0.72)
        if texts[0].startswith("buy-out"):
            price = str(s.rule(buyout_price, s.me, link))
            chip = box(x - 14, y - 9, 28, 18, s.th["arc"], s.th["sheet"], 1.5, 9)
            chip += text(x, y + 4.6, price, 13, s.th["sheet"], 700)
        else:
            chip = path(hexagon(x, y, 11), s.th["sheet"], 1.5, s.th["arc"])
            chip += text(x, y + 5, _needed(s, s.me, link), 14, s.th["sheet"], 700)
        out += group(chip, more=' pointer-events="none"')
    return out


def _needed(s: Canvas, me: int, link: int) -> int:
    """IS-8.9: the effort that is still to be paid; what the first track has left over serves the second."""
    kind, _, args = s.s.stack[-1]
    return max(0, s.rule(effort, me, link) - (args.spare if kind == "track" else 0))


def _asked(s: Canvas, way: Layout) -> str:
    """Corners around the link or the site that the present decision is about."""
    if not s.s.stack:
        return ""
    kind, seat, args = s.s.stack[-1]
    if kind == "mobilise":
        x, y, _ = along(way.paths[args.link], 0.5)
        return brackets(s.th, x - 9, y - 9, 18, 18, s.seat_colour(seat), 4)
    if kind == "staff":
        city = way.cells[s.t.site_city[args.site]]
        cell = next(c for c in city if c.kind == "site" and c.value == args.site)
        return brackets(s.th, cell.x, cell.y, SITE, SITE, s.seat_colour(seat))
    return ""


def _semmering(s: Canvas, way: Layout) -> str:
    """The name of the first mountain railway, with its token while nobody has it."""
    link = s.t.semmering
    lanes = _lanes(s, link)
    x, y, a = along(way.paths[link], 0.5)
    side = -(max(len(lanes), 1) * GAP / 2 + 9)
    x, y = (
        x - math.sin(a) * side * math.copysign(1, math.cos(a)),
        y + math.cos(a) * side * math.copysign(1, math.cos(a)),
    )
    name = s.word("draw.semmering")
    out = text(x + 5, y - 1, name, 12.8, s.th["ink"], 700, face="display")
    if s.s.semmering < 0:
        out += disc(x + 48, y - 5, 8, s.th["brass_fill"], s.th["piece_edge"])
        out += text(x + 48, y - 1, f"×{s.t.n.semmering_factor}", 12.8, s.th["on_metro"], 700)
    return out

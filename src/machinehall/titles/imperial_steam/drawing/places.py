"""Where everything lies on the map: a hand-set table of cities, and the ways of the links between them.

Geography only guides the table; each link must have room for its tracks and its badge. A city of another pack that is
not in the table stands where its data put it.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from machinehall.draw.letters import width
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import State

Point = tuple[float, float]
Frame = tuple[float, float, float, float]

WIDTH, HEIGHT = 846.0, 836.0
"""The map's own units; it is drawn 1:1."""
SITE, PITCH, BADGE, PLATE = 21.0, 23.0, 17.0, 17.0
"""A site, its pitch, the pitch of a badge, the height of a name plate."""
ONE_ROW = 112.0
"""What is wider is set in two rows."""
MARGIN = 9.0
HATCH = 32.0
"""What the hatching at both ends of a metropolis's plate needs."""
GAP = 8.5
"""Between parallel tracks."""

PLACE: dict[str, Point] = {
    "lilienfeld": (474, 112),
    "wien": (632, 116),
    "bratislava": (788, 108),
    "mariazell": (344, 186),
    "wr_neustadt": (636, 226),
    "sopron": (786, 254),
    "eisenerz": (258, 286),
    "muerzzuschlag": (440, 286),
    "gloggnitz": (616, 338),
    "hartberg": (604, 442),
    "szombathely": (779, 394),
    "judenburg": (250, 410),
    "bruck": (418, 398),
    "graz": (462, 522),
    "fuerstenfeld": (666, 536),
    "nagykanizsa": (791, 642),
    "murska_sobota": (650, 662),
    "wolfsberg": (346, 602),
    "st_veit": (204, 512),
    "feldkirchen": (66, 466),
    "villach": (60, 584),
    "maribor": (504, 644),
    "varazdin": (756, 762),
    "celje": (368, 728),
    "kranj": (194, 618),
    "udine": (54, 692),
    "ljubljana": (214, 706),
    "zagreb": (596, 798),
    "novo_mesto": (236, 799),
    "trieste": (96, 790),
}
BEND: dict[str, Point] = {
    "fuerstenfeld--maribor": (570, 566),
    "szombathely--murska_sobota": (782, 566),
    "szombathely--nagykanizsa": (832, 520),
    "maribor--varazdin": (604, 716),
    "varazdin--celje": (570, 752),
    "st_veit--ljubljana": (324, 612),
    "celje--zagreb": (470, 782),
    "varazdin--zagreb": (700, 800),
    "zagreb--novo_mesto": (410, 822),
}
"""Links that leave the straight line: the point that pulls them."""
STEPS = 60


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing that a city shows, with its left upper corner."""

    kind: str
    """effort, influence, printed, station, site, closed, demand or improve."""
    value: int
    """What the badge says, the number of the place, or the id of the site."""
    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """The geometry of one set-up."""

    frames: list[Frame]
    cells: list[list[Cell]]
    paths: list[list[Point]]


class Built(NamedTuple):
    """The part of a position that decides how the map is laid out."""

    tile: tuple[int, ...]
    sites: int
    seats: int


def layout(t: Lookup, s: State) -> Layout:
    return _layout(t, Built(tuple(s.tile), s.sites, s.seats))


@lru_cache(maxsize=32)
def _layout(t: Lookup, s: Built) -> Layout:
    frames, cells = [], []
    for city in range(len(t.cities)):
        frame, found = _town(t, s, city)
        frames.append(frame)
        cells.append(found)
    return Layout(frames, cells, [_way(t, frames, link) for link in range(len(t.links))])


def _contents(t: Lookup, s: Built, city: int) -> list[tuple[str, int]]:
    """What a city shows: effort and influence, stations, factory sites, demand, improvement stack."""
    tile = s.tile[city]
    if tile < 0:
        return []
    found = [("effort", t.effort[tile])]
    found += [("influence", t.tile_influence[tile])] if t.tile_influence[tile] else []
    found += [("printed", t.board_influence[city])] if t.board_influence[city] else []
    slots = s.seats if city == t.start else t.station_slots[tile]
    found += [("station", i) for i in range(slots)]
    printed = [i for i in range(len(t.board_rule)) if t.site_city[i] == city]
    sites = bits(s.sites & t.city_sites[city])
    found += [("site", site) for site in sites]
    found += [("closed", site) for site in printed if site not in sites]
    found += [("demand", i) for i in range(len(t.demand[tile]))]
    found += [("improve", 0)] if t.symbol[tile] else []
    return found


def _wide(kind: str) -> float:
    return BADGE if kind in ("effort", "influence", "printed") else PITCH - (1 if kind == "demand" else 0)


def _rows(contents: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """One row, or two that are about as long as each other; demand spaces stay together."""
    whole = sum(_wide(kind) for kind, _ in contents)
    if whole <= ONE_ROW - MARGIN:
        return [contents]
    cut = [kind for kind, _ in contents].index("demand") if any(k == "demand" for k, _ in contents) else len(contents)
    if sum(_wide(kind) for kind, _ in contents[:cut]) > ONE_ROW or cut == len(contents):
        cut = min(range(1, len(contents)), key=lambda i: _lopsided(contents, i))
    return [contents[:cut], contents[cut:]]


def _lopsided(contents: list[tuple[str, int]], cut: int) -> float:
    first = sum(_wide(kind) for kind, _ in contents[:cut])
    return abs(2 * first - sum(_wide(kind) for kind, _ in contents))


def _town(t: Lookup, s: Built, city: int) -> tuple[Frame, list[Cell]]:
    rows = _rows(_contents(t, s, city))
    widths = [sum(_wide(kind) for kind, _ in row) - 2 for row in rows]
    w = max(*widths, 0) + MARGIN if len(widths) > 1 else widths[0] + MARGIN
    hub = s.tile[city] >= 0 and t.tile_hub[s.tile[city]] >= 0
    w = max(w, width(t.city_names[city], 13.5, 700, "display") + (HATCH if hub else 16))
    h = PLATE + 4 + len(rows) * PITCH
    east, south = t.city_at[city]
    cx, cy = PLACE.get(t.cities[city], (60 + east * 0.72, 150 + south * 0.64))
    cx = min(max(cx, w / 2 + MARGIN), WIDTH - w / 2 - MARGIN)
    cy = min(cy, HEIGHT - h / 2 - MARGIN)
    x, y = cx - w / 2, cy - h / 2
    cells = []
    for r, row in enumerate(rows):
        px = cx - widths[r] / 2
        for kind, value in row:
            cells.append(Cell(kind, value, px, y + PLATE + 3 + r * PITCH))
            px += _wide(kind)
    return (x, y, w, h), cells


def _way(t: Lookup, frames: list[Frame], link: int) -> list[Point]:
    """The points of a link from frame to frame."""
    a, b = (frames[city] for city in t.ends[link])
    p, q = _middle(a), _middle(b)
    pull = BEND.get(t.links[link])
    if pull is None:
        p, q = _level(a, b) or (p, q)
        pull = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
    found = [_curve(p, pull, q, i / STEPS) for i in range(STEPS + 1)]
    outside = [at for at in found if not _inside(at, a) and not _inside(at, b)]
    return outside if len(outside) > 1 else [p, q]


def _level(a: Frame, b: Frame) -> tuple[Point, Point] | None:
    """Frames side by side are joined by a level line."""
    low, high = max(a[1], b[1]) + 8, min(a[1] + a[3], b[1] + b[3]) - 8
    if high - low < 8 or not (a[0] + a[2] < b[0] or b[0] + b[2] < a[0]):
        return None
    y = (low + high) / 2
    return (a[0] + a[2] / 2, y), (b[0] + b[2] / 2, y)


def _middle(frame: Frame) -> Point:
    return frame[0] + frame[2] / 2, frame[1] + frame[3] / 2


def _inside(at: Point, frame: Frame) -> bool:
    return frame[0] < at[0] < frame[0] + frame[2] and frame[1] < at[1] < frame[1] + frame[3]


def _curve(p: Point, pull: Point, q: Point, k: float) -> Point:
    a, b, c = (1 - k) ** 2, 2 * k * (1 - k), k * k
    return a * p[0] + b * pull[0] + c * q[0], a * p[1] + b * pull[1] + c * q[1]


# Along a way


# The ways of a map are the same in every drawing of it, so each is worked out once.


def length(points: list[Point]) -> float:
    return _length(tuple(points))


@lru_cache(maxsize=4096)
def _length(points: tuple[Point, ...]) -> float:
    return sum(math.dist(u, v) for u, v in itertools.pairwise(points))


def along(points: list[Point], share: float) -> tuple[float, float, float]:
    """Point and direction at a share of the length."""
    return _along(tuple(points), share)


@lru_cache(maxsize=4096)
def _along(points: tuple[Point, ...], share: float) -> tuple[float, float, float]:
    want, run = share * _length(points), 0.0
    for u, v in itertools.pairwise(points):
        d = math.dist(u, v)
        if d and run + d >= want - 1e-9:
            k = (want - run) / d
            return u[0] + (v[0] - u[0]) * k, u[1] + (v[1] - u[1]) * k, math.atan2(v[1] - u[1], v[0] - u[0])
        run += d
    return *points[-1], 0.0


def shifted(points: list[Point], off: float) -> list[Point]:
    """The same way, some units to its right."""
    found = []
    for i, (x, y) in enumerate(points):
        u, v = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        d = math.dist(u, v) or 1
        found.append((x - (v[1] - u[1]) / d * off, y + (v[0] - u[0]) / d * off))
    return found


def line(points: list[Point]) -> str:
    """The way as the data of a path; a straight one needs only its ends."""
    return _line(tuple(points))


@lru_cache(maxsize=4096)
def _line(points: tuple[Point, ...]) -> str:
    straight = abs(_length(points) - math.dist(points[0], points[-1])) < 0.3
    used = [points[0], points[-1]] if straight else [*points[:-1:2], points[-1]]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in used)

"""Where everything lies on the map: set by hand, guided by geography, so that every rail space has room for a tile."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from machinehall.titles.nucleum.board import Board
from machinehall.titles.nucleum.lookup import Lookup

W, H = 830, 716
SITE, PITCH = 27, 29
TILE_W, TILE_H = 52, 26
PLATE = 17.5
POINTS = 40

Point = tuple[float, float]

# City: centre and number of cells in each row.
PLACE: dict[str, dict[str, tuple[float, float, tuple[int, ...]]]] = {
    "34": {
        "leipzig": (106, 62, (4, 3)),
        "riesa": (404, 50, (4,)),
        "bautzen": (622, 128, (2,)),
        "goerlitz": (770, 128, (3,)),
        "dresden": (490, 216, (3, 2)),
        "grimma": (238, 197, (3, 4)),
        "freiberg": (404, 290, (3,)),
        "chemnitz": (222, 376, (4,)),
        "marienberg": (404, 412, (2,)),
        "zwickau": (240, 497, (4,)),
        "plauen": (98, 592, (2, 3)),
        "joachimsthal": (368, 596, (3,)),
        "pressnitz": (478, 582, (3,)),
        "karlsbad": (330, 679, (4,)),
        "praha": (684, 660, (3, 2)),
        "bruex": (596, 524, (4,)),
        "glashuette": (580, 400, (3, 3)),
        "zittau": (770, 330, (3, 2)),
        "aussig": (742, 470, (3,)),
    },
    "12": {
        "leipzig": (106, 60, (4,)),
        "riesa": (390, 60, (3,)),
        "bautzen": (680, 130, (2,)),
        "dresden": (520, 200, (2, 2)),
        "grimma": (214, 196, (3, 2)),
        "freiberg": (388, 288, (2,)),
        "chemnitz": (196, 382, (2,)),
        "marienberg": (396, 420, (3,)),
        "zwickau": (230, 502, (4,)),
        "plauen": (76, 616, (2, 2)),
        "joachimsthal": (330, 646, (2,)),
        "pressnitz": (444, 560, (2,)),
        "praha": (692, 662, (2, 2)),
        "bruex": (556, 538, (3,)),
        "glashuette": (588, 356, (3, 2)),
        "zittau": (756, 300, (2, 2)),
        "aussig": (718, 462, (2,)),
    },
}
# Links that leave the straight line: start, control, end.
BEND: dict[str, dict[str, tuple[Point, Point, Point]]] = {
    "34": {
        "chemnitz-plauen": ((160, 380), (94, 392), (92, 551)),
        "karlsbad-plauen": ((268, 682), (132, 684), (112, 633)),
        "marienberg-dresden": ((455, 404), (482, 366), (480, 257)),
        "marienberg-bruex": ((452, 424), (484, 510), (534, 524)),
    },
    "12": {
        "dresden-marienberg": ((508, 241), (506, 396), (448, 420)),
        "plauen-chemnitz": ((80, 575), (84, 440), (151, 390)),
    },
}
# Which side of a link its reward stands on.
REWARD = (28.0, 13.0)
"""Width and height of the label with the reward of a link."""
REWARD_SIDE = {
    "dresden-glashuette": -1,
    "bautzen-zittau": -1,
    "chemnitz-plauen": -1,
    "riesa-dresden": -1,
    "marienberg-dresden": -1,
    "marienberg-bruex": -1,
}
COAL_BOX: dict[str, dict[str, tuple[float, float, bool]]] = {
    "34": {"ruhr": (10, 182, True), "silesia": (512, 26, False)},
    "12": {"ruhr": (10, 196, True), "silesia": (560, 22, False)},
}
"""Left, top, and whether the wagons stand one below the other."""
COAL_LINE: dict[str, dict[tuple[str, str], str]] = {
    "34": {
        ("ruhr", "leipzig"): "M26 182C26 140 40 120 62 103",
        ("ruhr", "plauen"): "M26 392C28 460 44 500 66 551",
        ("silesia", "riesa"): "M512 46C496 46 480 50 466 50",
        ("silesia", "goerlitz"): "M692 46C740 46 770 60 772 101",
    },
    "12": {
        ("ruhr", "leipzig"): "M26 196C26 150 40 110 62 87",
        ("ruhr", "plauen"): "M26 326C28 440 36 510 50 575",
        ("silesia", "dresden"): "M600 62C598 100 580 140 561 168",
        ("silesia", "riesa"): "M560 42C520 40 480 46 438 52",
    },
}
CARTOUCHE: Point = (746, 556)


@dataclass(frozen=True)
class Cell:
    """A place of a city: what kind, which one of its kind, and its top left corner."""

    kind: str
    which: int
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Way:
    """A link: path, measured points, and for each space its centre and angle."""

    d: str
    points: list[tuple[float, Point]]
    spaces: list[tuple[float, float, float]]

    @property
    def length(self) -> float:
        return self.points[-1][0]

    @lru_cache(maxsize=1024)  # noqa: B019 (there are two maps in all, and they stay)
    def part(self, start: float, end: float) -> str:
        """The part between two lengths, as path data."""
        inside = [p for at, p in self.points if start < at < end]
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (self._at(start), *inside, self._at(end)))

    def _at(self, wanted: float) -> Point:
        for (a, p), (b, q) in pairwise(self.points):
            if b >= wanted - 1e-6:
                k = (wanted - a) / (b - a)
                return p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k
        return self.points[-1][1]


@dataclass(frozen=True)
class Geography:
    """A side of the map laid out."""

    frames: dict[str, tuple[float, float, float, float]]
    cells: dict[str, Cell]
    ways: dict[int, Way]


def _cells_of(t: Lookup, b: Board, city: int) -> list[tuple[str, int, str]]:
    """What a city shows in drawing order: urban sites, mines, the plant, its turbine slots."""
    names = t.names
    found = [("urban", i, names.urban[i]) for i in b.urban_order[city]]
    found += [("mine", i, names.mines[i]) for i, at in enumerate(b.mine_city) if at == city]
    if city in b.plant_city:
        plant = b.plant_city.index(city)
        found.append(("plant", plant, f"plant-{names.plants[plant]}"))
    return found + [("turbine", i, names.turbines[i]) for i, at in enumerate(b.turbine_city) if at == city]


def reward_at(name: str, way: Way) -> Point:
    """The middle of the label with a link's reward: beside its first two spaces, clear of them at any angle."""
    (ax, ay, angle), (bx, by, _) = way.spaces[0], way.spaces[1]
    side, turn = REWARD_SIDE.get(name, 1), math.radians(angle)
    nx, ny = -side * math.sin(turn), side * math.cos(turn)
    off = TILE_H / 2 + (abs(nx) * REWARD[0] + abs(ny) * REWARD[1]) / 2 + 1
    return (ax + bx) / 2 + nx * off, (ay + by) / 2 + ny * off


@lru_cache(maxsize=8)
def geography(t: Lookup, side: str) -> Geography:
    b = next(board for board in t.board if board.side == side)
    frames: dict[str, tuple[float, float, float, float]] = {}
    cells: dict[str, Cell] = {}
    for key, (cx, cy, rows) in PLACE[side].items():
        city = t.names.cities.index(key)
        todo = _cells_of(t, b, city)
        ends = 52 if city == b.praha else 27
        w = max(max(rows) * PITCH + 7, ends + 7.7 * len(b.label[city]))
        h = 19 + len(rows) * PITCH + 5.0
        frames[key] = (cx - w / 2, cy - h / 2, w, h)
        for r, k in enumerate(rows):
            left = cx - (k * PITCH - 2) / 2
            for i, (kind, which, ident) in enumerate(todo[:k]):
                cells[ident] = Cell(kind, which, left + i * PITCH, cy - h / 2 + 21 + r * PITCH)
            todo = todo[k:]
    ways = {}
    for link, name in enumerate(t.names.links):
        if b.links >> link & 1:
            ways[link] = _way(frames, name, len(b.link_spaces[link]), BEND[side].get(name))
    return Geography(frames, cells, ways)


def _edge(frame: tuple[float, float, float, float], towards: Point) -> Point:
    x, y, w, h = frame
    cx, cy = x + w / 2, y + h / 2
    dx, dy = towards[0] - cx, towards[1] - cy
    k = min(w / 2 / abs(dx) if dx else math.inf, h / 2 / abs(dy) if dy else math.inf)
    return cx + dx * k, cy + dy * k


def _straight(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> tuple[Point, Point]:
    """From frame to frame; what is nearly level is drawn level."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = a, b
    if abs(ay + ah / 2 - by - bh / 2) < 26:
        level = (max(ay, by) + min(ay + ah, by + bh)) / 2
        return ((ax + aw, level), (bx, level)) if ax < bx else ((ax, level), (bx + bw, level))
    return _edge(a, (bx + bw / 2, by + bh / 2)), _edge(b, (ax + aw / 2, ay + ah / 2))


def _way(
    frames: dict[str, tuple[float, float, float, float]],
    name: str,
    count: int,
    bend: tuple[Point, Point, Point] | None,
) -> Way:
    a, _, b = name.partition("-")
    steps = [i / POINTS for i in range(POINTS + 1)]
    if bend:
        p0, p1, p2 = bend
        mix = [((1 - k) ** 2, 2 * k * (1 - k), k * k) for k in steps]
        line = [(u * p0[0] + v * p1[0] + w * p2[0], u * p0[1] + v * p1[1] + w * p2[1]) for u, v, w in mix]
        d = f"M{p0[0]:.1f} {p0[1]:.1f}Q{p1[0]:.1f} {p1[1]:.1f} {p2[0]:.1f} {p2[1]:.1f}"
    else:
        p, q = _straight(frames[a], frames[b])
        line = [(p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k) for k in steps]
        d = f"M{p[0]:.1f} {p[1]:.1f}L{q[0]:.1f} {q[1]:.1f}"
    lengths = [0.0]
    for u, v in pairwise(line):
        lengths.append(lengths[-1] + math.dist(u, v))
    step = min(TILE_W + 3, lengths[-1] / count)
    spaces = [_spot(line, lengths, lengths[-1] / 2 + (i - (count - 1) / 2) * step) for i in range(count)]
    return Way(d, list(zip(lengths, line, strict=True)), spaces)


def _spot(line: list[Point], lengths: list[float], wanted: float) -> tuple[float, float, float]:
    """The point at a length, with the angle there."""
    j = next(j for j in range(POINTS) if lengths[j + 1] >= wanted)
    k = (wanted - lengths[j]) / (lengths[j + 1] - lengths[j])
    (x, y), (x2, y2) = line[j], line[j + 1]
    before, after = line[max(j - 1, 0)], line[min(j + 2, POINTS)]
    angle = math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))
    return x + (x2 - x) * k, y + (y2 - y) * k, angle

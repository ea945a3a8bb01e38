"""Pictures for the book and the lessons: pieces, parts of the boards, fragments of the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.draw.figures import cut_out, in_a_row, on_paper, part
from machinehall.draw.look import Panel, Piece
from machinehall.kernel.packs import record_id
from machinehall.titles.imperial_steam.components.types import City
from machinehall.titles.imperial_steam.drawing import pieces
from machinehall.titles.imperial_steam.drawing.boards import actions, contract, factory_board, worker_board
from machinehall.titles.imperial_steam.drawing.investment import investment
from machinehall.titles.imperial_steam.drawing.own import board, trains
from machinehall.titles.imperial_steam.drawing.places import HEIGHT, WIDTH, layout
from machinehall.titles.imperial_steam.drawing.railway import railway
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.drawing.strips import influence, legend, market, rounds, strips
from machinehall.titles.imperial_steam.drawing.town import cells, plate
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.options import BEGINNER

NEAR = (330.0, 230.0)
"""How much of the map is shown around a city."""
MARGIN = 5.0
"""Around a city that is shown alone."""
OWN = (712.0, 304.0)


def figure(s: Canvas, name: str) -> Panel | None:
    """A picture by its name, `kind` or `kind/id,id`; nothing where there is none of that kind."""
    kind, _, rest = name.partition("/")
    draw = FIGURES.get(kind)
    return None if draw is None else draw(s, rest.split(",") if rest else [])


def _near(s: Canvas, ids: list[str]) -> Panel:
    """The map around a city."""
    way = layout(s.t, s.s)
    x, y, w, h = way.frames[s.t.cities.index(ids[0])]
    wide, high = NEAR
    left = min(max(0.0, x + w / 2 - wide / 2), WIDTH - wide)
    top = min(max(0.0, y + h / 2 - high / 2), HEIGHT - high)
    return cut_out(railway(s, way), left, top, wide, high)


def _town(s: Canvas, ids: list[str]) -> Panel:
    """One city alone, as its tile is printed."""
    way = layout(s.t, s.s)
    x, y, w, h = way.frames[s.t.cities.index(ids[0])]
    return cut_out(railway(s, way), x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN)


def _tile(s: Canvas, ids: list[str]) -> Panel:
    """The same without the map around it, for lists of many."""
    way, city = layout(s.t, s.s), s.t.cities.index(ids[0])
    x, y, w, h = way.frames[city]
    drawn = plate(s, city, way.frames[city]) + cells(s, city, way.cells[city])
    return cut_out(drawn, x - 1, y - 1, w + 2, h + 2)


def _contract(s: Canvas, ids: list[str]) -> Panel:
    cards = [contract(s, s.t.contracts.index(ident), 0, 0, 84, False) for ident in ids]
    return in_a_row(s.th, cards, 84, 42)


def _goods(s: Canvas, _: list[str]) -> Panel:
    return in_a_row(s.th, [pieces.cube(s, good, 12, 12, 20) for good in range(len(s.t.goods))], 24, 24, 14)


BOARDS = {
    "market_rows": ("market",),
    "influence_columns": ("influence",),
    "rounds": ("rounds",),
    "goods": ("goods",),
    "share_rows": ("shares",),
}
"""Files that are printed on a board: the figure that shows them all."""


def piece(t: Lookup, file: str, key: str) -> Piece | None:
    """How a record is drawn: tiles lie in their cities in the beginner set-up, which is the same at every deal."""
    row: Any = next((row for row in t.pack.records[file] if record_id(row) == key), None)
    sites = {city.site_no: city.id for city in t.pack.rows("cities", City)}
    city, seats = "", t.constants["players_min"]
    match file:
        case "cities":
            city = key
        case "links":
            city = row.a
        case "factory_sites":
            city, seats = row.city, row.min_players
        case "city_tiles":
            city, seats = sites.get(row.number, ""), row.players
        case "metropolis_tiles":
            city = row.beginner_city[str(seats)]
        case "contracts":
            return Piece((f"contract/{key}",), seats, small=f"contract/{key}")
        case "factory_rows" | "worker_boards":
            return Piece(("factories" if file == "factory_rows" else "hiring",), row.players)
    shown = (f"town/{city}", f"near/{city}") if city else BOARDS.get(file, ())
    small = f"tile/{city}" if city and file != "links" else ""
    return Piece(shown, seats, {"setup": BEGINNER}, small=small) if shown else None


FIGURES: dict[str, Callable[[Canvas, list[str]], Panel]] = {
    "map": lambda s, _: part(WIDTH, HEIGHT, railway(s, layout(s.t, s.s)) + strips(s)),
    "near": _near,
    "town": _town,
    "tile": _tile,
    "legend": lambda s, _: cut_out(legend(s), 7, 229, 152, 136),
    "influence": lambda s, _: cut_out(influence(s), 7, 7, WIDTH - 14, 60),
    "rounds": lambda s, _: cut_out(rounds(s), 7, 71, 49 * s.t.rounds + 8, 62),
    "market": lambda s, _: cut_out(market(s), 7, 137, 206, 88),
    "actions": lambda s, _: part(OWN[0], 58, actions(s, 0, 0, OWN[0], 58)),
    "factories": lambda s, _: on_paper(s.th, 290, 142, factory_board(s, 0, 0, 290)),
    "hiring": lambda s, _: on_paper(s.th, 320, 142, worker_board(s, 0, 0)),
    "contract": _contract,
    "goods": _goods,
    "own": lambda s, _: part(*OWN, board(s, s.me or 0, 0, 0, *OWN)),
    "trains": lambda s, _: on_paper(s.th, 366, 118, trains(s, s.me or 0, 0, 0, 33)),
    "shares": lambda s, _: on_paper(s.th, 180, 222, investment(s, s.me or 0, 0, 0, 178, 190)),
}

"""Pictures for the book and the lessons: pieces, parts of the boards, fragments of the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.draw.figures import cut_out, in_a_row, on_paper, part
from machinehall.draw.kit import group
from machinehall.draw.look import Panel, Piece
from machinehall.kernel.packs import record_id
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.baron import GAP, QUEUE_H, TILE, queue_row
from machinehall.titles.nucleum.drawing.laid import laid
from machinehall.titles.nucleum.drawing.map import the_map
from machinehall.titles.nucleum.drawing.own import board
from machinehall.titles.nucleum.drawing.places import SITE, H, W, geography
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.drawing.seats import frame
from machinehall.titles.nucleum.drawing.side import contract_card, ends, market, milestone_head, milestones
from machinehall.titles.nucleum.lookup import Lookup

NEAR = (330.0, 230.0)
"""How much of the map is shown around a city."""
SCALE = 1.6
"""Pieces of the map are small; alone they are drawn larger."""
OWN = (578.0, 298.0)
ROW = 142.0
"""Where the row and its tracks end on a player's board."""


def figure(s: Canvas, name: str) -> Panel | None:
    """A picture by its name, `kind` or `kind/id,id`; nothing where there is none of that kind."""
    kind, _, rest = name.partition("/")
    draw = FIGURES.get(kind)
    return None if draw is None else draw(s, rest.split(",") if rest else [])


def _tile(s: Canvas, ids: list[str]) -> Panel:
    """Action tiles by their short names."""
    tiles = [next(tile for tile in s.t.tiles if tile.split(":")[0] == ident) for ident in ids]
    cards = [pieces.card(s, tile, 0, 0) for tile in tiles]
    return in_a_row(s.th, cards, pieces.CARD_W, pieces.CARD_H)


def _contract(s: Canvas, ids: list[str]) -> Panel:
    return in_a_row(s.th, [contract_card(s, ident, 0, 0, 92, 45) for ident in ids], 92, 45)


def _building(s: Canvas, ids: list[str]) -> Panel:
    """Buildings of the first seat, each dark and then lit."""
    numbers = [s.t.buildings.index(ident) for ident in ids]
    drawn = [pieces.building(s, number, lit, 0, 0) for number in numbers for lit in (False, True)]
    return in_a_row(s.th, [_larger(one) for one in drawn], SITE * SCALE, SITE * SCALE, 14)


def _standing(s: Canvas, ids: list[str]) -> Panel:
    """Buildings as they stand on the map: each in the colour of its owner, or neutral; none is lit."""
    drawn = [pieces.building(s, s.t.pieces.index(ident), False, 0, 0) for ident in ids]
    return in_a_row(s.th, [_larger(one) for one in drawn], SITE * SCALE, SITE * SCALE, 14)


def _queue(s: Canvas, ids: list[str]) -> Panel:
    """What the Baron of a seat does next, from the front, and where he recharges."""
    seat = int(ids[0])
    tiles = s.view["queue"][seat - s.view["seats"]]
    return part(len(tiles) * (TILE + GAP) - GAP, QUEUE_H, queue_row(s, seat, 0, 0, TILE, TILE + GAP))


def _industry(s: Canvas, _: list[str]) -> Panel:
    """A mine with uranium, and a turbine."""
    drawn = [pieces.mine(s, 0, 2, 3, 0, 0), pieces.turbine(s, 0, 0, 0)]
    return in_a_row(s.th, [_larger(one) for one in drawn], SITE * SCALE, SITE * SCALE, 14)


def _larger(body: str) -> str:
    return group(body, more=f' transform="scale({SCALE:g})"')


def _near(s: Canvas, ids: list[str]) -> Panel:
    """The map around a city."""
    x, y, w, h = geography(s.t, s.board.side).frames[ids[0]]
    wide, high = NEAR
    left = min(max(0.0, x + w / 2 - wide / 2), W - wide)
    top = min(max(0.0, y + h / 2 - high / 2), H - high)
    return cut_out(the_map(s, 0, 0), left, top, wide, high)


def _own(s: Canvas, _: list[str]) -> Panel:
    return part(*OWN, frame(s, s.me or 0, 0, 0, *OWN) + board(s, s.me or 0, 10, 10))


def _row(s: Canvas, _: list[str]) -> Panel:
    """The row of a player's board and the tracks under it."""
    return cut_out(_own(s, []).drawn, 0, 0, OWN[0], ROW + 18)


def _milestones(s: Canvas, _: list[str]) -> Panel:
    wide = 566.0
    body = milestone_head(s, 0, 0, wide) + milestones(s, 0, 18, wide / len(s.t.space_value))
    return on_paper(s.th, wide, 92, body)


PIECES = {"action_tiles": "tile", "contracts": "contract", "buildings": "building"}
BOARDS = {"milestone_spaces": "milestones", "tiers": "milestones", "segments": "milestones", "industry_rows": "own"}


def piece(t: Lookup, file: str, key: str) -> Piece | None:
    """How a record is drawn; each side of the map has files and numbers of players of its own."""
    if file in PIECES or file in BOARDS:
        alone = f"{PIECES[file]}/{key}" if file in PIECES else ""
        return Piece((alone or BOARDS[file],), 2, small=alone)
    kind, _, side = file.rpartition("_")
    row: Any = next((row for row in t.pack.records[file] if record_id(row) == key), None)
    city = {"cities": "id", "sites": "city", "links": "a"}.get(kind)
    return Piece((f"near/{getattr(row, city)}",), 2 if side == "12" else 3) if city else None


FIGURES: dict[str, Callable[[Canvas, list[str]], Panel]] = {
    "tile": _tile,
    "contract": _contract,
    "laid": laid,
    "building": _building,
    "piece": _standing,
    "queue": _queue,
    "industry": _industry,
    "map": lambda s, _: part(W, H, the_map(s, 0, 0)),
    "near": _near,
    "own": _own,
    "row": _row,
    "market": lambda s, _: on_paper(s.th, 346, 86, market(s, 0, 0)),
    "ends": lambda s, _: on_paper(s.th, 200, 92, ends(s, 0, 0, 200)),
    "milestones": _milestones,
}

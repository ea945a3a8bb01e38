"""Pictures for the book and the lessons: pieces and parts of the boards."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.draw.figures import in_a_row, on_paper, part
from machinehall.draw.kit import box
from machinehall.draw.look import Panel, Piece
from machinehall.titles.promethium.drawing import common
from machinehall.titles.promethium.drawing.fair import fair
from machinehall.titles.promethium.drawing.market import card_face, market
from machinehall.titles.promethium.drawing.office import office
from machinehall.titles.promethium.drawing.own import board, hand, scheme
from machinehall.titles.promethium.drawing.pieces import piece, tile_back, tile_face, token
from machinehall.titles.promethium.drawing.scene import Canvas

TILE = (112.0, 112.0)
CARD = (150.0, 108.0)
OWN = 626.0
OFFICE = "office"
"""Its plates show what can be done."""


def figure(s: Canvas, name: str) -> Panel | None:
    """A picture by its name, `kind` or `kind/id,id`; nothing where there is none of that kind."""
    kind, _, rest = name.partition("/")
    draw = FIGURES.get(kind)
    return None if draw is None else draw(s, rest.split(",") if rest else [])


def _tile(s: Canvas, ids: list[str]) -> Panel:
    """The faces of tiles, and the back of the first."""
    back = s.t.elements[s.t.tile_elements[s.t.tiles.index(ids[0])][0]]
    faces = [tile_face(s, ident, 1, 1, TILE[0] - 2, TILE[1] - 2) for ident in ids]
    return in_a_row(s.th, [*faces, tile_back(s, back, 1, 1, TILE[0] - 2, TILE[1] - 2, 0)], *TILE)


def _card(s: Canvas, ids: list[str]) -> Panel:
    """Project cards."""
    w, h = CARD
    cards = [box(0.5, 0.5, w - 1, h - 1, s.th["sheet"], s.th["rule"], 1, 3) + card_face(s, i, 0, 0, w, h) for i in ids]
    return in_a_row(s.th, cards, w, h)


def _scheme(s: Canvas, ids: list[str]) -> Panel:
    return in_a_row(s.th, [scheme(s, ident, 0, 0, 112, 92) for ident in ids], 112, 92)


def _tokens(s: Canvas, _: list[str]) -> Panel:
    """A bid token of each value, and one face down."""
    me = s.me or 0
    values = [token(s, me, bid, 16, 16, 15, "up") for bid in s.t.bids]
    return in_a_row(s.th, [*values, token(s, me, "", 16, 16, 15, "down")], 32, 32)


def _elements(s: Canvas, _: list[str]) -> Panel:
    return in_a_row(s.th, [piece(s, kind, 20, 15, 28) for kind in s.t.elements], 40, 30, 6)


PIECES = {"tiles": "tile", "start_tiles": "tile", "projects": "card", "schemes": "scheme"}
BOARDS = {"elements": "elements", "minerals": "elements", "bid_tokens": "tokens", "improvements": "improvements"}


def piece_of(file: str, key: str) -> Piece | None:
    """How a record is drawn."""
    if file in PIECES:
        return Piece((f"{PIECES[file]}/{key}",), 2, small=f"{PIECES[file]}/{key}")
    return Piece((BOARDS[file],), 2) if file in BOARDS else None


FIGURES: dict[str, Callable[[Canvas, list[str]], Panel]] = {
    "tile": _tile,
    "card": _card,
    "project": _card,
    "scheme": _scheme,
    "tokens": _tokens,
    "elements": _elements,
    "fair": lambda s, _: on_paper(s.th, 590, 590, fair(s, 0, 0, 590)),
    OFFICE: lambda s, _: on_paper(s.th, 590, 540, office(s, 0, 0, 590, 540)),
    "initiative": lambda s, _: on_paper(s.th, 160, 132, common.initiative(s, 0, 0)),
    "supply": lambda s, _: on_paper(s.th, 157, 250, common.supply(s, 0, 0, 157)),
    "improvements": lambda s, _: on_paper(s.th, 210, 140, common.improvements(s, 0, 0, 210)),
    "money": lambda s, _: on_paper(s.th, 590, 50, common.money(s, 0, 0, 590)),
    "market": lambda s, _: part(OWN, 240, market(s, 0, 0, OWN, 240)),
    "own": lambda s, _: part(OWN, 196, board(s, s.me or 0, 0, 0, OWN, 196)),
    "hand": lambda s, _: part(OWN, 132, hand(s, s.me or 0, 0, 0, OWN, 132)),
}

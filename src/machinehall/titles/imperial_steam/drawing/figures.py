"""Pictures for the book and the lessons: pieces, parts of the boards, fragments of the map."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.draw.figures import cut_out, in_a_row, on_paper, part
from machinehall.draw.look import Panel
from machinehall.titles.imperial_steam.drawing import pieces
from machinehall.titles.imperial_steam.drawing.boards import actions, contract, factory_board, worker_board
from machinehall.titles.imperial_steam.drawing.investment import investment
from machinehall.titles.imperial_steam.drawing.own import board, trains
from machinehall.titles.imperial_steam.drawing.places import HEIGHT, WIDTH, layout
from machinehall.titles.imperial_steam.drawing.railway import railway
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.drawing.strips import influence, legend, market, rounds, strips

NEAR = (330.0, 230.0)
"""How much of the map is shown around a city."""
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


def _contract(s: Canvas, ids: list[str]) -> Panel:
    cards = [contract(s, s.t.contracts.index(ident), 0, 0, 84, False) for ident in ids]
    return in_a_row(s.th, cards, 84, 42)


def _goods(s: Canvas, _: list[str]) -> Panel:
    return in_a_row(s.th, [pieces.cube(s, good, 12, 12, 20) for good in range(len(s.t.goods))], 24, 24, 14)


FIGURES: dict[str, Callable[[Canvas, list[str]], Panel]] = {
    "map": lambda s, _: part(WIDTH, HEIGHT, railway(s, layout(s.t, s.s)) + strips(s)),
    "near": _near,
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

"""What building costs, on the sites of the map that can be chosen."""

from __future__ import annotations

from typing import NamedTuple

from machinehall.draw.kit import box, icon, text
from machinehall.titles.nucleum.drawing.places import SITE, Cell
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.rules.industrialize import red_cost, worker_cost
from machinehall.titles.nucleum.rules.urbanize import cost, discount_of


class Price(NamedTuple):
    """Of the cheapest piece for a site."""

    least: int
    """Thalers of a building, workers of a mine or turbine."""
    red: int = 0
    """NU-10.6: thalers of a mine or turbine on a red site; those of a building are in its price."""


def prices_at(s: Canvas) -> dict[str, Price]:
    """By site, while something is built."""
    kind, args = s.frame()
    found: dict[str, Price] = {}
    if kind not in ("urbanize", "industrialize") or s.me is None:
        return found
    state, b = s.s, s.board
    less = discount_of(s.t, state, s.me, args.discount) if kind == "urbanize" else args.less_workers
    names = {"urbanize": s.t.names.urban, "mine": s.t.names.mines, "turbine": s.t.names.turbines}
    reds = {"mine": b.mine_red, "turbine": b.turbine_red}
    for action in s.legal:
        if action.kind in names:
            which, site = action.args
            if kind == "urbanize":
                price = Price(cost(s.t, which, b.urban_red >> site & 1, less))
            else:
                red = red_cost(s.t, args.less_thaler) if reds[action.kind] >> site & 1 else 0
                price = Price(worker_cost(s.t, state, which, less), red)
            name = names[action.kind][site]
            found[name] = min(price, found.get(name, price))
    return found


def paid_at(s: Canvas, cell: Cell, price: Price) -> str:
    """What a mine or turbine takes: workers at the corner of its site, over the next one, and thalers above them."""
    th, x, y = s.th, cell.x + SITE, cell.y + SITE
    out = box(x - 10, y - 9, 18, 13, th["arc"], rx=3)
    out += text(x - 4.5, y + 2, price.least, 12.5, th["sheet"], 700) + icon("worker", x + 3.5, y - 2.5, 8, th["sheet"])
    if price.red:
        out += box(x - 12, y - 22.5, 20, 13, th["warn"], rx=3)
        out += text(x - 2, y - 11.5, f"+{price.red}", 12.5, th["sheet"], 700)
    return out

"""Nucleum in the terminal: players, cities, rails, market, contracts, milestones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from machinehall.kernel.plain.board import BoardOfParts
from machinehall.kernel.wording import Say

from .components.types import COLOURS
from .lookup import Lookup
from .state import ROWS, SLOTS, TRACKS
from .words.names import ROMAN, Names

STYLE = {"red": "bold red", "blue": "bold blue", "yellow": "bold yellow", "teal": "bold cyan"}
CITY_STYLE = {"green": "green", "white": "white", "orange": "orange3", "purple": "magenta"}
TALL = 44
"""Lines of a terminal in which the map leaves space for the choices."""
MAP_KINDS = ("urbanize", "industrialize", "lay", "energize", "nucleum", "turn")
"""Decisions that look at the map."""


class NucleumBoard(BoardOfParts):
    """See `machinehall.kernel.parts.Board`."""

    def __init__(self, t: Lookup, say: Say, names: Names) -> None:
        self.t = t
        self.say = say
        self.names = names
        self._parts = {
            "players": self.players,
            "map": lambda view, seat: self.cities(view),
            "rails": lambda view, seat: self.rails(view),
            "market": lambda view, seat: self.market(view),
            "contracts": self.contracts,
            "milestones": lambda view, seat: self.milestones(view),
            "hand": self.hand,
            "barons": self.barons,
        }

    def overview(self, view: dict[str, Any], seat: int | None, width: int, height: int) -> list[RenderableType]:
        kind = view["stack"][-1][0] if view["stack"] else ""
        found = [self.score(view), self.hand(view, seat)]
        if kind in ("contract", "other_slot", "tile", "matched"):
            found.append(self.contracts(view, seat))
        elif kind in ("marker", "last_marker"):
            found.append(self.milestones(view))
        elif kind in ("develop", "free_tile", "power_bonus", "experiment"):
            found.append(self.market(view))
        if height >= TALL and kind in MAP_KINDS:
            found.append(self.cities(view))
        return found

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        parts = (self.cities(view), self.rails(view), self.market(view), self.contracts(view, seat))
        return Group(*parts, self.milestones(view), self.players(view, seat), self.hand(view, seat))

    # Small pieces

    def name(self, seat: int) -> Text:
        return Text(self.names.seat(seat), style=STYLE.get(self.names.colour(seat), "bold"))

    def head(self, key: str, *args: object) -> Text:
        return Text(self.say(f"board.{key}", *args), style="bold")

    def line(self, head: Text, words: Iterable[str]) -> Text:
        return head + Text(": " + (self.names.joined(words) or "–"), style="not bold")

    def tile(self, name: str) -> str:
        return self.names.tile(self.t.tiles.index(name))

    def contract(self, name: str) -> str:
        return self.names.contract(self.t.contracts.index(name))

    # Players

    def score(self, view: dict[str, Any]) -> RenderableType:
        """One line for each player."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("")
        for head in ("vp", "thaler", "workers", "uranium", "achievement", "income", "recharges"):
            table.add_column(self.say(f"board.{head}"), justify="right")
        for seat in range(view["players"]):
            mark = Text(" ▶" if seat == view["active"] else "", style="dim")
            letter = Text(f" {(view['experiment'][seat] or '').upper()}", style="dim")
            workers = f"{view['supply'][seat]}+{view['reserve'][seat]}"
            income = "/".join(str(k) for k in view["income"][TRACKS * seat : TRACKS * seat + TRACKS])
            uranium = sum(view["uranium"][ROWS * seat : ROWS * seat + ROWS])
            figures = (view["vp"][seat], view["thaler"][seat], workers, uranium, view["achievement"][seat], income)
            table.add_row(self.name(seat) + letter + mark, *map(str, figures), str(view["recharges"][seat]))
        return table

    def players(self, view: dict[str, Any], seat: int | None = None) -> RenderableType:
        people = (self._belongings(view, k) for k in range(view["seats"]))
        barons = (self._baron(view, k) for k in range(view["seats"], view["players"]))
        return Group(self.score(view), *people, *barons)

    def barons(self, view: dict[str, Any], seat: int | None = None) -> RenderableType:
        """What the Barons have, and the Logic card of the turn."""
        found: list[RenderableType] = [self._baron(view, k) for k in range(view["seats"], view["players"])]
        if view["logic"]:
            card = self.t.solo.logic.index(view["logic"])
            found.append(self.line(self.head("logic"), [self.names.logic(card)]))
        return Group(*found)

    def _baron(self, view: dict[str, Any], player: int) -> RenderableType:
        obstacle = self.say("board.obstacle")
        queue = view["queue"][player - view["seats"]]
        tiles = [obstacle if self.t.directive[self.t.tiles.index(tile)] else self.tile(tile) for tile in queue]
        tops = [next((b for b in stack if not self._built(view, player, b)), None) for stack in self.t.solo.stacks]
        rows = [
            self.line(self.head("queue"), [f"{i}. {tile}" for i, tile in enumerate(tiles, 1)]),
            self.line(self.head("held"), map(self.contract, view["fulfilled"][player])),
            self.line(self.head("stacks"), [self.names.building(top) for top in tops if top is not None]),
            self.line(self.head("network"), map(self.names.city, view["presence"][player])),
        ]
        return Group(Text(""), self.name(player), *rows)

    def _built(self, view: dict[str, Any], player: int, building: int) -> bool:
        return self.t.buildings[building] in view["built"][player]

    def _belongings(self, view: dict[str, Any], seat: int) -> RenderableType:
        slots = [c for c in view["slots"][SLOTS * seat : SLOTS * seat + SLOTS] if c]
        rows = [
            self.line(self.head("row"), map(self.tile, view["row"][seat])),
            self.line(self.head("tiles"), map(self.tile, view["pool"][seat])),
            self.line(self.head("contracts"), map(self.contract, slots)),
            self.line(self.head("technologies"), (tech.upper() for tech in view["tech"][seat])),
            self.line(self.head("network"), map(self.names.city, view["presence"][seat])),
        ]
        return Group(Text(""), self.name(seat), *rows)

    def hand(self, view: dict[str, Any], seat: int | None) -> RenderableType:
        """Tiles and contracts of the seat that looks."""
        if seat is None:
            return Text("")
        slots = [c for c in view["slots"][SLOTS * seat : SLOTS * seat + SLOTS] if c]
        tiles = self.line(self.head("tiles"), map(self.tile, view["pool"][seat]))
        return Group(tiles, self.line(self.head("contracts"), map(self.contract, slots)))

    # The map

    def cities(self, view: dict[str, Any]) -> RenderableType:
        """Every city with its sites; what stands there in the colour of its owner, powered buildings with a bolt."""
        t, b = self.t, self.t.board[view["players"]]
        table = Table.grid(padding=(0, 2, 0, 0))
        for city, key in enumerate(t.names.cities):
            if not b.cities >> city & 1:
                continue
            colour = COLOURS[b.colour[city]] if b.colour[city] >= 0 else ""
            name = Text(self.names.city(key), style=CITY_STYLE.get(colour, "bold"))
            sites = [self._urban(view, i) for i in b.urban_order[city]]
            sites += [self._mine(view, i) for i, at in enumerate(b.mine_city) if at == city]
            sites += [self._turbine(view, i) for i, at in enumerate(b.turbine_city) if at == city]
            if key in view["nucleums"]:
                sites.insert(0, Text(f"☢ {self.say('board.nucleum')}", style="bold yellow"))
            table.add_row(name, Text("  ").join(sites))
        return table

    def _urban(self, view: dict[str, Any], site: int) -> Text:
        t, key = self.t, self.t.names.urban[site]
        piece = view["urban"][site]
        if piece:
            at = t.pieces.index(piece)
            owner, building = divmod(at, len(t.buildings))
            lit = "⚡" if key in view["powered"] else f"({t.piece_need[at]})"
            if at >= t.first_neutral:
                row: Any = t.pack.records["neutral_buildings"][at - t.first_neutral]
                return Text(f"{self.say(f'name.{row.type}')}{lit}", style="dim")
            style = STYLE.get(self.names.colour(owner), "bold")
            return Text(f"{self.names.building(building)}{lit}", style=style)
        if key in view["urban_debris"]:
            return Text("×", style="dim")
        symbols = t.board[view["players"]].urban_symbols[site]
        words = "/".join(self.say(f"name.{s}") for s in symbols) or f"+{t.n.urban_red_thaler}"
        return Text(f"[{words}]", style="red" if not symbols else "dim")

    def _mine(self, view: dict[str, Any], site: int) -> Text:
        key = self.t.names.mines[site]
        if key in view["mine_site"]:
            at = view["mine_site"].index(key)
            style = STYLE.get(self.names.colour(at // ROWS), "bold")
            return Text(f"⚒{ROMAN[at % ROWS + 1]}:{view['uranium'][at]}", style=style)
        if key in view["mine_debris"]:
            return Text("×", style="dim")
        return Text(f"[⚒+{self.t.board[view['players']].mine_bonus[site]}]", style="dim")

    def _turbine(self, view: dict[str, Any], site: int) -> Text:
        key = self.t.names.turbines[site]
        if key in view["turbine_site"]:
            at = view["turbine_site"].index(key)
            return Text(f"✻{ROMAN[at % ROWS + 1]}", style=STYLE.get(self.names.colour(at // ROWS), "bold"))
        return Text("×" if key in view["turbine_debris"] else "[✻]", style="dim")

    def rails(self, view: dict[str, Any]) -> RenderableType:
        """Links with a tile on them."""
        t, b = self.t, self.t.board[view["players"]]
        lines: list[RenderableType] = [self.head("links")]
        for link, spaces in enumerate(b.link_spaces):
            if not any(view["rail_tile"][space] for space in spaces):
                continue
            done = t.names.links[link] in view["complete"]
            line = Text(f"{self.names('link', link)} {'═' if done else '┄'} ")
            for space in spaces:
                tile, owner = view["rail_tile"][space], view["rail_owner"][space]
                style = STYLE.get(self.names.colour(owner), "bold") if tile else "dim"
                line.append(self.tile(tile) if tile else "[ ]", style=style)
                line.append(" ")
            lines.append(line)
        return Group(*lines)

    # The side board

    def market(self, view: dict[str, Any]) -> RenderableType:
        head = self.head("market", view["tiles_left"])
        rows: list[RenderableType] = [head]
        for tile, price in zip(view["market"], self.t.prices, strict=True):
            rows.append(Text(f"{self.say('figure.thaler', n=price):>12}  {self.tile(tile) if tile else '–'}"))
        rows.append(self.head("coal"))
        b = self.t.board[view["players"]]
        for region, prices in enumerate(b.coal_prices):
            first, second = view["wagons"][2 * region : 2 * region + 2]
            price = prices[0] if first else prices[1] if second else prices[2]
            rows.append(Text(self.say("board.coal.region", self.names("region", region), price, first, second)))
        return Group(*rows)

    def contracts(self, view: dict[str, Any], seat: int | None = None) -> RenderableType:
        rows: list[RenderableType] = [self.head("display", view["silver_left"], view["gold_left"])]
        rows += [Text(f"  {self.contract(name)}") for name in view["display"] if name]
        rows.append(self.head("violet"))
        return Group(*rows, *(Text(f"  {self.contract(name)}") for name in view["violet"] if name))

    def milestones(self, view: dict[str, Any]) -> RenderableType:
        t = self.t
        rows: list[RenderableType] = [self.head("milestones")]
        for segment, tile in enumerate(view["milestone"]):
            spaces = [k for k, s in enumerate(t.space_segment) if s == segment]
            line = Text("  ")
            for space in spaces:
                line.append(f"{t.space_value[space]}", style="dim")
                for seat in range(view["players"]):
                    if str(t.space_value[space]) in view["markers"][seat]:
                        line.append("●", style=STYLE.get(self.names.colour(seat), "bold"))
                line.append(" ")
            mark = " ☢" if t.segments[segment] in view["track_nucleums"] else ""
            text = self.names("milestone", t.milestones.index(tile)) if tile else "–"
            rows.append(line + Text(f" {text}{mark}"))
        rows.append(self.head("ends"))
        for i, holder in enumerate(view["conditions"]):
            sign = Text("  ✓ ") + self.name(holder) + Text(" ") if holder >= 0 else Text("  ○ ")
            rows.append(sign + Text(self.names("condition", i)))
        return Group(*rows)

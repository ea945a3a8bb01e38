"""Imperial Steam in the terminal: players, goods, metropolises, cities and links, contracts."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from machinehall.kernel import fields
from machinehall.kernel.plain.board import BoardOfParts
from machinehall.kernel.wording import Say

from .lookup import ENGINEERS, Lookup, bits
from .rules.build import factory_cost, occupied
from .rules.final_scoring import income
from .rules.storage import freight
from .rules.trains import on_sale
from .sampling import fill
from .state import GOODS, ROWS, SECOND_COAL, TILES, ZONES, State
from .words.names import Names

WIDE = 150
"""From this width on the cities fit beside the rest."""
SIDE = 72
"""Width of the rest then."""
GOOD_STYLE = ("orange3", "grey70", "bright_cyan", "bold")
SEAT_STYLE = {"red": "bold red", "violet": "bold magenta", "blue": "bold blue", "yellow": "bold yellow"}
HUB_STYLE = {"brown": "orange3", "white": "bold", "green": "bright_green", "blue": "bright_blue"}


class ImperialSteamBoard(BoardOfParts):
    """See `machinehall.kernel.parts.Board`."""

    def __init__(self, t: Lookup, say: Say) -> None:
        self.t = t
        self.say = say
        self.names = Names(t, say)
        self._parts = {
            "players": lambda view, seat: self.players(view),
            "own": self.own,
            "goods": lambda view, seat: self.goods(self.state(view)),
            "metropolises": lambda view, seat: self.hubs(self.state(view)),
            "cities": lambda view, seat: self.cities(self.state(view)),
            "contracts": lambda view, seat: self.offer(self.state(view)),
        }

    def overview(self, view: dict[str, Any], seat: int | None, width: int, height: int) -> list[RenderableType]:
        if width >= WIDE:
            return [self.everything(view, seat, width)]
        s = self.state(view)
        return [self.head(s), self.players(view), self.goods(s), self.hubs(s), self.offer(s), self.own(view, seat)]

    def everything(self, view: dict[str, Any], seat: int | None, width: int) -> RenderableType:
        s = self.state(view)
        rest: list[RenderableType] = [self.head(s), self.players(view), Text(""), self.goods(s), Text("")]
        rest += [self.hubs(s), self.offer(s), Text("")]
        seats = range(s.seats) if seat is None else [seat, *(k for k in range(s.seats) if k != seat)]
        rest += [self.own(view, k) for k in seats]
        if width < WIDE:
            return Group(*rest, Text(""), self.cities(s))
        both = Table.grid(padding=(0, 2, 0, 0))
        both.add_column(width=SIDE)
        both.add_column()
        both.add_row(Group(*rest), self.cities(s))
        return both

    def state(self, view: dict[str, Any]) -> State:
        """A position that fits the view; money is always read from the view itself."""
        return fields.from_data(State, fill(self.t, view, random.Random(0)), self.t.domains)

    # Small pieces

    def name(self, seat: int) -> Text:
        return Text(self.names.seat(seat), style=SEAT_STYLE.get(self.t.colours[seat], "bold"))

    def badge(self, seat: int) -> Text:
        return Text(self.names.seat(seat)[0], style=SEAT_STYLE.get(self.t.colours[seat], "bold"))

    def good(self, good: int, count: int = 1) -> Text:
        return Text(f"{count} " if count != 1 else "", style=GOOD_STYLE[good]) + Text(
            self.names.good(good), style=GOOD_STYLE[good]
        )

    def colour(self, hub: int) -> str:
        """The colour of a metropolis in a word, for those who cannot see it."""
        return self.say(f"imperial-steam.board.metropolis.{self.t.hubs[hub]}")

    def listed(self, items: Iterable[Text]) -> Text:
        found = list(items)
        return Text(", ").join(found) if found else Text("–", style="dim")

    def line(self, key: str, value: Text) -> Text:
        before, _, after = self.say(f"imperial-steam.board.{key}", "\0").partition("\0")
        return Text(before, style="dim") + value + Text(after)

    def table(self, *keys: str) -> Table:
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        for key in keys:
            table.add_column(self.say(f"imperial-steam.board.{key}"))
        return table

    # Everybody

    def head(self, s: State) -> RenderableType:
        order = Text(" ").join(self.name(seat) for seat in s.order)
        line = self.line("order", order)
        tile = s.expeditions[s.round - 1] if s.round else -1
        orders = str(self.t.expedition_value[tile]) if tile >= 0 else "–"
        sale = ", ".join(f"{self.t.locos[i]} {self.t.loco_price[i]} ({s.locos[i]})" for i in on_sale(self.t, s))
        second = self.line("expedition", Text(orders)) + Text("   ") + self.line("sale", Text(sale or "–"))
        return Group(line, second)

    def players(self, view: dict[str, Any]) -> RenderableType:
        s = self.state(view)
        keys = ("player", "money", "income", "influence", "share", "investors", "sold", "tracks", "pawns", "goods")
        table = self.table(*keys)
        most = self.t.actions_of_round[s.round - 1] if s.round else 0
        for seat in range(s.seats):
            money = view["money"][seat]
            used = sum(s.pawns[TILES * seat : TILES * seat + TILES])
            goods = Text(" ").join(
                Text(f"{self.names.good(g)[:2]} {k}", style=GOOD_STYLE[g]) for g, k in enumerate(self._goods(s, seat))
            )
            cells = [
                self.name(seat),
                Text("?" if money is None else str(money)),
                Text(f"+{income(self.t, s, seat)}"),
                Text(str(self.t.columns[s.influence[seat]])),
                Text(str(self.t.share_price[s.share[seat]])),
                Text(str(s.investors[seat])),
                Text(str(s.dividends[seat])),
                Text(f"{s.tracks[seat].bit_count()}/{self.t.n.tracks}"),
                Text(f"{most - used}/{most}"),
                goods,
            ]
            table.add_row(*cells)
        return table

    def _goods(self, s: State, seat: int) -> list[int]:
        return s.goods[GOODS * seat : GOODS * seat + GOODS]

    def own(self, view: dict[str, Any], seat: int | None) -> RenderableType:
        """A player board in lines."""
        if seat is None:
            return Text("")
        s, t = self.state(view), self.t
        trains = [t.locos[x] for x in s.trains[ROWS * seat : ROWS * seat + ROWS] if x >= 0]
        wagons = self.say("imperial-steam.board.wagons", freight(t, s, seat), s.passengers[seat], s.reserved[seat])
        crew = (
            Text(f"{k}× {self.names.post(post)}")
            for post, k in enumerate(s.workers[ZONES * seat : ZONES * seat + ZONES])
            if k
        )
        stations = (Text(self.names.city(c)) for c in s.stations[ROWS * seat : ROWS * seat + ROWS] if c >= 0)
        ordered = self.listed(
            self.good(g, k) for g, k in enumerate(s.ordered[GOODS * seat : GOODS * seat + GOODS]) if k
        )
        keys = (
            Text(f"{self.names('key', i % 2)} ({self.colour(i // 2)})")
            for i, holder in enumerate(s.keys)
            if holder == seat
        )
        lines = [
            self.name(seat) + Text("  ") + self.line("trains", Text(f"{' '.join(trains)} ({wagons})")),
            self.line("workers", self.listed(crew)),
            self.line("engineers", self.listed(Text(self.names("engineer", e)) for e in bits(s.engineers[seat])))
            + Text("   ")
            + self.line("ordered", ordered),
            self.line("stations", self.listed(stations)) + Text("   ") + self.line("keys", self.listed(keys)),
            self.line("factories", self.listed(self._factories(s, seat))),
            self.line("contracts", self.listed(Text(self.names.contract(c)) for c in bits(s.contracts[seat]))),
            self.line("network", self.listed(Text(self.names.link(i)) for i in bits(s.tracks[seat]))),
        ]
        return Group(*lines)

    def _factories(self, s: State, seat: int) -> Iterable[Text]:
        for good in range(GOODS):
            for site in bits(s.factories[GOODS * seat + good]):
                place = Text(f" {self.names.city(self.t.site_city[site])} ({s.cubes[site]})")
                yield self.good(good) + place

    # Common boards

    def goods(self, s: State) -> RenderableType:
        table = self.table("good", "price", "left", "build", "reward")
        for good in range(GOODS):
            built, costs = s.built[good], self.t.build_cost[s.seats][good]
            cost = str(costs[built]) if built < len(costs) else "–"
            reward = "⚷" if good == self.t.coal else str(self.t.reward[s.seats][good][built - 1]) if built else "–"
            price = str(self.t.market_price[s.market[good]])
            table.add_row(self.good(good), price, str(s.market[good]), f"{cost} ({len(costs) - built})", reward)
        return table

    def hubs(self, s: State) -> RenderableType:
        t = self.t
        table = self.table("metropolis", "at", "hire", "sites", "growth")
        table.columns[3].header = Text(self.say("imperial-steam.group.engineer"))
        for hub, colour in enumerate(t.hubs):
            city = next((c for c, tile in enumerate(s.tile) if tile >= 0 and t.tile_hub[tile] == hub), -1)
            prices = [str(t.hiring_prices[s.hiring[c]]) for c in t.hire_open[s.seats] if t.hire_hub[c] == hub]
            people = [
                name[0] + (f"×{k}" if k > 1 else "")
                for kind, name in enumerate(ENGINEERS)
                if (k := s.engineers_left[2 * hub + kind])
            ]
            steps = t.growth_steps[s.growth[hub]] if s.growth[hub] >= 0 else []
            done = len(steps) - sum(mask >> city & 1 for mask in s.wanted) if city >= 0 else 0
            place = self.names.city(city) if city >= 0 else "–"
            name = Text(f"{place} ({self.colour(hub)})", style=HUB_STYLE.get(colour, ""))
            growth = " ".join("✓" if i < done else f"+{k}" for i, k in enumerate(steps))
            at = str(t.columns[s.metropolises[hub]])
            table.add_row(name, at, " ".join(prices), " ".join(people) or "–", growth)
        return table

    def offer(self, s: State) -> RenderableType:
        return self.line("offer", Text("; ").join(Text(self.names.contract(c)) for c in bits(s.offer)) or Text("–"))

    # The map

    def cities(self, s: State) -> RenderableType:
        table = self.table("city", "effort", "station", "sites", "demand", "links")
        for city in range(len(self.t.cities)):
            if s.tile[city] >= 0:
                table.add_row(*self._city(s, city))
        return Group(table, Text(self.say("imperial-steam.board.legend"), style="dim"))

    def _city(self, s: State, city: int) -> list[Text]:
        t, tile = self.t, s.tile[city]
        hub = t.tile_hub[tile]
        name = Text(self.names.city(city), style=HUB_STYLE.get(t.hubs[hub], "") if hub >= 0 else "")
        steps, left = t.tile_influence[tile] + t.board_influence[city], s.improvements[city]
        token = f" ◆{t.stacks[s.seats][t.symbol[tile]][left - 1]}" if left else ""
        effort = Text(f"{t.effort[tile]}{f' +{steps}' if steps else ''}{token}")
        owners = [i // ROWS for i, c in enumerate(s.stations) if c == city]
        free = t.station_slots[tile] - len(owners) if t.station_cost[tile] >= 0 else 0
        station = Text(" ").join(
            [*map(self.badge, owners), *([Text(f"{free}×{t.station_cost[tile]}")] if free else [])]
        )
        wants = [self.good(g) for g in range(GOODS) if s.wanted[g] >> city & 1]
        wants += [self.good(t.coal)] if s.wanted[SECOND_COAL] >> city & 1 else []
        links = Text(" ").join(self._link(s, city, link) for link in bits(t.city_links[city]))
        return [name, effort, station, self._sites(s, city), Text(" ").join(wants), links]

    def _sites(self, s: State, city: int) -> Text:
        found: list[Text] = []
        for site in bits(s.sites & self.t.city_sites[city]):
            at = next((i for i, mask in enumerate(s.factories) if mask >> site & 1), -1)
            if at >= 0:
                found.append(self.badge(at // GOODS) + Text(f"{s.cubes[site]}", style=GOOD_STYLE[at % GOODS]))
            elif not occupied(s) >> site & 1:
                costs = {factory_cost(self.t, s, site, g) for g in self._rows(s)}
                found.append(Text(str(costs.pop()) if len(costs) == 1 else "○", style="dim"))
        return Text(" ").join(found)

    def _rows(self, s: State) -> list[int]:
        return [g for g in range(GOODS) if s.built[g] < len(self.t.build_cost[s.seats][g])]

    def _link(self, s: State, city: int, link: int) -> Text:
        t = self.t
        other = sum(t.ends[link]) - city
        kind = ("b" if t.bridges >> link & 1 else "") + ("t" if t.tunnels >> link & 1 else "")
        mark = kind + ("c" if s.crowns >> link & 1 else "")
        found = Text(f"{self.names.city(other)}{f'({mark})' if mark else ''}".replace(" ", "\u00a0"))
        for seat, tracks in enumerate(s.tracks):
            if tracks >> link & 1:
                found = found + self.badge(seat)
        return found

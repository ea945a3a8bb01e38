"""What the tiles, cards and spaces of Imperial Steam do, in words made from their records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from machinehall.kernel.descriptions import Effects, Files
from machinehall.kernel.wording import Say
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.rules.turns import PASS

from .names import Names


class ImperialSteamEffects(Effects):
    """See `machinehall.kernel.descriptions.Effects`."""

    drawn: ClassVar[Files] = {
        "tile": ("action_tiles",),
        "city": ("cities",),
        "link": ("links",),
        "crown": ("links",),
        "site": ("factory_sites",),
        "contract": ("contracts",),
        "own": ("contracts", "goods"),
        "market": ("goods",),
        "loco": ("locomotives",),
        "column": ("influence_columns",),
        "round": ("rounds",),
    }
    named: ClassVar[Files] = {
        "tile-name": ("action_tiles",),
        "city": ("cities",),
        "link": ("links",),
        "site": ("factory_sites",),
        "good": ("goods",),
        "contract": ("contracts",),
        "loco": ("locomotives",),
        "tile": ("city_tiles", "metropolis_tiles"),
        "expedition": ("expedition_tiles",),
        "growth": ("growth_tiles",),
        "normal": ("normal_cards",),
    }
    by_print: ClassVar[frozenset[str]] = frozenset({"normal"})
    ruled: ClassVar[Mapping[str, str]] = {
        "actions": "IS-7.2",
        "chips": "IS-8.15",
        "dividends": "IS-11.10",
        "factory-board": "IS-8.24",
        "held": "IS-11.3",
        "influence": "IS-4.1",
        "investment": "IS-9.1",
        "legend": "IS-8.12",
        "market": "IS-8.31",
        "offer": "IS-2.18",
        "own-contracts": "IS-11.6",
        "own-factories": "IS-8.27",
        "rounds": "IS-6.1",
        "seat": "IS-2.21",
        "sell": "IS-9.1",
        "stores": "IS-5.1",
        "train": "IS-8.33",
        "trains": "IS-8.33",
        "worker-board": "IS-8.19",
        "workers": "IS-6.5",
    }
    shelves: ClassVar[Files] = {
        "turn": ("rounds", "action_tiles", "expedition_tiles"),
        "map": (
            *("cities", "city_tiles", "metropolis_tiles", "growth_tiles", "links", "nationalised_links"),
            *("factory_sites", "improvement_stacks", "improvement_tokens"),
        ),
        "goods": ("goods", "factory_rows", "market_rows"),
        "trains": ("locomotives", "worker_levels", "worker_boards"),
        "money": ("contracts", "share_rows", "influence_columns", "keys", "florins"),
        "setup": ("normal_cards", "beginner_setups"),
    }

    def __init__(self, t: Lookup, say: Say) -> None:
        self.t, self.names = t, Names(t, say)
        self.figures = asdict(t.n)
        tell = self._tell
        super().__init__(
            t.pack,
            say,
            {
                "action_tiles": lambda r: (
                    say(f"imperial-steam.name.tile.{r.id}"),
                    [tell(f"tile.{r.id}", **self.figures)],
                ),
                "cities": self._city,
                "city_tiles": self._city_tile,
                "metropolis_tiles": self._metropolis,
                "links": self._link,
                "factory_sites": self._site,
                "factory_rows": self._row,
                "goods": lambda r: (say(f"imperial-steam.name.good.{r.id}"), [tell("good", r.count, r.factory_tokens)]),
                "contracts": self._contract,
                "locomotives": self._locomotive,
                "expedition_tiles": lambda r: (tell("expedition"), [tell("expedition.text", r.value)]),
                "growth_tiles": lambda r: (tell("growth"), [tell("growth.text", self._list(r.steps))]),
                "improvement_tokens": lambda r: (tell("improvement", r.value), [tell("improvement.text", r.value)]),
                "improvement_stacks": self._stack,
                "keys": self._key,
                "influence_columns": self._column,
                "share_rows": lambda r: (tell("share", r.price), [tell("share.text", r.price, r.influence_cost)]),
                "market_rows": lambda r: (tell("market"), [tell("market.text", r.price)]),
                "worker_levels": self._level,
                "worker_boards": self._board,
                "nationalised_links": self._crown,
                "normal_cards": self._normal,
                "beginner_setups": self._beginner,
                "rounds": self._round,
                "florins": lambda r: (tell("florin", r.value), [tell("florin.text", r.count)]),
            },
        )

    def lying(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[tuple[str, str]]:
        """What a place stands for: the tile of a city, the row of a good, a metropolis, a worker, a share price."""
        first, _, last = rest.rpartition("-")
        if prefix in ("city", "station", "demand", "site"):
            city = next((key for key in (rest, first, rest.partition("-")[0]) if key in self.t.cities), "")
            tile = view["tile"][self.t.cities.index(city)] if city else ""
            return [("cities", city), ("city_tiles", tile or ""), ("metropolis_tiles", tile or "")]
        if prefix == "price":
            rows: list[Any] = self.t.pack.records["share_rows"]
            return [("share_rows", row.id) for row in rows if str(row.price) == rest]
        if prefix == "round":
            tile = (view["expeditions"] + [None])[int(rest) - 1]
            return [("expedition_tiles", tile or "")]
        found_at = {
            "factories": ("factory_rows", f"FB{view['seats']}-{rest}"),
            "hire": ("worker_boards", f"WB{view['seats']}"),
            "hub": ("metropolis_tiles", f"M-{rest}"),
            "marker": ("metropolis_tiles", f"M-{rest}"),
            "engineer": ("metropolis_tiles", f"M-{first}"),
            "post": ("worker_levels", last),
        }
        return [found_at[prefix]] if prefix in found_at else []

    def now(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[str]:
        """IS-7.4: what it costs the viewer to use an action once more; to pass, no more than there is (Amb-3)."""
        seat, t = view["seat"], self.t
        if prefix != "tile" or seat is None or rest not in t.action_tiles:
            return []
        loss = view["pawns"][seat][rest] * t.n.repeat_cost
        loss = min(loss, view["influence"][seat]) if rest == t.action_tiles[PASS] else loss
        return [self._tell("tile.again", self.say("imperial-steam.figure.influence", n=loss))] if loss else []

    def _tell(self, key: str, *args: object, **named: object) -> str:
        return self.say(f"imperial-steam.effect.{key}", *args, **named)

    def _list(self, values: Iterable[object]) -> str:
        return self.names.joined(map(str, values)) or self.say("list.none")

    def _goods(self, ids: Iterable[str]) -> str:
        return self._list(self.say(f"imperial-steam.name.good.{good}") for good in ids)

    def _cities(self, ids: Iterable[str]) -> str:
        return self._list(self.names.city(self.t.cities.index(key)) for key in ids)

    def _links(self, ids: Iterable[str]) -> str:
        return self._list(self.names.link(self.t.links.index(key)) for key in ids)

    # The map

    def _place(self, r: Any) -> list[str]:
        """Effort, influence, station, factories, demand: what is printed on a city."""
        lines = [self._tell("city.effort", r.effort)]
        if r.influence:
            lines.append(self._tell("city.influence", r.influence))
        if r.station_cost is not None:
            lines.append(self._tell("city.station", r.station_slots, r.station_cost))
        for rule in r.factory_sites:
            lines.append(self._cost(rule))
        if r.demand:
            lines.append(self._tell("city.demand", self._goods(r.demand)))
        if r.improvement_stack:
            lines.append(self._tell("city.improvement", r.improvement_stack))
        return lines

    def _cost(self, rule: str | int) -> str:
        return self._tell(f"site.{rule}") if isinstance(rule, str) else self._tell("site.fixed", rule)

    def _city(self, r: Any) -> tuple[str, list[str]]:
        lines = self._place(r.printed) if r.printed else [self._tell("city.by_tile")]
        if r.board_influence:
            lines.append(self._tell("city.influence", r.board_influence))
        return self.names.city(self.t.cities.index(r.id)), lines

    def _city_tile(self, r: Any) -> tuple[str, list[str]]:
        return self._tell("city_tile", r.number), [self._tell("city_tile.players", r.players), *self._place(r)]

    def _metropolis(self, r: Any) -> tuple[str, list[str]]:
        return self.say(f"imperial-steam.name.metropolis.{r.colour}"), [*self._place(r), self._tell("metropolis")]

    def _link(self, r: Any) -> tuple[str, list[str]]:
        lines = [self._tell(f"link.{r.type}")]
        if r.semmering:
            lines.append(self._tell("link.semmering"))
        return self.names.link(self.t.links.index(r.id)), lines

    def _site(self, r: Any) -> tuple[str, list[str]]:
        name = self.names.site(self.t.sites.index(r.id))
        return name, [self._cost(r.cost_rule), self._tell("site.players", r.min_players)]

    def _crown(self, r: Any) -> tuple[str, list[str]]:
        name = self.names.link(self.t.links.index(r.link))
        return name, [self._tell("crown")]

    # Goods, trains, contracts

    def _row(self, r: Any) -> tuple[str, list[str]]:
        return self._tell("row", self.say(f"imperial-steam.name.good.{r.good}"), r.players), [
            self._tell("row.cost", self._list(r.build_cost)),
            self._tell("row.reward", self._list(r.delivery_reward)),
        ]

    def _contract(self, r: Any) -> tuple[str, list[str]]:
        name = self.names.contract(self.t.contracts.index(r.id))
        return name, [self._tell("contract", r.deck, self._goods(r.factories), r.value)]

    def _locomotive(self, r: Any) -> tuple[str, list[str]]:
        lines = [self._tell("loco", r.price, r.wagons, r.copies)]
        if r.influence:
            lines.append(self._tell("city.influence", r.influence))
        if r.first_round:
            lines.append(self._tell("loco.round", r.first_round))
        return r.id, lines

    def _stack(self, r: Any) -> tuple[str, list[str]]:
        stacks = [self._tell("stack.text", seats, self._list(tokens)) for seats, tokens in r.bottom_to_top.items()]
        return self._tell("stack", r.symbol), stacks

    # Tracks and people

    def _key(self, r: Any) -> tuple[str, list[str]]:
        hub = self.say(f"imperial-steam.name.metropolis.{r.colour}")
        return self.say(f"imperial-steam.name.key.{r.metal}"), [self._tell("key", hub, r.order)]

    def _column(self, r: Any) -> tuple[str, list[str]]:
        return self._tell("column", r.column), [self._tell("column.text", r.gold_key, r.silver_key)]

    def _level(self, r: Any) -> tuple[str, list[str]]:
        return self._tell("level", r.id), [self._tell("level.text", r.experience, r.factory_output)]

    def _board(self, r: Any) -> tuple[str, list[str]]:
        hubs = self._list(self.say(f"imperial-steam.name.metropolis.{colour}") for colour in dict.fromkeys(r.columns))
        tokens = sum(r.engineer_slots.values())
        return self._tell("board", r.players), [self._tell("board.text", len(r.columns), hubs, tokens)]

    # Set-up

    def _normal(self, r: Any) -> tuple[str, list[str]]:
        hubs = self._tell("setup.hubs", self._cities(r.metropolis_cities))
        lines = [self._tell("city_tile.players", r.players), hubs]
        if r.special_cities:
            lines.append(self._tell("setup.special", self._cities(r.special_cities)))
        lines.append(self._tell("setup.crowns", self._links(r.nationalised_links)))
        return self.say("imperial-steam.action.setup-card", self.names.card(r.id)), lines

    def _beginner(self, r: Any) -> tuple[str, list[str]]:
        return self._tell("setup.beginner"), [
            self._tell("city_tile.players", r.players),
            self._tell("setup.expeditions", self._list(r.expeditions)),
            self._tell("setup.crowns", self._links(r.crowns)),
        ]

    def _round(self, r: Any) -> tuple[str, list[str]]:
        lines = [self._tell("round.text", r.action_pawns)]
        lines += [self._tell(f"round.{key}") for key in ("expedition_space", "market_refill") if getattr(r, key)]
        return self._tell("round", r.id.rpartition("-")[2]), lines

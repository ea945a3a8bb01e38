"""What the things of Imperial Steam are called in a language. Cities keep those of the map unless it has its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from machinehall.kernel.wording import Say
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, LEVELS


class Names:
    """Ids to names in one language."""

    def __init__(self, t: Lookup, say: Say, called: Sequence[str] = ()) -> None:
        self.t = t
        self.say = say
        self.called = called
        self.by_domain: dict[str, Callable[[int], str]] = {
            "seat": self.seat,
            "city": self.city,
            "tile": self.tile,
            "normal": lambda i: self.card(t.normal[i]),
            "link": self.link,
            "site": self.site,
            "good": self.good,
            "demand": lambda i: (
                self.good(i) if i < GOODS else say("imperial-steam.name.second_coal", self.good(t.coal))
            ),
            "metropolis": self.hub,
            "contract": self.contract,
            "card": lambda i: self.link(t.card_link[i]),
            "expedition": lambda i: str(t.expedition_value[i]),
            "growth": lambda i: self.joined(f"+{k}" for k in t.growth_steps[i]),
            "engineer": lambda i: say(f"imperial-steam.name.engineer.{t.domains['engineer'][i]}"),
            "hire": lambda i: say("imperial-steam.name.hire", self.hub(t.hire_hub[i]), i % 2 + 1),
            "crew": lambda i: self.crew(t.crews[i]),
            "post": self.post,
            "use": lambda i: say(f"imperial-steam.name.use.{t.domains['use'][i]}"),
            "tile-name": lambda i: say(f"imperial-steam.name.tile.{t.action_tiles[i]}"),
            "key": lambda i: say(f"imperial-steam.name.key.{t.domains['key'][i]}"),
            "round": lambda i: say("imperial-steam.name.round", i + 1),
            "number": str,
        }

    def __call__(self, domain: str, value: int) -> str:
        found = self.by_domain.get(domain)
        return found(value) if found else str(self.t.domains[domain][value])

    def joined(self, words: Iterable[str]) -> str:
        return self.say("list.separator").join(word for word in words if word)

    def seat(self, seat: int) -> str:
        return self.called[seat] if seat < len(self.called) else self.say(f"colour.{self.t.colours[seat]}")

    def good(self, good: int) -> str:
        return self.say(f"imperial-steam.name.good.{self.t.goods[good]}")

    def goods(self, amounts: Sequence[int]) -> str:
        """Amounts by good: 2× wood, 1× coal."""
        return self.joined(
            self.say("imperial-steam.figure.good", self.good(g), n=k) for g, k in enumerate(amounts) if k
        )

    def hub(self, hub: int) -> str:
        return self.say(f"imperial-steam.name.metropolis.{self.t.hubs[hub]}")

    def city(self, city: int) -> str:
        own = f"imperial-steam.name.city.{self.t.cities[city]}"
        return self.say(own) if self.say.has(own) else self.t.city_names[city]

    def tile(self, tile: int) -> str:
        """A metropolis by its colour, another city tile by its number; what is printed on the map by its city."""
        hub = self.t.tile_hub[tile]
        if hub >= 0:
            return self.hub(hub)
        rows: Any = self.t.pack.records["city_tiles"]
        if tile < len(rows):
            return self.say("imperial-steam.name.numbered", rows[tile].number)
        return self.city(next(city for city, printed in self.t.printed_tile.items() if printed == tile))

    def card(self, key: str) -> str:
        """A card of the normal set-up by its players and its number among theirs."""
        rows: Any = self.t.pack.records["normal_cards"]
        players = next(r.players for r in rows if r.id == key)
        number = [r.id for r in rows if r.players == players].index(key) + 1
        return self.say("imperial-steam.name.normal", number, n=players)

    def link(self, link: int) -> str:
        a, b = self.t.ends[link]
        return self.say("imperial-steam.name.link", self.city(a), self.city(b))

    def site(self, site: int) -> str:
        """A factory site by its city and its number there."""
        city = self.t.site_city[site]
        return self.say("imperial-steam.name.site", self.city(city), bits(self.t.city_sites[city]).index(site) + 1)

    def crew(self, crew: Sequence[int]) -> str:
        return self.joined(f"{k}× {name}" for k, name in zip(crew, self.t.levels, strict=True) if k)

    def post(self, post: int) -> str:
        zone = "working" if post >= LEVELS else "training"
        return self.say(f"imperial-steam.name.post.{zone}", self.t.levels[post % LEVELS])

    def contract(self, card: int) -> str:
        needs = [
            self.good(g) if k == 1 else f"{k}× {self.good(g)}" for g, k in enumerate(self.t.contract_needs[card]) if k
        ]
        return self.say("imperial-steam.name.contract", self.say.together(needs), self.t.contract_value[card])

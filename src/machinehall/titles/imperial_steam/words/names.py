"""What the things of Imperial Steam are called in a language. Cities keep the names of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from machinehall.kernel.wording import Say
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import LEVELS


class Names:
    """Ids to names in one language."""

    def __init__(self, t: Lookup, say: Say, called: Sequence[str] = ()) -> None:
        self.t = t
        self.say = say
        self.called = called
        self.by_domain: dict[str, Callable[[int], str]] = {
            "seat": self.seat,
            "city": lambda i: t.city_names[i],
            "link": self.link,
            "site": self.site,
            "good": self.good,
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

    def link(self, link: int) -> str:
        a, b = self.t.ends[link]
        return self.say("imperial-steam.name.link", self.t.city_names[a], self.t.city_names[b])

    def site(self, site: int) -> str:
        """A factory site by its city and its number there."""
        city = self.t.site_city[site]
        return self.say(
            "imperial-steam.name.site", self.t.city_names[city], bits(self.t.city_sites[city]).index(site) + 1
        )

    def crew(self, crew: Sequence[int]) -> str:
        return self.joined(f"{k}× {name}" for k, name in zip(crew, self.t.levels, strict=True) if k)

    def post(self, post: int) -> str:
        zone = "working" if post >= LEVELS else "training"
        return self.say(f"imperial-steam.name.post.{zone}", self.t.levels[post % LEVELS])

    def contract(self, card: int) -> str:
        needs = self.joined(
            self.good(g) if k == 1 else f"{k}× {self.good(g)}" for g, k in enumerate(self.t.contract_needs[card]) if k
        )
        return self.say("imperial-steam.name.contract", needs, self.t.contract_value[card])

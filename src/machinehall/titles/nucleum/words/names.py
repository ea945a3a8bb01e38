"""What the things of Nucleum are called in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from machinehall.kernel.memo import kept
from machinehall.kernel.packs import record_id
from machinehall.kernel.wording import Say
from machinehall.titles.nucleum.components.types import COLOURS, TYPES
from machinehall.titles.nucleum.lookup import HALVES, MAIN, WORKER_SOURCE, Lookup

ROMAN = ("", "I", "II", "III", "IV")
NO_SEAT = -1


class Names:
    """Ids to names in one language."""

    def __init__(self, t: Lookup, say: Say, called: Sequence[str] = (), people: int | None = None) -> None:
        """`people`: how many seats there are; whoever comes after them is a Baron. Without it everybody is a seat."""
        self.t = t
        self.say = say
        self.called = called
        self.people = people or len(called) or len(t.domains["seat"])
        self.records: dict[str, dict[str, Any]] = {
            file: {record_id(row): row for row in rows} for file, rows in t.pack.records.items()
        }
        self.city_names = {row.id: row.name for side in ("12", "34") for row in t.pack.records[f"cities_{side}"]}  # type: ignore[attr-defined]
        self.known: dict[tuple[str, int], str] = {}
        self.by_domain: dict[str, Callable[[int], str]] = {**self._places(), **self._things()}

    def _places(self) -> dict[str, Callable[[int], str]]:
        names, say = self.t.names, self.say
        return {
            "city": lambda i: self.city(names.cities[i]),
            "urban": lambda i: self.site("urban", names.urban[i]),
            "minesite": lambda i: self.site("minesite", names.mines[i]),
            "turbine": lambda i: self.site("turbine", names.turbines[i]),
            "link": lambda i: self.link(names.links[i]),
            "space": lambda i: self.space(names.spaces[i]),
            "plant": lambda i: self.city(names.plants[i]),
            "region": lambda i: say(f"name.{names.regions[i]}"),
        }

    def _things(self) -> dict[str, Callable[[int], str]]:
        t, say, halves = self.t, self.say, self.t.domains["half"]
        return {
            "seat": self.seat,
            "tile": self.tile,
            "half": lambda i: say(f"name.half.{halves[i]}"),
            "way": lambda i: say(f"name.way.{t.domains['way'][i]}"),
            "main": lambda i: say(f"name.{t.domains['main'][i]}"),
            "building": self.building,
            "neutral": self.neutral,
            "piece": self.piece,
            "row": lambda i: say("name.row", i + 1),
            "slot": lambda i: say("name.slot", i + 1),
            "contract": self.contract,
            "technology": lambda i: t.technologies[i].upper(),
            "experiment": lambda i: t.experiments[i].upper(),
            "milestone": lambda i: say(f"text.milestone.{t.milestone_counts[i]}"),
            "milestone_space": lambda i: str(t.space_value[i]),
            "segment": lambda i: str(i + 1),
            "card": lambda i: t.cards[i].upper(),
            "track": lambda i: say(f"name.track.{t.domains['track'][i]}"),
            "source": self.source,
            "condition": lambda i: say(f"name.condition.{t.domains['condition'][i]}"),
            "number": str,
            "logic": self.logic,
            "die": lambda i: say("name.die", t.domains["die"][i]),
            "deed": self.deed,
            "type": lambda i: say(f"name.{t.domains['type'][i]}"),
            "symbol": lambda i: say(f"name.{t.domains['symbol'][i]}"),
            **{d: self._plain(d) for d in ("criterion", "reason", "rail_condition", "develop_step", "industry")},
        }

    def __call__(self, domain: str, value: int) -> str:
        key = domain, value
        return self.known[key] if key in self.known else kept(self.known, key, self.by_domain[domain](value))

    def near(self, domain: str, value: int) -> str:
        """A place by its city or its link; everything else as ever."""
        names = self.t.names
        if domain == "space":
            return self.link(names.spaces[value].rpartition(".")[0])
        sites = {"urban": names.urban, "minesite": names.mines, "turbine": names.turbines}.get(domain)
        return self(domain, value) if sites is None else self.city(sites[value].rpartition("-")[0])

    def joined(self, words: Iterable[str]) -> str:
        return self.say("list.separator").join(word for word in words if word)

    def colour(self, seat: int) -> str:
        return str(self.t.constants["seat_colours"][seat])

    def seat(self, seat: int) -> str:
        if seat >= self.people:
            return self.say(self.t.solo.barons[seat - self.people])
        return self.called[seat] if seat < len(self.called) else self.say(f"colour.{self.colour(seat)}")

    # The Baron

    def _plain(self, domain: str) -> Callable[[int], str]:
        return lambda i: self.say(f"name.{domain}.{self.t.domains[domain][i]}")

    def deed(self, deed: int) -> str:
        name = self.t.domains["deed"][deed]
        return self.say(f"name.{name}" if name in MAIN else f"name.deed.{name}")

    def logic(self, card: int) -> str:
        """What a Logic card shows (NU-23.19)."""
        solo = self.t.solo
        tie = self.say(f"name.criterion.{'highest' if solo.highest[card] else 'lowest'}")
        types = " > ".join(self("type", kind) for kind in solo.types[card])
        wish = self.say(f"name.logic.{solo.industry[card]}")
        return self.say("name.logic", solo.logic[card].upper(), tie, types, wish)

    # Places

    def city(self, key: str) -> str:
        return str(self.city_names[key])

    def site(self, kind: str, key: str) -> str:
        city, _, place = key.rpartition("-")
        return self.say(f"name.{kind}", self.city(city), place[1:])

    def link(self, key: str) -> str:
        return self.say("name.link", *(self.city(end) for end in key.split("-")))

    def space(self, key: str) -> str:
        link, _, place = key.rpartition(".")
        return self.say("name.space", self.link(link), place)

    # Pieces

    def half(self, at: int) -> str:
        """One half of a tile with its modifier, by tile * 2 + half."""
        tile = self.t.pack.records["action_tiles"][at // HALVES]
        half = tile.halves[at % HALVES]  # type: ignore[attr-defined]
        amounts = {k: getattr(half, k) for k in ("amount", "thaler", "worker", "cost_thaler")}
        name = self.say(f"name.{half.action}", **amounts)
        for key, field in MODIFIERS.items():
            if n := getattr(half, field):
                figure = self.say(f"figure.{key}", n=n) if key in FIGURES else ""
                name = f"{name} {self.say(f'mod.{key}', figure, n=n)}"
        return name

    def tile(self, tile: int) -> str:
        if self.t.directive[tile]:
            return self.say("name.tile.one", self.say("name.directive"))
        return self.say("name.tile", *(self.half(HALVES * tile + k) for k in range(HALVES)))

    def building(self, building: int) -> str:
        row: Any = self.t.pack.records["buildings"][building]
        return self.say("name.building", self.say(f"name.{row.type}"), ROMAN[row.level])

    def neutral(self, i: int) -> str:
        row: Any = self.t.pack.records["neutral_buildings"][i]
        return self.say("name.neutral", self.say(f"name.{row.type}"), row.power_need)

    def piece(self, piece: int) -> str:
        """A building with whose it is, or a neutral one."""
        if piece >= self.t.first_neutral:
            return self.neutral(piece - self.t.first_neutral)
        seat, building = divmod(piece, len(self.t.buildings))
        return self.say("name.piece", self.seat(seat), self.building(building))

    def source(self, source: int) -> str:
        return self.say("name.source.worker" if source == WORKER_SOURCE else "name.source.uranium", source)

    # Contracts and rewards

    def need(self, contract: int) -> str:
        t, which = self.t, self.t.need_which[contract]
        kind, count = t.need_type[contract], t.need_count[contract]
        if kind == "buildings_of_type":
            return self.say(f"need.{TYPES[which]}", n=count)
        word = self.say(f"name.{COLOURS[which]}") if kind == "structures_in_colour" else ""
        if kind.endswith("in_city"):
            word = self("city", which)
        return self.say(f"need.{kind}", word, n=count)

    def rewards(self, reward: Mapping[str, Any]) -> str:
        """2 VP, 1 worker."""
        found = []
        for kind, amount in reward.items():
            if isinstance(amount, dict):
                found.append(self.say("figure.tile", n=amount["discount_thaler"]))
            else:
                found.append(self.say(f"figure.{kind}", n=amount))
        return self.joined(found)

    def contract(self, contract: int) -> str:
        return self.say("name.contract.terms", self.need(contract), self.rewards(self.t.contract_reward[contract]))

    def technology(self, tech: int) -> str:
        """What a technology does."""
        effect = dict(self.t.tech_effect[tech])
        steps = effect.pop("steps", ())
        effect |= {"least": "/".join(str(a) for a, _ in steps), "vp": "/".join(str(b) for _, b in steps)}
        return self.effect(f"text.technology.{self.t.technologies[tech]}", effect)

    def turbine_effect(self, row: int, experiment: int) -> str:
        """What the turbine of a row does for an Experiment."""
        rows: list[Any] = self.t.pack.records["industry_rows"]
        boards: list[Any] = self.t.pack.records["experiments"]
        key = rows[row].turbine_effect
        key = boards[experiment].turbine_effect if key == "experiment" else key
        return self.effect(f"text.turbine.{key}", self.t.turbine_effect[row][experiment])

    def effect(self, message: str, figures: Mapping[str, Any]) -> str:
        """What a technology or turbine does. The noun beside the first number takes the plural form of that number."""
        first = next((value for value in figures.values() if type(value) is int), None)
        return self.say(message, n=first, **figures)


MODIFIERS = {
    "thaler": "discount_thaler",
    "worker": "discount_worker",
    "uranium": "gain_uranium",
    "electricity": "electricity",
    "double": "double_reward",
}
FIGURES = ("thaler", "worker", "uranium")
"""Modifiers that are told in words."""

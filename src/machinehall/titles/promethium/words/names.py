"""What the things of Promethium are called in a language. Names come from the component files unless translated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from machinehall.kernel.french import FRENCH, typeset
from machinehall.kernel.memo import kept
from machinehall.kernel.packs import record_id
from machinehall.kernel.wording import Say
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import NEUTRAL, RESERVE, SEATS, STOCK

FILES = {
    "project": "projects",
    "scheme": "schemes",
    "element": "elements",
    "improvement": "improvements",
    "family": "families",
}


class Names:
    """Ids to names in one language."""

    def __init__(self, t: Lookup, say: Say, called: Sequence[str] = ()) -> None:
        self.t = t
        self.say = say
        self.called = called
        """The names of the seats; their colours if not given."""
        self.records: dict[str, dict[str, Any]] = {
            domain: {record_id(row): row for row in t.pack.records[file]} for domain, file in FILES.items()
        }
        self.known: dict[tuple[str, int], str] = {}
        self.by_domain: dict[str, Callable[[int], str]] = {
            "seat": self.seat,
            "owner": self.owner,
            "holder": self.holder,
            "tile": self.tile,
            "line": lambda i: self.place(t.lines[i]),
            "end": lambda i: self.place(t.ends[i]),
            "cell": lambda i: t.cells[i],
            "project": lambda i: self.component("project", t.projects[i]),
            "scheme": lambda i: self.component("scheme", t.schemes[i]),
            "element": lambda i: self.component("element", t.elements[i]),
            "improvement": lambda i: self.component("improvement", t.improvement_ids[i]),
            "mineral": lambda i: self.component("element", t.elements[t.minerals[i]]),
            "country": lambda i: self.component("element", t.elements[t.countries[i]]),
            "bid": lambda i: str(t.bids[i]),
            "amount": lambda i: t.domains["amount"][i],
            "pawns": lambda i: t.domains["pawns"][i],
            "slot": lambda i: str(i + 1),
            "number": str,
            "gems": lambda i: self.gems(t.gem_sets[i]),
            "baggage": lambda i: self.element(t.minerals[i - 1]) if i else say("name.no-mineral"),
            "countries": lambda i: self.elements(t.countries[k] for k in t.country_sets[i]),
        }

    def __call__(self, domain: str, value: int) -> str:
        key = domain, value
        return self.known[key] if key in self.known else kept(self.known, key, self.by_domain[domain](value))

    def component(self, domain: str, key: str, field: str = "name") -> str:
        """A field of a component as this language has it: in its catalogue, in the file itself, or in English."""
        message = f"{field}.{domain}.{key}"
        record = self.records[domain][key]
        if self.say.has(message):
            return self.say(message, **self._figures(record))
        found: str = getattr(record, f"{field}_{self.say.lang}", None) or getattr(record, field)
        return typeset(found) if self.say.lang == FRENCH else found

    def _figures(self, record: Any) -> dict[str, object]:
        """The numbers that a translated text may speak of, so that it cannot disagree with the data."""
        t = self.t
        found: dict[str, object] = asdict(t.n)
        for kind, content, lab in zip(t.minerals, t.content, t.lab_content, strict=True):
            found |= {t.elements[kind]: content, f"lab_{t.elements[kind]}": lab}
        effect = {k: v for k, v in getattr(record, "effect", {}).items() if isinstance(v, int)}
        # The noun beside the first number of an effect takes the plural form of that number.
        found |= effect | {"n": next(iter(effect.values()), None)}
        for i, cost in enumerate(getattr(record, "cost", ())):
            found[f"cost_{i}"] = cost
            found[f"amount_{i}"] = t.constants["black_market_promethium"][min(i, 1)]
        return found

    def colour(self, seat: int) -> str:
        """The English name of a seat's colour; the neutral player has its own."""
        if seat == NEUTRAL:
            return str(self.t.constants["neutral_color"])
        return str(self.t.constants["player_colors"][seat])

    def seat(self, seat: int) -> str:
        return self.called[seat] if seat < len(self.called) else self.say(f"colour.{self.colour(seat)}")

    def owner(self, owner: int) -> str:
        return self.say("name.neutral") if owner == NEUTRAL else self.seat(owner)

    def holder(self, holder: int) -> str:
        if holder in (RESERVE, STOCK):
            return self.say("name.reserve" if holder == RESERVE else "name.stock")
        return self.seat(holder - SEATS)

    def element(self, kind: int) -> str:
        return self.component("element", self.t.elements[kind])

    def elements(self, kinds: Iterable[int]) -> str:
        return self.joined(self.element(kind) for kind in kinds)

    def joined(self, words: Iterable[str]) -> str:
        return self.say("list.separator").join(words)

    def tile(self, tile: int) -> str:
        t = self.t
        return self.say("name.tile", *(self.element(k) for k in t.tile_elements[tile]), t.tile_value[tile])

    def place(self, key: str) -> str:
        """A line such as "row-2" or an end such as "b-north"."""
        first, _, second = key.partition("-")
        if first in ("row", "col"):
            return self.say(f"name.line.{first}", second)
        return self.say(f"name.end.{second}", first)

    def gems(self, amounts: Iterable[int]) -> str:
        """A set of minerals: 2 Coal, Iron."""
        named = ((self.element(k), n) for k, n in zip(self.t.minerals, amounts, strict=True) if n)
        return self.joined(self.say("figure.several", name, n) if n > 1 else name for name, n in named)

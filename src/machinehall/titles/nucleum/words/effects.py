"""What the tiles, cards and spaces of Nucleum do, in words made from their records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from machinehall.kernel.descriptions import Effect, Effects, Files
from machinehall.kernel.wording import Say
from machinehall.titles.nucleum.lookup import HALVES, MAIN, Lookup

from .names import MODIFIERS, ROMAN, Names

SIDES = ("12", "34")
ZERO = "milestone-0"


class NucleumEffects(Effects):
    """See `machinehall.kernel.descriptions.Effects`."""

    drawn: ClassVar[Files] = {
        "tile": ("action_tiles",),
        "row": ("action_tiles",),
        "building": ("buildings",),
        "contract": ("contracts",),
        "slot": ("contract_slots",),
        "tech": ("technologies",),
        "milestone": ("milestone_spaces",),
        "segment": ("segments",),
        "income": ("income_tracks",),
        "plant": ("cities_12", "cities_34"),
        "site": ("sites_12", "sites_34"),
        "coal": ("coal_12", "coal_34"),
    }
    named: ClassVar[Files] = {
        "tile": ("action_tiles",),
        "building": ("buildings",),
        "contract": ("contracts",),
        "slot": ("contract_slots",),
        "technology": ("technologies",),
        "experiment": ("experiments",),
        "row": ("industry_rows",),
        "track": ("income_tracks",),
        "milestone_space": ("milestone_spaces",),
        "plant": ("cities_12", "cities_34"),
        "region": ("coal_12", "coal_34"),
        "card": ("setup_cards",),
        "neutral": ("neutral_buildings",),
    } | dict.fromkeys(("urban", "minesite", "turbine"), ("sites_12", "sites_34"))
    by_print: ClassVar[frozenset[str]] = frozenset({"card", "neutral"})
    ruled: ClassVar[Mapping[str, str]] = {
        "act-recharge": "NU-16.1",
        "estate": "NU-16.2",
        "half": "NU-7.1",
        "hand": "NU-4.2",
        "milestones": "NU-16.4",
        "obstacle": "NU-23.24",
        "queue": "NU-23.25",
        "stacks": "NU-23.3",
        "logic": "NU-23.19",
        "points": "NU-18.8",
        "seat": "NU-5.1",
    }
    shelves: ClassVar[Files] = {
        "tiles": ("action_tiles", "buildings", "neutral_buildings", "contracts"),
        "own": ("contract_slots", "industry_rows", "turbine_effects", "income_tracks", "technologies", "experiments"),
        "milestones": ("milestones", "milestone_spaces", "segments", "tiers"),
        "map_34": ("cities_34", "sites_34", "links_34", "coal_34"),
        "map_12": ("cities_12", "sites_12", "links_12", "coal_12"),
        "setup": ("setup_cards",),
        "alone": ("logic_cards",),
        "feats": ("feats",),
    }

    def __init__(self, t: Lookup, say: Say) -> None:
        self.t, self.names = t, Names(t, say)
        super().__init__(
            t.pack,
            say,
            {
                "action_tiles": self._tile,
                "buildings": self._building,
                "neutral_buildings": self._neutral,
                "contracts": self._contract,
                "contract_slots": self._slot,
                "technologies": self._technology,
                "experiments": self._experiment,
                "industry_rows": self._row,
                "turbine_effects": lambda r: (say("effect.turbine"), [self._turbine(r)]),
                "milestones": self._milestone,
                "milestone_spaces": self._space,
                "segments": self._segment,
                "tiers": lambda r: (say("effect.tier", r.id[-1]), [say("effect.tier.text", r.multiplier)]),
                "income_tracks": self._track,
                "setup_cards": self._card,
                "logic_cards": self._logic,
                "feats": self._feat,
            }
            | {f"cities_{side}": self._city for side in SIDES}
            | {f"sites_{side}": self._site for side in SIDES}
            | {f"links_{side}": self._link for side in SIDES}
            | {f"coal_{side}": self._coal for side in SIDES},
        )

    def at(self, view: Mapping[str, Any], place: str) -> list[Effect]:
        """Space 0 of the milestone track is no component: its text is that of the rule (NU-18.3)."""
        if place != ZERO:
            return super().at(view, place)
        told = self.say("effect.space.zero", self._figure("vp", -self.t.n.zero_marker_vp))
        name, origin = self.say("effect.space", 0), self.say("effect.source.rulebook")
        return [Effect("milestone_spaces", "0", name, (told,), origin)]

    def in_play(self, view: Mapping[str, Any], file: str) -> bool:
        return file[-2:] not in SIDES or str(view["players"]) in file[-2:]

    def lying(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[tuple[str, str]]:
        """A building on its site, a rail on its space, a milestone tile on its segment."""
        t = self.t
        if prefix == "space" and rest in t.names.spaces:
            tile = view["rail_tile"][t.names.spaces.index(rest)]
            link = rest.rpartition(".")[0]
            laid = [("action_tiles", tile.partition(":")[0])] if tile else []
            return [*((f"links_{side}", link) for side in SIDES), *laid]
        if prefix == "site" and rest in t.names.urban:
            piece = view["urban"][t.names.urban.index(rest)] or ""
            key = piece.rpartition(".")[2]
            return [("buildings", key), ("neutral_buildings", key)]
        if prefix == "segment":
            return [("milestones", view["milestone"][int(rest) - 1] or "")]
        return []

    def _figure(self, unit: str, n: int) -> str:
        return self.say(f"figure.{unit}", n=n)

    def _cities(self, ids: Iterable[str]) -> str:
        return self.names.joined(self.names.city(key) for key in ids) or self.say("list.none")

    def _symbols(self, ids: Iterable[str]) -> str:
        return self.names.joined(self.say(f"name.{key}") for key in ids)

    # Tiles and buildings

    def _tile(self, r: Any) -> tuple[str, list[str]]:
        at = next(i for i, row in enumerate(self.t.pack.records["action_tiles"]) if row is r)
        lines = [self.say(f"effect.tile.{r.set}")]
        if not r.railway:
            lines.append(self.say("effect.tile.directive", self._figure("thaler", r.directive.discount_thaler)))
        for k, half in enumerate(r.halves):
            edge = self.say(f"effect.edge.{half.colour}")
            lines.append(self.say("effect.tile.half", self.names.half(HALVES * at + k), self._half(half), edge))
        if r.railway:
            lines.append(self.say("effect.tile.rail"))
        return self.names.tile(at), lines

    def _half(self, half: Any) -> str:
        """What one half does, with its modifiers."""
        told = [self.say(f"effect.half.{half.action if half.action in MAIN else 'subsidy'}")]
        for key, field in MODIFIERS.items():
            if amount := int(getattr(half, field)):
                told.append(self.say(f"effect.mod.{key}", amount, n=amount))
        return " ".join(told)

    def _building(self, r: Any) -> tuple[str, list[str]]:
        name = self.say("name.building", self.say(f"name.{r.type}"), ROMAN[r.level])
        each = "effect.building.each" if r.vp_per_building else "effect.building.end"
        return name, [
            self.say("effect.building.cost", self._figure("thaler", r.build_cost_thaler), self._symbols(r.symbols)),
            self.say("effect.building.power", self._figure("electricity", r.power_need), self.names.rewards(r.benefit)),
            self.say(each, self._figure("vp", r.vp_powered)),
        ]

    def _neutral(self, r: Any) -> tuple[str, list[str]]:
        name = self.say("name.neutral", self.say(f"name.{r.type}"), r.power_need)
        power = self._figure("electricity", r.power_need)
        gives = self.say("effect.building.power", power, self.names.rewards(r.benefit))
        return name, [gives, self.say("effect.neutral")]

    def _row(self, r: Any) -> tuple[str, list[str]]:
        number = int(r.id[-1])
        own = r.turbine_effect == "experiment"
        effects = {e.id: e for e in self.t.pack.records["turbine_effects"]}  # type: ignore[attr-defined]
        turbine = self.say("effect.row.own") if own else self._turbine(effects[r.turbine_effect])
        return self.say("name.row", number), [
            self.say("effect.row.cost", self._figure("worker", r.cost_workers)),
            self.say("effect.row.mine", self._figure("uranium", r.mine_capacity)),
            self.say("effect.row.turbine", turbine),
            self.say("effect.row.pair", self.names.rewards(r.pair_reward)),
        ]

    def _turbine(self, effect: Any) -> str:
        return self.names.effect(f"text.turbine.{effect.id}", effect.effect)

    # Contracts and technologies

    def _contract(self, r: Any) -> tuple[str, list[str]]:
        at = self.t.contracts.index(r.id)
        return self.names.contract(at), [
            self.say(f"effect.contract.{r.kind}"),
            self.say("effect.contract.text", self.names.need(at), self.names.rewards(r.rewards)),
        ]

    def _slot(self, r: Any) -> tuple[str, list[str]]:
        lines = [self.say("effect.slot", self.names.rewards(r.reward))]
        return self.say("name.slot", r.id[-1]), lines + ([self.say("effect.slot.initial")] if r.initial else [])

    def _technology(self, r: Any) -> tuple[str, list[str]]:
        text = self.names.technology(self.t.technologies.index(r.id))
        return r.id.upper(), [self.say(f"effect.technology.{r.kind}", ROMAN[r.level]), text]

    def _experiment(self, r: Any) -> tuple[str, list[str]]:
        effects = {e.id: e for e in self.t.pack.records["turbine_effects"]}  # type: ignore[attr-defined]
        techs = self.names.joined(key.upper() for key in r.technologies)
        lines = [
            self.say("effect.experiment", len(r.starting_tiles), techs),
            self.say("effect.row.turbine", self._turbine(effects[r.turbine_effect])),
        ]
        return self.say("action.experiment", r.id.upper()), lines

    # Tracks

    def _milestone(self, r: Any) -> tuple[str, list[str]]:
        return self.say("effect.milestone"), [self.say("effect.milestone.text", self.say(f"text.milestone.{r.counts}"))]

    def _space(self, r: Any) -> tuple[str, list[str]]:
        multiplier = self.t.multiplier[r.tier - 1]
        need = self._figure("achievement", r.value)
        return self.say("effect.space", r.value), [self.say("effect.space.text", need, r.tier, multiplier)]

    def _segment(self, r: Any) -> tuple[str, list[str]]:
        lines = [self.say("effect.segment.nucleum")] if r.nucleum else []
        if r.tech:
            lines.append(self.say("effect.segment.tech", self._figure("tech", r.tech)))
        return self.say("effect.segment", r.id[-1]), lines

    def _track(self, r: Any) -> tuple[str, list[str]]:
        entries = self.names.joined(f"{a}+{vp}" if vp else str(a) for a, vp in r.entries)
        return self.say(f"name.track.{r.id}"), [self.say("effect.track", entries), self.say("effect.track.vp")]

    # The map

    def _city(self, r: Any) -> tuple[str, list[str]]:
        lines = [self.say(f"effect.edge.{r.colour}") + "."]
        if r.plant:
            lines.append(self.say(f"effect.plant.{r.plant}"))
        if r.nucleum_bonus:
            lines.append(self.say("effect.plant.bonus", self.names.rewards(r.nucleum_bonus)))
        return r.name, lines

    def _site(self, r: Any) -> tuple[str, list[str]]:
        kind = {"urban": "urban", "mine": "minesite", "turbine": "turbine"}[r.kind]
        lines = []
        if r.kind == "urban":
            lines.append(self.say("effect.site.symbols", self._symbols(r.symbols) or self.say("effect.site.any")))
        if r.kind == "mine":
            lines.append(self.say("effect.site.mine", self._figure("uranium", r.uranium_bonus)))
        if r.kind == "turbine":
            lines.append(self.say("effect.site.turbine"))
        if r.red:
            price = self.t.n.urban_red_thaler if r.kind == "urban" else self.t.n.industry_red_thaler
            lines.append(self.say("effect.site.red", self._figure("thaler", price)))
        return self.names.site(kind, r.id), lines

    def _link(self, r: Any) -> tuple[str, list[str]]:
        lines = [self.say("effect.link", r.spaces)]
        if r.red_spaces:
            price = self._figure("thaler", self.t.n.rail_red_thaler)
            lines.append(self.say("effect.link.red", self.names.joined(map(str, r.red_spaces)), price))
        key = "effect.link.reward." + r.reward
        lines.append(self.say(key, self._figure("vp_income", r.vp_income)))
        return self.names.link(r.id), lines

    def _coal(self, r: Any) -> tuple[str, list[str]]:
        lines = [self.say("effect.coal", self._cities(r.cities), *r.prices)]
        if r.disputed_cities:
            lines.append(self.say("effect.coal.disputed", self._cities(r.disputed_cities)))
        return self.say(f"name.{r.id}"), lines

    def _card(self, r: Any) -> tuple[str, list[str]]:
        lines = [self.say("effect.card.nucleum", self.names.city(r.nucleum))]
        if r.neutral_city:
            lines.append(self.say("effect.card.neutral", self.names.city(r.neutral_city), r.neutral_min_players))
        lines.append(self.say("effect.card.debris", self._cities(r.urban_debris), self._cities(r.mine_debris)))
        three = (*r.urban_debris_3, *r.mine_debris_3)
        if three:
            lines.append(self.say("effect.card.three", self._cities(three)))
        return self.say("action.draw-card", r.id.upper()), lines

    def _logic(self, r: Any) -> tuple[str, list[str]]:
        """A Logic card of the Baron (NU-23.19)."""
        types = " > ".join(self.say(f"name.{kind}") for kind in r.urbanize)
        parts = (self.say(f"name.criterion.{r.tie_break}"), types, self.say(f"name.logic.{r.industrialize}"))
        return self.say("effect.logic.name", r.id.upper()), [self.say("effect.logic", *parts)]

    def _feat(self, r: Any) -> tuple[str, list[str]]:
        """A feat of chapter 25, in its group."""
        limit = r.at_least if r.at_least is not None else r.above
        return self.say(f"feats.{r.group}"), [self.say(f"feat.{r.id}", *(() if limit is None else (limit,)))]

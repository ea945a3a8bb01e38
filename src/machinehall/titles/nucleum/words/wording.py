"""Nucleum in words: prompts, labels, refusals, phases. The language comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from machinehall.kernel.refusals import Teller
from machinehall.kernel.title_wording import TitleWording
from machinehall.kernel.values import Action, Event
from machinehall.kernel.wording import END, SKIP, Choice, Plan, Say, Sentence
from machinehall.titles.nucleum.frames import FRAMES
from machinehall.titles.nucleum.lookup import END_CONDITIONS, END_RECHARGES, HALVES, Lookup
from machinehall.titles.nucleum.mending import PARTS
from machinehall.titles.nucleum.observe.ends import ends
from machinehall.titles.nucleum.refusals import REFUSALS
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS, SCORING, TRIGGERED
from machinehall.titles.nucleum.rules.matched_actions import can_act
from machinehall.titles.nucleum.rules.turn import doable
from machinehall.titles.nucleum.sampling import read
from machinehall.titles.nucleum.state import State

from .names import Names
from .plans import Plans
from .story import Story
from .terms import Asked, TermsOf

GROUPS = {
    "act": "act",
    "directive": "act",
    "match": "act",
    "fulfil": "fulfil",
    "play": "play",
    "rail": "rail",
    "recharge": "recharge",
    "lay": "place",
    "urbanize": "place",
    "mine": "place",
    "turbine": "place",
    "nucleum": "place",
    "buy": "buy",
    "sign": "sign",
    "unlock": "unlock",
    "energize": "energize",
    "coal": "fuel",
    "uranium": "fuel",
    "marker": "marker",
    "done": "end",
    "skip": "end",
}
"""Under which heading a kind of action is listed; the others are plain decisions."""

ORDER = ("decide", *dict.fromkeys(g for g in GROUPS.values() if g != "end"), "end")

RULES = {
    "play": "NU-7.1",
    "rail": "NU-8.2",
    "recharge": "NU-16.1",
    "fulfil": "NU-7.5",
    "lay": "NU-8.1",
    "urbanize": "NU-9.2",
    "mine": "NU-10.2",
    "turbine": "NU-10.2",
    "icon": "NU-10.8",
    "sign": "NU-12.1",
    "unlock": "NU-13.3",
    "points": "NU-13.1",
    "coal": "NU-14.4",
    "uranium": "NU-14.6",
}
"""The rule that explains a kind of action; for the others it is the rule that asks."""

CLOSING = {"done": END, "skip": SKIP, "recharge": SKIP}
"""Kinds of action that stand in the prompt bar."""
HOWTO = ("aim", "turn", "rails", "build", "energize", "recharge", "technology", "end", "solo")
PHASES = {TRIGGERED: "triggered", LAST_TURNS: "last"}
TURNS = {closing: f".{phase}" for closing, phase in PHASES.items()}
"""How a turn is asked for when it is known how many are left."""


class NucleumWording(TitleWording[State]):
    """See `machinehall.kernel.wording.Wording`."""

    mends = tuple(part.field for part in PARTS)
    names: Names
    frames = FRAMES
    frame_domains: Mapping[str, str] = MappingProxyType({"baron": "seat"})

    def __init__(
        self,
        t: Lookup,
        decision_rules: Mapping[str, str],
        say: Say,
        called: Sequence[str] = (),
        seats: int | None = None,
    ) -> None:
        self.t = t
        self.names = Names(t, say, called, seats)
        self._story, self._brief = Story(self.names), Story(self.names, short=True)
        super().__init__(decision_rules, say, self._story, Teller(say, self.names, t.domains, REFUSALS))
        self.terms = TermsOf(self.names, self._teller, self.label)
        self.arguments = t.actions.kinds
        self._plans = Plans(self.terms.paying, self.label)
        self._asks: dict[str, Callable[[Asked], tuple[object, ...]]] = {
            "turn": lambda c: (self._figure("thaler", c.s.thaler[c.seat]), self._figure("worker", c.s.supply[c.seat])),
            "tile": lambda c: (self.names.tile(c.args.tile), self._lacks(c)),
            "lay": lambda c: (self.names.tile(c.args.tile),),
            "free_tile": lambda c: (self._figure("thaler", c.args.discount),),
            "power_bonus": lambda c: (self._figure("thaler", c.args.discount),),
            "technology": lambda c: (c.args.level, self._figure("vp", c.args.level)),
            "develop": lambda c: (self._figure("thaler", self.t.n.second_tile_thaler),),
            "fuel": self._ask_fuel,
            "uranium": lambda c: (self._figure("uranium", c.args.amount),),
            "income_any": lambda c: (c.args.steps,),
            "owe": lambda c: (self._story.cost(c.args.thaler, c.args.workers), self._bought(c)),
            "marker": lambda c: (
                self._figure("achievement", c.s.achievement[c.seat]),
                self._figure("vp", self.t.n.kings_day_first),
            ),
            "last_marker": lambda c: (self._figure("achievement", c.s.achievement[c.seat]),),
        }

        self._otherwise: dict[str, Callable[[Asked], str]] = {
            "turn": lambda c: TURNS.get(c.s.closing, ""),
            "tile": self._of_tile,
            "matched": self._of_matched,
            "fuel": self._of_fuel,
            "develop": lambda c: ".second" if c.args.second else "",
            "urbanize": self._of_piece,
            "industrialize": self._of_piece,
            "income_any": lambda c: "" if c.args.steps > 1 else ".last",
            "marker": self._of_marker,
        }

    def _figure(self, kind: str, n: int) -> str:
        return self.say(f"figure.{kind}", n=n)

    def read(self, view: dict[str, Any]) -> State:
        return read(self.t, view)

    def spent(self, turn: Sequence[Event], own: bool = False) -> Sentence | None:
        return self._story.spent(turn, own)

    # Seats and places

    def seat(self, seat: int) -> str:
        return self.names.seat(seat)

    def seat_style(self, seat: int) -> str:
        return self.names.colour(seat)

    def phase(self, view: dict[str, Any]) -> str:
        if view["closing"] == SCORING:
            return self.say("phase.scoring")
        if None in view["experiment"]:
            return self.say("phase.setup")
        met = sum(holder >= 0 for holder in view["conditions"])
        figures = (met, self.t.needed[view["seats"]], len(view["conditions"]))
        barons = view["players"] - view["seats"]
        if barons and view["closing"] not in PHASES:
            return self._alone(view, barons, met)
        told = self.say(f"phase.{PHASES.get(view['closing'], 'turn')}", *figures)
        near = "" if view["closing"] in PHASES else self.nearest_end(view)
        return self.say("list.separator.strong").join(filter(None, (told, near)))

    def _alone(self, view: dict[str, Any], barons: int, met: int) -> str:
        """NU-23.60: the Recharges of the Barons are none of the conditions, and enough by themselves."""
        done = ends(self.t, view)[END_RECHARGES]
        four = len(view["conditions"]) - 1
        which = "baron" if barons == 1 else "barons"
        return self.say(f"phase.turn.{which}", met, self.t.needed[view["seats"]], four, done.amount, done.most)

    def nearest_end(self, view: dict[str, Any]) -> str:
        """Of the end conditions that are not met the one that lacks least."""
        rows = [(end, i) for i, end in enumerate(ends(self.t, view)) if view["conditions"][i] < 0]
        if not rows:
            return ""
        end, i = max(rows, key=lambda row: row[0].part)
        far = self.say("draw.left", end.amount) if end.most is None else self.say("draw.of", end.amount, end.most)
        return self.say("phase.nearest", self.say(f"draw.end.{END_CONDITIONS[i]}"), far)

    def howto(self) -> list[tuple[str, str]]:
        figures = asdict(self.t.n)
        return [(self.say(f"howto.{key}.head"), self.say(f"howto.{key}", **figures)) for key in HOWTO]

    def legend(self) -> str:
        return self.say("legend.nucleum")

    # The present

    def asked(self, view: dict[str, Any], seat: int, state: State | None = None) -> str:
        scene = self.scene(view, seat, state)
        kind = scene.frame[0]
        ask, other = self._asks.get(kind), self._otherwise.get(kind)
        return self.say(f"prompt.{kind}{other(scene) if other else ''}", *(ask(scene) if ask else ()))

    def _of_tile(self, scene: Asked) -> str:
        """Which words fit a played tile: one whose actions are all done or impossible is only asked about contracts."""
        if not doable(self.t, scene.s, scene.seat, *scene.args):
            return ".done" if self._all_used(scene) else ".over"
        if not self.t.directive[scene.args.tile]:
            return ""
        return ".directive.less" if self._lacks(scene) else ".directive"

    def _all_used(self, scene: Asked) -> bool:
        """Whether all was carried out that a played tile gives; a Directive gives one action."""
        used = scene.args.used
        return bool(used) if self.t.directive[scene.args.tile] else bool(used + 1 == 1 << HALVES)

    def _lacks(self, scene: Asked) -> str:
        """What a Special Directive cannot be used for."""
        return self.terms.lacks(scene) if self.t.directive[scene.args.tile] else ""

    def _of_matched(self, scene: Asked) -> str:
        left = scene.args.left
        if any(can_act(self.t, scene.s, scene.seat, at) for at in left):
            return ""
        return ".over" if left else ".done"

    def _of_piece(self, scene: Asked) -> str:
        """NU-9.3, NU-10.3: the first piece stands anywhere; whoever does not know that wastes the other action."""
        s, seat = scene.s, scene.seat
        return "" if scene.args.ignore or s.presence[seat] or s.links[seat] else ".first"

    def _of_marker(self, scene: Asked) -> str:
        """Whether it is the last; else whether a King's Day is to come, for which the spaces of a tier differ."""
        if scene.s.closing == LAST_TURNS:
            return ".last"
        return ".kings_day" if min(scene.s.recharges) < self.t.n.milestone_slots else ""

    def _of_fuel(self, scene: Asked) -> str:
        return ".enough" if scene.args.electricity >= self.t.piece_need[scene.s.urban[scene.args.site]] else ""

    def _ask_fuel(self, scene: Asked) -> tuple[object, ...]:
        fuel = scene.args
        need = self.t.piece_need[scene.s.urban[fuel.site]]
        return self.names("urban", fuel.site), self.names("plant", fuel.plant), fuel.electricity, need

    def _bought(self, scene: Asked) -> str:
        """What a debt is for: the step below it carries out what is paid; for a tile it is the market's."""
        acts, s = self.t.a, scene.s
        for kind, _, args in reversed(s.stack[:-1]):
            if kind == "powered":
                return self.label(acts["energize"][args.plant * len(self.t.names.urban) + args.site])
            if kind == "urbanized":
                return self.label(Action("urbanize", (args.building, args.site)))
            if kind == "industrialized":
                return self.label(Action("mine" if args.mine else "turbine", (args.row, args.site)))
            if kind == "laid":
                return self.label(Action("rail", (args.tile,)))
            if kind == "income_any":
                return self.say("draw.ask.income_any")
        return self.say("draw.ask.develop")

    # Actions

    def steps(
        self, taken: Sequence[Action], earlier: Sequence[Action] = (), view: dict[str, Any] | None = None
    ) -> list[str]:
        """A half is called by its action, where it is known which tile was played or lies there."""
        found: list[str] = []
        ids = self.t.domains["tile"]
        laid = {space: ids.index(name) for space, name in enumerate(view["rail_tile"] if view else ()) if name}
        tile = -1
        for action in (*earlier, *taken):
            if action.kind in ("play", "rail"):
                tile = action.args[0]
            elif action.kind == "lay" and tile >= 0:
                laid[action.args[0]] = tile
            found.append(self._half_of(action, tile, laid) or self.label(action))
        return found[len(earlier) :]

    def _half_of(self, action: Action, tile: int, laid: Mapping[int, int]) -> str:
        """What the half of a tile is: of the one that was played last, or of one that lies as a rail."""
        if action.kind == "act" and tile >= 0:
            return self.names.half(HALVES * tile + action.args[0])
        if action.kind == "match" and action.args[0] in laid:
            return self._matched(action, laid[action.args[0]])
        return ""

    def _matched(self, action: Action, tile: int) -> str:
        space, half = action.args
        return f"{self.names.half(HALVES * tile + half)} ({self.names('space', space)})"

    def plans(self, view: dict[str, Any], seat: int, state: State | None = None) -> list[Plan]:
        """What would be asked for more than once."""
        return self._plans(self.scene(view, seat, state))

    def closes(self, action: Action) -> str:
        return CLOSING.get(action.kind, "")

    def in_words(self, scene: Asked, action: Action) -> tuple[int, Choice]:
        group = GROUPS.get(action.kind, "decide")
        pays, gains, note = self.terms(scene, action)
        text = self.t.actions.text(action)
        rule = RULES.get(action.kind) or self.rules[scene.frame[0]]
        label = self._half_label(scene, action) or self.label(action)
        return ORDER.index(group), Choice(action, text, self.say(f"group.{group}"), label, pays, gains, note, rule)

    def _half_label(self, scene: Asked, action: Action) -> str:
        """What the half of a tile is, where the position tells which tile is meant."""
        if action.kind == "act":
            return self.names.half(HALVES * scene.args.tile + action.args[0])
        if action.kind == "match":
            return self._matched(action, scene.s.rail_tile[action.args[0]])
        return ""

"""Imperial Steam in words: prompts, labels, refusals, phases. The language comes from outside."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from machinehall.kernel import fields
from machinehall.kernel.refusals import Teller
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.kernel.wording import Choice, Say, asking

from .goods import orders_left
from .lay_tracks import power
from .names import Names
from .notation import CHANCE_KINDS, KINDS
from .sampling import fill
from .state import State
from .storage import freight
from .story import Story
from .tables import Tables
from .terms import Scene, TermsOf

GROUPS = {
    "sell": "free",
    "deliver": "free",
    "buy-out": "free",
    "buy": "train",
    "upgrade": "train",
    "end-turn": "turn",
    "done": "turn",
} | dict.fromkeys(CHANCE_KINDS, "chance")
"""Under which heading a kind of action is listed; the others have headings of their own name."""

RULES = {"sell": "IS-9.1", "deliver": "IS-9.3", "buy-out": "IS-9.11", "engineer": "IS-8.21", "order": "IS-8.30"} | {
    "factory": "IS-8.23",
    "upgrade": "IS-8.34",
}
"""The rule that explains a kind of action; for the others it is the rule that asks, or that of the action tile."""

TILE_RULES = {
    "lay": "IS-8.1",
    "recruit": "IS-8.17",
    "build": "IS-8.22",
    "collect": "IS-8.28",
    "import": "IS-8.29",
    "train": "IS-8.32",
    "contract": "IS-8.36",
    "influence": "IS-8.39",
    "share": "IS-8.40",
    "funds": "IS-8.41",
    "pass": "IS-8.42",
}
OWN_REFUSALS = frozenset({"refuse.money", "refuse.influence"})
"""Refusals that other games say in other words."""

HOWTO = ("aim", "turn", "tracks", "people", "factories", "trains", "shares", "end")


class ImperialSteamWording:
    """See `machinehall.kernel.wording.Wording`."""

    def __init__(self, t: Tables, decision_rules: Mapping[str, str], say: Say, called: Sequence[str] = ()) -> None:
        self.t = t
        self.rules = decision_rules
        self.say = say
        self.names = Names(t, say, called)
        self._story = Story(self.names)
        self._teller = Teller(say, self.names.of_id, self.names.seat, "steam.")
        self.terms = TermsOf(self.names)
        self._arguments: dict[str, tuple[str, ...]] = dict(KINDS)
        self._asks: dict[str, Callable[[Scene], tuple[object, ...]]] = {
            "bid": lambda c: (c.s.money[c.seat],),
            "turn": lambda c: (c.s.money[c.seat], t.columns[c.s.influence[c.seat]]),
            "track": lambda c: (power(t, c.s, c.seat) + c.frame[2][1],),
            "mobilise": lambda c: (self.names.link(c.frame[2][0]), c.frame[2][2]),
            "improve": lambda c: (c.frame[2][0],),
            "recruit": lambda c: (t.columns[c.s.influence[c.seat]], c.frame[2][1]),
            "build": lambda c: (c.s.money[c.seat],),
            "staff": lambda c: (self.names.site(c.frame[2][0]), self.names.good(c.frame[2][1])),
            "import": lambda c: (max(0, orders_left(t, c.s, c.seat)),),
            "order": lambda c: (orders_left(t, c.s, c.seat),),
            "train": lambda c: (c.s.money[c.seat],),
            "sign": lambda c: (freight(t, c.s, c.seat),),
            "influence": lambda c: (t.n.influence_price,),
            "share": lambda c: (t.share_price[c.s.share[c.seat]],),
        }
        """The figures of each prompt."""

    # Seats and places

    def seat(self, seat: int) -> str:
        return self.names.seat(seat)

    def seat_style(self, seat: int) -> str:
        return {"violet": "magenta"}.get(self.t.colours[seat], self.t.colours[seat])

    def phase(self, view: dict[str, Any]) -> str:
        if not view["round"]:
            return self.say("steam.phase.auction")
        most = self.t.actions_of_round[view["round"] - 1]
        return self.say("steam.phase.round", view["round"], self.t.rounds, turn_of(view, most), most)

    def howto(self) -> list[tuple[str, str]]:
        pawns = self.t.actions_of_round
        figures = asdict(self.t.n) | {"rounds": self.t.rounds, "pawns_first": pawns[0], "pawns_last": pawns[-1]}
        return [(self.say(f"steam.howto.{key}.head"), self.say(f"steam.howto.{key}", **figures)) for key in HOWTO]

    def legend(self) -> str:
        return self.say("steam.legend")

    # The past

    def story(self, events: Sequence[Event]) -> list[str]:
        return self._story.tell(events)

    def refusal(self, refusal: Refusal) -> str:
        own = refusal.message in OWN_REFUSALS
        return self._teller(refusal._replace(message=f"steam.{refusal.message}") if own else refusal)

    def when(self, kind: str) -> str:
        return self._teller.when(kind)

    # The present

    def scene(self, view: dict[str, Any], seat: int) -> Scene:
        """A position that fits the view, and the frame that asks the seat."""
        s = fields.from_data(State, fill(self.t, view, random.Random(0)), self.t.domains)
        return Scene(s, seat, asking(view, seat))

    def asked(self, view: dict[str, Any], seat: int) -> str:
        scene = self.scene(view, seat)
        kind, _, args = scene.frame
        figures = self._asks.get(kind)
        more = {"track": ".second" if args and args[0] else "", "recruit": ".more" if args and args[-1] else ""}
        return self.say(f"steam.prompt.{kind}{more.get(kind, '')}", *(figures(scene) if figures else ()))

    def asked_rule(self, view: dict[str, Any], seat: int) -> str:
        return self.rules[asking(view, seat)[0]]

    # Actions

    def label(self, action: Action) -> str:
        words = [self.names(d, a) for d, a in zip(self._arguments[action.kind], action.args, strict=True)]
        return self.say(f"steam.action.{action.kind}", *words)

    def choices(self, view: dict[str, Any], seat: int, legal: Sequence[Action]) -> list[Choice]:
        scene = self.scene(view, seat)
        found = [self._choice(scene, action) for action in legal]
        found.sort(key=lambda pair: pair[0])
        return [choice for _, choice in found]

    def _choice(self, scene: Scene, action: Action) -> tuple[int, Choice]:
        group = GROUPS.get(action.kind, action.kind)
        pays, gains, note = self.terms(scene, action)
        choice = Choice(
            action,
            self.t.actions.text(action),
            self.say(f"steam.group.{group}"),
            self.label(action),
            pays,
            gains,
            note,
            self._rule(scene, action),
        )
        return {"free": 1, "turn": 2}.get(group, 0), choice

    def _rule(self, scene: Scene, action: Action) -> str:
        if action.kind == "do":
            return TILE_RULES[self.t.action_tiles[action.args[0]]]
        return RULES.get(action.kind) or self.rules[scene.frame[0]]


def turn_of(view: Mapping[str, Any], most: int) -> int:
    """Which of the round's turns is being played, counted from 1."""
    done = sum(sum(row.values()) for row in view["pawns"])
    if view["stack"] and view["stack"][-1][0] != "turn":
        done -= 1
    return max(1, min(most, done // int(view["seats"]) + 1))

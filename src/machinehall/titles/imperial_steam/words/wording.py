"""Imperial Steam in words: prompts, labels, refusals, phases. The language comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from machinehall.kernel.refusals import Teller
from machinehall.kernel.title_wording import TitleWording
from machinehall.kernel.values import Action
from machinehall.kernel.wording import END, SKIP, Choice, Say
from machinehall.titles.imperial_steam.actions import CHANCE_KINDS
from machinehall.titles.imperial_steam.frames import FRAMES
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.mending import PARTS
from machinehall.titles.imperial_steam.refusals import REFUSALS
from machinehall.titles.imperial_steam.rules.finance import share_fault
from machinehall.titles.imperial_steam.rules.goods import orders_left
from machinehall.titles.imperial_steam.rules.lay_tracks import payable, power
from machinehall.titles.imperial_steam.rules.storage import freight, room
from machinehall.titles.imperial_steam.sampling import read
from machinehall.titles.imperial_steam.state import State

from .names import Names
from .story import Story
from .terms import Asked, TermsOf

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
CLOSING = {"done": END, "end-turn": END}
"""Kinds of action that stand in the prompt bar; the action tile to pass joins them."""
HOWTO = ("aim", "turn", "tracks", "people", "factories", "trains", "shares", "end")


class ImperialSteamWording(TitleWording[State]):
    """See `machinehall.kernel.wording.Wording`."""

    mends = tuple(part.field for part in PARTS)
    names: Names
    frames = FRAMES
    frame_domains: Mapping[str, str] = MappingProxyType({"hub": "metropolis"})

    def __init__(
        self,
        t: Lookup,
        decision_rules: Mapping[str, str],
        say: Say,
        called: Sequence[str] = (),
        seats: int | None = None,
    ) -> None:
        self.t = t
        self.names = Names(t, say, called)
        super().__init__(decision_rules, say, Story(self.names), Teller(say, self.names, t.domains, REFUSALS))
        self.terms = TermsOf(self.names)
        self.arguments = t.actions.kinds
        self._asks: dict[str, Callable[[Asked], tuple[object, ...]]] = {
            "bid": lambda c: (c.s.money[c.seat],),
            "turn": lambda c: (c.s.money[c.seat], t.columns[c.s.influence[c.seat]]),
            "track": lambda c: (power(t, c.s, c.seat) + c.args.spare,),
            "mobilise": lambda c: (self.names.link(c.args.link), c.args.need),
            "improve": lambda c: (c.args.points,),
            "recruit": lambda c: (t.columns[c.s.influence[c.seat]], c.args.hired, c.s.money[c.seat]),
            "build": lambda c: (c.s.money[c.seat],),
            "staff": lambda c: (self.names.site(c.args.site), self.names.good(c.args.good)),
            "import": lambda c: (orders_left(t, c.s, c.seat),),
            "order": lambda c: (orders_left(t, c.s, c.seat),),
            "train": lambda c: (c.s.money[c.seat],),
            "sign": lambda c: (freight(t, c.s, c.seat),),
            "give_up": lambda c: (-room(t, c.s, c.seat),),
            "influence": lambda c: (t.n.influence_price,),
            "share": lambda c: (t.share_price[c.s.share[c.seat]],),
        }
        """The figures of each prompt."""

    def read(self, view: dict[str, Any]) -> State:
        return read(self.t, view)

    # Seats and places

    def seat(self, seat: int) -> str:
        return self.names.seat(seat)

    def seat_style(self, seat: int) -> str:
        return {"violet": "magenta"}.get(self.t.colours[seat], self.t.colours[seat])

    def phase(self, view: dict[str, Any]) -> str:
        if not view["round"]:
            return self.say("imperial-steam.phase.auction")
        most = self.t.actions_of_round[view["round"] - 1]
        return self.say("imperial-steam.phase.round", view["round"], self.t.rounds, turn_of(view, most), most)

    def howto(self) -> list[tuple[str, str]]:
        pawns = self.t.actions_of_round
        figures = asdict(self.t.n) | {"rounds": self.t.rounds, "pawns_first": pawns[0], "pawns_last": pawns[-1]}
        return [
            (self.say(f"imperial-steam.howto.{key}.head"), self.say(f"imperial-steam.howto.{key}", **figures))
            for key in HOWTO
        ]

    def legend(self) -> str:
        return self.say("imperial-steam.legend")

    # The present

    def asked(self, view: dict[str, Any], seat: int, state: State | None = None) -> str:
        scene = self.scene(view, seat, state)
        kind = scene.frame[0]
        figures = self._asks.get(kind)
        if kind == "track" and scene.args.second:
            # A free action may still open a link (Amb-21): the question stays, but asks for no track.
            more = payable(self.t, scene.s, seat, scene.args.spare, second=True, only_one=True)
            kind = "track.second" if more else "track.second.none"
        elif kind == "recruit" and scene.args.hired:
            kind = "recruit.more"
        elif kind == "import" and orders_left(self.t, scene.s, seat) <= 0:
            kind = "import.none"
        elif kind == "share" and share_fault(self.t, scene.s, seat, scene.s.share[seat] + 1):
            kind = "share.down"
        return self.say(f"imperial-steam.prompt.{kind}", *(figures(scene) if figures else ()))

    # Actions

    def closes(self, action: Action) -> str:
        if action.kind == "do" and self.t.action_tiles[action.args[0]] == "pass":
            return SKIP
        return CLOSING.get(action.kind, "")

    def in_words(self, scene: Asked, action: Action) -> tuple[int, Choice]:
        group = GROUPS.get(action.kind, action.kind)
        pays, gains, note = self.terms(scene, action)
        choice = Choice(
            action,
            self.t.actions.text(action),
            self.say(f"imperial-steam.group.{group}"),
            self.label(action),
            pays,
            gains,
            note,
            self._rule(scene, action),
        )
        return {"free": 1, "turn": 2}.get(group, 0), choice

    def _rule(self, scene: Asked, action: Action) -> str:
        if action.kind == "do":
            return TILE_RULES[self.t.action_tiles[action.args[0]]]
        return RULES.get(action.kind) or self.rules[scene.frame[0]]


def turn_of(view: Mapping[str, Any], most: int) -> int:
    """Which of the round's turns is being played, counted from 1."""
    done = sum(sum(row.values()) for row in view["pawns"])
    if view["stack"] and view["stack"][-1][0] != "turn":
        done -= 1
    return max(1, min(most, done // int(view["seats"]) + 1))

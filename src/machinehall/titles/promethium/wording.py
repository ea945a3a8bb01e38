"""Promethium in words: prompts, labels, refusals, phases. The language comes from outside."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from machinehall.kernel import fields
from machinehall.kernel.refusals import Teller
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.kernel.wording import Choice, Say, asking

from .names import Names
from .purchase import surcharge
from .sampling import fill
from .schemes import AFTER_REVEAL, AFTER_TOKEN, NO_TARGET
from .state import NEUTRAL, State
from .story import Story
from .tables import KINDS, Tables
from .terms import Scene, TermsOf

GROUPS = {
    "stock": "stock",
    "line": "line",
    "bid": "bid",
    "target": "target",
    "play": "play",
    "steal": "steal",
    "cell": "cell",
    "end": "end",
    "keep": "card",
    "top": "card",
    "give": "give",
    "amount": "amount",
    "take": "take",
    "realise": "realise",
    "activate": "activate",
    "use": "use",
    "chemist": "promethium",
    "expedition": "promethium",
    "patent": "promethium",
    "machinist": "experts",
    "engineer": "experts",
    "financier-stock": "experts",
    "financier-reserve": "experts",
    "discard": "discard",
    "pass": "turn",
    "done": "turn",
}
"""Under which heading a kind of action is listed; the others are plain decisions."""

ORDER = ("decide", *dict.fromkeys(g for g in GROUPS.values() if g not in ("turn", "play")), "play", "turn")

RULES = {
    "line": "PR-4.4",
    "bid": "PR-4.4",
    "target": "PR-4.8",
    "lobby": "PR-4.11",
    "no-lobby": "PR-4.11",
    "buy": "PR-4.14",
    "sell": "PR-4.14",
    "accept": "PR-4.15",
    "decline": "PR-4.15",
    "steal": "PR-12.5",
    "activate": "PR-7.1",
    "realise": "PR-6.5",
    "use": "PR-6.7",
    "chemist": "PR-6.8",
    "expedition": "PR-6.9",
    "patent": "PR-6.10",
    "machinist": "PR-6.11",
    "engineer": "PR-6.12",
    "financier-stock": "PR-6.13",
    "financier-reserve": "PR-6.13",
    "pass": "PR-6.2",
    "discard": "PR-9.3",
}
"""The rule that explains a kind of action; for the others it is the rule that asks."""

SCHEME_RULES = {
    "patent_filing": "PR-12.1",
    "sabotage": "PR-12.2",
    "espionage": "PR-12.3",
    "bribes": "PR-12.4",
    "industrial_theft": "PR-12.5",
    "persuasion": "PR-12.6",
    "opportunism": "PR-12.7",
    "subsidies": "PR-12.8",
    "cooperation": "PR-12.9",
    "black_market": "PR-12.10",
    "planning": "PR-12.11",
}
WINDOWS = {AFTER_TOKEN: "after_token", NO_TARGET: "no_target", AFTER_REVEAL: "after_reveal"}
HOWTO = ("aim", "tiles", "fair", "purchase", "office", "promethium", "exposition", "schemes", "end")


class PromethiumWording:
    """See `machinehall.kernel.wording.Wording`."""

    def __init__(self, t: Tables, decision_rules: Mapping[str, str], say: Say, called: Sequence[str] = ()) -> None:
        self.t = t
        self.rules = decision_rules
        self.say = say
        self.names = Names(t, say, called)
        self._story = Story(self.names)
        self._teller = Teller(say, self.names.of_id, self.names.owner)
        self.terms = TermsOf(self.names)
        self._arguments: dict[str, tuple[str, ...]] = dict(KINDS)
        self._asks: dict[str, Callable[[Scene], str]] = {
            "start": lambda c: say("prompt.start", self.names.tile(t.start_tile[c.seat])),
            "line": lambda c: say(f"prompt.line{_neutral(c)}"),
            "token": lambda c: say(f"prompt.token{_neutral(c)}", self.names("line", c.frame[2][1])),
            "window": self._ask_window,
            "target": lambda c: say(f"prompt.target{_neutral(c)}"),
            "lobby": lambda c: say("prompt.lobby", self._tile_at(c, c.frame[2][0]), n=c.frame[2][1]),
            "winner": self._ask_winner,
            "offer": self._ask_offer,
            "persuasion": lambda c: say("prompt.persuasion", self.names.tile(c.frame[2][0])),
            "theft": self._ask_theft,
            "stock": lambda c: say("prompt.stock", self.names.tile(c.frame[2][0])),
            "turn": lambda c: say("prompt.turn", c.s.influence[c.seat], c.s.promethium[c.seat]),
            "tiles": self._ask_tiles,
            "closing": lambda c: say("prompt.closing", c.s.promethium[c.seat]),
            "exhibit": lambda c: say("prompt.exhibit", c.s.promethium[c.seat]),
            "take": lambda c: say(f"prompt.take{'.fundings' if c.frame[2][1] else ''}", n=c.frame[2][0]),
            "discard": self._ask_discard,
            "espionage": lambda c: self._ask_second(c, "cell"),
            "bribes": lambda c: self._ask_second(c, "end"),
        }

    # Seats and places

    def seat(self, seat: int) -> str:
        return self.names.owner(seat)

    def seat_style(self, seat: int) -> str:
        return self.names.colour(seat)

    def phase(self, view: dict[str, Any]) -> str:
        name = self.say(f"phase.{view['phase']}")
        return self.say("phase.round", view["round"], self.t.n.rounds, name) if view["round"] else name

    def howto(self) -> list[tuple[str, str]]:
        pounds = self.t.mineral_pounds
        figures = asdict(self.t.n) | {"mineral_low": min(pounds), "mineral_high": max(pounds)}
        return [(self.say(f"howto.{key}.head"), self.say(f"howto.{key}", **figures)) for key in HOWTO]

    def legend(self) -> str:
        return self.say("legend.promethium")

    # The past

    def story(self, events: Sequence[Event]) -> list[str]:
        return self._story.tell(events)

    def refusal(self, refusal: Refusal) -> str:
        return self._teller(refusal)

    def when(self, kind: str) -> str:
        return self._teller.when(kind)

    # The present

    def scene(self, view: dict[str, Any], seat: int) -> Scene:
        """A position that fits the view, and the frame that asks the seat."""
        data = fill(self.t, view, random.Random(0))
        s = fields.from_data(State, data, self.t.domains)
        return Scene(s, seat, asking(view, seat), view["end_value"])

    def asked(self, view: dict[str, Any], seat: int) -> str:
        scene = self.scene(view, seat)
        ask = self._asks.get(scene.frame[0])
        return ask(scene) if ask else self.say(f"prompt.{scene.frame[0]}")

    def asked_rule(self, view: dict[str, Any], seat: int) -> str:
        return self.rules[asking(view, seat)[0]]

    def _tile_at(self, scene: Scene, cell: int) -> str:
        """A place with its tile."""
        tile = scene.s.grid[cell]
        return f"{self.t.cells[cell]} {self.names.tile(tile)}" if tile >= 0 else self.t.cells[cell]

    def _ask_window(self, scene: Scene) -> str:
        place, target = scene.frame[2]
        return self.say(f"prompt.window.{WINDOWS[place]}", self._tile_at(scene, target) if target >= 0 else "")

    def _ask_winner(self, scene: Scene) -> str:
        cell, active = scene.frame[2]
        return self.say("prompt.winner", self._tile_at(scene, cell), self.names.owner(active))

    def _ask_offer(self, scene: Scene) -> str:
        cell, _, seller, _ = scene.frame[2]
        return self.say("prompt.offer", self._tile_at(scene, cell), self.names.owner(seller), surcharge(self.t, seller))

    def _ask_theft(self, scene: Scene) -> str:
        buyer, tile, *_ = scene.frame[2]
        return self.say("prompt.theft", self.names.owner(buyer), self.names.tile(tile))

    def _ask_tiles(self, scene: Scene) -> str:
        card, chosen = scene.frame[2]
        return self.say("prompt.tiles", self.names("project", card), chosen.bit_count() + 1, self.t.level[card])

    def _ask_discard(self, scene: Scene) -> str:
        aside, hand = scene.s.aside[scene.seat].bit_count(), scene.s.hand[scene.seat].bit_count()
        return self.say("prompt.discard", n=min(self.t.n.scheme_discard_max_per_round, hand) - aside)

    def _ask_second(self, scene: Scene, domain: str) -> str:
        kind, _, (_, _, first) = scene.frame
        if first < 0:
            return self.say(f"prompt.{kind}")
        return self.say(f"prompt.{kind}.second", self.names(domain, first))

    # Actions

    def label(self, action: Action) -> str:
        kind, args = action
        words = [self.names(domain, a) for domain, a in zip(self._arguments[kind], args, strict=True)]
        if kind == "realise":
            words += [str(self.t.level[args[0]]), str(self.t.worth[args[0]])]
        if kind in ("machinist", "engineer") and args[0]:
            kind = f"{kind}.2"
        return self.say(f"action.{kind}", *words)

    def choices(self, view: dict[str, Any], seat: int, legal: Sequence[Action]) -> list[Choice]:
        scene = self.scene(view, seat)
        found = [self._choice(scene, action) for action in legal]
        found.sort(key=lambda pair: pair[0])
        return [choice for _, choice in found]

    def _choice(self, scene: Scene, action: Action) -> tuple[int, Choice]:
        group = GROUPS.get(action.kind, "decide")
        pays, gains, note = self.terms(scene, action)
        text = self.label(action)
        if action.kind == "target" and (tile := scene.s.grid[action.args[0]]) >= 0:
            text = f"{text} {self.names.tile(tile)}"
        choice = Choice(
            action,
            self.t.actions.text(action),
            self.say(f"group.{group}"),
            text,
            pays,
            gains,
            note,
            self._rule(scene, action),
        )
        return ORDER.index(group), choice

    def _rule(self, scene: Scene, action: Action) -> str:
        if action.kind == "play":
            return SCHEME_RULES[self.t.schemes[action.args[0]]]
        return RULES.get(action.kind) or self.rules[scene.frame[0]]


def _neutral(scene: Scene) -> str:
    return ".neutral" if scene.frame[2][0] == NEUTRAL else ""

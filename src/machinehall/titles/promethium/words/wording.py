"""Promethium in words: prompts, labels, refusals, phases. The language comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import takewhile
from typing import Any

from machinehall.kernel.frames import NOTHING
from machinehall.kernel.refusals import Teller
from machinehall.kernel.title_wording import TitleWording
from machinehall.kernel.values import Action
from machinehall.kernel.wording import END, SKIP, Choice, Say, addressed
from machinehall.titles.promethium.frames import FRAMES
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.mending import FIELDS
from machinehall.titles.promethium.refusals import REFUSALS
from machinehall.titles.promethium.rules.crossing import LOST
from machinehall.titles.promethium.rules.design_office import turn_offers
from machinehall.titles.promethium.rules.purchase import surcharge
from machinehall.titles.promethium.rules.schemes import AFTER_REVEAL, AFTER_TOKEN, NO_TARGET, playable
from machinehall.titles.promethium.sampling import read
from machinehall.titles.promethium.state import NEUTRAL, State

from .names import Names
from .story import Story
from .terms import Asked, TermsOf

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
CLOSING = {
    "done": END,
    "buy": END,
    "accept": END,
    "lobby": END,
    "pass": SKIP,
    "skip": SKIP,
    "sell": SKIP,
    "decline": SKIP,
    "no-lobby": SKIP,
}
"""Kinds of action that stand in the prompt bar: both answers to a question that knows only two stand side by side."""
DONE_AFTER = {
    **dict.fromkeys(("realise", "use", "expedition", "patent", "machinist", "engineer", "chemist", "activate"), "turn"),
    **dict.fromkeys(("financier-stock", "financier-reserve"), "turn"),
    "discard": "discards",
}
"""What "done" was the end of, by the action before it."""
HOWTO = ("aim", "tiles", "fair", "purchase", "office", "promethium", "exposition", "schemes", "end")


class PromethiumWording(TitleWording[State]):
    """See `machinehall.kernel.wording.Wording`."""

    mends = FIELDS
    names: Names
    frames = FRAMES

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
        self._asks: dict[str, Callable[[Asked], str]] = {
            "start": lambda c: say("prompt.start", self.names.tile(t.start_tile[c.seat])),
            "line": lambda c: say(f"prompt.line{_neutral(c)}"),
            "token": lambda c: say(f"prompt.token{_neutral(c)}", self.names("line", c.args.line)),
            "window": self._ask_window,
            "target": lambda c: say(f"prompt.target{_neutral(c)}"),
            "lobby": lambda c: say("prompt.lobby", self._tile_at(c, c.args.cell), n=c.args.needed),
            "winner": self._ask_winner,
            "offer": self._ask_offer,
            "lift": self._ask_lift,
            "persuasion": lambda c: say(self._held(c, "persuasion", "persuasion"), self.names.tile(c.args.tile)),
            "theft": self._ask_theft,
            "stock": lambda c: say("prompt.stock", self.names.tile(c.args.tile)),
            "turn": self._ask_turn,
            "tiles": self._ask_tiles,
            "closing": lambda c: say("prompt.closing", c.s.promethium[c.seat]),
            "ahead": lambda c: say("prompt.ahead", self.names.owner(c.args.acting)),
            "exhibit": lambda c: say("prompt.exhibit", c.s.promethium[c.seat]),
            "take": lambda c: say(f"prompt.take{'.fundings' if c.args.limit else ''}", n=c.args.left),
            "discard": self._ask_discard,
            "espionage": lambda c: self._ask_second(c, "cell"),
            "bribes": lambda c: self._ask_second(c, "end"),
        }

    def read(self, view: dict[str, Any]) -> State:
        return read(self.t, view)

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

    # The present

    def asked(self, view: dict[str, Any], seat: int, state: State | None = None) -> str:
        scene = self.scene(view, seat, state)
        ask = self._asks.get(scene.frame[0])
        return ask(scene) if ask else self.say(f"prompt.{scene.frame[0]}")

    def _tile_at(self, scene: Asked, cell: int) -> str:
        """A place with its tile."""
        tile = scene.s.grid[cell]
        return f"{self.t.cells[cell]} {self.names.tile(tile)}" if tile >= 0 else self.t.cells[cell]

    def _ask_window(self, scene: Asked) -> str:
        place, target = scene.args.place, scene.args.target
        ask = f"prompt.window.{WINDOWS[place]}" + ("" if playable(self.t, scene.s, scene.seat, target) else ".none")
        return self.say(ask, self._tile_at(scene, target) if target >= 0 else "")

    def _ask_turn(self, scene: Asked) -> str:
        s, seat = scene.s, scene.seat
        ask = "prompt.turn" if len(turn_offers(self.t, s, seat, NOTHING)) > 1 else "prompt.turn.none"
        return self.say(ask, s.influence[seat], s.promethium[seat])

    def _ask_winner(self, scene: Asked) -> str:
        ask = scene.args
        prompt = addressed(self.say, "prompt.winner", scene.seat, ask.active)
        return self.say(prompt, self._tile_at(scene, ask.cell), self.names.owner(ask.active))

    def _ask_offer(self, scene: Asked) -> str:
        cell, seller = scene.args.cell, scene.args.seller
        return self.say("prompt.offer", self._tile_at(scene, cell), self.names.owner(seller), surcharge(self.t, seller))

    def _ask_lift(self, scene: Asked) -> str:
        ask = scene.args
        reason = "neutral" if ask.owner == NEUTRAL else "lost" if ask.why == LOST else "back"
        return self.say(f"prompt.lift.{reason}", self._tile_at(scene, ask.cell))

    def _held(self, scene: Asked, ask: str, card: str) -> str:
        """What is asked about a card; also of who does not hold it, for else its silence would tell."""
        held = scene.s.hand[scene.seat] >> self.t.sch[card] & 1
        return f"prompt.{ask}" if held else f"prompt.{ask}.without"

    def _ask_theft(self, scene: Asked) -> str:
        ask = self._held(scene, "theft", "industrial_theft")
        return self.say(ask, self.names.owner(scene.args.buyer), self.names.tile(scene.args.tile))

    def _ask_tiles(self, scene: Asked) -> str:
        card, chosen = scene.args.card, scene.args.chosen
        if self.t.level[card] == 1:
            return self.say("prompt.tiles.one", self.names("project", card))
        return self.say("prompt.tiles", self.names("project", card), chosen.bit_count() + 1, self.t.level[card])

    def _ask_discard(self, scene: Asked) -> str:
        aside, hand = scene.s.aside[scene.seat].bit_count(), scene.s.hand[scene.seat].bit_count()
        left = min(self.t.n.scheme_discard_max_per_round, hand) - aside
        if left <= 0:
            return self.say("prompt.discard.none")
        return self.say("prompt.discard", self.t.n.scheme_hand_size, n=left)

    def _ask_second(self, scene: Asked, domain: str) -> str:
        kind, first = scene.frame[0], scene.args.first
        if first < 0:
            return self.say(f"prompt.{kind}")
        return self.say(f"prompt.{kind}.second", self.names(domain, first))

    # Actions

    def label(self, action: Action) -> str:
        kind, args = action
        words = [self.names(domain, a) for domain, a in zip(self.arguments[kind], args, strict=True)]
        if kind == "realise":
            words += [str(self.t.level[action.args[0]]), str(self.t.worth[action.args[0]])]
        if kind in ("machinist", "engineer") and action.args[0]:
            kind = f"{kind}.2"
        return self.say(f"action.{kind}", *words)

    def steps(
        self, taken: Sequence[Action], earlier: Sequence[Action] = (), view: dict[str, Any] | None = None
    ) -> list[str]:
        return [self._step(action, [*earlier, *taken[:at]]) for at, action in enumerate(taken)]

    def _step(self, action: Action, before: Sequence[Action]) -> str:
        """Alone, "done" would not tell what Undo takes back, nor each of four tiles which one it was."""
        kind = action.kind
        if kind == "use":
            row = takewhile(lambda one: one.kind == "use", reversed(before))
            return self.say("step.use", len([*row]) + 1, self.names.tile(action.args[0]))
        if kind == "done" and before and (of := DONE_AFTER.get(before[-1].kind)):
            return self.say(f"step.done.{of}")
        return self.label(action)

    def closes(self, action: Action) -> str:
        return CLOSING.get(action.kind, "")

    def in_words(self, scene: Asked, action: Action) -> tuple[int, Choice]:
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
        # Of several expeditions the one that brings most comes first.
        most = len(self.t.country_sets[action.args[1]]) if action.kind == "expedition" else 0
        return 10 * ORDER.index(group) - most, choice

    def _rule(self, scene: Asked, action: Action) -> str:
        if action.kind == "play":
            return SCHEME_RULES[self.t.schemes[action.args[0]]]
        return RULES.get(action.kind) or self.rules[scene.frame[0]]


def _neutral(scene: Asked) -> str:
    return ".neutral" if scene.args.owner == NEUTRAL else ""

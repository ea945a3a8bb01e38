"""The engine of a title: what happens to a position, by the rows of rules that the title declares.

It is a class of its own, beside `Title`, because searches, batches and environments ask it more often than anything
else: compiled, its methods are plain calls in C and its rows lie where the compiler knows. A generic dataclass such as
`Title` is found by name, part by part.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar, final

from .actions import ActionTable, draw
from .fields import Covers
from .frames import Chance, Decision, Events, L, S, Step
from .native import mypyc_attr
from .values import CHANCE, STEP, TOGETHER, Action, Event, Frame, IllegalAction, Refusal

Told = TypeVar("Told", contravariant=True)


class Legal(Protocol[Told]):
    """How a title is asked for what is legal."""

    def __call__(self, state: Told, seat: int | None = None) -> list[Action]: ...


class Apply(Protocol[Told]):
    """How a title is asked to do an action."""

    def __call__(self, state: Told, seat: int, action: Action, check: bool = True) -> list[Event]: ...


Offers = Callable[[L, S, int, Any], list[Action]]
Resolve = Callable[[L, S, int, Any, Action, Events], None]
Outcomes = Callable[[L, S, Any], list[tuple[Action, int]]]
TurnsUp = Callable[[L, S, Any, Action, Events], None]
OutOfTurn = Callable[[L, S, int, Action], Refusal | None]


@final
@mypyc_attr(native_class=True)
class Engine(Generic[L, S]):
    """Who is asked, what is legal, what follows. Made by the title, which hands its methods out as its own."""

    __slots__ = (
        "actions", "chance_kinds", "chances", "covers", "decisions", "declared_steps", "lookup", "offers",
        "out_of_turn", "outcomes", "over", "resolves", "steps", "turns_up",
    )  # fmt: skip

    def __init__(
        self,
        lookup: L,
        actions: ActionTable,
        decisions: Mapping[str, Decision[L, S]],
        chances: Mapping[str, Chance[L, S]],
        steps: Mapping[str, Step[L, S]],
        over: Callable[[S], bool] | None,
    ) -> None:
        self.lookup = lookup
        self.actions = actions
        self.decisions, self.chances, self.declared_steps = decisions, chances, steps
        self.over = over
        self.chance_kinds: frozenset[str] = frozenset()
        self.covers: Covers = {}
        self.out_of_turn: OutOfTurn[L, S] | None = None
        # What each kind of frame is asked, in rows of their own: one look-up, not two. They are plain dicts, which are
        # quicker to ask; a kind that is not there is looked up in what was declared, which says so in words.
        self.offers: dict[str, Offers[L, S]] = {kind: d.offers for kind, d in decisions.items()}
        self.resolves: dict[str, Resolve[L, S]] = {kind: d.resolve for kind, d in decisions.items()}
        self.steps: dict[str, Step[L, S]] = dict(steps)
        self.outcomes: dict[str, Outcomes[L, S]] = {kind: c.outcomes for kind, c in chances.items()}
        self.turns_up: dict[str, TurnsUp[L, S]] = {kind: c.resolve for kind, c in chances.items()}

    def refusing(self, chance_kinds: frozenset[str], covers: Covers, out_of_turn: OutOfTurn[L, S] | None) -> None:
        """What it needs beyond the rest to say why an action is not allowed."""
        self.chance_kinds, self.covers, self.out_of_turn = chance_kinds, covers, out_of_turn

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that owe a decision, (CHANCE,) when luck decides, () when the match is over."""
        stack = state.stack
        if not stack:
            return ()
        _, seat, args = stack[-1]
        if seat == TOGETHER:
            return tuple([frame[1] for frame in args])
        return (seat,)

    def legal(self, state: S, seat: int | None = None) -> list[Action]:
        """All that a seat may do now; empty when it does not have to decide. None: whoever is to act first."""
        stack = state.stack
        if not stack:
            return []
        kind, who, args = stack[-1]
        if who == TOGETHER:
            kind, who, args = self.frame(state, args[0][1] if seat is None else seat) or ("", TOGETHER, ())
        if (seat is not None and seat != who) or not kind:
            return []
        if who == CHANCE:
            return [action for action, _ in self.chance(state)]
        try:
            offers = self.offers[kind]
        except KeyError:
            offers = self.decisions[kind].offers
        return offers(self.lookup, state, who, args)

    def chance(self, state: S) -> list[tuple[Action, int]]:
        """What luck may bring now, with weights; empty when it is not luck's turn."""
        stack = state.stack
        if not stack:
            return []
        kind, who, args = stack[-1]
        if who != CHANCE:
            return []
        try:
            outcomes = self.outcomes[kind]
        except KeyError:
            outcomes = self.chances[kind].outcomes
        return outcomes(self.lookup, state, args)

    def apply(self, state: S, seat: int, action: Action, check: bool = True) -> list[Event]:
        """Do it: changes the state, returns what happened. `check=False` trusts the caller that the action is legal."""
        if check:
            refusal = self.why_not(state, seat, action)
            if refusal is not None:
                raise IllegalAction(self.actions.text(action), refusal)
        stack = state.stack
        kind, who, args = stack.pop()
        events: Events = []
        if who >= 0:
            try:
                resolve = self.resolves[kind]
            except KeyError:
                resolve = self.decisions[kind].resolve
            resolve(self.lookup, state, who, args, action, events)
        elif who == CHANCE:
            try:
                turns_up = self.turns_up[kind]
            except KeyError:
                turns_up = self.chances[kind].resolve
            turns_up(self.lookup, state, args, action, events)
        else:
            self.answer(state, args, seat, action, events)
        if stack and stack[-1][1] == STEP:
            self.run(state, events)
        if self.over is not None and stack and self.over(state):
            stack.clear()
        return events

    def run(self, state: S, events: Events) -> None:
        """Run steps until somebody has to decide."""
        stack, steps, lookup = state.stack, self.steps, self.lookup
        while stack and stack[-1][1] == STEP:
            kind, _, args = stack.pop()
            try:
                do = steps[kind]
            except KeyError:
                do = self.declared_steps[kind]
            do(lookup, state, args, events)

    def answer(self, state: S, frames: tuple[Frame, ...], seat: int, action: Action, events: Events) -> None:
        """One seat's answer to a simultaneous decision. It may be followed by one more question to the same seat."""
        stack = state.stack
        height = len(stack)
        left: list[Frame] = []
        for frame in frames:
            if frame[1] != seat:
                left.append(frame)
                continue
            kind, _, args = frame
            self.decisions[kind].resolve(self.lookup, state, seat, args, action, events)
            left += stack[height:]
            del stack[height:]
        if left:
            stack.append(("together", TOGETHER, tuple(left)))

    def frame(self, state: S, seat: int) -> Frame | None:
        """The frame that asks this seat."""
        if not state.stack:
            return None
        top = state.stack[-1]
        if top[1] == TOGETHER:
            frames: tuple[Frame, ...] = top[2]
            for frame in frames:
                if frame[1] == seat:
                    return frame
            return None
        return top if top[1] == seat else None

    def decision(self, state: S, seat: int) -> tuple[str, tuple[Any, ...]] | None:
        """Kind and arguments of what a seat is asked, for prompts."""
        frame = self.frame(state, seat)
        return (frame[0], frame[2]) if frame else None

    def deal(self, state: S, rng: random.Random) -> list[tuple[Action, list[Event]]]:
        """Let a dealer decide for chance until a seat is to act."""
        dealt: list[tuple[Action, list[Event]]] = []
        stack = state.stack
        while stack and stack[-1][1] == CHANCE:
            action = draw(self.chance(state), rng)
            dealt.append((action, self.apply(state, CHANCE, action, False)))
        return dealt

    # Why not

    def why_not(self, state: S, seat: int, action: Action) -> Refusal | None:
        """The reason why an action is not allowed, or None if it is."""
        action = self.actions.canonical(action)
        if not state.stack:
            return Refusal("MH-1.2", "refuse.over")
        frame = self.frame(state, seat)
        if frame is None:
            reason = self.out_of_turn(self.lookup, state, seat, action) if self.out_of_turn else None
            return reason or self.not_your_turn(state, seat)
        kind, _, args = frame
        legal = self.legal(state, seat)
        if action in legal:
            return None
        if seat == CHANCE:
            return Refusal("MH-1.4", "refuse.not_an_outcome", (legal[0].kind,))
        if action.kind in self.chance_kinds:
            return Refusal("MH-1.4", "refuse.left_to_chance", (action.kind,))
        rule = self.decisions[kind]
        found = rule.refuse(self.lookup, state, seat, args, action)
        return found or Refusal(rule.rule, "refuse.not_now", (action.kind, kind))

    def not_your_turn(self, state: S, seat: int) -> Refusal:
        """Who is asked instead, and for what; a covered decision shows the one it started from."""
        kind, who, args = state.stack[-1]
        frames = args if who == TOGETHER else (state.stack[-1],)
        kind, who, args = frames[0]
        if who < 0:
            return Refusal("MH-1.1", "refuse.chance_first", (seat,))
        cover = self.covers.get(kind)
        asked = cover(who, args)[0] if cover else kind
        return Refusal("MH-1.1", "refuse.not_your_turn", (seat, asked, tuple([frame[1] for frame in frames])))

"""What would be asked again and again, in one go: coal, conversions, uranium to be stored, steps of any income."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from machinehall.kernel import title_wording
from machinehall.kernel.frames import Events
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Plan
from machinehall.titles.nucleum.lookup import WORKER_SOURCE
from machinehall.titles.nucleum.rules import DECISIONS
from machinehall.titles.nucleum.state import ROWS, State

from .fuel import cheapest_coal
from .paying import Paying

Asked = title_wording.Asked[State]
Pick = Callable[[State, Sequence[Action]], Action | None]
STEPS = 2
"""So many steps are worth a button that takes them in one go."""


class Plans:
    """Plans in one language. Nothing is hidden and nobody else is asked meanwhile, so a copy of the position tells
    what comes of them."""

    def __init__(self, paying: Paying, label: Callable[[Action], str]) -> None:
        self.paying, self.label = paying, label
        self.say, self.t = paying.say, paying.names.t

    def __call__(self, scene: Asked) -> list[Plan]:
        makers = {"fuel": self._coal, "owe": self._convert, "uranium": self._store, "income_any": self._income}
        make = makers.get(scene.frame[0])
        return [] if make is None else [plan for plan in make(scene) if len(plan.actions) >= STEPS]

    def run(self, scene: Asked, pick: Pick) -> tuple[tuple[Action, ...], Events, bool]:
        """The decisions that are taken so while the same is asked, what happens, and whether it is still asked then."""
        s, seat, kind = scene.s.clone(), scene.seat, scene.frame[0]
        taken: list[Action] = []
        ev: Events = []
        while s.stack and s.stack[-1][:2] == (kind, seat):
            action = pick(s, DECISIONS[kind].offers(self.t, s, seat, s.stack[-1][2]))
            if action is None:
                return tuple(taken), ev, True
            taken.append(action)
            args = s.stack.pop()[2]
            DECISIONS[kind].resolve(self.t, s, seat, args, action, ev)
        return tuple(taken), ev, False

    def _coal(self, scene: Asked) -> list[Plan]:
        """NU-14.4: as much as is needed."""
        taken, ev, short = self.run(scene, partial(cheapest_coal, self.t))
        coal = sum(action.kind == "coal" for action in taken)
        if short or not coal:
            return []
        price = sum(event.args[1] or 0 for event in ev if event.kind == "paid")
        pays = self.paying.together(self.paying.figure("thaler", price), self.paying.converted(scene, price, 0))
        return [Plan(taken, self.say("plan.coal", n=coal), pays)]

    def _convert(self, scene: Asked) -> list[Plan]:
        """NU-5.2: all that is owed, workers first or uranium first."""
        found: dict[str, Plan] = {}
        for first, pick in (("worker", _workers), ("uranium", partial(_uranium, ROWS * scene.seat))):
            taken, ev, _ = self.run(scene, pick)
            sources = [event.args[1] for event in ev if event.kind == "converted"]
            workers = sources.count(WORKER_SOURCE)
            figures = (("worker", workers), ("uranium", len(sources) - workers))
            pays = self.paying.names.joined(self.paying.figure(kind, n) for kind, n in figures if n)
            found.setdefault(pays, Plan(taken, self.say(f"plan.convert.{first}"), pays))
        return list(found.values())

    def _store(self, scene: Asked) -> list[Plan]:
        """NU-5.4: as many units as fit on one mine, or none."""
        found = []
        for wish, taken in self._each(scene):
            of_all = wish.kind == "worker"
            label = self.say("plan.workers", n=len(taken)) if of_all else self._many(wish, len(taken))
            found.append(Plan(taken, label))
        return found

    def _income(self, scene: Asked) -> list[Plan]:
        """NU-5.5: all steps on one track."""
        return [Plan(taken, self._many(wish, len(taken))) for wish, taken in self._each(scene)]

    def _each(self, scene: Asked) -> list[tuple[Action, tuple[Action, ...]]]:
        """Each answer with how often it can be given."""
        kind, _, args = scene.frame
        wishes = DECISIONS[kind].offers(self.t, scene.s, scene.seat, args)
        return [(wish, self.run(scene, partial(_again, wish))[0]) for wish in wishes]

    def _many(self, wish: Action, n: int) -> str:
        return self.say("plan.many", self.label(wish), n=n)


def _again(wish: Action, _: State, offers: Sequence[Action]) -> Action | None:
    return wish if wish in offers else None


def _workers(_: State, offers: Sequence[Action]) -> Action:
    return offers[0]


def _uranium(at: int, s: State, offers: Sequence[Action]) -> Action:
    """From the fullest mine, so that none runs dry sooner than it must."""
    mines = [action for action in offers if action.args[0] != WORKER_SOURCE]
    return max(mines, key=lambda found: s.uranium[at + found.args[0] - 1], default=offers[0])

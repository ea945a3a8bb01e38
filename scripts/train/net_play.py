"""Matches side by side for `train.py`: halls of worker processes, answered by a net and by its past selves."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from net_tables import Kind

import machinehall as mh
from machinehall.bots.insight import SLOTS
from machinehall.learn.batch import table_layout
from machinehall.learn.memory import Arrays
from machinehall.learn.workers import Crew, Tables, shares

Tensors = dict[str, torch.Tensor]
TAKEN = ("observation", "told", "mask", "seat", "terminated")
"""Arrays that the learner takes from the halls."""
EVERY = 4
"""Of so many tables one is remembered from its beginning to its end."""
FEW_POSITIONS = 128
"""Positions of one match that are learned from, at most: those of a long one tell much the same."""
WITH_PAST = 0.4
"""At so large a share of the tables some seats are played by a past self."""


def crew_for(title: mh.Title, kinds: Sequence[Kind], each: int, workers: int, seed: int) -> Crew:
    """Worker processes, each with so many tables of all kinds, one of each at least: so none has the slow kinds alone,
    and none waits."""
    mine = shares(max(each, len(kinds)), len(kinds))
    tables = [
        Tables(title.name, kind.seats, table_layout(title, some * workers, kind.seats, insight=True), kind.how())
        for kind, (_, some) in zip(kinds, mine, strict=True)
    ]
    crew = Crew(tables, workers)
    crew.reset(seed)
    return crew


class Hall:
    """Many tables of one kind, in worker processes that have others too."""

    def __init__(self, title: mh.Title, kind: Kind, arrays: Arrays, seed: int) -> None:
        self.kind, self.seats, self.count, self.name = kind, kind.seats, len(arrays.seat), kind.name
        self.arrays = arrays
        alone = title.automata is not None and title.alone(self.seats)
        self.slots = self.seats + (int(kind.options[title.automata.option]) if alone and title.automata else 0)
        self.rng = np.random.default_rng(seed)
        self.past = np.zeros((self.count, SLOTS), np.bool_)
        """Seats that a past self plays."""
        for row in range(self.count):
            self.seat_past(row)
        self.others = 1.0
        """How much of what the best other gains counts against a seat."""
        self.lead = self.leads(self.arrays.standing)
        self.endings = Endings(self)
        self.asked = self.arrays.seat.copy()
        """Who decided last at each table."""
        self.ends: deque[Any] = deque(maxlen=1000)
        self.played = 0

    def leads(self, standing: Any) -> Any:
        """Of each seat, over the best other."""
        found = np.zeros((self.count, SLOTS), np.float32)
        for seat in range(self.seats):
            others = [i for i in range(self.slots) if i != seat]
            found[:, seat] = standing[:, seat] - self.others * standing[:, others].max(axis=1)
        return found

    def seat_past(self, row: int) -> None:
        """Seats for a past self, never all."""
        self.past[row] = False
        if self.seats > 1 and not self.kind.rival and self.rng.random() < WITH_PAST:
            taken = self.rng.permutation(self.seats)[: self.rng.integers(1, self.seats)]
            self.past[row, taken] = True

    def weigh(self, others: float) -> None:
        """Let the gains of others count as much as this from now on."""
        self.others = others
        self.lead = self.leads(self.arrays.standing)

    def collect(self, unit: float, win: float) -> Any:
        """What the last answers have brought: growth of the lead, and the share of the win."""
        a, done = self.arrays, self.arrays.terminated
        lead = self.leads(a.standing)
        gain = lead - self.lead
        if done.any():
            gain[done] = (self.leads(a.ended) - self.lead)[done]
            there = a.ended[:, : self.slots]
            best = there == there.max(axis=1, keepdims=True)
            share = (best / best.sum(axis=1, keepdims=True))[:, : self.seats] - 1 / self.slots
            gain[done, : self.seats] += (share * win * unit)[done]
            self.note(done)
        self.lead = lead
        return gain / unit

    def note(self, done: Any) -> None:
        for row in np.flatnonzero(done).tolist():
            past = self.past[row, : self.seats] if not self.kind.rival else np.arange(self.seats) != self.asked[row]
            self.ends.append((self.arrays.ended[row, : self.slots].copy(), past.copy()))
            self.played += 1
            self.endings.end(row)
            self.seat_past(row)


class Endings:
    """Positions of some tables, each with how its match ended, once it has.

    What is shown at a step is kept in one piece; a table knows at which step its match began.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.begun = dict.fromkeys(range(0, hall.count, EVERY), 0)
        self.pages: deque[tuple[Any, Any, Any]] = deque()
        self.gone = 0
        """Pages that no match needs any more."""
        self.ended: list[dict[str, Any]] = []

    def see(self) -> None:
        """Write down what is shown at the tables."""
        a = self.hall.arrays
        self.pages.append((a.observation[::EVERY].copy(), a.told[::EVERY].copy(), a.seat[::EVERY].copy()))

    def end(self, row: int) -> None:
        """A match has ended: what was seen in it is told how."""
        if row not in self.begun or not self.pages:
            return
        a, hall, now = self.hall.arrays, self.hall, self.gone + len(self.pages)
        pages = [self.pages[i] for i in range(self.begun[row] - self.gone, len(self.pages))]
        self.begun[row] = now
        seen, told, seat = (np.array([page[i][row // EVERY] for page in pages]) for i in range(3))
        order = np.array(turns(hall.seats))[seat]
        left = np.zeros(len(pages), np.float32)
        for each in range(hall.seats):
            own = np.flatnonzero(seat == each)
            left[own] = np.arange(len(own) - 1, -1, -1)
        final = a.ended[row]
        best = np.where(np.arange(SLOTS) < hall.slots, final, -np.inf)
        win = (best == best.max()).astype(np.float32)
        found = {"final": final[order], "win": win[order], "points": a.points[row][order], "left": left}
        found |= {"seen": seen, "told": told, "slots": np.full(len(pages), hall.slots)}
        if len(pages) > FEW_POSITIONS:
            some = hall.rng.permutation(len(pages))[:FEW_POSITIONS]
            found = {name: array[some] for name, array in found.items()}
        self.ended.append(found)
        for _ in range(min(self.begun.values()) - self.gone):
            self.pages.popleft()
            self.gone += 1

    def taken(self, device: str) -> Tensors | None:
        """What has ended since it was last asked."""
        if not self.ended:
            return None
        parts, self.ended = self.ended, []
        found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return {name: torch.from_numpy(array).to(device) for name, array in found.items()}


class Group:
    """Halls that are answered together. What is seen, chosen and gained in a round is kept on the device."""

    def __init__(self, halls: Sequence[Hall], crew: Crew, steps: int, device: str) -> None:
        self.halls, self.crew, self.steps, self.device = halls, crew, steps, device
        self.count = sum(hall.count for hall in halls)
        self.waited = 0.0
        a = halls[0].arrays
        self.stage = {
            name: torch.from_numpy(np.concatenate([getattr(hall.arrays, name) for hall in halls])) for name in TAKEN
        }
        """What travels to the device, gathered where it travels fastest from."""
        if device == "cuda":
            self.stage = {name: rows.pin_memory() for name, rows in self.stage.items()}

        def room(kind: torch.dtype, *size: int) -> torch.Tensor:
            return torch.zeros(steps + 1, self.count, *size, dtype=kind, device=device)

        self.kept: Tensors = {
            "observation": room(torch.uint8, a.observation.shape[1]),
            "told": room(torch.float32, a.told.shape[1]),
            "mask": room(torch.uint8, a.mask.shape[1]),
            "action": room(torch.int64),
            "likely": room(torch.float32),
            "value": room(torch.float32),
            "seat": room(torch.int64),
            "past": room(torch.bool),
            "gain": room(torch.float32, SLOTS),
            "terminated": room(torch.bool),
        }

    def take(self, at: int, name: str) -> torch.Tensor:
        """An array of all halls, to its place on the device."""
        rows = self.stage[name]
        np.concatenate([getattr(hall.arrays, name) for hall in self.halls], out=rows.numpy())
        self.kept[name][at].copy_(rows, non_blocking=True)
        return self.kept[name][at]

    def collect(self, at: int, unit: float, win: float) -> None:
        """What the answers of one step before have brought."""
        began = time.time()
        self.crew.wait()
        self.waited += time.time() - began
        gain = np.concatenate([hall.collect(unit, win) for hall in self.halls])
        self.kept["gain"][at - 1] = torch.from_numpy(gain).to(self.device)
        self.take(at - 1, "terminated")

    def answer(self, at: int, net: Any, old: Any, act: bool) -> None:
        """Let the net decide at all tables, a past self at its seats."""
        kept = self.kept
        seats = np.concatenate([hall.arrays.seat for hall in self.halls])
        past = np.concatenate([hall.past for hall in self.halls])[np.arange(self.count), seats]
        parts = [self.take(at, name) for name in ("observation", "told", "mask")]
        likely, kept["value"][at] = net.decide(*parts)
        self.take(at, "seat")
        kept["past"][at] = torch.from_numpy(past).to(self.device)
        if act:
            if past.any():
                likely = torch.where(kept["past"][at][:, None], old.decide(*parts)[0], likely)
            self.act(at, likely)

    def act(self, at: int, likely: torch.Tensor) -> None:
        """Choose as likely as it is, and let the workers play on."""
        chosen = drawn(likely)
        self.kept["action"][at], self.kept["likely"][at] = chosen, likely.gather(1, chosen[:, None])[:, 0]
        numbers, first = chosen.cpu().numpy(), 0
        for hall in self.halls:
            hall.endings.see()
            hall.asked = hall.arrays.seat.copy()
            hall.arrays.action[:] = numbers[first : first + hall.count]
            first += hall.count
        self.crew.step()

    def reckon(self, far: float) -> Tensors:
        """Advantages, seat by seat, looking back from the end of the round (generalised advantage estimation).

        The last decision of a seat in a round has no next one to be measured by, and is left out.
        """
        kept, steps, rows = self.kept, self.steps, torch.arange(self.count, device=self.device)
        more, after, gathered = (torch.zeros(self.count, SLOTS, device=self.device) for _ in range(3))
        known = torch.zeros(self.count, SLOTS, dtype=torch.bool, device=self.device)
        last = kept["seat"][steps]
        known[rows, last], after[rows, last] = True, kept["value"][steps]
        gains = torch.zeros(steps, self.count, device=self.device)
        fit = torch.zeros(steps, self.count, dtype=torch.bool, device=self.device)
        for at in range(steps - 1, -1, -1):
            going, seat, value = ~kept["terminated"][at][:, None], kept["seat"][at], kept["value"][at]
            more, after, gathered = more * going, after * going, gathered * going + kept["gain"][at]
            known = known | ~going
            sure = known[rows, seat]
            found = gathered[rows, seat] + after[rows, seat] - value + far * more[rows, seat]
            gains[at], fit[at] = found, sure & ~kept["past"][at]
            more[rows, seat] = found * sure
            after[rows, seat], gathered[rows, seat], known[rows, seat] = value, 0.0, True
        batch = {name: kept[name][:-1][fit] for name in ("told", "mask", "action", "likely")}
        return batch | {
            "seen": kept["observation"][:-1][fit],
            "gain": gains[fit],
            "return": (gains + kept["value"][:-1])[fit],
        }


class Yardstick:
    """Tables against a bot, to measure how far the net has come. A bot may think long: nobody waits for it."""

    def __init__(self, title: mh.Title, rival: str, workers: int, seed: int, device: str) -> None:
        kind = Kind(2, {}, rival=rival)
        self.crew = crew_for(title, [kind], 1, workers, seed)
        self.hall, self.device = Hall(title, kind, self.crew.arrays[0], seed), device
        self.busy = False

    def go_on(self, net: Any) -> None:
        """Answer, if the tables have something to ask by now."""
        hall, a = self.hall, self.hall.arrays
        if self.busy:
            if not self.crew.ready():
                return
            self.crew.wait()
            if a.terminated.any():
                hall.note(a.terminated)
        parts = (torch.from_numpy(rows).to(self.device) for rows in (a.observation, a.told, a.mask))
        likely, _ = net.decide(*parts)
        hall.asked = a.seat.copy()
        a.action[:] = drawn(likely).cpu().numpy()
        self.crew.step()
        self.busy = True


def drawn(likely: torch.Tensor) -> torch.Tensor:
    """An action for each row, as likely as it is."""
    return (likely - torch.empty_like(likely).exponential_().log()).argmax(1)


def turns(seats: int) -> list[list[int]]:
    """For each seat the order of the slots as it sees them."""
    return [[(seat + i) % seats if i < seats else i for i in range(SLOTS)] for seat in range(seats)]


def cpu_of(processes: Sequence[int]) -> float:
    """Seconds that processes have had of the cores (Linux; elsewhere nought)."""
    paths = (Path(f"/proc/{process}/schedstat") for process in processes)
    return sum(int(path.read_text().split()[0]) for path in paths if path.exists()) / 1e9

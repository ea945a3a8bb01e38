"""Matches side by side for `train.py`: halls of worker processes, answered by a net and by its past selves."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]

import machinehall as mh
from machinehall.bots.insight import SLOTS
from machinehall.learn.batch import table_layout
from machinehall.learn.workers import Crew

Tensors = dict[str, torch.Tensor]
EVERY = 4
"""Of so many tables one is remembered from its beginning to its end."""
WITH_PAST = 0.4
"""At so large a share of the tables some seats are played by a past self."""


class Hall:
    """Many tables of one kind, in worker processes."""

    def __init__(self, name: str, table: tuple[int, Mapping[str, Any]], each: int, workers: int, seed: int) -> None:
        title, (seats, options) = mh.title(name), table
        self.seats, self.count = seats, each * workers
        self.crew = Crew(
            name,
            seats,
            table_layout(title, self.count, seats, insight=True),
            {"options": dict(options), "insight": True},
            workers,
        )
        self.crew.reset(seed)
        self.arrays = self.crew.arrays
        alone = title.automata is not None and title.alone(seats)
        self.slots = seats + (int(options[title.automata.option]) if alone and title.automata else 0)
        self.name = " ".join([str(seats), *(f"{key}={value}" for key, value in options.items())])
        self.rng = np.random.default_rng(seed)
        self.past = np.zeros((self.count, SLOTS), np.bool_)
        """Seats that a past self plays."""
        for row in range(self.count):
            self.seat_past(row)
        self.lead = self.leads(self.arrays.standing)
        self.endings = Endings(self)
        self.ends: deque[Any] = deque(maxlen=2000)
        self.played = 0

    def leads(self, standing: Any) -> Any:
        """Of each seat, over the best other."""
        found = np.zeros((self.count, SLOTS), np.float32)
        for seat in range(self.seats):
            others = [i for i in range(self.slots) if i != seat]
            found[:, seat] = standing[:, seat] - standing[:, others].max(axis=1)
        return found

    def seat_past(self, row: int) -> None:
        """Seats for a past self, never all."""
        self.past[row] = False
        if self.seats > 1 and self.rng.random() < WITH_PAST:
            taken = self.rng.permutation(self.seats)[: self.rng.integers(1, self.seats)]
            self.past[row, taken] = True

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
            self.ends.append((self.arrays.ended[row, : self.slots].copy(), self.past[row, : self.seats].copy()))
            self.played += 1
            self.endings.end(row)
            self.seat_past(row)


class Endings:
    """Positions of some tables, each with how its match ended, once it has."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.open: dict[int, list[Any]] = {row: [] for row in range(0, hall.count, EVERY)}
        self.ended: list[dict[str, Any]] = []

    def see(self) -> None:
        """Write down what is shown at the tables."""
        a = self.hall.arrays
        seen, told, seats = a.observation[::EVERY].copy(), a.told[::EVERY].copy(), a.seat[::EVERY].tolist()
        for notes, note in zip(self.open.values(), zip(seen, told, seats, strict=True), strict=True):
            notes.append(note)

    def end(self, row: int) -> None:
        """A match has ended: what was seen in it is told how."""
        if not (notes := self.open.get(row)):
            return
        a, hall = self.hall.arrays, self.hall
        seat = np.array([note[2] for note in notes])
        order = np.array(turns(hall.seats))[seat]
        left = np.zeros(len(notes), np.float32)
        for each in range(hall.seats):
            own = np.flatnonzero(seat == each)
            left[own] = np.arange(len(own) - 1, -1, -1)
        final = a.ended[row]
        best = np.where(np.arange(SLOTS) < hall.slots, final, -np.inf)
        win = (best == best.max()).astype(np.float32)
        found = {"final": final[order], "win": win[order], "points": a.points[row][order], "left": left}
        found |= {"seen": np.array([note[0] for note in notes]), "told": np.array([note[1] for note in notes])}
        self.ended.append(found | {"slots": np.full(len(notes), hall.slots)})
        notes.clear()

    def taken(self, device: str) -> Tensors | None:
        """What has ended since it was last asked."""
        if not self.ended:
            return None
        parts, self.ended = self.ended, []
        found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return {name: torch.from_numpy(array).to(device) for name, array in found.items()}


class Group:
    """Halls that are answered together. What is seen, chosen and gained in a round is kept on the device."""

    def __init__(self, halls: Sequence[Hall], steps: int, device: str) -> None:
        self.halls, self.steps, self.device = halls, steps, device
        self.count = sum(hall.count for hall in halls)
        self.waited = 0.0
        a = halls[0].arrays

        def room(kind: torch.dtype, *size: int) -> torch.Tensor:
            return torch.zeros(steps + 1, self.count, *size, dtype=kind, device=device)

        self.kept: Tensors = {
            "seen": room(torch.uint8, a.observation.shape[1]),
            "told": room(torch.float32, a.told.shape[1]),
            "mask": room(torch.uint8, a.mask.shape[1]),
            "action": room(torch.int64),
            "likely": room(torch.float32),
            "value": room(torch.float32),
            "seat": room(torch.int64),
            "past": room(torch.bool),
            "gain": room(torch.float32, SLOTS),
            "done": room(torch.bool),
        }

    def all(self, name: str) -> torch.Tensor:
        """An array of all halls, on the device."""
        rows = np.concatenate([getattr(hall.arrays, name) for hall in self.halls])
        return torch.from_numpy(rows).to(self.device, non_blocking=True)

    def collect(self, at: int, unit: float, win: float) -> None:
        """What the answers of one step before have brought."""
        began = time.time()
        for hall in self.halls:
            hall.crew.wait()
        self.waited += time.time() - began
        gain = np.concatenate([hall.collect(unit, win) for hall in self.halls])
        self.kept["gain"][at - 1] = torch.from_numpy(gain).to(self.device, non_blocking=True)
        self.kept["done"][at - 1] = self.all("terminated")

    def answer(self, at: int, net: Any, old: Any, act: bool) -> None:
        """Let the net decide at all tables, a past self at its seats."""
        kept = self.kept
        seats = np.concatenate([hall.arrays.seat for hall in self.halls])
        past = np.concatenate([hall.past for hall in self.halls])[np.arange(self.count), seats]
        parts = [self.all(name) for name in ("observation", "told", "mask")]
        likely, value = net.decide(*parts)
        if past.any():
            rows = torch.from_numpy(np.flatnonzero(past)).to(self.device)
            likely[rows] = old.decide(*(part[rows] for part in parts))[0]
        for name, part in zip(("seen", "told", "mask"), parts, strict=True):
            kept[name][at] = part
        kept["value"][at], kept["seat"][at] = value, torch.from_numpy(seats).to(self.device)
        kept["past"][at] = torch.from_numpy(past).to(self.device)
        if act:
            self.act(at, likely)

    def act(self, at: int, likely: torch.Tensor) -> None:
        """Choose as likely as it is, and let the workers play on."""
        chosen = (likely - torch.empty_like(likely).exponential_().log()).argmax(1)
        self.kept["action"][at], self.kept["likely"][at] = chosen, likely.gather(1, chosen[:, None])[:, 0]
        numbers, first = chosen.cpu().numpy(), 0
        for hall in self.halls:
            hall.endings.see()
            hall.arrays.action[:] = numbers[first : first + hall.count]
            first += hall.count
            hall.crew.step()

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
            going, seat, value = ~kept["done"][at][:, None], kept["seat"][at], kept["value"][at]
            more, after, gathered = more * going, after * going, gathered * going + kept["gain"][at]
            known = known | ~going
            sure = known[rows, seat]
            found = gathered[rows, seat] + after[rows, seat] - value + far * more[rows, seat]
            gains[at], fit[at] = found, sure & ~kept["past"][at]
            more[rows, seat] = found * sure
            after[rows, seat], gathered[rows, seat], known[rows, seat] = value, 0.0, True
        batch = {name: kept[name][:-1][fit] for name in ("seen", "told", "mask", "action", "likely")}
        return batch | {"gain": gains[fit], "return": (gains + kept["value"][:-1])[fit]}

    def close(self) -> None:
        for hall in self.halls:
            hall.crew.close()


def turns(seats: int) -> list[list[int]]:
    """For each seat the order of the slots as it sees them."""
    return [[(seat + i) % seats if i < seats else i for i in range(SLOTS)] for seat in range(seats)]

"""Matches side by side for `train.py`: halls of worker processes, answered by a net and by its past selves."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

import machinehall as mh
from machinehall.bots.insight import SLOTS
from machinehall.learn.batch import table_layout
from machinehall.learn.workers import Crew

Tensors = dict[str, torch.Tensor]
EVERY = 4
"""Of so many tables one is remembered from its beginning to its end."""


class Hall:
    """Many tables of one size. What is seen, chosen and gained in a round is kept on the device."""

    def __init__(
        self,
        name: str,
        seats: int,
        options: Mapping[str, Any],
        count: int,
        workers: int,
        seed: int,
        steps: int,
        device: str,
    ) -> None:
        title = mh.title(name)
        rows = table_layout(title, count, seats, insight=True)
        how = {"options": dict(options), "insight": True}
        self.crew = Crew(name, seats, rows, how, workers)
        self.crew.reset(seed)
        self.arrays, self.seats, self.count, self.steps, self.device = self.crew.arrays, seats, count, steps, device
        self.name = " ".join([str(seats), *(f"{k}={v}" for k, v in options.items())])
        automata = int(options.get(title.automata.option, 0)) if title.automata and title.alone(seats) else 0
        self.slots = seats + automata
        self.rng = np.random.default_rng(seed)
        self.lead = self.leads(self.arrays.standing)
        self.past = np.zeros((count, seats), np.bool_)
        """Seats that a past self plays."""
        self.ends: deque[Any] = deque(maxlen=2000)
        self.played = 0
        self.endings = Endings(self)
        self.kept: Tensors = {}
        self._room()
        for row in range(count):
            self.seat_past(row)

    def _room(self) -> None:
        def room(kind: torch.dtype, *size: int) -> torch.Tensor:
            return torch.zeros(self.steps + 1, self.count, *size, dtype=kind, device=self.device)

        a = self.arrays
        self.kept = {
            "seen": room(torch.uint8, a.observation.shape[1]),
            "told": room(torch.float32, a.told.shape[1]),
            "mask": room(torch.uint8, a.mask.shape[1]),
            "action": room(torch.int64),
            "likely": room(torch.float32),
            "value": room(torch.float32),
            "seat": room(torch.int64),
            "past": room(torch.bool),
            "gain": room(torch.float32, self.seats),
            "done": room(torch.bool),
        }

    def leads(self, standing: Any) -> Any:
        """Of each seat, over the best other."""
        found = np.empty((self.count, self.seats), np.float32)
        for seat in range(self.seats):
            others = [i for i in range(self.slots) if i != seat]
            found[:, seat] = standing[:, seat] - standing[:, others].max(axis=1)
        return found

    def seat_past(self, row: int) -> None:
        """At two in five tables of several seats some are played by a past self, never all."""
        self.past[row] = False
        if self.seats > 1 and self.rng.random() < 0.4:
            taken = self.rng.permutation(self.seats)[: self.rng.integers(1, self.seats)]
            self.past[row, taken] = True

    def collect(self, at: int, unit: float, win: float) -> None:
        """What the answers of one step before have brought: growth of the lead, and the share of the win."""
        self.crew.wait()
        a, kept = self.arrays, self.kept
        done = a.terminated
        lead = self.leads(a.standing)
        gain = lead - self.lead
        if done.any():
            final = self.leads(a.ended)[done]
            gain[done] = final - self.lead[done]
            best = a.ended[:, : self.slots] == a.ended[:, : self.slots].max(axis=1, keepdims=True)
            share = (best / best.sum(axis=1, keepdims=True))[:, : self.seats] - 1 / self.slots
            gain[done] += (share * win * unit)[done]
            self.note(done)
        self.lead = lead
        kept["gain"][at - 1] = torch.from_numpy(gain / unit).to(self.device)
        kept["done"][at - 1] = torch.from_numpy(done.copy()).to(self.device)

    def note(self, done: Any) -> None:
        for row in np.flatnonzero(done):
            score, past = self.arrays.ended[row, : self.slots].copy(), self.past[row].copy()
            self.ends.append((score, past))
            self.played += 1
            self.endings.end(int(row))
            self.seat_past(row)

    def answer(self, at: int, net: Any, old: Any, act: bool) -> None:
        """Let the net decide at all tables, a past self at its seats."""
        a, kept = self.arrays, self.kept
        seat = a.seat
        past = self.past[np.arange(self.count), seat]
        parts = [torch.from_numpy(x).to(self.device) for x in (a.observation, a.told, a.mask)]
        likely, value, _ = net(*parts)
        if old is not None and past.any():
            rows = torch.from_numpy(np.flatnonzero(past)).to(self.device)
            likely[rows] = old(*(part[rows] for part in parts))[0]
        for name, part in zip(("seen", "told", "mask"), parts, strict=True):
            kept[name][at] = part
        kept["value"][at], kept["seat"][at] = value, torch.from_numpy(seat).to(self.device)
        kept["past"][at] = torch.from_numpy(past).to(self.device)
        if act:
            self.endings.see()
            chosen = likely.exp().multinomial(1)
            kept["action"][at], kept["likely"][at] = chosen[:, 0], likely.gather(1, chosen)[:, 0]
            a.action[:] = chosen[:, 0].cpu().numpy()
            self.crew.step()

    def reckon(self, far: float) -> Tensors:
        """Advantages, seat by seat, looking back from the end of the round (generalised advantage estimation).

        The last decision of a seat in a round has no next one to be measured by, and is left out.
        """
        kept, steps, rows = self.kept, self.steps, torch.arange(self.count, device=self.device)
        size = (self.count, self.seats)
        more, after = torch.zeros(size, device=self.device), torch.zeros(size, device=self.device)
        gathered, known = torch.zeros(size, device=self.device), torch.zeros(size, dtype=torch.bool, device=self.device)
        last = kept["seat"][steps]
        known[rows, last], after[rows, last] = True, kept["value"][steps]
        gains = torch.zeros(steps, self.count, device=self.device)
        fit = torch.zeros(steps, self.count, dtype=torch.bool, device=self.device)
        for at in range(steps - 1, -1, -1):
            done, seat, value = kept["done"][at], kept["seat"][at], kept["value"][at]
            more[done], after[done], gathered[done], known[done] = 0.0, 0.0, 0.0, True
            gathered += kept["gain"][at]
            delta = gathered[rows, seat] + after[rows, seat] - value
            found = delta + far * more[rows, seat]
            gains[at], fit[at] = found, known[rows, seat] & ~kept["past"][at]
            more[rows, seat] = torch.where(known[rows, seat], found, torch.zeros_like(found))
            after[rows, seat], gathered[rows, seat], known[rows, seat] = value, 0.0, True
        batch = {name: kept[name][:-1][fit] for name in ("seen", "told", "mask", "action", "likely")}
        return batch | {"gain": gains[fit], "return": (gains + kept["value"][:-1])[fit]}

    def close(self) -> None:
        self.crew.close()


class Endings:
    """Positions of some tables, each with how its match ended, once it has."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.open: dict[int, list[Any]] = {row: [] for row in range(0, hall.count, EVERY)}
        self.ended: list[dict[str, Any]] = []

    def see(self) -> None:
        """Write down what is shown at the tables."""
        a = self.hall.arrays
        for row, notes in self.open.items():
            notes.append((a.observation[row].copy(), a.told[row].copy(), int(a.seat[row])))

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

    def taken(self) -> Tensors | None:
        """What has ended since it was last asked."""
        if not self.ended:
            return None
        parts, self.ended = self.ended, []
        found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return {name: torch.from_numpy(array).to(self.hall.device) for name, array in found.items()}


def turns(seats: int) -> list[list[int]]:
    """For each seat the order of the slots as it sees them."""
    return [[(seat + i) % seats if i < seats else i for i in range(SLOTS)] for seat in range(seats)]

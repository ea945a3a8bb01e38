"""The net of `machinehall.bots.net` for torch: the same layers, to be trained and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from torch import nn  # type: ignore[import-not-found,unused-ignore]
from torch.nn import functional as f  # type: ignore[import-not-found,unused-ignore]

import machinehall as mh
from machinehall.bots.insight import SLOTS
from machinehall.bots.net import made_for, write
from machinehall.bots.policy import SMALL

Tensors = dict[str, torch.Tensor]
LARGEST = {"category": 64}
"""Numbers of the observation are told apart up to this, by their kind."""
ELSE = 32
"""Those of other kinds: what is more is told as an amount anyway."""
AMOUNT = 6
"""Counts and amounts that grow larger are told as amounts too."""
FAR = -1e9
"""In place of the readiness of an action that is not legal."""


class Shape:
    """How an observation is taken apart: numbers that vary, each as a choice among the values that were met."""

    def __init__(self, title: mh.Title, seen: Any, told: Any) -> None:
        most = seen.max(axis=0)
        kinds = np.array([number.kind for number in title.observation])
        largest = np.array([LARGEST.get(kind, ELSE) for kind in kinds])
        self.columns = np.flatnonzero(most > seen.min(axis=0))
        self.most = np.minimum(most, largest - 1)[self.columns].astype(np.uint8)
        self.start = np.concatenate([[0], np.cumsum(self.most.astype(np.int64) + 1)[:-1]])
        self.size = int(self.most.astype(np.int64).sum() + len(self.columns))
        self.amounts = np.flatnonzero((most > AMOUNT) & (kinds != "category"))
        dense = np.concatenate([told, seen[:, self.amounts].astype(np.float32)], axis=1)
        self.mean = dense.mean(axis=0)
        self.scale = 1 / np.maximum(dense.std(axis=0), 0.1)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Shape:
        """That of a net which was written before."""
        self = cls.__new__(cls)
        for name in ("columns", "most", "start", "amounts", "mean", "scale"):
            setattr(self, name, data[name])
        self.size = len(data["first"])
        return self

    def arrays(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("columns", "most", "start", "amounts")}


def factors(title: mh.Title) -> tuple[np.ndarray[Any, Any], int]:
    """For each action the numbers of what it is made of: its kind, and each argument of the kind at its place."""
    known: dict[tuple[Any, ...], int] = {}
    rows = []
    for action in title.actions.all:
        parts = [(action.kind,), *((action.kind, i, value) for i, value in enumerate(action.args))]
        rows.append([known.setdefault(part, len(known)) for part in parts])
    wide = max(map(len, rows))
    return np.array([row + [len(known)] * (wide - len(row)) for row in rows]), len(known)


class Model(nn.Module):  # type: ignore[misc,unused-ignore]
    """Answers for many positions at once."""

    def __init__(self, title: mh.Title, shape: Shape, sources: int, hidden: int, blocks: int, device: str) -> None:
        super().__init__()
        self.shape, self.hidden, self.sources = shape, hidden, sources
        parts, known = factors(title)
        for name, array in (("parts", parts), ("columns", shape.columns), ("start", shape.start)):
            self.register_buffer(name, torch.tensor(array))
        for name, array in (("most", shape.most.astype(np.int64)), ("amounts", shape.amounts)):
            self.register_buffer(name, torch.tensor(array))
        for name, array in (("mean", shape.mean), ("scale", shape.scale)):
            self.register_buffer(name, torch.tensor(array, dtype=torch.float32))
        self.half = torch.bfloat16 if device == "cuda" else torch.float32
        self.first = nn.Parameter(
            torch.zeros(shape.size, hidden)
        )  # what is never met stays nought, and small in the file
        self.told = nn.Linear(len(shape.mean), hidden)
        self.wide = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(blocks)])
        self.back = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(blocks)])
        self.part = nn.Parameter(torch.randn(known + 1, hidden) * 0.1 * hidden**-0.5)
        self.own = nn.Parameter(torch.zeros(len(title.actions.all), hidden))
        self.bias = nn.Parameter(torch.zeros(len(title.actions.all)))
        self.judge = nn.Linear(hidden, hidden // 2)
        self.worth = nn.Linear(hidden // 2, 1)
        self.end = nn.Linear(hidden // 2, (3 + sources) * SLOTS + 1)
        self.table: torch.Tensor | None = None
        """The rows of all actions while nothing is learned."""
        nn.init.zeros_(self.worth.weight)
        nn.init.zeros_(self.end.weight)
        self.to(device)

    def action(self) -> torch.Tensor:
        """The row of each action: those of its parts, and its own."""
        return torch.cat([self.part[:-1], torch.zeros_like(self.part[-1:])])[self.parts].sum(1) + self.own

    def body(self, seen: torch.Tensor, told: torch.Tensor) -> torch.Tensor:
        rows = torch.minimum(seen.index_select(1, self.columns).long(), self.most) + self.start
        choice = torch.zeros(len(seen), self.shape.size, device=seen.device, dtype=self.half).scatter_(1, rows, 1)
        dense = torch.cat([told, seen.index_select(1, self.amounts).float()], dim=1)
        x = (choice @ self.first.to(self.half)).float() + self.told((dense - self.mean) * self.scale)
        for wide, back in zip(self.wide, self.back, strict=True):
            x = x + back(f.relu(wide(self.even(x))))
        return f.relu(self.even(x))

    def even(self, x: torch.Tensor) -> torch.Tensor:
        return f.layer_norm(x, (self.hidden,), eps=SMALL)

    def forward(self, seen: torch.Tensor, told: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Logarithms of how likely each action is; what the lead will grow by; how the match ends."""
        x = self.body(seen, told)
        logits = (x @ self.action().T + self.bias).masked_fill(mask == 0, FAR)
        y = f.relu(self.judge(x))
        return f.log_softmax(logits, dim=1), self.worth(y)[:, 0], self.end(y)

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def decide(self, seen: torch.Tensor, told: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """While matches are played: how likely each action is, and what the lead will grow by."""
        x = self.body(seen, told)
        if self.table is None:
            self.table = self.action()
        logits = (x @ self.table.T + self.bias).masked_fill(mask == 0, FAR)
        return f.log_softmax(logits, dim=1), self.worth(f.relu(self.judge(x)))[:, 0]

    def layers(self) -> dict[str, np.ndarray[Any, Any]]:
        """The numbers by the names that `machinehall.bots.net` reads."""
        named = {"judge": self.judge, "worth": self.worth, "end": self.end, "told": self.told}
        for i, (wide, back) in enumerate(zip(self.wide, self.back, strict=True)):
            named |= {f"wide_{i}": wide, f"back_{i}": back}
        found = {name: layer.weight.T for name, layer in named.items()}
        found |= {f"{name}_bias": layer.bias for name, layer in named.items() if name != "told"}
        found |= {"first": self.first, "first_bias": self.told.bias, "action": self.action(), "action_bias": self.bias}
        kept = {name: layer.detach().cpu().numpy().copy() for name, layer in found.items()}
        return kept | {"mean": self.shape.mean.astype(np.float32), "scale": self.shape.scale.astype(np.float32)}

    def load(self, data: dict[str, Any]) -> None:
        """Go on from a net that was written before."""
        named = {"judge": self.judge, "worth": self.worth, "end": self.end, "told": self.told}
        for i, (wide, back) in enumerate(zip(self.wide, self.back, strict=True)):
            named |= {f"wide_{i}": wide, f"back_{i}": back}
        with torch.no_grad():
            for name, layer in named.items():
                layer.weight.copy_(torch.tensor(data[name]).T)
                layer.bias.copy_(torch.tensor(data["first_bias" if name == "told" else f"{name}_bias"]))
            self.first.copy_(torch.tensor(data["first"]))
            self.bias.copy_(torch.tensor(data["action_bias"]))
            self.part.zero_()
            self.own.copy_(torch.tensor(data["action"]))

    def adopt(self, policy: dict[str, Any], unit: float) -> None:
        """Begin with what a policy for one kind of table knows (`bots/policy.py`): there it is played the same."""
        shape, own = self.shape, len(policy["mean"])
        place = {column: i for i, column in enumerate(shape.columns.tolist())}
        with torch.no_grad():
            for column, most, start in zip(policy["columns"], policy["most"], policy["start"], strict=True):
                if (i := place.get(int(column))) is not None:
                    values = np.minimum(np.arange(int(shape.most[i]) + 1), int(most))
                    rows = torch.tensor(policy["first"][start + values])
                    self.first[shape.start[i] : shape.start[i] + len(values)] = rows.to(self.first)
            ratio = policy["scale"] / shape.scale[:own]
            self.told.weight.zero_()
            self.told.weight[:, :own] = torch.tensor((policy["told"] * ratio[:, None]).T)
            moved = ((shape.mean[:own] - policy["mean"]) * policy["scale"]) @ policy["told"]
            self.told.bias.copy_(torch.tensor(policy["first_bias"] + moved))
            for i, (wide, back) in enumerate(zip(self.wide, self.back, strict=True)):
                for name, layer in (("wide", wide), ("back", back)):
                    layer.weight.copy_(torch.tensor(policy[f"{name}_{i}"]).T)
                    layer.bias.copy_(torch.tensor(policy[f"{name}_{i}_bias"]))
            self.part.zero_()
            self.own.copy_(torch.tensor(policy["action"]))
            self.bias.copy_(torch.tensor(policy["action_bias"]))
            size = policy["value"].shape[1]
            self.judge.weight[:size] = torch.tensor(policy["value"]).T.to(self.first)
            self.judge.bias[:size] = torch.tensor(policy["value_bias"]).to(self.first)
            self.worth.weight[:, :size] = torch.tensor(policy["worth"]).T.to(self.first) * policy["made"]["unit"] / unit

    def save(self, path: Path, title: mh.Title, unit: float, told: dict[str, Any]) -> None:
        made = made_for(title) | {"unit": unit, "blocks": len(self.wide), "data": title.data_version} | told
        write(path, made, self.shape.arrays(), self.layers())


def ending_loss(
    out: torch.Tensor, batch: dict[str, torch.Tensor], unit: float, sources: int
) -> tuple[torch.Tensor, ...]:
    """How far off the foretold end is: who wins, the points with their spread, by source, how long it takes."""
    there = (torch.arange(SLOTS, device=out.device) < batch["slots"][:, None]).float()
    share = batch["win"] / batch["win"].sum(1, keepdim=True).clamp(min=1)
    win = -(share * f.log_softmax(out[:, :SLOTS], dim=1)).sum(1).mean()
    mean, spread = out[:, SLOTS : 2 * SLOTS], out[:, 2 * SLOTS : 3 * SLOTS].clamp(-4, 3)
    off = (mean - batch["final"] / unit) * there
    points = (0.5 * (off / spread.exp()) ** 2 + spread * there).sum(1).mean() * 0.25
    by = out[:, 3 * SLOTS : (3 + sources) * SLOTS].view(len(out), SLOTS, sources) - batch["points"] / unit
    by_source = f.smooth_l1_loss(by * there[:, :, None], torch.zeros_like(by)) * SLOTS
    left = f.smooth_l1_loss(out[:, -1], torch.log1p(batch["left"].float()))
    return win + points + by_source + 0.1 * left, win.detach(), off.detach().abs().mean() * unit

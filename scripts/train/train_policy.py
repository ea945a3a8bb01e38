"""Train a policy for a table alone against the automaton: from matches that a search played, then by its own play.

    python scripts/train/train_policy.py TITLE out/policy.npz --lessons out/lessons.jsonl --minutes 8
    python scripts/train/train_policy.py TITLE out/better.npz --start out/policy.npz --first 4,3,12,1 --minutes 10

Needs the extra `train` (torch, and a GPU and some cores for anything but a trial). What it writes is played with
numpy alone (see machinehall.bots.policy); a title's own lies beside its evaluation as `policy.npz`. Lessons are made
if there are none. The second part is proximal policy optimisation (PPO): matches are played side by side in worker
processes, and what is learned from is how much the lead over the automaton grows, decision by decision. With the
second command the first choice of a match, such as a player's board, is drawn by weights: more matches for what
turned out best.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import deque
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from bar import Bar
from own_play import Improver, add_arguments, clipped
from policy_hall import GROUPS, Hall, lessons, options

import machinehall as mh
from machinehall.bots.policy import SMALL, made_for, packed, read

UNIT = 20.0
"""Points for one unit of what the net foretells."""
LARGEST = 64
"""A number of the observation is told apart up to this."""
HEAT = 5.0
"""Points of lead by which a first choice is e times as likely as another."""


# The net


class Shape:
    """How an observation is taken apart: numbers that vary, each as a choice among the values that were met."""

    def __init__(self, seen: Any, told: Any) -> None:
        most = seen.max(axis=0)
        self.columns = np.flatnonzero(most > seen.min(axis=0))
        self.most = np.minimum(most[self.columns], LARGEST - 1)
        self.start = np.concatenate([[0], np.cumsum(self.most.astype(np.int64) + 1)[:-1]])
        self.size = int(self.most.astype(np.int64).sum() + len(self.columns))
        self.mean = told.mean(axis=0)
        self.scale = 1 / np.maximum(told.std(axis=0), 0.1)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Shape:
        """That of a net which was written before."""
        self = cls.__new__(cls)
        self.columns, self.most, self.start = data["columns"], data["most"], data["start"]
        self.mean, self.scale = data["mean"], data["scale"]
        self.size = len(data["first"])
        return self


def build(torch: Any, shape: Shape, actions: int, hidden: int, blocks: int, device: str) -> Any:
    """The same layers as `machinehall.bots.policy`, for torch."""
    nn, f = torch.nn, torch.nn.functional
    columns = torch.tensor(shape.columns, device=device)
    most = torch.tensor(shape.most.astype(np.int64), device=device)
    start = torch.tensor(shape.start, device=device)
    mean, scale = torch.tensor(shape.mean, device=device), torch.tensor(shape.scale, device=device)
    half = torch.bfloat16 if device == "cuda" else torch.float32

    class Body(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Parameter(torch.randn(shape.size, hidden) * (1 / len(shape.columns)) ** 0.5)
            self.told = nn.Linear(len(shape.mean), hidden)
            self.wide = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(blocks)])
            self.back = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(blocks)])
            self.action = nn.Linear(hidden, actions)
            self.value = nn.Linear(hidden, hidden // 4)
            self.worth = nn.Linear(hidden // 4, 1)
            nn.init.zeros_(self.worth.weight)
            self.action.weight.data *= 0.1

        def forward(self, seen: Any, told: Any) -> tuple[Any, Any]:
            rows = torch.minimum(seen.index_select(1, columns).long(), most) + start
            choice = torch.zeros(len(seen), shape.size, device=device, dtype=half).scatter_(1, rows, 1)
            x = (choice @ self.first.to(half)).float() + self.told((told - mean) * scale)
            for wide, back in zip(self.wide, self.back, strict=True):
                x = x + back(f.relu(wide(even(x))))
            x = f.relu(even(x))
            return self.action(x), self.worth(f.relu(self.value(x)))[:, 0]

        def likely(self, seen: Any, told: Any, mask: Any) -> tuple[Any, Any]:
            logits, value = self(seen, told)
            return f.log_softmax(logits.masked_fill(mask == 0, -1e9), dim=1), value

    def even(x: Any) -> Any:
        return f.layer_norm(x, (hidden,), eps=SMALL)

    return Body().to(device)


def layers(net: Any) -> dict[str, Any]:
    """The numbers of the net by the names that `machinehall.bots.policy` reads."""
    found = {"value": net.value, "worth": net.worth, "told": net.told}
    for i, (wide, back) in enumerate(zip(net.wide, net.back, strict=True)):
        found |= {f"wide_{i}": wide, f"back_{i}": back}
    kept = {name: layer.weight.T for name, layer in found.items()}
    kept |= {f"{name}_bias": layer.bias for name, layer in found.items() if name != "told"}
    return kept | {
        "first": net.first,
        "first_bias": net.told.bias,
        "action": net.action.weight,
        "action_bias": net.action.bias,
    }


def write(path: Path, title: mh.Title, net: Any, shape: Shape, ends: Any) -> None:
    """The net as `machinehall.bots.policy` reads it. The first choice was never its own: that goes by what followed."""
    numbers = {name: layer.detach().cpu().numpy().copy() for name, layer in layers(net).items()}
    first = title.legal(mh.Match(title, 1, 0, options(title)).state, 0)
    for number, action in enumerate(first):
        leads = [own - rival for own, rival, begun in ends if begun == number]
        numbers["action"][title.actions.index[action]] = 0
        numbers["action_bias"][title.actions.index[action]] = np.mean(leads) / HEAT if leads else -UNIT
    made = made_for(title) | {"data": title.data_version, "seats": 1, "options": options(title)}
    made |= {"unit": UNIT, "blocks": len(net.wide)}
    plain = {"columns": shape.columns, "most": shape.most, "start": shape.start}
    told = {"mean": shape.mean.astype(np.float32), "scale": shape.scale.astype(np.float32)}
    beside = path.with_suffix(".part.npz")
    np.savez_compressed(beside, made=np.array(json.dumps(made)), **plain, **told, **packed(numbers))
    beside.replace(path)


# Learning


class Learner:
    """Imitation first, then its own play."""

    def __init__(self, args: argparse.Namespace, net: Any, torch: Any, device: str) -> None:
        self.args, self.net, self.torch, self.device = args, net, torch, device
        self.improve = Improver(net, args.rate)

    def imitate(self, notes: dict[str, Any], epochs: int) -> None:
        torch, f = self.torch, self.torch.nn.functional
        order = np.random.default_rng(0)
        size = len(notes["action"])
        for epoch in range(epochs):
            self.improve.pace(1e-3 * (1 - epoch / epochs))
            told = []
            for some in np.array_split(order.permutation(size), max(1, size // 2048)):
                mask = np.unpackbits(notes["mask"][some], axis=1)[:, : self.net.action.out_features]
                seen, numbers, mask = (
                    torch.tensor(a, device=self.device) for a in (notes["seen"][some], notes["told"][some], mask)
                )
                chosen = torch.tensor(notes["action"][some], device=self.device)
                gain = torch.tensor(notes["gain"][some] / UNIT, device=self.device)
                likely, value = self.net.likely(seen, numbers, mask)
                loss = f.nll_loss(likely, chosen) + 0.5 * f.smooth_l1_loss(value, gain)
                self.improve(loss)
                told.append(
                    ((likely.argmax(1) == chosen).float().mean().item(), (value - gain).abs().mean().item() * UNIT)
                )
            print(
                f"lesson {epoch + 1}: guessed {np.mean(told, axis=0)[0]:.1%}, off by {np.mean(told, axis=0)[1]:.1f}",
                flush=True,
            )

    def learn(self, batch: dict[str, Any], pace: float) -> dict[str, float]:
        """Some passes over what was just played (clipped ratios)."""
        torch, args = self.torch, self.args
        self.improve.pace(args.rate * pace)
        told: list[tuple[float, float, float]] = []
        size = len(batch["action"])
        for _ in range(args.epochs):
            for some in torch.randperm(size, device=self.device).split(args.batch):
                part = {name: rows[some] for name, rows in batch.items()}
                likely, value = self.net.likely(part["seen"], part["told"], part["mask"])
                own = clipped(likely, part, args.clip)
                miss = torch.nn.functional.smooth_l1_loss(value, part["worth"])
                self.improve(0.5 * miss - own.better - args.width * pace * own.width)
                told.append((own.width.item(), miss.item(), own.moved.item()))
        return dict(zip(("width", "miss", "moved"), np.mean(told, axis=0), strict=True))


class Play:
    """Plays all matches on and keeps what was seen, chosen and gained, on the device."""

    def __init__(self, hall: Hall, learner: Learner, steps: int) -> None:
        torch, shared = learner.torch, hall.shared
        self.hall, self.learner, self.torch, self.device, self.steps = hall, learner, torch, learner.device, steps
        rows = GROUPS * hall.rows

        def room(kind: Any, *size: int) -> Any:
            return torch.zeros(steps + 1, rows, *size, dtype=kind, device=self.device)

        self.kept = {
            "seen": room(torch.uint8, shared.seen.shape[1]),
            "told": room(torch.float32, shared.told.shape[1]),
            "mask": room(torch.uint8, shared.mask.shape[1]),
            "action": room(torch.int64),
            "likely": room(torch.float32),
            "value": room(torch.float32),
        }
        self.gain, self.done = room(torch.float32), room(torch.float32)
        self.ends: deque[Any] = deque(maxlen=4000)
        self.played = 0
        hall.ready()

    def round(self) -> dict[str, Any]:
        for at in range(self.steps + 1):
            for group in range(GROUPS):
                if at:
                    self.collect(group, at)
                self.answer(group, at, act=at < self.steps)
        return self.reckon()

    def collect(self, group: int, at: int) -> None:
        """What the answers of one step before have brought."""
        shared, rows = self.hall.shared, slice(group * self.hall.rows, (group + 1) * self.hall.rows)
        self.hall.ready()
        self.gain[at - 1, rows] = self.torch.from_numpy(shared.gain[rows] / UNIT).to(self.device)
        done = shared.done[rows]
        self.done[at - 1, rows] = self.torch.from_numpy(done.astype(np.float32)).to(self.device)
        self.ends.extend(shared.final[rows][done > 0].copy())
        self.played += int(done.sum())

    def answer(self, group: int, at: int, act: bool) -> None:
        torch, shared = self.torch, self.hall.shared
        rows = slice(group * self.hall.rows, (group + 1) * self.hall.rows)
        parts = [torch.from_numpy(a[rows]).to(self.device) for a in (shared.seen, shared.told, shared.mask)]
        with torch.no_grad():
            likely, value = self.learner.net.likely(*parts)
            chosen = likely.exp().multinomial(1)
        for name, part in zip(("seen", "told", "mask"), parts, strict=True):
            self.kept[name][at, rows] = part
        self.kept["value"][at, rows] = value
        if act:
            self.kept["action"][at, rows] = chosen[:, 0]
            self.kept["likely"][at, rows] = likely.gather(1, chosen)[:, 0]
            shared.action[rows] = chosen[:, 0].cpu().numpy()
            self.hall.go(group)

    def reckon(self) -> dict[str, Any]:
        """Advantages, looking back from the end of the round (generalised advantage estimation)."""
        value, far, torch = self.kept["value"], self.learner.args.far, self.torch
        more = torch.zeros_like(value[0])
        gains = torch.zeros_like(value[:-1])
        for at in range(self.steps - 1, -1, -1):
            going = 1 - self.done[at]
            delta = self.gain[at] + value[at + 1] * going - value[at]
            more = delta + far * going * more
            gains[at] = more
        batch = {name: self.kept[name][:-1].flatten(0, 1) for name in ("seen", "told", "mask", "action", "likely")}
        return batch | {"gain": gains.flatten(), "worth": (gains + value[:-1]).flatten()}


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(name for name in mh.titles() if mh.title(name).automata))
    parser.add_argument("out", type=Path)
    begin = parser.add_mutually_exclusive_group(required=True)
    begin.add_argument("--lessons", type=Path, help="matches of a search to begin with; made if there are none")
    begin.add_argument("--start", type=Path, help="a policy to go on from")
    parser.add_argument("--lesson-matches", type=int, default=350)
    parser.add_argument("--lesson-passes", type=int, default=250, help="of the search in each thought")
    parser.add_argument("--lesson-epochs", type=int, default=8)
    parser.add_argument("--first", type=lambda text: [float(part) for part in text.split(",")], help="weights")
    add_arguments(parser)
    parser.set_defaults(each=32, epochs=3, batch=4096, width=0.01)
    return parser.parse_args()


def tell(number: int, play: Play, facts: dict[str, float], seconds: float) -> None:
    ends = np.array(play.ends)
    lead, begun = ends[:, 0] - ends[:, 1], ends[:, 2].astype(int)
    kinds = [f"{k}: {np.mean(begun == k):.0%} {lead[begun == k].mean():+.0f}" for k in sorted(set(begun))]
    print(
        f"{seconds:5.0f} s, round {number}, {play.played} matches: own {ends[:, 0].mean():.1f}, "
        f"lead {lead.mean():+.1f}, won {np.mean(lead > 0):.1%}; "
        f"{', '.join(f'{name} {value:.4f}' for name, value in facts.items())}; by first choice {', '.join(kinds)}",
        flush=True,
    )


def prepare(args: argparse.Namespace, title: mh.Title, torch: Any, notes: Any) -> tuple[Learner, Shape]:
    """The net, from lessons or as it was written."""
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = read(args.start) if args.start else None
    shape = Shape.of(data) if data else Shape(notes["seen"], notes["told"])
    net = build(torch, shape, len(title.actions.all), args.hidden, args.blocks, device)
    learner = Learner(args, net, torch, device)
    if data:
        for name, layer in layers(net).items():
            layer.data.copy_(torch.tensor(data[name]))
    else:
        learner.imitate(notes, args.lesson_epochs)
    return learner, shape


def main() -> None:
    args = read_arguments()
    title, notes = mh.title(args.title), None
    if args.lessons:
        notes = lessons(args.title, args.lessons, args.workers, args.lesson_matches, args.lesson_passes)
    # Before torch is loaded: workers that are forked must not hold a device.
    hall = Hall(title, args.workers, args.each, args.seed, args.first)
    import torch  # type: ignore[import-not-found,unused-ignore]

    learner, shape = prepare(args, title, torch, notes)
    play = Play(hall, learner, args.steps)
    began = told = time.time()
    number = 0
    with Bar("Own play", 60 * args.minutes) as bar:
        while (gone := (time.time() - began) / 60 / args.minutes) < 1:
            facts = learner.learn(play.round(), args.pace * max(0.02, 1 - gone))
            number += 1
            bar.show(f"{play.played:,} matches")
            if time.time() - told > 15 and play.ends:
                told = time.time()
                tell(number, play, facts, told - began)
                write(args.out, title, learner.net, shape, play.ends)
    write(args.out, title, learner.net, shape, play.ends)
    hall.close()


if __name__ == "__main__":
    main()

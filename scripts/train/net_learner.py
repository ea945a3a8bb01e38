"""What a net learns from: lessons of a teacher first, then its own play (PPO)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from lesson_files import CENT
from net_lessons import FAR
from net_model import Model, Tensors, ending_loss
from net_play import Hall
from own_play import Improver, clipped
from torch.nn import functional as f  # type: ignore[import-not-found,unused-ignore]

ROOM = 400_000
"""Positions of ended matches that are kept to learn from."""
HELD, PARTS = 50, 1000
"""Of so many matches of lessons so many are not learned from, but asked whether it is learned; always the same."""
MOST_HELD = 8_000
"""Rows of them that are asked, at most."""
RECALLED = ("seen", "told", "mask", "choices", "behind")
"""What is needed of lessons to recall what the teacher would do."""


class Learner:
    """Imitation first, then its own play."""

    def __init__(self, args: argparse.Namespace, net: Model, unit: float) -> None:
        self.args, self.net, self.unit = args, net, unit
        self.device = next(net.parameters()).device
        self.stepped = Improver(net, args.rate, fused=True)
        self.known: list[Tensors] = []
        """Positions whose end is known."""
        self.lessons: Tensors | None = None
        """Lessons that are not forgotten while it plays."""
        self.rng = np.random.default_rng(0)
        self.chance = torch.Generator(self.device)
        """Its own: meanwhile matches are played with the common one."""
        self.chance.manual_seed(args.seed)

    def improve(self, loss: torch.Tensor) -> None:
        self.net.table = None
        self.stepped(loss)

    # Lessons

    def judge_only(self, notes: dict[str, Any], epochs: int) -> None:
        """Learn from lessons how matches end, and leave the policy as it is."""
        kept = [self.net.judge, self.net.end, self.net.worth]
        free = {id(weight) for layer in kept for weight in layer.parameters()}
        for weight in self.net.parameters():
            weight.requires_grad_(id(weight) in free)
        self.imitate(notes, epochs)
        for weight in self.net.parameters():
            weight.requires_grad_(True)

    def imitate(self, notes: dict[str, Any], epochs: int, soft: float = 0.0) -> None:
        """Learn from lessons, some matches of them held out. `soft`: see `wanted`."""
        size, held = len(notes["gain"]), held_out(notes)
        unseen = np.flatnonzero(held)[:MOST_HELD]
        for epoch in range(epochs):
            told = []
            rows = self.rng.permutation(np.flatnonzero(~held))
            parts = np.array_split(rows, max(1, len(rows) // self.args.lesson_batch))
            for i, some in enumerate(parts):
                self.stepped.pace(self.args.lesson_rate * (1 - (epoch + i / len(parts)) / epochs) + 1e-5)
                loss, facts = self.lesson(self.tensors(notes, some), soft)
                self.improve(loss)
                told.append(facts)
            asked = self.asked(notes, unseen, soft)
            line = ", ".join(f"{k} {v:.3f} ({asked.get(k, float('nan')):.3f})" for k, v in means(told).items())
            print(f"lesson {epoch + 1}, {size} decisions: {line}", flush=True)

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def asked(self, notes: dict[str, Any], rows: Any, soft: float) -> dict[str, float]:
        """How well lessons are known that were not learned from."""
        if not len(rows):
            return {}
        parts = np.array_split(rows, -(-len(rows) // self.args.lesson_batch))
        return means([self.lesson(self.tensors(notes, some), soft)[1] for some in parts])

    def tensors(self, notes: dict[str, Any], some: Any) -> Tensors:
        actions = len(self.net.bias)
        found = {
            name: torch.tensor(rows[some].astype(np.int32) if name == "behind" else rows[some], device=self.device)
            for name, rows in notes.items()
            if name not in ("mask", "match")
        }
        mask = np.unpackbits(notes["mask"][some], axis=1)[:, :actions]
        return found | {"mask": torch.tensor(mask, device=self.device)}

    def lesson(self, batch: Tensors, soft: float) -> tuple[torch.Tensor, Tensors]:
        """How far off the teacher's choices, the growth of the lead, and the end."""
        likely, value, out = self.net(batch["seen"], batch["told"], batch["mask"])
        asked = batch["behind"][:, 0] == 0
        copied = self.copied(likely, batch, soft)
        over, gain = batch["over"], batch["gain"] / self.unit
        miss = (f.smooth_l1_loss(value, gain, reduction="none") * over).sum() / over.sum().clamp(min=1)
        ended = {name: rows[over] for name, rows in batch.items()}
        facts = {
            "copied": copied.detach(),
            "guessed": share((likely.argmax(1) == batch["choices"][:, 0]), asked),
            "points lost": share(self.lost(likely, batch), asked),
            "lead off": share((value - gain).detach().abs() * self.unit, over),
        }
        if not over.any():
            return copied, facts
        ends, win, off = ending_loss(out[over], ended, self.unit, self.net.sources)
        return copied + 0.5 * miss + 0.3 * ends, facts | {"winner": win, "points off": off}

    def copied(self, likely: torch.Tensor, batch: Tensors, soft: float) -> torch.Tensor:
        """Cross-entropy with what the teacher would do, where it was asked."""
        asked = batch["behind"][:, 0] == 0
        goal = wanted(batch["behind"], soft * self.unit, self.args.firm)
        each = -(goal * likely.gather(1, batch["choices"].long()).clamp(min=-30)).sum(1)
        return (each * asked).sum() / asked.sum().clamp(min=1)

    def lost(self, likely: torch.Tensor, batch: Tensors) -> torch.Tensor:
        """Points that the net's own choice is worth less in the eyes of the teacher; what it never looked at counts as
        its worst."""
        behind = batch["behind"]
        there = behind < FAR
        hit = (batch["choices"] == likely.argmax(1, keepdim=True)) & there
        worst = (behind * there).max(1).values
        return torch.where(hit.any(1), (behind * hit).sum(1), worst) * CENT

    # Own play

    def learn(self, batch: Tensors, pace: float, width: float, recall: float = 0.0) -> dict[str, float]:
        """Some passes over what was just played (clipped ratios), over matches that have ended, and over lessons, as
        far as they are still to be recalled."""
        args = self.args
        self.stepped.pace(args.rate * pace)
        told: list[Tensors] = []
        size = len(batch["action"])
        for _ in range(args.epochs):
            # Even parts: of a last one with a single decision no spread is known, and the net would be lost.
            for some in torch.randperm(size, device=self.device, generator=self.chance).tensor_split(
                max(1, size // args.batch)
            ):
                part = {name: rows[some] for name, rows in batch.items()}
                loss, facts = self.own_play(part, width)
                if self.known:
                    ends, win, off = self.endings(args.batch // 4)
                    loss = loss + 0.3 * ends
                    facts |= {"winner": win, "points off": off}
                if self.lessons is not None and recall:
                    copied = self.recalled(args.batch // 4)
                    loss = loss + recall * copied
                    facts["copied"] = copied.detach()
                self.improve(loss)
                told.append(facts)
        return means(told)

    def own_play(self, part: Tensors, width: float) -> tuple[torch.Tensor, Tensors]:
        likely, value, _ = self.net(part["seen"], part["told"], part["mask"])
        own = clipped(likely, part, self.args.clip)
        miss = f.smooth_l1_loss(value, part["return"])
        facts = {
            "width": own.width.detach(),
            "moved": own.moved.detach(),
            "explained": 1
            - ((value - part["return"]).detach() ** 2).mean() / (part["return"].var(correction=0) + 1e-6),
        }
        return 0.5 * miss - own.better - width * own.width, facts

    def keep(self, notes: dict[str, Any]) -> None:
        """Lessons that are to be recalled, where they are at hand; those held out are not among them."""
        rows = np.flatnonzero(~held_out(notes) & (notes["behind"][:, 0] == 0))
        self.lessons = self.tensors({name: notes[name] for name in RECALLED}, rows)

    def recalled(self, size: int) -> torch.Tensor:
        """Some of them, drawn anew."""
        assert self.lessons is not None
        some = torch.randint(len(self.lessons["seen"]), (size,), device=self.device, generator=self.chance)
        part = {name: rows[some] for name, rows in self.lessons.items()}
        likely, _, _ = self.net(part["seen"], part["told"], part["mask"])
        return self.copied(likely, part, self.args.soft)

    def endings(self, size: int) -> tuple[torch.Tensor, ...]:
        pool = self.known[int(self.rng.integers(len(self.known)))]
        some = torch.randint(len(pool["left"]), (size,), device=self.device, generator=self.chance)
        part = {name: rows[some] for name, rows in pool.items()}
        x = self.net.body(part["seen"], part["told"])
        out = self.net.end(f.relu(self.net.judge(x)))
        return ending_loss(out, part, self.unit, self.net.sources)

    def remember(self, halls: Sequence[Hall]) -> None:
        """Matches that have ended; the oldest are forgotten."""
        self.known += [part for hall in halls if (part := hall.endings.taken(str(self.device)))]
        while sum(len(part["left"]) for part in self.known) > ROOM and len(self.known) > 1:
            self.known.pop(0)


def wanted(behind: torch.Tensor, warmth: float, firm: float) -> torch.Tensor:
    """How often a teacher would take each choice: the less it is behind, in units of `warmth` points, the more often.
    `firm` is the part that is for its own choice alone; without warmth all is. Searches err by some points, so that
    choices as good as the best are no faults; to copy the best alone would teach their luck."""
    own = torch.zeros_like(behind, dtype=torch.float32)
    own[:, 0] = 1
    if not warmth:
        return own
    points = torch.where(behind < FAR, -behind * CENT / warmth, -torch.inf)
    points[:, 0] = points[:, 0].nan_to_num(0.0, neginf=0.0)  # nobody was asked: counts for nothing elsewhere
    return firm * own + (1 - firm) * torch.softmax(points, dim=1)


def held_out(notes: dict[str, Any]) -> Any:
    """Rows of matches that are not learned from: by the seed of the match, so the same whatever else is learned."""
    held = notes["match"] % PARTS < HELD
    return held if held.any() and not held.all() else np.zeros_like(held)


def share(values: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The mean over some rows."""
    return (values.float() * rows).sum() / rows.sum().clamp(min=1)


def means(told: Sequence[Tensors]) -> dict[str, float]:
    """Of what was noted at each step."""
    names = dict.fromkeys(name for facts in told for name in facts)
    return {name: float(torch.stack([t[name].detach() for t in told if name in t]).mean()) for name in names}

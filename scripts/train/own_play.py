"""What both trainings learn by (proximal policy optimisation, PPO): the step of the weights, the clipped loss, options.

Torch is loaded late here: whoever forks workers has to do so before.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]

STEEPEST = 0.5
"""Longer gradients are cut to this length."""


class Improver:
    """Steps of the weights of a net."""

    def __init__(self, net: Any, rate: float, **more: Any) -> None:
        from torch.optim import AdamW  # type: ignore[import-not-found,unused-ignore]

        self.net = net
        self.step = AdamW(net.parameters(), lr=rate, weight_decay=1e-4, eps=1e-5, **more)

    def pace(self, rate: float) -> None:
        for group in self.step.param_groups:
            group["lr"] = rate

    def __call__(self, loss: torch.Tensor) -> None:
        from torch.nn.utils import clip_grad_norm_  # type: ignore[import-not-found,unused-ignore]

        self.step.zero_grad()
        loss.backward()
        clip_grad_norm_(self.net.parameters(), STEEPEST)
        self.step.step()


class Clipped(NamedTuple):
    """What a policy is told of its own play."""

    better: torch.Tensor
    """What is to grow: the gain of what was chosen, as far as the policy has not moved too far from it already."""
    width: torch.Tensor
    """How varied the play is (entropy)."""
    moved: torch.Tensor
    """How far the policy has come from the one that played."""


def clipped(likely: torch.Tensor, part: dict[str, torch.Tensor], clip: float) -> Clipped:
    """The clipped ratios of decisions: `action`, how `likely` it was when it was played, and its `gain`."""
    now = likely.gather(1, part["action"][:, None])[:, 0]
    ratio, gain = (now - part["likely"]).exp(), part["gain"]
    # What is left over of a round may be one decision alone: it has no spread, and nothing to be measured by.
    gain = (gain - gain.mean()) / (gain.std() + 1e-6) if len(gain) > 1 else gain * 0
    better = (ratio * gain).minimum(ratio.clamp(1 - clip, 1 + clip) * gain).mean()
    width = -(likely.exp() * likely.masked_fill(likely < -1e8, 0)).sum(1).mean()
    return Clipped(better, width, (part["likely"] - now).mean())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of both trainings; what differs are their defaults."""
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--pace", type=float, default=1.0, help="of learning at the start; it falls to nought")
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--steps", type=int, default=48, help="decisions of each match in a round")
    parser.add_argument("--each", type=int, help="matches of a worker at a time, one of each kind at least")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--width", type=float, help="how much variety of play is worth at first")
    parser.add_argument("--far", type=float, default=0.97, help="how far back a gain is credited, 1: to the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))

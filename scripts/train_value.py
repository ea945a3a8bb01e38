"""Train a small net that foretells the final score from the terms of a title's evaluation.

    python scripts/tune.py promethium --rounds 3 --matches 200 --notes out/notes.npz
    python scripts/train_value.py promethium out/notes.npz out/value.npz
    machinehall arena promethium --bots apprentice,learned:out/value.npz --games 400

Needs the extra `train` (torch); what it writes is played with numpy alone (machinehall.bots.net). Matches, not notes,
are split into those to learn from and those to check by; the net of the best check is kept. The same seed and notes
give the same net.
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]

UNIT = 10.0
"""Pounds for one unit of the net's answer."""


def load(path: Path, stages: int) -> tuple[Any, ...]:
    """Inputs, targets, the match of each note, and how the terms were scaled."""
    with np.load(path) as file:
        terms, stage, beyond, match = file["terms"], file["stage"], file["beyond"], file["match"]
    mean, scale = terms.mean(axis=0), 1 / (terms.std(axis=0) + 1e-3)
    x = np.concatenate([(terms - mean) * scale, np.eye(stages, dtype=np.float32)[stage]], axis=1)
    return x.astype(np.float32), (beyond / UNIT).astype(np.float32), match, mean, scale


def train(x: Any, y: Any, match: Any, hidden: int, epochs: int, seed: int) -> tuple[Any, float, float]:
    """The layers of the best net, its error on the matches kept apart, and that of least squares there, in pounds."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    apart = match % 5 == 0
    learn, check = torch.tensor(np.flatnonzero(~apart)), torch.tensor(np.flatnonzero(apart))
    linear = np.linalg.lstsq(x[~apart], y[~apart], rcond=1e-4)[0]
    plain = float(np.sqrt(np.mean((x[apart] @ linear - y[apart]) ** 2))) * UNIT
    inputs, targets = torch.tensor(x), torch.tensor(y)
    first, second, last = torch.nn.Linear(x.shape[1], hidden), torch.nn.Linear(hidden, 16), torch.nn.Linear(16, 1)
    net = torch.nn.Sequential(first, torch.nn.ReLU(), second, torch.nn.ReLU(), last)
    step = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.05)
    best, kept = float("inf"), None
    for epoch in range(epochs):
        for some in learn[torch.randperm(len(learn))].split(256):
            step.zero_grad()
            torch.nn.functional.smooth_l1_loss(net(inputs[some])[:, 0], targets[some]).backward()
            step.step()
        with torch.no_grad():
            error = float(((net(inputs[check])[:, 0] - targets[check]) ** 2).mean().sqrt()) * UNIT
        print(f"epoch {epoch + 1}: ±{error:.2f} (least squares ±{plain:.2f})", flush=True)
        if error < best:
            best, kept = error, [p.detach().numpy().copy() for p in net.parameters()]
    return kept, best, plain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("notes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hidden", type=int, default=48)
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    module = importlib.import_module(f"machinehall.titles.{args.title.replace('-', '_')}.evaluation")
    x, y, match, mean, scale = load(args.notes, len(module.ALL_STAGES))
    kept, best, plain = train(x, y, match, args.hidden, args.epochs, args.seed)
    arrays = {f"{'wb'[i % 2]}{i // 2}": p.T if i % 2 == 0 else p for i, p in enumerate(kept)}
    head = {"names": np.array(module.TERMS), "mean": mean, "scale": scale, "unit": np.float32(UNIT)}
    np.savez_compressed(args.out, **head, **arrays)
    print(f"{len(set(match.tolist()))} matches, {len(y)} notes; best ±{best:.2f}, least squares ±{plain:.2f}")


if __name__ == "__main__":
    main()

"""Fit the judge of reviews: expected final points by source, from matches that apprentices play.

    python scripts/train/fit_judge.py TITLE --play 40     plays so many matches at each count of seats, and keeps notes
    python scripts/train/fit_judge.py TITLE               fits to the notes kept, and writes judge/outlook.npz

Notes lie in out/judge/TITLE, one file for a match, so playing can be stopped and taken up again. Some seats take a
random choice now and then: a judge must also know positions that nobody sensible gets into. The fit is a ridge on what
is still to come of each source. Every fifth match is not fitted to; on these the error by stage is measured, printed
and kept in the file.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.bots.greedy import Greedy
from machinehall.review.judge import Model, facts, inputs

EXPLORE = (0.0, 0.02, 0.1)
NOTES = 24
"""Positions of a match that are kept, about."""
RIDGES = (30.0, 300.0, 3000.0, 30000.0)
PARTS = 8
HELD_OUT = 5
SAME = 1.03
"""Errors that differ by no more are the same: then the evaluation is trusted more than few matches."""
TRUSTED = ("worth", "points now")


def play(title: mh.Title, seats: int, seed: int) -> dict[str, Any]:
    """A match with notes at random moments: how far it was, and the facts of each seat."""
    rng = random.Random(f"{title.name}/{seats}/{seed}")
    match = mh.Match(title, seats, rng.getrandbits(32))
    bots = [Greedy(title, rng.getrandbits(32), worlds=1) for _ in range(seats)]
    explore = [rng.choice(EXPLORE) for _ in range(seats)]
    notes: list[tuple[int, list[dict[str, float]]]] = []
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if len(legal) == 1 or rng.random() < explore[seat]:
            action = rng.choice(legal)
        else:
            action = bots[seat].choose(match.view(seat), legal)
        match.play(action, seat)
        if match.to_act and rng.random() < 0.12:
            notes.append((match.number, facts(title, match.state)))
    assert match.outcome is not None
    if len(notes) > NOTES:
        notes = sorted(rng.sample(notes, NOTES), key=lambda note: note[0])
    final = [dict(steps) for steps in match.outcome.breakdown]
    return {"seats": seats, "length": match.number, "notes": notes, "final": final}


def play_all(title: mh.Title, folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(count):
        for seats in range(title.seats[0], title.seats[1] + 1):
            path = folder / f"{seats}-{seed:04}.json"
            if not path.exists():
                path.write_text(json.dumps(play(title, seats, seed)), encoding="utf-8")


class Notes:
    """All notes as tables: a row for each seat of each position."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(folder.glob("*.json"))
        if not paths:
            raise SystemExit(f"no notes in {folder}: --play first")
        matches = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        for row in (row for match in matches for _, rows in match["notes"] for row in rows):
            row["points now"] = sum(value for name, value in row.items() if name.startswith("now "))
        self.count = len(matches)
        self.sources = tuple(matches[0]["final"][0])
        self.names = tuple(dict.fromkeys(name for m in matches for _, rows in m["notes"] for r in rows for name in r))
        facts, late, share, to_come, group = [], [], [], [], []
        for k, match in enumerate(matches):
            for number, rows in match["notes"]:
                table = [[row.get(name, 0.0) for name in self.names] for row in rows]
                facts += table
                late += [np.mean(table, axis=0)] * len(rows)
                share += [number / match["length"]] * len(rows)
                to_come += [
                    [end[source] - row[f"now {source}"] for source in self.sources]
                    for row, end in zip(rows, match["final"], strict=True)
                ]
                group += [k] * len(rows)
        self.facts, self.together, self.share = np.array(facts), np.array(late), np.array(share)
        self.to_come, self.group = np.array(to_come, dtype=float), np.array(group)
        leads = [sum(m["final"][0].values()) for m in matches]
        self.spread = float(np.std(leads))


def ridge(x: Any, y: Any, strength: float, free: Sequence[int] = (0,)) -> Any:
    """Least squares, held near zero but for some columns, the constant among them."""
    held = strength * np.eye(x.shape[1])
    held[free, free] = 1e-6
    return np.linalg.solve(x.T @ x + held, x.T @ y)


def trusted(names: Sequence[str]) -> list[int]:
    """Columns that are fitted freely: the evaluation has learned more than these matches can teach, so what is held
    back is only what goes beyond it."""
    plain = [1 + k for k, name in enumerate(names) if name in TRUSTED or name.startswith("seats ")]
    late = 1 + len(names)
    return [0, *plain, late, *(late + k for k in plain)]


def fit(title: mh.Title, notes: Notes) -> Model:
    mean, scale = notes.facts.mean(axis=0), notes.facts.std(axis=0)
    scale[scale < 1e-9] = 1.0
    rows, together = (notes.facts - mean) / scale, (notes.together - mean) / scale
    known = notes.group % HELD_OUT != 0
    late = ridge(np.hstack([np.ones((len(rows), 1)), together])[known], notes.share[known], 30.0)
    stage = np.clip(together @ late[1:] + late[0], 0.0, 1.0)
    x = np.vstack([inputs(row[None], far) for row, far in zip(rows, stage, strict=True)])
    found = {}
    for strength in RIDGES:
        weights = ridge(x[known], notes.to_come[known], strength, trusted(notes.names))
        error = (notes.to_come - x @ weights).sum(axis=1)
        found[strength] = float(np.sqrt((error[~known] ** 2).mean())), weights
    least = min(error for error, _ in found.values())
    best = max(strength for strength, (error, _) in found.items() if error <= SAME * least)
    weights = found[best][1]
    error = (notes.to_come - x @ weights).sum(axis=1)
    deviation, lines = by_stage(error[~known], stage[~known])
    slope = weights[1 + notes.names.index("worth")].sum() / scale[notes.names.index("worth")]
    more = weights[2 + len(notes.names) + notes.names.index("worth")].sum() / scale[notes.names.index("worth")]
    lines.append(f"a point of the evaluation counts {slope:.2f} at first, {slope + more:.2f} at last")
    lines.append(f"ridge {best:g}, {notes.count} matches, root mean square {found[best][0]:.1f}")
    band = max(0.5, round(2 * 0.07 * notes.spread) / 2)
    name = f"fitted-{title.name}-{title.rules_version}-{notes.count}"
    return Model(
        name, notes.sources, notes.names, mean, scale, np.array([*late[1:], late[0]]), weights, deviation,
        (band, 2 * band, 4 * band), "\n".join(lines),
    )  # fmt: skip


def by_stage(error: Any, stage: Any) -> tuple[Any, list[str]]:
    """The spread at each of the edges between equal parts of a match; and the errors in words."""
    lines, spread = list[str](), list[float]()
    for part in range(PARTS):
        inside = error[(stage >= part / PARTS) & (stage < (part + 1) / PARTS + (part == PARTS - 1))]
        if len(inside) < 8:
            spread.append(spread[-1] if spread else float(error.std()))
            continue
        spread.append(float(np.sqrt((inside**2).mean())))
        figures = f"mean error {inside.mean():+.1f}, root mean square {spread[-1]:.1f}, {len(inside)} seats"
        lines.append(f"{part / PARTS:.2f}: {figures}")
    return np.array(spread), lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--play", type=int, default=0)
    parser.add_argument("--notes", type=Path, default=Path("out/judge"))
    args = parser.parse_args()
    title, folder = mh.title(args.title), args.notes / args.title
    if args.play:
        play_all(title, folder, args.play)
        return
    model = fit(title, Notes(folder))
    model.save(title.home.outlook)
    print(model.about)


if __name__ == "__main__":
    main()

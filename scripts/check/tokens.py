#!/usr/bin/env python3
"""Proves tokens.json: WCAG 2.2 contrast of every pair we use, distance of seat and city colours under colour blindness.

Prints Markdown tables (`--all`: every pair, not only the twelve closest to their floor); exits 1 when a pair misses it.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TOKENS = json.loads(
    (Path(__file__).resolve().parents[2] / "src" / "machinehall" / "draw" / "tokens.json").read_text(encoding="utf-8")
)
TEXT, SIGN = 4.5, 3.0
"""The floors of WCAG 2.2 AA."""

Pair = tuple[str, str, str, float]

CVD: dict[str, list[list[float]]] = {  # Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def times(matrix: list[list[float]], vector: list[float]) -> list[float]:
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]


def contrast(a: str, b: str) -> float:
    light = sorted(times([[0.2126, 0.7152, 0.0722]], linear(c))[0] for c in (a, b))
    return (light[1] + 0.05) / (light[0] + 0.05)


def oklab(colour: str, kind: str) -> list[float]:
    seen = [max(0.0, v) for v in times(CVD[kind], linear(colour))]
    return times(LAB, [v ** (1 / 3) for v in times(LMS, seen)])


def pairs(t: dict[str, Any]) -> Iterator[Pair]:
    """What, foreground, background, floor."""
    for ground in ("paper", "sheet", "well"):
        for fg in ("ink", "ink2", "brass", "arc", "warn", "ok"):
            yield f"{fg} on {ground}", t[fg], t[ground], TEXT
        yield f"ink3 on {ground} (non-text)", t["ink3"], t[ground], SIGN
        for seat, c in t["player"].items():
            yield f"{seat} text on {ground}", c["text"], t[ground], TEXT
    yield "rule on sheet (non-text)", t["rule"], t["sheet"], SIGN
    yield "arc on map_land (non-text)", t["arc"], t["map_land"], SIGN
    for fg, bg in (
        ("on_iron", "iron"),
        ("on_iron2", "iron"),
        ("on_iron", "iron2"),
        ("ink", "brass_soft"),
        ("ink", "arc_soft"),
        ("ink2", "map_land"),
        ("arc", "arc_soft"),
        ("warn", "warn_soft"),
        ("sheet", "arc"),
        ("on_neutral", "neutral"),
    ):
        yield f"{fg} on {bg}", t[fg], t[bg], TEXT
    yield from piece_pairs(t)


def piece_pairs(t: dict[str, Any]) -> Iterator[Pair]:
    plate = TOKENS["light"]["ink"]  # name plates are the same in both themes
    for seat, c in t["player"].items():
        yield f"{seat}: on colour on fill", c["on"], c["fill"], TEXT
        yield f"{seat}: ink on soft", t["ink"], c["soft"], TEXT
    for name, c in t["city"].items():
        yield f"city {name}: plate text on tint", plate, c["tint"], TEXT
        yield f"city {name}: hatch on tint", c["line"], c["tint"], SIGN
    for name, c in t["good"].items():
        yield f"good {name} on sheet (icon)", c, t["sheet"], SIGN
    for name, c in t["gem"].items():
        yield f"gem {name}: sign on fill", c["on"], c["fill"], SIGN
    for name, c in t["metro"].items():
        yield f"metropolis {name}: plate text on tint", t["on_metro"], c["tint"], TEXT
        yield f"metropolis {name}: hatch on tint", c["line"], c["tint"], SIGN
    for name, c in t["cube"].items():
        yield f"cube {name}: sign on fill", c["on"], c["fill"], SIGN
    yield "tunnel on map_land (non-text)", t["tunnel"], t["map_land"], SIGN
    yield "tunnel_ink on sheet", t["tunnel_ink"], t["sheet"], SIGN
    yield "crown on iron", t["crown"], t["iron"], SIGN
    yield "medal: sign on fill", t["medal"]["on"], t["medal"]["fill"], SIGN
    yield "edge of small pieces on sheet", t["small_edge"], t["sheet"], SIGN


def distances(t: dict[str, Any]) -> Iterator[str]:
    seats = {name: c["fill"] for name, c in t["player"].items()}
    cities = {name: c["tint"] for name, c in t["city"].items()}
    groups = {
        "seats": list(itertools.combinations(seats.items(), 2)),
        "cities": list(itertools.combinations(cities.items(), 2)),
        "seat against city": list(itertools.product(seats.items(), cities.items())),
    }
    for name, combos in groups.items():
        cells = []
        for kind in CVD:
            d, a, b = min((math.dist(oklab(x[1], kind), oklab(y[1], kind)), x[0], y[0]) for x, y in combos)
            cells.append(f"{d:.2f} {a}–{b}")
        yield f"| {name} | {' | '.join(cells)} |"


def main(everything: bool) -> int:
    bad = 0
    for theme in ("light", "dark"):
        rows = sorted(pairs(TOKENS[theme]), key=lambda r: contrast(r[1], r[2]) / r[3])
        print(f"\n### {theme}\n\n| pair | ratio | floor |\n|---|---|---|")
        for what, fg, bg, floor in rows if everything else rows[:12]:
            ratio = contrast(fg, bg)
            print(f"| {what} | {ratio:.2f} | {floor} |{'' if ratio >= floor else ' **miss**'}")
        bad += sum(contrast(fg, bg) < floor for _, fg, bg, floor in rows)
        print(f"\n| smallest OKLab distance ({theme}) | {' | '.join(CVD)} |\n|---|{'---|' * len(CVD)}")
        print("\n".join(distances(TOKENS[theme])))
    print(f"\n{bad} misses")
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main("--all" in sys.argv))

"""Fits a learned policy to a newer observation that still has every number it was trained on, by their words.

machinehall features TITLE --json > before.json      # with the program that the policy was made for
python scripts/train/refit_policy.py TITLE before.json

Nothing is learned: the policy looks for the same numbers in their new places and answers as before. A number that is no
longer told, or told twice, is named, and nothing is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.bots.policy import policy_file
from machinehall.learn.document import observation_rows

Rows = list[dict[str, Any]]


def moved(before: Rows, now: Rows, columns: list[int]) -> list[int]:
    """Where the numbers of some columns are now."""
    places: dict[tuple[str, str], list[int]] = {}
    for row in now:
        places.setdefault((row["block"], row["part"]), []).append(row["index"])
    words = {row["index"]: (row["block"], row["part"]) for row in before}
    lost = [words[c] for c in columns if len(places.get(words[c], ())) != 1]
    if lost:
        raise ValueError(f"not found, or not once: {lost[:5]} and {max(0, len(lost) - 5)} more")
    return [places[words[c]][0] for c in columns]


def refit(title: mh.Title, before: dict[str, Any], path: Path, out: Path) -> int:
    """Write the policy with its columns moved; returns how many there are."""
    with np.load(path) as file:
        data = {name: file[name] for name in file.files}
    made = json.loads(str(data["made"]))
    version = f"{title.name}-{made['features']}-"
    if not before["observation_version"].startswith(version):
        raise ValueError(
            f"the policy was made for {version}*, these are the numbers of {before['observation_version']}"
        )
    columns = moved(before["observation"], observation_rows(title), data["columns"].tolist())
    data["columns"] = np.array(columns, data["columns"].dtype)
    data["made"] = np.array(json.dumps(made | {"features": title.minds.features_version}))
    np.savez_compressed(out, **data)
    return len(columns)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("title")
    parser.add_argument("before", type=Path, help="the output of `machinehall features TITLE --json` of that time")
    parser.add_argument("--out", type=Path, help="else the title's own file")
    given = parser.parse_args()
    title = mh.title(given.title)
    path = policy_file(title)
    try:
        count = refit(title, json.loads(given.before.read_text(encoding="utf-8")), path, given.out or path)
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{given.out or path}: {count} numbers in their new places")
    return 0


if __name__ == "__main__":
    sys.exit(main())

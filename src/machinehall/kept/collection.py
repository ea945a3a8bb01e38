"""A collection: a folder of kept matches with a manifest, to be handed on and cited.

`manifest.json` says what was played, by whom and with which versions, and names every file with its hash: so whoever
reads it knows that it is whole. `Collection` reads it, match by match.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import machinehall
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadRecord

from .steps import KeptMatch, kept_match
from .store import HEAD, OPEN, chunks, lines, read_head, rows, write_whole

FORMAT = 1
MANIFEST = "manifest.json"
FIRST_SEED = 700_000
"""Of the first deal; the others count up. Those of the benchmark begin at a million, so one may learn from these."""


def write_manifest(folder: Path, title: Title, about: str = "") -> dict[str, Any]:
    """Count what is there, and write it down. Nobody may write matches to the folder meanwhile."""
    head = read_head(folder)
    if (folder / OPEN).exists():
        raise BadRecord(f"{folder} is still being written to, or was broken off: go on with it first")
    scores: list[list[float]] = []
    wins = [0.0] * head["seats"]
    decisions = 0
    for row in rows(folder):
        scores.append(row["scores"])
        decisions += sum(not str(line).startswith("*") for line in row["record"]["log"])
        first = [seat for seat, place in enumerate(row["places"]) if place == 1]
        for seat in first:
            wins[seat] += 1 / len(first)
    every = [score for row in scores for score in row]
    body = {
        "collection": FORMAT,
        "name": title.full_name,
        **{key: value for key, value in head.items() if key != "kept"},
        "actions": len(title.actions.all),
        "machinehall": machinehall.__version__,
        "about": about,
        "matches": len(scores),
        "decisions": decisions,
        "scores": {"least": min(every), "mean": round(sum(every) / len(every), 2), "most": max(every)} if every else {},
        "wins": [round(won, 2) for won in wins],
        "files": [listed(path) for path in files(folder)],
    }
    write_whole(folder / MANIFEST, json.dumps(body, indent=1, ensure_ascii=False).encode() + b"\n")
    return body


def files(folder: Path) -> list[Path]:
    return [folder / HEAD, *chunks(folder)]


def listed(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    held = 0 if path.name == HEAD else sum(1 for _ in lines(path))
    return {
        "file": path.name,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "matches": held,
    }


class Collection:
    """Reads a collection.

    >>> for match in Collection("master-matches"):
    ...     print(match.facts["scores"], sum(1 for _ in match.steps(forced=False)))
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        try:
            self.manifest: dict[str, Any] = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            raise BadRecord(f"{folder} is no collection: there is no {MANIFEST} in it") from None
        except ValueError:
            self.manifest = {}
        if not isinstance(self.manifest, dict) or not isinstance(self.manifest.get("files"), list):
            raise BadRecord(f"{self.folder / MANIFEST} is no manifest of a collection")
        if self.manifest.get("collection") != FORMAT:
            raise BadRecord(
                f"{folder} is a collection of format {self.manifest.get('collection')}, this program reads {FORMAT}"
            )

    def __len__(self) -> int:
        return int(self.manifest["matches"])

    def __iter__(self) -> Iterator[KeptMatch]:
        """The matches in the order of their numbers in the files; each is played again only where it is asked to."""
        return (kept_match(row) for row in rows(self.folder))

    def faults(self) -> list[str]:
        """What of the files is not as the manifest says; nothing is played again."""
        told = {row["file"]: row for row in self.manifest["files"] if isinstance(row, dict) and "file" in row}
        there = {path.name: path for path in files(self.folder)}
        found = [f"{name} is missing" for name in told if name not in there]
        found += [f"{name} is not in the manifest" for name in there if name not in told]
        both = [name for name in told if name in there]
        return found + [f"{name} is not the file of the manifest" for name in both if differs(there[name], told[name])]


def differs(path: Path, told: dict[str, Any]) -> bool:
    return hashlib.sha256(path.read_bytes()).hexdigest() != told.get("sha256")

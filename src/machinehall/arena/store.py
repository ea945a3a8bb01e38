"""The results of an arena in a file: a head line, then a line for each match. What is there is not played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from machinehall.kernel.values import BadRecord

from .play import Result


def read(path: Path, head: dict[str, Any] | None = None) -> tuple[dict[str, Any], list[Result]]:
    """Head and results. With `head`: the file must be of the same arena."""
    lines = path.read_text(encoding="utf-8").splitlines()
    try:
        found = json.loads(lines[0])
        results = [result for line in lines[1:] if (result := whole(line))]
    except (ValueError, IndexError):
        raise BadRecord(f"{path} is no arena file") from None
    if not isinstance(found, dict) or "arena" not in found:
        raise BadRecord(f"{path} is no arena file")
    if head is not None and found != head:
        other = [key for key in head if found.get(key) != head[key]]
        raise BadRecord(f"{path} belongs to another arena: {', '.join(other)} differ; choose another file")
    return found, results


def whole(line: str) -> Result | None:
    """The result of a line, or None where writing was cut short."""
    try:
        result: Result = json.loads(line)
    except ValueError:
        return None
    return result if isinstance(result, dict) and "number" in result else None


def keep(path: Path | None, head: dict[str, Any], results: Iterable[Result]) -> Iterator[Result]:
    """The results as they come, each written to the file at once."""
    if path is None:
        yield from results
        return
    if not path.exists():
        begin(path, head)
    elif not path.read_text(encoding="utf-8").endswith("\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")  # the last line was cut short; it is not counted and its match is played again
    with path.open("a", encoding="utf-8") as file:
        for result in results:
            file.write(json.dumps(result, separators=(",", ":")) + "\n")
            file.flush()
            yield result


def begin(path: Path, head: dict[str, Any]) -> None:
    """The head is there as a whole or not at all, whenever the program is ended."""
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(head) + "\n", encoding="utf-8")
    new.replace(path)

"""A file of results: the bot, the versions, every match with its decisions, and the figures.

While matches are played, they stand line by line in a file beside it (`results.json.part`), and are not played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import machinehall
from machinehall.arena.backends import spread
from machinehall.arena.store import begin
from machinehall.bots.levels import SEARCHING
from machinehall.kernel.values import BadRecord

from .figures import figures
from .play import BotFailed, Row, fingerprint, kept_title, play, task_of
from .tables import NAME, VERSION, Task, entries, tables, versions

SAME = ("benchmark", "version", "bot", "titles", "opponents")
"""What must be the same for matches to stand in one file."""


def head_of(bot: str, about: str = "") -> dict[str, Any]:
    """What results depend on besides the matches themselves."""
    if bot in SEARCHING:
        raise BotFailed(f"{bot} thinks by the clock; the benchmark counts: name its passes, as in {bot}/100")
    titles = entries()
    return {
        "benchmark": NAME,
        "version": VERSION,
        "bot": bot,
        "about": about,
        "machinehall": machinehall.__version__,
        "titles": versions(titles),
        "opponents": {name: prints(name, one.frozen) for name, one in titles.items()},
    }


def prints(title: str, frozen: Collection[str]) -> dict[str, str]:
    return {opponent: fingerprint(kept_title(title), opponent) for opponent in frozen}


def not_frozen(head: dict[str, Any]) -> list[str]:
    """Opponents that do not play as those of the benchmark do."""
    found = []
    for title, one in entries().items():
        mine = head["opponents"].get(title, {})
        found += [f"{title}: {name}" for name, frozen in one.frozen.items() if mine.get(name) != frozen]
    return found


def part_of(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def read(path: Path) -> dict[str, Any]:
    """A file of results, its shape checked."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise BadRecord(f"{path} is no file of results") from None
    if not isinstance(body, dict) or not isinstance(body.get("benchmark"), str):
        raise BadRecord(f"{path} is no file of results")
    if body.get("version") != VERSION:
        raise BadRecord(f"{path} is of {body['benchmark']}, this program has {NAME}")
    lacking = [key for key in (*SAME, "matches", "figures") if key not in body]
    kinds = {"titles": dict, "opponents": dict, "matches": list, "figures": dict}
    lacking += [key for key, kind in kinds.items() if key in body and not isinstance(body[key], kind)]
    if lacking:
        raise BadRecord(f"{path} is no file of results: {', '.join(lacking)} missing or of another form")
    return body


def done(path: Path, head: dict[str, Any]) -> dict[Task, Row]:
    """The matches that are there already, of the file and of what was broken off."""
    rows: list[Row] = []
    if path.exists():
        body = read(path)
        same_run(path, head, body)
        rows += body["matches"]
    if part_of(path).exists():
        first, *lines = part_of(path).read_text(encoding="utf-8").splitlines() or ["{}"]
        same_run(part_of(path), head, whole(first) or {})
        rows += [row for line in lines if (row := whole(line))]
    return {task_of(row): row for row in rows}


def same_run(path: Path, head: dict[str, Any], found: dict[str, Any]) -> None:
    if other := [key for key in SAME if found.get(key) != head[key]]:
        raise BadRecord(f"{path} holds other results: {', '.join(other)} differ; choose another file with --out")


def whole(line: str) -> Row | None:
    """The object of a line, or None where writing was cut short."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def run(
    path: Path,
    head: dict[str, Any],
    tasks: Sequence[Task],
    workers: int | None = None,
    watch: Callable[[Iterator[Row], int], Iterable[Row]] = lambda rows, total: rows,
) -> dict[str, Any]:
    """Play what is not there yet, and write the file. `workers` 0: in this process; None: one for each core."""
    found = done(path, head)
    left = [task for task in tasks if task not in found]
    calls = [(head["bot"], task) for task in left]
    rows = (play(*call) for call in calls) if workers == 0 else spread(play, calls, workers)
    for row in watch(rows, len(left)):
        append(part_of(path), head, row)
        found[task_of(row)] = row
    body = body_of(head, found.values())
    write(path, body)
    part_of(path).unlink(missing_ok=True)
    return body


def append(part: Path, head: dict[str, Any], row: Row) -> None:
    """A match, written at once. The head comes with the first: a run that fails before leaves nothing behind."""
    if not part.exists():
        begin(part, head)
    cut = not ends_whole(part)  # the last line was cut short; its match is played again
    with part.open("a", encoding="utf-8") as file:
        file.write("\n" * cut + json.dumps(row, separators=(",", ":")) + "\n")


def body_of(head: dict[str, Any], rows: Iterable[Row]) -> dict[str, Any]:
    ordered = sorted(rows, key=task_of)
    return {**head, "figures": figures(tables(), ordered), "matches": ordered}


def write(path: Path, body: dict[str, Any]) -> None:
    """A line for each match, so that files can be compared; there as a whole or not at all."""
    first = json.dumps({key: value for key, value in body.items() if key != "matches"}, indent=1)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in body["matches"])
    new = path.with_name(path.name + ".new")
    new.write_text(f'{first.removesuffix("}").rstrip()},\n "matches": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(path)


def ends_whole(path: Path) -> bool:
    """Whether the last line has its end."""
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read() == b"\n"

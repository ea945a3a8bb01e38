"""machinehall arena: bots against each other, rated."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import JSON, OPTION, RECORD, TITLE, fail, find_title, out_json, progress, read_options, tidy, words

if TYPE_CHECKING:
    from machinehall.arena.ratings import Share
    from machinehall.arena.schedule import Task
    from machinehall.kept.store import Keeper
    from machinehall.kernel.title import Title

_w = words()


@tidy
def command(
    title: Annotated[str, TITLE],
    bots: Annotated[str, typer.Option("--bots", help=_w("cli.arena.bots"))] = "random,apprentice",
    games: Annotated[int, typer.Option("--games", help=_w("cli.arena.games"))] = 20,
    seats: Annotated[int, typer.Option("--seats", help=_w("cli.arena.seats"))] = 2,
    seed: Annotated[int, typer.Option("--seed", help=_w("cli.simulate.seed"))] = 0,
    ladder: Annotated[bool, typer.Option("--ladder", help=_w("cli.arena.ladder"))] = False,
    clock: Annotated[float | None, typer.Option("--clock", help=_w("cli.arena.clock"), show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", help=_w("cli.arena.workers"), show_default=False)] = None,
    ray: Annotated[str | None, typer.Option("--ray", help=_w("cli.arena.ray"), show_default=False)] = None,
    file: Annotated[Path | None, typer.Option("--file", help=_w("cli.arena.file"), show_default=False)] = None,
    record: Annotated[Path | None, RECORD] = None,
    report: Annotated[Path | None, typer.Option("--report", help=_w("cli.arena.report"), show_default=False)] = None,
    json: Annotated[bool, JSON] = False,
    option: Annotated[list[str] | None, OPTION] = None,
) -> None:
    """Let bots play each other."""
    from machinehall.arena.schedule import schedule
    from machinehall.bots import make_bot

    found = find_title(title, None)
    names = [name.strip() for name in bots.split(",")]
    if games < 1:
        fail(_w("cli.simulate.no_games", games))
    if len(set(names)) < len(names) or (seats > 1 and len(names) < 2):
        fail(_w("cli.arena.two_bots"))
    for name in names:
        make_bot(name, found)
    options = read_options(option or [])
    found.start(seats, options)
    head = arena_head(found, names, seats, seed, clock, options)
    if ladder:
        head["ladder"] = True
    tasks = schedule(names, seats, games, seed, ladder)
    results = run(found, head, tasks, file, backend(workers, ray), record)
    if report is not None:
        from machinehall.arena.report import page

        report.write_text(page(found, head, results, _w), encoding="utf-8")
    if json:
        out_json(as_data(head, results))
    else:
        show(head, results)


def arena_head(
    title: Title, bots: Sequence[str], seats: int, seed: int, clock: float | None, options: dict[str, int]
) -> dict[str, Any]:
    """What must be the same for results to go into one file; more games may be added later."""
    return {
        "arena": 1,
        "title": title.name,
        "rules": title.rules_version,
        "data": title.data_version,
        "bots": list(bots),
        "seats": seats,
        "seed": seed,
        "clock": clock,
        "options": options,
    }


def backend(workers: int | None, ray: str | None) -> Any:
    """How the matches are played: (work, tasks) gives the results as they come."""
    from functools import partial

    from machinehall.arena import backends

    if ray is not None:
        return partial(backends.on_ray, address=ray)
    return backends.serial if workers == 0 else partial(backends.processes, workers=workers)


def run(
    title: Title, head: dict[str, Any], tasks: Sequence[Task], file: Path | None, play: Any, record: Path | None = None
) -> list[dict[str, Any]]:
    """All results, those of the file and of the folder of records among them, in the order of the schedule."""
    from machinehall.arena.backends import Work
    from machinehall.arena.store import keep, read
    from machinehall.kept.store import kept

    with keeper_of(record, title, head) as keeper:
        done = read(file, head)[1] if file is not None and file.exists() else []
        unwritten = kept_results(record, done)
        known = {result["number"] for result in [*done, *unwritten]}
        left = [task for task in tasks if task.number not in known]
        work = Work(title.name, head["options"], head["clock"], record=record is not None)
        results = keep(file, head, chain(unwritten, kept(keeper, play(work, left))))
        total = len(unwritten) + len(left)
        new = list(progress(results, total, _w("cli.simulate.progress"), Standing(done)))
    wanted = {task.number for task in tasks}
    return sorted((r for r in done + new if r["number"] in wanted), key=lambda r: int(r["number"]))


def keeper_of(record: Path | None, title: Title, head: dict[str, Any]) -> AbstractContextManager[Keeper | None]:
    """The folder that the records go into, if there is to be one."""
    from machinehall.kept.store import Keeper, head_of

    if record is None:
        return nullcontext()
    facts = {key: value for key, value in head.items() if key not in ("arena", "title", "rules", "data", "seats")}
    return Keeper(record, head_of(title, head["seats"], **facts))


def kept_results(record: Path | None, done: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the folder of records has and the file of results has not."""
    from machinehall.kept.store import kept, rows

    if record is None:
        return []
    found = {result["number"]: result for result in kept(None, rows(record))}
    if lost := [result for result in done if result["number"] not in found]:
        fail(_w("cli.kept.lost", len(lost), record))
    known = {result["number"] for result in done}
    return [result for number, result in found.items() if number not in known]


class Standing:
    """How the pair of the last match stands, told beside the bar."""

    def __init__(self, done: Sequence[dict[str, Any]]) -> None:
        self.results = list(done)

    def __call__(self, result: dict[str, Any]) -> str:
        from machinehall.arena.ratings import shares

        self.results.append(result)
        (share,) = shares(r for r in self.results if r["pair"] == result["pair"])
        return pair_line(share)


def pair_line(s: Share) -> str:
    from machinehall.words.figures import percent

    pair = _w("arena.pair", s.pair[1], s.pair[0])
    return _w("cli.arena.pair", pair, *(percent(_w.lang, part, 1) for part in (s.share, s.low, s.high)), n=s.games)


def as_data(head: dict[str, Any], results: list[dict[str, Any]]) -> dict[str, Any]:
    from machinehall.arena.ratings import ratings, shares

    return head | {
        "games": len(results),
        "ratings": [r._asdict() for r in ratings(results, head["bots"])],
        "pairs": [s._asdict() for s in shares(results)],
        "results": results,
    }


def show(head: dict[str, Any], results: list[dict[str, Any]]) -> None:
    """Ratings and pairs, for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from machinehall.arena.ratings import ratings, shares
    from machinehall.words.figures import number

    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD)
    for key in ("bot", "elo", "interval", "games", "score"):
        table.add_column(_w(f"arena.head.{key}"), justify="left" if key == "bot" else "right")
    for r in ratings(results, head["bots"]):
        score = number(_w.lang, r.score, 1)
        table.add_row(r.bot, f"{r.elo:+.0f}", f"{r.low:+.0f} … {r.high:+.0f}", str(r.games), score)
    console.print(table)
    for s in shares(results):
        console.print(pair_line(s))

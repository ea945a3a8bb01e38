"""machinehall collect: a set of matches by bots for research, with a manifest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arena import backend
from .common import JSON, OPTION, TITLE, fail, find_title, out_json, progress, read_options, tidy, words

if TYPE_CHECKING:
    from machinehall.arena.schedule import Task

_w = words()


@tidy
def command(
    title: Annotated[str, TITLE],
    folder: Annotated[Path, typer.Argument(help=_w("cli.collect.folder"), show_default=False)],
    matches: Annotated[int, typer.Option("--matches", help=_w("cli.collect.matches"))] = 1000,
    seats: Annotated[int, typer.Option("--seats", help=_w("cli.arena.seats"))] = 2,
    bot: Annotated[str, typer.Option("--bot", help=_w("cli.collect.bot"))] = "master",
    clock: Annotated[float | None, typer.Option("--clock", help=_w("cli.arena.clock"), show_default=False)] = None,
    about: Annotated[str, typer.Option("--about", help=_w("cli.collect.about"))] = "",
    workers: Annotated[int | None, typer.Option("--workers", help=_w("cli.arena.workers"), show_default=False)] = None,
    ray: Annotated[str | None, typer.Option("--ray", help=_w("cli.arena.ray"), show_default=False)] = None,
    json: Annotated[bool, JSON] = False,
    option: Annotated[list[str] | None, OPTION] = None,
) -> None:
    """Play and keep matches, and write the manifest."""
    from machinehall.arena.backends import Work
    from machinehall.bots import make_bot
    from machinehall.kept.collection import FIRST_SEED, write_manifest
    from machinehall.kept.store import Keeper, head_of, kept

    if matches < 1:
        fail(_w("cli.simulate.no_games", matches))
    found, options = find_title(title, None), read_options(option or [])
    make_bot(bot, found)
    found.start(seats, options)
    head = head_of(found, seats, bots=[bot] * seats, seed=FIRST_SEED, clock=clock, options=options)
    with Keeper(folder, head) as keeper:
        left = [task for task in tasks(bot, seats, matches, FIRST_SEED) if task.number not in keeper.numbers]
        work = Work(found.name, options, clock, record=True)
        results = kept(keeper, backend(workers, ray)(work, left))
        for _ in progress(results, len(left), _w("cli.simulate.progress")):
            pass
    body = write_manifest(folder, found, about)
    if json:
        out_json(body)
    else:
        typer.echo(_w("cli.collect.written", folder, n=body["matches"]))


def tasks(bot: str, seats: int, matches: int, first: int) -> list[Task]:
    """Every match on a deal of its own."""
    from machinehall.arena.schedule import Task

    line: Any = (bot,) * seats
    return [Task(number, (bot, bot), first + number, line) for number in range(matches)]

"""machinehall league: bots of all comers in a rated table that goes on for as long as people like."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import JSON, OPTION, TITLE, fail, find_title, out_json, progress, read_options, tidy, words

if TYPE_CHECKING:
    from machinehall.league.folder import League
    from machinehall.league.standing import Place

_w = words()
app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")

FOLDER = typer.Argument(help=_w("cli.league.folder"), show_default=False)
WORKERS = typer.Option("--workers", help=_w("cli.arena.workers"), show_default=False)
HEADS = ("bot", "elo", "interval", "games", "score")


@app.command("begin", help=_w("cli.league.begin"))
@tidy
def begin(
    folder: Annotated[Path, FOLDER],
    title: Annotated[str, TITLE],
    seats: Annotated[int, typer.Option("--seats", help=_w("cli.arena.seats"))] = 2,
    seed: Annotated[int, typer.Option("--seed", help=_w("cli.simulate.seed"))] = 0,
    clock: Annotated[float | None, typer.Option("--clock", help=_w("cli.arena.clock"), show_default=False)] = None,
    option: Annotated[list[str] | None, OPTION] = None,
) -> None:
    """A new league."""
    from machinehall.league.folder import found, head_of

    game = find_title(title, None)
    found(folder, head_of(game, seats, read_options(option or []), seed, clock))
    typer.echo(_w("cli.league.begun", game.full_name, seats, folder))


@app.command("add", help=_w("cli.league.add"))
@tidy
def add(
    folder: Annotated[Path, FOLDER],
    bots: Annotated[list[str], typer.Argument(help=_w("cli.league.bots"), show_default=False)],
    name: Annotated[str, typer.Option("--name", help=_w("cli.league.name"))] = "",
    about: Annotated[str, typer.Option("--about", help=_w("cli.benchmark.about"))] = "",
) -> None:
    """Bots enter."""
    from machinehall.league.folder import writing
    from machinehall.league.season import enter

    if (name or about) and len(bots) > 1:
        fail(_w("cli.league.one_name"))
    with writing(folder) as league:
        for bot in bots:
            typer.echo(_w("cli.league.added", enter(league, bot, name, about).name))


@app.command("leave", help=_w("cli.league.leave"))
@tidy
def leave(
    folder: Annotated[Path, FOLDER],
    name: Annotated[str, typer.Argument(help=_w("cli.league.who"), show_default=False)],
    back: Annotated[bool, typer.Option("--back", help=_w("cli.league.back"))] = False,
) -> None:
    """An entrant plays no more, or again."""
    from machinehall.league.folder import writing

    with writing(folder) as league:
        league.leave(name, gone=not back)
    typer.echo(_w("cli.league.is_back" if back else "cli.league.has_left", name))


@app.command("run", help=_w("cli.league.run"))
@tidy
def run(
    folder: Annotated[Path, FOLDER],
    matches: Annotated[
        int | None, typer.Option("--matches", min=1, help=_w("cli.league.matches"), show_default=False)
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=0, help=_w("cli.league.minutes"), show_default=False)
    ] = None,
    workers: Annotated[int | None, WORKERS] = None,
    ray: Annotated[str | None, typer.Option("--ray", help=_w("cli.arena.ray"), show_default=False)] = None,
) -> None:
    """Play on."""
    from machinehall.league.folder import writing
    from machinehall.league.season import Season

    if matches is None and minutes is None:
        fail(_w("cli.league.how_long"))
    with writing(folder) as league:
        rows = Season(league, matches, minutes).run(workers, ray)
        for row in progress(rows, matches or 0, _w("cli.simulate.progress"), told):
            if "fault" in row:
                typer.echo(_w("cli.league.failed", row["fault"]), err=True)
        show(league)


def told(row: dict[str, Any]) -> str:
    return _w("arena.pair", row["pair"][1], row["pair"][0])


@app.command("table", help=_w("cli.league.table"))
@tidy
def table(
    folder: Annotated[Path, FOLDER],
    json: Annotated[bool, JSON] = False,
    page: Annotated[Path | None, typer.Option("--page", help=_w("cli.league.page"), show_default=False)] = None,
) -> None:
    """How it stands."""
    from machinehall.league.folder import read

    league = read(folder)
    if page is not None:
        page.write_text(as_page(league), encoding="utf-8")
    if json:
        out_json(as_data(league))
    elif page is None:
        show(league)


@app.command("check", help=_w("cli.league.check"))
@tidy
def check(folder: Annotated[Path, FOLDER], workers: Annotated[int | None, WORKERS] = None) -> None:
    """Play all of it again."""
    from machinehall.league.check import faults
    from machinehall.league.folder import read

    league = read(folder)
    found = faults(league, workers, lambda rows, total: progress(rows, total, _w("cli.kept.reading")))
    for fault in found:
        typer.echo(fault, err=True)
    if found:
        fail(_w("cli.benchmark.wrong", folder, n=len(found)))
    typer.echo(_w("cli.kept.sound", n=len(league.rows)))


def as_data(league: League) -> dict[str, Any]:
    from machinehall.league.standing import pairs
    from machinehall.league.standing import table as places

    return league.head | {
        "matches": len(league.whole()),
        "unfinished": len(league.unfinished()),
        "table": [place._asdict() for place in places(league)],
        "pairs": [share._asdict() for share in pairs(league)],
    }


def heads() -> list[str]:
    return [*(_w(f"arena.head.{key}") for key in HEADS), _w("cli.league.head.time"), _w("cli.league.head.failed")]


def cells(place: Place) -> list[str]:
    """A row of the table, for people."""
    from machinehall.words.figures import number

    bot = _w("cli.league.gone", place.name) if place.gone else place.name
    rated = place.elo is not None and place.low is not None and place.high is not None
    return [
        bot,
        f"{place.elo:+.0f}" if rated else _w("cli.league.unrated"),
        f"{place.low:+.0f} … {place.high:+.0f}" if rated else "",
        str(place.matches),
        "" if place.score is None else number(_w.lang, place.score, 1),
        "" if place.seconds is None else number(_w.lang, 1000 * place.seconds, 1),
        str(place.failed) if place.failed else "",
    ]


def show(league: League) -> None:
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from machinehall.league.standing import table as places

    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for i, head in enumerate(heads()):
        shown.add_column(head, justify="right" if i else "left", no_wrap=i in (0, 2))
    for place in places(league):
        shown.add_row(*map(escape, cells(place)))
    console = Console(highlight=False)
    console.print(shown)
    console.print(_w("cli.league.played", len(league.unfinished()), n=len(league.whole())))


def as_page(league: League) -> str:
    """The table and all pairs as Markdown."""
    from machinehall.arena.report import pair_cells, pair_heads
    from machinehall.league.standing import pairs
    from machinehall.league.standing import table as places

    game, head = find_title(league.head["title"], None), league.head
    rows = [cells(place) for place in places(league)]
    parts = [
        f"# {_w('cli.league.page.title', game.full_name, head['seats'])}",
        _w("cli.league.played", len(league.unfinished()), n=len(league.whole())),
        _w("arena.page.versions", head["rules"], head["data"]),
        markdown(heads(), rows),
        _w("arena.page.ratings_note"),
        f"## {_w('arena.page.shares')}",
        markdown(pair_heads(_w), [pair_cells(share, _w) for share in pairs(league)]),
    ]
    return "\n\n".join(parts) + "\n"


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

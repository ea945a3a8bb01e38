"""machinehall benchmark: a bot on the fixed deals against frozen opponents, and the proof of such results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .common import JSON, fail, out_json, progress, tidy, words

_w = words()


@tidy
def command(
    bot: Annotated[str | None, typer.Argument(help=_w("cli.benchmark.bot"), show_default=False)] = None,
    title: Annotated[list[str] | None, typer.Option("--title", help=_w("cli.benchmark.title"))] = None,
    seats: Annotated[list[int] | None, typer.Option("--seats", help=_w("cli.benchmark.seats"))] = None,
    deals: Annotated[int, typer.Option("--deals", help=_w("cli.benchmark.deals"))] = 200,
    workers: Annotated[int | None, typer.Option("--workers", help=_w("cli.arena.workers"), show_default=False)] = None,
    out: Annotated[Path, typer.Option("--out", help=_w("cli.benchmark.out"))] = Path("results.json"),
    about: Annotated[str, typer.Option("--about", help=_w("cli.benchmark.about"))] = "",
    check: Annotated[Path | None, typer.Option("--check", help=_w("cli.benchmark.check"), show_default=False)] = None,
    again: Annotated[int, typer.Option("--again", help=_w("cli.benchmark.again"))] = 0,
    repeat: Annotated[bool, typer.Option("--repeat", help=_w("cli.benchmark.repeat"), show_default=False)] = False,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Measure a bot, or check what was measured."""
    if (bot is None) == (check is None) or (repeat and check is None):
        fail(_w("cli.benchmark.either"))
    if not 1 <= deals <= 200 or again < 0:
        fail(_w("cli.benchmark.no_deals", 200))
    if check is not None:
        prove(check, again, repeat, workers, json)
    elif bot is not None:
        body = measure(bot, title or [], seats or [], deals, workers, out, about)
        if json:
            out_json({key: value for key, value in body.items() if key != "matches"})
        else:
            show(body)


def measure(
    bot: str, titles: list[str], seats: list[int], deals: int, workers: int | None, out: Path, about: str
) -> dict[str, Any]:
    from machinehall.benchmark.play import kept_title
    from machinehall.benchmark.results import head_of, not_frozen, run
    from machinehall.benchmark.tables import tables, tasks
    from machinehall.bots import make_bot

    found = tables(titles, seats)
    for name in {table.title for table in found}:
        make_bot(bot, kept_title(name))
    head = head_of(bot, about)
    if others := not_frozen(head):
        typer.echo(_w("cli.benchmark.other", "; ".join(others)), err=True)
    return run(
        out,
        head,
        list(tasks(found, deals)),
        workers,
        lambda rows, total: progress(rows, total, _w("cli.simulate.progress"), Standing()),
    )


class Standing:
    """The points of the present table and opponent, told beside the bar."""

    def __init__(self) -> None:
        self.points: dict[tuple[str, int, str], list[float]] = {}

    def __call__(self, row: dict[str, Any]) -> str:
        from machinehall.benchmark.figures import points

        key = row["title"], row["seats"], row["opponent"]
        mine = self.points.setdefault(key, [])
        mine.append(points(row))
        return f"{key[0]}/{key[1]} {key[2]}: {100 * sum(mine) / len(mine):.0f}"


def prove(path: Path, again: int, repeat: bool, workers: int | None, json: bool) -> None:
    from machinehall.benchmark.check import faults
    from machinehall.benchmark.play import kept_title
    from machinehall.benchmark.results import read
    from machinehall.bots import make_bot

    body = read(path)
    bot = ""
    if repeat:
        bot, again = body["bot"], again or len(body["matches"])
        for name in {row["title"] for row in body["matches"]}:
            make_bot(bot, kept_title(name))
    found = faults(body, again, workers, lambda rows, total: progress(rows, total, _w("cli.kept.reading")), bot)
    if json:
        out_json({"file": str(path), "matches": len(body["matches"]), "faults": found})
    for fault in found if not json else ():
        typer.echo(fault, err=True)
    if found:
        fail(_w("cli.benchmark.wrong", path, n=len(found)))
    if not json:
        typer.echo(_w("cli.benchmark.right", n=len(body["matches"])))
        show(body)


def show(body: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    figures = body["figures"]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for key in ("table", "opponent", "deals", "points", "wins", "lead"):
        left = key in ("table", "opponent")
        table.add_column(_w(f"cli.benchmark.head.{key}"), justify="left" if left else "right", no_wrap=left)
    for name, one in figures["tables"].items():
        deals = one["deals"]
        for opponent, row in one["against"].items():
            points, wins, lead = share(row["points"], deals), share(row["wins"], deals), row["lead"]
            table.add_row(name, opponent, str(deals), points, wins, f"{lead['mean']:+.1f}")
    console = Console(highlight=False)
    console.print(table)
    if "points" in figures:
        key = "complete" if figures["complete"] else "partial"
        fewest = min(one["deals"] for one in figures["tables"].values())
        console.print(_w(f"cli.benchmark.{key}", body["benchmark"], body["bot"], share(figures["points"], fewest)))
    else:
        console.print(_w("cli.benchmark.nothing"))


def share(row: dict[str, Any], deals: int) -> str:
    """Of 100, with the interval where there are deals enough for one."""
    from machinehall.benchmark.figures import FEW_DEALS

    low, high = row["interval"]
    return f"{100 * row['mean']:.1f}" + (f" ({100 * low:.0f} … {100 * high:.0f})" if deals >= FEW_DEALS else "")

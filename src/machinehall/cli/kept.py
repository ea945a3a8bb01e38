"""machinehall kept: a folder of kept matches: what is in it, whether it is sound, and its steps for learners."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import JSON, PACK, at_most_one, fail, out_json, progress, tidy, words

if TYPE_CHECKING:
    from machinehall.kept.steps import KeptMatch

_w = words()


@tidy
def command(
    folder: Annotated[Path, typer.Argument(help=_w("cli.kept.folder"), show_default=False)],
    match: Annotated[int | None, typer.Option("--match", help=_w("cli.kept.match"), show_default=False)] = None,
    check: Annotated[bool, typer.Option("--check", help=_w("cli.kept.check"))] = False,
    parquet: Annotated[Path | None, typer.Option("--parquet", help=_w("cli.kept.parquet"), show_default=False)] = None,
    minari: Annotated[str | None, typer.Option("--minari", help=_w("cli.kept.minari"), show_default=False)] = None,
    json: Annotated[bool, JSON] = False,
    pack: Annotated[Path | None, PACK] = None,
) -> None:
    """Look at kept matches, check them, hand them on."""
    at_most_one(_w("cli.kept.one"), match, check, parquet, minari)
    if match is not None:
        typer.echo(one(folder, match, pack).record, nl=False)
    elif check:
        whole(folder)
        typer.echo(_w("cli.kept.sound", n=sum(1 for found in told(folder, pack) if sound(found))))
    elif parquet is not None:
        from machinehall.learn.exports import to_parquet

        typer.echo(_w("cli.kept.written", parquet, n=to_parquet(told(folder, pack), parquet)))
    elif minari is not None:
        from machinehall.learn.exports import to_minari

        typer.echo(_w("cli.kept.episodes", minari, n=to_minari(told(folder, pack), minari)))
    elif json:
        out_json(summary(folder))
    else:
        show(summary(folder))


def told(folder: Path, pack: Path | None) -> Iterator[KeptMatch]:
    """The matches, with a bar."""
    from machinehall.kept.steps import matches
    from machinehall.kept.store import rows

    total = sum(1 for _ in rows(folder))
    return progress(matches(folder, pack), total, _w("cli.kept.reading"))


def whole(folder: Path) -> None:
    """Where there is a manifest, the files must be those of it."""
    from machinehall.kept.collection import MANIFEST, Collection

    if not (folder / MANIFEST).exists():
        return
    found = Collection(folder).faults()
    for fault in found:
        typer.echo(fault, err=True)
    if found:
        fail(_w("cli.benchmark.wrong", folder, n=len(found)))


def one(folder: Path, number: int, pack: Path | None) -> KeptMatch:
    from machinehall.kept.steps import kept_match
    from machinehall.kept.store import rows

    found = next((row for row in rows(folder) if row["number"] == number), None)
    if found is None:
        fail(_w("cli.kept.no_match", number, folder))
    return kept_match(found, pack)


def sound(found: KeptMatch) -> bool:
    """Play it again; it must end as it is written, or the command does."""
    outcome, facts = found.outcome(), found.facts
    ended = (None, None) if outcome is None else (list(outcome.scores), list(outcome.places))
    if (facts.get("scores"), facts.get("places")) != ended:
        fail(_w("cli.kept.differs", found.number, facts.get("scores"), ended[0]))
    return True


def summary(folder: Path) -> dict[str, Any]:
    """What is known without playing anything again."""
    from machinehall.kept.store import read_head, rows

    bots: dict[str, dict[str, float]] = {}
    count = decisions = 0
    for row in rows(folder):
        count += 1
        decisions += sum(not str(line).startswith("*") for line in row["record"]["log"])
        for bot, score, place in zip(row.get("bots", ()), row.get("scores", ()), row.get("places", ()), strict=False):
            mine = bots.setdefault(bot, {"seats": 0, "score": 0, "wins": 0})
            mine["seats"] += 1
            mine["score"] += score
            mine["wins"] += place == 1
    rows_ = [{"bot": bot, **one, "score": one["score"] / one["seats"]} for bot, one in bots.items()]
    return {"head": read_head(folder), "matches": count, "decisions": decisions, "bots": rows_}


def show(found: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console, head = Console(highlight=False), found["head"]
    console.print(
        _w("cli.kept.head", head["title"], head["seats"], head["rules"], found["decisions"], n=found["matches"])
    )
    if not found["bots"]:
        return
    table = Table(box=box.SIMPLE_HEAD)
    for key in ("bot", "seat", "wins", "score"):
        table.add_column(_w(f"cli.simulate.{key}"), justify="left" if key == "bot" else "right")
    for row in found["bots"]:
        table.add_row(row["bot"], f"{row['seats']:.0f}", f"{row['wins']:.0f}", f"{row['score']:.1f}")
    console.print(table)

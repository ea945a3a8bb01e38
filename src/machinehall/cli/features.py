"""machinehall features: what each number of the observation and of the action table means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import JSON, PACK, TITLE, find_title, out_json, tidy, words

if TYPE_CHECKING:
    from machinehall.kernel.title import Title

_w = words()


@tidy
def command(
    title: Annotated[str, TITLE],
    all_: Annotated[bool, typer.Option("--all", help=_w("cli.features.all"))] = False,
    json: Annotated[bool, JSON] = False,
    pack: Annotated[Path | None, PACK] = None,
) -> None:
    """The tables for learners."""
    from machinehall.learn.document import document

    found = find_title(title, pack)
    if json:
        out_json(document(found))
    else:
        show(found, all_)


def show(title: Title, every: bool) -> None:
    from machinehall.learn.document import action_rows, block_rows, observation_rows

    observations, actions = observation_rows(title), action_rows(title)
    typer.echo(_w("cli.features.observation", title.full_name, len(observations), title.observation_version))
    if every:
        for row in observations:
            said = ": ".join(filter(None, (row["block"], row["part"])))
            typer.echo(_w("cli.features.ranged", row["index"], said, sort_of(row["kind"], row["unit"]), row["high"]))
        for block, words in title.minds.feature_codes.items():
            typer.echo(_w("cli.features.codes", block))
            for i, word in enumerate(words):
                typer.echo(_w("cli.features.number", i, word))
    else:
        for first, last, block in block_rows(title):
            kinds = dict.fromkeys(sort_of(row["kind"], row["unit"]) for row in observations[first : last + 1])
            typer.echo(_w("cli.features.block_of", first, last, block, ", ".join(kinds)))
    typer.echo(_w("cli.features.actions", len(actions), title.action_version))
    if every:
        for row in actions:
            typer.echo(_w(f"cli.features.by_{row['by']}", row["index"], row["action"]))
    else:
        at = 0
        for kind, group in title.actions.rows.items():
            if group:
                form = " ".join((kind, *title.actions.kinds[kind]))
                typer.echo(_w("cli.features.block", at, at + len(group) - 1, form))
            at += len(group)


def sort_of(sort: str, unit: int) -> str:
    """What sort of number it is, and what one of it stands for."""
    said = _w(f"cli.features.{sort}")
    return said if unit == 1 else _w("cli.features.unit", said, unit)

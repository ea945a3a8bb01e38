"""machinehall perft: how many positions lie some decisions ahead."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from .common import JSON, OPTION, PACK, TITLE, fail, find_title, out_json, read_options, tidy, words

_w = words()


@tidy
def command(
    title: Annotated[str, TITLE],
    seats: Annotated[int, typer.Option("--seats", help=_w("cli.simulate.seats"))],
    seed: Annotated[int, typer.Option("--seed", help=_w("cli.perft.seed"))],
    depth: Annotated[int, typer.Option("--depth", help=_w("cli.perft.depth"))],
    json: Annotated[bool, JSON] = False,
    pack: Annotated[Path | None, PACK] = None,
    option: Annotated[list[str] | None, OPTION] = None,
) -> None:
    """Count the positions ahead."""
    import random

    from machinehall.kernel.perft import perft

    found = find_title(title, pack)
    if depth < 0:
        fail(_w("cli.perft.no_depth", depth))
    state = found.start(seats, read_options(option or []), random.Random(seed))
    began = time.process_time()
    counts = [perft(found, state, d) for d in range(1, depth + 1)]
    seconds = round(time.process_time() - began, 3)
    if json:
        head = {"title": found.name, "seats": seats, "seed": seed, "depth": depth}
        out_json(head | {"positions": counts, "cpu_seconds": seconds})
        return
    for d, count in enumerate(counts, 1):
        typer.echo(_w("cli.perft.line", d, count))
    typer.echo(_w("cli.perft.summary", seconds))

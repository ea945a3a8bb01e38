"""machinehall revalidate: what new rules make of the stored matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .audit import CAN_BE_MENDED, CANNOT
from .common import JSON, out_json, tidy, words
from .serve import CONFIG, DATABASE

_w = words()


@tidy
def command(
    database: Annotated[str | None, DATABASE] = None,
    config: Annotated[Path | None, CONFIG] = None,
    apply: Annotated[bool, typer.Option("--apply", help=_w("cli.revalidate.apply"))] = False,
    everything: Annotated[bool, typer.Option("--all", help=_w("cli.revalidate.all"))] = False,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Play all stored matches on the present rules and sort them."""
    import asyncio

    import msgspec

    from machinehall.server.config import load_config
    from machinehall.server.site import make_site
    from machinehall.server.store.revalidate import Verdict, revalidate, summary

    async def run() -> list[Verdict]:
        site = make_site(load_config({"database": database}, config))
        await site.store.open()
        try:
            found = []
            own = site.tables.boxes.brought
            async for verdict in revalidate(site.store, site.tables.title, apply=apply, everything=everything, own=own):
                found.append(verdict)
                for said in () if json else verdict.damage:
                    typer.echo(_w("cli.revalidate.damage", verdict.match, verdict.title, said))
                if not json and verdict.sort not in ("same", "damaged"):
                    line = _w(
                        "cli.revalidate.line", verdict.match, verdict.title, verdict.sort, verdict.at, verdict.reason
                    )
                    typer.echo(line)
            return found
        finally:
            await site.store.close()

    verdicts = asyncio.run(run())
    if json:
        out_json({"summary": summary(verdicts), "matches": msgspec.to_builtins(verdicts)})
    else:
        for sort, count in summary(verdicts).items():
            typer.echo(_w("cli.revalidate.summary", sort, count))
        if not verdicts:
            typer.echo(_w("cli.revalidate.nothing"))
    damaged = [verdict for verdict in verdicts if verdict.damage and not (apply and verdict.sort != "damaged")]
    if damaged:
        raise typer.Exit(CANNOT if any(verdict.sort == "damaged" for verdict in damaged) else CAN_BE_MENDED)

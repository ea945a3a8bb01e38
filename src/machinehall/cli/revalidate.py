"""machinehall revalidate: what new rules make of the stored matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
    from machinehall.server.revalidate import Verdict, revalidate, summary
    from machinehall.server.site import make_site

    async def run() -> list[Verdict]:
        site = make_site(load_config({"database": database}, config))
        await site.store.open()
        try:
            found = []
            async for verdict in revalidate(site.store, site.tables.title, apply=apply, everything=everything):
                found.append(verdict)
                if not json and verdict.sort != "same":
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
        return
    for sort, count in summary(verdicts).items():
        typer.echo(_w("cli.revalidate.summary", sort, count))
    if not verdicts:
        typer.echo(_w("cli.revalidate.nothing"))

"""machinehall person: all that is kept about one person, to hand out or to remove."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .common import fail, out_json, tidy, words
from .serve import CONFIG, DATABASE

_w = words()


@tidy
def command(
    who: Annotated[str, typer.Argument(help=_w("cli.person.who"))],
    database: Annotated[str | None, DATABASE] = None,
    config: Annotated[Path | None, CONFIG] = None,
    delete: Annotated[bool, typer.Option("--delete", help=_w("cli.person.delete"))] = False,
) -> None:
    """Show or remove all that is kept about one person."""
    import asyncio

    from machinehall.server.config import load_config
    from machinehall.server.errors import Unknown
    from machinehall.server.site import make_site

    async def run() -> dict[str, Any] | None:
        site = make_site(load_config({"database": database}, config))
        await site.store.open()
        try:
            try:
                identity = await site.persons.find(who)
            except Unknown:
                fail(_w("identity.unknown", who))
            if not delete:
                return await site.persons.export(identity)
            await site.persons.erase(identity)
            return None
        finally:
            await site.store.close()

    found = asyncio.run(run())
    if found is not None:
        out_json(found)
    else:
        typer.echo(_w("cli.person.done", who))

"""machinehall audit: is a database whole, and what would mend it?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import JSON, fail, out_json, tidy, words
from .serve import CONFIG, DATABASE

if TYPE_CHECKING:
    from machinehall.server.store.flaws import Finding, Flaw

_w = words()
CAN_BE_MENDED = 3
CANNOT = 4


@tidy
def command(
    database: Annotated[str | None, DATABASE] = None,
    config: Annotated[Path | None, CONFIG] = None,
    mend: Annotated[bool, typer.Option("--mend", help=_w("cli.audit.mend"))] = False,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Check a database whole; mend what can be."""
    import asyncio

    from machinehall.server.config import load_config
    from machinehall.server.errors import Fault
    from machinehall.server.site import make_site
    from machinehall.server.store.audit import audit_all
    from machinehall.server.store.migrate import up_to_date

    counts: Counter[str] = Counter()
    findings: list[Finding] = []

    async def run() -> None:
        site = make_site(load_config({"database": database}, config))
        await site.store.open()
        try:
            if not await up_to_date(site.store):
                fail(_w("cli.audit.behind"))
            own = site.tables.boxes.brought
            async for finding in audit_all(site.store, site.tables.title, mend=mend, own=own):
                count(counts, finding)
                if not json:
                    tell(finding)
                elif finding.flaws:
                    findings.append(finding)
        finally:
            await site.store.close()

    try:
        asyncio.run(run())
    except Fault as fault:
        fail(_w(fault.message, *fault.figures))
    if json:
        out_json({"summary": dict(counts), "matches": [as_data(finding) for finding in findings]})
    else:
        names = ("matches", "damaged", "mended", "can be mended", "cannot", "older")
        typer.echo(_w("cli.audit.summary", *(counts[name] for name in names)))
    if counts["cannot"] or counts["can be mended"]:
        raise typer.Exit(CANNOT if counts["cannot"] else CAN_BE_MENDED)


def count(counts: Counter[str], finding: Finding) -> None:
    counts["matches"] += bool(finding.title)
    counts["older"] += any(flaw.what in ("unsealed", "position_old") for flaw in finding.flaws) and not finding.mended
    if finding.damaged:
        counts["damaged"] += 1
        counts["mended" if finding.mended else "cannot" if finding.has("lost") else "can be mended"] += 1


def how(finding: Finding, flaw: Flaw) -> str:
    """What becomes of a flaw."""
    if flaw.weight == "mend":
        return "mended" if finding.mended else "waits" if finding.has("lost") else "would"
    return flaw.weight


def tell(finding: Finding) -> None:
    """The lines of a match that is damaged."""
    if finding.damaged:
        typer.echo(_w("cli.audit.head", finding.match or "-", finding.title or "-"))
        for flaw in finding.flaws:
            typer.echo(_w(f"cli.audit.{how(finding, flaw)}", _w(f"audit.{flaw.what}", *flaw.args)))


def as_data(finding: Finding) -> dict[str, object]:
    flaws = [{"what": f.what, "args": list(f.args), "how": how(finding, f)} for f in finding.flaws]
    return {"match": finding.match, "title": finding.title, "mended": finding.mended, "flaws": flaws}

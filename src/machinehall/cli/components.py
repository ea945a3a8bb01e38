"""machinehall components: what is printed, deduced or ours, and the check of an owner's own pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import packs
from .common import JSON, MISTAKE, PACK, TITLE, find_title, out_json, tidy, words

if TYPE_CHECKING:
    from machinehall.kernel.title import Title

_w = words()
SOME = 12
"""Ids that are named when one is unknown."""


@tidy
def command(
    title: Annotated[str, TITLE],
    id: Annotated[str | None, typer.Argument(help=_w("cli.components.id"), show_default=False)] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help=_w("cli.components.provenance"))] = False,
    check: Annotated[Path | None, typer.Option("--check", help=_w("cli.components.check"), show_default=False)] = None,
    copy: Annotated[Path | None, typer.Option("--copy", help=_w("cli.components.copy"), show_default=False)] = None,
    compare: Annotated[
        tuple[Path, Path] | None, typer.Option("--compare", help=_w("cli.components.compare"), show_default=False)
    ] = None,
    merge: Annotated[
        tuple[Path, Path] | None, typer.Option("--merge", help=_w("cli.components.merge"), show_default=False)
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", help=_w("cli.components.to"), show_default=False)] = None,
    theirs: Annotated[bool, typer.Option("--theirs", help=_w("cli.components.theirs"))] = False,
    pack: Annotated[Path | None, PACK] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the components."""
    if check is not None:
        check_pack(title, check, json)
        return
    if copy is not None:
        copy_pack(title, copy)
        return
    if compare is not None:
        packs.compare(title, compare, json)
        return
    if merge is not None:
        packs.merge(title, merge, to, theirs)
        return
    found = find_title(title, pack)
    if id is not None:
        show_one(found, id, json)
    elif json:
        out_json(as_data(found, provenance))
    else:
        show(found, provenance)


def check_pack(title: str, folder: Path, json: bool) -> None:
    """Every fault of an owner's folder; exit code 1 if there is one."""
    from machinehall.kernel.values import BadPack

    find_title(title, None)
    problems: list[str] = []
    version = ""
    try:
        version = find_title(title, folder).data_version
    except BadPack as fault:
        problems = [str(problem) for problem in fault.problems]
    if json:
        out_json({"title": title, "pack": str(folder), "ok": not problems, "data": version, "problems": problems})
    else:
        for problem in problems:
            typer.echo(problem)
        typer.echo(_w("cli.components.faults", n=len(problems)) if problems else _w("cli.components.sound", version))
    if problems:
        raise typer.Exit(MISTAKE)


def copy_pack(title: str, folder: Path) -> None:
    """All component files in a new folder, for an owner to correct."""
    import shutil

    from machinehall.kernel.rulebook import book_path

    find_title(title, None)
    if folder.exists():
        typer.echo(_w("cli.components.there", folder))
        raise typer.Exit(MISTAKE)
    shutil.copytree(book_path(title).with_name("data"), folder)
    typer.echo(_w("cli.components.copied", len(list(folder.iterdir())), folder, title))


def show_one(title: Title, key: str, json: bool) -> None:
    """What the components of an id are and do."""
    from dataclasses import asdict

    from machinehall.words.titles import effects

    known = effects(title, _w)
    found = known.find(key)
    if not found:
        near = sorted(other for rows in known.records.values() for other in rows if other.startswith(key[:1]))
        typer.echo(_w("cli.components.no_such", key, ", ".join(near[:SOME])))
        raise typer.Exit(MISTAKE)
    if json:
        out_json({"title": title.name, "components": [asdict(effect) for effect in found]})
        return
    for effect in found:
        typer.echo(f"{effect.name} ({effect.file}: {effect.id})")
        for line in (*effect.lines, effect.origin):
            typer.echo(f"  {line}")


def as_data(title: Title, provenance: bool) -> dict[str, object]:
    import msgspec

    from machinehall.kernel.packs import provenance as origins

    head: dict[str, object] = {"title": title.name, "pack": title.pack.name, "data": title.data_version}
    if provenance:
        return head | {"files": [msgspec.to_builtins(origin) for origin in origins(title.pack)]}
    return head | {"records": msgspec.to_builtins(title.pack.records)}


def show(title: Title, provenance: bool) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from machinehall.kernel.packs import provenance as origins

    console = Console(highlight=False)
    console.print(_w("cli.components.head", title.full_name, title.pack.name, title.data_version))
    table = Table(box=box.SIMPLE_HEAD)
    heads = ("file", "total", "rulebook", "public", "owner", "reconstructed")
    for head in heads:
        table.add_column(_w(f"cli.components.{head}"), justify="left" if head == "file" else "right")
    table.add_column(_w("cli.components.ours"))
    for origin in origins(title.pack):
        ours = ", ".join(f"{name} ({count})" for name, count in origin.reconstructed_fields.items())
        counts = (origin.total, origin.rulebook, origin.public, origin.owner, origin.reconstructed)
        table.add_row(origin.file, *map(str, counts), ours)
    console.print(table)
    if not provenance:
        return
    for origin in origins(title.pack):
        for record in origin.records:
            extra = record.note or record.ref or ""
            fields = f" [{', '.join(record.reconstructed_fields)}]" if record.reconstructed_fields else ""
            source = _w(f"cli.components.{record.source}")
            typer.echo(f"{origin.file}: {record.record}: {source}{fields}{': ' if extra else ''}{extra}")

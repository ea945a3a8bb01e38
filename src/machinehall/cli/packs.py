"""machinehall components --compare, --merge: two owners' packs, record by record. A pack is a folder or a zip."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .common import MISTAKE, find_title, out_json, words

if TYPE_CHECKING:
    from machinehall.kernel.own_packs import Compared
    from machinehall.kernel.pack_zip import Opened
    from machinehall.kernel.packs import Pack

_w = words()
LARGEST = 1_000_000
"""Bytes of a zip that is read."""


def own_pack(pack: Pack, path: Path) -> Opened:
    """The records of an owner's folder or zip; BadPack with every fault."""
    from machinehall.kernel.pack_zip import opened, texts_of
    from machinehall.kernel.values import BadPack, PackFault

    try:
        if path.is_dir():
            files = [file for file in sorted(path.iterdir()) if file.suffix == ".json"]
            return opened(pack, {file.name: file.read_text(encoding="utf-8-sig") for file in files})
        with path.open("rb") as file:
            return opened(pack, texts_of(file.read(LARGEST + 1)))
    except (OSError, UnicodeDecodeError) as fault:
        raise BadPack([PackFault(str(path), "-", "-", f"cannot be read: {fault}")]) from None


def compare(title: str, paths: tuple[Path, Path], json: bool) -> None:
    """Every record of two packs: alike, in one of them only, or different."""
    from dataclasses import asdict

    from machinehall.kernel.own_packs import compare as compared

    pack = find_title(title, None).pack
    rows = compared(pack, own_pack(pack, paths[0]).own, own_pack(pack, paths[1]).own)
    if json:
        out_json({"title": title, "packs": [str(path) for path in paths], "records": [asdict(row) for row in rows]})
        return
    for row in rows:
        typer.echo(line(row))
    counts = [sum(row.state == state for row in rows) for state in ("same", "differs", "mine", "theirs")]
    typer.echo(_w("cli.components.compared", *counts))


def line(row: Compared) -> str:
    """One record in a line."""
    fields = ", ".join(f"{name}: {mine!r} | {theirs!r}" for name, mine, theirs in row.fields)
    return f"{row.file}: {row.id}: {_w(f'cli.components.state.{row.state}')}{': ' if fields else ''}{fields}"


def merge(title: str, paths: tuple[Path, Path], to: Path | None, theirs: bool) -> None:
    """Both packs as one: where they say the same, both owners stand for it; where they differ, the first stays."""
    from machinehall.kernel.own_packs import compare as compared
    from machinehall.kernel.own_packs import is_confirmed
    from machinehall.kernel.own_packs import merge as merged
    from machinehall.kernel.pack_zip import files_of, zipped

    if to is None or to.exists():
        typer.echo(_w("cli.components.there", to) if to else _w("cli.components.whereto"))
        raise typer.Exit(MISTAKE)
    pack = find_title(title, None).pack
    mine, other = (own_pack(pack, path) for path in paths)
    rows = compared(pack, mine.own, other.own)
    take = {(row.file, row.id): True for row in rows if theirs and row.state == "differs"}
    found = merged(pack, mine.own, other.own, take)
    name = mine.name or paths[0].stem
    if to.suffix == ".zip":
        to.write_bytes(zipped(pack, found, name))
    else:
        to.mkdir(parents=True)
        for file, text in files_of(pack, found, name).items():
            (to / file).write_text(text, encoding="utf-8")
    records = [entry for entries in found.values() for entry in entries.values()]
    typer.echo(_w("cli.components.merged", len(records), sum(map(is_confirmed, records)), to))

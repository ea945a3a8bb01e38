"""Component packs: what is printed on tiles and cards, read from JSON files and checked field by field.

A title ships one folder of files, the standard pack. An owner of the game may keep files of the same names in a folder
of his own; each of them replaces ours. Whatever is wrong is listed in one go, with file, record and field.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast

import msgspec

from machinehall.kernel.values import BadPack, PackFault

SCHEMA_VERSION = 1
WHOLE_FILE = "-"
"""Stands for the record, or the field, when a fault concerns all of them."""
MANIFEST = "pack.json"
"""Beside the component files of an owner's pack: who has read which record off the own piece."""
Row = dict[str, Any]
"""A record as it stands in its file."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every record of a component file carries besides its own fields: where it comes from."""

    piece: ClassVar[bool] = True
    """Whether it is read off something in the box; a number of the rules is not."""
    source: Literal["rulebook", "public", "owner", "reconstructed"]
    ref: str | None = None
    note: str | None = None
    reconstructed_fields: tuple[str, ...] = ()


Name = Annotated[str, msgspec.Meta(min_length=1)]
R = TypeVar("R", bound=msgspec.Struct)
Schema = Mapping[str, type[msgspec.Struct]]
Checks = Sequence[tuple[tuple[str, ...], "Callable[[Pack], Iterable[PackFault]]"]]
"""What a title knows of its components: each check with the files it reads."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How the files of a title are read: all that is needed to make a pack again with other records."""

    folder: Path
    schema: Schema
    checks: Checks


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """All component files of a title, checked. Packs compare by identity, so that derived tables can be cached."""

    title: str
    name: str
    """"standard", or the name of the overlay folder."""
    version: str
    """Fingerprint of all records; the same for the same content, however it is written down."""
    records: dict[str, list[msgspec.Struct]] = field(repr=False)
    shape: Shape | None = field(default=None, repr=False)

    def rows(self, file: str, kind: type[R]) -> list[R]:
        """The records of one file, typed."""
        return cast("list[R]", self.records[file])


class Standard:
    """A title's own pack, or that with an owner's files in place of those of the same names. Each is read once."""

    def __init__(self, title: str, folder: Path, schema: Schema, checks: Checks) -> None:
        self.load = lru_cache(maxsize=8)(partial(load_pack, title, folder, schema, checks))

    def __call__(self, overlay: Path | None = None) -> Pack:
        return self.load(None if overlay is None else overlay.resolve())


def load_pack(title: str, folder: Path, schema: Schema, checks: Checks, overlay: Path | None = None) -> Pack:
    """Read and check all files of a pack; raise BadPack with every fault found.

    A check is made only if all its files are sound by themselves.
    """
    problems: list[PackFault] = []
    paths = {stem: folder / f"{stem}.json" for stem in schema}
    if overlay is not None:
        paths |= _overlay_paths(overlay, schema, problems)
    raw: dict[str, list[Row]] = {}
    for stem, path in paths.items():
        faults, rows = _read_file(title, path, schema[stem])
        problems += faults
        if not faults:
            raw[stem] = rows
    name = "standard" if overlay is None else overlay.resolve().name
    pack, found = assembled(title, name, Shape(folder, schema, checks), raw)
    problems += found
    if problems:
        raise BadPack(problems)
    return pack


def assembled(title: str, name: str, shape: Shape, raw: Mapping[str, list[Row]]) -> tuple[Pack, list[PackFault]]:
    """A pack of records that are sound by themselves, and what is wrong with them together."""
    records = {stem: [msgspec.convert(row, shape.schema[stem]) for row in rows] for stem, rows in raw.items()}
    pack = Pack(title, name, fingerprint(raw), records, shape)
    sound = (check for files, check in shape.checks if all(file in records for file in files))
    return pack, [found for check in sound for found in check(pack)]


def file_rows(title: str, path: Path, kind: type[msgspec.Struct]) -> list[Row]:
    """The records of a file as they are written; BadPack, if it is not sound."""
    problems, rows = _read_file(title, path, kind)
    if problems:
        raise BadPack(problems)
    return rows


def fingerprint(records: Mapping[str, list[Row]]) -> str:
    """Short hash of the records alone: blanks, order of keys and descriptions do not count."""
    text = json.dumps(records, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:16]


def _overlay_paths(overlay: Path, schema: Schema, problems: list[PackFault]) -> dict[str, Path]:
    """The files of an owner's folder that replace ours."""
    if not overlay.is_dir():
        problems.append(PackFault(str(overlay), WHOLE_FILE, WHOLE_FILE, "is not a folder"))
        return {}
    found: dict[str, Path] = {}
    known = {f"{stem}.json": stem for stem in schema}
    for path in sorted(overlay.iterdir()):
        if path.name in known:
            found[known[path.name]] = path
        elif not path.name.startswith((".", "README")) and path.name != MANIFEST:
            message = f"unknown file; known are {', '.join(sorted(known))}"
            problems.append(PackFault(path.name, WHOLE_FILE, WHOLE_FILE, message))
    if not found:
        message = f"holds no component file; known are {', '.join(sorted(known))}"
        problems.append(PackFault(str(overlay), WHOLE_FILE, WHOLE_FILE, message))
    return found


def _read_file(title: str, path: Path, kind: type[msgspec.Struct]) -> tuple[list[PackFault], list[Row]]:
    """The raw records of one file and its faults. The records are fit for use only if there are none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return [PackFault(path.name, WHOLE_FILE, WHOLE_FILE, "file is missing")], []
    except OSError as error:
        return [PackFault(path.name, WHOLE_FILE, WHOLE_FILE, f"cannot be read: {error.strerror}")], []
    except ValueError as error:
        return [PackFault(path.name, WHOLE_FILE, WHOLE_FILE, f"is not valid JSON: {error}")], []
    return read_text(title, path.name, text, kind)


def read_json(text: str) -> Any:
    """JSON as strict as a hand-written file deserves it; ValueError or RecursionError, if it is none."""
    return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)


def read_text(title: str, file: str, text: str, kind: type[msgspec.Struct]) -> tuple[list[PackFault], list[Row]]:
    """The raw records in the text of a file, and its faults."""

    def whole(field_name: str, message: str) -> PackFault:
        return PackFault(file, WHOLE_FILE, field_name, message)

    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:
        return [whole(WHOLE_FILE, f"is not valid JSON: {error}")], []
    if not isinstance(data, dict):
        return [whole(WHOLE_FILE, "is not a JSON object")], []
    header = {"game": title, "file": file, "schema_version": SCHEMA_VERSION}
    problems = [
        whole(key, f"expected {wanted!r}, found {data.get(key)!r}")
        for key, wanted in header.items()
        if data.get(key) != wanted or type(data.get(key)) is not type(wanted)
    ]
    rows = data.get("records")
    if not isinstance(rows, list):
        return [*problems, whole("records", "is not a list")], []
    problems += row_faults(file, rows, kind)
    return problems, rows


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON allows a key twice and silently keeps the last; in a hand-written file that is a mistake."""
    result = dict(pairs)
    if len(result) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"key {twice!r} appears twice in one object")
    return result


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def id_field(kind: type[msgspec.Struct]) -> str:
    """The field by which the records of a file are told apart."""
    return "key" if "key" in kind.__struct_fields__ else "id"


def row_faults(file: str, rows: list[Any], kind: type[msgspec.Struct]) -> list[PackFault]:
    """What is wrong with the records of a file, each by itself."""
    problems: list[PackFault] = []
    named = id_field(kind)
    seen: Counter[str] = Counter()
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            problems.append(PackFault(file, f"#{number}", WHOLE_FILE, "is not a JSON object"))
            continue
        given = row.get(named)
        name = given if isinstance(given, str) and given else f"#{number}"
        problems += [PackFault(file, name, where, message) for where, message in _field_faults(row, kind)]
        problems += [PackFault(file, name, where, message) for where, message in _source_faults(row)]
        seen[name] += 1
    problems += [
        PackFault(file, name, named, f"{count} records have this {named}") for name, count in seen.items() if count > 1
    ]
    return problems


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a record by name: to find them takes longer than to judge a record, and every start waits."""
    return {info.encode_name: info for info in msgspec.structs.fields(kind)}


def _field_faults(row: dict[str, Any], kind: type[msgspec.Struct], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Judge every field by itself, since a conversion of the whole record would stop at the first fault."""
    fields = _fields(kind)
    for name in row:
        if name not in fields:
            yield prefix + name, "unknown field"
    for name, info in fields.items():
        if name not in row:
            if info.required:
                yield prefix + name, "missing field"
            continue
        value = row[name]
        if isinstance(info.type, type) and issubclass(info.type, msgspec.Struct) and isinstance(value, dict):
            yield from _field_faults(value, info.type, f"{prefix}{name}.")
            continue
        try:
            msgspec.convert(value, info.type)
        except msgspec.ValidationError as error:
            yield prefix + name, f"{error} (found {json.dumps(value, ensure_ascii=False)})"


def _source_faults(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if row.get("source") == "public" and not row.get("ref"):
        yield "ref", "a public source needs a ref that says where to find it"
    listed = row.get("reconstructed_fields")
    for name in listed if isinstance(listed, list) else ():
        if isinstance(name, str) and name not in row:
            yield "reconstructed_fields", f"names {name!r}, which the record does not have"


@dataclass(frozen=True, slots=True)
class RecordOrigin:
    """Where one record comes from."""

    record: str
    source: str
    ref: str | None
    note: str | None
    reconstructed_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileOrigin:
    """Where the records of one file come from."""

    file: str
    rulebook: int
    public: int
    owner: int
    reconstructed: int
    reconstructed_fields: dict[str, int]
    """Fields of our own making in records that are otherwise not ours, with how many records that concerns."""
    records: tuple[RecordOrigin, ...] = field(repr=False)

    @property
    def total(self) -> int:
        return len(self.records)


def record_id(record: msgspec.Struct) -> str:
    """The name of a record inside its file."""
    return cast(str, getattr(record, "id", None) or getattr(record, "key", "?"))


def provenance(pack: Pack) -> list[FileOrigin]:
    """For each file of a pack: how much of it is printed, public or reconstructed."""
    result: list[FileOrigin] = []
    for stem in pack.records:
        rows = pack.rows(stem, Record)
        count = Counter(row.source for row in rows)
        ours = Counter(name for row in rows for name in row.reconstructed_fields)
        origins = (RecordOrigin(record_id(r), r.source, r.ref, r.note, r.reconstructed_fields) for r in rows)
        result.append(
            FileOrigin(
                file=f"{stem}.json",
                rulebook=count["rulebook"],
                public=count["public"],
                owner=count["owner"],
                reconstructed=count["reconstructed"],
                reconstructed_fields=dict(sorted(ours.items())),
                records=tuple(origins),
            )
        )
    return result

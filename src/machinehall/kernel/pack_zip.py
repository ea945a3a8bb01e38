"""An owner's pack as one file to keep and to share: the changed component files, whole, and a manifest.

Unpacked it is a folder that `--pack` takes. What comes from others is read with limits: bytes, members, names; nothing
is ever written to a path that a zip names.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, Any

import msgspec

from .own_packs import Entry, Own, Settled, differences, settle, shape_of, standard
from .packs import MANIFEST, SCHEMA_VERSION, WHOLE_FILE, Pack, Row, read_json, read_text
from .values import BadPack, PackFault

FORMAT = 1
MOST_MEMBERS = 80
MOST_BYTES = 1_000_000
"""Of all files of a pack together, unpacked. The largest of ours has 155,000."""
MOST_HANDS = 20
LONGEST_NAME = 60
_EPOCH = (1980, 1, 1, 0, 0, 0)


Hand = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Manifest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Who has typed what."""

    format: int = FORMAT
    title: str
    name: str
    standard: str
    """Fingerprint of the standard pack that it lies over."""
    data: str
    """Fingerprint of the whole pack as it is played."""
    hands: dict[str, dict[str, tuple[Hand, ...]]]
    """For each record: who has read it off the own piece."""
    left_out: dict[str, dict[str, Row]] = {}
    """Records that do not fit yet. They are kept, not played."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What stands in a zip."""

    name: str
    own: dict[str, dict[str, Entry]]
    untouched: bool
    """Whether the pack is as its fingerprint says."""
    unknown: tuple[str, ...]
    """Records of files that the standard pack does not have: they are not taken over."""


def files_of(pack: Pack, own: Own, name: str) -> dict[str, str]:
    """The texts of all files of an owner's pack, by their names."""
    settled = settle(pack, own, name)
    found = written(settled, own)
    found[MANIFEST] = json.dumps(msgspec.to_builtins(_manifest(pack, own, name, settled)), indent=1, ensure_ascii=False)
    return found


def written(settled: Settled, own: Own) -> dict[str, str]:
    """The texts of the files in which a pack differs from the standard one, or says where something comes from."""
    left = settled.left_out
    changed = [stem for stem in settled.rows if any((stem, key) not in left for key in own.get(stem, {}))]
    return {f"{stem}.json": _file(settled.pack.title, stem, settled.rows[stem]) for stem in changed}


def all_files(settled: Settled) -> dict[str, str]:
    """The texts of all files of a pack: it stays what it is, whatever becomes of the standard one."""
    return {f"{stem}.json": _file(settled.pack.title, stem, rows) for stem, rows in settled.rows.items()}


def _manifest(pack: Pack, own: Own, name: str, settled: Settled) -> Manifest:
    left: dict[str, dict[str, Row]] = {}
    for stem, key in sorted(settled.left_out):
        left.setdefault(stem, {})[key] = own[stem][key].body
    hands = {stem: {key: entry.hands for key, entry in rows.items()} for stem, rows in own.items() if rows}
    base = settle(pack, {}).pack.version
    return Manifest(title=pack.title, name=name, standard=base, data=settled.pack.version, hands=hands, left_out=left)


def _file(title: str, stem: str, rows: list[Row]) -> str:
    head = {"game": title, "file": f"{stem}.json", "schema_version": SCHEMA_VERSION}
    body = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    return json.dumps(head, indent=1)[:-2] + ',\n "records": [\n' + body + "\n ]\n}\n"


def zipped(pack: Pack, own: Own, name: str) -> bytes:
    """The pack as a zip; the same pack gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file, text in files_of(pack, own, name).items():
            archive.writestr(zipfile.ZipInfo(file, _EPOCH), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _fault(file: str, message: str) -> BadPack:
    return BadPack([PackFault(file, WHOLE_FILE, WHOLE_FILE, message)])


def texts_of(data: bytes) -> dict[str, str]:
    """The files in a zip by their bare names; BadPack, if it is none or far too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            if len(members) > MOST_MEMBERS:
                raise _fault("zip", f"holds more than {MOST_MEMBERS} files")
            return _members(archive, members)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as fault:
        raise _fault("zip", f"cannot be read: {type(fault).__name__}") from None


def _members(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> dict[str, str]:
    """What a member says of its own size is not believed: reading stops at the limit."""
    found: dict[str, str] = {}
    room = MOST_BYTES
    for info in members:
        name = PurePosixPath(info.filename).name
        if name.startswith((".", "README")) or not name.endswith(".json"):
            continue
        with archive.open(info) as member:
            body = member.read(room + 1)
        room -= len(body)
        if room < 0:
            raise _fault("zip", f"holds more than {MOST_BYTES} bytes")
        if name in found:
            raise _fault(name, "stands in the zip twice")
        found[name] = body.decode("utf-8-sig")
    return found


def opened(pack: Pack, texts: dict[str, str]) -> Opened:
    """The owner's records in the files of a pack; BadPack, if they are no files of this title.

    A record of a file counts as the owner's if the manifest says so, or if it differs from ours.
    """
    said = _read_manifest(pack, texts)
    schema, problems = shape_of(pack).schema, list[PackFault]()
    known = {f"{stem}.json": stem for stem in schema}
    own: dict[str, dict[str, Entry]] = {}
    unknown: list[str] = []
    for file, text in texts.items():
        if file == MANIFEST:
            continue
        if file not in known:
            problems.append(PackFault(file, WHOLE_FILE, WHOLE_FILE, "unknown file"))
            continue
        faults, rows = read_text(pack.title, file, text, schema[known[file]])
        problems += faults
        if not faults:
            unknown += _take(pack, known[file], rows, said, own)
    if problems:
        raise BadPack(problems)
    for stem, kept in (said.left_out if said else {}).items():
        for key, body in kept.items():
            if key in standard(pack).get(stem, {}):
                own.setdefault(stem, {})[key] = Entry(body, _hands(said, stem, key))
    name = said.name if said else ""
    untouched = said is not None and settle(pack, own, name).pack.version == said.data
    return Opened(name[:LONGEST_NAME], own, untouched, tuple(unknown))


def _take(pack: Pack, stem: str, rows: list[Row], said: Manifest | None, own: dict[str, dict[str, Entry]]) -> list[str]:
    ours, unknown = standard(pack)[stem], []
    for row in rows:
        key = str(row.get("key") or row.get("id"))
        if key not in ours:
            unknown.append(f"{stem}: {key}")
        elif _hands(said, stem, key) or any(differences(ours[key], row)) or row["source"] != ours[key]["source"]:
            own.setdefault(stem, {})[key] = Entry(row, _hands(said, stem, key))
    return unknown


def _hands(said: Manifest | None, stem: str, key: str) -> tuple[str, ...]:
    return said.hands.get(stem, {}).get(key, ())[:MOST_HANDS] if said else ()


def _read_manifest(pack: Pack, texts: dict[str, str]) -> Manifest | None:
    """A folder that was made by hand has none."""
    if MANIFEST not in texts:
        return None
    try:
        data: Any = read_json(texts[MANIFEST])
        said = msgspec.convert(data, Manifest)
    except (ValueError, RecursionError) as fault:
        raise _fault(MANIFEST, f"cannot be read: {fault}") from None
    if said.format != FORMAT:
        raise _fault(MANIFEST, f"has format {said.format}; known is {FORMAT}")
    if said.title != pack.title:
        raise _fault(MANIFEST, f"is of {said.title!r}, not of {pack.title!r}")
    return said


def title_in(texts: dict[str, str]) -> str:
    """The title that the files of a pack speak of; BadPack, if they do not say so."""
    for text in texts.values():
        try:
            data = read_json(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(data, dict) and isinstance(found := data.get("game") or data.get("title"), str):
            return found
    raise _fault("zip", "holds no component file")

"""The components of a title in words made from their records as they stand."""

from __future__ import annotations

from typing import Any

import msgspec

from machinehall.kernel.descriptions import Effects
from machinehall.kernel.packs import Pack, Record, record_id
from machinehall.kernel.wording import Say


class PlainEffects(Effects):
    """Each field of a record is a sentence."""

    def __init__(self, pack: Pack, say: Say) -> None:
        super().__init__(pack, say, dict.fromkeys(pack.records, self._told))
        self.shelves = {"all": tuple(pack.records)}  # type: ignore[misc]  # each pack has its own files

    def _told(self, record: Any) -> tuple[str, list[str]]:
        own = {f.name for f in msgspec.structs.fields(record)} - set(Record.__struct_fields__) - {"id", "key", "name"}
        name = str(getattr(record, "name", "") or record_id(record))
        return name, [f"{field.replace('_', ' ')}: {getattr(record, field)}." for field in sorted(own)]

    def heading(self, file: str) -> str:
        return file.replace("_", " ").capitalize()

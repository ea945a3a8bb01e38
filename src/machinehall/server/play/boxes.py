"""Owners' packs that tables are played with: kept by their finger-print as they were when the table was opened.

A pack may be changed or thrown away afterwards; the tables that were opened with it keep what they began with.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

import machinehall as mh
from machinehall.kernel.title import Title
from machinehall.server.store import schema as s
from machinehall.server.store.store import Store

UNFIT = re.compile(r"[^\w .,-]|^\.+")
"""What the name of a folder is not to have."""
LONGEST_NAME = 40


class Boxes:
    """Titles with the components of tables; the standard ones, where a table has no others."""

    def __init__(self, store: Store, titles: Callable[[str], Title]) -> None:
        self.store = store
        self.titles = titles
        self._root: Path | None = None
        self._folders: dict[tuple[str, str], Path] = {}
        self._of: dict[str, str] = {}
        """The finger-prints of loaded tables that have components of their own."""

    def titles_of(self, match: str) -> Callable[[str], Title]:
        """Titles by name, as a table that has been brought has them."""
        data = self._of.get(match, "")
        return lambda name: self.title(name, data)

    async def brought(self, match: str) -> Callable[[str], Title]:
        """The same for any table."""
        await self.bring_for(match)
        return self.titles_of(match)

    def title(self, name: str, data: str = "") -> Title:
        """A title with the pack of this finger-print, if a table that has been loaded is played with it."""
        folder = self._folders.get((name, data))
        return self.titles(name) if folder is None else mh.title(name, folder)

    def folder(self, title: Title) -> str | None:
        """Where the files of an owner's pack lie, for helpers in processes of their own."""
        found = self._folders.get((title.name, title.data_version))
        return None if found is None else str(found)

    async def keep(self, title: str, version: str, name: str, files: Mapping[str, str], at: float) -> Title:
        """A pack from now on as it is; the same one is kept once."""
        body = msgspec.json.encode(dict(files)).decode()
        row = {"title": title, "version": version, "name": name, "files": body, "at": at}
        with contextlib.suppress(IntegrityError):  # somebody has opened a table with it before
            async with self.store.write() as connection:
                await connection.execute(insert(s.pack_versions), row)
        await self.bring(title, version)
        return self.title(title, version)

    async def bring_for(self, match: str) -> None:
        """What a table needs before it is loaded."""
        c = s.matches.c
        async with self.store.read() as connection:
            head = (await connection.execute(select(c.title, c.data).where(c.id == match))).first()
        if head is not None and head.title in mh.titles() and head.data != self.titles(head.title).data_version:
            await self.bring(head.title, head.data)
            self._of[match] = head.data

    async def bring(self, title: str, version: str) -> None:
        """Lay a kept pack down as a folder, which is how titles take it; nothing happens, if none was kept."""
        if (title, version) in self._folders:
            return
        c = s.pack_versions.c
        query = select(c.name, c.files).where(c.title == title, c.version == version)
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return
        files = msgspec.json.decode(row.files, type=dict[str, str])
        if self._root is None:
            self._root = Path(tempfile.mkdtemp(prefix="machinehall-boxes-"))
        folder = Path(tempfile.mkdtemp(dir=self._root)) / (UNFIT.sub("_", row.name)[:LONGEST_NAME].strip() or "own")
        folder.mkdir()
        for file, text in files.items():
            (folder / Path(file).name).write_text(text, encoding="utf-8")
        if mh.title(title, folder).data_version == version:  # a file may have come that there was not yet
            self._folders[title, version] = folder

    def close(self) -> None:
        if self._root is not None:
            shutil.rmtree(self._root, ignore_errors=True)
            self._root, self._folders = None, {}

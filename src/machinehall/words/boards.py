"""The terminal tables: how the position of a title looks in characters."""

from __future__ import annotations

from machinehall.kernel.parts import Board
from machinehall.kernel.plain.board import PlainBoard
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, Titled, Wording


def board(title: Title, wording: Wording, say: Say) -> Board:
    """The terminal table of a title: its own, or the plain one."""
    made = title.looks.board
    return PlainBoard(title) if made is None else made(title.lookup, Titled(title.name, say), wording)

"""Who reads the page of a table: to them it speaks of themselves as such, and not by their name."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Wording
from machinehall.server.shapes import MatchInfo
from machinehall.words import Words
from machinehall.words.titles import speech


def reader_of(info: MatchInfo) -> int | None:
    """The seat of whoever reads; None: they only watch, or several people share one screen, and each must know who is
    meant."""
    mine = [seat.seat for seat in info.seats if seat.yours]
    return mine[0] if len(mine) == 1 else None


def words_for(title: Title, say: Words, names: Sequence[str], info: MatchInfo) -> Wording:
    """The words in which a table is told to its reader; `names` are those of the seats."""
    return speech(title, say, tuple(names), reader_of(info))


def called(say: Words, names: Sequence[str], reader: int | None) -> list[str]:
    """What those who play are called over what they did, and at its beginning."""
    you = say("web.you")
    return [you[:1].upper() + you[1:] if player == reader else name for player, name in enumerate(names)]

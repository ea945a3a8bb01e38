"""Who sits where: `human`, or `bot:` with the name of a bot."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.bots import Bot, make_bot
from machinehall.kernel.title import Title

from .common import fail, words

HUMAN = "human"


def read_seats(players: Sequence[str], title: Title, seed: int | None) -> dict[int, Bot]:
    """The bots by seat; the other seats are people."""
    bots: dict[int, Bot] = {}
    for seat, player in enumerate(players):
        player = player.strip()
        if player == HUMAN:
            continue
        kind, colon, name = player.partition(":")
        if kind != "bot" or not colon:
            fail(words()("cli.play.bad_seat", player))
        bots[seat] = make_bot(name, title, None if seed is None else f"{seed}/{seat}")
    return bots

"""machinehall play: a match in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from machinehall.kernel import registry
from machinehall.words import Words

from .common import AUTOMATA, LANG, OPTION, PACK, PRESET, SEED, TITLE, fail, find_title, settings, tidy, words

HUMAN = "human"
_w = words()


@tidy
def command(
    title: Annotated[str | None, TITLE] = None,
    seats: Annotated[str | None, typer.Option("--seats", help=_w("cli.play.seats"), show_default=False)] = None,
    seed: Annotated[int | None, SEED] = None,
    option: Annotated[list[str] | None, OPTION] = None,
    pack: Annotated[Path | None, PACK] = None,
    lang: Annotated[str | None, LANG] = None,
    load: Annotated[Path | None, typer.Option("--load", help=_w("cli.play.load"), show_default=False)] = None,
    automata: Annotated[int | None, AUTOMATA] = None,
    preset: Annotated[str | None, PRESET] = None,
) -> None:
    """Play a match in the terminal."""
    import machinehall as mh

    from .session import Session

    w = words(lang)
    found = find_title(title or which_title(w), pack)
    players = seats.split(",") if seats else None
    if load is not None:
        if option or preset or automata:
            fail(w("cli.play.load_options"))
        match = mh.load_match(load.read_text(encoding="utf-8"), pack)
        if match.title.name != found.name:
            fail(w("cli.play.load_title", load, match.title.name))
        players = players or default_players(match.seats)
        if len(players) != match.seats:
            fail(w("cli.play.load_seats", match.seats, len(players)))
    else:
        alone = automata is not None or (preset is not None and found.seats[0] == 1)
        players = players or default_players(1 if alone else 3)
        match = mh.Match(found, len(players), seed, settings(found, option or [], preset, automata, len(players)))
    Session(match, players, w, seed, saved=load).run()


def which_title(w: Words) -> str:
    """The title, asked for where none was named."""
    return str(typer.prompt(f"{w('cli.play.which')} ({', '.join(registry.names())})"))


def default_players(seats: int) -> list[str]:
    return [HUMAN, *["bot:apprentice"] * (seats - 1)]

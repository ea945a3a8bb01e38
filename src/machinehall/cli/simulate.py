"""machinehall simulate: bots play whole matches."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import (
    AUTOMATA,
    JSON,
    OPTION,
    PACK,
    PRESET,
    RECORD,
    TITLE,
    fail,
    find_title,
    out_json,
    progress,
    settings,
    tidy,
    words,
)

if TYPE_CHECKING:
    from machinehall.kernel.match import Match
    from machinehall.kernel.title import Title

_w = words()


@tidy
def command(
    title: Annotated[str, TITLE],
    seats: Annotated[int | None, typer.Option("--seats", help=_w("cli.simulate.seats"), show_default=False)] = None,
    games: Annotated[int, typer.Option("--games", help=_w("cli.simulate.games"))] = 1,
    bots: Annotated[str, typer.Option("--bots", help=_w("cli.simulate.bots"))] = "random",
    seed: Annotated[int, typer.Option("--seed", help=_w("cli.simulate.seed"))] = 0,
    record: Annotated[Path | None, RECORD] = None,
    json: Annotated[bool, JSON] = False,
    pack: Annotated[Path | None, PACK] = None,
    option: Annotated[list[str] | None, OPTION] = None,
    automata: Annotated[int | None, AUTOMATA] = None,
    preset: Annotated[str | None, PRESET] = None,
) -> None:
    """Let bots play matches."""
    found = find_title(title, pack)
    if seats is None:
        if automata is None:
            raise typer.BadParameter(_w("cli.simulate.no_seats"))
        seats = 1
    if games < 1:
        fail(_w("cli.simulate.no_games", games))
    names = [name.strip() for name in bots.split(",")]
    options = settings(found, option or [], preset, automata, seats)
    began = time.process_time()
    if record is None:
        runs: Iterator[dict[str, Any]] = (one_game(found, seats, names, seed + i, options)[1] for i in range(games))
    else:
        runs = recorded(record, found, seats, names, seed, options, games)
    results = list(progress(runs, games, _w("cli.simulate.progress")))
    body = {
        "title": found.name,
        "seats": seats,
        "games": games,
        "decisions": sum(r["decisions"] for r in results),
        "cpu_seconds": round(time.process_time() - began, 3),
        "results": results,
    }
    if json:
        out_json(body)
    else:
        report(found, body, names)


def recorded(
    folder: Path,
    title: Title,
    seats: int,
    names: list[str],
    seed: int,
    options: Mapping[str, int],
    games: int,
) -> Iterator[dict[str, Any]]:
    """The matches with their records kept in a folder; what is there already is not played again."""
    from machinehall.bots import make_bots
    from machinehall.kept.store import Keeper, head_of, kept, row_of, rows

    make_bots(names, title, seats, seed)  # a wrong name leaves no folder behind
    title.start(seats, options)
    by_seat = [names[seat % len(names)] for seat in range(seats)]
    with Keeper(folder, head_of(title, seats, bots=names, seed=seed, options=dict(options))) as keeper:
        done = {row["number"]: row["result"] for row in kept(None, rows(folder))}
        for i in range(games):
            if i not in done:
                match, done[i] = one_game(title, seats, names, seed + i, options)
                keeper.add(row_of(match, i, bots=by_seat, seed=seed + i, result=done[i]))
            yield done[i]


def one_game(
    title: Title, seats: int, names: list[str], seed: int, options: Mapping[str, int]
) -> tuple[Match, dict[str, Any]]:
    """One match of bots and how it ended."""
    from machinehall.bots import make_bots, run_match
    from machinehall.kernel.match import Match

    match = Match(title, seats, seed, options)
    decisions = run_match(match, make_bots(names, title, seats, seed))
    outcome = match.outcome
    assert outcome is not None
    more: dict[str, Any] = {} if title.rounds is None else {"rounds": title.rounds(match.state)}
    if outcome.automata:
        more["automata"] = [{"name": a.name, "score": a.score, "breakdown": a.breakdown} for a in outcome.automata]
    return match, {
        "seed": seed,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        "decisions": decisions,
        "reason": outcome.reason,
        **more,
    }


def report(title: Title, body: dict[str, Any], names: list[str]) -> None:
    """The results by seat and automaton, for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from machinehall.words import Titled
    from machinehall.words.figures import number, short_number

    results, seats, games = body["results"], body["seats"], body["games"]
    table = Table(box=box.SIMPLE_HEAD)
    for head in ("seat", "bot", "wins", "place", "score"):
        table.add_column(_w(f"cli.simulate.{head}"), justify="left" if head == "bot" else "right")
    for seat in range(seats):
        wins = sum(r["places"][seat] == 1 for r in results)
        place = sum(r["places"][seat] for r in results) / games
        score = sum(r["scores"][seat] for r in results) / games
        table.add_row(
            str(seat), names[seat % len(names)], str(wins), number(_w.lang, place, 2), number(_w.lang, score, 1)
        )
    say = Titled(title.name, _w)
    for i, automaton in enumerate(results[0].get("automata", ())):
        scores = [r["automata"][i]["score"] for r in results]
        wins = sum(score >= max(r["scores"]) for score, r in zip(scores, results, strict=True))
        table.add_row("–", say(automaton["name"]), str(wins), "", number(_w.lang, sum(scores) / games, 1))
    console = Console(highlight=False)
    console.print(table)
    if results[0].get("automata"):
        won = sum(1 in r["places"] for r in results)
        console.print(_w("cli.simulate.won", won, games, f"{100 * won / games:.0f}"))
    console.print(_w("cli.simulate.summary", body["decisions"], short_number(_w.lang, body["cpu_seconds"]), n=games))

"""The laboratory of balance: bots play among themselves, and a page says what goes with points and with winning.

    python scripts/lab/balance.py TITLE --bots journeyman --matches 400 --workers 8 --out page.md

The matches are kept in a folder (`--folder`, as `machinehall arena --record` keeps them): start the same command again,
with more matches if you like, and it goes on. Of a folder that is there already, `--matches 0` only writes the page.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import machinehall as mh
from machinehall.arena import backends
from machinehall.arena.lab import (
    LEAST_SEEN,
    Figure,
    Played,
    by_seat,
    by_table,
    by_thing,
    kinds_chosen,
    look,
    provenance,
)
from machinehall.arena.ratings import Z
from machinehall.arena.schedule import Task
from machinehall.bots import make_bot
from machinehall.kept.steps import kept_match
from machinehall.kept.store import Keeper, head_of, kept, rows
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadRecord, MachineHallError
from machinehall.kernel.wording import Wording
from machinehall.words import say
from machinehall.words.titles import wording

SEED = 500_000
"""Of the first deal; the benchmark's begin at a million."""


def tasks(bots: Sequence[str], seats: int, matches: int) -> list[Task]:
    """Every match on a deal of its own; the bots go round the seats."""
    lines = [tuple(bots[(number + seat) % len(bots)] for seat in range(seats)) for number in range(matches)]
    return [Task(number, (bots[0], bots[-1]), SEED + number, line) for number, line in enumerate(lines)]


def play(title: Title, bots: Sequence[str], seats: int, matches: int, workers: int, folder: Path) -> None:
    """What is not in the folder yet."""
    for bot in bots:
        make_bot(bot, title)
    head = head_of(title, seats, bots=list(bots), seed=SEED)
    with Keeper(folder, head) as keeper:
        left = [task for task in tasks(bots, seats, matches) if task.number not in keeper.numbers]
        work = backends.Work(title.name, record=True)
        found = backends.processes(work, left, workers) if workers else backends.serial(work, left)
        for _ in kept(keeper, found):
            pass


def read(folder: Path, title: Title) -> list[Played]:
    """All matches of a folder, as far as they were ended."""
    found = [kept_match(row) for row in rows(folder) if row.get("scores")]
    if other := {match.title.name for match in found} - {title.name}:
        raise BadRecord(f"{folder} holds matches of {', '.join(other)}")
    if not found:
        raise BadRecord(f"{folder} holds no matches that were ended: say how many to play with --matches")
    return [look(match) for match in found]


# The page


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    found = [heads, ["---"] * len(heads), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in found)


def share(value: float) -> str:
    return f"{100 * value:.0f} %"


def interval(wins: tuple[float, float, float] | None) -> str:
    return "" if wins is None else f"{share(wins[0])} ({share(wins[1])} to {share(wins[2])})"


def figure_row(title: Title, speech: Wording, one: Figure) -> list[str]:
    counted, number = one.thing
    key = title.domains[counted.domain][number].partition(":")[0]
    name = " ".join(speech.names(counted.domain, number).replace("|", "/").split())
    name = name if name.lower() == key.lower() else f"{name} `{key}`"
    points = f"{one.points:+.1f} ± {Z * one.error:.1f}"
    mark = provenance(title, one.thing)
    return [name, mark, str(one.had), share(one.taken), interval(one.wins), points, "stands out" * one.remarkable]


def sections(title: Title, speech: Wording, found: Sequence[Figure], wins: bool) -> Iterator[str]:
    """A table for each thing that is counted, in the order in which the title names them."""
    order = {counted: i for i, counted in enumerate(title.minds.counted)}
    of = "seats" if wins else "matches"
    heads = ["", "from", of, f"of all {of}", "wins" if wins else "", "points more", ""]
    for counted, rows_ in groupby(sorted(found, key=lambda one: order[one.thing[0]]), key=lambda one: one.thing[0]):
        yield f"### {counted.event.replace('_', ' ').capitalize()}"
        yield table(heads, [figure_row(title, speech, one) for one in rows_])


def standing_out(title: Title, speech: Wording, found: Sequence[Figure]) -> str:
    """What was made up by us and stands out: the first to look at."""
    ours = [one for one in found if one.remarkable and provenance(title, one.thing)]
    if not ours:
        return "Nothing that is ours, whole or in part, stands out in these matches."
    lines = []
    for one in ours:
        name, mark, *_ = figure_row(title, speech, one)
        lines.append(f"- {one.thing[0].event.replace('_', ' ')}: {name} ({mark}), {one.points:+.1f} points")
    return "\n".join(lines)


def page(title: Title, played: Sequence[Played], least: int = LEAST_SEEN) -> str:
    """The whole page."""
    seats = len(played[0].seats)
    speech = wording(title, say(), seats=seats)
    bots = sorted({bot for one in played for bot in one.result["bots"]})
    things, lying = by_thing(played, least), by_table(played, least)
    lengths = [one.decisions for one in played]
    seat_rows = [
        [str(one.seat + 1), interval(one.wins), f"{one.score:.1f} ± {one.error:.1f}"] for one in by_seat(played)
    ]
    kinds = kinds_chosen(title, played)
    rare = [f"`{kind}` {share(of)}" for kind, of in kinds if 0 < of < 0.1]
    never = [f"`{kind}`" for kind, of in kinds if not of]
    parts = [
        f"# Balance: {title.full_name} at {seats} seats",
        f"{len(played)} matches of {', '.join(bots)}; rules {title.rules_version}, components {title.data_version}."
        f" A fair share of wins is {share(1 / seats)}. Matches took {min(lengths)} to {max(lengths)} decisions,"
        f" {statistics.fmean(lengths):.0f} on average. Intervals hold 95 %; things that fewer than {least} had are left"
        " out. *Ours*: the record was made up, as nobody has told us the true one; *partly*: some of its fields."
        " *Stands out*: by more than chance would do in a table of this length. What goes with points need not bring"
        " them: who does well gets more of everything.",
        "## What is ours and stands out",
        standing_out(title, speech, [*things, *lying]),
        "## Seats",
        table(["seat", "wins", "score"], seat_rows),
        "## What seats get",
        *sections(title, speech, things, wins=True),
        "## What lies on the table",
        *sections(title, speech, lying, wins=False),
        "## Actions that are seldom chosen",
        f"By fewer than a tenth of the seats: {', '.join(rare) or 'none'}. By nobody: {', '.join(never) or 'none'}.",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--bots", default="apprentice", help="one name for all seats, or several by commas")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--workers", type=int, default=1, help="0: in this process")
    parser.add_argument("--least", type=int, default=LEAST_SEEN)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("balance.md"))
    asked = parser.parse_args()
    try:
        title = mh.title(asked.title)
        folder = asked.folder or Path(f"balance-{title.name}-{asked.seats}")
        if asked.matches:
            play(title, asked.bots.split(","), asked.seats, asked.matches, asked.workers, folder)
        asked.out.write_text(page(title, read(folder, title), asked.least), encoding="utf-8")
    except MachineHallError as fault:
        parser.exit(1, f"{fault}\n")
    print(asked.out)


if __name__ == "__main__":
    main()

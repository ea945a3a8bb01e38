"""How much play depends on each component: written to `components/use.json` of each title.

Bots play matches at every number of players, and it is counted in how many of them a record was part of a decision.
The workshop for owners lists first what is decided about most. Make it anew when components change:

    python scripts/make/use.py [--matches 120] [TITLE...]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import machinehall as mh
from machinehall.arena.trial import play_one
from machinehall.words import say
from machinehall.words.titles import effects

BOT = "apprentice"


def used_in(task: tuple[str, int, int, str]) -> set[tuple[str, str]]:
    """The records that one match decided about."""
    name, seats, seed, bot = task
    title = mh.title(name)
    return set[tuple[str, str]]().union(*play_one(title, effects(title, say()), seats, seed, bot).used)


def use(name: str, matches: int, bot: str, workers: int) -> None:
    """Play and write the file of one title."""
    title = mh.title(name)
    low, high = title.seats
    counts = [seats for seats in range(low, high + 1) if not title.alone(seats)]
    tasks = [(name, counts[number % len(counts)], number, bot) for number in range(matches)]
    with Pool(workers) as pool:
        found = Counter(place for used in pool.imap_unordered(used_in, tasks) for place in used)
    files: dict[str, dict[str, float]] = {}
    for (file, key), count in sorted(found.items(), key=lambda pair: (pair[0][0], -pair[1], pair[0][1])):
        files.setdefault(file, {})[key] = round(count / matches, 3)
    data = {"matches": matches, "bot": bot, "data": title.pack.version, "used": files}
    path = Path(title.home.folder) / "components" / "use.json"
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(name, {file: len(rows) for file, rows in files.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=sorted(mh.titles()))
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--bot", default=BOT)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    for name in asked.titles:
        use(name, asked.matches, asked.bot, asked.workers)


if __name__ == "__main__":
    main()

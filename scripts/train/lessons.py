"""Collect lessons of a search in a folder, for `train.py --lessons`: what it thinks of the choices, and how it ends.

    python scripts/train/lessons.py TITLE FOLDER --teacher classic-journeyman/300 --minutes 9 --seed 1
    python scripts/train/lessons.py TITLE FOLDER --teacher net-search:out/net.npz/300 --minutes 9 --seed net1
    python scripts/train/lessons.py TITLE FOLDER --from OTHER ANOTHER        puts folders together
    python scripts/train/lessons.py TITLE FOLDER                             says what is in it

Start the same command again and it goes on; give each machine a seed of its own. Each match is written when it is over,
so nothing but the last one of each worker is lost when it is killed; what is not over when time is up is kept as far
as it came. At the end small files are put into few. With `--player` and `--share` a quick bot plays where the teacher
is not asked: with the learner itself (`net:out/net.npz`) the teacher is asked where the learner gets to.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections import Counter
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import lesson_files
from net_lessons import Course, collect
from net_tables import dealt, tables

import machinehall as mh


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(mh.titles()))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--from", dest="others", type=Path, nargs="+", default=[], help="folders to put into it")
    parser.add_argument("--teacher", help="who is asked; none: nothing is collected")
    parser.add_argument("--player", default="", help="who plays where the teacher is not asked")
    parser.add_argument("--share", type=float, default=1.0, help="part of the decisions at which the teacher is asked")
    parser.add_argument("--stray", type=float, default=0.02, help="how often something else is done than is said")
    parser.add_argument("--seats", type=int, help="tables of so many alone")
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--seed", default="1", help="of its own for each machine")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.share < 1 and not args.player:
        parser.error("--share needs a --player for the other decisions")
    return args


def tell(title: mh.Title, folder: Path) -> None:
    """What a folder holds."""
    matches = lesson_files.read(title, folder)
    size = sum(path.stat().st_size for path in lesson_files.files(folder))
    lessons = [lesson for match in matches for lesson in match.lessons]
    print(
        f"{len(matches)} matches, {len(lessons)} decisions, {size:,} bytes in {len(lesson_files.files(folder))} files"
    )
    for (seats, teacher), count in sorted(Counter((match.seats, match.teacher) for match in matches).items()):
        over = [match for match in matches if match.over and (match.seats, match.teacher) == (seats, teacher)]
        line = f"{seats} seats, {teacher}: {count} matches, {len(over)} of them to their end"
        if over:
            line += f", mean score {statistics.fmean(s for m in over for s in m.standing[:seats]):.1f}"
        print(line)


def main() -> None:
    args = read_arguments()
    title = mh.title(args.title)
    if args.others:
        lesson_files.gather(title, args.folder, args.others)
    if args.teacher:
        course = Course(args.title, dealt(tables(title, args.seats)), args.teacher, args.stray, args.player, args.share)
        collect(course, args.folder, args.workers, args.minutes * 60, args.seed)
    tell(title, args.folder)


if __name__ == "__main__":
    main()

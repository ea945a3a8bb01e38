"""Train the net of a title for all its tables: lessons of a bot first, then its own play (PPO).

    python scripts/train/train.py TITLE out/net.npz --lesson-minutes 1 --minutes 8
    python scripts/train/train.py TITLE out/better.npz --start out/net.npz --minutes 8
    python scripts/train/train.py TITLE out/net.npz --lessons out/lessons --recall 0.5 --minutes 8
    python scripts/train/train.py TITLE out/net.npz --start out/half.npz --minutes 16 --begun 8

Needs the extra `train` (torch; a GPU and some cores for anything but a trial). Tables of two, three and four are
played side by side in worker processes, at two in five of them some seats by a past self. What is learned from is how
much the lead over the best other grows, decision by decision, and more and more who wins. Beside that the net learns
to foretell how the match ends for each seat: who wins, points by source. A net goes on from where it was written; one
training may be cut into several commands (`--begun`, `--stop`), as its pace falls over all of them.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from own_play import add_arguments

import machinehall as mh


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(mh.titles()))
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, help="a net to go on from")
    parser.add_argument("--begun", type=float, default=0, help="of the minutes, so many were spent before")
    parser.add_argument("--stop", type=float, help="how many minutes of them this command spends; else what is left")
    parser.add_argument("--adopt", action="store_true", help="begin with the policy that the title has for a table")
    parser.add_argument("--teacher", default="apprentice")
    parser.add_argument("--rival", default="apprentice", help="who is played against to measure, at tables of two")
    parser.add_argument("--rivals", type=int, default=6, help="such tables")
    parser.add_argument("--lesson-minutes", type=float, default=1.0)
    parser.add_argument("--lesson-epochs", type=int, default=6)
    parser.add_argument("--lesson-rate", type=float, default=1e-3)
    parser.add_argument("--lesson-batch", type=int, default=2048)
    parser.add_argument("--again", action="store_true", help="lessons for a net that goes on, too")
    parser.add_argument("--lessons", type=Path, nargs="+", help="folders of kept lessons (lessons.py)")
    parser.add_argument("--kept-epochs", type=int, default=12)
    parser.add_argument("--soft", type=float, default=0.05, help="warmth of their choices, in units of points; 0: none")
    parser.add_argument("--firm", type=float, default=0.25, help="the part of it that is for the teacher's own choice")
    parser.add_argument("--recall", type=float, default=0.0, help="weight of kept lessons in own play; falls to nought")
    parser.add_argument("--seats", type=int, help="tables of so many alone")
    parser.add_argument("--groups", type=int, default=2, help="halls of each kind: while one waits, another plays")
    parser.add_argument("--least-width", type=float, default=0.004, help="and in the end")
    parser.add_argument("--win", type=float, default=1.0, help="what a win is worth in the end, in units of points")
    parser.add_argument(
        "--others", type=float, default=1.0, help="what the best other's gains count at first; wholly from half time"
    )
    parser.add_argument("--keep", type=float, default=45, help="seconds after which a past self is kept")
    parser.add_argument("--past", type=int, default=12, help="past selves at most")
    parser.add_argument("--tell", type=float, default=15, help="seconds between lines of the log")
    parser.add_argument("--plays", action="store_true", help="the levels of the title are to play by it, once shipped")
    add_arguments(parser)
    parser.set_defaults(each=112, epochs=2, batch=6144, width=0.02)
    return parser.parse_args()


if __name__ == "__main__":
    given = read_arguments()
    from net_training import run  # with torch; worker processes load this file too, and need none of it

    run(given)

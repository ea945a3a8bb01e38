"""Go on by search: lessons of the net's own search, learning from them, own play, and again (expert iteration).

    python scripts/train/go_on.py TITLE out/go --start out/net.npz --rounds 2 --passes 300 --collect 2 --play 2

Each round is a `lessons.py` with the net's search as teacher, then a `train.py` that begins with these lessons and
keeps them in mind while it plays; what stands behind `--` goes to `train.py`. A round writes `net-N.npz` and its
lessons to `lessons-N`, and learns from the last two folders, as older ones tell what a weaker net thought. A round
that was done is not done again; one broken off goes on with the lessons it has, then trains anew.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
RECENT = 2
"""Folders of lessons that are learned from."""


def commands(args: argparse.Namespace, number: int) -> list[list[str]]:
    """What a round runs."""
    before = args.start if number == 1 else args.folder / f"net-{number - 1}.npz"
    recent = [args.folder / f"lessons-{k}" for k in range(max(1, number - RECENT + 1), number + 1)]
    title, workers = args.title, ["--workers", str(args.workers)]
    seats = ["--seats", str(args.seats)] if args.seats else []
    collect = [
        title,
        str(recent[-1]),
        "--teacher",
        f"net-search:{before}/{args.passes}",
        "--minutes",
        str(args.collect),
    ]
    collect += ["--player", f"net:{before}", "--share", str(args.share), "--seed", str(number)]
    train = [title, str(args.folder / f"net-{number}.part.npz"), "--start", str(before), "--lessons", *map(str, recent)]
    train += ["--kept-epochs", str(args.epochs), "--recall", str(args.recall), "--minutes", str(args.play)]
    return [
        [sys.executable, str(HERE / "lessons.py"), *collect, *workers, *seats],
        [sys.executable, str(HERE / "train.py"), *train, "--seed", str(number), *workers, *seats, *args.more],
    ]


def read_arguments() -> argparse.Namespace:
    own = sys.argv[1:]
    cut = own.index("--") if "--" in own else len(own)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--passes", type=int, default=300, help="of the net's search for a decision")
    parser.add_argument("--share", type=float, default=0.3, help="part of the decisions that are searched")
    parser.add_argument("--collect", type=float, default=2, help="minutes of lessons in a round")
    parser.add_argument("--epochs", type=int, default=4, help="over the lessons")
    parser.add_argument("--recall", type=float, default=0.3, help="weight of lessons in own play; falls to nought")
    parser.add_argument("--play", type=float, default=2, help="minutes of own play in a round; 0: lessons alone")
    parser.add_argument("--seats", type=int, help="tables of so many alone")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    args = parser.parse_args(own[:cut])
    args.more = own[cut + 1 :]
    return args


def main() -> None:
    args = read_arguments()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, args.rounds + 1):
        done = args.folder / f"net-{number}.npz"
        if done.exists():
            continue
        for command in commands(args, number):
            print(" ".join(command[1:]), flush=True)
            subprocess.run(command, check=True)
        written = done.with_name(f"net-{number}.part.npz")
        (written if args.play else written.with_suffix(".taught.npz")).replace(done)


if __name__ == "__main__":
    main()

"""The compiled distribution, as people get it: built, installed away from the source, and played with.

    make test-wheel
    make test-wheel ARGS="--level 0"        compiles sooner, and plays slower

Both wheels are built, the pure one and the compiled modules beside it, and installed into an empty environment. There
`machinehall --version` has to say which engine runs; then a match of each title is played, read again, and bots think
with counted passes. Without the compiled wheel the same has to come out. Needs a C compiler and a network.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAY = """
import random, sys
import machinehall as mh
from machinehall.bots.planner import Planner, PlannerConfig
from machinehall.bots.search import MctsConfig, Search
from machinehall.kernel.native import COMPILED

assert "site-packages" in mh.__file__, mh.__file__
print("compiled" if COMPILED else "plain", file=sys.stderr)
for name, title in mh.titles().items():
    match, rng, asked = mh.new_match(name, title.seats[1], seed=3), random.Random(3), 0
    while match.to_act:
        seat, legal = match.to_act[0], match.legal()
        action = rng.choice(legal)
        if len(legal) > 5 and asked < 6:
            asked += 1
            view = match.view(seat)
            planned = Planner(title, 1, PlannerConfig(passes=300)).choose(view, legal)
            action = Search(title, 1, MctsConfig(passes=100)).choose(view, legal)
            print(name, title.text(planned), title.text(action))
        match.play(action)
    record = match.record()
    assert mh.load_match(record).record() == record
    print(record)
"""


def run(*command: str | Path, **settings: str) -> str:
    """What a program says; it has nothing of ours to import but what is installed."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | settings
    words, away = list(map(str, command)), tempfile.gettempdir()
    done = subprocess.run(words, env=env, cwd=away, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words[:4])} ... failed\n{done.stdout}")
    return done.stdout


def expect(told: bool, what: str) -> None:
    print(("yes   " if told else "NO    ") + what, flush=True)
    if not told:
        sys.exit(1)


def check(folder: Path, level: str) -> None:
    wheels, home = folder / "wheels", folder / "home"
    for source in (ROOT, ROOT / "packaging" / "fast"):
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, source, FAST_LEVEL=level)
    pure, fast = sorted(wheels.glob("*.whl"), key=lambda path: "none-any" not in path.name)
    expect("none-any" in pure.name, f"{pure.name}: for every machine")
    expect("none-any" not in fast.name, f"{fast.name}: {fast.stat().st_size / 1e6:.1f} MB")
    venv.create(home, with_pip=True)
    places = [found for name in ("bin", "Scripts") if (found := home / name).is_dir()]
    python, program = (str(places[0] / name) for name in ("python", "machinehall"))
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", pure, fast)
    expect("compiled" in run(program, "--version"), "with both wheels `machinehall --version` says compiled")
    compiled = run(python, "-c", PLAY)
    run(python, "-m", "pip", "uninstall", "-q", "-y", "machinehall-fast")
    expect("compiled" not in run(program, "--version"), "with the pure one alone it does not")
    expect(run(python, "-c", PLAY) == compiled, f"matches and searches are the same, {len(compiled):,} characters")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices="0123", default="3", help="how hard the C compiler tries")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), args.level)
    return 0


if __name__ == "__main__":
    sys.exit(main())

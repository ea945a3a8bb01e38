"""Write the problems of all titles from the scenes in tests/school; run it after a change of a state or a rule."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from school.problems import all_problems  # noqa: E402

from machinehall.kernel.homes import home  # noqa: E402


def main() -> None:
    written: set[Path] = set()
    for title, problem in all_problems():
        path = home(title).problems / f"{problem.id}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(problem), indent=1) + b"\n")
        written.add(path)
    for title in {name for name, _ in all_problems()}:
        for path in home(title).problems.glob("*.json"):
            if path not in written:
                path.unlink()
    print(f"{len(written)} problems")


if __name__ == "__main__":
    main()

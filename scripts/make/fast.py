"""Compile the engine where it lies: the same source, about twice as fast (docs/speed.md).

    make fast        compiles; needs a C compiler and the headers of Python
    make slow        removes what was compiled: the source is played as it is

All that play, search and learning run through is one group of modules, so that calls between them stay in C. A module
that is changed afterwards would still be played as it was compiled, so the engine refuses to start: run it again, or
`make slow`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import sysconfig
from itertools import chain
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
BUILD = ROOT / "build" / "fast"
STAMP = SOURCE / "machinehall" / "kernel" / "compiled.sums"
"""Tells `kernel/native.py` what was compiled."""
GROUP = "machinehall_fast"
HOT = (
    "kernel/values.py",
    "kernel/options.py",
    "kernel/shapes.py",
    "kernel/plain_state.py",
    "kernel/frames.py",
    "kernel/actions.py",
    "kernel/engine.py",
    "kernel/lookup.py",
    "kernel/memo.py",
    "kernel/observation.py",
    "kernel/rows.py",
    "kernel/title.py",
    "kernel/pending.py",
    "kernel/perft.py",
    "titles/*/*.py",
    "titles/*/rules/**/*.py",
    "titles/*/judge/*.py",
    "titles/*/observe/*.py",
    "bots/greedy.py",
    "bots/insight.py",
    "bots/habits.py",
    "bots/lead.py",
    "bots/luck.py",
    "bots/planner.py",
    "bots/policy.py",
    "bots/policy_search.py",
    "bots/search.py",
    "bots/thinker.py",
    "bots/turns.py",
    "learn/batch.py",
)
"""The hot path, by patterns."""
COLD = (
    "__init__.py",
    "events.py",
    "feats.py",
    "frames.py",
    "laws.py",
    "mending.py",
    "sampling.py",
    "state.py",
    "terminal.py",
)
"""Endings of a title's files that the patterns take along, but that only declare, or that no search runs through."""


def hot(title: str = "*") -> list[Path]:
    """The modules that are compiled."""
    patterns = [pattern.replace("titles/*", f"titles/{title}") for pattern in HOT]
    found = {path for pattern in patterns for path in (SOURCE / "machinehall").glob(pattern)}
    return sorted(path for path in found if "kernel" in path.parts or not path.name.endswith(COLD))


def compiled() -> list[Path]:
    """What an earlier run left beside the sources."""
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    return sorted([*SOURCE.rglob(f"*{ending}")])


def remove(whole: bool) -> None:
    """What lies beside the sources; on the whole also what makes the next time quicker."""
    for path in compiled():
        path.unlink()
    STAMP.unlink(missing_ok=True)
    if whole:
        shutil.rmtree(BUILD, ignore_errors=True)


def extensions(paths: list[Path], level: str) -> list[object]:
    """The C sources, written by mypyc."""
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = str(SOURCE)
    found = mypycify(
        ["--config-file", str(ROOT / "pyproject.toml"), *map(str, paths)],
        opt_level=level,
        debug_level="0",
        multi_file=True,
        group_name=GROUP,
        target_dir=str(BUILD),
    )
    if sys.platform != "win32":  # a product and a sum in one step are rounded once: not as the interpreter does it
        for extension in found:
            extension.extra_compile_args.append("-ffp-contract=off")
    return list(found)


def fresh(source: Path, made: Path) -> bool:
    """Whether a C file need not be compiled again: neither it nor any header was written since.

    mypyc leaves files alone that would stay the same.
    """
    if not made.exists():
        return False
    asked = [source, *BUILD.rglob("*.h")]
    return made.stat().st_mtime > max(path.stat().st_mtime for path in asked)


def builder(jobs: int) -> type[Any]:
    """The command of setuptools that compiles C files side by side, as many as there are jobs.

    Extensions alone would be, and here one has nearly all files.
    """
    from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

    class Build(build_ext):  # type: ignore[misc]  # setuptools has no types
        """Likewise."""

        def build_extensions(self) -> None:
            in_turn = self.compiler.compile

            def one(source: str, settings: dict[str, Any]) -> list[str]:
                objects: list[str] = self.compiler.object_filenames([source], output_dir=settings.get("output_dir"))
                return objects if fresh(Path(source), Path(objects[0])) else in_turn([source], **settings)

            def side_by_side(sources: list[str], **settings: Any) -> list[str]:
                with ThreadPool(jobs) as pool:
                    return list(chain(*pool.map(lambda source: one(source, settings), sources)))

            self.compiler.compile = side_by_side
            super().build_extensions()

    return Build


def build(paths: list[Path], level: str, jobs: int) -> None:
    """Into the folders of the sources."""
    from setuptools import Distribution  # type: ignore[import-untyped]

    os.chdir(SOURCE)
    settings = {"name": "machinehall", "ext_modules": extensions(paths, level), "packages": []}
    command = builder(jobs)(Distribution(settings))
    command.inplace, command.build_temp, command.build_lib = True, str(BUILD / f"O{level}"), str(BUILD / "lib")
    command.ensure_finalized()
    command.run()


def digests(paths: list[Path], home: Path = SOURCE / "machinehall") -> str:
    """What was compiled, by its path below the package."""
    return json.dumps({p.relative_to(home).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in paths})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--remove", action="store_true", help="remove what was compiled")
    parser.add_argument("--level", choices="0123", default="3", help="how hard the C compiler tries")
    parser.add_argument("--title", default="*", help="only the kernel and this title, for a quick try")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    remove(args.remove)
    if not args.remove:
        paths = hot(args.title)
        before = digests(paths)  # what is changed while it is compiled is not in it
        build(paths, args.level, args.jobs)
        STAMP.write_text(before, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

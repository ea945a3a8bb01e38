"""One source, two speeds: whether this is the compiled engine, and what the compiler is told.

`make fast` compiles the modules that scripts/make/fast.py lists, where they lie. Without it the same files are run as
they are: then what is said to the compiler means nothing, and its package need not be there. A module that was changed
since would still be played as it was compiled, so that is refused. This module is not compiled.

No class says that it is `acyclic`, although neither events nor states can hold themselves: an object without the
collector's head, released fifty levels deep in what holds it, spoils the memory of others (Python 3.11, mypyc 2.4).
"""

from __future__ import annotations

import json
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(*attrs, **settings):
        """Heard by the compiler alone."""
        return lambda cls: cls


COMPILED: Final = any(Path(__file__).with_name("values" + ending).exists() for ending in EXTENSION_SUFFIXES)
"""Whether the engine is compiled: all of it is, or nothing."""
STAMP: Final = Path(__file__).with_name("compiled.sums")
"""What `make fast` compiled: the digest of each source by its path. The compiled distribution has none: it belongs to
one version."""


def changed_since(stamp: Path, home: Path) -> list[str]:
    """The sources that are no longer what was compiled. Only those that were written since are read."""
    if not stamp.is_file():
        return []
    from hashlib import sha256

    made, known = stamp.stat().st_mtime_ns, json.loads(stamp.read_text(encoding="utf-8"))
    written = [name for name in known if not (home / name).is_file() or (home / name).stat().st_mtime_ns > made]
    return [
        name
        for name in written
        if not (home / name).is_file() or sha256((home / name).read_bytes()).hexdigest() != known[name]
    ]


def check_age(stamp: Path = STAMP, home: Path = STAMP.parents[1]) -> None:
    """Refuse a compiled engine that is older than its source."""
    if changed := changed_since(stamp, home):
        some = ", ".join(changed[:3]) + (" ..." if len(changed) > 3 else "")
        raise ImportError(
            f"the compiled engine is older than its source ({some}): run `make fast` again, or `make slow`"
        )


if COMPILED:
    check_age()

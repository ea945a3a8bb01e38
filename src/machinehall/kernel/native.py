"""One source, two speeds: whether this is the compiled engine, and what the compiler is told.

`make fast` compiles the modules that scripts/make/fast.py lists, where they lie. Without it the same files are run as
they are: then what is said to the compiler means nothing, and its package need not be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(*attrs, **settings):
        """Heard by the compiler alone."""
        return lambda cls: cls


def _of_this_module() -> None:
    """What shows how this module was made."""


COMPILED: Final = type(_of_this_module).__name__ != "function"
"""Whether the engine is compiled: all of it is, or nothing."""

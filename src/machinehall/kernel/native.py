"""One source, two speeds: whether this is the compiled engine, and what the compiler is told.

`make fast` compiles the modules that scripts/make/fast.py lists, where they lie. Without it the same files are run as
they are: then what is said to the compiler means nothing, and its package need not be there. This
module is not compiled.
"""

from __future__ import annotations

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

"""The titles of the house, a package each. `machinehall.titles` is this package; a call gives all titles by name."""

from __future__ import annotations

import sys
from types import ModuleType

from machinehall.kernel import registry
from machinehall.kernel.title import Title


class Titles(ModuleType):
    """A function of this name in `machinehall` would hide the package from `import machinehall.titles.<name> as x`."""

    def __call__(self) -> dict[str, Title]:
        """All titles with our components, by name; those of other packages too."""
        return {name: registry.maker(name)(None) for name in registry.names()}


sys.modules[__name__].__class__ = Titles

"""What the laboratory of balance counts in Promethium, in the order of a match."""

from __future__ import annotations

from machinehall.kernel.parts import Counted

COUNTED = (
    Counted("tile_taken", "tile", ("tiles", "start_tiles")),
    Counted("project_realised", "project", ("projects",)),
    Counted("project_activated", "project", ("projects",)),
    Counted("improvement_gained", "improvement", ("improvements",)),
    Counted("scheme_played", "scheme", ("schemes",)),
)

"""Only what changed travels: a page says what it has by finger-prints, and gets an empty place for it instead.

Panels carry a finger-print, and so do the layers of a drawing (`machinehall.draw.drawn`). The script puts those that
the page shows into a header; the same part is then answered without its contents, which the script leaves as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

HEADER = "mh-have"
_WORD = re.compile(r"[\w-]{1,40}=[0-9a-f]{1,8}")


@lru_cache(maxsize=64)  # several parts of one answer ask
def had(header: str) -> Mapping[str, str]:
    """What a page has, by id."""
    return MappingProxyType(dict(pair.split("=") for pair in header.split(",")[:200] if _WORD.fullmatch(pair)))

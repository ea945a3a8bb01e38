"""A drawing as PNG, in our own letters: texts are measured by them, in others they would run into each other."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path


def png(svg: str) -> bytes:
    """The picture of a drawing; ImportError where the extra `png` is not installed.

    What our fonts lack, such as a name in another script, comes from the machine's own.
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=font_files()))


@cache
def font_files() -> list[str]:
    """TTF, for resvg reads no WOFF2, and one file for each weight: of several with the same name it reads the first."""
    folder = Path(str(resources.files(__package__))) / "fonts"
    return sorted(str(path) for path in folder.glob("*.ttf"))

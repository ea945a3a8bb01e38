#!/usr/bin/env python3
"""Writes src/machinehall/draw/metrics.json: the advance widths of our fonts, so that Python can measure text.

Needs fonttools and brotli. Widths are in thousandths of the font size, for each face a table from character to width.
"""

from __future__ import annotations

import json
from pathlib import Path

from fontTools.ttLib import TTFont  # type: ignore[import-not-found, import-untyped, unused-ignore]

DRAW = Path(__file__).resolve().parents[2] / "src" / "machinehall" / "draw"
FACES = {
    "ui-400": "sofia-sans-semi-condensed-{}-400-normal.woff2",
    "ui-600": "sofia-sans-semi-condensed-{}-600-normal.woff2",
    "ui-700": "sofia-sans-semi-condensed-{}-700-normal.woff2",
    "display-700": "old-standard-tt-{}-700-normal.woff2",
}


def widths(pattern: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for subset in ("latin", "latin-ext", "cyrillic"):
        font = TTFont(DRAW / "fonts" / pattern.format(subset))
        em = font["head"].unitsPerEm
        for code, glyph in font.getBestCmap().items():
            if 32 <= code < 0x530 or 0x2000 <= code < 0x2200:
                found.setdefault(chr(code), round(font["hmtx"][glyph][0] * 1000 / em))
    return dict(sorted(found.items()))


if __name__ == "__main__":
    table = {face: widths(pattern) for face, pattern in FACES.items()}
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    (DRAW / "metrics.json").write_text(text + "\n", encoding="utf-8")
    print({face: len(row) for face, row in table.items()})

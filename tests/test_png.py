"""Exported pictures are drawn in our own letters, by which all texts are measured."""

from __future__ import annotations

import struct
import zlib

import pytest

from machinehall.draw.letters import width
from machinehall.draw.png import png
from machinehall.draw.theme import tokens

pytest.importorskip("resvg_py")
WIDE, HIGH, SIZE = 900, 60, 40


def ink(picture: bytes) -> tuple[int, int]:
    """The first and the last column of a picture that is not white."""
    at, data, head = 8, b"", b""
    while at < len(picture):
        (long,), kind = struct.unpack(">I", picture[at : at + 4]), picture[at + 4 : at + 8]
        body = picture[at + 8 : at + 8 + long]
        head, data = (body if kind == b"IHDR" else head), data + (body if kind == b"IDAT" else b"")
        at += 12 + long
    wide, high = struct.unpack(">II", head[:8])
    assert head[8:10] == b"\x08\x06", "eight bits of red, green, blue and alpha"
    raw, line, seen, row = zlib.decompress(data), 4 * wide + 1, set[int](), bytearray(4 * wide)
    for y in range(high):
        row = unfiltered(raw[y * line], raw[y * line + 1 : (y + 1) * line], row)
        seen |= {x for x in range(wide) if row[4 * x] < 128}
    return min(seen), max(seen)


def unfiltered(kind: int, data: bytes, above: bytearray) -> bytearray:
    """A line of a PNG as it is."""
    out = bytearray(len(data))
    for i, value in enumerate(data):
        a, b, c = (out[i - 4] if i > 3 else 0), above[i], (above[i - 4] if i > 3 else 0)
        near = min((a, b, c), key=lambda k: abs(a + b - c - k))
        out[i] = value + (0, a, b, (a + b) // 2, near)[kind] & 255
    return out


@pytest.mark.parametrize("words", ["Transportgesellschaft", "Żółć gęślą jaźń ćma", "Промышленный шпионаж"])
@pytest.mark.parametrize(("weight", "face"), [(400, "ui"), (600, "ui"), (700, "ui"), (700, "display")])
def test_letters_are_as_long_as_measured(weight: int, face: str, words: str) -> None:
    family = tokens()["type"][face]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/><text x="10" y="42" font-size="{SIZE}" '
        f'font-weight="{weight}" font-family="{family}">{words}</text></svg>'
    )
    left, right = ink(png(svg))
    long = width(words, SIZE, weight, face)
    assert 0.96 * long < right - left < long + 1, "pairs of letters stand nearer, never further"

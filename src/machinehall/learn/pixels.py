"""A PNG as an array: for learners that want pictures, without another library."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Of the colour types that drawings have: RGB and RGBA."""
FILTERS = (1, 2, 3, 4)
"""By the left neighbour, the one above, the mean of both, Paeth's choice of three."""


def rgb(png: bytes) -> Pixels:
    """Height x width x 3. What is see-through lies on white."""
    width, height, channels, lines = _unpacked(png)
    rows = np.frombuffer(lines, np.uint8).reshape(height, 1 + width * channels)
    picture = _unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, channels))
    if channels == 3:
        return picture
    colour, solid = picture[:, :, :3].astype(np.uint16), picture[:, :, 3:].astype(np.uint16)
    flat: Pixels = ((colour * solid + 255 * (255 - solid)) // 255).astype(np.uint8)
    return flat


def _unpacked(png: bytes) -> tuple[int, int, int, bytes]:
    """Width, height, channels and the filtered lines."""
    if png[:8] != SIGNATURE:
        raise ValueError("not a PNG")
    at, packed, head = 8, b"", (0, 0, 0, 0, 0, 0, 0)
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    width, height, depth, colour, _, _, interlaced = head
    if depth != 8 or colour not in CHANNELS or interlaced:
        raise ValueError("only plain RGB and RGBA of eight bits are read")
    return width, height, CHANNELS[colour], zlib.decompress(packed)


def _unfiltered(filters: Pixels, lines: Pixels) -> Pixels:
    """Each pixel was written as what it differs from its neighbours by: left, above, and above left. Those on a line
    from lower left to upper right do not depend on each other, so they are worked out together. For that each line of
    the picture is moved right by its number, and columns are gone through."""
    height, width, channels = lines.shape
    moved = np.zeros((height, height + width, channels), np.uint8)
    for y in range(height):
        moved[y, y : y + width] = lines[y]
    columns = np.ascontiguousarray(moved.transpose(1, 0, 2))
    # With a line of zeros above the first, as the format has it.
    done = np.zeros((height + width, height + 1, channels), np.int16)
    # All bits where a line has this filter, none elsewhere; without a filter nothing is added.
    flags = [-(filters == kind).astype(np.int16)[:, None] for kind in FILTERS]
    by_left, by_above, by_mean, by_paeth = (np.repeat(column, channels, axis=1) for column in flags)
    for d in range(height + width - 1):
        left, above, corner = done[d - 1, 1:], done[d - 1, :-1], done[d - 2, :-1]
        guess = (left & by_left) | (above & by_above) | ((left + above) >> 1 & by_mean)
        guess |= _paeth(left, above, corner) & by_paeth
        np.bitwise_and(columns[d] + guess, 255, out=done[d, 1:])
    back = done[:, 1:].transpose(1, 0, 2)
    return np.stack([back[y, y : y + width] for y in range(height)]).astype(np.uint8)


def _paeth(left: Any, above: Any, corner: Any) -> Any:
    """Whichever neighbour is nearest to left + above - corner."""
    far_left, far_above, far_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    nearer = np.where(far_above <= far_corner, above, corner)
    return np.where((far_left <= far_above) & (far_left <= far_corner), left, nearer)

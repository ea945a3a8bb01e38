"""Observations as nets like them: categories one-hot, amounts and counts scaled, in arrays of floats. Numpy alone.

encode = Encoding(mh.title(name))
x = encode(batch.observation)      # any shape (..., numbers) of bytes becomes (..., encode.size) of float32

What comes out follows from `title.observation`, which says of each number its kind and range. Nothing is lost: two
observations that differ have different encodings.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from machinehall.kernel.observation import Number
from machinehall.kernel.title import Title

from .table import find_title

Floats = np.ndarray[Any, np.dtype[np.float32]]
BITS = 8
"""Of a category with too many values for one-hot."""
LARGE_UNIT = 256
"""The unit of the first number of an amount that has two."""


class Encoding:
    """How the observations of a title become floats from 0 to 1; only amounts of more than 255 go beyond.

    Flags stay as they are. Counts and amounts are divided by the highest value they have, amounts in two numbers by
    256. A category of up to `one_hot` values takes as many places, of which one is 1; a larger one takes its 8 bits.
    """

    def __init__(self, title: Title | str, one_hot: int = 64) -> None:
        self.title = find_title(title)
        self.version = f"{self.title.observation_version}-one-hot-{one_hot}"
        """Changes when what comes out may mean something else."""
        self.one_hot = one_hot
        names: list[str] = []
        scaled: list[tuple[int, int]] = []
        large: list[tuple[int, int]] = []
        chosen: list[tuple[int, int]] = []
        bits: list[tuple[int, int]] = []
        numbers = iter(self.title.observation)
        for number in numbers:
            at, said = len(names), words(number)
            if number.kind == "category" and number.high < one_hot:
                chosen.append((number.place, at))
                names += [f"{said} = {value_words(number, v)}" for v in range(number.high + 1)]
            elif number.kind == "category":
                bits.append((number.place, at))
                names += [f"{said}, bit {bit}" for bit in range(BITS)]
            elif number.unit == LARGE_UNIT:
                large.append((next(numbers).place, at))  # the rest, which follows
                names.append(f"{said}, whole")
            else:
                scaled.append((number.place, at))
                names.append(said)
        self.names = tuple(names)
        """What each place of the result is about."""
        self.size = len(names)
        self._scaled, self._large = _columns(scaled), _columns(large)
        self._chosen, self._bits = _columns(chosen), _columns(bits)
        high = np.array([number.high for number in self.title.observation])
        self._scale = (1 / np.maximum(1, high[self._scaled[0]])).astype(np.float32)
        self._most = high[self._chosen[0]].astype(np.uint8)

    def __call__(self, rows: Any, out: Floats | None = None) -> Floats:
        """Observations of any number, as floats; `out` is written to if given."""
        seen, wide = np.asarray(rows), self.title.observation_size
        if seen.shape[-1] != wide:
            raise ValueError(f"an observation of {self.title.name} has {wide} numbers, not {seen.shape[-1]}")
        flat = seen.reshape(-1, wide)
        found = np.zeros((len(flat), self.size), np.float32) if out is None else out.reshape(len(flat), self.size)
        if out is not None:
            found[:] = 0
        index, at = self._scaled
        found[:, at] = flat[:, index] * self._scale
        index, at = self._large
        found[:, at] = flat[:, index - 1] + flat[:, index] * np.float32(1 / LARGE_UNIT)
        index, at = self._bits
        for bit in range(BITS):
            found[:, at + bit] = flat[:, index] >> bit & 1
        index, at = self._chosen
        places = np.minimum(flat[:, index], self._most) + at
        places += np.arange(0, found.size, self.size)[:, None]
        np.put(found, places, 1)
        return found.reshape(*seen.shape[:-1], self.size)


def _columns(rows: list[tuple[int, int]]) -> Any:
    """Places in the observation, and places in the result."""
    return np.array(rows, np.intp).reshape(-1, 2).T


def words(number: Number) -> str:
    """What a number is about, in a line."""
    return f"{number.block}: {number.part}" if number.part else number.block


def value_words(number: Number, value: int) -> str:
    """What a value of a category stands for."""
    return number.codes[value] if number.codes else str(value)

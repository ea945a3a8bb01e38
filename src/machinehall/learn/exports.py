"""Kept matches in the formats that others read: parquet, and Minari's for learning without a simulator."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

import machinehall
from machinehall.kept.steps import KeptMatch, Step
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadRecord, MachineHallError

from .table import observation_size, payoffs

GROUP = 4096
"""Steps of a row group of parquet, so that little is held in memory at a time."""


class NotInstalled(MachineHallError):
    """A package that an export needs is missing."""


def needed(name: str, extra: str = "data") -> Any:
    """A package of an extra, or a sentence that says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise NotInstalled(f"{name} is not installed; install the extra: machinehall[{extra}]") from None


def peeked(matches: Iterable[KeptMatch]) -> tuple[KeptMatch, Iterator[KeptMatch]]:
    """The first match, and all of them."""
    rest = iter(matches)
    first = next(rest, None)
    if first is None:
        raise BadRecord("there are no matches to export")
    return first, chain([first], rest)


# Parquet


def to_parquet(matches: Iterable[KeptMatch], path: Path) -> int:
    """One row for each decision of a seat; how many. The file is there as a whole or not at all."""
    pa, pq = needed("pyarrow"), needed("pyarrow.parquet")
    first, found = peeked(matches)
    schema = parquet_schema(pa, first.title)
    new, count = path.with_name(path.name + ".new"), 0
    try:
        with pq.ParquetWriter(new, schema, compression="zstd") as writer:
            for rows in grouped(chain.from_iterable(map(parquet_rows, found))):
                columns = {name: [row[name] for row in rows] for name in schema.names}
                writer.write_table(pa.table(columns, schema=schema))
                count += len(rows)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return count


def parquet_schema(pa: Any, title: Title) -> Any:
    """The columns. Legal actions are numbers of the table: shorter than a mask, which `mask_of` makes of them."""
    about = {
        "machinehall": machinehall.__version__,
        "title": title.name,
        "rules": str(title.rules_version),
        "data": title.data_version,
        "observation": str(title.observation_version),
        "actions": title.action_version,
        "action_count": str(len(title.actions.all)),
    }
    number = pa.from_numpy_dtype(title_dtype(title))
    columns = [
        ("match", pa.int64()),
        ("number", pa.int32()),
        ("seat", pa.int8()),
        ("observation", pa.list_(number, observation_size(title))),
        ("legal", pa.list_(pa.int32())),
        ("action", pa.int32()),
        ("forced", pa.bool_()),
        ("score", pa.float32()),
        ("place", pa.int8()),
        ("payoff", pa.float32()),
    ]
    return pa.schema(columns, metadata=about)


def title_dtype(title: Title) -> Any:
    """The type of the numbers of an observation."""
    from machinehall.kernel.observation import as_array

    return as_array(b"\0" * 8).dtype


def parquet_rows(match: KeptMatch) -> Iterator[dict[str, Any]]:
    outcome = match.outcome()
    gains = payoffs(outcome.places) if outcome else ()
    for step in match.steps():
        at = step.seat
        yield {
            "match": match.number,
            "number": step.number,
            "seat": at,
            "observation": step.observation,
            "legal": np.flatnonzero(step.mask),
            "action": step.action,
            "forced": step.forced,
            "score": outcome.scores[at] if outcome else None,
            "place": outcome.places[at] if outcome else None,
            "payoff": gains[at] if outcome else None,
        }


def grouped(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    some: list[dict[str, Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == GROUP:
            yield some
            some = []
    if some:
        yield some


# Minari


def to_minari(matches: Iterable[KeptMatch], name: str) -> int:
    """An episode for each seat of each match: its own decisions, the payoff at the last of them; how many.

    Observations are those of `SeatEnv`: the numbers and the mask. The dataset goes where Minari keeps its own.
    """
    minari = needed("minari")
    for part in ("h5py", "PIL"):  # it needs both for every dataset, and does not ask for the second
        needed(part)
    needed("gymnasium", "rl")
    from gymnasium import spaces

    from .spaces import seat_space

    first, found = peeked(matches)
    if name in minari.list_local_datasets():
        raise BadRecord(f"Minari has a dataset {name!r} already; choose another name, or remove it first")
    head = f"{first.title.full_name}, {first.seats} seats, rules {first.title.rules_version}"
    count = 0

    def counted() -> Iterator[Any]:
        nonlocal count
        buffer = minari.data_collector.EpisodeBuffer
        for match in found:
            for episode in episodes(match):
                yield buffer(id=count, **episode)
                count += 1

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it asks for an author's address and a link to the code
        minari.create_dataset_from_buffers(
            name,
            counted(),
            algorithm_name=", ".join(dict.fromkeys(first.facts.get("bots", ()))) or None,
            observation_space=seat_space(first.title),
            action_space=spaces.Discrete(len(first.title.actions.all)),
            description=f"{head}, components {first.title.data_version}; one episode for each seat of a match",
            requirements=[f"machinehall=={machinehall.__version__}"],
        )
    return count


def episodes(match: KeptMatch) -> Iterator[dict[str, Any]]:
    """Each seat's own match, with what it saw at the end after its last decision."""
    outcome, last = match.last()
    gains = payoffs(outcome.places) if outcome else (0.0,) * match.seats
    mine: list[list[Step]] = [[] for _ in range(match.seats)]
    for step in match.steps():
        mine[step.seat].append(step)
    for seat, steps in enumerate(mine):
        if steps:
            yield episode(steps, last[seat], gains[seat], outcome is not None)


def episode(steps: list[Step], last: Any, gain: float, over: bool) -> dict[str, Any]:
    nothing = np.zeros(len(steps)) > 0
    ends = nothing.copy()
    ends[-1] = True
    rewards = np.zeros(len(steps), dtype=np.float32)
    rewards[-1] = gain
    masks = [*(step.mask for step in steps), np.zeros_like(steps[0].mask)]
    return {
        "observations": {
            "observation": np.stack([*(step.observation for step in steps), last]),
            "action_mask": np.stack(masks).view(np.int8),
        },
        "actions": np.array([step.action for step in steps], dtype=np.int64),
        "rewards": rewards,
        "terminations": ends if over else nothing,
        "truncations": nothing if over else ends,
    }

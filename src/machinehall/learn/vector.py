"""Gymnasium's vector form: many matches in worker processes that share their arrays with the learner."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from machinehall.kernel.title import Title
from machinehall.kernel.values import BadOption, MachineHallError

from .batch import Batch, check_actions, check_table, table_layout
from .memory import Array, arrays
from .spaces import seat_space
from .table import find_title, versions
from .workers import Crew, Tables

Shown = dict[str, Array]
Told = tuple[Shown, Array, Array, Array, dict[str, Any]]


class VectorMatchEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` matches, stepped together. What is shown is what the seat in `infos["seat"]` sees, who decides next.

    Seats that no bot holds (`bots`: names by seat) are the learner's, so without bots it plays against itself.
    `rewards` is the payoff of the seat that has just decided, `infos["payoffs"]` has those of all seats; with
    `rotate` everybody moves one seat on with each match. Matches are dealt over `workers` processes, 0: they are
    played in this one; the results are the same, whatever the number.

    With `copy=False` the arrays are those that the workers write to: they change with the next step.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        title: Title | str,
        seats: int,
        num_envs: int = 1,
        workers: int | None = None,
        bots: Mapping[int, str] | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        rotate: bool = False,
        max_cycles: int | None = None,
        clock: float | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
    ) -> None:
        self.closed = True  # until there is something to close
        found = find_title(title)
        self.title_name, self.seats, self.num_envs, self.copy = found.name, seats, num_envs, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        if self.autoreset_mode is AutoresetMode.DISABLED:
            raise BadOption("matches that end are dealt anew: same-step or next-step; a Batch can be stepped by hand")
        found.start(seats, options)
        check_table(found, seats, num_envs, bots or {}, max_cycles)
        self._describe(found)
        rows = table_layout(found, num_envs, seats)
        how: dict[str, Any] = {
            "options": dict(options or {}),
            "bots": dict(bots or {}),
            "rotate": rotate,
            "max_cycles": max_cycles,
        }
        how |= {"clock": clock, "wait": self.autoreset_mode is AutoresetMode.NEXT_STEP}
        wanted = os.cpu_count() or 1 if workers is None else workers
        self.workers = min(wanted, num_envs)
        self._batch: Batch | None = None
        self._crew: Crew | None = None
        if self.workers > 0:
            if not isinstance(title, str):
                raise BadOption("worker processes find a title by its name: give the name, or workers=0")
            self._crew = Crew([Tables(title, seats, rows, how)], self.workers)
            self._arrays = self._crew.arrays[0]
        else:
            self._arrays = arrays(rows)
            self._batch = Batch(found, seats, num_envs, memory=self._arrays, **how)
        self._stepping = False
        self._begun = False
        self.closed = False

    def _describe(self, title: Title) -> None:
        self.metadata = self.metadata | {"autoreset_mode": self.autoreset_mode, **versions(title)}
        self.single_observation_space = seat_space(title)
        self.single_action_space = spaces.Discrete(len(title.actions.all))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Shown, dict[str, Any]]:
        """Deal all matches; the same seed gives the same matches."""
        self._check_open()
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**31))
        if self._crew is not None:
            self._crew.reset(deal)
        else:
            assert self._batch is not None
            self._batch.reset(deal)
        self._begun = True
        return self._shown(), self._infos(np.zeros(self.num_envs, dtype=np.bool_))

    def step(self, actions: Sequence[int] | Array) -> Told:
        """One decision in each match: numbers of the action table, as the masks allow. A wrong one is refused with an
        error, and nothing has changed in any match."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Sequence[int] | Array) -> None:
        """Let the workers begin; the learner may do something else until `step_wait`."""
        self._check_open()
        if self._stepping or not self._begun:
            raise MachineHallError("a step is under way: call step_wait" if self._stepping else "call reset first")
        self._arrays.action[:] = check_actions(actions, self._arrays.mask)
        self._acted = self._arrays.seat.copy()
        self._stepping = True
        if self._crew is not None:
            self._crew.step()

    def step_wait(self) -> Told:
        """What came of it."""
        self._check_open()
        if not self._stepping:
            raise MachineHallError("no step is under way: call step_async first")
        self._stepping = False
        if self._crew is not None:
            self._crew.wait()
        else:
            assert self._batch is not None
            self._batch.step(self._arrays.action)
        rows = self._arrays
        rewards = rows.reward[np.arange(self.num_envs), self._acted]
        ended = rows.terminated | rows.truncated
        return self._shown(), rewards, rows.terminated.copy(), rows.truncated.copy(), self._infos(ended)

    def _kept(self, row: Array) -> Array:
        return row.copy() if self.copy else row

    def _shown(self) -> Shown:
        return {
            "observation": self._kept(self._arrays.observation),
            "action_mask": self._kept(self._arrays.mask).view(np.int8),
        }

    def _infos(self, ended: Array) -> dict[str, Any]:
        """By Gymnasium's custom: what only some matches have comes with the flags of those, as `_scores`."""
        rows = self._arrays
        infos = {"action_mask": self._kept(rows.mask).view(np.int8), "seat": self._kept(rows.seat)}
        infos["payoffs"] = self._kept(rows.reward)
        if ended.any():
            flags = {"scores": rows.score, "places": rows.place, "decisions": rows.length}
            for name, row in flags.items():
                infos[name], infos[f"_{name}"] = row.copy(), ended
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                infos |= self._final(ended, {name: infos[name] for name in flags})
        return infos

    def _final(self, ended: Array, told: dict[str, Any]) -> dict[str, Any]:
        """What was last seen of matches that have been dealt anew since."""
        last = np.full(self.num_envs, None, dtype=object)
        mask = np.ones(self._arrays.mask.shape[1], dtype=np.int8)
        for i in np.flatnonzero(ended):
            last[i] = {"observation": self._arrays.final[i].copy(), "action_mask": mask.copy()}
        info = told | {f"_{name}": ended for name in told}
        return {"final_obs": last, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def _check_open(self) -> None:
        if self.closed:
            raise MachineHallError("these matches are closed")
        if self._crew is not None:
            self._crew.check()

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers; the arrays stay readable."""
        if self._crew is not None:
            self._crew.close()

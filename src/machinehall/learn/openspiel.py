"""OpenSpiel: any title as a sequential game with explicit chance. Import this module, then

pyspiel.load_game("machinehall(title=TITLE,players=3)")
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

import machinehall
from machinehall.kernel.homes import homes
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE

from .table import observation_size, payoffs

LONGEST_MATCH = 5_000
"""Decisions that no match exceeds; the proof battery holds titles to it."""

DEFAULTS: dict[str, Any] = {"title": next(iter(homes()), ""), "players": 2}

GAME_TYPE = pyspiel.GameType(
    short_name="machinehall",
    long_name="Machine Hall: heavy board games of the industrial age",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A title at a number of seats. Actions, chance's too, are numbers of the title's action table."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = DEFAULTS | (params or {})
        self.title_name = str(params["title"])
        self.seats = int(params["players"])
        size = len(self.title.actions.all)
        info = pyspiel.GameInfo(
            num_distinct_actions=size,
            max_chance_outcomes=size,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST_MATCH,
        )
        super().__init__(GAME_TYPE, info, params)

    @property
    def title(self) -> Title:
        """Looked up, not kept: a game is pickled when it is saved."""
        return machinehall.title(self.title_name)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.title)


class Position:
    """A state with its title; a copy shares the title and copies the state, a pickle holds only the state's text."""

    def __init__(self, title: Title, state: Any) -> None:
        self.title, self.state = title, state

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.title, self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        return read_position, (self.title.name, self.title.to_json(self.state))


def read_position(name: str, text: str) -> Position:
    title = machinehall.title(name)
    return Position(title, title.from_json(text))


class State(pyspiel.State):  # type: ignore[misc]
    """A position. Seats that decide at the same time are asked in seat order; answers stay hidden until all are in."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = Position(game.title, game.title.start(game.seats))

    def _seat(self) -> int:
        return min(self.position.title.to_act(self.position.state))

    def current_player(self) -> int:
        to_act = self.position.title.to_act(self.position.state)
        if not to_act:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act[0] == CHANCE else min(to_act)

    def _legal_actions(self, player: int) -> list[int]:
        title = self.position.title
        return sorted(title.action_index(a) for a in title.legal(self.position.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        title = self.position.title
        outcomes = title.chance(self.position.state)
        total = sum(weight for _, weight in outcomes)
        return [(title.action_index(action), weight / total) for action, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        title = self.position.title
        title.apply(self.position.state, self._seat(), title.action_at(action), check=False)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.title.actions.texts[action]

    def is_terminal(self) -> bool:
        return not self.position.state.stack

    def returns(self) -> list[float]:
        outcome = self.position.title.outcome(self.position.state)
        return list(payoffs(outcome.places)) if outcome else [0.0] * self.position.state.seats

    def __str__(self) -> str:
        return self.position.title.to_json(self.position.state)


class Observer:
    """What a seat may know: the title's observation as floats; as a string the view."""

    def __init__(self, title: Any) -> None:
        self.tensor = np.zeros(observation_size(title), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.position.title.encode(state.position.state, player)

    def string_from(self, state: State, player: int) -> str:
        view = state.position.title.view(state.position.state, player)
        return json.dumps(view, separators=(",", ":"))


pyspiel.register_game(GAME_TYPE, Game)

"""OpenSpiel: any title as a sequential game with explicit chance. Import this module, then

pyspiel.load_game("machinehall(title=TITLE,players=3)")

`title` may be a small form, TITLE:SETTING (see `machinehall.learn.small`), for exact methods. `options` are those of
the match, as "name:value;name:value", or the name of a preset.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from machinehall.kernel.homes import homes
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, BadOption, Event

from .recall import Recall
from .table import find_title, observation_size, payoffs

LONGEST_MATCH = 5_000
"""Decisions that no match exceeds; the proof battery holds titles to it."""

DEFAULTS: dict[str, Any] = {"title": next(iter(homes()), ""), "players": 2, "options": ""}


def game_type(utility: Any) -> Any:
    """Between seats what one gains another loses; alone there is nobody to lose."""
    return pyspiel.GameType(
        short_name="machinehall",
        long_name="Machine Hall: heavy board games of the industrial age",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


SHARED = game_type(pyspiel.GameType.Utility.ZERO_SUM)
ALONE = game_type(pyspiel.GameType.Utility.GENERAL_SUM)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A title at a number of seats. Actions, chance's too, are numbers of the title's action table."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = DEFAULTS | (params or {})
        self.title_name = str(params["title"])
        self.seats = int(params["players"])
        self.options = read_options(self.title, str(params["options"]))
        self.title.start(self.seats, self.options)  # a wrong table is told at once
        size = len(self.title.actions.all)
        info = pyspiel.GameInfo(
            num_distinct_actions=size,
            max_chance_outcomes=size,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=LONGEST_MATCH,
        )
        super().__init__(ALONE if self.seats == 1 else SHARED, info, params)

    @property
    def title(self) -> Title:
        """Looked up, not kept: a game is pickled when it is saved."""
        return find_title(self.title_name)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return Observer(self.title, iig_obs_type)


def read_options(title: Title, text: str) -> dict[str, int]:
    """The options of a match from a text: pairs, or the name of a preset."""
    if text in title.presets:
        return dict(title.presets[text])
    found = {}
    for pair in filter(None, text.split(";")):
        name, _, value = pair.partition(":")
        if not value.removeprefix("-").isdecimal():
            raise BadOption(f"options are name:value;name:value or one of {list(title.presets)}, not {text!r}")
        found[name.strip()] = int(value)
    return found


class Position:
    """A state with its title, and what each seat has been told. A copy shares the title and copies the state, a pickle
    holds only texts."""

    def __init__(self, name: str, state: Any, recall: Recall) -> None:
        self.name, self.state, self.recall = name, state, recall

    @property
    def title(self) -> Title:
        return find_title(self.name)

    def apply(self, seat: int, action: Action) -> None:
        events: list[Event] = self.title.apply(self.state, seat, action, check=False)
        self.recall = self.recall.after(seat, self.title.text(action), events)

    def sampled(self, seat: int, rng: random.Random) -> Position:
        """A world that fits what a seat knows. The others remember in it only what everybody has seen: what they were
        told in the true one is nothing that this seat may know."""
        world = self.title.sample(self.title.view(self.state, seat), rng)
        return Position(self.name, world, self.recall.of(seat))

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.name, self.state.clone(), self.recall)

    def __reduce__(self) -> tuple[Any, ...]:
        return read_position, (self.name, self.title.to_json(self.state), self.recall.plain())


def read_position(name: str, text: str, recall: list[Any]) -> Position:
    return Position(name, find_title(name).from_json(text), Recall.from_plain(recall))


class State(pyspiel.State):  # type: ignore[misc]
    """A position. Seats that decide at the same time are asked in seat order; answers stay hidden until all are in."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._made: Position | None = None

    @property
    def position(self) -> Position:
        """Dealt when it is first asked for: the library makes a new state for each copy and then fills it."""
        if self._made is None:
            game: Game = self.get_game()
            self._made = Position(game.title_name, game.title.start(game.seats, game.options), Recall())
        return self._made

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
        self.position.apply(self._seat(), self.position.title.action_at(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.title.actions.texts[action]

    def is_terminal(self) -> bool:
        return not self.position.state.stack

    def returns(self) -> list[float]:
        outcome = self.position.title.outcome(self.position.state)
        return list(payoffs(outcome.places)) if outcome else [0.0] * self.position.state.seats

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """A position that this player cannot tell from the present one, as searches like ISMCTS ask for."""
        world: State = self.clone()
        world._made = self.position.sampled(player_id, random.Random(probability_sampler()))
        return world

    def __str__(self) -> str:
        return self.position.title.to_json(self.position.state)


class Observer:
    """What a seat may know. As a tensor the title's observation; as a string the view, and with perfect recall before
    it all that the seat has done and been told. Without private information it is what a spectator sees."""

    def __init__(self, title: Title, kind: Any = None) -> None:
        self.recall = bool(kind is not None and kind.perfect_recall)
        self.private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and (not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS):
            raise ValueError("what one seat or a spectator may know can be observed, not private information alone")
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.private and not self.recall:  # there are numbers for a seat's present view only
            self.tensor = np.zeros(observation_size(title), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            raise ValueError("this kind of observation has no tensor; ask for its string")
        self.tensor[:] = state.position.title.encode(state.position.state, player)

    def string_from(self, state: State, player: int) -> str:
        title, seat = state.position.title, player if self.private else None
        view = json.dumps(title.view(state.position.state, seat), separators=(",", ":"))
        return state.position.recall.text(title, seat) + view if self.recall else view


pyspiel.register_game(SHARED, Game)

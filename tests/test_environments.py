"""What learners' libraries look for in the environments: ids, masks, points, pictures, matches broken off."""

from __future__ import annotations

import random
import struct
import warnings
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest

import machinehall as mh
from machinehall.bots import Clock, RandomBot
from machinehall.kernel.values import Action
from machinehall.learn import ids
from machinehall.learn.aec import MatchEnv
from machinehall.learn.batch import Batch
from machinehall.learn.parallel import ParallelMatchEnv
from machinehall.learn.pixels import rgb
from machinehall.learn.single import LEARNER, SeatEnv
from machinehall.learn.vector import VectorMatchEnv

TITLES = list(mh.titles())
SHORT = min(TITLES, key=lambda name: len(mh.title(name).actions.all))


def chosen(mask: Any, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def to_the_end(env: SeatEnv, seed: int = 1) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    rng = random.Random(seed)
    env.reset(seed=seed)
    while True:
        last = env.step(chosen(env.action_masks(), rng))
        if last[2] or last[3]:
            return last


@pytest.mark.parametrize("name", TITLES)
def test_a_seat_tells_masks_points_and_names_at_the_end(name: str) -> None:
    env = SeatEnv(name, 2, seat=1)
    shown, info = env.reset(seed=2)
    assert env.action_masks().dtype == np.bool_ and (env.action_masks() == shown["action_mask"]).all()
    assert info["names"] == ["random", LEARNER] and "scores" not in info
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shown["observation"][0] = 1  # libraries write to what they are given, or warn everybody
        shown["action_mask"][0] = 1
    shown, reward, over, broken, info = to_the_end(env)
    assert over and not broken and reward in (-1, 0, 1)
    outcome = env.table.outcome()
    assert outcome is not None and tuple(info["scores"]) == outcome.scores and tuple(info["places"]) == outcome.places
    assert shown["action_mask"].all() and info["action_mask"].all() and env.action_masks().all()
    with pytest.raises(mh.MachineHallError, match="call reset"):
        env.step(0)
    assert env.metadata["observation_version"] == mh.title(name).observation_version


def test_a_step_makes_one_mask_and_no_view_that_nobody_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views take longer than the rest of a step; bots that look get theirs."""
    made: list[str] = []

    def counted(name: str) -> Any:
        plain = getattr(mh.Title, name)

        def call(*args: Any) -> Any:
            made.append(name)
            return plain(*args)

        return call

    for name in ("mask_of", "view"):
        monkeypatch.setattr(mh.Title, name, counted(name))

    class Looks(RandomBot):
        def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Clock) -> Action:
            assert view["seat"] == 1 and view["to_act"] == [1]
            return super().choose(view, legal, clock)

    for bot, views in (("random", False), (Looks(1), True)):
        env = SeatEnv(SHORT, 2, bots=[bot])
        shown, info = env.reset(seed=1)
        made.clear()
        for step in range(1, 20):
            assert info["action_mask"] is not shown["action_mask"]
            shown, _, _, _, info = env.step(int(shown["action_mask"].argmax()))
            assert made.count("mask_of") == step
        assert ("view" in made) == views


def test_masks_are_where_each_library_looks() -> None:
    for keys in (("obs", "mask"), ("observations", "action_mask")):
        env = SeatEnv(SHORT, 2, keys=keys)
        shown, _ = env.reset(seed=1)
        assert tuple(shown) == keys and shown in env.observation_space
    env = SeatEnv(SHORT, 2, keys=None)
    shown, info = env.reset(seed=1)
    assert shown in env.observation_space and shown.shape == (mh.title(SHORT).observation_size,)
    assert (info["action_mask"] == env.action_masks()).all()


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    faults: list[tuple[dict[str, Any], str]] = [
        ({"seats": 9}, "seats"),
        ({"seat": 2}, "0 to 1"),
        ({"bots": []}, "0 bots for 1 seats"),
        ({"bots": ["random"] * 3}, "3 bots"),
        ({"bots": ["nobody"]}, "no bot"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"render_mode": "film"}, "render_mode"),
        ({"options": {"no such": 1}}, "unknown option"),
    ]
    table: dict[str, Any] = {"title": SHORT, "seats": 2}
    for wrong, sentence in faults:
        with pytest.raises(mh.MachineHallError, match=sentence):
            SeatEnv(**(table | wrong))
    for made in (MatchEnv, ParallelMatchEnv):
        with pytest.raises(mh.MachineHallError, match="seats"):
            made(SHORT, 9)
        with pytest.raises(mh.MachineHallError, match="call reset"):
            made(SHORT, 2, render_mode="ansi").render()
    over_at_once = replace(mh.title(SHORT), over=lambda state: True)
    with pytest.raises(mh.MachineHallError, match="over before seat 1 was asked"):
        SeatEnv(over_at_once, 2, seat=1).reset(seed=1)
    with pytest.raises(mh.MachineHallError, match="over before anybody was asked"):
        Batch(over_at_once, 2, 1)
    env = SeatEnv(SHORT, 2)
    for wrong_number in (-1, 10**6):
        env.reset(seed=1)
        _, reward, over, _, info = env.step(wrong_number)
        assert (reward, over, info["illegal"]) == (-1, True, True)


def test_long_matches_are_broken_off() -> None:
    _, reward, over, broken, info = to_the_end(SeatEnv(SHORT, 2, max_cycles=3))
    assert (reward, over, broken) == (0, False, True) and "scores" not in info and info["action_mask"].all()
    env, rng = MatchEnv(SHORT, 2, max_cycles=3), random.Random(1)
    env.reset(seed=1)
    for _ in range(3):
        env.step(chosen(env.observe(env.agent_selection)["action_mask"], rng))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.last()[0]["action_mask"].all()
    both = ParallelMatchEnv(SHORT, 2, max_cycles=1)
    shown, _ = both.reset(seed=1)
    shown, _, over_all, broken_all, _ = both.step({a: chosen(row["action_mask"], rng) for a, row in shown.items()})
    assert all(broken_all.values()) and not any(over_all.values()) and not both.agents
    assert all(row["action_mask"].all() for row in shown.values())


@pytest.mark.parametrize("name", TITLES)
def test_all_seats_are_told_the_points(name: str) -> None:
    env, rng = MatchEnv(name, 2), random.Random(3)
    env.reset(seed=3)
    while not env.table.over:
        env.step(chosen(env.observe(env.agent_selection)["action_mask"], rng))
    outcome = env.table.outcome()
    assert outcome is not None
    assert all(tuple(info["scores"]) == outcome.scores for info in env.infos.values())
    assert env.observe("seat_1")["action_mask"].all()


def test_matches_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv(SHORT, 2, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str) and text.count("\n") > 10
    human = SeatEnv(SHORT, 2, render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out.strip() == text.strip()
    assert human.render() is None and SeatEnv(SHORT, 2).metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    for made in (MatchEnv, ParallelMatchEnv):
        all_seats = made(SHORT, 2, render_mode="ansi")
        all_seats.reset(seed=1)
        assert "\n" in all_seats.render()
    silent = SeatEnv(SHORT, 2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_pictures_are_arrays() -> None:
    pytest.importorskip("resvg_py")
    env = SeatEnv(SHORT, 2, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.ndim == 3 and picture.shape[2] == 3 and picture.dtype == np.uint8
    assert picture.std() > 10


@pytest.mark.parametrize("channels", [3, 4])
def test_every_filter_of_a_png_is_undone(channels: int) -> None:
    rng = np.random.default_rng(channels)
    height, width = 11, 7
    picture = rng.integers(0, 256, (height, width, channels)).astype(int)
    picture[:, :, 3:] = 255
    kinds = [row % 5 for row in range(height)]
    lines = b"".join(bytes([kind]) + filtered(picture, y, kind) for y, kind in enumerate(kinds))
    head = struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    assert (rgb(png) == picture[:, :, :3]).all()
    with pytest.raises(ValueError, match="not a PNG"):
        rgb(b"GIF89a")


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def filtered(picture: np.ndarray[Any, Any], y: int, kind: int) -> bytes:
    """A line as the format's definition says, number by number."""

    def at(y: int, x: int, c: int) -> int:
        return int(picture[y, x, c]) if x >= 0 and y >= 0 else 0

    def guess(x: int, c: int) -> int:
        left, above, corner = at(y, x - 1, c), at(y - 1, x, c), at(y - 1, x - 1, c)
        near = min((left, above, corner), key=lambda value: abs(left + above - corner - value))
        return (0, left, above, (left + above) // 2, near)[kind]

    _, width, channels = picture.shape
    return bytes([(at(y, x, c) - guess(x, c)) % 256 for x in range(width) for c in range(channels)])


def test_every_table_has_an_id() -> None:
    found = ids.ids()
    counts = [title.seats[1] - title.seats[0] + 1 + len(title.minds.small) for title in mh.titles().values()]
    assert len(found) == sum(counts) and "MachineHall/Promethium-OneRound-2p-v0" in found
    assert set(found) <= set(gymnasium.registry)
    assert "MachineHall/Promethium-2p-v0" in found and "MachineHall/Nucleum-1p-v0" in found
    ids.register()  # again changes nothing
    for name, table in found.items():
        env = gymnasium.make(name)
        shown, info = env.reset(seed=1)
        assert shown in env.observation_space and shown["action_mask"].any()
        assert info["names"] == [LEARNER] + ["random"] * (table["seats"] - 1)
        shown, *_ = env.step(int(np.argmax(env.get_wrapper_attr("action_masks")())))
        assert shown in env.observation_space
        env.close()
    many: Any = gymnasium.make_vec(ids.id_of(SHORT, 2), num_envs=3, workers=0, bots={1: "random"})
    assert isinstance(many, VectorMatchEnv)
    shown, infos = many.reset(seed=1)
    assert shown in many.observation_space and (infos["seat"] == 0).all()
    many.close()

"""Parts of drawings that are kept: they look as if they had been drawn anew, for whomever and whatever has changed."""

from __future__ import annotations

import random
from collections import OrderedDict
from typing import Any

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw import redrawn, stage
from machinehall.draw.look import COMPACT, SIZES, look_of
from machinehall.draw.redrawn import Read, Readable, ReadPosition, Unread, ask, kept
from machinehall.words import say

NAMES = ("Ola", "Marek", "Ines", "Tove")
DRAWN = titles_from(Stage.DRAWN)
DECISIONS = 260
"""Of a match, drawn after each few."""


def panels(title: Any, state: Any, viewer: int | None, size: str, lang: str) -> list[tuple[str, Any]]:
    legal = title.legal(state, viewer) if viewer is not None and viewer in title.to_act(state) else []
    labels = {title.text(action): f"{lang} {title.text(action)}" for action in legal}
    found = look_of(title).panels(
        title.view(state, viewer), theme="light", legal=legal, names=NAMES[: state.seats], say=say(lang), size=size,
        labels=labels,
    )  # fmt: skip
    return [(panel.body, panel.targets) for panel in found]


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_kept_is_what_would_be_drawn(name: str) -> None:
    rng, title = random.Random(7), mh.title(name)
    match = mh.Match(title, 4 if 4 in title.seats else max(title.seats), 7)
    for number in range(DECISIONS):
        if not match.to_act:
            break
        seat = match.to_act[0]
        if number % 5 == 0:
            for viewer, size, lang in ((seat, "wide", "en"), (None, "wide", "de"), (seat, rng.choice(SIZES), "en")):
                first = panels(title, match.state, viewer, size, lang)
                redrawn._kept.clear()
                stage._kept.clear()
                assert panels(title, match.state, viewer, size, lang) == first, (number, viewer, size)
        elif number % 5 < 3:  # so that something is kept of other positions, seats and sizes
            panels(title, match.state, rng.choice((seat, None)), rng.choice((*SIZES, COMPACT)), "en")
        legal = match.legal(seat)
        weights = [0.1 if action.kind in ("pass", "done", "skip", "recharge") else 1 for action in legal]
        match.play(rng.choices(legal, weights)[0], seat)


class Shared(OrderedDict[Any, Any]):
    """What is kept, where another thread throws out what somebody has just seen there."""

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        if found:
            self.clear()
        return found


def test_threads_may_draw_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "_kept", Shared())
    monkeypatch.setattr(redrawn, "_kept", Shared())
    for name in DRAWN:
        title = mh.title(name)
        state = mh.Match(title, max(title.seats), 7).state
        first, again = (panels(title, state, 0, "wide", "en") for _ in "12")
        assert first == again


class Place:
    """A position."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


def test_a_part_is_drawn_anew_when_something_that_it_read_has_changed() -> None:
    times: list[int] = []

    def draw(sight: Readable) -> str:
        times.append(1)
        assert sight.labels is not None
        many = ask(sight.can, lambda can: len(can) > 1)
        return f"{sight.view['a']} {'x' in sight.can} {sight.labels.get('x')} {many} {sight.position.coal}"

    def drawn(view: dict[str, Any], can: dict[str, Any], labels: dict[str, str], **fields: Any) -> tuple[str, int]:
        times.clear()
        return kept("test", Readable(view, can, labels, Place(**fields)), draw), len(times)

    first = drawn({"a": 1, "b": 2}, {}, {"x": "go"}, coal=[1], ore=1)
    assert first == ("1 False go False [1]", 1)
    assert drawn({"a": 1, "b": 3, "c": 4}, {"y": ["y"]}, {"x": "go", "y": "no"}, coal=[1], ore=2) == (first[0], 0)
    for changed in (
        drawn({"a": 2}, {}, {"x": "go"}, coal=[1]),
        drawn({"a": 1}, {"x": ["x"]}, {"x": "go"}, coal=[1]),
        drawn({"a": 1}, {}, {}, coal=[1]),
        drawn({"a": 1}, {"y": [], "z": []}, {"x": "go"}, coal=[1]),
        drawn({"a": 1}, {}, {"x": "go"}, coal=[2]),
    ):
        assert changed[1] == 1 and changed[0] != first[0]
    assert drawn({"a": 1}, {}, {"x": "go"}, coal=[1]) == (first[0], 0), "what is taken back comes again"


def test_what_a_part_within_a_part_reads_is_read_by_both() -> None:
    def inner(sight: Readable) -> str:
        return f"({sight.view['deep']} {sight.position.coal})"

    def outer(sight: Readable) -> str:
        return f"{len(sight.can)} {kept('inner', sight, inner)}"

    def drawn(deep: int, coal: int, **can: list[str]) -> str:
        found: str = kept("outer", Readable({"deep": deep}, can, None, Place(coal=coal)), outer)
        return found

    assert [drawn(1, 1), drawn(1, 1), drawn(2, 1), drawn(2, 2), drawn(1, 1, x=[])] == [
        "0 (1 1)", "0 (1 1)", "0 (2 1)", "0 (2 2)", "1 (1 1)",
    ]  # fmt: skip


def test_nothing_is_read_or_changed_in_secret() -> None:
    position = ReadPosition(Place(coal=1))
    with pytest.raises(AttributeError):
        position.coal = 2
    with pytest.raises(KeyError):
        Read({"a": 1})["b"]
    for use in (len, list, bool):
        with pytest.raises(TypeError):
            use(Unread())

"""The states of our titles are written out: as their declarations say, and no other way."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

import pytest

import machinehall as mh
from machinehall.kernel import fields
from machinehall.kernel.fields import PlainState, declares, everybody, fields_of, see
from machinehall.kernel.values import Frame

ROOT = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "make" / "states.py"))
TITLES = sorted((ROOT / "src" / "machinehall" / "titles").glob("*/state.py"))


@pytest.mark.parametrize("path", TITLES, ids=lambda path: path.parent.name)
def test_what_is_checked_in_is_what_the_script_writes(path: Path) -> None:
    assert SCRIPT["written"](path.read_text(encoding="utf-8")) == path.with_name("position.py").read_text("utf-8")


def test_a_field_that_is_not_plain_is_not_written() -> None:
    text = 'class Fields:\n    """A state."""\n\n    rows: list[list[int]] = see(everybody)\n'
    with pytest.raises(TypeError, match="no plain field"):
        SCRIPT["written"](text)


def test_an_older_class_is_found_out_when_it_is_declared() -> None:
    class Older(PlainState):
        """Written before a field was added."""

        NAMES = ("stack",)

    with pytest.raises(TypeError, match="older than"):

        @declares(Older)
        class Fields:
            """One field more."""

            stack: list[Frame] = see(everybody)
            money: list[int] = see(everybody)

    assert Older not in fields._declared


@pytest.mark.parametrize("title", mh.titles().values(), ids=lambda title: title.name)
def test_states_are_equal_when_every_field_is(title: mh.Title) -> None:
    one = title.start(title.seats[1], rng=random.Random(1))
    assert one == one.clone() and one != 3
    for field in fields_of(type(one)):
        other, value = one.clone(), getattr(one, field.name)
        more = value + 1 if isinstance(value, int) else [*value, 1] if isinstance(value, list) else (*value, 1)
        setattr(other, field.name, more)
        assert one != other, field.name
    assert f"{fields_of(type(one))[0].name}=" in repr(one)

"""Frames have names for what they carry: no number stands for a place, and what lies on a stack is of its class."""

from __future__ import annotations

import ast
import importlib
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, UnionType
from typing import Any

import battery
import pytest
from engines import plain_only

import machinehall as mh
from machinehall.kernel.fields import Stack, fields_of, form_of, from_data, to_data
from machinehall.kernel.frames import Part, Rest, Several, Shapes, gathered
from machinehall.kernel.values import CHANCE, STEP, TOGETHER, Frame

HOME = Path(mh.__file__).parent / "titles"
WIDE = (tuple, object, Any)
"""What a handler may say that does not read its arguments."""


def shapes_of(title: mh.Title) -> Shapes:
    form = next(form_of(field) for field in fields_of(title.state_class) if field.name == "stack")
    assert isinstance(form, Stack) and form.shapes is not None, f"{title.name}: frames without names"
    return form.shapes


# In the text


def places(tree: ast.AST) -> Iterator[ast.Subscript]:
    """`args[0]`, `frame[2][0]`, `self.frame[2][0]`, `stack[-1][2][0]`, `stack.pop()[2][0]`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Subscript):
            continue
        value = node.value
        given = isinstance(value, ast.Name) and value.id == "args" and number(node.slice) is not None
        if given or (isinstance(value, ast.Subscript) and number(value.slice) == 2 and is_frame(value.value)):
            yield node


def number(node: ast.expr) -> int | None:
    try:
        found = ast.literal_eval(node)
    except ValueError:
        return None
    return found if isinstance(found, int) else None


def is_frame(node: ast.expr) -> bool:
    text = ast.unparse(node)
    return text.split(".")[-1] in ("frame", "top") or text.endswith(("stack[-1]", "stack.pop()"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("args[0]", 1),
        ("args[-1]", 1),
        ("frame[2][0]", 1),
        ("scene.frame[2][k]", 1),
        ("s.stack[-1][2][1:]", 1),
        ("s.stack.pop()[2][0]", 1),
        ("action.args[0] + args.city + frame[2].city + s.stack[-1][2]", 0),
        ("args[:WIDTH]", 0),
    ],
)
def test_places_are_found(text: str, found: int) -> None:
    assert len(list(places(ast.parse(text)))) == found


@pytest.mark.parametrize("name", mh.titles())
def test_no_number_stands_for_an_argument(name: str) -> None:
    files = sorted((HOME / name.replace("-", "_")).rglob("*.py"))
    assert files
    found = [
        f"{path.relative_to(HOME)}:{node.lineno}: {ast.unparse(node)}"
        for path in files
        for node in places(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n".join(found)


# At play


class Watched(list[Frame]):
    """A stack that looks at each frame when it is laid on it: most steps are gone before the next decision."""

    shapes: Shapes
    seen: set[tuple[str, str]]

    def __init__(self, frames: Iterable[Frame], shapes: Shapes, seen: set[tuple[str, str]]) -> None:
        super().__init__(frames)
        self.shapes, self.seen = shapes, seen

    def append(self, frame: Frame) -> None:
        self.look([frame])
        super().append(frame)

    def extend(self, frames: Iterable[Frame]) -> None:
        super().extend(self.look(list(frames)))

    def __iadd__(self, frames: Iterable[Frame]) -> typing.Self:  # type: ignore[override, misc]
        self.extend(frames)
        return self

    def look(self, frames: list[Frame]) -> list[Frame]:
        for kind, who, args in frames:
            if who == TOGETHER:
                self.look(list(args))
                continue
            group = "steps" if who == STEP else "chances" if who == CHANCE else "decisions"
            wanted = getattr(self.shapes, group)[kind]
            assert type(args) is wanted, f"{kind} of {group}: {type(args).__name__} instead of {wanted.__name__}"
            self.seen.add((group, kind))
        return frames


def stacks() -> list[Any]:
    found = []
    for name in mh.titles():
        low, high = mh.title(name).seats
        found += [(name, seats) for seats in range(low, high + 1)]
    return found


@plain_only
@pytest.mark.parametrize(("name", "seats"), stacks())
def test_frames_are_of_their_class(name: str, seats: int) -> None:
    """When they are laid, in copies, and when a position comes back from outside."""
    title = mh.title(name)
    shapes = shapes_of(title)
    seen: set[tuple[str, str]] = set()
    for count, (state, _, _) in enumerate(battery.walk(title, seats, seed=71 + seats)):
        state.stack = Watched(state.stack, shapes, seen)
        state.stack.look(state.stack)
        if count % 7 == 0:
            copy = state.clone()
            back = from_data(title.state_class, to_data(state, title.domains), title.domains)
            for stack in (copy.stack, back.stack):
                assert stack == list(state.stack)
                state.stack.look(stack)
    assert len(seen) > 10, sorted(seen)


# In the handlers


def handlers(name: str) -> Iterator[tuple[str, str, Any, int]]:
    """Group and kind of each frame, a function that is called for it, and which of its parameters the arguments are."""
    rules = importlib.import_module(f"machinehall.titles.{name.replace('-', '_')}.rules")
    for kind, decision in rules.DECISIONS.items():
        for function in (decision.offers, decision.resolve, decision.refuse):
            yield "decisions", kind, function, 3
    for kind, chance in rules.CHANCES.items():
        for function in (chance.outcomes, chance.resolve):
            yield "chances", kind, function, 2
    for kind, function in rules.STEPS.items():
        yield "steps", kind, function, 2


def said(function: Any, at: int) -> tuple[Any, ...]:
    """The classes that a function names for its arguments; none if it is a lambda or the like."""
    if not isinstance(function, FunctionType) or not function.__annotations__:
        return ()
    hint = typing.get_type_hints(function)[function.__code__.co_varnames[at]]
    return typing.get_args(hint) if isinstance(hint, UnionType) else (hint,)


@plain_only
@pytest.mark.parametrize("name", mh.titles())
def test_handlers_name_the_class_they_get(name: str) -> None:
    shapes = shapes_of(mh.title(name))
    unread = {(group, kind) for group in ("decisions", "chances", "steps") for kind in getattr(shapes, group)}
    for group, kind, function, at in handlers(name):
        wanted = getattr(shapes, group)[kind]
        hints = said(function, at)
        if wanted in hints:
            unread.discard((group, kind))
        else:
            plain = all(hint in WIDE or typing.get_origin(hint) is tuple for hint in hints)
            assert plain, f"{kind} of {group}: {function.__qualname__} names {hints} instead of {wanted}"
    full = {(group, kind) for group, kind in unread if getattr(getattr(shapes, group)[kind], "_fields", ("?",))}
    assert not full, f"shapes that no handler names: {sorted(full)}"


def within(hint: Any) -> Iterator[Any]:
    """A type and all that it is made of."""
    yield hint
    for part in typing.get_args(hint):
        if not isinstance(part, list):
            yield from within(part)


@plain_only
@pytest.mark.parametrize("name", mh.titles())
def test_no_rule_takes_or_gives_anything_at_all(name: str) -> None:
    """mypy holds every rule to the title's own look-ups and state only where no signature says Any."""
    title = mh.title(name)
    asked = [function for _, _, function, _ in handlers(name)]
    asked += [title.opening, title.score, title.laws, title.fill]
    for function in asked:
        if isinstance(function, FunctionType) and function.__annotations__:
            loose = [key for key, hint in typing.get_type_hints(function).items() if Any in within(hint)]
            assert not loose or function is title.fill, f"{function.__module__}.{function.__qualname__}: {loose}"


@pytest.mark.parametrize("name", mh.titles())
def test_every_shape_has_a_handler(name: str) -> None:
    """A chapter that is not gathered would leave its frames without one."""
    shapes = shapes_of(mh.title(name))
    declared = {(group, kind) for group in ("decisions", "chances", "steps") for kind in getattr(shapes, group)}
    assert declared == {(group, kind) for group, kind, _, _ in handlers(name)}


def test_a_frame_belongs_to_one_chapter() -> None:
    assert gathered({"a": 1}, {"b": 2}) == {"a": 1, "b": 2}
    with pytest.raises(ValueError, match="'a'"):
        gathered({"a": 1}, {"b": 2, "a": 3})


class Rent(Several):
    """As an example: a number, then as many as there are players."""

    __slots__ = ()
    fees = Part(0)
    owned = Rest(1)


def test_a_frame_of_any_length_names_its_parts() -> None:
    rent = Rent._make(iter((3, 1, 0, 2)))
    assert (type(rent), rent.fees, rent.owned) == (Rent, 3, (1, 0, 2))
    assert rent == (3, 1, 0, 2) and not hasattr(rent, "__dict__")

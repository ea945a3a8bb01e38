"""The reference of what programs may call: whole, with types, made from the code."""

from __future__ import annotations

import inspect
import re
import sys
from html import unescape
from importlib import import_module
from pathlib import Path

import machinehall as mh

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "make"))

import reference  # noqa: E402


def test_all_that_is_public_is_there_with_its_types() -> None:
    page = reference.reference_page()
    ids = re.findall(r" id='([^']+)'", page)
    assert len(ids) == len(set(ids))
    for name in mh.__all__:
        thing = getattr(mh, name)
        assert (f"machinehall.{name}" in ids) == (inspect.isclass(thing) or inspect.isfunction(thing)), name
    # What the table of docs/learners.md names is there; games of OpenSpiel are loaded by its own name for them.
    told = (ROOT / "docs" / "learners.md").read_text(encoding="utf-8")
    named = {*re.findall(r"^\| `(machinehall\.learn[\w.]+)` \|", told, re.MULTILINE)} - {"machinehall.learn.openspiel"}
    assert len(named) > 4 and named <= {*ids}
    text = unescape(page)
    assert (
        "new_match(name: str, seats: int, seed: int | None = None" in text
        and "ForwardRef" not in text
        and "'Title" not in text
    )


def test_whatever_is_listed_says_what_it_is() -> None:
    for name in reference.MODULES:
        module = import_module(name)
        assert reference.said(module), name
        for one in reference.told(module):
            assert one.text and one.shape.startswith("("), f"{name}.{one.name}"


def test_methods_come_with_arguments_and_what_comes_back() -> None:
    [env] = (one for one in reference.told(import_module("machinehall.learn.single")) if one.name == "SeatEnv")
    parts = {one.name: one for one in env.parts}
    assert (
        "action_masks" in parts and parts["step"].shape.startswith("(action: ") and " -> tuple[" in parts["step"].shape
    )
    [action] = (one for one in reference.told(mh) if one.name == "Action")
    assert {one.name: one.shape for one in action.parts}["kind"] == ": str"

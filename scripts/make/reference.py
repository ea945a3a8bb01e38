"""The page *Reference* of the documentation: what programs may call, with types, from the code itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

MODULES = (
    "machinehall",
    "machinehall.bots",
    "machinehall.learn.ids",
    "machinehall.learn.single",
    "machinehall.learn.vector",
    "machinehall.learn.aec",
    "machinehall.learn.parallel",
    "machinehall.learn.batch",
    "machinehall.learn.table",
    "machinehall.learn.encode",
    "machinehall.learn.encoded",
    "machinehall.learn.memories",
    "machinehall.kept.store",
    "machinehall.kept.steps",
    "machinehall.kept.collection",
)
"""Those that the guides name; what else there is may change at any time."""


class Spoken(str):
    """An annotation as it is written, without quotes."""

    def __repr__(self) -> str:
        return str(self)


class Told(NamedTuple):
    """Something that may be called or looked at."""

    name: str
    shape: str
    """Arguments and what comes back, or the type of a field."""
    text: str
    parts: tuple[Told, ...] = ()


def offered(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module offers: what it lists, else what it makes itself and says a sentence about."""
    names = getattr(module, "__all__", None)
    for name in names or sorted(vars(module)):
        found = getattr(module, name)
        if not (inspect.isclass(found) or inspect.isfunction(found)):
            continue
        own = not name.startswith("_") and found.__module__ == module.__name__
        if names or (own and found.__doc__):
            yield name, found


def worded(annotation: Any) -> str:
    """A type as it is written; named tuples keep theirs as references."""
    return str(getattr(annotation, "__forward_arg__", annotation))


def shape(called: Any) -> str:
    """Arguments with their types, and what comes back."""
    try:
        found = inspect.signature(called)
    except (TypeError, ValueError):  # an exception takes whatever it is given
        return "(…)"
    parameters = [
        one.replace(annotation=one.annotation if one.annotation is one.empty else Spoken(worded(one.annotation)))
        for one in found.parameters.values()
        if one.name not in ("self", "cls")
    ]
    back = found.return_annotation
    back = back if back is found.empty else Spoken(worded(back))
    return str(found.replace(parameters=parameters, return_annotation=back)).removesuffix(" -> None")


def said(thing: Any) -> str:
    return re.sub(r"\s+", " ", (inspect.getdoc(thing) or "").partition("\n\n")[0]).strip()


def members(kind: type) -> Iterator[Told]:
    """Methods, properties and typed fields that a class of ours declares, of those it stands on as well."""
    seen = set[str]()
    for base in (one for one in kind.__mro__ if one.__module__.partition(".")[0] == "machinehall"):
        for name, annotation in inspect.get_annotations(base).items():
            if not name.startswith("_") and name not in seen and "ClassVar" not in str(annotation):
                seen.add(name)
                yield Told(name, f": {worded(annotation)}", "")
        for name, value in vars(base).items():
            if name.startswith("_") or name in seen:
                continue
            if isinstance(value, property) and value.fget is not None:
                seen.add(name)
                yield Told(name, f": {inspect.signature(value.fget).return_annotation}", said(value))
            elif inspect.isfunction(value) or isinstance(value, classmethod | staticmethod):
                seen.add(name)
                yield Told(name, shape(getattr(kind, name)), said(value))


def told(module: ModuleType) -> list[Told]:
    return [
        Told(name, shape(found), said(found), tuple(members(found)) if inspect.isclass(found) else ())
        for name, found in offered(module)
    ]


def sentence(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def line(one: Told) -> str:
    return f"<dt><code>{escape(one.name + one.shape)}</code></dt><dd>{sentence(one.text)}</dd>"


def reference_page() -> str:
    """All modules one after the other."""
    html = [
        "<h1>Reference</h1><p>What programs may call, with its types. It is made from the code; how it goes together is"
        " told in <a href='python.html'>the engine in Python</a> and <a href='learners.html'>learners</a>. What is not"
        " listed here may change at any time.</p>"
    ]
    for name in MODULES:
        module = import_module(name)
        html.append(f"<h2 id='{name}'><code>{name}</code></h2><p>{sentence(said(module))}</p>")
        for one in told(module):
            html.append(f"<h3 id='{name}.{one.name}'><code>{escape(one.name + one.shape)}</code></h3>")
            html.append(f"<p>{sentence(one.text)}</p>" if one.text else "")
            html.append(f"<dl>{''.join(map(line, one.parts))}</dl>" if one.parts else "")
    return "".join(html)

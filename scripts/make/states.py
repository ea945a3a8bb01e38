"""Write the states of our titles out: `position.py` of each from the fields that its `state.py` declares.

    python scripts/make/states.py            writes them
    python scripts/make/states.py --check    only tells which are not as they should be

A written class can be compiled; one that is made while the program runs cannot. Who sees what is said in `state.py`
alone.
"""

from __future__ import annotations

import argparse
import ast
import sys
import textwrap
from pathlib import Path

from machinehall.kernel.fields import plain_kind

TITLES = Path(__file__).parents[2] / "src" / "machinehall" / "titles"
WIDTH = 120


def declared(text: str) -> tuple[str, list[tuple[str, str]]]:
    """What the declaration says of the whole, and the names and types of its fields."""
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == "Fields"]
    lines = [node for node in classes[0].body if isinstance(node, ast.AnnAssign)]
    fields = [(ast.unparse(node.target), ast.unparse(node.annotation)) for node in lines]
    return ast.get_docstring(classes[0]) or "", [(name, plain_kind(name, kind)) for name, kind in fields]


def filled(before: str, words: list[str], after: str, indent: str) -> str:
    """Words with commas, on as many lines as they need."""
    inner = indent + "    "
    whole = ", ".join(word.replace(" ", "\0") for word in words)
    rows = textwrap.fill(whole, WIDTH - 1, initial_indent=inner, subsequent_indent=inner, break_long_words=False)
    return f"{indent}{before}\n{rows},\n{indent}{after}\n".replace("\0", " ")


def copied(name: str, kind: str) -> str:
    """A list is copied by its method: to the interpreter, `[:]` costs half as much again."""
    return f"self.{name}.copy()" if kind.startswith("list") else f"self.{name}"


def written(text: str) -> str:
    """The module of a state, from the module that declares its fields."""
    about, fields = declared(text)
    names = [name for name, _ in fields]
    return (
        '"""The position as a class. Written by scripts/make/states.py from the fields in state.py."""\n\n'
        "from __future__ import annotations\n\n"
        "from typing import ClassVar\n\n"
        "from machinehall.kernel.native import COMPILED, mypyc_attr\n"
        "from machinehall.kernel.plain_state import PlainState\n"
        "from machinehall.kernel.values import Frame\n\n# fmt: off\n\n\n"
        "@mypyc_attr(native_class=True)\n"
        "class State(PlainState):\n"
        f'    """{about}"""\n\n'
        + filled("NAMES: ClassVar[tuple[str, ...]] = (", [f'"{name}"' for name in names], ")", "    ")
        + "    __slots__ = NAMES\n\n"
        + filled("def __init__(", ["self", *(f"{n}: {kind}" for n, kind in fields)], ") -> None:", "    ")
        + "".join(f"        self.{name} = {name}\n" for name in names)
        + "\n    def clone(self) -> State:\n"
        "        if COMPILED:\n"
        + filled("return State(", [copied(*field) for field in fields], ")", "            ")
        + "        new = object.__new__(State)  # to the interpreter, arguments cost a fifth more\n"
        + "".join(f"        new.{name} = {copied(name, kind)}\n" for name, kind in fields)
        + "        return new\n\n"
        "    def __eq__(self, other: object) -> bool:\n"
        "        if not isinstance(other, State):\n"
        "            return NotImplemented\n"
        "        return (\n"
        f"            self.{names[-1]} == other.{names[-1]}\n"
        + "".join(f"            and self.{name} == other.{name}\n" for name in names[:-1])
        + "        )\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    stale = []
    for source in sorted(TITLES.glob("*/state.py")):
        target, text = source.with_name("position.py"), written(source.read_text(encoding="utf-8"))
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            stale.append(target)
            if not args.check:
                target.write_text(text, encoding="utf-8")
    for target in stale:
        print(target, "is out of date" if args.check else "written")
    return 1 if stale and args.check else 0


if __name__ == "__main__":
    sys.exit(main())

"""The shape of the house: one form for all titles, sizes that can be read, imports that point downwards."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MODULE_LINES, FUNCTION_LINES = 400, 40

FACE = "machinehall"
FLOORS = (
    ("kernel",),
    ("draw",),
    ("titles",),
    ("",),
    ("words",),
    ("school",),
    ("bots", "kept"),
    ("arena", "learn", "review"),
    ("benchmark",),
    ("league",),
    ("server",),
    ("web",),
    ("serving",),
    ("cli",),
)
"""The rooms from the ground up; the empty name is the public face. A room imports itself and what is below."""
TITLE_FLOORS = (
    ("components",),
    (
        "actions",
        "events",
        "refusals",
        "options",
        "board",
        "halves",
        "baron_lookup",
        "lookup",
        "action_frames",
        "baron_frames",
        "frames",
        "position",
        "state",
        "sampling",
    ),
    ("rules",),
    ("laws", "mending", "words", "judge", "observe", "school"),
    ("drawing", "terminal"),
    ("",),
)
"""The rooms of a title; on one floor modules may use each other as long as there is no circle."""
SERVER_FLOORS = (("store",), ("people",), ("play",), ("thinking",), ("workshop",), ("api",))
"""The rooms of the server; the modules beside them tie them together."""
FOLDERS = {"book", "components", "data", "drawing", "judge", "observe", "rules", "school", "words"}
FILES = {
    "__init__.py",
    "coverage.json",
    "events.py",
    "frames.py",
    "laws.py",
    "lookup.py",
    "mending.py",
    "options.py",
    "refusals.py",
    "position.py",
    "rulebook.md",
    "sampling.py",
    "state.py",
    "terminal.py",
    "components/checks.py",
    "components/types.py",
    "drawing/look.py",
    "judge/evaluation.py",
    "observe/features.py",
    "rules/refusals.py",
    "rules/setup.py",
    "school/facts.py",
    "words/effects.py",
    "words/names.py",
    "words/story.py",
    "words/terms.py",
    "words/wording.py",
}


class Import(NamedTuple):
    """One module uses another."""

    by: str
    of: str
    typing_only: bool


@cache
def modules() -> dict[str, Path]:
    """All modules of the package; the migrations are run by their number, not imported."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if "migrations" not in path.parts:
            parts = path.relative_to(SOURCE).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(name: str, tree: ast.AST, is_package: bool, known: Iterable[str]) -> Iterator[Import]:
    """What a module imports of the house, in functions too, and whether only types need it."""
    known = set(known)

    def walk(node: ast.AST, typing_only: bool) -> Iterator[Import]:
        for target in targets(node):
            while target not in known:
                target = target.rpartition(".")[0]
            if target != name:
                yield Import(name, target, typing_only)
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        inside = node.body if isinstance(node, ast.If) else ()
        for child in ast.iter_child_nodes(node):
            yield from walk(child, typing_only or (guarded and child in inside))

    def targets(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == FACE)
        elif isinstance(node, ast.ImportFrom):
            base = name.split(".")[: None if is_package and node.level == 1 else -node.level + is_package]
            full = ".".join([*(base if node.level else ()), *([node.module] if node.module else [])])
            if full.split(".")[0] == FACE:
                yield from (f"{full}.{alias.name}" for alias in node.names)

    yield from walk(tree, False)


@cache
def imports() -> tuple[Import, ...]:
    found = modules()
    trees = ((name, path, ast.parse(path.read_text(encoding="utf-8"))) for name, path in found.items())
    return tuple(one for name, path, tree in trees for one in imports_of(name, tree, path.name == "__init__.py", found))


def room(name: str) -> str:
    return f"{name}.".split(".")[1]


def title_of(name: str) -> tuple[str, str] | None:
    """A title's module as the title's name and the room in it."""
    parts = name.split(".")
    return (parts[2], f"{name}.".split(".")[3]) if parts[1:2] == ["titles"] and len(parts) > 2 else None


def floor(of: str, floors: tuple[tuple[str, ...], ...]) -> int:
    found = [number for number, rooms in enumerate(floors) if of in rooms]
    assert found, f"{of!r} is on no floor: say in tests/test_house.py where it belongs"
    return found[0]


def upwards(found: Iterable[Import]) -> list[str]:
    """Imports that do not point downwards, between rooms of the house and between rooms of a title."""
    wrong = []
    for one in found:
        by, of = room(one.by), room(one.of)
        inner_by, inner_of = title_of(one.by), title_of(one.of)
        if by != of and floor(by, FLOORS) <= floor(of, FLOORS):
            wrong.append(f"{one.by} -> {one.of}")
        elif inner_by and inner_of:
            same = inner_by[0] == inner_of[0]
            if not same or floor(inner_by[1], TITLE_FLOORS) < floor(inner_of[1], TITLE_FLOORS):
                wrong.append(f"{one.by} -> {one.of}")
        elif inner_by and of == "titles":
            wrong.append(f"{one.by} -> {one.of}")
    return wrong


def upwards_in_the_server(found: Iterable[Import]) -> set[str]:
    """Imports that do not point downwards between rooms of the server."""
    rooms, wrong = {room for row in SERVER_FLOORS for room in row}, set()
    for one in found:
        by, of = (name.split(".")[1:] for name in (one.by, one.of))
        inside = by[:1] == of[:1] == ["server"] and {*by[1:2], *of[1:2]} <= rooms and len(by) > 1 and len(of) > 1
        if inside and floor(by[1], SERVER_FLOORS) < floor(of[1], SERVER_FLOORS):
            wrong.add(f"{'.'.join(by[1:])} -> {'.'.join(of[1:])}")
    return wrong


def circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """One circle of a graph, or nothing."""
    done: set[str] = set()

    def walk(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node not in done:
            for other in graph.get(node, ()):
                if found := walk(other, [*way, node]):
                    return found
            done.add(node)
        return []

    return next((found for node in graph if (found := walk(node, []))), [])


def packages_of(found: Iterable[Import], known: Collection[str]) -> Iterator[Import]:
    """Whoever imports a module runs the packages first in which it lies, but for those that are running already."""
    for one in found:
        parts = one.of.split(".")
        for name in (".".join(parts[:length]) for length in range(2, len(parts))):
            if name in known and not f"{one.by}.".startswith(f"{name}."):
                yield Import(one.by, name, one.typing_only)


def graph_of(found: Iterable[Import]) -> dict[str, list[str]]:
    graph: dict[str, list[str]] = {}
    for one in found:
        graph.setdefault(one.by, []).append(one.of)
    return graph


def test_imports_point_downwards() -> None:
    assert upwards(imports()) == []


def test_rooms_of_the_server_point_downwards() -> None:
    assert upwards_in_the_server(imports()) == set()
    bad = Import("machinehall.server.store.rows", "machinehall.server.play.table", True)
    assert upwards_in_the_server([bad]) == {"store.rows -> play.table"}


def test_no_module_imports_itself_by_way_of_others() -> None:
    needed = [one for one in imports() if not one.typing_only]
    assert circle(graph_of([*needed, *packages_of(needed, modules())])) == []
    bad = [Import("a.b", "a.c.d", False), Import("a.c", "a.b", False)]
    assert circle(graph_of([*bad, *packages_of(bad, ("a.b", "a.c", "a.c.d"))])) == ["a.b", "a.c", "a.b"]


def test_types_close_no_circle_either() -> None:
    assert circle(graph_of(imports())) == []


def test_the_checks_of_imports_can_fail() -> None:
    text = (
        "if TYPE_CHECKING:\n    from machinehall.web import shell\ndef late():\n    from ..kernel.match import Match\n"
    )
    known = ["machinehall", "machinehall.web.shell", "machinehall.kernel.match", "machinehall.bots.one"]
    found = list(imports_of("machinehall.bots.one", ast.parse(text), False, known))
    assert found == [
        Import("machinehall.bots.one", "machinehall.web.shell", True),
        Import("machinehall.bots.one", "machinehall.kernel.match", False),
    ]
    assert upwards(found) == ["machinehall.bots.one -> machinehall.web.shell"]
    package = list(imports_of("machinehall.bots", ast.parse("from .one import One"), True, known))
    assert package == [Import("machinehall.bots", "machinehall.bots.one", False)]
    titles = "machinehall.titles"
    bad = [
        (f"{titles}.a.rules.x", f"{titles}.a.words.y"),
        (f"{titles}.a.state", f"{titles}.b.state"),
        (f"{titles}.a.laws", titles),
    ]
    assert len(upwards(Import(by, of, False) for by, of in bad)) == 3
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]


# Sizes


@cache
def written() -> tuple[tuple[str, str], ...]:
    """Every Python file of ours and its text."""
    folders = [ROOT / name for name in ("src", "tests", "scripts", "bench", "examples")]
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return tuple((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def long_functions(text: str) -> Iterator[str]:
    """Functions whose body, without its docstring, has too many lines."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
            if (node.end_lineno or 0) - body[0].lineno + 1 > FUNCTION_LINES:
                yield node.name


def test_no_module_is_too_long() -> None:
    assert [path for path, text in written() if text.count("\n") > MODULE_LINES] == []


def test_no_line_of_a_template_is_too_long() -> None:
    pages = (SOURCE / FACE / "web" / "templates").glob("*.html")
    lines = {page.name: page.read_text(encoding="utf-8").splitlines() for page in pages}
    assert lines and not [(name, line) for name, found in lines.items() for line in found if len(line) > 120]


def test_no_function_is_too_long() -> None:
    # A migration that has been published is never touched again; a state is written out by scripts/make/states.py.
    ours = [(path, text) for path, text in written() if "/migrations/" not in path and "/position.py" not in path]
    assert [f"{path}: {name}" for path, text in ours for name in long_functions(text)] == []


SAYS_NOTHING = re.compile(r"^(NOBODY|LONGEST|SHORTEST|KEPT|MOST|LEAST|MANY|FEW|LONG|ENOUGH)\b.*=(?!=)", re.MULTILINE)


def test_numbers_say_of_what() -> None:
    """A limit is named after the thing it limits: three modules that each have a KEPT read as if it were one."""
    ours = [(path, text) for path, text in written() if not path.startswith("tests/")]
    assert [f"{path}: {found[1]}" for path, text in ours for found in SAYS_NOTHING.finditer(text)] == []
    assert SAYS_NOTHING.search("X = 1\nMOST: Final = 3\n") and SAYS_NOTHING.search("FEW, SOME_MORE = 2, 4\n")
    assert not SAYS_NOTHING.search("MOST_LINES = 3\n")


def test_the_check_of_functions_can_fail() -> None:
    short = "def f():\n" + "    pass\n" * FUNCTION_LINES
    assert list(long_functions(short)) == []
    assert list(long_functions(short + "    pass\n")) == ["f"]


WEIGHTS_MB = 8


def test_weights_of_nets_stay_small() -> None:
    """Each that is replaced stays in the history for ever; `CONTRIBUTING.md` says when one is."""
    files = {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in SOURCE.rglob("*.npz")}
    assert files and {path: size for path, size in files.items() if size > WEIGHTS_MB * 1_000_000} == {}


# Titles


def title_folders() -> list[Path]:
    return sorted(path.parent for path in (SOURCE / FACE / "titles").glob("*/__init__.py"))


@pytest.mark.parametrize("folder", title_folders(), ids=lambda path: path.name)
def test_titles_have_one_shape(folder: Path) -> None:
    assert {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"} == FOLDERS
    assert {name for name in FILES if not (folder / name).is_file()} == set()


def chapters(text: str) -> list[tuple[int, list[str]]]:
    """What the head of a folder of rules lists: the first chapter of each clause, and the modules named for it."""
    listed = text.split("\n\n", 1)[1].split(". `")[0]
    found: list[tuple[int, list[str]]] = []
    for clause in listed.split(";"):
        for part in re.split(r"(?:^|, )(?=\d+[A-Z] )", " ".join(clause.split())):
            if modules := re.findall(r"`(\w+)`", part):
                number = re.match(r"(\d+)", part)
                assert number, f"no chapter before {modules}"
                found.append((int(number[1]), modules))
    return found


@pytest.mark.parametrize("folder", title_folders(), ids=lambda path: path.name)
def test_rules_are_the_chapters_in_the_order_of_the_book(folder: Path) -> None:
    """A module of rules that is no chapter is named after them; what nobody names does not belong there."""
    assert chapters("A title.\n\n3 one `a`, `b`; 2A two `c`, 2B `d`. `e` helps.") == [
        (3, ["a", "b"]),
        (2, ["c"]),
        (2, ["d"]),
    ]
    text = ast.get_docstring(ast.parse((folder / "rules" / "__init__.py").read_text(encoding="utf-8"))) or ""
    listed = chapters(text)
    assert len(listed) > 8 and listed == sorted(listed, key=lambda row: row[0])
    inside = {path.name.partition(".")[0] for path in (folder / "rules").iterdir()}  # what was compiled bears the name
    assert set(re.findall(r"`(\w+)`", text)) == inside - {"__init__", "__pycache__"}
    named = {module for _, modules in listed for module in modules}
    assert inside - named - {"__init__", "__pycache__"} <= {"refusals", "timing"}


def test_there_are_titles_to_compare() -> None:
    assert len(title_folders()) >= 3

"""Which test proves which rule.

Collects the suite, writes `coverage.json` beside the rulebook of each title, prints a table and fails if a rule, an
example or an edge case is cited by no test. With --check nothing is written: it fails if a file is not current.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
from pathlib import Path

import pytest

from machinehall.kernel.rulebook import Rulebook, book_path, books, load_rulebook

ROOT = Path(__file__).resolve().parents[2]
Coverage = dict[str, list[str]]


class Collector:
    """Pytest plugin that notes the citations of every collected test; a test with parameters counts once."""

    def __init__(self) -> None:
        self.tests: dict[str, set[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                for entry_id in mark.args:
                    self.tests.setdefault(entry_id, set()).add(item.nodeid.partition("[")[0])


def collect() -> dict[str, set[str]]:
    """Citations of the whole suite: id -> names of tests."""
    collector = Collector()
    output = io.StringIO()
    arguments = ["--collect-only", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), str(ROOT / "tests")]
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = pytest.main(arguments, plugins=[collector])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"{output.getvalue()}\nthe suite cannot be collected")
    return collector.tests


def coverage(book: Rulebook, tests: dict[str, set[str]]) -> Coverage:
    """For every id of a rulebook, in its order, the tests that cite it."""
    return {entry_id: sorted(tests.get(entry_id, ())) for entry_id in book.index}


def path_of(title: str) -> Path:
    return book_path(title).with_name("coverage.json")


def as_text(found: Coverage) -> str:
    return json.dumps(found, indent=1) + "\n"


def show(book: Rulebook, found: Coverage) -> list[str]:
    """Print the table of one title; return what is unproved."""
    must = set(book.to_prove())
    unproved = [entry_id for entry_id in must if not found[entry_id]]
    for entry_id, names in found.items():
        if names or entry_id in must:
            print(f"{entry_id:10} {names[0] if names else 'UNPROVED'}")
            for name in names[1:]:
                print(f"{'':10} {name}")
    print(f"\n{book.title}: {len(must) - len(unproved)} of {len(must)} proved, {len(unproved)} unproved")
    return unproved


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a coverage.json is not current")
    check: bool = parser.parse_args().check
    tests = collect()
    bad = False
    for title in books():
        book = load_rulebook(title)
        found = coverage(book, tests)
        path = path_of(title)
        if not check:
            path.write_text(as_text(found), encoding="utf-8")
            bad |= bool(show(book, found))
        elif not path.is_file() or path.read_text(encoding="utf-8") != as_text(found):
            print(f"{path.relative_to(ROOT)} is not current: run `make rules` and commit it")
            bad = True
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())

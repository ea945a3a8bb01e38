"""Pytest plugin: which rules, examples and edge cases the passed tests prove.

A test cites what it proves with `@pytest.mark.rule("PR-4.12", "PR-EX-08", "PR-E-07", "A-16")`; an id that is in no
rulebook stops the run. Tests that play random matches call `count_matches(n)`. The sum is one line at the end.

Citations travel as user properties of the test reports, so the account is the same with and without xdist.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import pytest
from stages import Stage, titles_from

from machinehall.kernel.rulebook import HOUSE, EdgeCase, Entry, Example, Rule, books, load_rulebook

RULES = "machinehall-rules"
MATCHES = "machinehall-matches"

_running: list[pytest.Item] = []


def all_entries() -> dict[str, Entry]:
    """Everything in the rulebooks of the titles that are carried in code."""
    return {key: entry for title in books() for key, entry in load_rulebook(title).index.items()}


def cited(item: pytest.Item) -> list[str]:
    """The ids that a test cites, in order, each once."""
    return list(dict.fromkeys(str(entry_id) for mark in item.iter_markers("rule") for entry_id in mark.args))


def count_matches(number: int) -> None:
    """Tell the account that the running test has played so many random matches. They count if the test passes."""
    if _running:
        _running[-1].user_properties.append((MATCHES, number))


@pytest.fixture(name="count_matches")
def count_matches_fixture() -> Callable[[int], None]:
    """`count_matches` for tests that would rather not import it."""
    return count_matches


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn an unknown id into an error of the file's collection, which xdist's workers report properly."""
    report = yield
    known = all_entries()
    unknown = [
        f"{item.nodeid} cites {entry_id}, which is in no rulebook"
        for item in report.result or ()
        if isinstance(item, pytest.Item)
        for entry_id in cited(item)
        if entry_id not in known
    ]
    if unknown:
        report.outcome = "failed"
        report.longrepr = "\n".join(unknown)
        report.result = []
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    item.user_properties.append((RULES, cited(item)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _running.append(item)
    try:
        return (yield)
    finally:
        _running.pop()


class Account:
    """What has been proved so far. Lives where reports arrive: in the one process, or in xdist's controller."""

    def __init__(self) -> None:
        self.proved: dict[str, list[str]] = {}
        self.matches: dict[str, int] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            # A test whose tear-down fails has passed its call before.
            self.failed.add(report.nodeid)
        if report.when == "call" and report.passed:
            properties = [(str(key), value) for key, value in report.user_properties]
            self.proved[report.nodeid] = [i for key, ids in properties if key == RULES for i in _ids(ids)]
            self.matches[report.nodeid] = sum(n for key, n in properties if key == MATCHES and isinstance(n, int))

    def summary(self) -> str:
        known = all_entries()
        promised = (HOUSE, *titles_from(Stage.TAUGHT))
        to_prove = [entry_id for title in promised for entry_id in load_rulebook(title).to_prove()]
        proved = {i for node, ids in self.proved.items() if node not in self.failed for i in ids}
        parts: list[str] = []
        unproved = 0
        for kind, name in ((Rule, "rules"), (Example, "examples"), (EdgeCase, "edge cases")):
            wanted = {entry_id for entry_id in to_prove if isinstance(known[entry_id], kind)}
            parts.append(f"{len(wanted & proved)} of {len(wanted)} {name}")
            unproved += len(wanted - proved)
        matches = sum(number for node, number in self.matches.items() if node not in self.failed)
        return f"proved: {', '.join(parts)}, {matches} random matches, {unproved} unproved"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.proved:
            terminalreporter.write_line(self.summary())


def _ids(value: object) -> list[str]:
    return [str(entry_id) for entry_id in value] if isinstance(value, list | tuple) else []


def pytest_configure(config: pytest.Config) -> None:
    # Workers report to the controller and keep no account of their own.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Account(), "machinehall-account")

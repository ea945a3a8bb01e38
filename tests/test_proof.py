"""The account of what is proved: only tests that passed altogether count."""

from __future__ import annotations

from typing import Literal

import pytest
from proof_plugin import MATCHES, RULES, Account


def report(
    node: str, when: Literal["setup", "call", "teardown"], outcome: Literal["passed", "failed", "skipped"], *ids: str
) -> pytest.TestReport:
    properties: list[tuple[str, object]] = [(RULES, list(ids)), (MATCHES, 3), (MATCHES, 4)]
    return pytest.TestReport(node, ("", None, ""), {}, outcome, None, when, user_properties=properties)


def test_only_passed_tests_prove() -> None:
    account = Account()
    account.pytest_runtest_logreport(report("a", "setup", "passed", "PR-1.1"))
    assert account.summary().startswith("proved: 0 of ")
    account.pytest_runtest_logreport(report("a", "call", "passed", "PR-1.1", "PR-EX-01", "PR-E-01", "A-01"))
    account.pytest_runtest_logreport(report("b", "call", "passed", "PR-1.1"))
    account.pytest_runtest_logreport(report("c", "call", "failed", "PR-1.2"))
    account.pytest_runtest_logreport(report("d", "call", "skipped", "PR-1.3"))
    account.pytest_runtest_logreport(report("e", "call", "passed", "PR-1.4"))
    account.pytest_runtest_logreport(report("e", "teardown", "failed", "PR-1.4"))
    line = account.summary()
    assert line.startswith("proved: 1 of ")
    assert " rules, 1 of " in line and " examples, 1 of " in line
    assert ", 14 random matches, " in line

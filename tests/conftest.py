"""What all tests share: the account of which rules are proved, and a folder for the processes of one run."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

pytest_plugins = ["proof_plugin"]


def pytest_configure(config: pytest.Config) -> None:
    # Workers are told by their environment.
    if not hasattr(config, "workerinput"):
        shared = tempfile.mkdtemp(prefix="machinehall-tests-")
        os.environ["MACHINEHALL_TESTS_SHARE"] = shared
        config.add_cleanup(lambda: shutil.rmtree(shared, ignore_errors=True))

"""What all tests share: the account of which rules are proved, and a folder for the processes of one run."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

from machinehall.bots.processes import one_thread

one_thread(os.environ)  # before anything loads numpy
pytest_plugins = ["proof_plugin"]
SHARED = "MACHINEHALL_TESTS_SHARE"


def pytest_configure(config: pytest.Config) -> None:
    if SHARED in os.environ:
        return  # a worker, or a run inside another
    os.environ[SHARED] = shared = tempfile.mkdtemp(prefix="machinehall-tests-")

    def tidy_up() -> None:
        del os.environ[SHARED]
        shutil.rmtree(shared, ignore_errors=True)

    config.add_cleanup(tidy_up)

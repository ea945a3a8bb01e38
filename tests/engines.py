"""Which engine the suite runs on: a few tests read the source through what only its plain functions have."""

from __future__ import annotations

import pytest

from machinehall.kernel.native import COMPILED

plain_only = pytest.mark.skipif(COMPILED, reason="asks plain functions and lists what compiled ones do not tell")

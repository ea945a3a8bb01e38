"""The account of which test proves which rule is on file and current."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_coverage_on_file_is_current() -> None:
    check = [sys.executable, str(ROOT / "scripts" / "check" / "rule_coverage.py"), "--check"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

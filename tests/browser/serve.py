"""`machinehall serve` with known luck: a browser test that fails can be run again and fails again.

LUCK=n gives other deals. What bots do within their time still differs from machine to machine.
"""

from __future__ import annotations

import os
import random
import sys

from machinehall.cli.main import app
from machinehall.server.store import stored_match

if __name__ == "__main__":
    luck = int(os.environ.get("LUCK", "2026"))
    stored_match.dealer = lambda: random.Random(luck)
    app(["serve", *sys.argv[1:]])

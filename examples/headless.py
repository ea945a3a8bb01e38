"""A table without a browser: opens one on a server, plays a seat of it, fetches the record. Standard library only.

machinehall serve --port 8120
python examples/headless.py http://127.0.0.1:8120 promethium
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Hall:
    """A caller with an identity of their own, which a cookie keeps."""

    def __init__(self, server: str, name: str) -> None:
        self.server = server
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.ask("/identities", {"name": name})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """A call of the API: POST with a body, else GET. Who is told to wait asks again after that time; None where
        we came too late: look again."""
        data = None if body is None else json.dumps(body).encode()
        head = {"content-type": "application/json", "origin": self.server}
        for patience in reversed(range(100)):
            try:
                request = urllib.request.Request(f"{self.server}/api/v1{path}", data, head)
                return json.load(self.browser.open(request, timeout=60))
            except urllib.error.HTTPError as fault:
                if fault.code == 409:
                    return None
                if fault.code not in (429, 503) or not patience:
                    raise SystemExit(f"{path}: {fault.code} {fault.read().decode()}") from None
                time.sleep(float(fault.headers.get("retry-after", 1)))
        return None


def wait(server: str, seconds: int = 120) -> None:
    """Until a server that was just started answers."""
    for _ in range(5 * seconds):
        try:
            urllib.request.urlopen(f"{server}/healthz", timeout=10).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"nobody answers at {server}")


def play(hall: Hall, title: str, rng: random.Random) -> dict[str, Any]:
    """One match against a bot, from the empty table to the record."""
    seats = [{"kind": "you"}, {"kind": "bot", "bot": "random"}]
    match = hall.ask("/matches", {"title": title, "seats": seats, "start": True})["id"]
    while (sight := hall.ask(f"/matches/{match}/view")) is None or sight["status"] != "over":
        if sight and sight["legal"]:
            action = rng.choice(sight["legal"])
            hall.ask(f"/matches/{match}/actions", {"action": action, "rev": sight["rev"], "seat": sight["seat"]})
        else:
            time.sleep(0.05)
    while (record := hall.ask(f"/matches/{match}/record")) is None:
        time.sleep(0.05)
    print(sight["outcome"]["scores"], file=sys.stderr)
    found: dict[str, Any] = record
    return found


if __name__ == "__main__":
    wait(sys.argv[1])
    print(json.dumps(play(Hall(sys.argv[1], "Program"), sys.argv[2], random.Random(1)), indent=0))

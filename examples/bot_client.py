"""A bot of thirty lines: plays one seat through the JSON API, with nothing but the standard library.

    python examples/bot_client.py http://127.0.0.1:8120 MATCH TOKEN

TOKEN comes from POST /api/v1/matches/MATCH/tokens {"seat": 1}, asked by whoever holds the seat.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any

server, match, token = sys.argv[1:]


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"{server}/api/v1/matches/{match}{path}", data)
    request.add_header("authorization", f"Bearer {token}")
    request.add_header("content-type", "application/json")
    try:
        return json.load(urllib.request.urlopen(request, timeout=30))
    except urllib.error.HTTPError as error:
        if error.code not in (409, 429, 503):
            raise
        # Somebody was faster, or the server asks us to wait: look again.
        time.sleep(0.05 if error.code == 409 else float(error.headers.get("retry-after", 1)))
        return None


while (sight := ask("/view")) is None or sight["status"] != "over":
    if sight and sight["legal"]:
        ask("/actions", {"action": random.choice(sight["legal"]), "rev": sight["rev"], "seat": sight["seat"]})
    else:
        time.sleep(0.05)
print(sight["outcome"]["scores"])

"""Brings a bot to a served table: it follows an invitation, as a friend would, and plays to the end.

    python examples/seat_bot.py "http://127.0.0.1:8120/t/MATCH/join#CODE" mine:Miser

Bots are levels (`apprentice`) or your own, as in an arena. Keep the program running: the seat is its own.
"""

import json
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import machinehall as mh
from machinehall.bots import Clock, make_bot

link, name = sys.argv[1:]
sys.path.insert(0, str(Path.cwd()))
place = urlsplit(link)
server, match = f"{place.scheme}://{place.netloc}", place.path.split("/")[2]
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    data = json.dumps(body).encode() if body is not None else None
    head = {"content-type": "application/json", "origin": server}
    while True:
        try:
            return json.load(browser.open(urllib.request.Request(f"{server}/api/v1{path}", data, head), timeout=30))
        except urllib.error.HTTPError as error:
            if error.code == 409:  # not begun, or somebody was faster: look again
                time.sleep(0.05)
                return None
            if error.code not in (429, 503):
                raise
            time.sleep(float(error.headers.get("retry-after", 1)))  # the server asks us to wait


ask("/identities", {"name": name.rpartition(":")[2][:20]})
info = ask(f"/matches/{match}/join", {"code": place.fragment})
title = mh.title(info["title"])
bot = make_bot(name, title, match)
while (sight := ask(f"/matches/{match}/view")) is None or sight["status"] != "over":
    if sight and sight["legal"]:
        action = bot.choose(sight["view"], [title.parse(text) for text in sight["legal"]], Clock(None))
        ask(f"/matches/{match}/actions", {"action": title.text(action), "rev": sight["rev"], "seat": sight["seat"]})
    else:
        time.sleep(0.05)
print(sight["outcome"]["scores"])

"""Plays the title of a package from outside at every kind of table. Run as a program, where the package is installed:

python tables.py battery|bots|learners|pages|faults
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

import battery

import machinehall as mh
from machinehall.kernel import registry
from machinehall.kernel.parts import Stage

NAME = "kalah"
BOOKS = (f"/rules/{NAME}", f"/rules/{NAME}/components", f"/rules/{NAME}/examples", f"/components/{NAME}")
PAGES = ("/", "/new", f"/new?title={NAME}", "/rules", *BOOKS, "/learn", "/replays", "/feats")


def battery_holds() -> None:
    battery.main(NAME, 1)
    title = mh.title(NAME)
    assert title.stage is Stage.PLAYABLE and NAME in mh.titles()
    for seed in range(10):
        assert battery.laws_hold(title, 2, seed) > 20
    for proof in (
        battery.copies_agree,
        battery.texts_parse,
        battery.refusals_explain,
        battery.samples_give_the_view_back,
        battery.observations_fit,
        battery.events_are_declared,
    ):
        proof(title, 2, 3)
    assert battery.worlds_stay_alike(title, 2, 3) > 20 and battery.undo_goes_back(title, 2, 3) > 20
    battery.records_replay(title, 2, 3, mh.load_match)


def bots_play() -> None:
    """A bot that searches beats one that does not look."""
    from machinehall.bots import make_bot, run_match

    title, won = mh.title(NAME), 0
    for seed in range(4):
        match = mh.new_match(NAME, 2, seed)
        run_match(match, [make_bot("journeyman/60", title, f"{seed}/a"), make_bot("random", title, f"{seed}/b")])
        assert match.outcome is not None
        won += match.outcome.places[0] == 1
    assert won == 4


def learners_play() -> None:
    from pettingzoo.test import api_test  # type: ignore[import-untyped]

    from machinehall.learn.aec import MatchEnv

    api_test(MatchEnv(NAME, 2), num_cycles=60)
    title, state = mh.title(NAME), mh.title(NAME).start(2)
    assert title.encode(state, 0).tolist() == [0, 1, 1, 0, 0, 0, 2, *[4] * 12, 0, 0]


def pages_play() -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_pages(f"sqlite:///{folder}/tables.sqlite"))


async def _pages(database: str) -> None:
    """The whole way of a person: home, a new table, clicks on the drawing, rules, components, the end."""
    from server.kit import house, seats

    async with house(database) as made:
        ada = await made.client("Ada")
        pages = {path: await ada.http.get(path) for path in PAGES}
        spec = {"title": NAME, "seats": seats("you", "you"), "start": True}
        match = (await ada.post("/matches", spec, 201))["id"]
        for turn in range(200):
            sight = await ada.get(f"/matches/{match}/view")
            if sight["status"] == "over":
                break
            path = f"/t/{match}?seat={sight['seat']}"
            page = pages[path] = await ada.http.get(path)
            drawn = re.findall(r'data-act="([^"]+)"', page.text)
            assert set(sight["legal"]) <= set(drawn), (sight["legal"], drawn)
            body = {"rev": sight["rev"], "seat": sight["seat"]}
            refused = await ada.ask("POST", f"/matches/{match}/actions", {**body, "action": "sow b1"})
            if turn == 0:
                assert "belongs to the other player" in refused.text and "KA-2.1" in refused.text
                await ada.post(f"/matches/{match}/actions", {**body, "action": sight["legal"][0]})
            elif refused.status_code != 200:
                await ada.post(f"/matches/{match}/actions", {**body, "action": sight["legal"][0]})
        assert sight["status"] == "over"
        pages["end"] = await ada.http.get(f"/t/{match}?seat=0")
        assert "Seeds in the store" in pages["end"].text
        for kind in ("record.json", "log.txt", "scoring.csv", "board.svg"):
            pages[kind] = await ada.http.get(f"/t/{match}/export/{kind}")
        wrong = {path: page.status_code for path, page in pages.items() if page.status_code != 200}
        assert not wrong, wrong


def faults_are_told() -> None:
    """A broken package is left out, and it is told why; the others play."""
    told = registry.faults()
    assert set(told) == {"broken", "misnamed"}
    assert "ZeroDivisionError" in told["broken"] and "calls itself 'kalah'" in told["misnamed"]
    assert NAME in mh.titles() and "broken" not in mh.titles()
    for name in told:
        try:
            mh.title(name)
        except mh.UnknownTitle as fault:
            assert told[name] in str(fault)
        else:
            raise AssertionError(name)


if __name__ == "__main__":
    {
        "battery": battery_holds,
        "bots": bots_play,
        "learners": learners_play,
        "pages": pages_play,
        "faults": faults_are_told,
    }[sys.argv[1]]()

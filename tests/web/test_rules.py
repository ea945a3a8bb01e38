"""The pages of the rulebooks: every link to a rule finds it, options stand beside their rules, strangers may read."""

from __future__ import annotations

import asyncio
import re

from server.kit import house
from stages import Stage, titles_from

import machinehall as mh
from machinehall.kernel.handbook import SHEETS
from machinehall.kernel.rulebook import HOUSE
from machinehall.words import languages

PAGES = [f"/rules/{name}{more}" for name in titles_from(Stage.TAUGHT) for more in ("", "/examples", "/components")]
PAGES += [f"/rules/{name}/{sheet}" for name in titles_from(Stage.TAUGHT) for sheet in SHEETS]
PAGES += [f"/components/{name}" for name in titles_from(Stage.TAUGHT)]
PAGES += ["/rules", f"/rules/{HOUSE}", "/learn"]


def test_every_link_to_a_rule_finds_it(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for lang in languages():
                texts = {}
                for path in PAGES:
                    answer = await ada.http.get(path, headers={"cookie": f"mh-lang={lang}"})
                    assert answer.status_code == 200, path
                    texts[path] = answer.text
                anchors = {path: set(re.findall(r' id="([^"]+)"', text)) for path, text in texts.items()}
                for path, text in texts.items():
                    for link in re.findall(r'href="((?:/rules|/components)?[^":?]*#[^"]+)"', text):
                        page, _, anchor = link.partition("#")
                        if not anchor.startswith("i-"):
                            assert anchor in anchors[page or path], (lang, path, link)

    asyncio.run(run())


def test_examples_stand_with_the_rules_they_show_in_the_readers_language(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for name in titles_from(Stage.TAUGHT):
                text = (await ada.http.get(f"/rules/{name}/examples", headers={"cookie": "mh-lang=fr"})).text
                rows = re.findall(r'<div id="[^"]+"><dt>(.*?)</dd>', text, re.DOTALL)
                assert len(rows) > 90 and sum('class="behind"' in row for row in rows) > 0.95 * len(rows)
            assert "Les règles qu’il illustre" in text

    asyncio.run(run())


def test_options_stand_beside_their_rules(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for name, title in mh.titles().items():
                text = (await ada.http.get(f"/rules/{name}")).text
                for option in title.options:
                    row = re.search(rf'<div id="{re.escape(option.rule)}"(.*?)</div>(?=<div id|</dl>)', text, re.DOTALL)
                    assert row is not None and option.name in row[1], option

    asyncio.run(run())


def test_searching_hides_the_rest(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            text = (await ada.http.get("/rules/promethium?q=PR-4.12")).text
            assert '<div id="PR-4.12">' in text and '<div id="PR-4.11" hidden>' in text
            assert '<section id="chapter-1" hidden>' in text and '<section id="chapter-4">' in text
            nothing = (await ada.http.get("/rules/promethium?q=<zeppelin>")).text
            assert "No rule has all these words" in nothing and "<zeppelin>" not in nothing
            for path in ("/rules/chess", "/rules/promethium/poem", "/rules/house/summary"):
                assert (await ada.http.get(path)).status_code == 404

    asyncio.run(run())

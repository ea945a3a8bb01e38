"""The pages without a browser: what they answer, in every language, to friends and strangers."""

from __future__ import annotations

import asyncio
import html
import random
import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from often import now_and_then
from server.kit import Client, House, house, seats
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.drawn import Target
from machinehall.draw.kit import group
from machinehall.draw.look import SIZES, Panel, PlainLook, look_of
from machinehall.draw.theme import THEMES
from machinehall.kernel import fields
from machinehall.kernel.rulebook import HOUSE, load_rulebook
from machinehall.web import assets
from machinehall.web.books.markup import inline, markdown, rule_path
from machinehall.web.people.settings import safe_path
from machinehall.words import languages, load, say
from machinehall.words.titles import speech

WEB = Path(assets.__file__).parent
NASTY = "<i>&\"'Ola"
PART = {"mh-part": "1"}


def test_targets_become_links_with_names() -> None:
    labels, printed = {"x 1": "do <x>", "y": "do y"}, "<text>5 &amp;</text><text>7</text>"
    drawn = group(group(printed, "b", more=Target(("x 1", "y"), labels)), "a")
    done = Panel("p", "board", "", 10, 10, drawn, ()).sent("", {})
    assert '<a href="#b" id="b" class="mh-legal" data-act="x 1" data-acts="x 1|y" aria-label="do ' in done
    assert 'aria-label="do &lt;x&gt;; do y: 5 &amp; 7">' in done and "</text> <text>" in done
    assert done.count("</a>") == 1 and done.count("</g>") == 1
    alone = group(printed, "b", more=Target(("x 1",)))
    assert alone == f'<g id="b" class="mh-legal" data-act="x 1">{printed}</g>'


def targets(svg: str) -> list[list[str]]:
    """What can be chosen on a drawing, read out of it."""
    found = re.findall(r'class="mh-legal" data-act="([^"]*)"(?: data-acts="([^"]*)")?', svg)
    return [html.unescape(several or one).split("|") for one, several in found]


def test_settings_lead_nowhere_else() -> None:
    assert safe_path("/t/x?seat=1") == "/t/x?seat=1"
    assert [safe_path(p) for p in ("//evil", "https://evil", "/\\evil", "")] == ["/"] * 4


def test_rules_are_escaped_and_linked() -> None:
    done = markdown("**Bold** <b> `code` see PR-4.8\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |", "promethium")
    assert "<b>Bold</b> &lt;b&gt; <code>code</code>" in done and 'href="/rules/promethium#PR-4.8"' in done
    assert "<li>one</li>" in done and "<td>2</td>" in done
    assert rule_path("promethium", "MH-1.3") == "/rules/house#MH-1.3"
    assert rule_path("promethium", "PR-EX-03") == "/rules/promethium/examples#PR-EX-03"
    assert "PR-99.9" in markdown("PR-99.9", "promethium") and "<a" not in markdown("PR-99.9", "promethium")
    assert 'href="/rules/promethium#chapter-12"' in markdown("(chapter 12)", "promethium")
    assert '<use href="#i-coal"/>' in markdown(":i-coal:", "promethium")
    assert markdown(":i-no:", "promethium") == "<p></p>"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "<!-- PR-4.8 -->",
        "[click](javascript:alert(1))",
        "![picture](https://example.com/x.png)",
        "<https://example.com>",
        "`<b>`",
        "# <i>",
        "- <i>",
        "| <i> |\n|---|\n| <i> |",
    ],
)
def test_no_html_link_or_picture_comes_through_a_text(text: str) -> None:
    found: list[tuple[str, str | None]] = []
    reader = HTMLParser()
    reader.handle_starttag = lambda tag, attrs: found.extend([(tag, None), *attrs])  # type: ignore[method-assign]
    reader.feed(markdown(text, "promethium") + inline(text, "promethium"))
    tags = ["p", "h1", "ul", "li", "code", "div", "table", "thead", "tbody", "tr", "th", "td"]
    ours = {("class", "scroll"), ("tabindex", "0"), ("a", None), ("href", "/rules/promethium#PR-4.8")}
    assert set(found) <= ours | {(tag, None) for tag in tags}


def test_mentions_across_lines_and_tables_with_bars_are_read() -> None:
    assert 'href="/rules/promethium#chapter-12">chapter 12</a>' in markdown("see chapter\n  12", "promethium")
    assert r"<td>a|b</td>" in markdown("| x |\n|---|\n| a\\|b |", "promethium")
    assert markdown("1. one\n2. two", "promethium") == "<ol><li>one</li><li>two</li></ol>"
    assert inline("5 * 4 * 3, *so*", "promethium") == "5 * 4 * 3, <em>so</em>"


def test_every_rule_behind_an_event_exists() -> None:
    for title in map(mh.title, titles_from(Stage.DRAWN)):
        look, book = look_of(title), load_rulebook(title.name)
        for kind in title.events:
            rule = look.event_rule(kind)
            assert not rule or book.lookup(rule), (kind, rule)


def test_every_word_of_the_pages_has_a_sentence() -> None:
    found: set[str] = set()
    for path in (*WEB.glob("*.py"), *WEB.glob("templates/*.html")):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""(?:_|say)\(["'](web\.[a-z_.]+[a-z])["'][,)]""", text))
    assert len(found) > 100
    assert sorted(found - set(load("en").sentences)) == []


def test_colours_are_written_in_the_tokens_only() -> None:
    for path in (*WEB.glob("static/*.css"), *WEB.glob("static/*.js"), *WEB.glob("templates/*.html")):
        assert not re.search(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}[;\s}]", path.read_text(encoding="utf-8")), path


TABLES = list(product(titles_from(Stage.DRAWN), SIZES, (2, 3, 4)))


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_a_place_may_be_asked_what_it_means_at_any_number_of_players(name: str) -> None:
    """A click on what is not lit asks every action there is for its place, also those of tables of another size."""
    title = mh.title(name)
    for size in title.seats:
        match, look = mh.new_match(name, size, seed=size), look_of(title)
        view = match.view(match.to_act[0])
        meant = look.places(view, title.actions.all)
        assert meant and {act for acts in meant.values() for act in acts} <= set(map(title.text, title.actions.all))


@pytest.mark.parametrize(("title", "size", "seats_there"), now_and_then(TABLES, TABLES[::4]))
def test_panels_show_every_choice_that_has_a_place(size: str, seats_there: int, title: str) -> None:
    match, rng = mh.new_match(title, seats_there, seed=seats_there), random.Random(seats_there)
    look, number = look_of(match.title), 0
    while match.to_act:
        seat, legal = match.to_act[0], match.legal()
        number += 1
        if number % 17 == 0:
            names, theme = [NASTY] * seats_there, THEMES[number % 2]
            lang = languages()[number % len(languages())]
            view = match.view(seat)
            found = look.panels(view, theme=theme, legal=legal, names=names, say=say(lang), size=size)
            drawn = "".join(panel.svg(panel.id) for panel in found)
            there = {
                act for place, acts in look.places(view, legal).items() if not place.startswith("act-") for act in acts
            }
            assert there <= {act for panel in found for acts in panel.targets for act in acts}
            for panel in found:
                assert sorted(panel.targets) == sorted(map(tuple, targets(panel.body))), panel.id
            assert "<i>&" not in drawn and "{0}" not in drawn
            assert found[0].id == "board"
            ids = re.findall(r' id="([^"]+)"', drawn)
            assert len(ids) == len(set(ids)), {ident for ident in ids if ids.count(ident) > 1}
            assert size == "wide" or all(panel.width <= 400 for panel in found[1:] if panel.tab != "hand")
        match.play(rng.choice(legal))


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_steps_of_the_set_up_can_be_looked_at(name: str) -> None:
    """Past positions begin with chance laying out the board: parts are missing there."""
    title, names = mh.title(name), ["a", "b", "c", "d"]
    for count in (2, 4):
        match, state = mh.new_match(name, count, seed=count), title.start(count, {})
        for number, entry in enumerate(match.log):
            if number % 5 == 0:
                view, size = title.view(state, None if number % 2 else 0), SIZES[number % 3]
                drawn = look_of(title).panels(
                    view, theme="light", legal=[], names=names[:count], say=say("en"), size=size
                )
                assert drawn[0].id == "board" and (number % 4 or title.draw(view).startswith("<svg"))
            title.apply(state, entry.seat, entry.action)


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_words_and_drawing_share_one_reading_of_a_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = mh.new_match(name, 3, seed=1)
    seat, legal, title = match.to_act[0], match.legal(), match.title
    view, words, look, names = match.view(seat), speech(title, say("en")), look_of(title), ["a", "b", "c"]

    def shown(state: object) -> object:
        found = look.panels(view, theme="dark", legal=legal, names=names, say=say("en"), size="wide", state=state)
        told = words.asked(view, seat, state), words.choices(view, seat, legal, state)
        return told, [panel.svg("") for panel in found]

    alone, state = shown(None), title.read(view)
    monkeypatch.setattr(fields, "from_data", lambda *_: pytest.fail("read again"))
    assert shown(state) == alone


def test_a_title_without_a_look_is_one_panel() -> None:
    title = mh.title("promethium")
    match = mh.new_match("promethium", 2, seed=1)
    (panel,) = PlainLook(title).panels(
        match.view(0), theme="light", legal=match.legal(), names=["a", "b"], say=say("en"), size="wide"
    )
    assert (panel.width, panel.height) == (1440, 900) and "mh-legal" in panel.body


async def opened(made: House, *kinds: str, **more: object) -> tuple[Client, str]:
    ada = await made.client(NASTY)
    table = await ada.post("/matches", {"title": "promethium", "seats": seats(*kinds), "start": True, **more}, 201)
    return ada, table["id"]


def test_pages_in_every_language(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await opened(made, "you", "bot:random")
            for lang in languages():
                for path in (
                    "/",
                    "/learn",
                    "/new",
                    "/rules",
                    "/rules/promethium",
                    "/rules/promethium/summary",
                    "/rules/promethium/glossary",
                    "/rules/promethium/components",
                    "/rules/promethium/examples",
                    f"/rules/{HOUSE}",
                    "/settings",
                    "/replays",
                    f"/t/{match}",
                ):
                    answer = await ada.http.get(path, headers={"cookie": f"mh-lang={lang}; machinehall={cookie(ada)}"})
                    assert answer.status_code == 200, (path, answer.text[:300])
                    assert f'<html lang="{lang}"' in answer.text
                    assert "<i>&" not in answer.text
            assert (await ada.http.get("/nowhere")).status_code == 404

    asyncio.run(run())


def cookie(client: Client) -> str:
    return str(client.http.cookies["machinehall"])


def test_strangers_do_not_see_a_private_table(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            _, match = await opened(made, "you", "bot:random")
            ben = await made.client("Ben")
            asked = ("/why?place=cell-a1", "/what?place=cell-a1")
            for path in ("", "/view", "/at/3", *asked, "/talk", "/export/board.svg"):
                answer = await ben.http.get(f"/t/{match}{path}", headers=PART)
                assert answer.status_code == 404, path
            refused = await ben.http.post(f"/t/{match}/act", data={"action": "pass", "rev": "1"})
            assert refused.status_code in (403, 404)

    asyncio.run(run())


def test_what_a_thing_does_is_told_in_the_readers_language(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await opened(made, "you", "bot:random")
            french = {**PART, "cookie": f"mh-lang=fr; machinehall={cookie(ada)}"}
            told = await ada.http.get(f"/t/{match}/what?place=element-coal", headers=french)
            assert told.status_code == 200 and "Charbon" in told.text and "livre de règles" in told.text
            about = await ada.http.get(f"/t/{match}/what?act=realise+sea-1", headers=PART)
            assert "Diving Suit" in about.text and "/components/promethium#projects.sea-1" in about.text
            assert (await ada.http.get(f"/t/{match}/what?place=board", headers=PART)).status_code == 204
            button = await ada.http.get(f"/t/{match}/what?act=pass", headers=PART)
            assert "Passing is for your turn in the Design Office." in button.text
            assert "data-about" in await with_a_list(ada)
            choice = re.search(r'data-act="([^"]+)"><b>', (await ada.http.get(f"/t/{match}")).text)
            assert choice is not None
            now = await ada.http.get(f"/t/{match}/what", params={"act": choice[1]}, headers=PART)
            assert "/rules/promethium#PR-" in now.text and "<p>" in now.text
            page = await ada.http.get("/components/promethium", headers=french)
            assert page.status_code == 200 and 'id="projects.sea-1"' in page.text and "Scaphandre" in page.text
            assert (await ada.http.get("/components/whist")).status_code == 404

    asyncio.run(run())


async def with_a_list(ada: Client) -> str:
    """The page of a table once choices stand in a list: the first is a card, which explains itself."""
    spec = {"title": "promethium", "seats": seats("you", "you"), "start": True}
    match = (await ada.post("/matches", spec, 201))["id"]
    for _ in range(50):
        sight = await ada.get(f"/matches/{match}/view")
        page = (await ada.http.get(f"/t/{match}/view?seat={sight['seat']}", headers=PART)).text
        if "data-about" in page:
            return page
        act = {"action": sight["legal"][0], "rev": sight["rev"], "seat": sight["seat"]}
        await ada.post(f"/matches/{match}/actions", act)
    raise AssertionError("there is never a list")


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_the_own_board_is_told_in_words(sqlite: str, name: str) -> None:
    """What is told of the places that the page names, and nothing that lies elsewhere or is no place."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await opened(made, "you", "you", title=name)
            path, rng = f"/t/{match}/spelled", random.Random(1)
            for _ in range(40):
                sight = await ada.get(f"/matches/{match}/view")
                body = {"action": rng.choice(sight["legal"]), "rev": sight["rev"], "seat": sight["seat"]}
                await ada.post(f"/matches/{match}/actions", body)
            seat = (await ada.get(f"/matches/{match}/view"))["seat"]
            page = (await ada.http.get(f"/t/{match}/view?seat={seat}", headers=PART)).text
            assert 'id="spelled"' in page
            nothing = await ada.http.get(path, params={"seat": seat, "places": "nowhere,<b>,,"}, headers=PART)
            assert nothing.status_code == 204
            boards = [page.partition(f'id="drawn-{panel}"')[2].partition("</svg>")[0] for panel in ("hand", "own")]
            places = ",".join(re.findall(r' id="([^"]+)"', "".join(boards)))
            told = await ada.http.get(path, params={"seat": seat, "places": places}, headers=PART)
            assert told.status_code == 200 and told.text.count("<li>") > 1
            bob = await made.client("Bob")
            assert (await bob.http.get(path, params={"places": places}, headers=PART)).status_code in (403, 404)

    asyncio.run(run())


def test_acting_stale_refused_and_undone(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await opened(made, "you", "you")
            sight = await ada.get(f"/matches/{match}/view")
            act = {"action": sight["legal"][0], "rev": str(sight["rev"]), "seat": str(sight["seat"]), "sure": "1"}
            stale = await ada.http.post(f"/t/{match}/act", data={**act, "rev": "0"}, headers=PART)
            assert stale.status_code == 409 and 'data-rev="' in stale.text
            wrong = await ada.http.post(f"/t/{match}/act", data={**act, "action": "target a1"}, headers=PART)
            assert wrong.status_code == 422 and "/rules/promethium#PR-" in wrong.text
            assert (await ada.http.post(f"/t/{match}/act", data=act, headers=PART)).status_code == 200
            now = (await ada.get(f"/matches/{match}"))["rev"]
            back = await ada.http.post(f"/t/{match}/undo", data={"rev": now, "seat": act["seat"]}, headers=PART)
            assert back.status_code == 200
            assert (await ada.get(f"/matches/{match}/view"))["legal"] == sight["legal"]

    asyncio.run(run())


def test_steps_can_be_gone_back_as_far_as_the_kernel_allows(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            spec = {"title": "nucleum", "seats": seats("you", "you"), "start": True}
            match = (await ada.post("/matches", spec, 201))["id"]
            rng, longest = random.Random(2), 0
            for _ in range(60):
                sight = await ada.get(f"/matches/{match}/view")
                seat = sight["seat"]
                page = (await ada.http.get(f"/t/{match}/view?seat={seat}", headers=PART)).text
                steps = re.findall(r'data-back="(\d+)"', page)
                named = re.findall(r'title="Back to before: ([^"]*)"', page) + re.findall(
                    r'id="undo"[^>]*title="([^"]*)"', page
                )
                assert not [name for name in named if "half" in name], "a half is called by its action"
                # After one's own steps stands the one that is asked, though its choices are words of a list.
                assert not steps or page.count('aria-current="step"') == 1, sight["legal"]
                if len(steps) > 1 and len(steps) > longest:
                    longest = len(steps)
                    back = {"rev": sight["rev"], "number": steps[0], "seat": seat}
                    assert (await ada.http.post(f"/t/{match}/undo", data=back, headers=PART)).status_code == 200
                    sight = await ada.get(f"/matches/{match}/view?seat={seat}")
                    assert sight["number"] == int(steps[0])
                    wrong = await ada.http.post(f"/t/{match}/undo", data={**back, "rev": sight["rev"]}, headers=PART)
                    assert wrong.status_code == 422 and "MH-1.3" in wrong.text
                body = {"action": rng.choice(sight["legal"]), "rev": sight["rev"], "seat": seat}
                await ada.post(f"/matches/{match}/actions", body)
            assert longest > 1

    asyncio.run(run())


def test_what_can_be_taken_along(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await opened(made, "you", "you")
            rng = random.Random(3)
            while await ada.play_random(match, rng):
                pass
            # Nobody has to hand over the device any more.
            assert 'class="end-page' in (await ada.http.get(f"/t/{match}")).text
            page = await ada.http.get(f"/t/{match}?seat=0")
            assert page.status_code == 200 and 'class="chart"' in page.text
            for kind in ("record.json", "log.txt", "scoring.csv", "board.svg", "board.png"):
                answer = await ada.http.get(f"/t/{match}/export/{kind}")
                assert answer.status_code == 200 and len(answer.content) > 100, kind
            speaking = {"accept-language": "pl"}
            drawn = [(await ada.http.get(f"/t/{match}/export/board.svg", headers=h)).text for h in ({}, speaking)]
            assert ['xml:lang="pl"' in picture for picture in drawn] == [False, True]
            assert drawn[1].replace('xml:lang="pl"', 'xml:lang="en"') != drawn[0], "it has words, too"
            record = (await ada.http.get(f"/t/{match}/export/record.json")).text
            assert mh.load_match(record).outcome is not None
            assert (await ada.http.post(f"/t/{match}/rematch")).status_code == 303

    asyncio.run(run())

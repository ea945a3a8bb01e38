"""The words of Imperial Steam: all ids have a sentence in every language, and the table fits the terminal."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator

import pytest
from rich.console import Console
from typer.testing import CliRunner

import machinehall as mh
from imperial_steam.scene import Scene
from machinehall.cli.main import app
from machinehall.kernel.values import Event, Refusal
from machinehall.kernel.wording import Choice
from machinehall.titles.imperial_steam.words.wording import GROUPS, ImperialSteamWording
from machinehall.words import ENGLISH, languages, load, say
from machinehall.words.boards import board
from machinehall.words.titles import effects, wording

TITLE = mh.title("imperial-steam")
LANGUAGES = languages()


def steam(lang: str) -> ImperialSteamWording:
    made = wording(TITLE, say(lang))
    assert isinstance(made, ImperialSteamWording)
    return made


def some_events(rng: random.Random) -> Iterator[Event]:
    for kind, about in TITLE.events.items():
        for _ in range(10):
            sizes = (9 if d == "number" else len(TITLE.domains[d]) for d in about.args)
            yield Event(kind, tuple(rng.randrange(size) for size in sizes))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_words(lang: str) -> None:
    speech, w = steam(lang), say(lang)
    for event in some_events(random.Random(1)):
        (told,) = speech.story([event])
        assert told.text.strip() and "{" not in told.text, event
    assert speech.story([Event("bid_chosen", (0, None))])
    for action in TITLE.actions.all:
        label = speech.label(action)
        assert label.strip() and "{" not in label
    for kind in TITLE.decisions:
        assert w(f"imperial-steam.asked.{kind}") and f"imperial-steam.prompt.{kind}" in load(ENGLISH).sentences
    for kind in TITLE.actions.kinds:
        assert w(f"imperial-steam.group.{GROUPS.get(kind, kind)}")
    for option in TITLE.options:
        assert w(f"imperial-steam.option.{option.name}")
    assert all(head and body for head, body in speech.howto()) and speech.legend()


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_match_in_words(seats: int, seed: int) -> None:
    speech = steam(LANGUAGES[seed % len(LANGUAGES)])
    match, rng = mh.new_match("imperial-steam", seats, seed=seed), random.Random(seed)
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        choices = speech.choices(view, seat, legal)
        assert sorted(c.action for c in choices) == sorted(legal)
        assert all(c.text and c.group and c.rule.startswith("IS-") for c in choices)
        assert speech.asked(view, seat) and speech.phase(view) and speech.asked_rule(view, seat).startswith("IS-")
        refused = match.why_not(rng.choice(TITLE.actions.all), seat)
        assert refused is None or speech.refusal(refused)
        match.play(rng.choice(legal), seat)
    assert all(sentence.text for sentence in speech.story(match.events(None)))
    outcome = match.outcome
    assert outcome and speech.say(outcome.reason) and all(speech.say(step) for step in outcome.breakdown[0])


def test_the_figures_beside_a_choice_are_those_of_the_move() -> None:
    """What a choice says it costs is what the bank and the others get."""
    speech = steam("en")
    match, rng = mh.new_match("imperial-steam", 3, seed=4), random.Random(4)
    seen = 0
    while match.to_act:
        seat = match.to_act[0]
        choice = rng.choice(speech.choices(match.view(seat), seat, match.legal(seat)))
        events = match.play(choice.action, seat)
        if choice.action.kind in ("hire", "engineer", "station", "factory", "import", "order", "buy", "upgrade"):
            paid = sum(int(e.args[1] or 0) for e in events if e.kind == "money_paid" and e.args[0] == seat)
            assert choice.pays == f"{paid} fl." + (", a worker" if choice.action.kind == "factory" else "")
            seen += 1
    assert seen > 10


def test_a_share_price_that_cannot_rise_is_not_said_to() -> None:
    speech, rng = steam("en"), random.Random(6)
    told: set[bool] = set()
    for seed in range(12):
        match = mh.new_match("imperial-steam", 2, seed=seed)
        while match.to_act and len(told) < 2:
            seat = match.to_act[0]
            view, legal = match.view(seat), match.legal(seat)
            if view["stack"][-1][0] == "share":
                rises = any(action.args[0] > match.state.share[seat] for action in legal if action.kind == "price")
                assert ("one row up" in speech.asked(view, seat)) == rises
                told.add(rises)
            match.play(rng.choice(legal), seat)
    assert told == {True, False}


def test_money_is_florins_here() -> None:
    speech = steam("en")
    assert speech.refusal(Refusal("IS-8.6", "refuse.money", (30, 20))) == "That costs 30 fl.; you have 20 fl."
    assert "Wien–Lilienfeld" in speech.refusal(Refusal("IS-8.3", "refuse.track.own", ("wien--lilienfeld",)))
    assert "choose an action" in speech.refusal(Refusal("IS-7.2", "refuse.not_now", ("track", "turn")))
    assert "Violet" in speech.refusal(Refusal("IS-7.1", "refuse.not_your_turn", (1, "turn", (0,))))


@pytest.mark.parametrize(("seats", "width"), [(2, 80), (3, 140), (4, 200)])
def test_the_terminal_table_fits(seats: int, width: int) -> None:
    for lang in LANGUAGES:
        words = say(lang)
        drawn = board(TITLE, wording(TITLE, words), words)
        match, rng = mh.new_match("imperial-steam", seats, seed=seats), random.Random(seats)
        for step in range(90):
            if step in (5, 89):
                console = Console(width=width, height=50, force_terminal=False, color_system=None)
                view, seat = match.view(match.to_act[0]), match.to_act[0]
                with console.capture() as capture:
                    for part in (*drawn.overview(view, seat, width, 50), drawn.everything(view, None, width)):
                        console.print(part)
                    for name in drawn.parts:
                        console.print(drawn.part(name, view, seat))
                assert max(map(len, capture.get().splitlines())) <= width
            match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != ENGLISH])
def test_the_terminal_says_colours_in_every_language(lang: str) -> None:
    """Metropolises and their keys are told apart by colour; an id is no word."""
    state = TITLE.start(4, {}, random.Random(3))
    state.keys = (0,) * len(state.keys)
    words, console = say(lang), Console(width=200, record=True, file=io.StringIO())
    console.print(board(TITLE, wording(TITLE, words), words).everything(TITLE.view(state, 0), 0, 200))
    told = re.findall(r"\w+", console.export_text())
    assert not {"brown", "white", "green", "blue"} & set(told)
    for colour in TITLE.lookup.hubs:
        assert told.count(words(f"imperial-steam.board.metropolis.{colour}")) >= 3, "a metropolis and its two keys"


def test_play_from_the_keyboard() -> None:
    result = CliRunner().invoke(app, ["play", "imperial-steam", "--seed", "7"], input="3\n? 1\ndo lay\n1\nhelp\nquit\n")
    assert result.exit_code == 0
    assert "Influence auction" in result.output and "Lay tracks: which link?" in result.output
    assert "What it is about" in result.output


@pytest.mark.rule("IS-7.4")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_action_used_before_says_what_using_it_again_costs(lang: str) -> None:
    rng = random.Random(3)
    state = TITLE.start(seats=2, options={}, rng=rng)
    told, seen = effects(TITLE, say(lang)), 0
    for _ in range(60):
        TITLE.deal(state, rng)
        seat = TITLE.to_act(state)[0]
        view = TITLE.view(state, seat)
        for name, used in view["pawns"][seat].items():
            lines = told.at(view, f"tile-{name}")[0].lines
            if name == "pass":  # Amb-3
                used = min(used, view["influence"][seat])
            assert len(lines) == (2 if used else 1) and (not used or str(used) in lines[0])
            seen += bool(used)
        TITLE.apply(state, seat, rng.choice(TITLE.legal(state, seat)))
    assert seen


def test_passing_again_costs_no_more_influence_than_there_is() -> None:
    state = TITLE.start(seats=2, options={}, rng=random.Random(3))
    tiles, seat = TITLE.lookup.action_tiles, 0
    state.pawns[tiles.index("pass")] = 2
    for influence, costs in ((5, 2), (1, 1), (0, 0)):
        state.influence[seat] = influence
        lines = effects(TITLE, say(ENGLISH)).at(TITLE.view(state, seat), "tile-pass")[0].lines
        assert len(lines) == (2 if costs else 1) and (not costs or f"costs {costs} step" in lines[0])


def test_a_share_price_says_how_many_shares_can_be_sold_at_it() -> None:
    """A lower price was said to be a gain."""
    match, seen = mh.new_match("imperial-steam", 2, seed=3), set[int]()
    rng = random.Random(2)
    while match.to_act and len(seen) < 2:
        seat, legal = match.to_act[0], match.legal()
        for choice in steam(ENGLISH).choices(match.view(seat), seat, [a for a in legal if a.kind == "price"]):
            state, count = match.state.clone(), 0
            TITLE.apply(state, seat, choice.action)
            while "sell" in map(TITLE.text, TITLE.legal(state, seat)):
                TITLE.apply(state, seat, TITLE.parse("sell"))
                count += 1
            assert choice.gains == "" and f"{count} share" in choice.note
            seen.add(count)
        match.play(rng.choice(legal))
    assert len(seen) == 2


@pytest.mark.parametrize(("crew", "asks"), [((0, 0, 3), True), ((1, 1), False)])
def test_a_second_track_is_asked_for_only_where_one_can_be_laid(crew: tuple[int, ...], asks: bool) -> None:
    """A free action might still open a link, so the question stays; it does not speak as if one could be chosen."""
    scene = Scene("RV").player("R", workers=crew, money=100).turn("R").play("R do lay", "R track wien--bratislava")
    scene.play(f"R mobilise 1x{'III' if crew[2:] else 'II'}")
    seat = scene.letters["R"]
    assert bool(scene.offered("track")) == asks
    text = steam("en").asked(TITLE.view(scene.s, seat), seat, scene.s)
    assert text.startswith("A second track") == asks and text.startswith("Nowhere") != asks


def line(scene: Scene, text: str) -> Choice:
    """What the list says of an action of R."""
    seat = scene.letters["R"]
    return steam(ENGLISH).choices(TITLE.view(scene.s, seat), seat, [TITLE.parse(text)])[0]


def test_the_action_for_the_share_price_says_where_it_leads_and_what_it_costs() -> None:
    """With one way only it is taken at once: nobody is asked again."""
    low = Scene("RV").player("R", influence=60, share=40).turn("R")
    told, before = line(low, "do share"), low.s.influence[0]
    low.play("R do share")
    if not low.offered("price"):
        assert told.pays.startswith(str(before - low.s.influence[0]))
    assert "rises from 40 to" in told.note and "influence" in told.pays
    both = line(Scene("RV").player("R", influence=60, share=90).turn("R"), "do share")
    assert both.pays == "" and "from 90 up to" in both.note and "or down for nothing" in both.note
    assert line(Scene("RV").player("R", influence=60, share=240).turn("R"), "do share").note.startswith(
        "only down from 240"
    )


def test_choices_say_what_they_are_of_and_for_whom() -> None:
    """IS-4 is a locomotive and no rule; an engineer has a use, a delivery somebody who is paid."""
    scene = Scene("RV").player("R", influence=100, money=200, workers=(2,)).turn("R")
    assert steam(ENGLISH).label(TITLE.parse("buy IS-4")) == "Buy locomotive IS-4"
    hire = scene.fork().play("R do recruit")
    notes = {line(hire, f"engineer {text}").note for text in hire.offered("engineer")}
    assert notes and all("needed for every" in note for note in notes)
    build = scene.fork().play("R do build")
    notes = {line(build, f"factory {text}").note for text in build.offered("factory")}
    assert notes and all("brings you" in note for note in notes)


def test_goods_that_arrive_together_are_told_in_one_sentence() -> None:
    goods = TITLE.domains["good"]
    came = [
        Event("goods_arrived", (seat, goods.index(good), 1)) for seat, good in ((0, "wood"), (0, "iron"), (1, "wood"))
    ]
    told = [sentence.text for sentence in steam(ENGLISH).story(came)]
    assert len(told) == 2 and told[0].endswith("receives the goods ordered: 1× wood, 1× iron.")


def test_it_is_told_how_many_goods_must_go() -> None:
    scene = Scene().player("R", goods="wood*2 stone iron coal").turn("R")
    scene.play("R do import", "R import iron")
    assert steam("en").asked(TITLE.view(scene.s, 0), 0, scene.s).endswith("which do you give up? Too many: 1.")

"""The words of Nucleum: events, prompts, labels, refusals, in every language; and its terminal table."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest
from rich.console import Console
from typer.testing import CliRunner

import machinehall as mh
from machinehall.cli.main import app
from machinehall.draw.look import Look, look_of
from machinehall.draw.theme import theme
from machinehall.kernel.rulebook import load_rulebook
from machinehall.kernel.values import Event, Refusal
from machinehall.titles.nucleum.rules.recharge import spaces_for
from machinehall.titles.nucleum.words.story import (
    CONDITION_RULES,
    CRITERION_RULES,
    DEED_RULES,
    PASSED,
    SUBSIDY_RULE,
    WAY_RULE,
    rule_of,
)
from machinehall.titles.nucleum.words.wording import GROUPS, NucleumWording
from machinehall.words import ENGLISH, Titled, languages, load, say
from machinehall.words.boards import board
from machinehall.words.titles import wording
from nucleum.scene import Scene
from nucleum.test_newcomers import offered

TITLE = mh.title("nucleum")
TILES = cast("tuple[Any, ...]", TITLE.pack.records["action_tiles"])
LANGUAGES = languages()


def nucleum(lang: str, seats: int | None = None) -> NucleumWording:
    made = wording(TITLE, say(lang), seats=seats)
    assert isinstance(made, NucleumWording)
    return made


@pytest.mark.parametrize("lang", LANGUAGES)
def test_events_labels_and_decisions_have_words(lang: str) -> None:
    speech, rng, words = nucleum(lang), random.Random(1), load(lang).sentences
    for kind, about in TITLE.events.items():
        args = tuple(rng.randrange(1, len(TITLE.domains[d])) if d in TITLE.domains else 2 for d in about.args)
        if kind == "action_begun":
            args = (0, 1, 1)
        (line,) = speech.story([Event(kind, args)])
        assert line.text.strip() and "{" not in line.text, kind
    for action in TITLE.actions.all:
        assert "{" not in speech.label(action)
    for kind in TITLE.decisions:
        assert f"nucleum.prompt.{kind}" in words and f"nucleum.asked.{kind}" in words
    for option in TITLE.options:
        assert f"nucleum.option.{option.name}" in words
    assert set(GROUPS) <= set(TITLE.actions.kinds)
    assert all(text for pair in speech.howto() for text in pair) and speech.legend()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_income_that_a_tile_raises_is_told_once(lang: str) -> None:
    """The half of the tile is called as what it does; two seats may still do the same, and one seat twice."""
    speech = nucleum(lang)
    halves = [(at, k, half) for at, tile in enumerate(TILES) for k, half in enumerate(tile.halves)]
    tile, half = next((at, k) for at, k, half in halves if half.action == "income_worker" and half.amount == 1)
    begun, raised = Event("action_begun", (0, tile, half)), Event("income_raised", (0, 1, 1))
    (line,) = speech.story([begun, raised])
    assert line.text == speech.story([raised])[0].text
    assert len(speech.story([begun, raised, Event("income_raised", (0, 1, 1))])) == 2
    assert len(speech.story([begun, Event("income_raised", (1, 1, 1))])) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_special_directive_asks_for_one_action(lang: str) -> None:
    """Not for "its actions in any order", as a tile with two halves does."""
    match, speech, rng = mh.new_match("nucleum", 2, seed=1), nucleum(lang, 2), random.Random(1)
    asked: dict[bool, str] = {}
    while len(asked) < 2:
        seat = match.to_act[0]
        legal = match.legal(seat)
        plays = [a for a in legal if a.kind == "play" and (TILES[a.args[0]].directive is not None) not in asked]
        match.play(action := rng.choice(plays or legal), seat)
        if plays:
            told = speech.asked(match.view(seat), seat)
            asked[TILES[action.args[0]].directive is not None] = told.replace(speech.names.tile(action.args[0]), "")
    assert asked[False] != asked[True]


@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (1, 5), (2, 1), (3, 2), (4, 3)])
def test_prompts_choices_and_terminal_at_random_positions(seats: int, seed: int) -> None:
    lang = LANGUAGES[seed % len(LANGUAGES)]
    match = mh.new_match("nucleum", seats, seed=seed, options={"barons": 1 + (seed > 0)})
    speech, rng = nucleum(lang, seats), random.Random(seed)
    drawn, step = board(TITLE, speech, say(lang)), 0
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if step % 7 == 0:
            view = match.view(seat)
            choices = speech.choices(view, seat, legal)
            assert sorted(c.action for c in choices) == sorted(legal)
            assert all(c.text and c.group and c.rule.startswith("NU-") for c in choices)
            assert speech.asked(view, seat) and speech.phase(view) and speech.asked_rule(view, seat)
        if step % 60 == 0:
            console = Console(width=80, height=50, force_terminal=False, color_system=None)
            with console.capture() as capture:
                for part in (*drawn.overview(view, seat, 80, 50), drawn.everything(view, None, 80)):
                    console.print(part)
            assert max(map(len, capture.get().splitlines())) <= 80
        match.play(rng.choice(legal), seat)
        step += 1
    assert all(sentence.text for sentence in speech.story(match.events(None)))
    assert match.outcome is not None
    titled = Titled("nucleum", say(lang))
    assert titled(match.outcome.reason)
    assert all(titled(step) for step in match.outcome.breakdown[0])
    for automaton in match.outcome.automata:
        assert titled(automaton.name).startswith(("Baron", "Барон"))
        assert all(titled(step) for step in automaton.breakdown)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_the_solo_game(lang: str) -> None:
    words, speech = load(lang).sentences, nucleum(lang, 1)
    assert speech.seat(0) != speech.seat(1) != speech.seat(2)
    for domain in ("criterion", "reason", "rail_condition", "develop_step", "industry", "deed", "logic", "die", "type"):
        named = [speech.names(domain, i) for i in range(len(TITLE.domains[domain]))]
        assert len(set(named)) == len(named), domain
    assert all(f"preset.nucleum.{name}" in words for name in TITLE.presets)
    assert "nucleum.end.barons_recharged" in words


def test_every_event_of_a_baron_names_an_existing_rule() -> None:
    known = load_rulebook("nucleum").index
    cited = {rule_of(kind, (0, 1, 0)) for kind in TITLE.events} | set(CRITERION_RULES.values()) - {""}
    cited |= {*CONDITION_RULES, *DEED_RULES, SUBSIDY_RULE, WAY_RULE}
    assert cited - {""} <= set(known)
    his = [kind for kind in TITLE.events if kind.startswith(("baron_", "frederik_", "logic_"))]
    assert all(rule_of(kind, (0, 1, 0)) or kind.startswith(PASSED) for kind in his)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_name_things(lang: str) -> None:
    speech = nucleum(lang)
    told = speech.refusal(Refusal("NU-9.1", "refuse.site.not_in_network", ("leipzig-u1", ("praha", "riesa"))))
    assert "Leipzig" in told and "Praha, Riesa" in told
    assert "Red" in nucleum(ENGLISH).refusal(Refusal("NU-6.1", "refuse.site.taken", ("leipzig-u1", 0)))
    assert speech.refusal(Refusal("NU-4.2", "refuse.not_now", ("lay", "turn")))
    assert speech.refusal(Refusal("NU-4.2", "refuse.not_your_turn", (1, "turn", (0,))))


def test_what_a_payment_costs_is_what_the_choice_said() -> None:
    speech, match, rng, seen = nucleum(ENGLISH), mh.new_match("nucleum", 3, seed=4), random.Random(4), 0
    while match.to_act and seen < 8:
        seat = match.to_act[0]
        choice = rng.choice(speech.choices(match.view(seat), seat, match.legal(seat)))
        events = match.play(choice.action, seat)
        paid = [e for e in events if e.kind == "paid" and e.args[0] == seat]
        if choice.action.kind in ("urbanize", "mine", "turbine", "lay") and paid:
            assert speech.story(paid[:1]) == [(f"{speech.seat(seat)} pays {choice.pays}.", "")]
            seen += 1
    assert seen


def test_a_game_in_the_terminal() -> None:
    result = CliRunner().invoke(
        app, ["play", "nucleum", "--seed", "7"], input="1\n?\n? 1\nboard\nmap\nmilestones\nhelp\nquit\n"
    )
    assert result.exit_code == 0
    assert "Experiment" in result.output and "Leipzig" in result.output and "Milestones" in result.output


def test_a_game_alone_in_the_terminal() -> None:
    orders = "1\n1\nbarons\nplayers\nquit\n"
    result = CliRunner().invoke(app, ["play", "nucleum", "--barons", "2", "--seed", "7"], input=orders)
    assert result.exit_code == 0
    assert "Obstacle" in result.output and "Baron II" in result.output and "Next buildings" in result.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_lost_on_space_0_have_a_minus_sign(lang: str) -> None:
    match, marker = mh.new_match("nucleum", 2, seed=3), TITLE.parse("marker 0")
    while marker not in match.legal(seat := match.to_act[0]):
        recharge = [action for action in match.legal(seat) if action.kind == "recharge"]
        match.play((recharge or match.legal(seat))[0], seat)
    (choice,) = nucleum(lang, 2).choices(match.view(seat), seat, [marker])
    assert "−3" in choice.note


def test_a_choice_says_what_would_be_in_vain_and_what_is_given_up() -> None:
    speech, match, rng = nucleum("en"), mh.new_match("nucleum", 2, seed=5), random.Random(5)
    vain = given = 0
    while match.to_act and match.number < 400:
        seat = match.to_act[0]
        legal = match.legal(seat)
        notes = {match.text(c.action): c.note for c in speech.choices(match.view(seat), seat, legal)}
        kind = match.view(seat)["stack"][-1][0]
        if kind in ("tile", "matched"):
            left = any(action.kind in ("act", "directive", "match") for action in legal)
            assert ("gives up" in notes["done"]) == left, match.number
            given += left
        vain += sum(note.startswith("not possible now: ") for note in notes.values())
        lines = [line for note in notes.values() for line in note.split("\n")]
        assert not any("not possible now: " in line[1:] for line in lines if line.startswith("not")), "a line for each"
        match.play(rng.choice([a for a in legal if a.kind not in ("done", "recharge")] or legal), seat)
    assert vain and given


@pytest.mark.rule("NU-16.6")
def test_a_recharge_says_what_it_costs_and_does_not_glow_then() -> None:
    """With too few achievements for any tier the marker goes on 0: money and a worker now, points lost at the end."""
    speech, look, rng = nucleum("en"), look_of(TITLE), random.Random(3)
    told = set()
    for seed in (5, 6):
        match = mh.new_match("nucleum", 2, seed=seed)
        while match.to_act and match.number < 320:
            seat = match.to_act[0]
            legal = match.legal(seat)
            for choice in speech.choices(match.view(seat), seat, legal):
                if choice.action.kind == "recharge":
                    low = not spaces_for(TITLE.lookup, match.state, seat)
                    assert choice.pays == ("3 VP" if low else "")
                    assert ("stays on 0" in choice.note and "[NU-16.6]" in choice.note) == low
                    assert choice.gains or not low
                    told.add((low, len(legal) > 1, lit(look, match, seat)))
            match.play(rng.choice([a for a in legal if a.kind != "recharge"] or legal), seat)
    assert {(True, True, False), (False, True, True)} <= told
    assert not any(glows == low for low, others, glows in told if others)


def lit(look: Look, match: mh.Match, seat: int) -> bool:
    """Whether the plate for Recharge is painted as a choice that glows."""
    panels = look.panels(
        match.view(seat), theme="light", legal=match.legal(seat), names=("A", "B"), say=say("en"), size="wide"
    )
    found = [str(panel.drawn) for panel in panels if 'id="act-recharge"' in str(panel.drawn)]
    return theme("light")["arc_soft"] in found[0].partition('id="act-recharge"')[2][:400]


def test_a_rail_says_which_actions_it_brings() -> None:
    speech, rng = nucleum("en"), random.Random(8)
    match, seen = mh.new_match("nucleum", 2, seed=8), set()
    while match.to_act and match.number < 300:
        seat = match.to_act[0]
        legal = match.legal(seat)
        action = rng.choice([a for a in legal if a.kind in ("rail", "lay")] or legal)
        if action.kind == "lay":
            (choice,) = speech.choices(match.view(seat), seat, [action])
            tried = match.state.clone()
            TITLE.apply(tried, seat, action)
            brings = tried.stack[-1][0] == "matched" and tried.stack[-1][1] == seat
            assert choice.gains or not brings, match.number
            seen.add(bool(choice.gains))
        match.play(action, seat)
    assert seen == {True, False}


def test_the_advice_for_a_first_match_can_be_taken() -> None:
    match, look = mh.new_match("nucleum", 4, seed=5), look_of(TITLE)
    liked: list[str] = []
    reasons: set[str] = set()
    while match.view(match.to_act[0])["stack"][-1][0] == "experiment":
        seat, names = match.to_act[0], ("Ola", "Marek", "Ines", "Tove")
        legal = match.legal(seat)
        deck = look.cards(match.view(seat), theme="light", legal=legal, names=names, say=say("en"))
        assert deck is not None
        badges = [card for card in deck.cards if card.badge]
        assert all(card.acts for card in badges) and len(badges) <= 1, "what is taken is no advice"
        assert all(f"first match is {card.mark}:" in deck.advice for card in badges)
        reasons.update(deck.advice.partition(f"{card.mark}:")[2].partition(".")[0] for card in badges)
        liked.append("".join(card.mark for card in badges))
        match.play(next((a for a in legal if match.text(a).endswith(liked[-1].lower())), legal[0]), seat)
    assert liked == ["A", "D", "", ""]
    assert len(reasons) == 2, "the reason for one Experiment is not true of another"


def test_each_way_to_settle_a_debt_says_its_figures() -> None:
    """What is given up, and what of the debt it settles: a worker that is owed can only come from uranium."""
    scene = Scene("RBY").gives("R", workers=2).mine("R", 1, "aussig-m1", uranium=2).mine("R", 2, "bruex-m3", uranium=1)
    told = {one.pays: one.gains for one in offered(scene.ask("R", "owe", 2, 0)).values()}
    assert told == {"1 worker": "1 thaler", "1 uranium": "1 thaler"}
    told = {one.pays: one.gains for one in offered(scene.ask("R", "owe", 0, 1)).values()}
    assert told == {"1 uranium": "1 worker"}


def test_kings_day_says_what_it_counts_and_by_which_rule() -> None:
    (line,) = nucleum("en").story([Event("kings_day", (1,))])
    assert "highest space of the milestone track gains 6 VP, on the next highest 2 VP" in line.text
    assert line.rule == "NU-16.11"


def test_a_marker_tells_what_it_brings_before_it_is_placed() -> None:
    """NU-16.7 to NU-16.10: a Nucleum, a technology, the points of the last space."""
    scene = Scene("RB").gives("R", achievement=40)
    scene.s.track_nucleums = 1
    told = {one.notation: one.gains for one in offered(scene.ask("R", "marker")).values()}
    assert "a Nucleum" in told["marker 3"] and not any("Nucleum" in told[f"marker {k}"] for k in (10, 40))
    assert "9 VP" in told["marker 40"] and "technology" in told["marker 40"]


def test_a_rail_says_which_of_its_actions_will_not_be_possible() -> None:
    """The worker and the thalers of the rail are gone by then: what cannot be carried out any more is no gain."""
    speech, rng, seen = nucleum("en"), random.Random(8), set()
    for seed in (8, 9, 10):
        match = mh.new_match("nucleum", 2, seed=seed)
        while match.to_act and match.number < 300:
            seat = match.to_act[0]
            legal = match.legal(seat)
            action = rng.choice([a for a in legal if a.kind in ("rail", "lay")] or legal)
            if action.kind == "lay":
                (choice,) = speech.choices(match.view(seat), seat, [action])
                tried = match.state.clone()
                TITLE.apply(tried, seat, action)
                if tried.stack[-1][0] != "owe":
                    brings = tried.stack[-1][0] == "matched" and tried.stack[-1][1] == seat
                    assert bool(choice.gains) == brings, match.number
                    assert ("not possible now: " in choice.note) <= ("[NU-" in choice.note)
                    seen.add((brings, "not possible now: " in choice.note))
            match.play(action, seat)
    assert {(True, False), (False, False), (False, True)} <= seen

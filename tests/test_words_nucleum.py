"""The words of Nucleum: events, prompts, labels, refusals, in every language; and its terminal table."""

from __future__ import annotations

import random

import pytest
from rich.console import Console
from typer.testing import CliRunner

import machinehall as mh
from machinehall.cli.boards import board
from machinehall.cli.main import app
from machinehall.kernel.refusals import several, the_seat
from machinehall.kernel.values import Event, Refusal
from machinehall.titles.nucleum.wording import GROUPS, NucleumWording
from machinehall.words import ENGLISH, Titled, languages, load, say
from machinehall.words.titles import wording

TITLE = mh.title("nucleum")
LANGUAGES = languages()


def nucleum(lang: str) -> NucleumWording:
    made = wording(TITLE, say(lang))
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
        assert line.strip() and "{" not in line, kind
    for action in TITLE.actions.all:
        assert "{" not in speech.label(action)
    for kind in TITLE.decisions:
        assert f"nucleum.prompt.{kind}" in words and f"nucleum.asked.{kind}" in words
    for option in TITLE.options:
        assert f"option.{option.name}" in words
    assert set(GROUPS) <= set(TITLE.actions.kinds)
    assert all(text for pair in speech.howto() for text in pair) and speech.legend()


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_prompts_choices_and_terminal_at_random_positions(seats: int, seed: int) -> None:
    lang = LANGUAGES[seed % len(LANGUAGES)]
    speech, match, rng = nucleum(lang), mh.new_match("nucleum", seats, seed=seed), random.Random(seed)
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
    assert all(speech.story(match.events(None)))
    assert match.outcome is not None
    titled = Titled("nucleum", say(lang))
    assert titled(match.outcome.reason)
    assert titled("score.track") != say(lang)("score.track"), "a title may say the same id in its own way"
    assert all(titled(step) for step in match.outcome.breakdown[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_name_things(lang: str) -> None:
    speech = nucleum(lang)
    told = speech.refusal(Refusal("NU-9.1", "refuse.site.not_in_network", ("leipzig-u1", several(("praha", "riesa")))))
    assert "Leipzig" in told and "Praha, Riesa" in told
    assert "Red" in nucleum(ENGLISH).refusal(Refusal("NU-6.1", "refuse.site.taken", ("leipzig-u1", the_seat(0))))
    assert speech.refusal(Refusal("NU-4.2", "refuse.not_now", ("lay", "turn")))
    assert speech.refusal(Refusal("NU-4.2", "refuse.not_your_turn", (1, "turn", 0)))


def test_what_a_payment_costs_is_what_the_choice_said() -> None:
    speech, match, rng, seen = nucleum(ENGLISH), mh.new_match("nucleum", 3, seed=4), random.Random(4), 0
    while match.to_act and seen < 8:
        seat = match.to_act[0]
        choice = rng.choice(speech.choices(match.view(seat), seat, match.legal(seat)))
        events = match.play(choice.action, seat)
        paid = [e for e in events if e.kind == "paid" and e.args[0] == seat]
        if choice.action.kind in ("urbanize", "mine", "turbine", "lay") and paid:
            assert speech.story(paid[:1]) == [f"{speech.seat(seat)} pays {choice.pays}."]
            seen += 1
    assert seen


def test_a_game_in_the_terminal() -> None:
    result = CliRunner().invoke(
        app, ["play", "nucleum", "--seed", "7"], input="1\n?\n? 1\nboard\nmap\nmilestones\nhelp\nquit\n"
    )
    assert result.exit_code == 0
    assert "Experiment" in result.output and "Leipzig" in result.output and "Milestones" in result.output

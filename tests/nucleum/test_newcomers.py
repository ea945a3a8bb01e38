"""What a newcomer stumbles over: prices that take workers, fuel, reasons, ends of turns and of the game, in words."""

from __future__ import annotations

import pytest

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Choice
from machinehall.server.play.table import Position
from machinehall.titles.nucleum.action_frames import Energize, PaidIncome
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS, TRIGGERED
from machinehall.titles.nucleum.rules.turn import refuse_action
from machinehall.titles.nucleum.words.paying import Paying
from machinehall.titles.nucleum.words.wording import NucleumWording
from machinehall.web.table.acts import Entry
from machinehall.web.table.hints import called
from machinehall.web.table.since import since, spent
from machinehall.words import ENGLISH, languages, say
from machinehall.words.titles import wording
from nucleum.scene import Scene, T
from nucleum.test_energize import energize, rented
from nucleum.test_playing import quiet
from nucleum.test_rails import table

TITLE = mh.title("nucleum")
NAMES = ("Ola", "Marek", "Zofia")


def words(lang: str = ENGLISH) -> NucleumWording:
    made = wording(TITLE, say(lang), NAMES)
    assert isinstance(made, NucleumWording)
    return made


def offered(scene: Scene, lang: str = ENGLISH) -> dict[str, Choice]:
    """The choices of whoever is asked, by their notation."""
    view, seat = TITLE.view(scene.s, scene.s.stack[-1][1]), scene.s.stack[-1][1]
    return {choice.notation: choice for choice in words(lang).choices(view, seat, TITLE.legal(scene.s, seat))}


def asked(scene: Scene, lang: str = ENGLISH) -> str:
    seat = scene.s.stack[-1][1]
    return words(lang).asked(TITLE.view(scene.s, seat), seat)


def buying(thaler: int, workers: int, uranium: int = 0) -> Scene:
    """One tile in the market, for two thalers."""
    scene = Scene("RBY").gives("R", thaler=thaler, workers=workers).market("b01")
    if uranium:
        scene.mine("R", 1, "aussig-m1", uranium=uranium)
    return scene.ask("R", "develop", 0, 0)


@pytest.mark.parametrize(
    ("means", "told"),
    [
        ((9, 1, 0), ""),
        ((1, 2, 0), "1 worker becomes 1 thaler"),
        ((0, 2, 0), "2 workers become 2 thalers"),
        ((1, 0, 2), "1 uranium becomes 1 thaler"),
        ((1, 1, 1), "1 thaler comes from a worker or uranium"),
    ],
)
def test_what_is_converted_is_said_before_it_is_paid(means: tuple[int, int, int], told: str) -> None:
    scene = buying(*means)
    (choice,) = offered(scene).values()
    assert choice.pays == "2 thalers" and choice.note == told
    for lang in languages():
        assert bool(offered(scene, lang)[choice.notation].note) == bool(told)


def test_a_worker_that_is_missing_comes_from_uranium() -> None:
    scene = Scene("RBY").gives("R", thaler=3, workers=0).mine("R", 1, "aussig-m1", uranium=1).turn("R")
    rails = [choice for choice in offered(scene).values() if choice.action.kind == "rail"]
    assert rails and {choice.note for choice in rails} == {"1 uranium becomes 1 worker"}


def test_a_sentence_stands_apart_from_what_is_told_before_it() -> None:
    """No "2 workers become 2 thalers; When you energize", and one stop where an abbreviation comes last."""
    phrase, sentence = "1 worker becomes 1 thaler", "When you energize, gain 1 worker."
    for lang in languages():
        paying = Paying(words(lang).names)
        gap = paying.say("list.separator.strong")
        assert paying.together(phrase, "", sentence) == f"{phrase}. {sentence}"
        assert paying.together(phrase, phrase) == f"{phrase}{gap}{phrase}"
        assert paying.together("za 1 tal.", sentence) == f"za 1 tal. {sentence}"


def test_what_was_converted_is_told() -> None:
    scene = buying(1, 2)
    scene.play("R buy b01")
    told = [line.text for line in words().story(scene.events)]
    assert told[1:3] == ["Ola pays 2 thalers.", "To pay, Ola turns a worker into a thaler."]


# Energize


def powering(thaler: int, workers: int = 0) -> Scene:
    """A building that needs two in Riesa, with a plant, and coal from Silesia."""
    scene = Scene("RBY").gives("R", thaler=thaler, workers=workers).built("R", "residence-1", "riesa-u1")
    return energize(scene.link("RB", "riesa-dresden"), "R")


def test_energize_says_what_the_fuel_costs() -> None:
    (choice,) = offered(powering(3)).values()
    assert choice.note == "takes 2 coal, costs 2 thalers"
    (choice,) = offered(powering(1, 1)).values()
    assert choice.note == "takes 2 coal, costs 2 thalers; 1 worker becomes 1 thaler"
    free = energize(powering(3), "R", electricity=9)
    assert {choice.note for choice in offered(free).values()} == {"no fuel is needed"}


@pytest.mark.parametrize("lang", languages())
def test_an_act_that_leaves_no_choice_says_what_it_costs_before_it_is_clicked(lang: str) -> None:
    """The table chooses the only building itself: there is no later question that could say its price."""
    scene = powering(1, 1)
    scene.s.stack.pop()
    tile = next(k for k in range(len(T.tiles)) if T.half[2 * k] == ("energize", Energize()))
    scene.ask("R", "tile", tile, 0)
    choice, speech = offered(scene, lang)["act first"], words(lang)
    price, only = speech.terms.paying.figure("thaler", 2), speech.label(TITLE.parse("energize riesa riesa-u1"))
    assert choice.pays == price and choice.gains and choice.note.startswith(only)
    assert speech.say("note.convert.worker", n=1) in choice.note
    directive = next(k for k in range(len(T.tiles)) if T.directive[k])
    scene.ask("R", "tile", directive, 0)
    choice = offered(scene, lang)["directive energize"]
    assert choice.pays == speech.terms.paying.figure("thaler", 1) and only in choice.note


def test_an_act_with_more_than_one_answer_leaves_its_price_to_them() -> None:
    scene = powering(9).built("R", "residence-2", "riesa-u2")
    scene.s.stack.pop()
    tile = next(k for k in range(len(T.tiles)) if T.half[2 * k] == ("energize", Energize()))
    choice = offered(scene.ask("R", "tile", tile, 0))["act first"]
    assert not choice.pays and not choice.note


def pressed() -> Scene:
    """Somebody without a thaler, who can turn workers or uranium into some."""
    return table("RB").gives("R", thaler=0, workers=3).mine("R", 1, "aussig-m1", uranium=3)


def debts() -> list[tuple[Scene, str]]:
    """Payments that leave a debt, and the sentence that says what is paid, by its message or by the action."""
    fuel = powering(0, 2).mine("R", 1, "aussig-m1", uranium=3).play("R energize riesa riesa-u1", "R coal silesia")
    bought = next(at for at, (_, args) in enumerate(T.half) if isinstance(args, PaidIncome) and args.cost)
    return [
        (fuel.play("R coal silesia"), "energize riesa riesa-u1"),
        (pressed().ask("R", "urbanize", 0, 1, 0), ""),
        (pressed().ask("R", "industrialize", 9, 0, 0, 1, 0), ""),
        (pressed().market("b01").ask("R", "develop", 0, 0), "draw.ask.develop"),
        (pressed().turn("R").play("R rail a-3"), "rail a-3:urbanize/industrialize"),
        (pressed().ask("R", "tile", bought // 2, 0), "draw.ask.income_any"),
    ]


@pytest.mark.parametrize("lang", languages())
def test_a_debt_says_what_it_is_for(lang: str) -> None:
    speech = words(lang)
    for scene, bought in debts():
        for action in TITLE.legal(scene.s, 0):
            after = scene.s.clone()
            TITLE.apply(after, 0, action)
            if after.stack and after.stack[-1][0] == "owe":
                break
        else:
            raise AssertionError(f"nothing leaves a debt: {bought or scene.s.stack[-1][0]}")
        is_message = bought.startswith("draw.")
        name = speech.say(bought) if is_message else speech.label(TITLE.parse(bought) if bought else action)
        assert name in speech.asked(TITLE.view(after, 0), 0)


def test_fuel_beyond_the_need_is_called_so() -> None:
    scene = powering(5).play("R energize riesa riesa-u1")
    assert "which fuel" in asked(scene)
    scene.play("R coal silesia", "R coal silesia")
    assert "more fuel adds nothing" in asked(scene)
    found = offered(scene)
    assert found["done"].pays == "2 thalers"
    waste = [one for one in found.values() if one.action.kind in ("coal", "uranium")]
    assert waste and all(not one.gains and one.note.startswith("not needed: ") for one in waste)
    panels = look_of(TITLE).panels(
        TITLE.view(scene.s, 0), theme="light", legal=TITLE.legal(scene.s, 0), names=("A", "B", "C"), say=say("en"),
        size="wide",
    )  # fmt: skip
    drawn = str(next(panel.drawn for panel in panels if panel.id == "board"))
    lit = drawn.partition('id="coal-silesia"')[2].partition('id="coal-')[0]
    assert "mh-legal" in lit and "mh-halo" not in lit, "it can be taken, but does not glow"


@pytest.mark.parametrize("lang", languages())
def test_the_slots_of_a_contract_are_the_choices(lang: str) -> None:
    """The contract ends the words of each, so that a menu says it once, above the slots."""
    speech, acts = words(lang), [action for action in TITLE.actions.all if action.kind == "sign"]
    first = [speech.label(action).split(" ") for action in acts if action.args[0] == acts[0].args[0]]
    contract = speech.names("contract", acts[0].args[0])
    assert len(first) > 1 and all(" ".join(one).endswith(contract) for one in first)
    assert len({" ".join(one) for one in first}) == len(first)


def test_coal_in_one_go_says_what_is_converted() -> None:
    scene = powering(1, 1).play("R energize riesa riesa-u1")
    (plan,) = words().plans(TITLE.view(scene.s, 0), 0)
    assert plan.pays == "2 thalers; 1 worker becomes 1 thaler"


# The turn


@pytest.mark.parametrize("lang", languages())
def test_a_tile_that_is_played_in_vain_says_why(lang: str) -> None:
    scene = quiet().turn("R")
    notes = [choice.note for choice in offered(scene, lang).values() if choice.note and choice.action.kind == "play"]
    assert notes and all("[NU-" in note for note in notes)


@pytest.mark.parametrize("lang", languages())
def test_a_directive_says_which_actions_are_missing_and_why(lang: str) -> None:
    """Before it is played and after: it speaks of main actions, of which the list may have three."""
    scene = quiet().gives("R", thaler=0, workers=2).turn("R")
    tile = next(k for k in range(len(T.tiles)) if T.directive[k])
    scene.s.pool[0] |= 1 << tile
    speech, played = words(lang), offered(scene, lang)[TITLE.text(T.a["play"][tile])]
    scene.ask("R", "tile", tile, 0)
    there = {action.args[0] for action in TITLE.legal(scene.s, 0) if action.kind == "directive"}
    assert 0 < len(there) < len(T.directive_half)
    for k, half in enumerate(T.directive_half):
        why, name = refuse_action(T, scene.s, 0, half), speech.names("main", k)
        assert (why is None) == (k in there) == (name not in played.note) == (name not in asked(scene, lang))
        if why is not None:
            reason = speech.refusal(why)
            assert reason in played.note and reason.removesuffix(".") in asked(scene, lang)
    # More reasons than one would not fit into the question.
    scene.gives("R", workers=0).ask("R", "tile", tile, 0)
    lost = [k for k, half in enumerate(T.directive_half) if refuse_action(T, scene.s, 0, half) is not None]
    assert len(lost) > 1 and all(speech.names("main", k) in asked(scene, lang) for k in lost)
    assert speech.names.joined(speech.names("main", k) for k in lost) in asked(scene, lang)


@pytest.mark.parametrize("lang", languages())
def test_a_nucleum_says_what_it_is_for(lang: str) -> None:
    """Who places it, and what it changes; what the plant pays stands with each choice."""
    scene = quiet().ask("R", "nucleum")
    assert say(lang)("hint.nucleum.uranium").lower() in asked(scene, lang).lower()
    assert "Your marker brings" in asked(scene) and all(choice.gains for choice in offered(scene).values())


@pytest.mark.parametrize("lang", languages())
def test_a_turn_that_ends_by_itself_tells_what_was_left(lang: str) -> None:
    tile = next(k for k in range(len(T.tiles)) if not T.directive[k])
    played, begun, over = (
        Event("tile_played", (0, tile)),
        Event("action_begun", (0, tile, 0)),
        Event("turn_began", (1,)),
    )
    speech, paid = words(lang), Event("paid", (0, 1, 0))
    past = [Entry(1, 0, [played]), Entry(2, 0, [begun]), Entry(3, 0, [paid, over])]
    told = spent(TITLE, speech, past)
    assert told is not None and speech.names.half(2 * tile + 1) in told.text and told.rule == "NU-7.1"
    assert speech.names.half(2 * tile) not in told.text.replace(speech.names.half(2 * tile + 1), "")
    # Whoever says Done knows, and a tile that is used up needs no word.
    assert spent(TITLE, speech, [*past[:2], Entry(3, 0, [over])]) is None
    both = [*past[:2], Entry(3, 0, [Event("action_begun", (0, tile, 1)), over])]
    assert spent(TITLE, speech, both) is None
    tale = since(look_of(TITLE), speech, NAMES, 0, [*past, Entry(4, 1, [Event("tile_played", (1, tile))])])
    assert tale.began is not None and tale.began.number == 3
    own = spent(TITLE, speech, past, own=True)
    assert own is not None and tale.began.text == own.text != told.text, "whose turn it was is not told as a stranger"
    assert NAMES[0] in told.text and NAMES[0] not in own.text


def test_a_step_that_can_be_taken_back_is_called_by_its_action() -> None:
    """Not "the second half": nobody knows any more which tile it was of."""
    play, act = TITLE.parse("play b03:develop-1/develop"), TITLE.parse("act second")
    assert words().steps([act]) == [words().label(act)]
    assert words().steps([play, act])[1] == "Develop" != words().label(act)
    assert words().steps([act], [play]) == ["Develop"], "the tile was played before what can be taken back"
    scene = table("RB").gives("R", workers=2, thaler=9).turn("R")
    scene.play("R rail a-3", "R lay chemnitz-zwickau.1 plain")
    match, view = TITLE.parse("match chemnitz-zwickau.1 second"), TITLE.view(scene.s, 0)
    rail, lay = TITLE.parse("rail a-3:urbanize/industrialize"), TITLE.parse("lay chemnitz-zwickau.1 plain")
    assert words().steps([rail, lay, match])[2] == words().steps([match], (), view)[0]
    assert words().steps([match], (), view) == ["Industrialize (Chemnitz–Zwickau, space 1)"] != [words().label(match)]


def test_a_hint_calls_a_choice_as_the_list_does() -> None:
    scene = quiet().gives("R", thaler=9, workers=3).pool("R", "b12").turn("R").play("R play b12")
    view, legal = TITLE.view(scene.s, 0), TITLE.legal(scene.s, 0)
    at = Position(TITLE, 1, 1, 0, "running", (0,), view, legal, None, None, None)
    told = called(words(), at)
    assert "half" not in " ".join(told.values()) and any(action.kind == "act" for action in told)
    assert {choice.text for choice in offered(scene).values()} == set(told.values())


def test_the_question_changes_when_no_action_is_left() -> None:
    scene = quiet().gives("R", achievement=6, thaler=9, workers=3).slot("R", 1, "c07").turn("R")
    tile = next(k for k in range(len(T.tiles)) if scene.s.pool[0] >> k & 1 and not T.directive[k])
    scene.ask("R", "tile", tile, 0)
    first = asked(scene)
    scene.ask("R", "tile", tile, 3)
    assert asked(scene) != first and "is done" in asked(scene), "what was carried out was not impossible"
    scene.ask("R", "matched")
    assert asked(scene).startswith("The matched actions are done")


@pytest.mark.parametrize("lang", languages())
def test_how_many_turns_are_left_is_said(lang: str) -> None:
    scene, told = quiet().turn("R"), set()
    for closing in (0, TRIGGERED, LAST_TURNS):
        scene.s.closing = closing
        told |= {asked(scene, lang), words(lang).phase(TITLE.view(scene.s, 0))}
    assert len(told) == 6
    assert not any(name in one for name in NAMES for one in told), "whose turn it is stands in the prompt"


# Income and milestones


def test_an_income_is_not_paid_now() -> None:
    scene = Scene("RBY").ask("R", "income_any", 1)
    assert {choice.gains.split(" at ")[1] for choice in offered(scene).values()} == {"each Recharge"}


def test_a_milestone_says_what_it_is_worth() -> None:
    scene = quiet().gives("R", achievement=4).built("R", "residence-1", "riesa-u1").ask("R", "marker")
    notes = [choice.note for choice in offered(scene).values()]
    assert any("worth" in note for note in notes) and all("at the end" in note for note in notes)
    (line,) = words().story([Event("marker_placed", (0, 1))])
    assert "×1 at the end for the milestone below it" in line.text
    (line,) = words().story([Event("marker_placed", (0, 0))])
    assert "-3 VP at the end" in line.text.replace("−", "-")


@pytest.mark.rule("NU-14.7")
def test_a_unit_of_coal_says_what_is_paid_for_it() -> None:
    """Turbines take three thalers off the whole bill, as Done tells it; the map shows the price without that."""
    scene = powering(9).turbine("R", 1, "zittau-t1").turbine("R", 2, "plauen-t1").play("R energize riesa riesa-u1")
    told = []
    for _ in range(4):
        choice = offered(scene)["coal silesia"]
        told.append((choice.pays, choice.note))
        scene.play("R coal silesia")
    free, waste = "without the discount: 1 thaler", "not needed: the building has 2 electricity already"
    assert told == [("nothing", free), ("nothing", free), ("nothing", f"{waste}; {free}"), ("1 thaler", waste)]
    assert offered(scene)["done"].pays == "1 thaler"


def test_the_rent_of_a_turbine_is_said_with_the_building_and_with_the_unit_that_needs_it() -> None:
    scene = rented(3)
    note = offered(scene)["energize zittau goerlitz-u1"].note
    assert "each uranium beyond 1 needs another player's turbine: 1 thaler" in note
    scene.play("R energize zittau goerlitz-u1")
    assert offered(scene)["uranium row-1"].pays == "1 uranium"
    scene.play("R uranium row-1")
    assert offered(scene)["uranium row-1"].pays == "1 uranium, 1 thaler"
    lone = Scene("RBY").gives("R", thaler=9).nucleum("zittau").mine("R", 1, "aussig-m1", uranium=3)
    lone.link("Y", "zittau-aussig").link("Y", "goerlitz-zittau").neutral("n03", "goerlitz-u1")
    assert all("rents" not in choice.note for choice in offered(energize(lone, "R")).values())


def test_a_unit_says_what_the_bill_takes_with_it() -> None:
    scene = rented(0, directive=1).play("R energize zittau goerlitz-u1", "R uranium row-1")
    assert offered(scene)["uranium row-1"].pays == "1 uranium", "the Directive pays the turbine"
    poor = rented(0)
    poor.s.uranium = (3, *poor.s.uranium[1:])
    poor.play("R energize zittau goerlitz-u1", "R uranium row-1")
    choice = offered(poor)["uranium row-1"]
    assert (choice.pays, choice.note) == ("1 uranium, 1 thaler", "1 uranium becomes 1 thaler")


def test_the_nearest_end_condition_is_named() -> None:
    scene = Scene("RBY")
    told = words().phase(TITLE.view(scene.s, 0))
    assert "; nearest: " in told
    scene.gives("R", vp=T.n.vp_flag - 1)
    assert words().phase(TITLE.view(scene.s, 0)).endswith(f"; nearest: Points ({T.n.vp_flag - 1} of {T.n.vp_flag})")
    for lang in languages():
        assert words(lang).phase(TITLE.view(scene.s, 0)).count(str(T.n.vp_flag)) >= 1

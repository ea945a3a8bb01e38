"""What can be refused is declared: message ids, how many arguments, of which domains; and it has words everywhere."""

from __future__ import annotations

import ast
import dataclasses
import string
from collections.abc import Iterator
from pathlib import Path

import battery
import msgspec
import pytest
from stages import Stage, own_id, titles_from

import machinehall as mh
from machinehall.kernel.parts import TitleWords
from machinehall.kernel.refusals import ASKED, HOUSE, NUMBER, TEXT, WHEN, Amount, Domain, Either, Refusals, Several
from machinehall.kernel.values import Argument, Refusal
from machinehall.server.api.bodies import WhyNot
from machinehall.server.errors import REFUSALS as OF_TABLES
from machinehall.server.errors import Refused
from machinehall.server.replies import problem_of
from machinehall.words import ENGLISH, languages, load, say
from machinehall.words.titles import wording

SOURCE = Path(mh.__file__).parent
TITLES = titles_from(Stage.WORDED)
LANGUAGES = languages()
TABLES = {"refusals", "errors"}
"""Modules whose ids are declarations."""


def rooms() -> dict[str, tuple[Path, Refusals]]:
    """Where refusals are made, and what may be refused there."""
    own = {name: (mh.title(name).home.folder, mh.title(name).refusals) for name in TITLES}
    return own | {"kernel": (SOURCE / "kernel", HOUSE), "server": (SOURCE / "server", {**HOUSE, **OF_TABLES})}


def trees(room: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(room.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def named(room: Path) -> set[str]:
    """The ids of refusals that the code of a room names, but for the table that declares them."""
    return {
        node.value
        for path, tree in trees(room)
        if path.stem not in TABLES or path.parent.name == "rules"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith(("refuse.", "undo."))
    }


def made(room: Path) -> Iterator[tuple[str, int]]:
    """Message id and number of arguments of each refusal that is written out."""
    for _, tree in trees(room):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"):
                continue
            args = node.args[2] if len(node.args) > 2 else ast.Tuple([])
            known = isinstance(args, ast.Tuple) and not any(isinstance(arg, ast.Starred) for arg in args.elts)
            if known and isinstance(node.args[1], ast.Constant):
                yield str(node.args[1].value), len(args.elts)  # type: ignore[attr-defined]


@pytest.mark.parametrize("room", rooms())
def test_every_refusal_is_declared_and_every_declared_one_is_made(room: str) -> None:
    folder, declared = rooms()[room]
    found = named(folder)
    assert found - set(declared) == set(), "not declared"
    needed = OF_TABLES if room == "server" else declared
    assert set(needed) - found == set(), "declared, but never refused"


@pytest.mark.parametrize("room", rooms())
def test_refusals_have_as_many_arguments_as_declared(room: str) -> None:
    folder, declared = rooms()[room]
    written = list(made(folder))
    assert [(message, k) for message, k in written if len(declared[message]) != k] == []
    assert len(written) > 2


def single(domain: Domain) -> Iterator[str | Amount]:
    """What a domain is made of."""
    if isinstance(domain, Either):
        yield from domain.domains
    else:
        yield domain.of if isinstance(domain, Several) else domain


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TITLES)
def test_each_domain_can_be_said(name: str, lang: str) -> None:
    title, speech, words = mh.title(name), wording(mh.title(name), say(lang)), load(lang).sentences
    for one in {one for domains in title.refusals.values() for domain in domains for one in single(domain)}:
        if isinstance(one, Amount):
            assert own_id(name, f"figure.{one.unit}") in words
        elif one in title.domains:
            assert all(speech.names(one, i) for i in range(len(title.domains[one])))
        else:
            assert one in (NUMBER, TEXT, WHEN, ASKED) or speech.names(one, 0)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TITLES)
def test_every_argument_of_a_refusal_is_said(name: str, lang: str) -> None:
    """None is left open, and none is there for nothing; only where there is one of a thing may it be said without."""
    words = load(lang).sentences
    for message, domains in {**HOUSE, **OF_TABLES, **mh.title(name).refusals}.items():
        *few, many = words[own_id(name, message)]
        assert places(many) == set(range(len(domains))), f"{message}: {many}"
        assert all(places(form) <= places(many) for form in few), message


def places(sentence: str) -> set[int]:
    return {int(place) for _, place, _, _ in string.Formatter().parse(sentence) if place and place.isdecimal()}


@pytest.mark.parametrize("name", TITLES)
def test_no_sentence_is_left_of_a_refusal_that_is_gone(name: str) -> None:
    left = [message for message in load(ENGLISH).sentences if message.startswith(f"{name}.refuse.")]
    declared = {f"{name}.{message}" for message in (*HOUSE, *mh.title(name).refusals)}
    assert left and [message for message in left if message not in declared] == []


def bare(**parts: object) -> mh.Title:
    """A title with its rules alone."""
    return dataclasses.replace(mh.title("nucleum"), words=TitleWords(), stage=Stage.PLAYABLE, **parts)  # type: ignore[arg-type]


def test_a_title_without_a_table_says_values_by_their_types() -> None:
    """And what the house refuses has its table always: players by their names, decisions by their notation."""
    plain = wording(bare(refusals={}), say(ENGLISH), ["Ola", "Pia"])
    told = plain.refusal(Refusal("NU-9.1", "refuse.site.not_in_network", ("leipzig-u1", ("praha", "riesa"))))
    assert told.startswith("Leipzig-u1 is in none") and told.endswith("praha, riesa.")
    assert plain.refusal(Refusal("NU-16.5", "refuse.marker.too_high", (12, 7))).count("12") == 1
    assert "none" in plain.refusal(Refusal("NU-9.1", "refuse.urbanize.no_site", ((),)))
    waiting = plain.refusal(Refusal("MH-1.1", "refuse.not_your_turn", (1, "turn", (0,))))
    assert waiting.startswith("Pia has nothing to decide now: Ola must")
    assert "Rule NU-1.1" in plain.refusal(Refusal("NU-1.1", "refuse.no_such_words", (3,)))
    with_table = wording(bare(), say(ENGLISH), ["Ola", "Pia"])
    assert "Pia" in with_table.refusal(Refusal("NU-6.1", "refuse.site.taken", ("leipzig-u1", 1)))


@pytest.mark.rule("MH-1.4")
def test_what_is_left_to_chance_says_when_it_comes() -> None:
    match = mh.new_match("promethium", 2, seed=1)
    drawn = next(action for action in match.title.actions.all if action.kind in match.title.chance_kinds)
    with pytest.raises(mh.IllegalAction) as fault:
        match.play(drawn, mh.CHANCE)
    assert "left to chance" in wording(match.title, say(ENGLISH)).refusal(fault.value.refusal)


def test_a_refusal_that_does_not_fit_is_found() -> None:
    """The battery asks this of every refusal it meets."""
    title = mh.title("nucleum")
    for args in (("leipzig-u1", 0), ("grimma-t1", 3)):
        battery.arguments_fit(title, Refusal("NU-6.1", "refuse.site.taken", args))
    wrong: tuple[tuple[Argument, ...], ...] = (
        ("leipzig-u1",),
        ("leipzig", 0),
        ("leipzig-u1", "0"),
        ("leipzig-u1", (0,)),
    )
    for faulty in wrong:
        with pytest.raises(AssertionError):
            battery.arguments_fit(title, Refusal("NU-6.1", "refuse.site.taken", faulty))
    with pytest.raises(AssertionError, match="not declared"):
        battery.arguments_fit(title, Refusal("NU-6.1", "refuse.unheard_of", ()))


def test_the_wire_carries_it_as_plain_data() -> None:
    refusal = Refusal("IS-8.5", "refuse.track.limit", ("wr_neustadt--sopron", ("wr_neustadt", "sopron"), 2))
    problem = problem_of(Refused(refusal, mh.title("imperial-steam")), "")
    sent = msgspec.json.decode(msgspec.json.encode(problem))
    assert sent["args"] == ["wr_neustadt--sopron", ["wr_neustadt", "sopron"], 2]
    assert msgspec.json.decode(msgspec.json.encode(WhyNot(False, args=problem.args)), type=WhyNot).args == list(
        refusal.args
    )

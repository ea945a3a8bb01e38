"""Chapter 25: the twenty challenges for players, each at its threshold and just below."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest
from proof_plugin import count_matches

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.cli.session import Session
from machinehall.kernel.frames import step
from machinehall.kernel.values import BadPack, Event
from machinehall.titles.nucleum.components import DATA, pack
from machinehall.titles.nucleum.components.checks import FEAT_COUNTS
from machinehall.titles.nucleum.components.types import LABORATORY, PlayerFeat
from machinehall.titles.nucleum.lookup import END_CONTRACTS, END_POINTS, END_TILES, bits
from machinehall.titles.nucleum.rules import feats
from machinehall.titles.nucleum.rules.end_of_game import meet
from machinehall.titles.nucleum.rules.final_scoring import outcome
from machinehall.words import Titled, languages, say
from nucleum.scene import TITLE, Scene, T

ROWS = {row.id: row for row in T.pack.rows("feats", PlayerFeat)}
R, B, Y = range(3)


def scene(order: str = "RBY", **kw: object) -> Scene:
    return Scene(order, **kw).milestones("m2", "m1", "m3", "m4").nucleum("zittau")  # type: ignore[arg-type]


def found(s: Scene, *events: Event, seat: int = R) -> Collection[str]:
    """What a seat has done if the match ended here, after these events."""
    return feats.found(T, [events], s.s, outcome(T, s.s), seat)


def powered(s: Scene, letter: str, kinds: Sequence[int], power: int) -> Scene:
    """All buildings of some types on free sites, the first ones with power."""
    names = [b for i, b in enumerate(T.buildings) if T.building_type[i] in kinds]
    sites = bits(s.s.open_urban)
    for number, (name, site) in enumerate(zip(names, sites, strict=False)):
        s.built(letter, name, T.names.urban[site], powered=number < power)
    return s.lawful()


def industry(s: Scene, letter: str, mines: int, turbines: int) -> Scene:
    for row, site in zip(range(mines), bits(s.s.open_mines), strict=False):
        s.mine(letter, row + 1, T.names.mines[site])
    for row, site in zip(range(turbines), bits(s.s.open_turbines), strict=False):
        s.turbine(letter, row + 1, T.names.turbines[site])
    return s.lawful()


def test_twenty_in_four_groups() -> None:
    assert TITLE.feats is not None
    assert [len(group) for group in TITLE.feats.groups().values()] == [5, 5, 5, 5]
    assert [feat.rule for feat in TITLE.feats.all] == [f"NU-25.{k}" for k in range(1, 21)]
    assert set(feats.MEASURES) == FEAT_COUNTS
    assert not set(found(scene())) & set(ROWS)  # a bare board earns nothing


@pytest.mark.parametrize("lang", languages())
def test_every_feat_and_group_has_words(lang: str) -> None:
    assert TITLE.feats is not None
    words = Titled(TITLE.name, say(lang))
    for feat in TITLE.feats.all:
        assert words.has(f"feat.{feat.name}") and words.has(f"feats.{feat.group}")
        text = words(f"feat.{feat.name}", feat.figure)
        assert "{" not in text and text.endswith(".")


def test_the_component_file_is_checked(tmp_path: Path) -> None:
    data = json.loads((DATA / "feats.json").read_text())
    data["records"][0] |= {"counts": "beauty"}
    data["records"][1] |= {"at_least": 3}
    (tmp_path / "feats.json").write_text(json.dumps(data))
    with pytest.raises(BadPack) as bad:
        pack(tmp_path)
    assert {problem.record for problem in bad.value.problems} == {"top_space", "score_170"}


def test_the_terminal_tells_the_feats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads((DATA / "feats.json").read_text())
    data["records"][3] |= {"at_least": 1}  # one mine
    (tmp_path / "feats.json").write_text(json.dumps(data))
    match = mh.new_match("nucleum", 2, seed=1, pack=tmp_path)
    run_match(match, make_bots(["random"] * 2, match.title, 2, 1))
    Session(match, ["human", "bot:random"], say("en"), 1).run()
    told = capsys.readouterr().out
    assert "Feats of Red:" in told and "Build all your mines in one match. (NU-25.4)" in told
    assert "Feats of Blue:" not in told


@pytest.mark.rule("NU-25.1", "NU-D106")
def test_a_marker_on_the_top_space() -> None:
    assert "top_space" in found(scene().markers("R", 3, 40))
    assert "top_space" not in found(scene().markers("R", 3, 37).markers("B", 40))
    last = scene().gives("R", achievement=40)
    last.s.closing = 3
    assert "top_space" in found(last.run(step("final_scoring")).play("R marker 40")), "placed, though without effects"


@pytest.mark.rule("NU-25.2", "NU-25.19", "NU-D57")
@pytest.mark.parametrize(("above", "feat"), [(170, "score_170"), (210, "score_210")])
def test_a_score_above(above: int, feat: str) -> None:
    s = scene().gives("R", thaler=0, workers=0, vp=above)
    assert outcome(T, s.s).scores[R] == above == ROWS[feat].above
    assert feat not in found(s)
    assert feat in found(s.gives("R", vp=above + 1))


@pytest.mark.rule("NU-25.3", "NU-D105")
def test_every_player_count_over_several_matches() -> None:
    assert TITLE.feats is not None
    past = [(n, found(scene("RBYT"[:n]))) for n in (4, 2, 3, 3)]
    assert [next(f for f in facts if f.startswith("players:")) for _, facts in past] == [
        "players:4", "players:2", "players:3", "players:3",
    ]  # fmt: skip
    assert "every_count" not in TITLE.feats.earned(past)
    assert TITLE.feats.earned([*past, (1, ["players:1"]), (5, ["players:1"])])["every_count"] == 1


@pytest.mark.rule("NU-25.4", "NU-25.16")
def test_all_mines_and_turbines() -> None:
    assert "all_mines" not in found(industry(scene(), "R", 3, 4))
    mines = found(industry(scene(), "R", 4, 3))
    assert "all_mines" in mines and "all_industry" not in mines
    assert "all_industry" in found(industry(scene(), "R", 4, 4))


@pytest.mark.rule("NU-25.5", "NU-D105")
def test_a_victory_with_every_experiment() -> None:
    assert TITLE.feats is not None
    won = {b: found(scene(boards=b + "".join(x for x in "abcd" if x != b)).gives("R", vp=9)) for b in "abcd"}
    assert all(f"won:{board}" in facts for board, facts in won.items())
    assert "won:a" not in found(scene().gives("B", vp=9))
    tie = scene().gives("R", vp=9).gives("B", vp=9)
    assert "won:a" in found(tie) and "won:b" in found(tie, seat=B)  # shared
    past = [(board, won[board]) for board in "abdab"]
    assert "every_experiment" not in TITLE.feats.earned(past)
    assert TITLE.feats.earned([*past, ("c", won["c"])])["every_experiment"] == "c"


@pytest.mark.rule("NU-25.6", "NU-D102")
def test_four_powered_laboratories() -> None:
    assert "four_laboratories" in found(powered(scene(), "R", [LABORATORY], 4))
    assert "four_laboratories" not in found(powered(scene(), "R", [LABORATORY], 3))


def burning(units: int) -> Scene:
    """NU-EX-08 with a bigger stock: R powers with so many uranium."""
    s = Scene("RBYT").gives("R", thaler=2, workers=0).built("R", "laboratory-3", "marienberg-u1")
    s.turbine("R", 1, "glashuette-t1").turbine("R", 2, "glashuette-t2").turbine("B", 1, "glashuette-t3")
    s.nucleum("glashuette").mine("R", 1, "bruex-m1", uranium=2).mine("R", 3, "bruex-m2", uranium=2)
    s.link("B", "glashuette-bruex").link("BY", "marienberg-bruex").link("YB", "dresden-glashuette")
    s.link("BB", "riesa-dresden").milestones("m2", "m1", "m3", "m4")
    s.ask("R", "energize", 9 - 2 * units, 0, 0).play("R energize glashuette marienberg-u1")
    events = list(s.events)
    for k in range(units):
        events += s.play(f"R uranium row-{1 if k < 2 else 3}").events
    while s.asked == ("R", "fuel"):
        events += s.play("R done").events
    s.events = events
    return s


@pytest.mark.rule("NU-25.7")
def test_four_uranium_in_one_energize() -> None:
    four, three = burning(4), burning(3)
    assert "building_powered" in {e.kind for e in three.events}
    assert "four_uranium" in found(four, *four.events)
    assert "four_uranium" not in found(three, *three.events, *three.events)  # 3 and 3 are two actions
    assert "four_uranium" not in found(four, *four.events, seat=B)


@pytest.mark.rule("NU-25.8", "NU-D104")
def test_all_markers_in_high_tiers() -> None:
    assert "high_markers" in found(scene().markers("R", 7, 10, 40))
    assert "high_markers" not in found(scene().markers("R", 6, 10, 40))
    assert "high_markers" not in found(scene().markers("R", 7, 0))
    assert "high_markers" not in found(scene())  # none placed


@pytest.mark.rule("NU-25.9", "NU-D57")
def test_income_points_at_the_end() -> None:
    last = T.last_space
    assert "income_points" in found(scene().gives("R", income=(last, last, 1)))  # 10 + 10
    assert "income_points" not in found(scene().gives("R", income=(last, last - 1, last - 2)))  # 10 + 6 + 3


def turn(seat: int, *events: Event) -> list[Event]:
    return [Event("turn_began", (seat,)), *events]


def met(condition: int, seat: int) -> Event:
    return Event("condition_met", (condition, seat))


@pytest.mark.rule("NU-25.10", "NU-D101")
def test_two_end_conditions_in_one_turn() -> None:
    s = scene().gives("R", vp=66)
    both = turn(R, met(END_TILES, R), met(END_POINTS, R))
    assert "two_conditions" in found(s, *both)
    assert "two_conditions" not in found(s, *both, seat=B)
    assert "two_conditions" not in found(s, *turn(R, met(END_TILES, R)), *turn(B, met(END_POINTS, R)))
    assert "two_conditions" not in found(s, *turn(R, met(END_TILES, R), met(END_CONTRACTS, B)))


@pytest.mark.rule("NU-25.10", "NU-E55")
def test_one_condition_may_bring_the_other() -> None:
    """The last tile is worth 3 VP, which reach the flag."""
    for vp, both in ((66, False), (67, True)):
        s, events = scene().gives("R", vp=vp), list[Event]()
        meet(T, s.s, R, END_TILES, events)
        assert ("two_conditions" in found(s, *turn(R, *events))) == both


def gained(seat: int, amount: int) -> Event:
    return Event("achievement_gained", (seat, amount))


@pytest.mark.rule("NU-25.11", "NU-D57", "NU-D101")
def test_twenty_achievements_in_one_turn() -> None:
    s = scene()
    assert "many_achievements" in found(s, *turn(R, gained(R, 12), gained(B, 5), gained(R, 8)))
    assert "many_achievements" in found(s, *turn(B, gained(R, 20)))  # matched on another's turn
    assert "many_achievements" not in found(s, *turn(R, gained(R, 12), gained(B, 9), gained(R, 7)))
    assert "many_achievements" not in found(s, *turn(R, gained(R, 12)), *turn(B, gained(R, 8)))


def power(seat: int, site: int) -> Event:
    return Event("building_powered", (seat, 0, site, 3))


@pytest.mark.rule("NU-25.12", "NU-D102")
def test_three_buildings_powered_in_one_turn() -> None:
    s = scene()
    assert "three_powered" in found(s, *turn(R, power(R, 0), power(R, 1), power(R, 2)))
    assert "three_powered" not in found(s, *turn(R, power(R, 0), power(B, 1), power(R, 2)))
    assert "three_powered" not in found(s, *turn(R, power(R, 0), power(R, 1)), *turn(B, power(R, 2)))


@pytest.mark.rule("NU-25.13", "NU-D57", "NU-D107")
def test_more_than_sixty_from_milestones() -> None:
    """With all twelve buildings: 6 x 6 on 40, 4 x 5 on 16, and 4 x 1 on 1 or 4 x 2 on 3."""

    def built(*markers: int) -> Scene:
        return powered(scene().milestones("m2", "m3", "m4", "m1"), "R", range(3), 0).markers("R", *markers)

    for markers, points in (((40, 16, 1), 60), ((40, 16, 3), 64)):
        assert outcome(T, built(*markers).s).breakdown[R]["score.milestones"] == points
        assert ("milestone_points" in found(built(*markers))) == (points > 60)
    assert "milestone_points" in found(built(40, 16, 3, 0)), "64 less 3"
    assert "milestone_points" not in found(built(40, 16, 3, 0, 0)), "64 less 6"


@pytest.mark.rule("NU-25.14")
def test_a_level_three_technology_before_the_first_recharge() -> None:
    third, second = (next(i for i, level in enumerate(T.tech_level) if level == n) for n in (3, 2))
    unlock, recharge = Event("technology_unlocked", (R, third)), Event("recharged", (R, 4))
    assert "early_technology" in found(scene(), Event("recharged", (B, 4)), unlock, recharge)
    assert "early_technology" in found(scene(), unlock)
    assert "early_technology" not in found(scene(), recharge, unlock)
    assert "early_technology" not in found(scene(), Event("technology_unlocked", (R, second)), recharge)


@pytest.mark.rule("NU-25.15")
def test_all_violet_contracts() -> None:
    assert "violet_contracts" in found(scene().fulfilled("R", "c36", "c37", "c38"))
    assert "violet_contracts" not in found(scene().fulfilled("R", "c36", "c37").fulfilled("B", "c38"))


@pytest.mark.rule("NU-25.17")
def test_all_twelve_buildings() -> None:
    assert "all_buildings" in found(powered(scene(), "R", range(3), 0))
    eleven = powered(scene(), "R", range(2), 0)
    for name, site in zip(("laboratory-1", "laboratory-2", "laboratory-3"), bits(eleven.s.open_urban), strict=False):
        eleven.built("R", name, T.names.urban[site])
    assert "all_buildings" not in found(eleven)


def recharge(extra: int) -> Scene:
    """R recharges with 21 VP of income, space 40 and `extra` VP of King's Day: 30 and 3 + 6."""
    s = scene().row("R", "b06", "b07", "b08", "b09", "b10", "b11", "b12", "b13")
    s.gives("R", income=(1, 1, T.last_space), achievement=40, thaler=0, workers=0)
    if extra:
        s.markers("B", 3).markers("Y", 4)
    s.turn("R")
    s.play("R recharge", "R marker 40", "R points")
    return s


@pytest.mark.rule("NU-25.18", "NU-D103", "NU-D57")
def test_more_than_thirty_points_in_one_recharge() -> None:
    plain, feast = recharge(0), recharge(1)
    assert plain.told("vp_gained") == [(R, 21), (R, 9), (R, 3)]
    assert "rich_recharge" in found(plain, *plain.events)  # 33
    events = [e for e in plain.events if e != Event("vp_gained", (R, 3))]
    assert "rich_recharge" not in found(plain, *events)  # 30
    assert (R, 6) in feast.told("vp_gained") and "rich_recharge" in found(feast, *feast.events)
    late = [*events, Event("vp_gained", (R, 6))]
    assert "rich_recharge" not in found(plain, *late)  # another's King's Day


@pytest.mark.rule("NU-25.20", "NU-D57", "NU-D102")
def test_ten_powered_buildings_before_the_end() -> None:
    s = powered(scene(), "R", range(3), 12)
    own = bits(s.s.own_urban[R])
    ten = [power(R, site) for site in own[:10]]
    end = Event("end_triggered", (B,))
    assert "ten_powered" in found(s, *ten, end)
    assert "ten_powered" in found(s, *ten)
    assert "ten_powered" not in found(s, *ten[:9], end, *ten[9:])
    neutral = power(R, bits(s.s.open_urban)[0])
    assert "ten_powered" not in found(s, *ten[:9], neutral, end)


@pytest.mark.rule("NU-25.11", "NU-25.18", "NU-25.20")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_events_and_positions_agree(seats: int) -> None:
    """The same counts from the positions before and after each decision of a random match."""
    match = mh.Match(TITLE, seats, seed=400 + seats)
    run_match(match, make_bots(["random"] * seats, TITLE, seats, 7))
    count_matches(1)
    ending = match.outcome
    assert ending is not None
    tokens, points, powered = watched(match)
    for seat in range(seats):
        past = feats.Past(T, [e for events in match.happened for e in events], match.state, ending, seat)
        assert f"players:{seats}" in match.found(seat)
        assert feats.achievement_in_one_turn(past) == tokens[seat]
        assert feats.vp_in_one_recharge(past) == points[seat]
        assert feats.powered_before_the_end(past) == powered[seat]


def watched(match: mh.Match) -> tuple[list[int], list[int], list[int]]:
    """For each seat, from positions alone: most tokens in a turn, most VP in a Recharge, own power at the trigger."""
    n = match.seats
    s = TITLE.start(n, match.options)
    tokens, points, powered = [0] * n, [0] * n, [0] * n
    now, turn_of = [0] * n, -1
    begun: int | None = None
    for entry in match.log:
        asked = s.stack[-1][0]
        if asked == "turn":
            now, turn_of, begun = [0] * n, entry.seat, None
            if entry.action.kind == "recharge":
                begun = s.vp[entry.seat]
        before = s.clone()
        TITLE.apply(s, entry.seat, entry.action, check=False)
        for seat in range(n):
            discarded = before.achievement[seat] if seat == turn_of and begun is not None else 0
            now[seat] += max(0, s.achievement[seat] - before.achievement[seat]) if not discarded else 0
            tokens[seat] = max(tokens[seat], now[seat])
            if s.closing == 0:
                powered[seat] = (s.own_urban[seat] & s.powered).bit_count()
        if begun is not None:
            points[turn_of] = max(points[turn_of], s.vp[turn_of] - begun)
    return tokens, points, powered

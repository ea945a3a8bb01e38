"""Refusals that name the rule which really forbids it, with true figures."""

from __future__ import annotations

import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.titles.imperial_steam.lookup import bits
from machinehall.words import ENGLISH, say
from machinehall.words.titles import wording


def told(scene: Scene, line: str) -> str:
    """The English sentence of a refusal."""
    letter, _, text = line.partition(" ")
    found = TITLE.why_not(scene.s, scene.letters[letter], TITLE.parse(text))
    assert found is not None
    return wording(TITLE, say(ENGLISH)).refusal(found)


@pytest.mark.rule("IS-8.40")
def test_where_the_share_price_stands_says_where_it_can_go() -> None:
    top = Scene(number=4).player("R", share=240).turn("R").play("R do share")
    assert top.refusal("R price 240") == ("IS-8.40", "refuse.share.only_fall", (240,))
    bottom = Scene(number=4).player("R", share=40, influence=100).turn("R").play("R do share")
    assert bottom.refusal("R price 90") == ("IS-8.40", "refuse.share.only_rise", (40,))
    assert bottom.refusal("R price 40") == ("IS-8.40", "refuse.share.only_rise", (40,))
    middle = Scene(number=4).player("R", share=90, influence=100).turn("R").play("R do share")
    assert middle.refusal("R price 240") == ("IS-8.40", "refuse.share.one_row", (90,))


@pytest.mark.rule("IS-8.32")
def test_the_first_locomotive_is_never_for_sale() -> None:
    scene = Scene(number=4).player("R", money=500).turn("R").play("R do train")
    assert scene.refusal("R buy IS-3") == ("IS-8.32", "refuse.train.never_sold", ("IS-3",))


@pytest.mark.rule("IS-7.4", "IS-8.18", "IS-8.40")
def test_the_price_of_repeating_is_named_where_it_is_the_reason() -> None:
    scene = Scene(number=4).player("R", influence=30, money=100).pawns("R", "recruit", 1).turn("R")
    assert scene.refusal("R do recruit")[:2] == ("IS-7.4", "refuse.metropolis.out_of_reach_after")
    assert "costs 1 influence first" in told(scene, "R do recruit")
    share = Scene(number=4).player("R", influence=10, share=40).pawns("R", "share", 1).turn("R")
    assert share.refusal("R do share") == ("IS-7.4", "refuse.influence_after", (1, 1, 0))
    far = Scene(number=4).player("R", influence=20, money=100).turn("R")
    assert far.refusal("R do recruit")[:2] == ("IS-8.18", "refuse.metropolis.out_of_reach")


@pytest.mark.rule("IS-9.1", "IS-8.21", "Amb-55")
def test_shares_are_offered_as_a_way_out_only_where_they_can_be_sold() -> None:
    scene = Scene(number=4).player("R", influence=100, money=20, share=40).turn("R")
    assert "sell" in scene.legal()
    begun = scene.fork().play("R do recruit")
    assert begun.refused("R sell") == "Amb-55"
    assert begun.refusal("R engineer green bridge") == ("IS-8.21", "refuse.money", (30, 20))
    hired = begun.play(f"R hire {sorted(begun.offered('hire'))[0]}")
    assert "sell" in hired.legal()
    assert hired.refusal("R engineer green bridge")[1] == "refuse.money_or_share"


@pytest.mark.rule("Amb-55", "IS-7.2")
@pytest.mark.parametrize("kind", ["sell", "deliver", "buy-out"])
@pytest.mark.parametrize("tile", ["lay", "recruit", "collect", "import"])
def test_free_actions_wait_until_the_action_has_begun(tile: str, kind: str) -> None:
    scene = Scene(number=4).player("R", workers=(0, 0, 3), goods="wood stone iron", influence=100)
    scene.player("R", money=200, tracks="wien>bratislava").factory("R", "bratislava-1", "wood", 2)
    scene.turn("R").play(f"R do {tile}")
    found = TITLE.why_not(scene.s, scene.letters["R"], TITLE.actions.rows[kind][0])
    assert found is not None and (found.rule, found.message) == ("Amb-55", "refuse.free.begin_first")


@pytest.mark.rule("IS-8.5", "IS-9.11")
def test_the_full_city_and_the_limit_are_named() -> None:
    road = "wien>bratislava>sopron wien>wr_neustadt>gloggnitz"
    scene = Scene().player("R", tracks=road, workers=(0, 0, 4)).turn("R").play("R do lay")
    full = scene.refusal("R track wr_neustadt--sopron")
    assert full == ("IS-8.5", "refuse.track.limit", ("wr_neustadt--sopron", ("wr_neustadt",), 2))
    both = scene.refusal("R track bratislava--wr_neustadt")
    assert both[2][1:] == (("bratislava", "wr_neustadt"), 2)
    crowned = Scene().crowned("wr_neustadt--sopron").player("R", tracks=road, money=500).turn("R")
    assert crowned.refusal("R buy-out wr_neustadt--sopron")[1:] == full[1:]
    assert "Wr. Neustadt" in told(scene, "R track wr_neustadt--sopron")


@pytest.mark.rule("IS-8.9")
def test_the_link_that_takes_too_much_effort_is_named() -> None:
    scene = Scene().player("B", tracks="wien>bratislava", stations="bratislava", workers=(0, 2)).turn("B")
    scene.play("B do lay", "B track bratislava--wr_neustadt", "B mobilise 2xII")
    rule, message, (need, have, name) = scene.refusal("B track bratislava--sopron")
    assert (rule, message, name) == ("IS-8.9", "refuse.track.effort", "bratislava--sopron")
    assert isinstance(need, int) and isinstance(have, int) and need > have
    weak = Scene().player("R", workers=(0,)).turn("R")
    assert "--" not in told(weak, "R do lay") and "an effort of" in told(weak, "R do lay")


@pytest.mark.rule("IS-8.6", "IS-9.12")
def test_the_fee_names_who_would_be_paid() -> None:
    scene = Scene().player("R", tracks="wien>bratislava").player("B", tracks="wien>bratislava")
    scene.player("Y", money=10, workers=(0, 0, 2), investors=0).turn("Y").play("Y do lay")
    rule, message, (price, money, who) = scene.refusal("Y track wien--bratislava")
    assert (rule, message, price, money) == ("IS-8.6", "refuse.fee", 20, 10)
    seats = sorted(scene.letters[letter] for letter in "RB")
    assert who == tuple(seats)
    bought = Scene().crowned("bratislava--sopron").player("R", tracks="wien>bratislava>sopron")
    bought.player("Y", tracks="wien>bratislava", money=0, investors=0)
    rule, message, args = bought.turn("Y").refusal("Y buy-out bratislava--sopron")
    assert (rule, message, args[2]) == ("IS-9.12", "refuse.fee", (bought.letters["R"],))
    rich = Scene().crowned("bratislava--sopron").player("R", tracks="wien>bratislava>sopron")
    rich.player("Y", tracks="wien>bratislava", money=0)
    assert rich.turn("Y").refusal("Y buy-out bratislava--sopron")[1] == "refuse.fee_or_share"


def full_of_factories(tracks: str) -> Scene:
    """Every factory space that these tracks of a player reach is taken by the other."""
    scene = Scene("RV").player("R", tracks=tracks, money=500, workers=(3,)).player("V", tracks=tracks)
    network = T.network(scene.s.tracks[0])
    for site in bits(scene.s.sites & T.sites_in(network)):
        scene.factory("V", T.sites[site], T.goods[site % 3])
    return scene


def test_build_without_a_station_speaks_of_factories_too() -> None:
    """One action builds both: that the stations stand says nothing of factories."""
    scene = full_of_factories("wien>bratislava>wr_neustadt").player("R", stations="bratislava wr_neustadt").turn("R")
    rule, message, (reached,) = scene.refusal("R do build")
    assert (rule, message) == ("IS-8.23", "refuse.build.no_station")
    assert isinstance(reached, tuple) and set(reached) == {"wien", "bratislava", "wr_neustadt"}
    assert "stations are built" in told(scene, "R do build") and "factory" in told(scene, "R do build")


def test_build_where_no_space_is_free_speaks_of_both() -> None:
    scene = full_of_factories("").turn("R")
    assert scene.refusal("R do build") == ("IS-8.23", "refuse.build.no_space", (("wien",),))

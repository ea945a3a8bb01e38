"""Chapter 6: presence, networks, connection, coal areas."""

from __future__ import annotations

import pytest

from machinehall.titles.nucleum.lookup import bits
from machinehall.titles.nucleum.rules.networks import network_sizes, own_components
from machinehall.titles.nucleum.rules.power import Grid
from nucleum.scene import Scene, T


def cities(mask: int) -> set[str]:
    return {T.names.cities[k] for k in bits(mask)}


def networks(scene: Scene, letter: str) -> list[set[str]]:
    seat = scene.seat(letter)
    found = own_components(T, scene.s, seat)
    return sorted((cities(mask) for mask in {found[c] for c in bits(scene.s.presence[seat])}), key=len)


def example(riesa_complete: bool) -> Scene:
    """NU-EX-01; Freiberg is reached from Grimma, Zwickau-Joachimsthal has one space."""
    scene = Scene("RBY").link("R", "leipzig-grimma").link("Y", "grimma-freiberg")
    scene.rail("Y", "leipzig-riesa.1").rail("Y", "leipzig-riesa.3")
    if riesa_complete:
        scene.rail("Y", "leipzig-riesa.2")
    scene.rail("R", "grimma-chemnitz.2").link("R", "joachimsthal-zwickau").link("RYY", "joachimsthal-plauen")
    return scene.lawful()


@pytest.mark.rule("NU-6.3", "NU-6.4", "NU-EX-01", "NU-E19", "NU-E20")
@pytest.mark.parametrize("riesa_complete", [True, False])
def test_networks_of_the_example(riesa_complete: bool) -> None:
    scene = example(riesa_complete)
    assert networks(scene, "R") == [{"chemnitz"}, {"leipzig", "grimma"}, {"zwickau", "joachimsthal", "plauen"}]
    assert network_sizes(T, scene.s, 0) == [1, 2, 3]
    scene.rail("B", "grimma-chemnitz.1").rail("R", "chemnitz-zwickau.1").lawful()
    assert networks(scene, "R") == [{"leipzig", "grimma", "chemnitz", "zwickau", "joachimsthal", "plauen"}]


@pytest.mark.rule("NU-6.2", "NU-6.4")
def test_a_complete_link_belongs_to_everybody_with_a_tile() -> None:
    scene = Scene("RBY").rail("R", "grimma-chemnitz.1").rail("B", "grimma-chemnitz.2")
    assert networks(scene, "R") == networks(scene, "B") == [{"grimma", "chemnitz"}]
    assert networks(scene, "Y") == []
    assert all(len(T.board[2].link_spaces[link]) <= 2 for link in bits(T.board[2].links))
    assert max(len(T.board[4].link_spaces[link]) for link in bits(T.board[4].links)) == 3


@pytest.mark.rule("NU-6.3")
@pytest.mark.parametrize(("option", "present"), [(1, {"leipzig"}), (0, set())])
def test_the_middle_tile_behind_a_foreign_one(option: int, present: set[str]) -> None:
    scene = Scene("RBY", {"middle_tile_presence": option}).rail("B", "leipzig-riesa.1").rail("R", "leipzig-riesa.2")
    scene.lawful()
    assert cities(scene.s.presence[0]) == present
    scene.rail("Y", "leipzig-riesa.3").lawful()
    assert cities(scene.s.presence[0]) == {"leipzig", "riesa"}  # complete: co-owned


@pytest.mark.rule("NU-6.3")
def test_presence_by_pieces() -> None:
    scene = Scene("RBY").built("R", "factory-1", "chemnitz-u1").mine("R", 1, "bruex-m1").turbine("R", 1, "zittau-t1")
    assert cities(scene.s.presence[0]) == {"chemnitz", "bruex", "zittau"}
    assert network_sizes(T, scene.s, 0) == [1, 1, 1]


@pytest.mark.rule("NU-6.5")
def test_neutral_buildings_nucleums_and_debris_give_no_presence() -> None:
    scene = Scene("RBY").neutral("n01", "praha-u2").nucleum("zittau").debris("chemnitz-u1")
    assert scene.lawful().s.presence == (0, 0, 0)


@pytest.mark.rule("NU-6.6", "NU-E18", "NU-14.11")
def test_transport_uses_anybodys_links_networks_only_own_ones() -> None:
    scene = Scene("RBY").link("B", "chemnitz-zwickau").link("Y", "chemnitz-marienberg")
    scene.link("B", "joachimsthal-zwickau").built("R", "residence-1", "zwickau-u1")
    joined = T.board[scene.s.seats].components(scene.s.complete)
    assert cities(joined[T.names.cities.index("zwickau")]) == {"chemnitz", "zwickau", "marienberg", "joachimsthal"}
    assert networks(scene, "R") == [{"zwickau"}]
    assert cities(joined[T.names.cities.index("praha")]) == {"praha"}  # a city is connected to itself


@pytest.mark.rule("NU-6.7", "NU-E17", "NU-D28")
def test_coal_lines() -> None:
    plants = T.names.plants

    def areas(scene: Scene, plant: str) -> list[str]:
        return [T.names.regions[k] for k in Grid(T, scene.s, 0).regions(plants.index(plant))]

    four = Scene("RBYT")
    assert areas(four, "plauen") == ["ruhr"] and areas(four, "riesa") == ["silesia"] and areas(four, "zittau") == []
    four.link("R", "goerlitz-zittau")
    assert areas(four, "zittau") == ["silesia"] and four.s.presence[1] == 0
    two = Scene("RB")
    assert areas(two, "riesa") == [], "Dresden alone is named for this side (NU-D28)"
    two.link("B", "riesa-dresden")
    assert areas(two, "riesa") == ["silesia"]
    assert areas(Scene("RB", {"disputed_coal_lines": 1}), "riesa") == ["silesia"]


@pytest.mark.rule("NU-6.1", "NU-E25")
def test_praha_has_no_colour_but_is_a_city() -> None:
    scene = Scene("RBY").built("R", "residence-1", "praha-u2").built("R", "factory-1", "chemnitz-u1")
    scene.link("RR", "aussig-praha")
    assert max(network_sizes(T, scene.s, 0)) == 2
    b = T.board[3]
    assert [k for k in range(4) if b.colour_cities[k] >> b.praha & 1] == []

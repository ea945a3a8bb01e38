"""Chapter 1: object, components, information."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from proof_plugin import count_matches

from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE
from machinehall.titles.promethium.components.types import BidToken, Element, Project, StartTile, Tile
from machinehall.titles.promethium.state import SEATS
from promethium.pieces import WIDTH, tile_named
from promethium.scene import TITLE, Scene, T


@pytest.mark.rule("PR-1.1", "PR-9.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_rounds_of_four_phases(seats: int) -> None:
    rng = random.Random(seats)
    state = TITLE.start(seats, rng=rng)
    seen = [(state.round, state.phase)]
    while state.stack:
        seat = TITLE.to_act(state)[0]
        legal = TITLE.legal(state, seat)
        TITLE.apply(state, seat, rng.choice(legal), check=False)
        if (state.round, state.phase) != seen[-1]:
            seen.append((state.round, state.phase))
    count_matches(1)
    full = [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 4), (3, 1), (3, 2), (3, 3)]
    assert seen[0] == (0, 0) and [entry for entry in seen[1:] if entry not in ((1, 3), (2, 3))] == full
    outcome = TITLE.outcome(state)
    assert outcome is not None and outcome.scores[outcome.places.index(1)] == max(outcome.scores)


@pytest.mark.rule("PR-1.1")
def test_two_to_four_players() -> None:
    assert TITLE.seats == (2, 4)


@pytest.mark.rule("PR-1.2")
def test_the_pieces_are_counted() -> None:
    tiles = T.pack.rows("tiles", Tile)
    assert len(tiles) == 44 and sum(tile.four_player_only for tile in tiles) == 12
    pieces: Counter[str] = Counter()
    for element in T.pack.rows("elements", Element):
        assert element.supply == 8
        pieces[element.slot] += element.supply
    assert pieces == {"country": 32, "expert": 32, "mineral": 32}
    cards = T.pack.rows("projects", Project)
    assert len(cards) == 36 and {card.level for card in cards} == {1, 2, 3} and len({c.family for c in cards}) == 13
    bids = [bid for bid in T.pack.rows("bid_tokens", BidToken) if bid.owner == "player"]
    assert sum(bid.count for bid in bids) == 8 and len(T.pack.rows("start_tiles", StartTile)) == 4


@pytest.mark.rule("PR-1.3", "PR-EX-14", "A-43")
def test_a_tile() -> None:
    for tile in T.pack.rows("tiles", Tile):
        shown = {"country": tile.country, "expert": tile.expert, "mineral": tile.mineral}
        assert 1 <= tile.value <= 3 and tile.back.element == shown[tile.back.slot]
    sample = tile_named("germany/machinist/iron")
    assert T.tile_value[sample] == 2
    scene = Scene("YGBR").player("Y", tiles="germany/machinist/iron").shown("rail-1 air-1").office("Y")
    scene.play("Y realise rail-1", "Y use T40", "G pass", "B pass", "R pass", "Y realise air-1", "Y use T40")
    assert "T40" in scene.gone and len(scene.of("Y").realised) == 2  # two projects at most


@pytest.mark.rule("PR-1.3", "PR-1.7")
def test_a_face_down_tile_shows_only_its_back() -> None:
    scene = Scene("YGBR").down(a1="chemist").laid(b1="T35")
    for seat in (None, 0, 3):
        view = TITLE.view(scene.s, seat)
        assert view["grid"][:2] == [{"back": "chemist"}, {"tile": "T35"}]


@pytest.mark.rule("PR-1.4", "A-03")
def test_promethium_is_unlimited_and_each_player_has_one_meeple() -> None:
    scene = Scene("YGBR").player("Y", promethium=400, tiles="T34").office("Y").play("Y patent T34")
    assert scene.of("Y").promethium == 403
    assert T.constants["promethium_supply"] is None and T.constants["patent_meeples_per_player"] == 1
    meeple = Scene("YGBR").laid(a1="T01", b1="T02").player("Y", hand="patent_filing")
    meeple.s.reserved = put(meeple.s.reserved, meeple.seat("Y"), T.cells.index("a1"))
    assert meeple.bidding().refused("Y play patent_filing") == "PR-5.2"


@pytest.mark.rule("A-30", "PR-1.2")
def test_cubes_do_not_run_out() -> None:
    cards = "sea-3:3 air-3:3 rail-3:3 road-3:3 telecom-3:3 spectacle-3:3 office-3:3"
    scene = Scene("YGBR").player("G", realised=cards).shown("air-1").player("Y", tiles="T34:1").office("Y")
    scene.play("Y realise air-1", "Y use T34")
    assert sum(scene.s.cubes) == 22 and scene.of("Y").realised == {"air-1": 1}


@pytest.mark.rule("PR-1.5")
def test_every_element_is_in_one_place_and_three_things_fill_the_stock() -> None:
    """In a whole match: Reserve, Stock and players hold eight of each kind; only three actions feed the Stock."""
    rng = random.Random(5)
    state = TITLE.start(4, rng=rng)
    feeding = set()
    while state.stack:
        seat = TITLE.to_act(state)[0]
        action = rng.choice(TITLE.legal(state, seat))
        events = TITLE.apply(state, seat, action, check=False)
        assert all(sum(state.elements[kind::WIDTH]) == 8 for kind in range(WIDTH)) and min(state.elements) >= 0
        if any(event.kind == "element_moved" and event.args[2] == 1 for event in events):
            feeding.add(action.kind)
    count_matches(1)
    assert "stock" in feeding and feeding <= {"stock", "financier-stock", "give"}


@pytest.mark.rule("PR-1.6")
def test_a_project_card() -> None:
    for i, card in enumerate(T.pack.rows("projects", Project)):
        name = card.id
        tiles = " ".join(str(tile.id) for tile in T.pack.rows("tiles", Tile))
        scene = Scene("YGBR").shown(name).player("Y", tiles=tiles, promethium=9).office("Y").play(f"Y realise {name}")
        for used in range(card.level):
            assert len(scene.offered("use")) > 0, used
            scene.play(f"Y use {min(scene.offered('use'))}")
        scene.play(f"Y activate {name}")
        assert scene.of("Y").promethium == 9 - card.level  # L tiles, L Pr
        assert scene.of("Y").improvements == {card.improvement} and T.worth[i] == card.value


@pytest.mark.rule("PR-1.7", "A-05")
def test_what_is_hidden_and_what_is_open() -> None:
    scene = Scene("YG").player("Y", hand="bribes sabotage", private="sea-1", lobby=2, elements="coal", tiles="T01")
    scene.player("Y", used="planning", promethium=3).token("1-west", "Y6").token("2-west", "N4")
    mine, theirs, nobody = (TITLE.view(scene.s, seat) for seat in (scene.seat("Y"), scene.seat("G"), None))
    y = scene.seat("Y")
    assert mine["tokens"][y] == {"2": 1, "3": 2, "4": 2, "5": 2, "6": 0} and theirs["tokens"][y] is None
    assert sorted(mine["hand"][y]) == ["bribes", "sabotage"]
    for view in (theirs, nobody):
        assert view["hand"][y] == 2 and view["pile"][y] == 8 and view["private"][y] == 1
        assert view["end_value"][0] is None and view["deck"] == 35 and view["neutral"][y] is None
        assert (view["money"][y], view["lobby"][y], view["promethium"][y]) == (15, 2, 3)
        assert view["used"][y] == ["planning"] and "T01" in view["tiles"][y]
        assert view["elements"][SEATS + y]["coal"] == 1
    assert CHANCE not in TITLE.to_act(scene.s)

"""The patrol (Y144–Y152, Q36–Q40)."""

import pytest

from kabuto.yedo import Yedo
from kabuto.yedo.board import DISTRICTS
from kabuto.yedo.state.state import State

from .helpers import annex, at, bare, card, clan, patrol_in, play, stand, task, whereabouts
from .rules_table import rule


def arrests(s: State, district: str) -> Yedo:
    s.patrol = DISTRICTS.index(district)
    return at(s, "arrest", ())


@pytest.mark.parametrize(("colour", "district"), [(0, "castle"), (1, "tavern")])
@rule("Y86", "Y144", "Q36", "Q37")
def test_the_patrol_moves_one_district_in_its_direction(colour: int, district: str) -> None:
    s = bare()
    s.colour = colour
    assert patrol_in(at(s, "patrol", ())) == district


@pytest.mark.parametrize("colour", [0, 1])
@rule("Q37")
def test_the_patrol_walks_all_round_the_castle_included(colour: int) -> None:
    s = bare()
    s.colour = colour
    seen = []
    for _ in range(7):
        game = at(s.copy(), "patrol", ())
        s.patrol = game.state.patrol
        seen.append(DISTRICTS[s.patrol])
    assert set(seen) == set(DISTRICTS)
    assert seen[-1] == "gates"


@rule("Q36")
def test_it_moves_in_round_1() -> None:
    s = bare()
    assert s.round == 1
    assert patrol_in(at(s, "patrol", ())) != "gates"


@rule("Y151")
def test_unprotected_disciples_go_to_the_reserve() -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4, 0
    stand(s, 0, "tavern", "tavern", "gates")
    game = arrests(s, "tavern")
    assert (clan(game, 0).reserve, whereabouts(game, 0)) == (2, ["gates"])


@rule("Y152", "Q39")
def test_with_two_in_the_reserve_an_arrested_disciple_goes_home() -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 3, 1
    stand(s, 0, "tavern", "tavern", "tavern")
    stand(s, 1, "tavern")
    game = arrests(s, "tavern")
    assert (clan(game, 0).reserve, clan(game, 0).home) == (2, 2)
    assert (clan(game, 1).reserve, clan(game, 1).home) == (2, 2)


@rule("Q39")
def test_disciples_on_annexes_are_safe() -> None:
    s = bare()
    annex(s, 0, "dojo")
    stand(s, 0, "dojo")
    for district in DISTRICTS:
        assert whereabouts(arrests(s.copy(), district), 0) == ["dojo"]


@rule("Q39")
def test_garden_and_all_castle_spaces_are_in_the_castle() -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4, 0
    stand(s, 0, "garden", "castle-prestige", "castle-mission", "gates")
    game = arrests(s, "castle")
    assert whereabouts(game, 0) == ["gates"]


@rule("Q39")
def test_saved_disciples_stay_and_act() -> None:
    s = bare()
    stand(s, 0, "tavern")
    s.patrol = DISTRICTS.index("tavern")
    game = play(at(s, "5c"), "blackmail tavern")
    assert (task(game), game.to_move) == ("activate", 0)


@rule("Q38")
def test_an_exchanged_patrol_arrests_nobody_by_itself() -> None:
    s = bare()
    card(s, 0, "A6")
    stand(s, 1, "gates")
    s.patrol = DISTRICTS.index("temple")
    game = play(at(s, "5b"), "play A6")
    assert whereabouts(game, 1) == ["gates"]


@rule("Y145")
def test_steps_5b_and_5c_come_one_after_the_other() -> None:
    s = bare()
    card(s, 0, "A2")
    stand(s, 0, "tavern")
    s.patrol, s.colour = DISTRICTS.index("gates"), 1
    game = at(s, "5b")
    assert task(game) == "window"
    play(game, "play A2")
    assert (task(game), patrol_in(game)) == ("protect", "tavern")
    play(game, "pass")
    assert whereabouts(game, 0) == []


@rule("Y93", "Y145", "Y148")
def test_both_laps_of_cards_go_in_player_order() -> None:
    s = bare()
    s.order = s.track = (2, 0, 3, 1)
    for seat in range(4):
        card(s, seat, "A2" if seat < 3 else "A4")
        stand(s, seat, "tavern")
    s.colour = 1  # from the gates to the tavern
    game, asked = at(s, "patrol", ()), []
    while task(game) in ("window", "protect"):
        asked.append((task(game), game.to_move))
        play(game, "pass")
    assert asked == [(name, seat) for name in ("window", "protect") for seat in (2, 0, 3, 1)]


@pytest.mark.parametrize("reserve", [0, 1, 2])
@rule("Q40")
def test_no_clan_ever_has_three_in_the_reserve(reserve: int) -> None:
    s = bare()
    own = s.edit(0)
    own.home, own.reserve = 4 - reserve, reserve
    stand(s, 0, *["tavern"] * min(3, 4 - reserve))
    assert clan(arrests(s, "tavern"), 0).reserve == 2

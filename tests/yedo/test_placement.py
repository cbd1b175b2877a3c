"""Placing disciples (Y139–Y143, Q34, Q35)."""

from kabuto.yedo import Yedo
from kabuto.yedo.board import GARDEN, SPOTS
from kabuto.yedo.phases.placement import Place
from kabuto.yedo.state.state import State

from .helpers import annex, at, bare, clan, moves, play, stand, task, whereabouts
from .rules_table import rule


def placing(s: State) -> Yedo:
    return at(s, "assign")


@rule("Y19", "Y85", "Y139")
def test_in_player_order_one_at_a_time_until_all_are_placed() -> None:
    s = bare()
    s.order = s.track = (1, 3, 0, 2)
    own = s.edit(3)
    own.home, own.reserve = 3, 1
    game, seats = placing(s), []
    while task(game) == "place":
        seats.append(game.to_move)
        game.play(next(move for move in game.legal_moves() if move.words[0] != "gates"))
    assert seats == [1, 3, 0, 2, 1, 3, 0, 2, 3]


@rule("Y139", "Q34")
def test_no_disciple_is_held_back() -> None:
    assert moves(placing(bare())) == {f"place {spot}" for spot in SPOTS}


@rule("Y140", "Y142")
def test_a_disciple_goes_onto_an_own_annex_one_on_each() -> None:
    s = bare()
    annex(s, 0, "dojo")
    annex(s, 1, "yashiki")
    game = placing(s)
    assert {"place dojo"} <= moves(game)
    assert "place yashiki" not in moves(game)
    play(game, "place dojo")
    assert whereabouts(game, 0) == ["dojo"]
    while game.to_move != 0:
        game.play("place tavern")
    assert "already" in str(game.why_not("place dojo"))


@rule("Y141")
def test_one_disciple_on_each_space() -> None:
    s = bare()
    stand(s, 1, "gates", "gates")
    game = play(placing(s), "place gates")
    assert "place gates" not in moves(game)
    assert "no free space" in str(game.why_not("place gates"))


@rule("Y143")
def test_one_disciple_of_a_player_in_the_garden() -> None:
    s = bare()
    stand(s, 0, "garden")
    game = placing(s)
    assert "place garden" not in moves(game)
    assert "already" in str(game.why_not("place garden"))


@rule("Q34")
def test_several_own_disciples_in_one_district() -> None:
    s = bare()
    stand(s, 0, "tavern")
    assert whereabouts(play(placing(s), "place tavern"), 0) == ["tavern", "tavern"]


@rule("Q34")
def test_without_a_legal_space_the_seat_is_skipped() -> None:
    s = bare(2)
    for spot in range(9):
        s.spaces = tuple(
            row if n == GARDEN else row + (1,) * (s.setting.board.spaces[n] - len(row)) if n == spot else row
            for n, row in enumerate(s.spaces)
        )
    s.spaces = tuple((0, 1) if n == GARDEN else row for n, row in enumerate(s.spaces))
    assert Place(0).run(s)


@rule("Q35")
def test_garden_order_is_the_order_of_arrival() -> None:
    s = bare()
    s.order = s.track = (2, 0, 1, 3)
    game = play(placing(s), "place garden", "place garden")
    assert game.state.spaces[GARDEN] == (2, 0, -1, -1)


@rule("Q35")
def test_a_space_left_empty_keeps_its_number() -> None:
    s = bare()
    stand(s, 2, "garden")
    stand(s, 0, "garden")
    row = s.spaces[GARDEN]
    s.spaces = tuple((-1, *row[1:]) if n == GARDEN else spot for n, spot in enumerate(s.spaces))
    s.edit(2).home += 1
    game = at(s, "assign", (3,))
    play(game, "place garden")
    assert game.state.spaces[GARDEN] == (3, 0, -1, -1)


@rule("Q35")
def test_there_are_as_many_garden_spaces_as_players() -> None:
    for players in (2, 3, 4, 5):
        assert len(bare(players).spaces[GARDEN]) == players


@rule("Y140")
def test_an_annex_of_another_clan_is_no_place() -> None:
    s = bare()
    annex(s, 1, "yashiki")
    game = placing(s)
    assert "has no Yashiki" in str(game.why_not("place yashiki"))
    assert clan(game, 0).annexes == ()

"""Small maps: the same rules on part of the map, with fewer tokens; records name them, other games do not."""

from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.cli.terminal.option_words import options_in_words
from kabuto.host.catalogue import check_shown, describe, options_of
from kabuto.samurai import Samurai
from kabuto.samurai.board import LAND_AROUND, ROOM, SETTLEMENTS, SPACE, board
from kabuto.samurai.maps import JAPAN, MAPS, MINI, SMALL
from kabuto.samurai.tokens import FULL_SET, SETS, TOKENS, figure_mask
from kabuto.table import BadOption, BadRecord

LITTLE = (MINI, SMALL)


def played(seed: int, **options: Any) -> Samurai:
    """A game of random moves, to its end."""
    game, rng = kabuto.new("samurai", seed=seed, **options), Random(seed)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    assert isinstance(game, Samurai)
    return game


@pytest.mark.parametrize("name", LITTLE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_small_map_has_all_the_land_around_its_settlements(name: str, players: int) -> None:
    part = board(players, name)
    assert {land for town in part.settlements for land in LAND_AROUND[town]} == set(part.land)
    assert sum(ROOM[town] for town in part.settlements) == 3 * part.figures
    assert part == board(players, name)
    assert part.spaces == board(2, name).spaces
    for town, letters in part.fixed:
        assert figure_mask(letters).bit_count() == ROOM[town], "what stands there fills it"


def test_the_smallest_map_is_one_island_with_five_land_spaces_and_three_settlements() -> None:
    part = board(2, MINI)
    assert (len(part.land), len(part.settlements), len(part.sea)) == (5, 3, 0)
    assert (len(SETS[MINI]), MAPS[MINI].hand) == (4, 2)
    reached, todo = set[int](), {part.land[0]}
    while todo:
        space = todo.pop()
        reached.add(space)
        todo |= {s for s in part.spaces if kabuto.samurai.board.NEIGHBOURS[space].count(s)} - reached
    assert reached == part.spaces


@pytest.mark.parametrize("name", LITTLE)
def test_the_tokens_of_a_small_map_are_some_of_the_twenty_and_fill_its_land(name: str) -> None:
    rest = list(FULL_SET)
    for token in SETS[name]:
        rest.remove(token)
    assert list(SETS[name]) == sorted(SETS[name])
    on_land = sum(TOKENS[token].terrain == "land" for token in SETS[name])
    assert 2 * on_land >= len(board(2, name).land), "so no game stalls"
    assert SETS[JAPAN] == FULL_SET


def test_only_games_on_a_small_map_name_their_map() -> None:
    assert "map" not in kabuto.new("samurai", seed=1).options
    assert kabuto.new("samurai", seed=1, map="japan").record() == kabuto.new("samurai", seed=1).record()
    assert kabuto.new("samurai", map="mini").record()["options"]["map"] == "mini"


@pytest.mark.parametrize("name", LITTLE)
@pytest.mark.parametrize("set_up", [{}, {"hands": "choose"}, {"figures": "draft", "players": 3}])
def test_games_on_a_small_map_are_dealt_played_recorded_and_read(name: str, set_up: dict[str, Any]) -> None:
    for seed in range(5):
        game = played(seed, map=name, **set_up)
        assert game.outcome is not None
        assert "passed" not in game.outcome.ended
        assert kabuto.load(game.record()).record() == game.record()
        for space in game.view(None).tokens:
            assert SPACE[space] in board(game.players, name).spaces


def test_hands_on_the_smallest_map_have_two_tokens_and_are_drawn_up_to_two() -> None:
    game = kabuto.new("samurai", map="mini", seed=5)
    view = game.view(0)
    assert (view.hand_sizes, view.stack_sizes) == ((2, 2), (2, 2))
    assert view.figures == {"b20": "H", "c22": "B", "e23": "R"}, "they stand there from the beginning"
    game.play(next(move for move in game.legal_moves() if "d21" in str(move)))
    game.play("/")
    assert game.view(0).hand_sizes == (2, 2)
    assert game.view(0).stack_sizes == (1, 2)


def test_a_position_on_a_small_map_can_not_use_the_rest_of_japan() -> None:
    record = kabuto.new("samurai", map="mini", seed=5).record()
    for change in ({"figures": {"o14": "HBR"}}, {"hands": [["H4", "S2"], ["S2", "N1"]]}):
        with pytest.raises(BadRecord):
            kabuto.load({**record, "start": {**record["start"], **change}})
    assert "not part of the map" in str(kabuto.load(record).why_not(f"{record['start']['hands'][0][0]}o13"))


def test_the_settlements_of_small_maps_are_those_of_the_map() -> None:
    assert {SETTLEMENTS[town] for name in LITTLE for town in board(2, name).settlements} == {
        SPACE[each] for each in ["b20", "c22", "e23", "o8", "o10", "o12", "q9", "q11"]
    }


def test_pages_neither_offer_small_maps_nor_take_them() -> None:
    assert "map" not in [option.name for option in describe("samurai", "en").options]
    with pytest.raises(BadOption, match="Pages can’t show games with the option map"):
        options_of("samurai", {"map": "mini"}, 2)
    assert "map" not in options_of("samurai", {"map": "japan"}, 2)
    with pytest.raises(BadOption, match="option map"):  # records that are uploaded or studied
        check_shown("samurai", dict(kabuto.new("samurai", map="small").options))


def test_the_terminal_plays_on_a_small_map() -> None:
    for language, said in (("en", "Map: Mini"), ("de", "Plan: Mini")):
        usual = options_in_words(kabuto.new("samurai"), language)
        assert options_in_words(kabuto.new("samurai", map="mini"), language) == [*usual, said]

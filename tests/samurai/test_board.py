"""The map: its numbers and its structure, counted anew from the spaces.

Two independent transcriptions of the printed board, one of each art style, agree on all of them.
"""

from collections import Counter
from itertools import combinations

import pytest

from kabuto.samurai.board import (
    CAPACITY,
    LAND_AROUND,
    NEIGHBOURS,
    ROOM,
    SETTLEMENT,
    SETTLEMENTS,
    SETTLEMENTS_BESIDE,
    SPACE,
    SPACES,
    Board,
    board,
)
from kabuto.samurai.tokens import FULL_SET, TOKENS

from .helpers import AKITA, EAST, EDO, LAND_OF_AKITA, LAND_OF_EAST, LAND_OF_NORTH, NORTH, PLAYERS, at
from .referee import beside
from .rules_table import rule

# One row per fact: its value with 2, 3 and 4 players.
NUMBERS = {
    "spaces": (91, 133, 174),
    "sea": (44, 64, 84),
    "land": (30, 43, 56),
    "village": (14, 23, 30),
    "city": (2, 2, 3),
    "edo": (1, 1, 1),
    "settlements": (17, 26, 34),
    "figures": (21, 30, 39),
    "edges": (229, 343, 450),
}
LAND_NEIGHBOURS = {2: (4, 4, 6, 2, 1), 3: (6, 10, 7, 2, 1), 4: (10, 11, 8, 3, 2)}
MEAN_LAND_NEIGHBOURS = {2: 3.53, 3: 3.31, 4: 3.29}
DEGREES = {2: (11, 25, 5, 50), 3: (15, 29, 9, 80), 4: (19, 37, 13, 105)}
SEA_TOUCHES = {2: (5, 36, 3), 3: (4, 50, 10), 4: (6, 64, 14)}
CLIPPED_SEA = {2: 13, 3: 5, 4: 0}
PARALLEL_LAND = {2: 6, 3: 9, 4: 12}

# Settlement, kind, land and sea around it : the settlements it meets via land : via sea
SETTLEMENT_TABLE = """
(0,-12) village 2 4 : (1,-11) (1,-11) :
(4,-13) village 2 4 : (3,-11) (3,-11) :
(1,-11) village 5 1 : (0,-12) (0,-12) (-1,-9) (3,-11) (1,-9) :
(-1,-9) village 3 3 : (1,-11) (1,-9) (-1,-7) :
(3,-11) village 4 2 : (4,-13) (4,-13) (1,-11) (1,-9) :
(1,-9) city 6 0 : (1,-11) (-1,-9) (3,-11) (-1,-7) (2,-8) (2,-8) :
(-1,-7) village 2 4 : (-1,-9) (1,-9) : (0,-6) (0,-6)
(2,-8) village 2 4 : (1,-9) (1,-9) : (0,-6) (2,-6)
(0,-6) village 2 4 : (2,-6) (0,-4) : (-1,-7) (-1,-7) (2,-8)
(2,-6) village 3 3 : (0,-6) (0,-4) (2,-4) : (2,-8)
(0,-4) city 4 2 : (0,-6) (2,-6) (2,-4) (0,-2) :
(2,-4) village 3 3 : (2,-6) (0,-4) (0,-2) : (2,-2)
(0,-2) village 5 1 : (0,-4) (2,-4) (-2,0) (2,-2) (0,0) :
(-2,0) village 4 2 : (0,-2) (0,0) (-3,2) (-3,2) :
(2,-2) village 3 3 : (0,-2) (0,0) (2,0) : (2,-4)
(0,0) edo 6 0 : (0,-2) (-2,0) (2,-2) (2,0) (-1,2) (-1,2) :
(-3,2) village 4 2 : (-2,0) (-2,0) (-1,2) (-3,4) : (-5,4)
(2,0) village 2 4 : (2,-2) (0,0) :
(-5,4) village 3 3 : (-3,4) (-6,6) (-6,6) : (-3,2)
(-1,2) village 4 2 : (0,0) (0,0) (-3,2) (-3,4) :
(-3,4) city 5 1 : (-3,2) (-5,4) (-1,2) (-4,6) (-4,6) :
(-8,7) village 4 2 : (-6,6) (-6,6) (-9,9) (-9,9) :
(-6,6) village 4 2 : (-5,4) (-5,4) (-8,7) (-8,7) : (-6,8) (-4,6)
(-4,6) village 2 4 : (-3,4) (-3,4) : (-6,6) (-6,8)
(-9,9) village 2 4 : (-8,7) (-8,7) : (-11,11) (-8,10) (-8,10)
(-6,8) village 3 3 : (-8,10) (-5,9) (-5,9) : (-6,6) (-4,6)
(-8,10) village 3 3 : (-6,8) (-7,11) (-7,11) : (-10,12) (-9,9) (-9,9)
(-5,9) village 3 3 : (-6,8) (-6,8) (-7,11) :
(-7,11) village 3 3 : (-8,10) (-8,10) (-5,9) :
(-11,11) village 3 3 : (-13,13) (-10,12) (-10,12) : (-9,9)
(-13,13) village 2 4 : (-11,11) (-12,14) : (-12,14)
(-10,12) village 4 2 : (-11,11) (-11,11) (-12,14) (-10,14) : (-8,10)
(-12,14) village 3 3 : (-13,13) (-10,12) (-10,14) : (-13,13)
(-10,14) village 2 4 : (-10,12) (-12,14) :
"""


def number(where: tuple[int, int]) -> int:
    return SPACE[at(where)]


def axial(space: int) -> str:
    return f"({SPACES[space].q},{SPACES[space].r})"


def terrain(space: int) -> str:
    return SPACES[space].terrain


def in_play(part: Board, space: int) -> list[int]:
    """The neighbours of a space that a number of players uses."""
    return [n for n in NEIGHBOURS[space] if n in part.spaces]


def figures_in(settlements: tuple[int, ...]) -> int:
    return sum(ROOM[settlement] for settlement in settlements)


def histogram(numbers: list[int], of: range) -> tuple[int, ...]:
    counts = Counter(numbers)
    assert set(counts) <= set(of), f"unexpected values in {counts}"
    return tuple(counts[value] for value in of)


def test_174_spaces_with_different_names_and_coordinates() -> None:
    assert len(SPACES) == len(SPACE) == len({(space.q, space.r) for space in SPACES}) == 174
    assert {space.column for space in SPACES} == set(range(20))
    assert (min(s.q for s in SPACES), max(s.q for s in SPACES)) == (-14, 5)
    assert (min(s.r for s in SPACES), max(s.r for s in SPACES)) == (-14, 15)


def test_a_name_is_the_column_letter_and_the_row() -> None:
    for space in SPACES:
        assert space.name == f"{'abcdefghijklmnopqrst'[space.column]}{space.row}"


def test_spaces_are_ordered_by_column_and_row() -> None:
    order = [(space.column, space.row) for space in SPACES]
    assert order == sorted(order), "an exchange names the space first that comes first in board.csv"


@rule("K2", "K13", "K14", "K15", "K16", "K17")
@pytest.mark.parametrize("fact", NUMBERS)
@pytest.mark.parametrize("players", PLAYERS)
def test_numbers_per_player_count(players: int, fact: str) -> None:
    part = board(players)
    terrains = Counter(terrain(space) for space in part.spaces)
    counted = {
        **terrains,
        "spaces": len(part.spaces),
        "settlements": len(part.settlements),
        "figures": figures_in(part.settlements),
        "edges": sum(len(in_play(part, space)) for space in part.spaces) // 2,
    }
    assert counted[fact] == NUMBERS[fact][players - 2]


@rule("K2", "K13", "K14", "K15")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_board_lists_its_parts(players: int) -> None:
    part = board(players)
    assert {*part.land, *part.sea, *(SETTLEMENTS[s] for s in part.settlements)} == part.spaces
    assert all(terrain(space) == "land" for space in part.land)
    assert all(terrain(space) == "sea" for space in part.sea)
    assert {*part.cities, *part.villages, *(settlement for settlement, _ in part.fixed)} == set(
        part.settlements
    )
    assert all(terrain(SETTLEMENTS[s]) == "city" for s in part.cities)
    assert all(terrain(SETTLEMENTS[s]) == "village" for s in part.villages)
    assert part.figures == {2: 7, 3: 10, 4: 13}[players], "figures of each kind"


@pytest.mark.parametrize("players", PLAYERS)
def test_land_around_settlements(players: int) -> None:
    part = board(players)
    counts = [len(LAND_AROUND[settlement]) for settlement in part.settlements]
    assert histogram(counts, range(2, 7)) == LAND_NEIGHBOURS[players]
    assert sum(counts) / len(counts) == pytest.approx(MEAN_LAND_NEIGHBOURS[players], abs=0.005)


@pytest.mark.parametrize("players", PLAYERS)
def test_degrees_of_all_spaces(players: int) -> None:
    part = board(players)
    degrees = [len(in_play(part, space)) for space in part.spaces]
    assert histogram(degrees, range(3, 7)) == DEGREES[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_settlements_beside_sea_spaces(players: int) -> None:
    part = board(players)
    touches = [sum(n in SETTLEMENT for n in in_play(part, space)) for space in part.sea]
    assert histogram(touches, range(3)) == SEA_TOUCHES[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_sea_spaces_that_lose_neighbours(players: int) -> None:
    part = board(players)
    assert sum(len(in_play(part, s)) < len(NEIGHBOURS[s]) for s in part.sea) == CLIPPED_SEA[players]


@pytest.mark.parametrize(("players", "fillers", "ships"), [(2, 32, 6), (3, 48, 9), (4, 64, 12)])
def test_more_tokens_for_land_than_land_and_fewer_ships_than_sea(
    players: int, fillers: int, ships: int
) -> None:
    # A token exchange fills one space net: the moved token a new one, itself the old one.
    mine = Counter(TOKENS[token].terrain for token in FULL_SET if TOKENS[token].code != "X")
    assert players * (mine["land"] + mine[""]) == fillers > len(board(players).land)
    assert players * mine["sea"] == ships < len(board(players).sea)


def test_structure_1_every_land_space_touches_exactly_two_settlements() -> None:
    assert all(len(SETTLEMENTS_BESIDE[space]) == 2 for space in board(4).land)


@pytest.mark.parametrize("players", PLAYERS)
def test_structure_1_pairs_of_settlements_joined_by_two_land_spaces(players: int) -> None:
    pairs = Counter(SETTLEMENTS_BESIDE[space] for space in board(players).land)
    assert sorted(set(pairs.values())) == [1, 2], "never by three"
    assert list(pairs.values()).count(2) == PARALLEL_LAND[players]


def test_structure_2_settlements_are_never_adjacent() -> None:
    assert not any(n in SETTLEMENT for space in SETTLEMENTS for n in NEIGHBOURS[space])


@pytest.mark.parametrize("players", PLAYERS)
def test_structure_2_and_4_settlements_and_land_keep_all_six_neighbours(players: int) -> None:
    part = board(players)
    for space in part.spaces - set(part.sea):
        assert len(in_play(part, space)) == 6, f"{SPACES[space].name} with {players} players"


@pytest.mark.parametrize(("kind", "fewest", "most"), [("village", 2, 5), ("city", 4, 6), ("edo", 6, 6)])
def test_structure_3_land_and_sea_around_a_settlement(kind: str, fewest: int, most: int) -> None:
    lands = []
    for space in SETTLEMENTS:
        if terrain(space) == kind:
            around = Counter(terrain(n) for n in NEIGHBOURS[space])
            assert around["land"] + around["sea"] == 6
            lands.append(around["land"])
    assert (min(lands), max(lands)) == (fewest, most)


def test_structure_3_edo_and_sapporo_have_no_sea() -> None:
    inland = [SPACES[s].title for s in SETTLEMENTS if all(terrain(n) != "sea" for n in NEIGHBOURS[s])]
    assert sorted(inland) == ["Edo", "Sapporo"]


def test_structure_5_spaces_of_two_regions_are_sea() -> None:
    shared = {(s.q, s.r): s for s in SPACES if len(s.regions) > 1}
    south = [(-10, 10), (-9, 10), (-8, 9), (-7, 8), (-6, 7), (-5, 7), (-4, 7)]
    north = [(-1, -6), (0, -7), (1, -7), (2, -7)]
    assert set(shared) == {*south, *north}
    assert all(space.terrain == "sea" for space in shared.values())
    assert all(shared[place].regions == {"honshu", "kyushu-shikoku"} for place in south)
    assert all(shared[place].regions == {"honshu", "hokkaido"} for place in north)
    assert all(SPACE[space.name] in board(2).spaces for space in shared.values())


@pytest.mark.parametrize(("players", "more"), [(2, [(-7, 8)]), (3, []), (4, [(2, -13), (5, -12)])])
def test_structure_6_sea_spaces_that_touch_no_settlement(players: int, more: list[tuple[int, int]]) -> None:
    part = board(players)
    useless = {
        (SPACES[s].q, SPACES[s].r) for s in part.sea if not any(n in SETTLEMENT for n in in_play(part, s))
    }
    assert useless == {(-10, 8), (-7, 5), (-4, 1), (-2, 5), *more}


@rule("K67")
@pytest.mark.parametrize("players", PLAYERS)
def test_structure_7_every_sea_space_touches_the_coast(players: int) -> None:
    part = board(players)
    assert all(any(terrain(n) != "sea" for n in in_play(part, space)) for space in part.sea)


def test_structure_8_islands() -> None:
    ashore = board(4).spaces - set(board(4).sea)
    islands = set()
    while ashore:
        island, edge = set(), {min(ashore)}
        while edge:
            island |= edge
            edge = {n for space in edge for n in NEIGHBOURS[space] if n in ashore} - island
        ashore -= island
        islands.add((len(island), sum(space in SETTLEMENT for space in island)))
    assert islands == {(47, 17), (12, 5), (10, 4), (21, 8)}, "Honshu, Kyushu, Shikoku, Hokkaido"


@pytest.mark.parametrize("players", PLAYERS)
def test_structure_9_nine_figures_to_put_for_every_player(players: int) -> None:
    part = board(players)
    assert figures_in((*part.cities, *part.villages)) == 9 * players


def test_names() -> None:
    titles = {space.title: (space.q, space.r) for space in SPACES if space.title}
    assert titles == {"Edo": (0, 0), "Akita": (0, -4), "Kyoto": (-3, 4), "Sapporo": (1, -9)}
    assert at(EDO) == "o14"
    assert {terrain(number(titles[city])) for city in ("Akita", "Kyoto", "Sapporo")} == {"city"}
    assert CAPACITY == {"village": 1, "city": 2, "edo": 3}


def test_the_settlement_table_names_every_settlement() -> None:
    named = [line.split()[0] for line in SETTLEMENT_TABLE.strip().splitlines()]
    assert sorted(named) == sorted(axial(space) for space in SETTLEMENTS)


@pytest.mark.parametrize("line", SETTLEMENT_TABLE.strip().splitlines())
def test_settlement_table(line: str) -> None:
    facts, via_land, via_sea = (part.split() for part in line.split(":"))
    space = next(space for space in SETTLEMENTS if axial(space) == facts[0])
    around = Counter(terrain(n) for n in NEIGHBOURS[space])
    assert [terrain(space), str(around["land"]), str(around["sea"])] == facts[1:]
    for by, expected in (("land", via_land), ("sea", via_sea)):
        between = [n for n in NEIGHBOURS[space] if terrain(n) == by]
        met = [other for n in between for other in NEIGHBOURS[n] if other in SETTLEMENT and other != space]
        assert sorted(map(axial, met)) == sorted(expected), f"via {by}"


@rule("K18")
def test_columns_and_rows_give_the_same_neighbours_as_axial_coordinates() -> None:
    for space in SPACES:
        axial = {SPACES[n].name for n in NEIGHBOURS[SPACE[space.name]]}
        assert axial == set(beside(space.name)), space.name


def test_neighbours_are_mutual_and_never_the_space_itself() -> None:
    for space, around in enumerate(NEIGHBOURS):
        assert space not in around
        assert len(set(around)) == len(around)
        assert all(space in NEIGHBOURS[n] for n in around)


def test_the_northern_tip_is_as_the_examples_need_it() -> None:
    for where, land in ((NORTH, LAND_OF_NORTH), (EAST, LAND_OF_EAST), (AKITA, LAND_OF_AKITA)):
        around = LAND_AROUND[SETTLEMENT[number(where)]]
        assert {SPACES[space].name for space in around} == {at(place) for place in land}


@pytest.mark.parametrize(
    ("heart", "lands"),
    [((0, -4), 7), ((-10, 12), 7), ((0, 0), 8), ((1, -9), 8)],
    ids=["Akita", "Kyushu", "Edo", "Sapporo"],
)
def test_fewest_tokens_that_surround_five_figures(heart: tuple[int, int], lands: int) -> None:
    # The ratios of tokens to figures that players quote: 7:5, 7:5, 8:5 and 8:5.
    centre = SETTLEMENT[number(heart)]
    near, edge = {centre}, {centre}
    for _ in range(3):
        edge = {other for s in edge for land in LAND_AROUND[s] for other in SETTLEMENTS_BESIDE[land]}
        near |= edge
    groups = [(centre, *others) for size in range(5) for others in combinations(near - {centre}, size)]
    fives = [group for group in groups if figures_in(group) == 5]
    assert min(len({land for s in group for land in LAND_AROUND[s]}) for group in fives) == lands

"""Statements of the printed rules, one by one, where no other test checks them for themselves."""

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.samurai.board import SPACES, board
from kabuto.samurai.tokens import FULL_SET, TOKENS, codes

from .helpers import (
    AKITA,
    EAST,
    EDITIONS,
    EDO,
    NORTH,
    PLAYERS,
    TIMINGS,
    at,
    exchange,
    lay,
    legal,
    new,
    play,
    position,
    refusal,
    shift,
    wander,
)
from .referee import MAP, ROOM, beside
from .rules_table import rule

by_edition = pytest.mark.parametrize("edition", EDITIONS)
by_players = pytest.mark.parametrize("players", PLAYERS)
by_timing = pytest.mark.parametrize("captures", TIMINGS)

FULL_EDO = {EDO: "HBR"}
FAST = ["N1", "V1", "V1", "V2", "X"]


def names(players: int, terrain: str) -> set[str]:
    """The spaces of one terrain on the map that a number of players uses, from the file of the map."""
    regions = {"honshu", "kyushu-shikoku", "hokkaido"} - {4: set(), 3: {"hokkaido"}}.get(
        players, {"hokkaido", "kyushu-shikoku"}
    )
    return {
        name
        for name, row in MAP.items()
        if row["terrain"] == terrain and regions & {*row["regions"].split("+")}
    }


# The table and what lies on it.


@rule("K1")
def test_two_three_or_four_play() -> None:
    assert [new(players=players).players for players in (2, 3, 4)] == [2, 3, 4]
    for players in (0, 1, 5):
        with pytest.raises(kabuto.BadOption):
            new(players=players)


@rule("K10", "K11", "K12")
@pytest.mark.parametrize(
    ("players", "regions"),
    [(2, {"honshu"}), (3, {"honshu", "kyushu-shikoku"}), (4, {"honshu", "kyushu-shikoku", "hokkaido"})],
)
def test_the_islands_that_a_number_of_players_uses(players: int, regions: set[str]) -> None:
    used = {SPACES[space].name for space in board(players).spaces}
    assert used == {space.name for space in SPACES if space.regions & regions}
    # Kyushu and Shikoku lie south of Honshu, Hokkaido in the north.
    ashore = [space for space in SPACES if space.name in used and space.terrain != "sea"]
    assert (min(space.r for space in ashore) < -6) == (players == 4)
    assert (max(space.r for space in ashore) > 10) == (players > 2)


@rule("K16", "K17")
@by_players
def test_settlements_are_villages_cities_and_edo_and_all_else_is_land_or_sea(players: int) -> None:
    part = board(players)
    rooms = Counter(SPACES[space].terrain for space in part.spaces)
    assert set(rooms) == {"village", "city", "edo", "land", "sea"}
    assert rooms["edo"] == 1
    assert rooms["village"] + rooms["city"] + rooms["edo"] == len(part.settlements)


# Set-up.


@rule("K26")
@by_players
def test_hands_may_be_drawn_at_random(players: int) -> None:
    drawn, games = Counter[str](), 300
    for seed in range(games):
        for hand in new(seed, players=players, hands="random").position()["hands"]:
            assert len(hand) == 5
            drawn.update(hand)
    for token, copies in Counter(codes(FULL_SET)).items():
        assert drawn[token] == pytest.approx(games * players * copies / 4, rel=0.35), token


@rule("K27", "K36", "K38")
@by_players
def test_figures_may_be_dealt_at_random(players: int) -> None:
    dealt = [new(seed, players=players, figures="random").position()["figures"] for seed in range(60)]
    for figures in dealt:
        assert set(figures) == names(players, "village") | names(players, "city") | names(players, "edo")
        assert all(len(held) == ROOM[MAP[name]["terrain"]] for name, held in figures.items())
    for name in names(players, "village"):
        assert {figures[name] for figures in dealt} == {"H", "B", "R"}
    for name in names(players, "city"):
        assert {figures[name] for figures in dealt} == {"HB", "HR", "BR"}


@rule("K29", "K34", "K36", "K38", "K39")
@by_players
@by_edition
def test_players_place_any_figure_wherever_there_is_room(players: int, edition: str) -> None:
    game, rng = new(players=players, edition=edition, figures="draft"), Random(players)
    while game.state.phase == "draft":
        held = game.position()["figures"]
        left = Counter({kind: board(players).figures for kind in "HBR"}) - Counter("".join(held.values()))
        cities = {name for name in names(players, "city") if len(held.get(name, "")) < 2}
        free = cities or names(players, "village") - set(held)
        assert legal(game) == {
            f"{kind}*{name}" for name in free for kind in left if kind not in held.get(name, "")
        }
        game.play(rng.choice(sorted(legal(game))))
    held = game.position()["figures"]
    assert {name: len(kinds) for name, kinds in held.items()} == {
        name: ROOM[MAP[name]["terrain"]]
        for name in names(players, "village") | names(players, "city") | {at(EDO)}
    }
    assert game.state.phase == "turn", "the game begins"


# Tokens.


@pytest.mark.uncounted
@rule("K18", "K40", "K43")
@by_players
def test_a_token_influences_what_is_adjacent_and_nothing_else(players: int) -> None:
    figures = new(players=players).position()["figures"]
    towns = {*figures}
    for token, terrain, strength in (("S3", "land", 3), ("V2", "sea", 2)):
        for space in names(players, terrain):
            game = position(figures=figures, tokens={space: (1, token)}, players=players)
            found = {
                name: {contest.influence[1] for contest in game.settlement(name).contests} for name in towns
            }
            reached = {name: amounts for name, amounts in found.items() if amounts != {0}}
            assert reached == {name: {strength} for name in towns & {*beside(space)}}, (space, token)


@rule("K47", "K48", "K49", "K50")
@by_edition
def test_a_figure_exchange_swaps_two_figures_at_any_distance_and_leaves_the_game(edition: str) -> None:
    towns = dict(zip(sorted(names(4, "village")), "HBR" * 10, strict=True))
    for one, two in combinations(towns, 2):
        if towns[one] == towns[two]:
            continue
        game = position(figures={**towns, **FULL_EDO}, hands=["X S1", "S1"], players=4, edition=edition)
        play(game, exchange(one, towns[one], two, towns[two]))
        after = game.position()
        assert after["figures"] == {**towns, at(EDO): "HBR", one: towns[two], two: towns[one]}
        assert after["tokens"] == {}
        assert after["hands"][0] == ["S1"]
        assert lay("S1", (0, -5)) in legal(game), "the turn goes on"
    play(game, "/")
    assert not any("X" in pool for pool in game.view(None).unplayed)


@rule("K53", "K55", "K57")
@by_edition
def test_a_token_exchange_has_strength_0_where_it_lies(edition: str) -> None:
    figures = {NORTH: "B", AKITA: "HR", **FULL_EDO}
    game = position(figures=figures, tokens={(0, -5): (0, "S3")}, hands=["T"], edition=edition)
    play(game, shift((0, -5), (2, -5)))
    assert game.position()["tokens"] == {at((0, -5)): [0, "T"], at((2, -5)): [0, "S3"]}
    for town in (NORTH, AKITA):
        assert {contest.influence for contest in game.settlement(at(town)).contests} == {(0, 0)}
    assert {contest.influence for contest in game.settlement(at(EAST)).contests} == {(3, 0)}


@rule("K58", "K59", "K62")
@by_edition
def test_all_five_fast_tokens_in_one_turn(edition: str) -> None:
    figures = {NORTH: "B", EAST: "R", **FULL_EDO}
    game = position(figures=figures, hands=[" ".join(FAST), "S1"], edition=edition)
    play(game, lay("N1", (0, -3)), lay("V1", (0, -7)), lay("V1", (1, -7)), lay("V2", (3, -6)))
    play(game, exchange(NORTH, "B", EAST, "R"), "/")
    assert game.to_move == 1


@rule("K60", "K61")
@by_edition
def test_after_a_slow_token_no_other_slow_one_and_any_fast_one(edition: str) -> None:
    slow = [token.code for token in TOKENS if not token.fast]
    for first, other in product(slow, slow):
        if first == other and first not in ("S1", "S2"):
            continue
        laid = {(0, -5): (0, next(code for code in ("H4", "B4", "R4") if code not in (first, other)))}
        game = position(figures=FULL_EDO, tokens=laid, hands=[f"{first} {other} N1 V1"], edition=edition)
        play(game, shift((0, -5), (0, -3)) if first == "T" else lay(first, (0, -3)))
        assert {move[:2] for move in legal(game)} == {"N1", "V1", "/"}, (first, other)
        second = shift((0, -5), (1, -5)) if other == "T" else lay(other, (1, -5))
        assert refusal(game, second) == "one_slow_token"


# A turn.


@rule("K65", "K66", "K68")
@by_players
@by_edition
def test_tokens_are_laid_on_empty_spaces_of_their_kind(players: int, edition: str) -> None:
    laid = {(0, -5): (1, "S1"), (1, -6): (0, "N1"), (0, -7): (1, "V1"), (1, -7): (0, "V2")}
    taken = {at(where) for where in laid}
    for code in (token.code for token in TOKENS if token.code not in ("N1", "V2", "X", "T")):
        game = position(
            figures={EAST: "H", **FULL_EDO}, tokens=laid, hands=[code], players=players, edition=edition
        )
        free = names(players, "sea" if code == "V1" else "land") - taken
        assert legal(game) == {f"{code}{name}" for name in free}
        for town in (EDO, EAST, NORTH):  # with figures, and emptied
            assert refusal(game, lay(code, town)) == "on_settlement"


@rule("K63", "K73")
@by_players
@by_edition
def test_turns_go_round_clockwise(players: int, edition: str) -> None:
    seats: list[int | None] = []
    for game, move in wander(63, players=players, edition=edition):
        if str(move) == "/":
            seats.append(game.to_move)
    assert len(seats) > 2 * players
    assert seats == [turn % players for turn in range(len(seats))]


@rule("K71")
def test_the_top_of_the_stack_is_drawn() -> None:
    for game, move in wander(71, players=3):
        if str(move) == "/":
            seat, before = game.to_move, game.position()
            assert seat is not None
            drawn = before["draws"][seat][: 5 - len(before["hands"][seat])]
            after = play(game.copy(), "/").position()
            assert Counter(after["hands"][seat]) == Counter(before["hands"][seat]) + Counter(drawn)
            assert after["draws"][seat] == before["draws"][seat][len(drawn) :]


@rule("K70", "K72")
@by_edition
def test_without_a_full_stack_one_plays_on_with_fewer_tokens(edition: str) -> None:
    game = position(figures=FULL_EDO, hands=["S1 S1 S2 S2 S3", "H2"], draws=["B2", "H3 H4"], edition=edition)
    sizes = []
    for mine, theirs in (((0, -5), (1, -6)), ((1, -5), (2, -5)), ((0, -3), (1, -4))):
        held = game.position()["hands"]
        sizes.append((len(held[0]), len(held[1])))
        play(game, lay(held[0][-1], mine), "/", lay(held[1][0], theirs), "/")
    assert sizes == [(5, 1), (5, 2), (4, 1)]
    assert (game.to_move, game.outcome) == (0, None)
    assert len(game.position()["hands"][0]) == 3


# Captures and the end.


@rule("K74", "K75")
@by_players
@by_timing
def test_a_settlement_is_captured_when_the_last_land_space_around_it_is_filled(
    players: int, captures: str
) -> None:
    for town in names(players, "village") | names(players, "city"):
        land = [space for space in beside(town) if MAP[space]["terrain"] == "land"]
        held = "HB"[: ROOM[MAP[town]["terrain"]]]
        for before, last in pairwise([*land, land[0]]):
            others = [space for space in land if space not in (before, last)]
            game = position(
                figures={town: held, **FULL_EDO},
                tokens={
                    space: (1, token) for space, token in zip(others, ["B2", "S1", "S2", "S3"], strict=False)
                },
                hands=["N1 H2"],
                players=players,
                captures=captures,
            )
            play(game, f"N1{before}")
            assert town in game.position()["figures"], f"{town}: {last} is still empty"
            play(game, f"H2{last}", "/")
            assert town not in game.position()["figures"], f"{town}: {last} was the last"


@rule("K88", "K90", "K91")
@by_timing
@by_players
@pytest.mark.parametrize("kind", ["H", "B", "R"])
@pytest.mark.parametrize("rival", ["S1", "S3"])
def test_the_last_figure_of_any_kind_ends_the_game_captured_or_set_aside(
    kind: str, rival: str, players: int, captures: str
) -> None:
    others = dict(zip((EAST, (2, -4)), "HBR".replace(kind, ""), strict=True))
    game = position(
        figures={NORTH: kind, **others},
        tokens={(0, -5): (1, rival)},
        hands=["S1 N1", *["S2"] * (players - 1)],
        players=players,
        captures=captures,
    )
    play(game, lay("S1", (1, -6)))
    assert game.to_move == 0, "the turn is finished first"
    play(game, lay("N1", (2, -5)), "/")
    now = game.position()
    assert (sum(now["captured"][1]), sum(now["aside"])) == ((1, 0) if rival == "S3" else (0, 1))
    assert set("".join(now["figures"].values())) == set("HBR") - {kind}
    assert game.to_move is None
    assert game.outcome is not None


@rule("K89", "K90", "K91")
@by_timing
@by_players
@pytest.mark.parametrize(("aside", "ends"), [((1, 0, 1), False), ((1, 1, 1), True), ((0, 0, 3), True)])
def test_the_fourth_figure_set_aside_ends_the_game_and_the_third_does_not(
    aside: tuple[int, int, int], ends: bool, players: int, captures: str
) -> None:
    game = position(
        figures={NORTH: "B", **FULL_EDO},
        tokens={(0, -5): (1, "S1")},
        hands=["S1", *["S2"] * (players - 1)],
        aside=aside,
        players=players,
        captures=captures,
    )
    play(game, lay("S1", (1, -6)))
    assert game.to_move == 0
    play(game, "/")
    assert sum(game.position()["aside"]) == sum(aside) + 1
    assert (game.outcome is not None, game.to_move) == (ends, None if ends else 1)


@rule("K92")
@by_edition
@by_players
def test_at_the_end_everybody_sees_what_all_captured(edition: str, players: int) -> None:
    captured = [(seat, 1, 2) for seat in range(players)]

    def seen(game: Samurai) -> list[object]:
        return [game.view(viewer).captured for viewer in (*range(players), None)]

    over = position(captured=captured, to_move=None, edition=edition, players=players)
    assert seen(over) == [tuple(captured)] * (players + 1)

"""The greedy player: what it does in positions with a right answer, and that it is legal, fair and strong."""

import random
from collections import Counter
from typing import Any

import pytest

from kabuto.players import make, play_out
from kabuto.samurai import Samurai
from kabuto.samurai.players.greedy import Greedy
from kabuto.samurai.tokens import codes
from tests.samurai.helpers import (
    AKITA,
    EDO,
    NORTH,
    SETTINGS,
    TIMINGS,
    at,
    exchange,
    lay,
    load,
    new,
    position,
    put,
    shift,
)

WEST, LAST = (0, -5), (1, -6)
"""The two land spaces of the village NORTH."""
SHIP = (-1, -5)
"""A sea space of NORTH alone."""
SOUTH, KYOTO = (-4, 6), (-3, 4)
"""A village and a city far from there, joined by both land spaces of the village."""
SOUTH_LAND = (-4, 5)
FAR = {EDO: "HBR", KYOTO: "HR", SOUTH: "B"}
"""Figures elsewhere: the game goes on, whatever happens at NORTH."""


def greedy(seed: int = 1) -> Greedy:
    return Greedy(random.Random(seed))


def choice(game: Samurai, seed: int = 1) -> str:
    """What it plays now."""
    assert game.to_move is not None
    return str(greedy(seed).choose(game.view(game.to_move)))


def take_turn(game: Samurai, seed: int = 1) -> list[str]:
    """What it plays until its turn ends; the game has gone on."""
    seat, player, moves = game.to_move, greedy(seed), []
    while game.to_move == seat and "/" not in moves:
        move = player.choose(game.view(seat))
        game.play(move)
        moves.append(str(move))
    return moves


def captured(game: Samurai, seat: int = 0) -> tuple[int, int, int]:
    return game.state.captured[seat]


@pytest.mark.parametrize("timing", TIMINGS)
def test_it_takes_a_figure_that_it_has_to_itself(timing: str) -> None:
    game = position(
        figures={**FAR, NORTH: "B"}, tokens={WEST: (0, "S2")}, hands=["S1 H2 R3", "B4 S3"], captures=timing
    )
    take_turn(game)
    assert captured(game) == (0, 1, 0)


def test_it_ties_where_it_cannot_win_and_the_opponent_would() -> None:
    # Each leads one kind for good, and the last Buddha decides: a tie shares what would be lost.
    game = position(
        figures={NORTH: "B", KYOTO: "HR"},
        tokens={WEST: (1, "S3")},
        hands=["S3 H2 H3 R2", "B4 S2 S2"],
        captured=[(4, 3, 0), (0, 3, 4)],
    )
    assert choice(game) == lay("S3", LAST)


@pytest.mark.parametrize("timing", TIMINGS)
def test_a_ship_helps_to_win_a_close_capture(timing: str) -> None:
    game = position(
        figures={**FAR, NORTH: "B"},
        tokens={WEST: (1, "S2")},
        hands=["S2 V1 H2", "B4 S3"],
        captured=[(2, 2, 2), (2, 2, 2)],
        captures=timing,
    )
    moves = take_turn(game)
    assert captured(game) == (2, 3, 2), moves
    assert moves[0].startswith("V1"), "a ship after the capture would come too late"


def test_a_ronin_wins_a_capture_that_a_slow_token_would_only_tie() -> None:
    game = position(
        figures={**FAR, NORTH: "B"},
        tokens={WEST: (0, "S2"), SHIP: (1, "V2")},
        hands=["N1 H2 R2", "B4 S3"],
        captured=[(2, 2, 2), (2, 2, 2)],
    )
    moves = take_turn(game)
    assert captured(game) == (2, 3, 2), moves
    assert lay("N1", LAST) in moves


@pytest.mark.parametrize("timing", TIMINGS)
def test_ships_go_before_the_ronin_that_surrounds_a_settlement(timing: str) -> None:
    # The last Buddha decides the game, and three fast tokens together beat the samurai.
    game = position(
        figures={NORTH: "B", KYOTO: "HR"},
        tokens={WEST: (1, "S3")},
        hands=["N1 V1 V2 H2", "B4 S2 S2"],
        captured=[(4, 3, 0), (0, 3, 4)],
        captures=timing,
    )
    moves = take_turn(game)
    assert game.outcome is not None, moves
    assert game.outcome.winners == (0,), moves


@pytest.mark.parametrize("seed", range(12))
def test_it_begins_with_one_slow_token_and_keeps_its_fast_ones(seed: int) -> None:
    token, end = take_turn(new(seed))
    assert token[0] in "HBRS"
    assert end == "/"


def test_it_exchanges_a_figure_without_worth_for_one_that_it_needs() -> None:
    # Rice is the opponent's for good; at NORTH a token of its own takes whatever stands there.
    game = position(
        figures={NORTH: "R", EDO: "HBR", SOUTH: "B", (2, 0): "H"},
        tokens={WEST: (0, "S3"), SOUTH_LAND: (1, "B4")},
        hands=["X S2 R2", "S3 H3 B3"],
        captured=[(2, 2, 0), (2, 2, 5)],
    )
    moves = take_turn(game)
    assert moves[0] == exchange(NORTH, "R", SOUTH, "B")
    assert captured(game) == (2, 3, 0), moves


def test_it_moves_an_idle_token_to_where_it_wins() -> None:
    # The samurai lies between two villages that are empty by now.
    idle = (2, -1)
    game = position(
        figures={**FAR, NORTH: "B"},
        tokens={WEST: (1, "B2"), idle: (0, "S3")},
        hands=["T R2", "B4 S2"],
        captured=[(2, 2, 2), (2, 2, 2)],
    )
    assert choice(game) == shift(idle, LAST)


def end_in_reach(ahead: bool, timing: str) -> Samurai:
    """The last rice field is at NORTH, and any token on LAST sets it aside."""
    lead, rest = (4, 3, 1), (1, 2, 4)
    return position(
        figures={NORTH: "R", KYOTO: "HB", SOUTH: "H"},
        hands=["H2 H3 B2", "S2 S3"],
        tokens={WEST: (1, "H4")},
        captured=[lead, rest] if ahead else [rest, lead],
        captures=timing,
    )


@pytest.mark.parametrize("timing", TIMINGS)
def test_it_ends_the_game_when_that_wins_and_not_when_that_loses(timing: str) -> None:
    won, lost = end_in_reach(True, timing), end_in_reach(False, timing)
    take_turn(won)
    assert won.outcome is not None
    assert won.outcome.winners == (0,)
    take_turn(lost)
    assert lost.outcome is None


def test_it_plays_a_fourth_figure_aside_only_when_ahead() -> None:
    def turn(mine: tuple[int, int, int], theirs: tuple[int, int, int]) -> Samurai:
        game = position(
            figures={**FAR, NORTH: "B"},
            tokens={WEST: (1, "S2")},
            hands=["S2", "S3"],
            captured=[mine, theirs],
            aside=(1, 1, 1),
        )
        take_turn(game)
        return game

    assert turn((3, 3, 0), (0, 0, 2)).outcome is not None
    assert turn((0, 0, 2), (3, 3, 0)).outcome is None


def test_another_player_of_its_kind_can_go_on_in_the_middle_of_a_turn() -> None:
    game = position(
        figures={**FAR, NORTH: "B"},
        tokens={WEST: (1, "S2")},
        hands=["S2 V1 H2", "B4 S3"],
        captured=[(2, 2, 2), (2, 2, 2)],
    )
    while game.to_move == 0:
        game.play(greedy().choose(game.view(0)))
    assert captured(game) == (2, 3, 2)


def test_one_player_can_sit_at_several_tables() -> None:
    games, player = [new(1), new(2), new(2), new(1, players=3)], greedy()
    for _ in range(20):
        for game in games:
            game.play(player.choose(game.view(game.to_move)))
    assert [game.ply for game in games] == [20, 20, 20, 20]


# Set-up.


def test_it_chooses_tokens_that_it_will_play_at_once() -> None:
    game = new(5, hands="choose")
    player = greedy()
    while not game.state.stacks:
        game.play(player.choose(game.view(game.to_move)))
    for hand in game.state.hands:
        kinds = Counter(codes(hand))
        assert kinds["S3"] == 1
        assert kinds["S2"] == 2
        assert sorted(kinds & Counter(H3=1, B3=1, R3=1)) == sorted(kinds.keys() - {"S3", "S2"})


def test_it_puts_figures_of_its_strong_kind_side_by_side() -> None:
    # The village (-1, 2) is joined to Edo twice and to Kyoto once; no other has three such neighbours.
    game = load(
        {
            "format": 1,
            "game": "samurai",
            "options": {"figures": "draft"},
            "start": {
                "figures": {at(EDO): "HBR", at(KYOTO): "HB", at(AKITA): "HB"},
                "hands": [["B4", "B3", "S1"], ["H2"]],
                "to_move": 0,
            },
        }
    )
    assert choice(game) == put("B", (-1, 2))


# Law and order.


@pytest.mark.uncounted
@pytest.mark.parametrize("timing", TIMINGS)
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_it_plays_whole_games_by_the_rules(number: int, timing: str) -> None:
    setting = {**SETTINGS[number], "captures": timing}
    game = new(number, **setting)
    play_out(game, [greedy(seat) for seat in range(game.players)])
    assert game.outcome is not None


@pytest.mark.parametrize("hand", ["X", "X T", "T", "V1", ""])
@pytest.mark.parametrize("null", [False, True])
def test_it_has_a_move_where_hardly_anything_can_be_played(hand: str, null: bool) -> None:
    game = position(figures={EDO: "HBR", NORTH: "B", SOUTH: "B"}, hands=[hand, "S1"], null_exchange=null)
    assert game.why_not(choice(game)) is None


@pytest.mark.parametrize(
    "setting", [{"players": 2}, {"players": 3, "edition": "ffg"}, {"players": 4, "figures": "draft"}]
)
def test_what_is_hidden_does_not_change_its_move(setting: dict[str, Any]) -> None:
    game, rng = new(3, **setting), random.Random(3)
    for _ in range(60):
        if game.to_move is None:
            break
        seat = game.to_move
        truth, other = game.view(seat), game.view(seat).sample(rng).view(seat)
        move = greedy().choose(truth)
        assert greedy().choose(other) == move
        game.play(move)


def test_the_generator_decides_between_equal_moves() -> None:
    game = position(figures={EDO: "HBR", NORTH: "B"}, hands=["V1", "S1"])
    assert choice(game, 7) == choice(game, 7)
    assert len({choice(game, seed) for seed in range(20)}) > 1


# Strength.


def points(players: int, games: int) -> float:
    """Victories of one greedy player among random ones, on changing seats; a shared one counts in part."""
    total = 0.0
    for number in range(games):
        game, seat = new(number, players=players), number % players
        names = ["greedy" if each == seat else "random" for each in range(players)]
        play_out(
            game, [make(name, "samurai", random.Random(f"{number} {n}")) for n, name in enumerate(names)]
        )
        assert game.outcome is not None
        total += (seat in game.outcome.winners) / len(game.outcome.winners)
    return total


@pytest.mark.uncounted
@pytest.mark.parametrize(("players", "games", "least"), [(2, 40, 38), (3, 15, 14), (4, 16, 15)])
def test_it_beats_random_players(players: int, games: int, least: int) -> None:
    assert points(players, games) >= least

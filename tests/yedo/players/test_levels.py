"""The levels of Yedo: weak as people are, each below the next."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.players import make, names, play_out
from kabuto.yedo.players.levels import EFFORTS, WEAKNESSES, Casual, Weakness
from kabuto.yedo.views.view import YedoView


def share(one: str, two: str, games: int) -> float:
    """The part of some two-player games that one player wins against another, from both seats in turn."""
    won = 0.0
    for number in range(games):
        options: dict[str, Any] = {"players": 2, "cards": "house", "trading": "brief"}
        game, seat = kabuto.new("yedo", seed=number // 2, **options), number % 2
        players = [make(two, "yedo", Random(number)) for _ in range(2)]
        players[seat] = make(one, "yedo", Random(number))
        play_out(game, players)
        assert game.outcome
        won += (seat in game.outcome.winners) / len(game.outcome.winners)
    return won / games


def test_there_are_nine() -> None:
    assert [name for name in names("yedo") if name.startswith("level")] == [f"level{n}" for n in range(1, 10)]


def test_each_higher_level_tries_at_least_twice_as_many_games_as_the_one_below() -> None:
    games = [effort.games for effort in EFFORTS.values()]
    assert list(EFFORTS) == [6, 7, 8, 9]
    assert all(more >= 2 * fewer for fewer, more in pairwise(games))


@pytest.mark.parametrize("level", WEAKNESSES)
def test_it_plays_whole_games_by_the_rules_the_same_for_the_same_seed(level: int) -> None:
    records = []
    for _ in range(2):
        game = kabuto.new("yedo", players=3, seed=5)
        play_out(game, [make(f"level{level}", "yedo", Random(seat)) for seat in range(3)])
        records.append(game.record())
    assert records[0] == records[1]


def test_the_lowest_beats_random_and_greedy_beats_the_lowest() -> None:
    assert share("level1", "random", 8) >= 0.75
    assert share("level5", "level1", 8) >= 0.75


def test_without_weakness_it_plays_what_greedy_plays() -> None:
    game = kabuto.new("yedo", players=2, seed=3)
    strong, greedy = Casual(Random(1), Weakness(0.0, 0.0)), make("greedy", "yedo", Random(1))
    same = total = 0
    while game.to_move is not None:
        view = game.view(game.to_move)
        assert isinstance(view, YedoView)
        move = greedy.choose(view)
        same += strong.choose(view) == move
        total += 1
        game.play(move)
    assert same > 0.8 * total  # the rest are moves that look equally good

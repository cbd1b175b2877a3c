"""The player that searches: fair, reproducible, legal, and better than random."""

import random
from typing import Any

import pytest

import kabuto
from kabuto.players import make, play_out
from kabuto.players.samurai_search import Search
from kabuto.samurai import Samurai
from kabuto.samurai.moves import Move


def searcher(seed: int, iterations: int = 120, **settings: Any) -> Search:
    return Search(random.Random(seed), iterations=iterations, capacity=5_000, **settings)


def begun(seed: int, plies: int, **options: Any) -> Samurai:
    """A game after some random moves."""
    game, rng = kabuto.new("samurai", seed=seed, **options), random.Random(seed)
    assert isinstance(game, Samurai)
    for _ in range(plies):
        game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("edition", ["rgg", "hig", "ffg"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_whole_games_by_the_rules(players: int, edition: str) -> None:
    game = begun(players, 0, players=players, edition=edition, hands="choose", figures="draft")
    play_out(game, [searcher(seat, 20) for seat in range(players)])
    assert game.outcome is not None


@pytest.mark.parametrize("plies", [0, 7, 30])
def test_the_hidden_truth_does_not_change_its_move(plies: int) -> None:
    game, rng = begun(plies, plies, players=3), random.Random(1)
    seat = game.to_move
    moves = {
        searcher(5).choose(view)
        for view in (game.view(seat), *(game.view(seat).sample(rng).view(seat) for _ in range(3)))
    }
    assert len(moves) == 1


def test_a_seed_and_a_number_of_iterations_give_the_same_game() -> None:
    def played() -> list[str]:
        game = kabuto.new("samurai", seed=3)
        play_out(game, [searcher(1), searcher(2)])
        return [str(move) for move in game.moves]

    assert played() == played()


def test_the_tree_is_used_further_within_a_turn_and_forgotten_after_it() -> None:
    game, player = begun(4, 0), searcher(1)
    first = player.choose(game.view(0))
    game.play(first)
    player.choose(game.view(0))
    assert player.trees[0].top > 0, "the branch of the first move is the top now"
    game.play("/")
    player.choose(begun(9, 0).view(0))
    assert player.trees[0].top == 0


def test_several_threads_agree_on_one_legal_move() -> None:
    game = begun(6, 6)
    move = searcher(1, threads=2).choose(game.view(game.to_move))
    assert isinstance(move, Move)
    assert move in game.legal_moves()


def test_a_full_tree_goes_on_without_growing() -> None:
    game, player = begun(2, 4), Search(random.Random(1), iterations=400, capacity=60)
    assert player.choose(game.view(game.to_move)) in game.legal_moves()
    assert player.trees[0].size <= 60


@pytest.mark.parametrize(
    "name", ["search:0", "search:-5", "search:", "search:0s", "search:abc", "search:nans"]
)
def test_a_budget_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(kabuto.BadOption, match="search"):
        make(name, "samurai", random.Random(1))


def test_it_beats_random() -> None:
    won = 0.0
    for deal in range(4):
        for seat in range(2):
            game = kabuto.new("samurai", seed=deal)
            players = [
                make("random", "samurai", random.Random(deal)),
                make("search:100", "samurai", random.Random(1)),
            ]
            play_out(game, players if seat else players[::-1])
            assert game.outcome is not None
            won += (seat in game.outcome.winners) / len(game.outcome.winners)
    assert won >= 7

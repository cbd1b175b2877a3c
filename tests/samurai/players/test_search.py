"""The player that searches: legal, fair, reproducible, within its budget, and better than greedy."""

import random
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.players import make, play_out
from kabuto.samurai import Samurai, SamuraiView, Verb
from kabuto.samurai.moves import END
from kabuto.samurai.players.search import Search, Settings, Weighed
from kabuto.samurai.players.search.contest import rank
from kabuto.samurai.players.search.job import WIDEST
from kabuto.samurai.players.search.native import Native
from tests.samurai.helpers import EDITIONS, NORTH, PLAYERS, lay, new, position
from tests.support.clock import Clock
from tests.support.tiny import KitesView

from .positions import FAR, N1, N2


def searcher(seed: int = 1, iterations: int = 60, **more: Any) -> Search:
    return Search(random.Random(seed), iterations=iterations, **more)


class Counting(Search):
    """Counts how often it thinks."""

    thoughts = 0

    def weigh(self, view: SamuraiView) -> list[Weighed]:
        self.thoughts += 1
        return super().weigh(view)


def begun(seed: int, plies: int, **options: Any) -> Samurai:
    """A game after some random moves, when a turn begins."""
    game, rng = new(seed, **options), random.Random(seed)
    while game.ply < plies or game.state.played:
        game.play(rng.choice(game.legal_moves()))
    assert game.to_move is not None
    return game


@pytest.mark.uncounted
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_it_plays_whole_games_by_the_rules(players: int, edition: str) -> None:
    game = new(players, players=players, edition=edition, hands="choose", figures="draft")
    play_out(game, [searcher(seat, 16) for seat in range(players)])
    assert game.outcome is not None


def test_a_seed_and_a_number_of_iterations_give_the_same_game() -> None:
    def played(seed: int) -> list[str]:
        game = new(3)
        play_out(game, [searcher(seed), make("greedy", "samurai", random.Random(2))])
        return [str(move) for move in game.moves]

    assert played(1) == played(1)
    assert played(1) != played(2)


@pytest.mark.parametrize("plies", [0, 7, 31])
def test_the_hidden_truth_does_not_change_what_it_thinks(plies: int) -> None:
    game, rng = begun(plies, plies, players=3, edition="ffg"), random.Random(1)
    seat = game.to_move
    samples = [game.view(seat).sample(rng) for _ in range(3)]
    assert all(sample.state.hands != game.state.hands for sample in samples)
    truth, *others = (searcher(5).weigh(each.view(seat)) for each in (game, *samples))
    assert others == [truth] * 3
    assert len(truth) > 1


@pytest.mark.parametrize(
    "too_much", [{"width": WIDEST + 1}, {"width": 0}, {"beam": WIDEST // 4 + 1}, {"beam": -1}]
)
def test_what_the_planner_has_no_room_for_is_refused(too_much: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"at most {WIDEST}"):
        Settings(**too_much)  # type: ignore[arg-type]


def test_several_threads_agree_on_one_legal_move() -> None:
    game, player = begun(6, 6), searcher(threads=2)
    assert player.choose(game.view(game.to_move)) in game.legal_moves()
    one, two = (searcher(threads=threads).weigh(game.view(game.to_move)) for threads in (1, 2))
    assert sum(turn.games for turn in two) == 2 * sum(turn.games for turn in one), "each plays the budget"


# The budget.


def test_a_budget_of_games_is_spent_on_the_best_turns() -> None:
    tried = searcher(iterations=640).weigh(new(1).view(0))
    games = [turn.games for turn in tried]
    assert len(tried) == 16
    assert 600 <= sum(games) <= 680
    assert games == sorted(games, reverse=True)
    assert games[0] > 4 * games[-1], "the worse half is dropped after every round"
    for turn in tried:
        assert sum(turn.results) == pytest.approx(1)
        assert turn.moves[-1] == END


def test_without_halving_every_turn_gets_as_many_games() -> None:
    tried = searcher(iterations=160, settings=Settings(halving=False)).weigh(new(1).view(0))
    assert {turn.games for turn in tried} == {10}


@pytest.mark.parametrize("seconds", [0.05, 0.4])
def test_a_budget_of_seconds_is_kept(seconds: float, steady: Clock) -> None:
    game = begun(5, 4, players=4)
    start = steady.now
    tried = Search(random.Random(1), seconds=seconds).weigh(game.view(game.to_move))
    assert seconds <= steady.now - start < seconds + 0.05, "at most one more game of every turn"
    assert sum(turn.games for turn in tried) == round(1000 * (steady.now - start))
    assert all(turn.games for turn in tried)


@pytest.mark.parametrize(
    "budget",
    [
        *({"iterations": i} for i in (0, -5, 10**30)),
        *({"seconds": s} for s in (0, -1.0, inf, -inf, nan)),
        {"seconds": 1.0, "iterations": 0},
        {"seconds": 0.0, "iterations": 1},
    ],
)
def test_a_budget_that_is_none_is_refused(budget: dict[str, Any]) -> None:
    with pytest.raises(kabuto.BadOption, match="a search budget is more than zero"):
        Search(random.Random(1), **budget)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("search:0", "budget is more than zero"),
        ("search:-5", "budget is more than zero"),
        ("search:0s", "budget is more than zero"),
        ("search:-1s", "budget is more than zero"),
        ("search:nans", "budget is more than zero"),
        ("search:infs", "at most 86400 seconds or 1000000000 games"),
        ("search:1e20s", "at most 86400 seconds or 1000000000 games"),
        ("search:99999999999999999999999", "at most 86400 seconds or 1000000000 games"),
        ("search:", "search:2000 or search:0.5s, not search:"),
        ("search:s", "search:2000 or search:0.5s, not search:s"),
        ("search:1.5", "search:2000 or search:0.5s, not search:1.5"),
        ("search:soon", "search:2000 or search:0.5s, not search:soon"),
        ("search", "there is no player 'search' for samurai"),
    ],
)
def test_a_name_with_a_bad_budget_is_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(kabuto.BadOption) as refused:
        make(name, "samurai", random.Random(1))
    assert reason in refused.value.reason


def test_a_name_says_the_budget() -> None:
    games, seconds = (make(name, "samurai", random.Random(1)) for name in ("search:120", "search:0.5s"))
    assert isinstance(games, Search)
    assert isinstance(seconds, Search)
    assert (games.iterations, games.seconds) == (120, None)
    assert (seconds.iterations, seconds.seconds) == (None, 0.5)
    assert Search(random.Random(1)).seconds == 1.0, "a second unless something else is asked for"


def test_no_thread_is_too_few() -> None:
    with pytest.raises(kabuto.BadOption, match="at least one thread"):
        searcher(threads=0)


# What it is given.


def test_a_view_of_another_game_is_refused() -> None:
    kites: Any = KitesView(0, {}, (), (1, 2), (2, 2, 2), ())
    with pytest.raises(kabuto.BadOption, match="to search Samurai, pass a view of Samurai, not KitesView"):
        searcher().choose(kites)
    with pytest.raises(kabuto.BadOption, match="not KitesView"):
        searcher().weigh(kites)


@pytest.mark.parametrize("seat", [1, None])
def test_a_view_of_somebody_who_is_not_to_move_is_refused(seat: int | None) -> None:
    with pytest.raises(kabuto.BadOption, match="needs the view of the seat that is to move"):
        searcher().choose(new(1).view(seat))


# Its turns.


def test_a_turn_is_thought_over_once_and_then_played() -> None:
    game, player = new(2), Counting(random.Random(1), iterations=60)
    turns = 0
    while game.to_move is not None and turns < 12:
        moves = []
        while game.to_move == 0:
            moves.append(player.choose(game.view(0)))
            game.play(moves[-1])
        assert moves[-1] == END
        turns += 1
        assert player.thoughts == turns
        while game.to_move == 1:
            game.play(next(move for move in game.legal_moves() if move == END or not game.state.played))
    assert turns == 12


def test_it_thinks_again_when_something_else_was_played() -> None:
    game, player = new(2), Counting(random.Random(1), iterations=60)
    wanted = player.choose(game.view(0))
    other = next(move for move in game.legal_moves() if move.token != wanted.token)
    game.play(other)
    then = player.choose(game.view(0))
    assert player.thoughts == 2
    assert game.why_not(then) is None


def test_it_thinks_again_when_its_move_was_taken_back() -> None:
    game, player = new(2), Counting(random.Random(1), iterations=60)
    game.play(player.choose(game.view(0)))
    game.undo()
    assert game.why_not(player.choose(game.view(0))) is None
    assert player.thoughts == 2


def test_one_player_can_play_several_games_at_a_time() -> None:
    games, player = [new(seed) for seed in (1, 2)], searcher()
    for _ in range(3):
        for game in games:
            if game.to_move == 0:
                game.play(player.choose(game.view(0)))


def test_where_there_is_one_move_it_does_not_think() -> None:
    game = position(figures={NORTH: "B", **FAR}, hands=["", "S1"])
    player = Counting(random.Random(1), iterations=10)
    assert player.choose(game.view(0)) == END
    assert player.thoughts == 0


def test_set_up_is_left_to_greedy() -> None:
    game = new(1, hands="choose", figures="draft")
    player = Counting(random.Random(1), iterations=10)
    while game.to_move is not None and game.legal_moves()[0].verb in (Verb.CHOOSE, Verb.PUT):
        move = player.choose(game.view(game.to_move))
        game.play(move)
    assert player.thoughts == 0
    assert game.ply > 10


# Its strength.


def test_it_takes_the_capture_that_wins_the_game() -> None:
    game = position(
        figures={NORTH: "B", (2, 0): "H", (-2, 0): "R"},
        tokens={N1: (1, "S2")},
        hands=["B4 H2 R2", "S3"],
        captured=[[3, 2, 0], [2, 2, 3]],
    )
    best = searcher().weigh(game.view(0))[0]
    assert str(best.moves[0]) == lay("B4", N2)
    assert best.results == (1.0, 0.0)


@pytest.mark.uncounted
def test_it_beats_greedy_clearly() -> None:
    won = 0.0
    for deal in range(7):
        for seat in range(2):
            game = new(deal)
            players = [
                make("greedy", "samurai", random.Random(deal)),
                make("search:150", "samurai", random.Random(1)),
            ]
            play_out(game, players if seat else players[::-1])
            assert game.outcome is not None
            won += (seat in game.outcome.winners) / len(game.outcome.winners)
    assert won >= 10, f"{won} of 14"


@pytest.mark.parametrize("games", [10, 1000])
@pytest.mark.parametrize(("trust", "best"), [(0.0, (0.8, 0.2)), (1.0, (0.5, 0.5))])
def test_the_evaluation_counts_beside_the_games_however_many_they_are(
    trust: float, best: tuple[float, float], games: int
) -> None:
    native = Native()
    native.field["value"][:2], native.tallies["games"][:2] = (0.6, 0.2), games
    native.tallies["results"][:2, :2] = games * np.array([[0.5, 0.5], [0.8, 0.2]])
    native.set(number=2, trust=trust)
    rank(native.job[0], native.field, native.tallies)
    first = native.entrants(2)[0][0]
    assert native.entrants(2)[first][2][:2] == pytest.approx([games * each for each in best])

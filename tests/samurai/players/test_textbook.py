"""Plain information-set search, as textbooks have it: legal, fair, reproducible, bounded in memory."""

import random
from typing import Any

import pytest

import kabuto
from kabuto.players import make, play_out
from kabuto.samurai import Samurai
from kabuto.samurai.players.search.textbook import CHUNK, Textbook
from tests.samurai.helpers import EDITIONS, NORTH, PLAYERS, lay, new, position
from tests.support.clock import Clock
from tests.support.tiny import KitesView

from .positions import N1, N2


def plain(seed: int = 1, iterations: int = 120, capacity: int = 5_000) -> Textbook:
    return Textbook(random.Random(seed), iterations=iterations, capacity=capacity)


def begun(seed: int, plies: int, **options: Any) -> Samurai:
    """A game after some random moves."""
    game, rng = new(seed, **options), random.Random(seed)
    while game.ply < plies:
        game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_it_plays_whole_games_by_the_rules(players: int, edition: str) -> None:
    game = new(players, players=players, edition=edition, hands="choose", figures="draft")
    play_out(game, [plain(seat, 20) for seat in range(players)])
    assert game.outcome is not None


def test_a_seed_and_a_number_of_iterations_give_the_same_game() -> None:
    def played(seed: int) -> list[str]:
        game = new(3)
        play_out(game, [plain(seed), plain(2)])
        return [str(move) for move in game.moves]

    assert played(1) == played(1)
    assert played(1) != played(3)


@pytest.mark.parametrize("plies", [0, 7, 31])
def test_the_hidden_truth_does_not_change_its_move(plies: int) -> None:
    game, rng = begun(plies, plies, players=3), random.Random(1)
    seat = game.to_move
    samples = [game.view(seat).sample(rng) for _ in range(3)]
    assert all(sample.state.hands != game.state.hands for sample in samples)
    found = []
    for each in (game, *samples):
        player = plain(5)
        found.append((player.choose(each.view(seat)), list(player.tree.branches())))
    assert found == found[:1] * 4


def test_the_tree_is_used_further_within_a_turn_and_forgotten_after_it() -> None:
    game, player = new(4), plain()
    first = player.choose(game.view(0))
    assert player.tree.top == 0
    game.play(first)
    player.choose(game.view(0))
    assert player.tree.top > 0, "the branch of the first move is the top now"
    before = player.tree.size
    player.choose(new(9).view(0))
    assert player.tree.top == 0
    assert player.tree.size < before


def test_the_tree_is_forgotten_when_something_else_was_played() -> None:
    game, player = new(4), plain()
    first = player.choose(game.view(0))
    game.play(next(move for move in game.legal_moves() if move.token != first.token))
    assert game.why_not(player.choose(game.view(0))) is None
    assert player.tree.top == 0


def test_a_full_tree_goes_on_without_growing() -> None:
    game, player = begun(2, 4), plain(iterations=400, capacity=60)
    assert player.choose(game.view(game.to_move)) in game.legal_moves()
    assert player.tree.size == 60
    assert sum(branch.visits for branch in player.tree.branches()) == 240, "all of its share was looked at"


def test_it_takes_the_capture_that_wins_the_game() -> None:
    game = position(
        figures={NORTH: "B", (2, 0): "H", (-2, 0): "R"},
        tokens={N1: (1, "S2")},
        hands=["B4 H2 R2", "S3"],
        captured=[[3, 2, 0], [2, 2, 3]],
    )
    assert str(plain(iterations=2000).choose(game.view(0))) == lay("B4", N2)


def test_names_say_the_budget() -> None:
    games, seconds = (make(name, "samurai", random.Random(1)) for name in ("ismcts:120", "ismcts:0.5s"))
    assert isinstance(games, Textbook)
    assert isinstance(seconds, Textbook)
    assert (games.iterations, seconds.seconds) == (120, 0.5)
    assert Textbook(random.Random(1)).seconds == 1.0


@pytest.mark.parametrize("name", ["ismcts:0", "ismcts:-5", "ismcts:0s", "ismcts:nans", "ismcts:infs"])
def test_a_budget_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(kabuto.BadOption, match="budget is more than zero"):
        make(name, "samurai", random.Random(1))


@pytest.mark.parametrize("name", ["ismcts:", "ismcts:many", "ismcts:1.5"])
def test_a_budget_that_is_no_number_is_refused(name: str) -> None:
    with pytest.raises(kabuto.BadOption, match=r"ismcts:2000 or ismcts:0\.5s, not ismcts:"):
        make(name, "samurai", random.Random(1))


def test_a_budget_of_seconds_is_kept(steady: Clock) -> None:
    start = steady.now
    player = Textbook(random.Random(1), seconds=6)
    player.think(new(1).view(0))
    assert 6 <= steady.now - start < 6 + CHUNK / 1000


def test_a_view_of_another_game_or_seat_is_refused() -> None:
    kites: Any = KitesView(0, {}, (), (1, 2), (2, 2, 2), ())
    with pytest.raises(kabuto.BadOption, match="pass a view of Samurai, not KitesView"):
        plain().choose(kites)
    with pytest.raises(kabuto.BadOption, match="needs the view of the seat that is to move"):
        plain().choose(new(1).view(1))


def test_it_beats_random() -> None:
    won = 0.0
    for deal in range(4):
        for seat in range(2):
            game = new(deal)
            players = [make("random", "samurai", random.Random(deal)), plain(1, 300)]
            play_out(game, players if seat else players[::-1])
            assert game.outcome is not None
            won += (seat in game.outcome.winners) / len(game.outcome.winners)
    assert won >= 6, f"{won} of 8"

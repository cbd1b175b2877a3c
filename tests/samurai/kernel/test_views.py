"""A search starts from a view: nothing hidden is in it, and deals are as ``view.sample`` makes them."""

import random
from collections import Counter
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import from_view, kinds


def after_some_moves(number: int, **options: Any) -> Samurai:
    """A game after some random moves, ended at a person's turn."""
    game: Samurai = kabuto.new("samurai", seed=number, **options)
    rng = random.Random(number)
    for _ in range(number):
        if game.to_move is not None:
            game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("hands", ["random", "choose"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plies", [0, 3, 8, 30])
def test_what_a_seat_cannot_see_does_not_reach_the_engine(hands: str, players: int, plies: int) -> None:
    game, rng = after_some_moves(plies, players=players, hands=hands), random.Random(1)
    for seat in range(players):
        view = game.view(seat)
        mine = from_view(view).tobytes()
        for _ in range(5):
            assert from_view(view.sample(rng).view(seat)).tobytes() == mine


@pytest.mark.parametrize("plies", [2, 12])
@pytest.mark.parametrize("hands", ["random", "choose"])
def test_hands_are_dealt_again_with_the_distribution_of_sample(plies: int, hands: str) -> None:
    game, rng, seat, number = after_some_moves(plies, hands=hands), random.Random(2), 0, 3000
    view = game.view(seat)
    sampled, dealt = Counter[int](), Counter[int]()
    games = from_view(view, 5)
    known, pool = kinds(games[0]["hand"][seat]), games[0]["pile"].copy()
    for _ in range(number):
        sampled.update(view.sample(rng).state.hands[1])
        calls.redeal(games, 0, seat)
        dealt.update(kinds(games[0]["hand"][1]))
        assert kinds(games[0]["hand"][seat]) == known
        assert len(kinds(games[0]["hand"][1])) == view.hand_sizes[1]
    assert pool[seat] == games[0]["pile"][seat]
    assert set(sampled) == set(dealt)
    for token in sampled:
        # Two counts of the same chance: they differ by a few standard deviations at most.
        assert abs(sampled[token] - dealt[token]) < 5 * (sampled[token] + dealt[token]) ** 0.5 + 5, token


def test_captured_figures_behind_a_screen_are_remembered() -> None:
    game = after_some_moves(60, players=3, edition="ffg")
    state, seen = game.state, from_view(game.view(0))[0]
    assert any(map(sum, state.captured)), "the game should have captures by now"
    assert [tuple(row) for row in seen["captured"][:3].tolist()] == list(state.captured)

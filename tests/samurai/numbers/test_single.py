"""One game of Samurai by action ids: quickly on the engine, and without a compiler."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from kabuto.compiling.targets import build
from kabuto.samurai.numbers import calls, spaces
from kabuto.samurai.numbers.single import SamuraiSingle
from kabuto.table import IllegalMove

OPTIONS: list[dict[str, Any]] = [{}, {"players": 4, "hands": "choose", "figures": "draft", "edition": "ffg"}]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_list_of_legal_actions_is_that_of_the_mask(options: dict[str, Any]) -> None:
    game, rng, steps = SamuraiSingle(options), Random(1), 0
    game.begin(3)
    while game.seat is not None:
        assert [*game.legal()] == np.flatnonzero(game.mask()).tolist()
        assert game.seat == int(game._games["seat"][0])
        game.act(rng.choice(game.legal()))
        steps += 1
    assert steps > 20
    assert not len(game.legal())
    with pytest.raises(IllegalMove):
        game.act(0)


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    game = SamuraiSingle({})
    game.begin(1)
    before, legal = game._games.copy(), [*game.legal()]
    for action in (int(np.flatnonzero(game.mask() == 0)[0]), -1, 10**6):
        with pytest.raises(ValueError, match=r"action|legal"):
            game.act(action)
    for nonsense in (1.5, "1", None):
        with pytest.raises(TypeError):
            game.act(nonsense)  # type: ignore[arg-type]
    assert (game._games == before).all()
    assert [*game.legal()] == legal


@pytest.mark.parametrize(
    "twin_of", [SamuraiSingle.copy, deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_copy_goes_its_own_way(twin_of: Any) -> None:
    game = SamuraiSingle({})
    game.begin(2)
    twin, legal = twin_of(game), [*game.legal()]
    twin.act(legal[0])
    assert [*game.legal()] == legal
    game.act(legal[0])
    assert [*game.legal()] == [*twin.legal()]
    assert (game._games == twin._games).all()


@pytest.mark.parametrize("options", OPTIONS)
def test_without_a_compiler_the_same_source_says_the_same(options: dict[str, Any]) -> None:
    plain, rng = build("kabuto.samurai.numbers.calls", "plain"), Random(5)
    assert plain is not calls
    game = SamuraiSingle(options)
    game.begin(4)
    while game.seat is not None:
        if rng.random() < 0.1:
            mask, row = np.ones(spaces.ACTIONS, np.uint8), np.empty(spaces.SIZE, np.uint8)
            assert plain.write_mask(game._games, 0, mask) == len(game.legal())
            np.testing.assert_array_equal(mask, game.mask())
            for seat in range(game.players):
                plain.observe(game._games, 0, seat, row)
                np.testing.assert_array_equal(row, game.observe(seat))
        action = rng.choice(game.legal())
        assert plain.is_legal(game._games, 0, action)
        assert not plain.is_legal(game._games, 0, spaces.ACTIONS)
        game.act(action)
    worth = np.zeros(game.players)
    plain.returns(game._games, 0, worth)
    assert worth.tolist() == pytest.approx(game.returns())

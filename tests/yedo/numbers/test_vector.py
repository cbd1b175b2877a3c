"""The vector environment of Yedo: the games, ids and observations of the readable rules, many at once."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.envs import YedoVector, yedo_spaces
from kabuto.table import BadOption, IllegalMove
from kabuto.table.numbers import returns
from kabuto.yedo.kernel.convert import from_state, to_state
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.numbers import vector_calls
from kabuto.yedo.numbers.actions import ids_of
from kabuto.yedo.phases.scoring import outcome
from tests.yedo.kernel.side_by_side import Rare, mostly_greedy


def shown(vector: Any, state: Any) -> tuple[Any, Any]:
    """What an environment of one game shows of a state."""
    vector._arrays.states[:1] = from_state(state)[:1]
    vector._do(vector_calls.LOOK)
    return vector.observation[0], vector.mask[0]


def different(one: Any, other: Any) -> dict[str, Any]:
    """The fields in which two observations differ."""
    mine, theirs = yedo_spaces.explain(one), yedo_spaces.explain(other)
    both = {name: (mine.get(name), theirs.get(name)) for name in {*mine, *theirs}}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(6))
def test_it_shows_what_the_readable_environment_shows(seed: int) -> None:
    rng, rare, players = Random(seed), Rare(), 2 + seed % 4
    options: Any = {
        "players": players,
        "cards": ("city", "house")[seed % 2],
        "trading": ("free", "brief")[seed // 3],
    }
    game, vector = kabuto.new("yedo", seed=seed, **options), YedoVector(1, seed=1, **options)
    choose = rare if seed % 3 else mostly_greedy
    while game.to_move is not None:
        observation, mask = shown(vector, game.state)
        view = game.view(game.to_move)
        expected = yedo_spaces.observation(view)
        assert np.array_equal(observation, expected) or not different(observation, expected)
        assert np.array_equal(mask, yedo_spaces.mask(game).view(np.bool_)), game.state.tasks
        move = choose(game.state, game.legal_moves(), rng)
        action = np.array([yedo_spaces.to_id(game, move)])
        np.copyto(vector._arrays.actions, action)
        assert vector._do(vector_calls.CHECK) == -1
        game.play(move)


def test_random_games_go_on_and_are_worth_what_the_outcome_says() -> None:
    vector, ended = YedoVector(8, players=3, seed=5), 0
    while ended < 3:
        before = [to_state(vector._arrays.states[n], vector._setting) for n in range(8)]
        actions = vector.sample().copy()
        vector.step(actions)
        for n in np.flatnonzero(vector.done).tolist():
            ended += 1
            own, s = packing(vector._setting), before[n]
            move = vector._ids.for_mover(int(actions[n]), s.tasks[-1].seat, 3)
            assert own.pack(move)
            after = kabuto.yedo.rules.after(s, move, lambda _, weapons: weapons)
            found = outcome(after)
            assert found is not None
            assert vector.reward[n].tolist() == pytest.approx(returns(found.ranking))
            assert vector.mask[n].any()
        assert not vector.reward[~vector.done].any()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    one, other = YedoVector(7, seed=3), YedoVector(7, seed=3, threads=threads)
    for _ in range(200):
        actions = one.sample().copy()
        assert np.array_equal(actions, other.sample())
        one.step(actions)
        other.step(actions)
        assert np.array_equal(one.observation, other.observation)
        assert np.array_equal(one.mask, other.mask)


def test_a_copy_carries_on_with_the_same_games() -> None:
    vector = YedoVector(3, seed=9, trading="brief")
    for _ in range(50):
        vector.step(vector.sample())
    twin = pickle.loads(pickle.dumps(vector))
    for _ in range(50):
        actions = vector.sample().copy()
        vector.step(actions)
        twin.step(actions)
        assert np.array_equal(vector.observation, twin.observation)


def test_an_illegal_action_changes_no_game_and_says_why() -> None:
    vector = YedoVector(3, seed=2)
    before = vector._arrays.states.copy()
    actions = vector.sample().copy()
    actions[1] = 4548
    with pytest.raises(IllegalMove, match=r"game 1: .*mon -999.*Legal: ") as refused:
        vector.step(actions)
    assert "No game was changed" in str(refused.value)
    for wrong in (-1, 4549, 10**12):
        actions[1] = wrong
        with pytest.raises(IllegalMove, match="ids are 0 to 4548"):
            vector.step(actions)
    actions[1] = vector._ids.texts.index("offer +4")
    with pytest.raises(IllegalMove, match="names a seat"):
        vector.step(actions)
    assert np.array_equal(before, vector._arrays.states)
    with pytest.raises(BadOption):
        vector.step(np.zeros(3))
    with pytest.raises(BadOption):
        vector.step(np.zeros(2, np.int64))
    for bad in ({"games": 0}, {"games": 2, "threads": 0}, {"games": 1, "players": 6}):
        with pytest.raises(BadOption):
            YedoVector(**bad)  # type: ignore[arg-type]


def test_ids_are_those_of_the_readable_environment() -> None:
    game = kabuto.new("yedo", players=4, seed=1)
    assert YedoVector(1, players=4, seed=1).mask.shape[1] == ids_of(game).number

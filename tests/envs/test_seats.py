"""One seat among compiled opponents: many games at once, one at a time, and every seat at each step."""

from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

import kabuto.envs.gymnasium  # noqa: F401 - registers the environments
from kabuto.envs.parallel import parallel_env
from kabuto.envs.seats import CompiledSeatEnv, SeatVector
from kabuto.samurai import SamuraiView
from kabuto.samurai.kernel.calls import redeal
from kabuto.samurai.numbers import spaces
from kabuto.samurai.numbers.seats import SamuraiSeats
from kabuto.table import BadOption, IllegalMove, manifests
from kabuto.table.numbers import returns

GAMES = manifests.having("seat_games")
# These are compiled by themselves, in half a minute.
LEARNED = [pytest.param(name, marks=pytest.mark.prove) for name in ("learned", "learned:4")]
YEDO_GREEDY = pytest.param("yedo", "greedy", marks=pytest.mark.prove)


def legal_in(states: Any) -> list[int]:
    """The legal actions of the first game."""
    mask = np.zeros(spaces.ACTIONS, np.uint8)
    spaces.write_mask(states, 0, mask)
    found: list[int] = np.flatnonzero(mask).tolist()
    return found


def played(vector: SeatVector, steps: int, seed: int = 3) -> list[Any]:
    """Everything that some random steps show."""
    shown = [vector.reset(seed=seed)[0]]
    rng, rewards = Random(seed), []
    for _ in range(steps):
        actions = [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in shown[-1]["action_mask"]]
        seen, reward, over, _, _ = vector.step(np.array(actions))
        shown.append(seen)
        rewards.append((reward, over))
    return [*(seen[name] for seen in shown for name in ("observation", "action_mask")), *sum(rewards, ())]


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_checker_accepts_a_seat(game: str) -> None:
    for seat in (0, 1, None):
        check_env(CompiledSeatEnv(game, seat=seat), skip_render_check=True)
    name = f"kabuto/{game.capitalize()}Compiled-v0"
    check_env(gymnasium.make(name, render_mode="ansi", disable_env_checker=True).unwrapped)


@pytest.mark.parametrize(("game", "players"), [("samurai", 2), ("samurai", 4), ("yedo", 2), ("yedo", 5)])
def test_pettingzoos_own_checker_accepts_every_seat_at_once(game: str, players: int) -> None:
    parallel_api_test(parallel_env(game, players=players), 300)


@pytest.mark.parametrize(
    ("game", "opponents"),
    [("samurai", "random"), ("samurai", "greedy"), ("samurai", "search:8"), ("yedo", "random"), YEDO_GREEDY],
)
def test_a_game_depends_on_its_seed_and_actions_alone(game: str, opponents: str) -> None:
    few, many = (played(SeatVector(game, number, opponents=opponents), 40) for number in (1, 1))
    for one, other in zip(few, many, strict=True):
        np.testing.assert_array_equal(one, other)
    alone, among = SeatVector(game, 1, opponents=opponents), SeatVector(game, 3, opponents=opponents)
    seen, other = alone.reset(seed=[5])[0], among.reset(seed=[4, 5, 6])[0]
    for _ in range(30):
        np.testing.assert_array_equal(seen["observation"][0], other["observation"][1])
        actions = other["action_mask"].argmax(1)
        seen, other = alone.step(actions[1:2])[0], among.step(actions)[0]


@pytest.mark.parametrize("opponents", ["random", "greedy", "level6", "search:8", *LEARNED])
@pytest.mark.parametrize(
    "options", [{}, {"players": 4, "hands": "choose", "figures": "draft", "captured_figures": "open"}]
)
def test_a_seat_sees_what_its_view_says(opponents: str, options: dict[str, Any]) -> None:
    vector = SeatVector("samurai", 4, seat=None, opponents=opponents, **options)
    seen, games = vector.reset(seed=7)[0], vector._seats.games
    ended = 0
    while not ended:
        for game in range(4):
            view = cast("SamuraiView", games.view(game, int(games.seat[game])))
            if not spaces.split(seen["observation"][game])["exchange"].any():  # a view knows no half of one
                np.testing.assert_array_equal(seen["observation"][game], spaces.observation(view))
            if view.to_move is not None and not games.over[game]:
                assert view.to_move == games.seat[game]
                assert seen["action_mask"][game].any()
        seen, reward, over, _, info = vector.step(vector.sample())
        assert not info
        for game in map(int, np.flatnonzero(over)):
            seat, ended = int(games.seat[game]), ended + 1
            outcome = games.view(game, seat).outcome
            assert outcome is not None
            assert reward[game] == pytest.approx(returns(outcome.ranking)[seat])
            assert not seen["action_mask"][game].any()


@pytest.mark.parametrize("game", ["samurai", pytest.param("yedo", marks=pytest.mark.prove)])
def test_greedy_is_worth_more_than_random(game: str) -> None:
    def earned(opponents: str) -> float:
        vector, total, games = SeatVector(game, 64, opponents=opponents), 0.0, 0
        vector.reset(seed=1)
        while games < 100:
            _, reward, over, _, _ = vector.step(vector.sample())
            total, games = total + reward.sum(), games + over.sum()
        return float(total / games)

    assert earned("greedy") < -0.9 < -0.3 < earned("random")


@pytest.mark.parametrize("opponents", ["search:8", pytest.param("learned:4", marks=pytest.mark.prove)])
def test_an_opponent_that_searches_knows_no_hand_but_its_own(opponents: str) -> None:
    seats = SamuraiSeats(1, 0, {"players": 3})
    seats.invite(opponents)
    seats.seed(3)
    seats._begin()
    states, chance = seats._arrays.states, seats._arrays.chance
    while states["seat"][0] == 0:
        seats._act(np.array([legal_in(states)[0]]))
    turns, seat = set(), int(states["seat"][0])
    before, dice = states.copy(), chance.copy()
    for deal in range(1, 6):
        states[:], chance[:] = before, dice
        states["rng"] = deal
        redeal(states, 0, seat)
        states["rng"] = before["rng"]
        seats._search(0, seats._searching[opponents])
        turns.add((states["land_token"].tobytes(), states["sea_token"].tobytes()))
    assert len(turns) == 1


def test_the_budget_of_an_opponent_is_checked_at_once() -> None:
    for name in ("search:", "search:many", "learned:-1", "search:0"):
        with pytest.raises(BadOption, match=r"budget|search|learned"):
            SeatVector("samurai", opponents=name)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_ends_its_game_alone(game: str) -> None:
    vector = SeatVector(game, 3)
    seen, _ = vector.reset(seed=1)
    actions = seen["action_mask"].argmax(1)
    actions[1] = np.flatnonzero(seen["action_mask"][1] == 0)[0]
    seen, reward, over, _, info = vector.step(actions)
    assert [*over] == [*info["illegal"]] == [False, True, False]
    assert reward[1] == -1
    assert not seen["action_mask"][1].any()
    seen, _, over, _, info = vector.step(seen["action_mask"].argmax(1))
    assert not over.any()
    assert not info
    assert seen["action_mask"].any(1).all()
    env = CompiledSeatEnv(game)
    before = env.reset(seed=1)[0]
    _, earned, ended, _, info = env.step(int(np.flatnonzero(before["action_mask"] == 0)[-1]))
    assert (earned, ended) == (-1, True)
    assert isinstance(info["illegal"], str)
    assert info["illegal"]
    with pytest.raises(IllegalMove, match="reset"):
        env.step(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_over_arrays_plays_the_others(game: str) -> None:
    asked = []

    def first(observation: Any, mask: Any, seat: Any) -> Any:
        asked.append((len(observation), {*map(int, seat)}))
        assert mask.any(1).all()
        return mask.argmax(1)

    vector = SeatVector(game, 5, opponents=first, players=3)
    seen, _ = vector.reset(seed=2)
    for _ in range(20):
        seen = vector.step(seen["action_mask"].argmax(1))[0]
    assert {seat for _, seats in asked for seat in seats} == {1, 2}


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (lambda mask: np.full(len(mask), np.nan), BadOption),
        (lambda mask: mask.argmax(1)[:-1], BadOption),
        (lambda mask: [[1, 2], [3]], BadOption),
        (lambda mask: "nonsense", BadOption),
        (lambda mask: np.full(len(mask), 10**9), IllegalMove),
        (lambda mask: mask.argmin(1), IllegalMove),
    ],
)
def test_a_policy_that_answers_nonsense_is_named(answer: Any, error: type[ValueError]) -> None:
    for game in GAMES:
        vector = SeatVector(game, 3, seat=1, opponents=lambda observation, mask, seat: answer(mask))
        with pytest.raises(error, match="action"):
            vector.reset(seed=1)


def test_what_is_no_step_is_refused() -> None:
    vector = SeatVector("samurai", 3)
    with pytest.raises(IllegalMove, match="reset"):
        vector.step(np.zeros(3, np.int64))
    vector.reset(seed=1)
    for actions in (np.zeros(2, np.int64), np.zeros(3), None, "abc"):
        with pytest.raises(BadOption, match="action"):
            vector.step(actions)
    with pytest.raises(BadOption, match="seed"):
        vector.reset(seed=[1, 2])
    vector.close()
    for call in (vector.reset, lambda: vector.step(np.zeros(3, np.int64))):
        with pytest.raises(IllegalMove, match="closed"):
            call()
    for wrong in (7, ["random"], None):
        with pytest.raises(BadOption, match="opponents"):
            SeatVector("samurai", 2, opponents=wrong)  # type: ignore[arg-type]
    for options in ({"opponents": "nobody"}, {"num_envs": 0}, {"seat": 2}, {"players": 9}):
        with pytest.raises(BadOption):
            SeatVector("samurai", **options)


@pytest.mark.parametrize("game", GAMES)
def test_players_that_are_not_compiled_are_shown_views(game: str) -> None:
    vector = SeatVector(game, 2, opponents="level1", players=3)
    seen, _ = vector.reset(seed=4)
    for _ in range(15):
        seen, _, _, _, info = vector.step(seen["action_mask"].argmax(1))
        assert not info
    vector.close()


@pytest.mark.parametrize("game", GAMES)
def test_after_close_there_is_nothing_to_step_until_reset(game: str) -> None:
    one: Any
    for one, action in ((CompiledSeatEnv(game), 0), (parallel_env(game), {})):
        one.reset(seed=1)
        one.close()
        with pytest.raises(IllegalMove, match="reset"):
            one.step(action)
        one.reset(seed=1)


def test_copies_are_kept_unless_one_says_otherwise() -> None:
    for copy in (True, False):
        vector = SeatVector("samurai", 1, copy=copy)
        first, _ = vector.reset(seed=1)
        before = first["observation"].copy()
        vector.step(vector.sample())
        assert np.array_equal(first["observation"], before) is copy


@pytest.mark.parametrize("game", GAMES)
def test_whoever_does_not_decide_gives_action_0(game: str) -> None:
    env = parallel_env(game, players=2)
    with pytest.raises(IllegalMove, match="reset"):
        env.step({})
    seen, infos = env.reset(seed=1)
    mover = next(agent for agent, info in infos.items() if info["deciding"])
    other = next(agent for agent in env.agents if agent != mover)
    assert [*np.flatnonzero(seen[other]["action_mask"])] == [0]
    legal = int(np.flatnonzero(seen[mover]["action_mask"])[-1])
    illegal = int(np.flatnonzero(seen[mover]["action_mask"] == 0)[-1])
    before = seen[mover]["observation"].copy()
    for actions in (
        {mover: legal},
        {mover: legal, other: 1},
        {mover: illegal, other: 0},
        {mover: "x", other: 0},
    ):
        with pytest.raises(ValueError, match=r"."):
            env.step(actions)  # type: ignore[arg-type]
    np.testing.assert_array_equal(env._seen()[mover]["observation"], before)
    seen, rewards, terminations, truncations, _ = env.step({mover: legal, other: 0})
    assert {*seen} == {*rewards} == {*terminations} == {*truncations} == {mover, other}


def test_a_vector_is_made_by_its_name() -> None:
    vector = gymnasium.make_vec("kabuto/SamuraiCompiled-v0", num_envs=8, opponents="greedy", players=3)
    seen, _ = vector.reset(seed=1)
    assert vector.observation_space.contains(seen)
    assert vector.num_envs == 8

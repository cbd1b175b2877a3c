"""PettingZoo's own checks, and what they do not ask: copies, hidden hands, clear refusals."""

import copy
import importlib
import pickle
import runpy
import shutil
import sys
import warnings
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import kabuto
from kabuto.envs import drawing, returns, samurai_spaces, yedo_spaces
from kabuto.envs.pettingzoo import samurai_v0, yedo_v0
from kabuto.samurai.kernel.tables import END, FIGURE, PICK

GAMES = [pytest.param(samurai_v0, id="samurai"), pytest.param(yedo_v0, id="yedo")]
SEATS = [
    *(pytest.param(samurai_v0, players, id=f"samurai-{players}") for players in (2, 3, 4)),
    *(pytest.param(yedo_v0, players, id=f"yedo-{players}") for players in (2, 3, 4, 5)),
]
EXPECTED = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask.*zeros",
)
"""What PettingZoo remarks on for every environment with an action mask but its own."""


def play(env: Any, steps: int, seed: int = 0) -> list[int]:
    """Step with random legal actions, into the next game if one ends; the actions."""
    rng, actions = np.random.default_rng(seed), []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        observation, _, over, *_ = env.last()
        if over:
            env.step(None)
        else:
            actions.append(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            env.step(actions[-1])
    return actions


def play_out(env: Any, seed: int = 0) -> None:
    """Play the game to its end; the agents have not been dismissed."""
    while not any(env.terminations.values()):
        play(env, 1, seed=seed)
        seed += 1


def seen(env: Any) -> list[Any]:
    """Everything that can be asked of an environment."""
    told: list[Any] = [env.agents[:], env.agent_selection, dict(env.rewards), dict(env.terminations)]
    for agent in env.agents:
        told += [env.observe(agent)["observation"].tobytes(), env.observe(agent)["action_mask"].tobytes()]
    return told


@pytest.mark.uncounted
@pytest.mark.parametrize(("game", "players"), SEATS)
def test_pettingzoo_finds_nothing_wrong(game: Any, players: int) -> None:
    with warnings.catch_warnings():
        for text in EXPECTED:
            warnings.filterwarnings("ignore", text)
        api_test(game.env(players=players), num_cycles=60)
        seed_test(lambda: game.env(players=players), num_cycles=40)


@pytest.mark.parametrize("game", GAMES)
def test_every_render_mode_passes_pettingzoos_check(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Action mask.*zeros")
        render_test(game.env)
    assert "seat 1" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_of_the_present_position(game: Any) -> None:
    env = game.env(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.shape[0] > 400
    assert before.shape[1] > 600
    assert len(np.unique(before.astype(int) @ (1 << 16, 1 << 8, 1))) > 50, "it has colours and smooth edges"
    assert np.array_equal(env.render(), before)
    play(env, 10)
    assert not np.array_equal(env.render(), before)


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_shows_what_the_seat_to_move_knows_alone(game: Any) -> None:
    env = game.env(render_mode="ansi", players=3)
    env.reset(seed=3)
    play(env, 70 if game is yedo_v0 else 12)
    single = env._single
    view = single.view(single.seat)
    assert env.render() == drawing.text(single.name, view.sample(Random(1)).view(view.seat))
    assert env.render() != drawing.text(single.name, single.view((single.seat + 1) % 3))


@pytest.mark.parametrize(
    "again",
    [
        pytest.param(copy.copy, id="copy"),
        pytest.param(copy.deepcopy, id="deepcopy"),
        pytest.param(lambda env: pickle.loads(pickle.dumps(env)), id="pickle"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_in_its_copy(game: Any, again: Callable[[Any], Any]) -> None:
    env = game.env(players=3)
    env.reset(seed=5)
    play(env, 45)
    before = seen(env)
    twin = again(env)
    assert seen(twin) == before
    actions = play(twin, 300, seed=8)
    assert seen(env) == before, "the copy is a game of its own"
    assert play(env, 300, seed=8) == actions
    assert seen(env) == seen(twin), "chance goes the same way in both"


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_can_be_copied_before_it_begins(game: Any) -> None:
    twin = copy.copy(game.env())
    twin.reset(seed=1)
    assert twin.agents == ["seat_0", "seat_1"]


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_only_the_seat_to_move_has_a_mask(game: Any, players: int) -> None:
    env = game.env(players=players)
    env.reset(seed=2)
    for _ in range(60):
        for agent in env.possible_agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        play(env, 1)
        if any(env.terminations.values()):
            break


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_rewards_come_at_the_end_and_their_sum_is_zero(game: Any, players: int) -> None:
    env = game.env(players=players)
    env.reset(seed=players)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        play(env, 1)
    outcome = env._single.view(None).outcome
    assert [env.rewards[agent] for agent in env.possible_agents] == pytest.approx(returns(outcome.ranking))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    for agent in env.agent_iter():
        assert env.last()[1] == pytest.approx(returns(outcome.ranking)[env.possible_agents.index(agent)])
        env.step(None)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_decides_the_game_and_those_after_it(game: Any) -> None:
    one, two, three = game.env(), game.env(), game.env()
    for env, seed in ((one, 7), (two, 7), (three, 8)):
        env.reset(seed=seed)
    assert seen(one) == seen(two) != seen(three)
    one.reset()
    two.reset()
    assert seen(one) == seen(two)
    one.reset(seed=np.int64(7))
    two.reset(seed=7)
    assert seen(one) == seen(two)


def test_yedo_begins_as_the_game_of_that_seed_does() -> None:
    env = yedo_v0.env(players=4)
    env.reset(seed=7)
    game = kabuto.new("yedo", players=4, seed=7, cards="house", trading="brief")
    assert env.agent_selection == f"seat_{game.to_move}"
    expected = yedo_spaces.observation(game.view(game.to_move))
    assert np.array_equal(env.last()[0]["observation"], expected)


def test_samurai_is_observed_as_its_view_says() -> None:
    env = samurai_v0.env(players=4, edition="hig")
    env.reset(seed=7)
    for _ in range(20):
        for seat, agent in enumerate(env.possible_agents):
            view = env._single.view(seat)
            told = samurai_spaces.explain(env.observe(agent)["observation"])
            assert (told["hand"], told["hand_sizes"][0]) == (list(view.hand), view.hand_sizes[seat])
        play(env, 1)


BAD_ACTIONS = [-1, 10**6, 1.0, None, True, "0", np.array([1, 2]), np.float32(3)]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_legal_action_is_refused_and_changes_nothing(game: Any) -> None:
    env = game.env(players=3)
    env.reset(seed=3)
    play(env, 25)
    before = seen(env)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    for action in (*BAD_ACTIONS, illegal, np.int64(illegal)):
        with pytest.raises(
            kabuto.IllegalMove, match=rf"^{env.agent_selection.replace('_', ' ')} can’t do .*Legal:"
        ):
            env.step(action)
        assert seen(env) == before


@pytest.mark.parametrize("game", GAMES)
def test_every_illegal_action_is_refused_with_a_reason(game: Any) -> None:
    env = game.env(players=4)
    env.reset(seed=3)
    for _ in range(12):
        mask = env.last()[0]["action_mask"]
        for action in range(0, len(mask), 97):
            if not mask[action]:
                with pytest.raises(kabuto.IllegalMove, match=f"can’t do {action}: "):
                    env.step(action)
        play(env, 3)


def test_the_second_half_of_an_exchange_is_asked_for() -> None:
    env, halves = samurai_v0.env(), np.zeros(0, int)
    for seed in range(50):
        env.reset(seed=seed)
        halves = np.flatnonzero(env.last()[0]["action_mask"][:PICK])
        halves = halves[halves >= FIGURE]
        if halves.size:
            break
    mover = env.agent_selection
    env.step(halves[0])
    assert env.agent_selection == mover
    with pytest.raises(kabuto.IllegalMove, match="The second half of the exchange comes first"):
        env.step(END)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_after_the_end_is_refused(game: Any) -> None:
    env = game.env()
    env.reset(seed=1)
    play_out(env)
    with pytest.raises(kabuto.IllegalMove, match=r"the game is over: call step\(None\) for seat_0"):
        env.step(0)
    for _ in env.agent_iter():
        env.step(None)
    with pytest.raises(kabuto.IllegalMove, match=r"the game is over .* call reset"):
        env.step(None)
    assert env.observe("seat_0")["observation"].any(), "the final position can still be looked at"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_works_before_the_game_begins(game: Any) -> None:
    env = game.env(render_mode="ansi")
    with pytest.raises(kabuto.IllegalMove, match="call reset"):
        env.step(0)
    with pytest.raises(kabuto.IllegalMove, match="call reset"):
        env.observe("seat_0")
    with pytest.raises(kabuto.IllegalMove, match="call reset"):
        env.render()
    with pytest.raises(kabuto.IllegalMove, match="call reset"):
        env.last()
    with pytest.raises(kabuto.IllegalMove, match="call reset"):
        env.agent_iter()
    assert env.rewards == env.terminations == env.infos == {}


def test_nobody_is_asked_again_when_all_know_of_the_end() -> None:
    env = samurai_v0.env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    with pytest.raises(kabuto.IllegalMove, match="every seat has been stepped: call reset"):
        env.last()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 9}, "players is"),
        ({"plyers": 2}, "did you mean players"),
        ({"render_mode": "svg"}, "render_mode is human, ansi, rgb_array or None"),
    ],
)
def test_a_bad_option_is_refused(game: Any, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(kabuto.BadOption, match=reason):
        game.env(**options)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1.5, "7", True, -(1 << 300)])
def test_a_seed_of_the_wrong_kind_is_refused(game: Any, seed: Any) -> None:
    with pytest.raises(kabuto.BadOption, match="seed is an integer"):
        game.env().reset(seed=seed)


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_that_does_not_exist_is_refused(game: Any) -> None:
    env = game.env()
    env.reset(seed=1)
    with pytest.raises(kabuto.BadOption, match="there are seat_0, seat_1"):
        env.observe("player_0")


def test_yedo_with_other_cards_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "guests"
    shutil.copytree(str(files("kabuto.yedo.cards") / "house"), folder)
    with pytest.raises(kabuto.BadOption, match="cover the cards house, city, not 'guests'"):
        yedo_v0.env(cards=kabuto.yedo.load_cards(folder))


@pytest.mark.parametrize(("library", "extra"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gym")])
def test_without_its_library_the_extra_is_named(
    library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "kabuto.envs.pettingzoo")
    monkeypatch.setitem(sys.modules, library, None)
    if library == "gymnasium":
        monkeypatch.setitem(sys.modules, "gymnasium.spaces", None)
    with pytest.raises(ImportError, match=rf"needs {library}\S*: pip install 'kabuto\[{extra}\]'"):
        importlib.import_module("kabuto.envs.pettingzoo")


@pytest.mark.parametrize(
    ("example", "arguments", "told"),
    [("pettingzoo_random", ["3"], "seat_3"), ("pettingzoo_match", ["20"], "careful against random: +")],
)
def test_the_examples_run_without_a_warning(
    example: str,
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = Path(__file__).parents[2] / "examples" / f"{example}.py"
    monkeypatch.setattr(sys, "argv", [str(path), *arguments])
    runpy.run_path(str(path), run_name="__main__")
    assert told in capsys.readouterr().out

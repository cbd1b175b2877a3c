"""The OpenSpiel games in use: kept playthroughs, undo, states at rest, search, bad input, documentation."""

import pickle
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import kabuto
from kabuto.table.numbers.tree import CHANCE
from kabuto.yedo.board import WEAPONS

from .playthrough import FOLDER, condensed, played
from .spiel import KINDS, choose, load, reach, seen, walk

EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_ismcts.py"
PAGE = Path(__file__).parents[2] / "docs" / "envs-openspiel.md"


# The same today as yesterday.


@pytest.mark.parametrize("name", ["kabuto_samurai", pytest.param("kabuto_yedo", marks=pytest.mark.prove)])
def test_the_playthrough_is_what_it_was(name: str) -> None:
    """If it is meant to differ, raise the version of what changed and run ``tests/envs/playthrough.py``."""
    kept = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert condensed(*played(kept)).splitlines() == kept.splitlines()


# Back and forth, at rest and awake.


@pytest.mark.parametrize("name", KINDS)
def test_undo_goes_back_to_the_start(name: str) -> None:
    state: Any = None
    texts = []
    for state in walk(load(name), seed=3):
        texts.append(str(state))
    for text, step in zip(texts[-2::-1], state.full_history()[::-1], strict=True):
        state.undo_action(step.player, step.action)
        assert str(state) == text
    assert state.is_initial_state()
    assert state.history() == []
    with pytest.raises(kabuto.IllegalMove, match="no action to undo"):
        state.undo_action(CHANCE, 0)


@pytest.mark.parametrize("name", KINDS)
def test_what_was_undone_leaves_no_trace(name: str) -> None:
    state, rng = reach(load(name), 2, 60), Random(6)
    twin = state.clone()
    action = choose(state, rng)
    with pytest.raises(kabuto.IllegalMove, match=f"the last action was .* not {action} of player 0"):
        state.undo_action(0, action)
    player = state.current_player()
    state.apply_action(action)
    state.undo_action(player, action)
    other = next(legal for legal in state.legal_actions() if legal != action)
    for one in (state, twin):
        one.apply_action(other)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for one in (state, read, state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(one) == str(twin)
        assert one.history() == twin.history()
        assert one.history_str() == twin.history_str()
        assert one.move_number() == twin.move_number()
        assert seen(one, 0) == seen(twin, 0)


# Searching.


def bot(game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's information-set search."""
    chance = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, chance), 1.4, simulations, random_state=chance
    )


def test_ismcts_plays_a_whole_game() -> None:
    game = load("samurai")
    search, state, rng = bot(game, 3, 1), game.new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(search.step(state) if state.current_player() == 0 else choose(state, rng))
    assert sum(state.returns()) == 0


def test_ismcts_thinks_about_yedo() -> None:
    state = reach(load("yedo"), 1, 200)
    assert bot(state.get_game(), 2, 1).step(state) in state.legal_actions()


# Bad input.


@pytest.mark.parametrize("name", KINDS)
def test_an_illegal_action_is_refused_with_seat_reason_and_what_is_legal(name: str) -> None:
    state = reach(load(name), 2, 60)
    text, seat = str(state), state.current_player()
    illegal = next(action for action in range(1230) if action not in state.legal_actions())
    first = state.legal_actions()[0]
    with pytest.raises(
        kabuto.IllegalMove, match=rf"seat {seat}, action {illegal} \(.*\): .*\. Legal: {first} \("
    ):
        state.apply_action(illegal)
    for nonsense in (-7, 10**6):
        with pytest.raises(kabuto.IllegalMove, match=f"seat {seat}, action {nonsense}: ids are 0 to"):
            state.apply_action(nonsense)
        with pytest.raises(kabuto.BadOption, match="action is a whole number from 0 to"):
            state.action_to_string(seat, nonsense)
    assert str(state) == text


@pytest.mark.parametrize("name", KINDS)
def test_chance_and_the_end_refuse_too(name: str) -> None:
    *_, state = walk(load(name), seed=1)
    with pytest.raises(kabuto.IllegalMove, match="action 3: the game is over"):
        state.apply_action(3)
    start = state.get_game().new_initial_state()
    with pytest.raises(kabuto.IllegalMove, match=r"chance, action 4 \(.*\): this is not"):
        start.apply_action(4)


def test_bad_options_and_samplers_are_refused() -> None:
    with pytest.raises(kabuto.BadOption, match="players is 2, 3 or 4, not 7"):
        load("samurai", players=7)
    with pytest.raises(kabuto.BadOption, match="edition is rgg, hig or ffg"):
        load("samurai", edition="avalon")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        load("samurai", colour="red")
    state = reach(load("samurai"), 1, 50)
    with pytest.raises(kabuto.BadOption, match="seats are 0 to 1, not 2"):
        state.resample_from_infostate(2, Random(1).random)
    with pytest.raises(kabuto.BadOption, match="numbers from 0 to 1, not 7"):
        state.resample_from_infostate(0, lambda: 7)
    with pytest.raises(kabuto.BadOption, match="observers take no parameters"):
        state.get_game().make_py_observer(None, {"colour": "red"})
    everything = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(kabuto.BadOption, match="no observer sees what all seats"):
        state.get_game().make_py_observer(everything)
    with pytest.raises(kabuto.BadOption, match="chance decides next"):
        load("yedo").new_initial_state().resample_from_infostate(0, Random(1).random)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("player", [-1, 2, 10_000_000, True, None])
def test_a_seat_that_is_not_there_observes_nothing(name: str, player: Any) -> None:
    """The engine does not look whether a seat exists: what it would read belongs to others."""
    state = reach(load(name), 1, 50)
    observer = make_observation(state.get_game())
    for look in (observer.set_from, observer.string_from):
        with pytest.raises(kabuto.BadOption, match="player is a whole number from 0 to 1, not "):
            look(state, player)


def test_an_action_of_a_seat_that_is_not_there_has_no_name() -> None:
    state = reach(load("samurai"), 1, 50)
    with pytest.raises(kabuto.BadOption, match="player is a whole number from 0 to 1, not 7"):
        state.action_to_string(7, 5)


def test_the_page_names_the_ids_and_parameters_that_there_are() -> None:
    games, page = [load(name) for name in KINDS], PAGE.read_text("utf-8")
    for count in ("num_distinct_actions", "max_chance_outcomes"):
        one, two = (f"{getattr(game, count)():,}" for game in games)
        assert re.search(rf"^\| .*(?:ids|outcomes).* \| {one}\b.* \| {two}\b.* \|$", page, re.MULTILINE)
    for name, game in zip(KINDS, games, strict=True):
        row = next(line for line in page.splitlines() if f"| `kabuto_{name}`" in line)
        parameters = [f"{key}={value}" for key, value in game.get_type().parameter_specification.items()]
        assert sorted(re.findall("`([a-z_]+=[^`]*)`", row)) == sorted(parameters)
    assert f"| 7 – {6 + len(WEAPONS)} |" in page
    assert f"| {7 + len(WEAPONS)} – {games[1].max_chance_outcomes() - 1}, in" in page


def test_without_openspiel_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import kabuto.envs.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'kabuto[openspiel]'" in run.stderr


def test_the_example_runs_without_a_warning() -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLE), "--simulations", "2"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "wins" in run.stdout or "share" in run.stdout

"""Many games of Samurai at once: the games of the engine, for any number of threads, never half done."""

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.envs import SamuraiVector
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.numbers import spaces
from tests.support.bounds import run_checked
from tests.support.simulator import simulated

EVERY_OPTION: list[dict[str, Any]] = [
    {},
    {"players": 3, "edition": "hig", "hands": "choose"},
    {"players": 4, "edition": "ffg", "figures": "draft", "null_exchange": True},
]


def arrays(vector: SamuraiVector) -> list[bytes]:
    """Everything that a vector shows."""
    return [a.tobytes() for a in (vector.observation, vector.mask, vector.reward, vector.done, vector.seat)]


@pytest.mark.parametrize("options", EVERY_OPTION)
def test_a_vector_plays_the_games_of_the_engine_one_after_the_other(options: dict[str, Any]) -> None:
    vector, start = SamuraiVector(3, seed=5, **options), spaces.blank(**options)
    mine, seen, mask = states(1), np.zeros(spaces.SIZE, np.uint8), np.zeros(spaces.ACTIONS, np.uint8)
    mine[0] = vector._machine.states[1]
    ended = 0
    for _ in range(400):
        seat = int(mine[0]["seat"])
        spaces.observe(mine, 0, seat, seen)
        spaces.write_mask(mine, 0, mask)
        assert vector.seat[1] == seat
        assert vector.observation[1].tobytes() == seen.tobytes()
        assert vector.mask[1].tobytes() == mask.tobytes()
        actions = vector.sample()
        over = spaces.act(mine, 0, int(actions[1]))
        vector.step(actions)
        expected = np.zeros(vector.players, np.float32)
        if over:
            spaces.returns(mine, 0, expected)
            spaces.begin(mine, 0, start)
            ended += 1
        assert vector.done[1] == over
        assert vector.reward[1].tolist() == expected.tolist()
    assert ended >= 2


def test_games_depend_on_the_seed_and_their_index_alone() -> None:
    one, more = SamuraiVector(20, seed=8), SamuraiVector(50, seed=8)
    for _ in range(100):
        for vector in (one, more):
            vector.step(vector.sample())
    assert more.observation[:20].tobytes() == one.observation.tobytes()
    assert len({row.tobytes() for row in more.observation}) == 50, "every game is another one"
    one.reset(8)
    again = SamuraiVector(20, seed=8)
    assert arrays(one) == arrays(again)
    assert arrays(SamuraiVector(20, seed=9)) != arrays(again)


def test_a_reset_without_a_seed_goes_on_to_other_games() -> None:
    vector = SamuraiVector(4, seed=1)
    before = vector.observation.copy()
    vector.reset()
    assert vector.observation.tobytes() != before.tobytes()
    assert not vector.done.any()


def test_arrays_are_written_in_place() -> None:
    vector = SamuraiVector(4, seed=1)
    kept, before = vector.observation, vector.observation.copy()
    vector.step(vector.sample())
    assert kept is vector.observation
    assert kept.tobytes() != before.tobytes()
    assert vector.mask.flags.c_contiguous


def test_rewards_are_those_of_the_seats_and_add_up_to_nothing() -> None:
    vector = SamuraiVector(200, seed=2, players=3)
    ended = 0
    for _ in range(150):
        vector.step(vector.sample())
        assert vector.reward[~vector.done].any() == False  # noqa: E712 - a NumPy bool
        assert np.allclose(vector.reward.sum(1), 0)
        assert (vector.reward[vector.done].max(1) >= 0).all()
        ended += int(vector.done.sum())
    assert ended > 100


def test_sampling_changes_no_game() -> None:
    vector = SamuraiVector(30, seed=4)
    before = vector._machine.states.tobytes()
    first = vector.sample().copy()
    assert (vector.sample() != first).any()
    assert vector._machine.states.tobytes() == before
    assert vector.mask[np.arange(30), first].all()


@pytest.mark.parametrize("wanted", [-1, spaces.ACTIONS, 2**31, 1110])
def test_an_illegal_action_is_refused_before_anything_changes(wanted: int) -> None:
    vector = SamuraiVector(6, seed=3, threads=2)
    vector.step(vector.sample())
    vector.reset(3)
    actions, before = vector.sample().copy(), arrays(vector)
    games = vector._machine.states.tobytes()
    actions[4] = wanted
    with pytest.raises(kabuto.IllegalMove) as refused:
        vector.step(actions)
    text, legal = str(refused.value), vector.legal(4)
    assert text.startswith(f"game 4: seat {vector.seat[4]}: {wanted}")
    assert f"{legal[0]} ({spaces.describe(legal[0])})" in text
    assert f"and {len(legal) - 8} more" in text
    assert arrays(vector) == before
    assert vector._machine.states.tobytes() == games


def test_a_mask_that_was_written_over_makes_nothing_legal() -> None:
    vector = SamuraiVector(2, seed=3)
    vector.mask[:] = True
    with pytest.raises(kabuto.IllegalMove, match="game 0"):
        vector.step(np.full(2, 1110))


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (np.zeros(3, np.int64), r"pass one action for each game, \(4,\), not \(3,\)"),
        (np.zeros((4, 1), np.int64), r"not \(4, 1\)"),
        (np.zeros(4, np.float32), "actions must be an array of integers, not float32"),
        (np.zeros(4, np.bool_), "actions must be an array of integers, not bool"),
        (np.zeros(4, [("int", "f8")]), "actions must be an array of integers, not "),
        ([1, 2, 3, 4], "actions must be an array of integers, not list"),
        (None, "not NoneType"),
    ],
)
def test_what_is_no_array_of_actions_is_refused(actions: Any, reason: str) -> None:
    vector = SamuraiVector(4, seed=1)
    before = arrays(vector)
    with pytest.raises(kabuto.BadOption, match=reason):
        vector.step(actions)
    assert arrays(vector) == before


@pytest.mark.parametrize(
    ("keywords", "reason"),
    [
        ({"games": 0}, "games: games must be a whole number from 1 up, not 0"),
        ({"games": 2.0}, "games must be a whole number from 1 up, not 2.0"),
        ({"threads": 0}, "threads must be a whole number from 1 up"),
        ({"seed": "x"}, "seed is an integer"),
        ({"players": 5}, "players is 2, 3 or 4, not 5"),
        ({"edition": "xyz"}, "edition is rgg, hig or ffg"),
        ({"device": "tpu"}, "device is cpu or cuda"),
        ({"player": 2}, "did you mean players"),
    ],
)
def test_bad_options_are_named(keywords: dict[str, Any], reason: str) -> None:
    with pytest.raises(kabuto.BadOption, match=reason):
        SamuraiVector(**{"games": 2, **keywords})


def test_a_refusal_says_what_was_asked_for_and_why_not() -> None:
    vector = SamuraiVector(2, seed=3)
    with pytest.raises(kabuto.IllegalMove, match="game 0: seat 0: 18446744073709551615 is not legal: ids"):
        vector.step(np.full(2, 2**64 - 1, np.uint64))
    with pytest.raises(kabuto.IllegalMove, match=r"1229 \(R\*s3\) is not legal: Set-up is finished"):
        vector.step(np.full(2, 1229))


def test_what_was_sampled_stays_until_the_next_sample() -> None:
    vector = SamuraiVector(4, seed=3)
    drawn = vector.sample()
    kept = drawn.copy()
    vector.step(np.array([vector.legal(game)[-1] for game in range(4)]))
    assert (drawn == kept).all()
    assert vector.sample() is drawn


@pytest.mark.parametrize("kind", ["i2", ">i8", "u4"])
def test_other_integers_are_taken_as_actions_too(kind: str) -> None:
    one, two = SamuraiVector(5, seed=1), SamuraiVector(5, seed=np.int64(1))
    one.step(one.sample())
    two.step(two.sample().astype(kind))
    assert arrays(one) == arrays(two)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_goes_on_with_the_same_games_and_shares_nothing(duplicate: Any) -> None:
    vector = SamuraiVector(5, seed=1, players=3, threads=2)
    for _ in range(30):
        vector.step(vector.sample())
    twin = duplicate(vector)
    assert arrays(twin) == arrays(vector)
    for _ in range(100):
        vector.step(vector.sample())
    assert arrays(twin) != arrays(vector)
    for _ in range(100):
        twin.step(twin.sample())
    assert arrays(twin) == arrays(vector)


def test_one_game_and_many_games() -> None:
    for games in (1, 20_000):
        vector = SamuraiVector(games, seed=1, threads=2)
        for _ in range(3):
            vector.step(vector.sample())
        assert vector.mask.any(1).all()


def test_legal_asks_for_a_game_that_exists() -> None:
    vector = SamuraiVector(2, seed=1)
    assert np.flatnonzero(vector.mask[1]).tolist() == vector.legal(1) == vector.legal(np.int64(1))
    with pytest.raises(kabuto.BadOption, match="game is a whole number from 0 to 1, not 2"):
        vector.legal(2)


SIMULATED = """
import numpy as np
from kabuto import IllegalMove
from kabuto.envs import SamuraiVector

def same():
    for name in ("observation", "mask", "reward", "done", "seat"):
        mine, theirs = getattr(cpu, name), getattr(gpu, name).copy_to_host()
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), name
        assert mine.tobytes() == theirs.tobytes(), name

options = {"players": 3, "edition": "ffg", "null_exchange": True}
cpu = SamuraiVector(33, seed=1, **options)  # one more than a block plays
gpu = SamuraiVector(33, seed=1, device="cuda", **options)
same()
while not cpu.done.any():  # to the step that ends a game
    before = cpu._machine.save()
    cpu.step(cpu.sample())
cpu._machine.load(*before)
gpu._machine.load(*before)
for _ in range(2):
    actions = gpu.sample()
    cpu.step(cpu.sample())
    gpu.step(actions)
    assert cpu._machine.actions.tolist() == actions.copy_to_host().tolist()
    same()
    print(cpu.done.any(), end=" ")
games = gpu._machine.states.copy_to_host().tobytes()
try:
    gpu.step(np.array([*cpu.sample()[:32], 5000]))
except IllegalMove as error:
    print(error)
same()
assert gpu._machine.states.copy_to_host().tobytes() == games
"""


def test_the_gpu_source_shows_the_arrays_of_the_cpu() -> None:
    """Through Numba's simulator, from the deal and over the end of a game."""
    said = simulated(SIMULATED)
    assert said.startswith("True False game 32: seat ")
    assert "5000 is not legal: ids are 0 to 1229. Legal: " in said


BROKEN_OFF = """
from kabuto.envs import SamuraiVector

def games(vector):
    states, _, _, *rest = vector._machine.save()
    return [array.tobytes() for array in (states, *rest)]

def broken_off(launch):
    def broken(*given):
        launch(*given)
        raise KeyboardInterrupt
    return broken

cpu, gpu = SamuraiVector(2, seed=1), SamuraiVector(2, seed=1, device="cuda")
while not cpu.done.any():  # to the step that ends a game
    before = cpu._machine.save()
    cpu.step(cpu.sample())
actions, after = cpu._machine.actions.copy(), games(cpu)
cpu._machine.load(*before)
both = [games(cpu), after]
for name in ("_check", "_advance", "_renew", "_observe"):
    gpu._machine.load(*before)
    launch = getattr(gpu._machine, name)
    setattr(gpu._machine, name, broken_off(launch))
    try:
        gpu.step(actions)
    except KeyboardInterrupt:
        setattr(gpu._machine, name, launch)
    print(both.index(games(gpu)), end=" ")
gpu._machine.load(*before)
gpu.step(actions)
assert games(gpu) == after
"""


def test_a_step_on_a_gpu_that_is_broken_off_is_done_or_not_at_all() -> None:
    """By Ctrl-C after each of its launches; the next step is an ordinary one."""
    assert simulated(BROKEN_OFF) == "0 1 1 1 "


def test_where_there_is_no_gpu_the_error_says_so() -> None:
    from numba import cuda

    if not cuda.is_available():
        with pytest.raises(kabuto.BadOption, match="device: there is no CUDA device here"):
            SamuraiVector(2, device="cuda")


def test_the_example_plays_games_to_their_ends() -> None:
    example = Path(__file__).parents[3] / "examples" / "vector_games.py"
    command = [
        sys.executable,
        "-W",
        "error",
        str(example),
        "--games",
        "64",
        "--steps",
        "300",
        "--players",
        "3",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    first, *seats = run.stdout.splitlines()
    assert re.fullmatch(r"19,200 actions, \d\d\d games ended", first)
    worth = [float(re.fullmatch(r"seat \d: ([+-]\d\.\d{3}) a game", line)[1]) for line in seats]  # type: ignore[index]
    assert len(worth) == 3
    assert abs(sum(worth)) < 0.002, "what one wins the others lose"


CHECKED = """
import numpy as np
from kabuto.envs import SamuraiVector
from kabuto.samurai.numbers import spaces

out = np.zeros(spaces.SIZE, np.uint8)
for options in ({}, {"players": 3, "edition": "hig", "hands": "choose"}, {"players": 4, "figures": "draft"}):
    vector, ended = SamuraiVector(50, seed=1, **options), 0
    for _ in range(400):
        vector.step(vector.sample())
        ended += vector.done.sum()
        for seat in range(vector.players):
            spaces.observe(vector._machine.states, 0, seat, out)
    assert ended > 50
try:
    spaces.observe(vector._machine.states, 0, 0, out[:-4])
except IndexError:
    print("checked")
"""


@pytest.mark.prove
def test_games_stay_in_bounds_and_a_step_beyond_is_noticed(tmp_path: Path) -> None:
    run_checked(CHECKED, tmp_path)

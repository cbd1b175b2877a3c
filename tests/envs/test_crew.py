"""Threads that step the games of a vector: the same games for any number, and nobody waits forever."""

import gc
import subprocess
import sys
import threading
from time import sleep
from typing import Any

import pytest

import kabuto
from kabuto.envs import SamuraiVector, samurai_crew
from kabuto.envs import samurai_calls as calls

GAMES = 10 * calls.BLOCK + 1


@pytest.fixture(autouse=True)
def processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many helpers as are asked for, whatever the machine."""
    monkeypatch.setattr(samurai_crew, "processors", lambda: 64)


def arrays(vector: SamuraiVector) -> list[bytes]:
    return [array.tobytes() for array in vector._machine.save()]


@pytest.mark.parametrize("threads", [2, 3])
def test_games_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    alone, together = SamuraiVector(GAMES, seed=8), SamuraiVector(GAMES, seed=8, threads=threads)
    assert arrays(together) == arrays(alone)
    for number in range(150):
        for vector in (alone, together):
            vector.step(vector.sample())
        if number % 30 == 0:
            sleep(0.01)  # long enough for the helpers to rest
        assert arrays(together) == arrays(alone)


def test_helpers_do_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = SamuraiVector(GAMES, seed=1, threads=2)
    work, seen = calls.work, []

    def after_the_helper(control: Any, leads: bool, *given: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            result = work(control, leads, *given)
            seen.append(int(control[calls.DONE]))
            return result
        while not seen:
            sleep(0.001)
        return work(control, leads, *given)

    sleep(0.05)
    done = int(vector._machine._crew.control[calls.DONE])
    monkeypatch.setattr(calls, "work", after_the_helper)
    vector.sample()
    assert seen == [done + 11], "a helper that was resting did every block while the caller waited"


def test_the_first_illegal_action_is_named_whoever_finds_it() -> None:
    vector = SamuraiVector(GAMES, seed=3, threads=2)
    for first, second in ((0, 1), (calls.BLOCK - 1, calls.BLOCK), (40, 300), (GAMES - 1, GAMES - 1)):
        actions = vector.sample().copy()
        actions[[first, second]] = -1
        before = arrays(vector)
        with pytest.raises(kabuto.IllegalMove, match=f"^game {first}: "):
            vector.step(actions)
        vector._machine.actions[:] = 0
        assert arrays(vector)[3:] == before[3:]


def test_helpers_go_with_their_vector() -> None:
    gc.collect()
    before = threading.active_count()
    vector = SamuraiVector(GAMES, seed=1, threads=4)
    assert threading.active_count() == before + 3
    vector.step(vector.sample())
    del vector
    gc.collect()
    for _ in range(1000):
        if threading.active_count() == before:
            break
        sleep(0.01)
    assert threading.active_count() == before


@pytest.mark.parametrize(("games", "processors"), [(calls.BLOCK, 64), (GAMES, 1)])
def test_no_more_threads_than_blocks_and_processors(
    games: int, processors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samurai_crew, "processors", lambda: processors)
    before = threading.active_count()
    vector = SamuraiVector(games, seed=1, threads=4)
    assert threading.active_count() == before
    vector.step(vector.sample())


def test_a_helper_that_fails_is_an_error_and_no_endless_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = SamuraiVector(GAMES, seed=1, threads=2)
    crew, work = vector._machine._crew, calls.work

    def failing(control: Any, leads: bool, *given: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            control[calls.TICKET] += 1
            raise IndexError("out of bounds")
        while not crew._failed:
            sleep(0.001)
        return work(control, leads, *given)

    sleep(0.05)
    monkeypatch.setattr(calls, "work", failing)
    with pytest.raises(RuntimeError, match="a thread failed"):
        vector.sample()


FORKED = """
import os
from kabuto.envs import SamuraiVector

vector, twin = (SamuraiVector(200, seed=1, threads=threads) for threads in (2, 1))
for _ in range(5):
    vector.step(vector.sample())
child = os.fork()
for _ in range(5):
    vector.step(vector.sample())
for _ in range(10):
    twin.step(twin.sample())
same = vector.observation.tobytes() == twin.observation.tobytes()
if child == 0:
    os._exit(0 if same else 1)
print(same, os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_forked_process_goes_on_without_helpers() -> None:
    command = [sys.executable, "-c", FORKED]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert run.stdout == "True 0\n", run.stderr


@pytest.mark.parametrize("threads", [1, 2])
def test_a_task_that_was_interrupted_is_finished_before_the_next(threads: int) -> None:
    """Ctrl-C may come when a task is up and its caller has not begun, or waits for a helper's last block."""
    vector, twin = SamuraiVector(GAMES, seed=1, threads=threads), SamuraiVector(GAMES, seed=1)
    for each in (vector, twin):
        each.step(each.sample())
        each.sample()
    crew = vector._machine._crew
    twin._machine.advance()
    assert calls.offer(crew.control, calls.ADVANCE, crew._blocks)
    assert not calls.offer(crew.control, calls.SAMPLE, crew._blocks)
    vector.sample()
    twin.sample()
    assert arrays(vector) == arrays(twin)

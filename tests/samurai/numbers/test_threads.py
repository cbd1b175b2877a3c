"""Threads that step the games of a vector: the same games for any number, and nobody waits forever."""

import gc
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import count
from time import sleep
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.envs import SamuraiVector
from kabuto.samurai.numbers import blocks, cpu

BLOCKS = 11
GAMES = (BLOCKS - 1) * blocks.BLOCK + 1


@pytest.fixture(autouse=True)
def processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many helpers as are asked for, whatever the machine."""
    monkeypatch.setattr(cpu, "processors", lambda: 64)


def arrays(vector: SamuraiVector) -> list[bytes]:
    return [array.tobytes() for array in vector._machine.save()]


@pytest.mark.uncounted
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


def put_up(control: Any, task: int) -> None:
    """What ``work`` does first."""
    control[blocks.DUE] += BLOCKS
    control[blocks.TICKET] = task


def test_helpers_do_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    vector, twin = SamuraiVector(GAMES, seed=1, threads=2), SamuraiVector(GAMES, seed=1)
    work = blocks.work

    def lazy(control: Any, wanted: int, *given: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return work(control, wanted, *given)
        put_up(control, wanted)
        while control[blocks.DONE] != control[blocks.DUE]:
            sleep(0.001)
        return True

    sleep(0.05)
    with monkeypatch.context() as patch:
        patch.setattr(blocks, "work", lazy)
        vector.step(vector.sample())
    twin.step(twin.sample())
    assert arrays(vector) == arrays(twin), "helpers that had rested did every block, the caller none"


def test_the_first_illegal_action_is_named_whoever_finds_it() -> None:
    vector = SamuraiVector(GAMES, seed=3, threads=2)
    for first, second in ((0, 1), (blocks.BLOCK - 1, blocks.BLOCK), (40, 300), (GAMES - 1, GAMES - 1)):
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


@pytest.mark.parametrize(("games", "processors"), [(blocks.BLOCK, 64), (GAMES, 1)])
def test_no_more_threads_than_blocks_and_processors(
    games: int, processors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpu, "processors", lambda: processors)
    before = threading.active_count()
    vector = SamuraiVector(games, seed=1, threads=4)
    assert threading.active_count() == before
    vector.step(vector.sample())


def test_a_helper_that_fails_is_an_error_and_no_endless_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = SamuraiVector(GAMES, seed=1, threads=2)
    workers, work = vector._machine._workers, blocks.work

    def failing(control: Any, wanted: int, *given: Any) -> Any:
        if threading.current_thread() is threading.main_thread():
            put_up(control, wanted)
            while not workers._failed:
                sleep(0.001)
            return work(control, blocks.WAIT, *given)
        while control[blocks.TICKET] & blocks.BLOCK_BITS >= BLOCKS:
            sleep(0.001)
        control[blocks.TICKET] += 1
        raise IndexError("out of bounds")

    sleep(0.05)
    monkeypatch.setattr(blocks, "work", failing)
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
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=250)
    assert run.stdout == "True 0\n", run.stderr


@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_broken_off_by_ctrl_c_is_done_or_not(threads: int) -> None:
    """At whatever line it comes: the games stand before or after the step, and then go on as they should."""
    before, after = SamuraiVector(GAMES, seed=1), SamuraiVector(GAMES, seed=1)
    actions = after.sample().copy()
    after.step(actions)
    both, seen = [games(before), games(after)], set()
    fresh = games(SamuraiVector(GAMES, seed=7))
    for line in range(1000):
        vector = SamuraiVector(GAMES, seed=1, threads=threads)
        if not broken_off(line, vector.step, actions):
            break
        with pytest.raises(kabuto.IllegalMove, match="No game was changed"):
            vector.step(np.full(GAMES, 10**12))
        seen.add(both.index(games(vector)))
        vector.reset(7)
        assert games(vector) == fresh
    assert seen == {0, 1}


def games(vector: SamuraiVector) -> list[bytes]:
    """All arrays but the generators of the sampler and the actions."""
    states, _, _, *rest = arrays(vector)
    return [states, *rest]


def broken_off(line: int, call: Callable[..., object], *given: Any) -> bool:
    """Whether a call was broken off by Ctrl-C, before this line of those it runs through."""
    lines = count()

    def trace(frame: Any, event: str, _: Any) -> Any:
        if "numbers" in frame.f_code.co_filename and event in ("line", "return") and next(lines) == line:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call(*given)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_the_wait_for_a_helper_may_be_broken_off() -> None:
    """The block that it is still busy with is waited for before anything else is read or written."""
    vector = SamuraiVector(GAMES, seed=1)
    workers = vector._machine._workers
    workers.control[blocks.DUE] += 1
    finished = []

    def last_block() -> None:
        finished.append(True)
        workers.control[blocks.DONE] += 1

    threading.Timer(0.05, last_block).start()
    vector.legal(0)
    assert finished

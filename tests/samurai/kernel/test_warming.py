"""The engine is compiled once, with progress; after that it is there at once and silently."""

import subprocess
import sys
from pathlib import Path

import pytest

from kabuto.samurai.kernel import Stage, calls, is_warm, warm, warm_in_background

COMPLETE = """
import random
import numpy as np
import kabuto
from kabuto.samurai.players.search import Search
from kabuto.samurai.players.search.textbook import Textbook
from kabuto.samurai.players.search.tree_search import search
from kabuto.samurai.players.search.think import think
from kabuto.samurai.players.learned.think import think as learned
from kabuto.samurai.players.warming import search_stages
from kabuto.samurai.kernel import calls, is_warm, warm
from kabuto.samurai.kernel.actions import to_ids
from kabuto.samurai.kernel.convert import from_state
from kabuto.samurai.kernel.tables import MAX_LEGAL

warm(extra=search_stages())
assert is_warm(search_stages())
names = ("count", "legal", "select", "step", "merit", "redeal", "playouts")
functions = [search, think, learned, *(getattr(calls, name) for name in names)]
before = [function.signatures for function in functions]
assert all(len(signatures) == 1 for signatures in before), before

game, out = kabuto.new("samurai", seed=1), np.zeros(MAX_LEGAL, np.int64)
state = from_state(game.state)
player = Search(random.Random(1), iterations=20, threads=2)
player.choose(game.view(0))
player.play_on(game.view(None), 2)
Textbook(random.Random(1), iterations=20, capacity=100).choose(game.view(0))
number = calls.legal(state, 0, out)
calls.select(state, 0, calls.count(state, 0) - 1)
calls.step(state, 0, out[0], -1)
calls.redeal(state, 0, 1)
calls.playouts(state, state.copy(), 1, -1, np.zeros(0, np.int64))
calls.merit(state, 0, game.to_move)
assert [function.signatures for function in functions] == before, "something was compiled after all"
"""


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A stage of which nothing is compiled yet."""
    monkeypatch.setenv("KABUTO_CACHE", str(tmp_path))
    source = tmp_path / "source.py"
    source.write_text("VALUE = 1\n")
    return Stage("fresh", 5, str(source), lambda: None)


def test_every_stage_is_reported_once_when_something_has_to_be_compiled(fresh: Stage) -> None:
    heard: list[tuple[int, int, str]] = []
    warm(lambda *told: heard.append(told), [fresh])
    dones, totals, names = zip(*heard, strict=True)
    assert names == ("moves", "steps", "scoring", "playouts", "fresh", "")
    assert dones == tuple(sorted(set(dones)))
    assert dones[0] == 0
    assert set(totals) == {dones[-1]}
    assert dones[-1] - dones[-2] == fresh.seconds


def test_nothing_is_reported_or_loaded_when_all_is_compiled(fresh: Stage) -> None:
    assert not is_warm([fresh])
    warm(extra=[fresh])
    assert is_warm([fresh])
    loads = fresh._replace(call=lambda: pytest.fail("loaded"))
    warm(lambda *told: pytest.fail(f"reported {told}"), [loads])


def test_a_stage_that_fails_is_not_taken_for_compiled(fresh: Stage) -> None:
    def fail() -> None:
        raise RuntimeError("no room")

    with pytest.raises(RuntimeError, match="no room"):
        warm(extra=[fresh._replace(call=fail)])
    assert not is_warm([fresh])


def test_what_a_full_disk_did_not_keep_is_not_taken_for_compiled(
    fresh: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str] = []
    monkeypatch.setattr("kabuto.compiling.warming.LOST", lost)
    warm(extra=[fresh._replace(call=lambda: lost.append("No space left on device"))])
    assert not is_warm([fresh])


def test_in_the_background_it_is_ready_when_the_thread_has_ended() -> None:
    thread = warm_in_background()
    assert thread.daemon, "nobody has to wait for it at the end"
    thread.join()
    assert calls.legal.signatures
    assert is_warm()


def test_games_and_searches_call_nothing_that_was_not_compiled() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", COMPLETE], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr

"""Learning by self-play: rounds in a folder, going on after an interrupt, and what is refused.

PyTorch is not installed for the tests, so something simpler stands in for the training.
"""

import json
import sys
from errno import ENOSPC
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.arena import cluster
from kabuto.learn import Plan, learn, pytorch, run
from kabuto.learn.training import returns
from kabuto.samurai import learning
from kabuto.samurai.kernel.tables import END
from kabuto.samurai.players.learned.native import new_mind
from kabuto.table import Refused
from tests.support.ray import Ray

PLAN = Plan("samurai", 2, games=30, deals=10, memory=2)


def guess(parts: Any, sizes: Any, exchanges: Any, **_: Any) -> tuple[list[Any], list[float]]:
    """Weights that depend on the positions and are no good."""
    seed = int(sum(wins.sum() for _, _, wins, _ in parts))
    rng = np.random.default_rng(seed)
    return [rng.normal(0, 0.05, size).astype(np.float32) for size in sizes], [0.7, 0.6]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "train", guess)


def rounds(folder: Path, plan: Plan = PLAN) -> dict[str, Any]:
    """Learn for a moment: one round."""
    return learn(plan, folder, minutes=1e-6, jobs=2, report=lambda *_: None)


def contents(folder: Path) -> dict[str, Any]:
    """What a run has found so far, apart from how long it took and how busy the machine was."""
    found = json.loads((folder / "run.json").read_text())
    return {
        **found,
        "machine": {**found["machine"], "load": None},
        "rounds": [{**each, "seconds": None} for each in found["rounds"]],
    }


def test_a_round_leaves_games_a_network_and_what_it_brought(tmp_path: Path) -> None:
    said: list[str] = []
    found = learn(PLAN, tmp_path, minutes=1e-6, jobs=1, report=lambda what, *_: said.append(what))
    assert said == ["playing", "training", "comparing"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "curve.svg",
        "games-0.npz",
        "network-0.bin",
        "run.json",
    ]
    (only,) = found["rounds"]
    assert only["positions"] > 30 * 10
    assert not only["is_better"], "it is no good, so there is no best network yet"
    assert only["against_best"] == only["against_none"]
    assert found["plan"]["games"] == 30
    assert found["machine"]["versions"]["kabuto"]
    assert "<svg" in (tmp_path / "curve.svg").read_text()


def test_a_network_that_wins_more_than_its_share_is_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rivals: list[Any] = []

    def won(new: Any, old: Any, *_: Any) -> Any:
        rivals.append(old)
        return np.full(10, 0.51)

    monkeypatch.setattr(learning, "contest", won)
    for _ in range(2):
        found = rounds(tmp_path)
    assert all(each["is_better"] for each in found["rounds"])
    first, best, none = rivals
    assert first is none is None
    assert (best[0] == learning.read(tmp_path / "network-0.bin")[2][0]).all()
    assert (tmp_path / "best.bin").exists()


def test_a_run_goes_on_where_it_was_and_finds_the_same(tmp_path: Path) -> None:
    for _ in range(2):
        rounds(tmp_path / "twice")
    clock = iter(range(10**6))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "monotonic", lambda: next(clock))
        learn(PLAN, tmp_path / "once", minutes=0.5, jobs=1, report=lambda *_: None)
    once, twice = contents(tmp_path / "once"), contents(tmp_path / "twice")
    assert once["rounds"][:2] == twice["rounds"][:2]
    assert len(twice["rounds"]) == 2


def test_a_cluster_plays_the_same_games_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ray: Ray
) -> None:
    monkeypatch.setattr(learning, "PART", 8)
    monkeypatch.setattr(learning, "contest", lambda *_: np.ones(10))  # so that the second round has a network
    for _ in range(2):
        rounds(tmp_path / "here")
        with cluster("auto") as pool:
            learn(PLAN, tmp_path / "cluster", minutes=1e-6, jobs=1, pool=pool, report=lambda *_: None)
    assert 10**6 - ray.calls_left == 2 * 4, "four parts in each round"
    for number in range(2):
        name = f"games-{number}.npz"
        with np.load(tmp_path / "here" / name) as one, np.load(tmp_path / "cluster" / name) as other:
            assert sorted(one) == sorted(other)
            assert all((one[array] == other[array]).all() for array in one)
    assert contents(tmp_path / "here") == contents(tmp_path / "cluster")


def test_lost_workers_lose_the_round_and_nothing_else(tmp_path: Path, ray: Ray) -> None:
    rounds(tmp_path)
    before = contents(tmp_path)
    ray.calls_left = 0
    with pytest.raises(Refused, match="the worker died"), cluster("auto") as pool:
        learn(PLAN, tmp_path, minutes=1e-6, jobs=1, pool=pool, report=lambda *_: None)
    assert contents(tmp_path) == before


def test_an_interrupt_loses_the_round_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds(tmp_path)
    before = contents(tmp_path)
    with monkeypatch.context() as patch:

        def interrupted(*_: Any, **__: Any) -> Any:
            raise KeyboardInterrupt

        patch.setattr(run, "train", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rounds(tmp_path)
    assert contents(tmp_path) == before
    assert len(rounds(tmp_path)["rounds"]) == 2


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("train", Refused("training went astray")),
        ("_save_games", OSError(ENOSPC, "No space left on device")),
        ("_save", OSError(ENOSPC, "No space left on device")),
    ],
)
def test_whatever_goes_wrong_in_a_round_the_best_network_and_the_rounds_before_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: Exception
) -> None:
    monkeypatch.setattr(learning, "contest", lambda *_: np.full(10, 0.51))
    rounds(tmp_path)
    before, best = contents(tmp_path), (tmp_path / "best.bin").read_bytes()

    def fails(*_: Any, **__: Any) -> Any:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(run, step, fails)
        with pytest.raises(type(fault)):
            rounds(tmp_path)
    assert contents(tmp_path) == before
    if step != "_save":  # by then the new network had won its place
        assert (tmp_path / "best.bin").read_bytes() == best
    assert learning.read(tmp_path / "best.bin")
    assert not list(tmp_path.glob(".*")), "no half of a file is left"
    assert len(rounds(tmp_path)["rounds"]) == 2


def test_a_full_disk_leaves_the_best_network_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "contest", lambda *_: np.full(10, 0.51))
    rounds(tmp_path)
    best, write = (tmp_path / "best.bin").read_bytes(), Path.write_bytes

    def half(file: Path, data: bytes) -> int:
        write(file, data[: len(data) // 2])
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", half)
        with pytest.raises(OSError, match="No space left"):
            rounds(tmp_path)
    assert (tmp_path / "best.bin").read_bytes() == best
    assert not list(tmp_path.glob(".*"))


def test_a_device_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: False))
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert pytorch("cpu") is torch
    with pytest.raises(kabuto.BadOption, match="finds no GPU here: use --device cpu"):
        pytorch("cuda")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(Refused, match="learning needs PyTorch"):
        pytorch("cpu")


def test_a_folder_of_other_settings_is_refused(tmp_path: Path) -> None:
    rounds(tmp_path)
    with pytest.raises(kabuto.BadOption, match="holds a run with other settings"):
        rounds(tmp_path, Plan("samurai", 2, games=31, deals=10))
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(kabuto.BadOption, match="is not the file of a run"):
        rounds(tmp_path)


@pytest.mark.parametrize("players", learning.PLAYERS)
def test_games_are_described_from_what_was_played(players: int) -> None:
    games = learning.play(None, players, 5, 10, jobs=2)
    assert len(games["seed"]) == len(games["size"]) == 10
    assert games["size"].sum() == len(games["actions"])
    assert games["results"].sum() == pytest.approx(10)
    which, values, wins, following = learning.describe(games, jobs=1)
    turns = int((games["actions"] == END).sum())
    assert turns - 10 <= len(wins) <= turns, "one after every turn but the last"
    size = learning.sizes(players)[0][0]
    assert which.shape == values.shape
    assert not values[which == size].any(), "filled up"
    assert ((following == -1) | (following > np.arange(len(wins)))).all()
    assert (following == -1).sum() == 10 * players, "the last one of every seat in a game"
    assert (wins[following[following >= 0]] == wins[following >= 0]).all(), "of the same seat"
    again = learning.play(None, players, 5, 10, jobs=1)
    assert (again["actions"] == games["actions"]).all(), "the same seeds play the same games"


def test_games_without_a_network_are_played_on_a_gpu_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []

    class Planner:
        """Plays on the CPU instead."""

        def __init__(self, players: int, width: int, beam: int) -> None:
            asked.append((players, width, beam))
            self.mind = new_mind(players, None)

        def play(self, starts: Any, seed: int, whim: int, odd: int) -> tuple[Any, Any, Any]:
            seeds, seats = seed + np.arange(len(starts)), np.zeros((len(starts), 4), np.int64)
            return learning._games((self.mind, self.mind), asked[-1][0], seeds, seats, whim, odd)

    monkeypatch.setitem(sys.modules, "kabuto.samurai.learning.gpu", SimpleNamespace(Planner=Planner))
    alone = learning.play(None, 3, 5, 10, jobs=1, device="cuda")
    assert not asked, "there is none"
    monkeypatch.setattr("numba.cuda.is_available", lambda: True)
    found = learning.play(None, 3, 5, 10, jobs=1, device="cuda")
    assert asked == [(3, learning.WIDTH, learning.BEAM)]
    assert all((found[name] == alone[name]).all() for name in alone)
    network, _ = guess([], learning.sizes(3), [])
    learning.play(network, 3, 5, 2, jobs=1, device="cuda")
    assert len(asked) == 1, "a network plays on the CPU"


def test_what_was_thought_on_the_way_counts_beside_the_result() -> None:
    wins, following = np.array([1, 0, 1, 0, 1], np.float32), np.array([2, 3, 4, -1, -1])
    thought = np.array([0.5, 0.5, 0.6, 0.3, 0.9], np.float32)
    assert returns(wins, following, thought, 1.0) == pytest.approx(wins)
    half = returns(wins, following, thought, 0.5)
    assert half == pytest.approx([0.5 * 0.6 + 0.5 * (0.5 * 0.9 + 0.5), 0.5 * 0.3, 0.5 * 0.9 + 0.5, 0, 1])


def test_a_network_plays_itself_and_is_compared_from_every_seat() -> None:
    network, _ = guess([], learning.sizes(2), [])
    games = learning.play(network, 2, 1, 5, jobs=1)
    assert games["results"].sum() == pytest.approx(5)
    shares = learning.contest(network, network, 2, 1, 6, jobs=1)
    assert shares == pytest.approx([0.5] * 6), "against itself, from both seats of a deal"

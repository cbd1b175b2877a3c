"""Games are the same wherever they are played: here, in processes, on a cluster."""

import multiprocessing
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from kabuto.arena import Match, Played, new_match, run_here, run_processes, run_ray
from kabuto.table import BadOption, Refused


@pytest.fixture
def match() -> Match:
    return new_match("samurai", {"players": 2}, ["greedy", "random"], seed=3)


def lines(games: Iterable[Played]) -> list[Any]:
    """What was played, in order; times are left out."""
    found = [{**game.to_json(), "seconds": None, "record": game.record} for game in games]
    return sorted(found, key=lambda line: (line["deal"], line["seats"]))


class Ray(ModuleType):
    """What the arena uses of Ray, in this process; games come back last first."""

    class exceptions:  # noqa: N801 - its name in Ray
        class RayError(Exception): ...

    def __init__(self) -> None:
        super().__init__("ray")
        self.calls: list[str] = []

    def init(self, address: str, **_: object) -> None:
        self.calls.append(f"init {address}")
        if address == "nowhere":
            raise ConnectionError("nobody answers")

    def remote(self, function: Callable[..., Any]) -> object:
        return SimpleNamespace(remote=lambda *arguments: (function, arguments))

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def wait(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        return running[-1:], running[:-1]

    def get(self, task: Any) -> object:
        function, arguments = task
        try:
            return function(*arguments)
        except Refused as refusal:
            raise self.exceptions.RayError(refusal) from None

    def shutdown(self) -> None:
        self.calls.append("shutdown")


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_processes_play_the_same_games(match: Match) -> None:
    fixtures = list(match.fixtures(8))
    assert lines(run_processes(match, fixtures, 2)) == lines(run_here(match, fixtures))
    assert not multiprocessing.active_children()


def test_a_cluster_plays_the_same_games(match: Match, ray: Ray) -> None:
    fixtures = list(match.fixtures(8))
    assert lines(run_ray(match, fixtures, "auto")) == lines(run_here(match, fixtures))
    assert ray.calls == ["init auto", "shutdown"]


def test_a_cluster_that_does_not_answer_is_refused(match: Match, ray: Ray) -> None:
    with pytest.raises(BadOption, match="there is no Ray cluster at 'nowhere': nobody answers"):
        next(run_ray(match, match.fixtures(2), "nowhere"))


def test_without_ray_the_refusal_says_what_to_install(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"kabuto\[cluster\]"):
        next(run_ray(match, match.fixtures(2), "auto"))


def test_a_machine_with_another_version_is_refused(
    match: Match, ray: Ray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kabuto.arena.runners.__version__", "9.9")
    with pytest.raises(Refused, match=r"a game failed on the cluster: .* played with 9\.9"):
        next(run_ray(match, match.fixtures(2), "auto"))


def test_processes_end_at_once_when_nobody_waits_for_their_games(match: Match) -> None:
    with closing(run_processes(match, match.fixtures(10**6), 2)) as games:
        next(games)
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_a_process_that_dies_is_reported_and_games_already_played_are_kept(match: Match) -> None:
    with closing(run_processes(match, match.fixtures(10**6), 2)) as games:
        next(games)
        multiprocessing.active_children()[0].kill()
        with pytest.raises(Refused, match="run the same command again"):
            for _ in games:
                pass

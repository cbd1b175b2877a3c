"""Games are the same wherever they are played: here, in processes, on a cluster."""

import multiprocessing
import socket
import sys
from collections.abc import Iterable
from contextlib import closing
from typing import Any

import pytest

from kabuto.arena import Match, Played, cluster, here, new_match, processes, run
from kabuto.table import BadOption, Refused
from tests.support.ray import Ray


@pytest.fixture
def match() -> Match:
    return new_match("samurai", {"players": 2}, ["greedy", "random"], seed=3)


def lines(games: Iterable[Played]) -> list[Any]:
    """What was played, in order; times are left out."""
    found = [{**game.to_json(), "seconds": None, "record": game.record} for game in games]
    return sorted(found, key=lambda line: (line["deal"], line["seats"]))


def test_processes_play_the_same_games(match: Match) -> None:
    fixtures = list(match.fixtures(8))
    assert lines(run(match, fixtures, processes(2))) == lines(run(match, fixtures, here()))
    assert not multiprocessing.active_children()


def test_a_cluster_plays_the_same_games(match: Match, ray: Ray) -> None:
    fixtures = list(match.fixtures(8))
    assert lines(run(match, fixtures, cluster("auto"))) == lines(run(match, fixtures, here()))
    assert ray.events == ["init auto", "shutdown"]


def test_a_cluster_that_does_not_answer_is_refused(match: Match, ray: Ray) -> None:
    with pytest.raises(BadOption, match="there is no Ray cluster at 'nowhere': nobody answers"):
        next(run(match, match.fixtures(2), cluster("nowhere")))


def test_without_ray_the_refusal_says_what_to_install(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"kabuto\[cluster\]"):
        next(run(match, match.fixtures(2), cluster("auto")))


def test_an_address_where_nobody_listens_is_refused_before_ray_waits_for_it(ray: Ray) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        address = f"ray://127.0.0.1:{bound.getsockname()[1]}"
        with pytest.raises(BadOption, match=f"no Ray cluster at '{address}': .*refused"), cluster(address):
            pass
    assert ray.events == ["shutdown"]


def test_a_worker_with_another_version_is_refused(ray: Ray, monkeypatch: pytest.MonkeyPatch) -> None:
    started = ray.remote
    monkeypatch.setattr(ray, "remote", lambda call: started(lambda version, *rest: call("9.9", *rest)))
    with pytest.raises(Refused, match=r"but this is 9\.9"), cluster("auto") as pool:
        next(pool.in_order(len, [("ab",)]))


def test_workers_that_are_lost_are_reported_and_what_they_did_is_kept(ray: Ray) -> None:
    ray.calls_left = 5
    found: list[int] = []
    with pytest.raises(Refused, match="the cluster failed: the worker died"), cluster("auto") as pool:
        found.extend(pool.in_order(len, [("a" * n,) for n in range(10)]))
    assert found == [0, 1, 2, 3, 4]
    assert ray.events == ["init auto", "shutdown"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenPipeError])
def test_what_happens_to_the_caller_ends_the_connection_and_goes_through(
    ray: Ray, error: type[BaseException]
) -> None:
    with pytest.raises(error), cluster("auto"):
        raise error
    assert ray.events == ["init auto", "shutdown"]


def test_results_come_in_order_and_only_some_calls_are_handed_out_ahead(ray: Ray) -> None:
    taken = []

    def calls() -> Iterable[tuple[str]]:
        for n in range(100):
            taken.append(n)
            yield ("a" * n,)

    with cluster("auto") as pool:
        results = pool.in_order(len, calls())
        assert next(results) == 0
        assert len(taken) == pool.most == 4
        assert list(results) == list(range(1, 100))


def test_processes_end_at_once_when_nobody_waits_for_their_games(match: Match) -> None:
    with closing(run(match, match.fixtures(10**6), processes(2))) as games:
        next(games)
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_a_process_that_dies_is_reported_and_games_already_played_are_kept(match: Match) -> None:
    with closing(run(match, match.fixtures(10**6), processes(2))) as games:
        next(games)
        multiprocessing.active_children()[0].kill()
        with pytest.raises(Refused, match="run the same command again"):
            for _ in games:
                pass

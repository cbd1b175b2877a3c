"""Measuring: medians of interleaved rounds, and figures of the engine that can be true."""

from itertools import count
from typing import Any

from kabuto.measuring import Measure, machine, measure, rate
from kabuto.samurai import bench as samurai_bench


def test_rounds_are_interleaved_and_the_median_counts() -> None:
    order: list[str] = []

    def run(name: str, values: list[float]) -> Measure:
        def once() -> float:
            order.append(name)
            return values.pop(0)

        return Measure(name, "steps/s", once)

    one, two = run("one", [3, 100, 2]), run("two", [1, 1, 1])
    advanced: list[int] = []
    measure([one, two], 3, advanced.append)
    assert order == ["one", "two"] * 3
    assert (one.median, two.median) == (3, 1)
    assert sum(advanced) == 6


def test_what_takes_long_may_be_measured_less_often() -> None:
    slow = Measure("slow", "s", lambda: 1.0, most=2)
    measure([slow], 5, lambda steps: None)
    assert slow.values == [1.0, 1.0]


def test_a_rate_is_work_by_time_without_the_first_run() -> None:
    ticks = count()
    assert rate(lambda: 7, clock=lambda: float(next(ticks)), seconds=3) == 2 * 7 / 3


def test_facts_name_what_is_installed_and_leave_out_what_is_not() -> None:
    facts = machine(["numba", "no-such-package"])
    assert facts["cores"] >= 1
    assert facts["versions"].keys() == {"python", "numba"}


def test_every_figure_of_the_issue_is_measured() -> None:
    figures = {(each.name, each.players, each.threads) for each in samurai_bench.measures()}
    for mode in ("list", "select"):
        assert {(f"playouts_{mode}", players, threads) for players in (2, 4) for threads in (1, 2)} <= figures
    for kind in ("deals", "textbook", "search"):
        for when in ("start", "middle"):
            assert {(f"{kind}_{when}", players, 1) for players in (2, 4)} <= figures
    assert {name for name, _, _ in figures} >= {"copy", "stepping", "ready_cold", "ready_warm"}


def test_the_middle_of_a_game_is_in_its_middle() -> None:
    first, middle = (samurai_bench.position(4, when) for when in ("start", "middle"))
    assert not any(first.state.tokens)
    laid: Any = [token for token in middle.state.tokens if token]
    assert 15 < len(laid) < 60
    assert middle.seat == middle.to_move

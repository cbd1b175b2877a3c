"""Shares and Elo: right where the right figure is known, and with intervals that hold what they promise."""

import random
from itertools import pairwise
from math import log10

import pytest

from kabuto.arena import Match, ratings, summarise
from kabuto.arena.ratings import Figure, elo, share

from .entrants import result


def rate(ahead: list[list[list[float]]]) -> list[Figure]:
    found = elo(ahead)
    assert found is not None
    return found


def duel(won: list[float]) -> list[list[list[float]]]:
    """Two entrants, one comparison a deal."""
    none = [0.0] * len(won)
    return [[none, won], [[1 - part for part in won], none]]


# Quantiles of Jeffreys' interval, Beta(won + ½, lost + ½).
@pytest.mark.parametrize(
    ("won", "lost", "low", "high"), [(60, 40, 0.502, 0.692), (98, 2, 0.937, 0.996), (5, 5, 0.224, 0.776)]
)
def test_a_share_of_independent_games_has_jeffreys_interval(
    won: int, lost: int, low: float, high: float
) -> None:
    figure = share([1.0] * won + [0.0] * lost, [1] * (won + lost))
    assert figure.value == won / (won + lost)
    assert figure.low == pytest.approx(low, abs=0.015)
    assert figure.high == pytest.approx(high, abs=0.015)


def test_somebody_who_won_all_games_may_still_lose_one() -> None:
    figure = share([1.0] * 100, [1] * 100)
    assert (figure.value, figure.high) == (1, 1)
    assert figure.low == pytest.approx(0.975, abs=0.01)
    figure = share([0.0] * 100, [1] * 100)
    assert (figure.value, figure.low) == (0, 0)
    assert figure.high == pytest.approx(0.025, abs=0.01)


def test_games_that_only_repeat_their_deal_make_nobody_surer() -> None:
    won = [1.0, 0.0, 1.0, 1.0, 0.0] * 8
    once = share(won, [1] * 40)
    twice = share([2 * part for part in won], [2] * 40)
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


def test_games_that_balance_each_other_within_a_deal_make_surer() -> None:
    balanced = share([1.0] * 40, [2] * 40)
    independent = share([2.0, 0.0] * 20, [2] * 40)
    assert balanced.high - balanced.low < (independent.high - independent.low) / 4


def test_intervals_hold_what_they_promise() -> None:
    rng = random.Random(7)
    held = 0
    for _ in range(60):
        strong = [rng.random() < 0.5 for _ in range(30)]  # deals that favour one side, in both games
        won = [sum(rng.random() < (0.9 if good else 0.5) for _ in range(2)) for good in strong]
        figure = share([float(part) for part in won], [2] * 30)
        held += figure.low <= 0.7 <= figure.high
    assert held >= 53


def test_elo_of_two_is_the_logarithm_of_their_odds() -> None:
    strong, weak = rate(duel([1.0] * 300 + [0.0] * 100))
    assert strong.value - weak.value == pytest.approx(400 * log10(3), abs=2)
    assert strong.value + weak.value == pytest.approx(3000)
    assert strong.low < strong.value < strong.high


def test_a_tie_is_half_a_victory_for_each() -> None:
    assert [figure.value for figure in rate(duel([0.5] * 100))] == pytest.approx([1500, 1500])


def test_elo_is_finite_for_somebody_who_never_lost_and_says_how_little_is_known() -> None:
    strong, weak = rate(duel([1.0] * 100))
    assert 800 < strong.value - weak.value < 1100
    assert strong.low - weak.high > 400
    assert strong.high - strong.low > 300


def test_more_deals_make_surer() -> None:
    widths = []
    for deals in (40, 160, 640):
        figure = rate(duel([1.0, 1.0, 0.0, 1.0] * (deals // 4)))[0]
        widths.append(figure.high - figure.low)
    assert widths[0] > 1.6 * widths[1] > 2.5 * widths[2]


def test_elo_of_many_entrants_is_found_again_from_their_games() -> None:
    rng, true = random.Random(3), [1200, 1400, 1600, 1800]
    deals = 300
    ahead = [[[0.0] * deals for _ in true] for _ in true]
    for one in range(4):
        for other in range(one):
            for deal in range(deals):
                won = rng.random() < 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
                ahead[one][other][deal], ahead[other][one][deal] = float(won), float(not won)
    for figure, expected in zip(rate(ahead), true, strict=True):
        assert figure.low <= expected <= figure.high
        assert figure.high - figure.low < 80


def test_elo_of_rankings_of_four_is_found_again_from_first_to_last_place() -> None:
    rng, strength = random.Random(4), {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0}
    match = Match("samurai", {"players": 4}, ("a", "b", "c", "d"), "all", 1)
    games = []
    for fixture in match.fixtures(800):
        left, ranking = list(range(4)), []
        while left:  # as Plackett and Luce would have it
            seat = rng.choices(left, [strength[fixture.seats[seat]] for seat in left])[0]
            left.remove(seat)
            ranking.append([seat])
        games.append(result(match, fixture, ranking))
    rows = summarise(match, games)["entrants"]
    for stronger, weaker in pairwise(rows):
        assert stronger["elo"]["value"] - weaker["elo"]["value"] == pytest.approx(400 * log10(2), abs=35)


def test_one_against_three_is_compared_with_each_of_them() -> None:
    match = Match("samurai", {"players": 4}, ("a", "b"), "first", 1)
    games = [
        result(match, fixture, [[fixture.seats.index("a")], [s for s in range(4) if fixture.seats[s] == "b"]])
        for fixture in match.fixtures(20)
    ]
    summary = summarise(match, games)
    assert summary["tables"][0]["share"]["value"] == 1
    assert summary["tables"][0]["chance"] == 0.25
    last = [result(match, game.fixture, game.outcome["ranking"][::-1]) for game in games]
    a, b = summarise(match, last)["entrants"]
    assert a["elo"]["value"] < b["elo"]["value"]
    assert (a["victories"], b["victories"]) == (0, 20)


def test_without_choix_there_is_no_elo(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(ratings, "import_module", missing)
    assert elo(duel([1.0, 0.0])) is None


def test_an_interrupt_while_strengths_are_fitted_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    # choix says that there is no solution, whatever happened on the way.
    monkeypatch.setattr("choix.utils.spl.solve_triangular", interrupted)
    with pytest.raises(KeyboardInterrupt):
        elo(duel([1.0, 0.0]))

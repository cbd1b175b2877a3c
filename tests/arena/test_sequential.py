"""A sequential test: its likelihoods are right, its verdicts rarely wrong, and only the deals change them."""

import random
from collections import Counter
from collections.abc import Iterator
from math import log
from pathlib import Path

import pytest

import kabuto
from kabuto.arena import Fixture, Match, Played, SequentialTest, new_match, open_match
from kabuto.arena.match import seatings
from kabuto.arena.sequential import BOUND, log_ratio
from kabuto.table import game_class
from kabuto.table.options import resolve
from kabuto.table.record import dumps, loads

from .entrants import result

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
UNSEEN = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 1e-9)


def match_of(players: int, *entrants: str) -> Match:
    return Match("samurai", {"players": players}, entrants or ("a", "b"), "first", 1)


def games_of(match: Match, deal: int, won: list[bool]) -> Iterator[Played]:
    """The games of a deal, of which the first entrant won these."""
    (lineup,) = match.lineups()
    for seats, has_won in zip(seatings(lineup, deal), won, strict=True):
        mine = seats.index("a")
        others = [seat for seat in range(match.players) if seat != mine]
        ranking = [[mine], others] if has_won else [others[:1], [mine, *others[1:]]]
        yield result(match, Fixture(deal, seats), ranking)


@pytest.mark.parametrize(("won", "lost"), [(60, 40), (3, 17), (1, 0), (500, 500)])
def test_games_that_are_won_or_lost_have_the_likelihoods_of_coins(won: int, lost: int) -> None:
    found = log_ratio({**UNSEEN, 1.0: won, 0.0: lost or 1e-9}, 0.4, 0.55)
    assert found == pytest.approx(won * log(0.55 / 0.4) + lost * log(0.45 / 0.6), abs=1e-6)


def test_pairs_with_five_results_have_the_likelihoods_of_the_best_distributions() -> None:
    """Computed another way: the mean and variance of many deals decide."""
    counts = {0.0: 400, 0.25: 300, 0.5: 3000, 0.75: 500, 1.0: 800}
    deals = sum(counts.values())
    mean = sum(x * n for x, n in counts.items()) / deals
    variance = sum(n * (x - mean) ** 2 for x, n in counts.items()) / deals
    likely = deals * (0.55 - 0.54) * (2 * mean - 0.54 - 0.55) / (2 * variance)
    assert log_ratio(counts, 0.54, 0.55) == pytest.approx(likely, rel=0.02)
    assert log_ratio(counts, 0.54, 0.55) == -log_ratio(counts, 0.55, 0.54)


def test_deals_that_both_win_once_say_more_than_coins() -> None:
    """Where the deal decides, pairs differ little: half of them say as much as twice as many games would."""
    pairs = log_ratio({**UNSEEN, 0.5: 80, 1.0: 20}, 0.5, 0.6)
    coins = log_ratio({**UNSEEN, 0.0: 80, 1.0: 120}, 0.5, 0.6)
    assert pairs > 2 * coins > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("is_strong", [False, True])
def test_verdicts_are_rarely_wrong(players: int, is_strong: bool) -> None:
    low, high = (1 / players, 1 / players + 0.2)
    verdicts = Counter[float | None]()
    for number in range(60):
        rng = random.Random(f"{players} {is_strong} {number}")
        match = match_of(players)
        test = SequentialTest(match, low, high)
        deal = 0
        while test.verdict is None and deal < 400:
            for game in games_of(
                match, deal, [rng.random() < (high if is_strong else low) for _ in range(players)]
            ):
                test.add(game)
            deal += 1
        verdicts[test.verdict] += 1
    assert verdicts[None] == 0
    assert verdicts[low if is_strong else high] <= 7, "more would happen once in a hundred times at 5 %"


def test_deals_count_in_their_order_and_whole() -> None:
    """Whichever games end first, and however many were played: verdict and figures are the same."""
    match, rng = match_of(3), random.Random(5)
    games = [
        game for deal in range(60) for game in games_of(match, deal, [rng.random() < 0.6 for _ in range(3)])
    ]
    found = SequentialTest(match, 0.4, 0.6, games).to_json()
    assert found["verdict"] == 0.6
    for _ in range(3):
        assert SequentialTest(match, 0.4, 0.6, rng.sample(games, len(games))).to_json() == found
    only = [game for game in games if game.fixture.deal < found["deals"]]
    assert SequentialTest(match, 0.4, 0.6, only).to_json() == found
    assert SequentialTest(match, 0.4, 0.6, only[:-1]).verdict is None
    assert SequentialTest(match, 0.4, 0.6, only[1:]).deals == 0


def test_a_shared_victory_counts_as_its_part() -> None:
    match = match_of(3)
    test = SequentialTest(match, 0.3, 0.5)
    for seats in seatings(match.lineups()[0], 0):
        test.add(result(match, Fixture(0, seats), [[0, 1, 2]]))
    assert test.scores == {round(1 / 3, 9): 1}
    assert test.share == pytest.approx(1 / 3)


def test_one_test_in_which_everything_is_won_ends_too() -> None:
    match = match_of(2)
    test = SequentialTest(
        match, 0.5, 0.55, (g for deal in range(40) for g in games_of(match, deal, [True, True]))
    )
    assert test.verdict == 0.55
    assert test.ratio >= BOUND


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("level7-level6", 0.5, 0.6), ("level9-level8-4", 0.25, 0.35), ("yedo-level5-level4", 0.5, 0.6)],
)
def test_known_pairs_have_the_verdict_of_the_fixed_match_after_half_of_its_games_at_most(
    tmp_path: Path, name: str, low: float, high: float
) -> None:
    path = tmp_path / "match.jsonl"
    header, _, games = (RESULTS / f"{name}.jsonl").read_bytes().partition(b"\n")
    first = loads(header)
    first["versions"]["kabuto"] = kabuto.__version__  # whichever played it, its results are counted here
    path.write_bytes(dumps(first).encode() + b"\n" + games)
    told = first["match"]
    options = resolve(game_class(told["game"]).option_table, told["options"], lasting=True)
    match = new_match(told["game"], options, told["entrants"], told["seed"], told["tables"])
    (fixed,) = loads((RESULTS / f"{name}.json").read_bytes())["tables"]
    assert fixed["share"]["low"] > low, "it is stronger"
    with open_match(match, path) as file:
        test = SequentialTest(match, low, high, file.played.values())
        assert test.verdict == high
        assert 2 * test.deals * match.players <= len(file.played) == fixed["games"]

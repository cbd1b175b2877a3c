"""Levels of strength: who they are, that the lower ones are weak as people are, and what they need."""

import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest

from kabuto.players import is_compiled, make, names, play_out
from kabuto.samurai import Samurai
from kabuto.samurai.board import SETTLEMENT, SPACE
from kabuto.samurai.players.greedy import Greedy
from kabuto.samurai.players.learned import player
from kabuto.samurai.players.learned.player import HABITS, Measured
from kabuto.samurai.players.levels import EFFORTS, GAMES, WEAKNESSES, Casual, Weakness
from kabuto.samurai.players.search import PLANNER, STRONG, Search
from kabuto.samurai.players.turn import BEAM, Plan, Sight, Turn
from tests.samurai.helpers import AKITA, EAST, NORTH, SETTINGS, Where, at, lay, new, position

from .positions import FAR, N1, N2

PAGE = Path(__file__).parents[3] / "docs" / "players.md"
LEVELS = [f"level{number}" for number in range(1, 11)]
CAPTURE = lay("B4", N2)
WITHOUT_COMPILER = """
import random, sys
sys.modules["numba"] = None
from kabuto import BadOption, new
from kabuto.players import make, play_out
for level in range(1, 6):
    game = new("samurai", seed=level)
    play_out(game, [make(f"level{level}", "samurai", random.Random(seat)) for seat in range(2)])
    assert game.outcome is not None
assert not [name for name in sys.modules if name.startswith("kabuto.samurai.kernel")]
for name in ("level6", "level7", "level8", "level9", "level10", "search:10", "search:1s", "ismcts:10"):
    try:
        make(name, "samurai", random.Random(1))
    except BadOption as refusal:
        assert refusal.reason == f"{name} needs the compiled engine: pip install 'kabuto[play]'", refusal
    else:
        raise AssertionError(name)
"""


@pytest.fixture
def capture() -> Samurai:
    """B4 on the last land of the village in the north wins the Buddha there, and there is nothing better."""
    return position(
        figures={NORTH: "B", **FAR},
        tokens={N1: (1, "S2")},
        hands=["B4 H2 R2", "S3 S1 B3"],
        draws=["S1 S2", "R2 R3"],
    )


def settlement(where: Where) -> int:
    return SETTLEMENT[SPACE[at(where)]]


def touched(plans: list[Plan]) -> set[int]:
    """The settlements that plans think they change."""
    return {change.settlement for plan in plans for change in plan.changes}


def share(one: str, other: str, deals: int) -> float:
    """The part of games that a level wins, every deal from both seats."""
    won = 0.0
    for deal in range(deals):
        for seat in range(2):
            game = new(deal)
            players = [make(name, "samurai", random.Random(f"{deal} {name}")) for name in (other, one)]
            play_out(game, players if seat else players[::-1])
            assert game.outcome is not None
            won += (seat in game.outcome.winners) / len(game.outcome.winners)
    return won / (2 * deals)


# Who they are.


def test_there_are_ten_of_them_by_name() -> None:
    assert set(LEVELS) <= set(names("samurai"))
    assert not {"level0", "level11"} & set(names("samurai"))


def test_the_lower_ones_overlook_the_fifth_is_greedy_and_the_higher_ones_search() -> None:
    players = [make(name, "samurai", random.Random(1)) for name in LEVELS]
    assert [type(player) for player in players] == [Casual] * 4 + [Greedy] + [Search] * 3 + [Measured] * 2
    sixth, *searching = (player for player in players if type(player) is Search)
    assert sixth.settings == PLANNER
    assert [player.iterations for player in searching] == [GAMES[7], GAMES[8]]
    assert all(player.settings == STRONG for player in searching)
    assert [player.weakness for player in players if isinstance(player, Casual)] == [*WEAKNESSES.values()]


def test_every_level_misses_less_or_thinks_longer_than_the_one_below() -> None:
    weak = [WEAKNESSES[level] for level in range(1, 5)]
    for worse, better in pairwise(weak):
        assert better.misses < worse.misses
        assert better.error < worse.error
        assert better.combines >= worse.combines
    assert list(GAMES) == [6, 7, 8]
    assert GAMES[6] < GAMES[7] < GAMES[8]
    assert list(EFFORTS) == [9, 10]
    for players in (2, 3, 4):
        for what in ("games", "width", "replies", "reply_beam"):
            worse, better = (EFFORTS[level][players].get(what, getattr(HABITS, what, 0)) for level in EFFORTS)
            assert worse < better


def test_the_registry_says_which_need_the_compiled_engine() -> None:
    assert [name for name in (*LEVELS, "greedy", "random") if is_compiled(name, "samurai")] == LEVELS[5:]
    assert all(is_compiled(name, "samurai") for name in ("search:100", "ismcts:0.5s"))
    assert not any(is_compiled(name, "samurai") for name in ("program:search:1", "./level8", "nobody"))


def test_the_documentation_tells_how_they_fall_short_and_how_long_they_think() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    shown = {int(row[0]): row[1:] for row in rows if len(row) == 5 and row[0].isdecimal()}
    assert list(shown) == list(range(1, 11))
    for level, (misses, error, combines) in WEAKNESSES.items():
        how = "combines tokens" if combines else "one token at a time"
        assert shown[level] == [how, f"{100 * misses:g}%", f"{100 * error:g} points", "–"]
    assert shown[5] == ["`greedy`", "never", "none", "–"]
    assert shown[6] == ["plans like `greedy`, judges better", "never", "none", "–"]
    for level in (7, 8):
        assert shown[level] == ["searches", "never", "none", f"{GAMES[level]:,}"]
    for level, effort in EFFORTS.items():
        how = "searches with the learned evaluation"
        assert shown[level] == [how, "never", "none", f"{effort[2]['games']:,} of seven turns"]


@pytest.mark.uncounted
@pytest.mark.parametrize("number", range(1, 11))
def test_each_plays_whole_games_by_the_rules(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for level in GAMES:
        monkeypatch.setitem(GAMES, level, 8)  # enough to see that the games are legal
    for level in EFFORTS:
        monkeypatch.setitem(EFFORTS, level, {players: {"games": 8} for players in (2, 3, 4)})
    monkeypatch.setattr(player, "SET_UP_GAMES", 8)
    settings = SETTINGS[number % 3 :: 3]
    for setting in settings[: 5 if number < 6 else 2]:
        game = new(number, **setting)
        rivals = [make("random", "samurai", random.Random(seat)) for seat in range(1, game.players)]
        play_out(game, [make(f"level{number}", "samurai", random.Random(1)), *rivals])
        assert game.outcome is not None


def test_whoever_overlooks_everything_still_plays_by_the_rules() -> None:
    for seed, setting in enumerate(SETTINGS):
        game = new(seed, **setting)
        blind = Weakness(misses=1.0, error=0.1, combines=bool(seed % 2))
        play_out(game, [Casual(random.Random(seat), blind) for seat in range(game.players)])
        assert game.outcome is not None


def test_the_same_seed_plays_the_same_game() -> None:
    def played(seed: int) -> list[str]:
        game = new(1)
        play_out(game, [make("level2", "samurai", random.Random(seed + seat)) for seat in range(2)])
        return [str(move) for move in game.moves]

    assert played(1) == played(1)
    assert played(1) != played(5)


@pytest.mark.prove  # the speed of a machine decides it
@pytest.mark.parametrize("players", [2, 4])
def test_the_highest_level_plays_a_turn_in_two_seconds_of_one_core(players: int) -> None:
    view = new(1, players=players).view(0)
    Search(random.Random(1), iterations=1).choose(view)  # whatever has to be compiled or loaded is there now
    level8 = make("level8", "samurai", random.Random(1))
    start = process_time()
    assert view.why_not(level8.choose(view)) is None
    assert process_time() - start < 2


# What they do not see.


def test_an_overlooked_settlement_is_not_thought_of(capture: Samurai) -> None:
    view, north = capture.view(0), settlement(NORTH)
    assert north in touched(Turn(view).best())
    blind = Turn(view, Sight(overlooked=frozenset([north])))
    assert north not in blind.sites
    assert north not in touched(list(blind.singles()))
    assert north not in touched(blind.best())


def test_what_is_overlooked_is_not_exchanged_either() -> None:
    game = position(
        figures={NORTH: "B", AKITA: "BR", EAST: "H", **FAR},
        tokens={N1: (0, "S2")},
        hands=["X T", "S1"],
        draws=["S1"],
    )
    seen = Turn(game.view(0))
    akita = settlement(AKITA)
    assert akita in touched(list(seen.singles()))
    blind = Turn(game.view(0), Sight(overlooked=frozenset([akita])))
    assert akita not in touched(list(blind.singles()))
    exchanges = [step.exchange for plan in blind.singles() for step in plan.steps if step.exchange]
    assert exchanges
    assert all(at(AKITA) not in str(exchange) for exchange in exchanges)


def test_who_does_not_combine_plays_one_token_at_a_time() -> None:
    game = position(
        figures={NORTH: "B", **FAR}, tokens={N1: (1, "S3")}, hands=["B2 V2", "S1"], captures="token"
    )
    assert max(len(plan.steps) for plan in Turn(game.view(0)).best()) == 2, "both win the Buddha together"
    assert {len(plan.steps) for plan in Turn(game.view(0), Sight(beam=0)).best()} == {1}


def test_a_misjudged_change_has_one_worth_for_the_whole_turn(capture: Samurai) -> None:
    rng = random.Random(1)
    wrong, right = Turn(capture.view(0), Sight(error=lambda: rng.gauss(0, 0.1))), Turn(capture.view(0))
    first, again, truth = (turn.change(settlement(NORTH), 1, (0, 4, 0)) for turn in (wrong, wrong, right))
    assert first is again
    assert abs(first.worth - truth.worth) > 1e-6
    assert first._replace(worth=truth.worth) == truth


def test_how_often_a_settlement_is_overlooked_and_how_wrong_a_guess_is(capture: Samurai) -> None:
    view, level1 = capture.view(0), Casual(random.Random(1), WEAKNESSES[1])
    sights = [level1._sight(view) for _ in range(400)]
    with_figures = sum(map(bool, view.state.figures))
    missed = sum(len(sight.overlooked) for sight in sights) / (400 * with_figures)
    assert missed == pytest.approx(WEAKNESSES[1].misses, abs=0.05)
    errors = [sights[0].error() for _ in range(2000)]
    assert sum(error**2 for error in errors) / 2000 == pytest.approx(WEAKNESSES[1].error ** 2, rel=0.2)
    assert {sight.beam for sight in sights} == {0}
    assert Casual(random.Random(1), WEAKNESSES[4])._sight(view).beam == BEAM


# How weak that makes them.


def test_a_weak_level_misses_a_capture_now_and_then_and_greedy_never(capture: Samurai) -> None:
    taken = {
        level: sum(
            str(make(level, "samurai", random.Random(seed)).choose(capture.view(0))) == CAPTURE
            for seed in range(40)
        )
        for level in LEVELS[:5]
    }
    assert 2 <= taken["level1"] <= 25
    assert all(0 < taken[level] < 40 for level in LEVELS[:4]), taken
    assert taken["level4"] >= 30
    assert taken["level5"] == 40


@pytest.mark.uncounted
def test_the_lowest_level_beats_random_and_loses_to_those_above() -> None:
    assert share("level1", "random", 8) >= 0.6
    assert share("level2", "level1", 8) >= 0.6
    assert share("level4", "level1", 5) >= 0.8
    assert share("greedy", "level2", 5) >= 0.8


# What they need.


def test_levels_1_to_5_need_nothing_compiled_and_the_others_say_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_COMPILER],
        capture_output=True, text=True, timeout=250, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr

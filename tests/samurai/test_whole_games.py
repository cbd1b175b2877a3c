"""Whole games against a second opinion, and the statistics of random play."""

from random import Random
from typing import Any

import pytest

from kabuto.samurai import Samurai, Verb, majorities

from .helpers import PLAYERS, SETTINGS, TIMINGS, finished, new
from .referee import Referee

pytestmark = pytest.mark.uncounted

EVERY_TIMING = [{**setting, "captures": timing} for setting in SETTINGS for timing in TIMINGS]


def positions(game: Samurai) -> list[dict[str, Any]]:
    """The position after every ply; takes the whole game back."""
    found = [game.position()]
    while game.ply:
        game.undo()
        found.append(game.position())
    return found[::-1]


def comparable(position: dict[str, Any], unlike: dict[str, Any]) -> dict[str, Any]:
    """A position with hands in alphabetical order, and stacks only where the other has them too."""
    hands = [sorted(hand) for hand in position["hands"]]
    return {key: value for key, value in position.items() if key in unlike} | {"hands": hands}


@pytest.mark.parametrize("number", range(len(EVERY_TIMING)))
def test_a_second_opinion_agrees_with_whole_games(number: int) -> None:
    setting = EVERY_TIMING[number]
    for seed in range(6):
        game = finished(100 * number + seed, **setting)
        record, outcome = game.record(), game.outcome
        referee = Referee(record)
        where = f"{setting}, seed {100 * number + seed}, ply"
        for ply, (ours, move) in enumerate(zip(positions(game), [*record["moves"], None], strict=True)):
            theirs = comparable(referee.position(), ours)
            assert theirs == comparable(ours, ours), f"{where} {ply}"
            if move is not None:
                assert referee.allows(move), f"{where} {ply}: {move} should be refused"
                referee.play(move)
        assert referee.phases == ["over"], where
        assert outcome is not None
        end = referee.position()
        assert (
            [list(counts) for counts in outcome.captured] == end["captured"] == record["outcome"]["captured"]
        )
        assert list(outcome.aside) == end["aside"] == record["outcome"]["aside"]


# Statistics of an independent simulation. A random playable token goes to a random place; after it
# fast tokens are played with the given probability.


def random_turn(game: Samurai, rng: Random, eagerness: float) -> None:
    while True:
        plays = [move for move in game.legal_moves() if move.verb is not Verb.END]
        if game.state.played:
            fast = [move for move in plays if str(move)[0] in "NVX"]
            plays = fast if rng.random() < eagerness else []
        if not plays:
            game.play("/")
            return
        token = rng.choice(sorted({move.token for move in plays}))
        game.play(rng.choice([move for move in plays if move.token == token]))


def statistics(players: int, eagerness: float, games: int) -> dict[str, float]:
    """Mean number of turns, share of games ended by the last figure of a kind, and by two majorities."""
    rng, turns, last_of_a_kind, decided = Random(players), 0, 0, 0
    for seed in range(games):
        game = new(seed, players=players)
        while game.to_move is not None:
            random_turn(game, rng, eagerness)
            turns += 1
        assert game.outcome is not None
        last_of_a_kind += sum(game.outcome.aside) < 4
        leaders = majorities(game.outcome.captured)
        decided += any(leaders.count(seat) > 1 for seat in range(players))
    return {"turns": turns / games, "last of a kind": last_of_a_kind / games, "decided": decided / games}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("eagerness", [0.0, 0.5])
def test_random_play_has_the_statistics_of_an_independent_simulation(players: int, eagerness: float) -> None:
    expected = {
        "turns": {0.0: {2: 35, 3: 47, 4: 55}, 0.5: {2: 29, 3: 38, 4: 45}}[eagerness][players],
        "last of a kind": {2: 0.76, 3: 0.26, 4: 0.05}[players],
        "decided": {2: 0.70, 3: 0.41, 4: 0.26}[players],
    }
    found = statistics(players, eagerness, games=120)
    assert found["turns"] == pytest.approx(expected["turns"], abs=4), found
    assert found["last of a kind"] == pytest.approx(expected["last of a kind"], abs=0.12), found
    assert found["decided"] == pytest.approx(expected["decided"], abs=0.12), found

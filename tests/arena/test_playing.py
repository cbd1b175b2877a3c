"""One game of a match: the same deal for all, views for players, and loss by rule."""

import json
from itertools import count

import pytest

from kabuto import load
from kabuto.arena import Fixture, new_match, play
from kabuto.table import View

from .entrants import NeverMade, Spy, kites, play_all


def test_a_deal_begins_alike_whoever_sits_where() -> None:
    match = new_match("samurai", {}, ["greedy", "random"], seed=1)
    games = play_all(match, 4)
    starts = [json.loads(game.record)["start"] for game in games]
    assert starts[0] == starts[1]
    assert starts[2] == starts[3] != starts[0]


def test_a_game_played_again_is_the_same_game() -> None:
    match = new_match("samurai", {"players": 3}, ["greedy", "random"], seed=5)
    fixture = Fixture(3, ("greedy", "random", "random"))
    one, two = play(match, fixture), play(match, fixture)
    assert one.record == two.record
    assert json.loads(one.record)["outcome"] == one.outcome
    assert load(json.loads(one.record)).ply == one.moves


def test_the_time_of_a_seat_is_known_as_exactly_as_it_is_written(
    tiny_game: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a match that is read again could tell another time than when it was played."""
    clock = count(0, 0.00123456)
    monkeypatch.setattr("kabuto.arena.playing.perf_counter", lambda: next(clock))
    played = play(kites("a", "b", "c"), Fixture(0, ("a", "b", "c")))
    assert all(seconds == round(seconds, 4) > 0 for seconds in played.seconds)
    assert played.to_json()["seconds"] == list(played.seconds)


def test_an_entrant_against_its_twin_wins_exactly_half(tiny_game: None) -> None:
    match = kites("a", "b", "c")
    for deal in range(5):
        games = [game for game in play_all(match, 15) if game.fixture.deal == deal]
        assert len({game.record for game in games}) == 1


def test_players_get_views_and_nothing_else(tiny_game: None) -> None:
    Spy.seen.clear()
    play(kites("spy", "a", "b"), Fixture(0, ("spy", "a", "b")))
    assert Spy.seen
    assert all(isinstance(view, View) and view.seat == 0 for view in Spy.seen)


@pytest.mark.parametrize(
    ("entrant", "reason"),
    [
        ("raises", "KeyError: 'a bug'"),
        ("cheats", "'k99': there is no kite 99 in your hand"),
        ("forgets", "null: a move is a Kite or its notation, not a NoneType"),
        ("babbles", "ValueError: " + 488 * "?"),
        ("nevermade", "OSError: no network"),
    ],
)
def test_a_player_that_fails_loses_by_rule_and_the_others_share_the_victory(
    tiny_game: None, entrant: str, reason: str
) -> None:
    NeverMade.count = 0
    game = play(kites(entrant, "a", "b"), Fixture(0, ("a", entrant, "b")))
    assert game.forfeit == (1, reason)
    assert game.outcome == {"winners": [0, 2], "ranking": [[0, 2], [1]]}
    assert game.moves == 1
    assert json.loads(game.record)["outcome"] is None

"""Positions in which one turn is clearly best."""

from dataclasses import replace
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai, SamuraiView
from kabuto.samurai.moves import Move
from kabuto.samurai.puzzles import Puzzle, find, finding
from kabuto.samurai.puzzles.finding import holds, themes

VILLAGE = {
    "figures": {"o14": "HBR", "o8": "B"},
    "tokens": {"p8": [1, "B3"]},
    "hands": [["B4", "S1"], ["R2"]],
    "draws": [[], []],
    "to_move": 0,
}
"""A village that one more token surrounds: whoever wins its Buddha wins the game."""


def record(*moves: str, **start: Any) -> dict[str, Any]:
    """A game of two players from this village on."""
    position = {**VILLAGE, **start}
    return {"format": 1, "game": "samurai", "options": {"players": 2}, "start": position, "moves": [*moves]}


def found(*moves: str, **start: Any) -> list[Puzzle]:
    """The puzzles of such a game."""
    return list(find(record(*moves, **start), seed=1))


def test_a_turn_that_stands_out_is_a_puzzle() -> None:
    (puzzle,) = found("S1o13", "/")  # whatever was played there
    assert puzzle.solution == ["B4o9"]
    assert (puzzle.worth, puzzle.second_worth) == (1, 0)
    assert puzzle.second != puzzle.solution
    assert puzzle.themes == ["capture", "endgame"]
    assert 600 <= puzzle.rating <= 2000
    assert (puzzle.seat, puzzle.record["moves"]) == (0, [])


def test_two_good_turns_are_none() -> None:
    assert found("B4o9", "/", hands=[["B4", "S3"], ["R2"]], tokens={"p8": [1, "B2"]}) == []


def test_a_token_more_that_harms_nobody_makes_it_none() -> None:
    assert found("B4o9", "/", hands=[["B4", "V1"], ["R2"]]) == []


def test_a_turn_that_the_strongest_level_would_not_play_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn:
        def choose(self, view: SamuraiView) -> str:
            return "S1o9" if "S1o9" in map(str, view.legal_moves()) else "/"

    monkeypatch.setattr(finding, "STRONGEST", lambda rng: Stubborn())
    assert found("S1o13", "/") == []


def test_what_its_player_cannot_know_changes_nothing() -> None:
    one, two = (
        found("B4o9", "/", hands=[["B4", "S1"], [held]], draws=[[], [drawn]])
        for held, drawn in (("R2", "H2"), ("H2", "R2"))
    )
    assert one == two != []


def test_a_puzzle_holds_in_a_search_with_another_seed() -> None:
    (puzzle,) = found("B4o9", "/")
    assert holds(puzzle, seed=77)
    assert not holds(replace(puzzle, solution=["S1o9"]), seed=77)


@pytest.mark.parametrize(
    ("moves", "theme"),
    [
        (["Xo8B-o14H"], "exchange"),
        (["V1n7"], "ship"),
        (["N1o9"], "denial"),
    ],
)
def test_themes_say_what_a_turn_is_about(moves: list[str], theme: str) -> None:
    game = kabuto.load(record(hands=[["N1", "V1", "X"], ["R2"]], tokens={"p8": [1, "S1"]}))
    assert isinstance(game, Samurai)
    assert theme in themes(game.view(0), tuple(map(Move.parse, moves)), 0.5, 0.3)


@pytest.mark.parametrize(
    ("worth", "second", "first"),
    [(0.3, 0.1, "rescue"), (0.8, 0.6, "choice"), (1, 0.6, "ending"), (0.8, 0.3, "capture")],
)
def test_the_first_theme_says_what_to_look_for(worth: float, second: float, first: str) -> None:
    last = {"figures": {"o8": "B", "o12": "R", "q13": "H"}} if first == "ending" else {}
    game = kabuto.load(record(hands=[["B4"], ["R2"]], **last))
    assert isinstance(game, Samurai)
    assert themes(game.view(0), (Move.parse("B4o9"),), worth, second)[0] == first

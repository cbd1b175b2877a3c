"""The lessons of the browser table: every position is sound, and every task does what its words promise."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.samurai.board import SETTLEMENTS, SPACES
from kabuto.samurai.scoring import majorities, ranking
from kabuto.samurai.tokens import FIGURES

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "web/src/games/samurai/lessons/lessons.json").read_text(encoding="utf-8")
)
OPTIONS = {"players": 2, "edition": "rgg"}
LEARNER = 0

STEPS = {f"{lesson['name']}.{step['name']}": step for lesson in DATA["lessons"] for step in lesson["steps"]}
PLAYS = [name for name, step in STEPS.items() if "goal" in step]
POINTS = [name for name, step in STEPS.items() if "point" in step]
ANSWERS = [name for name, step in STEPS.items() if "answers" in step]


def begin(name: str) -> Samurai:
    """The position of a step, set up by the rules."""
    start = {"figures": DATA["figures"], "draws": [[], []], "to_move": LEARNER, **STEPS[name]["start"]}
    return kabuto.load(
        {"format": 1, "game": "samurai", "options": OPTIONS, "start": start, "moves": []}, "samurai"
    )


def play(name: str, moves: Sequence[str]) -> tuple[Samurai, list[list[object]]]:
    """The game after these moves, and what they captured."""
    game = begin(name)
    captured: list[list[object]] = []
    for move in moves:
        game.play(move)
        captured += [[SPACES[c.space].name, FIGURES[c.figure], c.winner] for c in game.captures]
    return game, captured


def leads(game: Samurai) -> int:
    """How many figures on the map the learner would take now."""
    reports = (game.settlement(SPACES[SETTLEMENTS[s]].name) for s in game.state.setting.board.settlements)
    return sum(winner == LEARNER for report in reports for winner in report.to_json()["winner"].values())


def is_reached(game: Samurai, captured: list[list[object]], goal: dict[str, Any]) -> bool:
    """Whether a goal is reached: what the page finds out from the position that it is sent."""
    match goal:
        case {"influence": [space, figure, least]}:
            return int(game.settlement(space).to_json()["influence"][figure][LEARNER]) >= int(least)
        case {"leads": number}:
            return leads(game) >= int(number)
        case {"captures": wanted}:
            return all(capture in captured for capture in wanted)
        case {"wins": seat}:
            return game.outcome is not None and game.outcome.winners == (seat,)
    raise AssertionError(f"a goal of no known kind: {goal}")


def turns(game: Samurai, most: int) -> Iterator[list[str]]:
    """Every way to play up to so many tokens, without exchanges of figures, which are too many."""
    for move in map(str, game.legal_moves()):
        if move[0] not in "/X":
            yield [move]
            if most > 1:
                game.play(move)
                yield from ([move, *more] for more in turns(game, most - 1))
                game.undo()


def test_there_are_six_to_eight_lessons_with_different_names() -> None:
    names = [lesson["name"] for lesson in DATA["lessons"]]
    assert 6 <= len(set(names)) == len(names) <= 8
    assert len(STEPS) == sum(len(lesson["steps"]) for lesson in DATA["lessons"])


@pytest.mark.parametrize("name", [*PLAYS, *POINTS])
def test_a_position_is_the_learners_turn_and_its_goal_is_not_reached_yet(name: str) -> None:
    game = begin(name)
    assert game.to_move == LEARNER
    if "goal" in STEPS[name]:
        assert not is_reached(game, [], STEPS[name]["goal"])


@pytest.mark.parametrize("name", PLAYS)
def test_the_solution_is_legal_and_reaches_the_goal(name: str) -> None:
    step = STEPS[name]
    assert is_reached(*play(name, step["solution"]), step["goal"])
    # It is no longer than it must be, so that the page can show it move by move.
    assert not is_reached(*play(name, step["solution"][:-1]), step["goal"])


@pytest.mark.parametrize("name", PLAYS)
def test_the_mistakes_a_lesson_speaks_of_are_legal_and_miss_the_goal(name: str) -> None:
    step = STEPS[name]
    assert step["wrong"]
    for moves in step["wrong"]:
        assert not is_reached(*play(name, moves), step["goal"]), moves


@pytest.mark.parametrize(
    ("name", "tokens", "solutions"),
    [
        # "Only the Buddha 4 is strong enough": nothing else takes the figure.
        ("capture.stronger", 1, [["B4o9"]]),
        # "Even is the best you can reach": no single token wins, one ties.
        ("tie.even", 1, [["S3o9"]]),
        ("tie.both", 1, [["B4p10"]]),
        # "The strong samurai has to go there": no token from the hand is enough.
        ("tokens.move", 1, [["Tp8-q14"]]),
    ],
)
def test_a_task_with_one_solution_has_one(name: str, tokens: int, solutions: list[list[str]]) -> None:
    goal = STEPS[name]["goal"]
    found = [moves for moves in turns(begin(name), tokens) if is_reached(*play(name, moves), goal)]
    assert found == solutions


@pytest.mark.uncounted
def test_the_ship_has_to_be_laid_before_the_circle_closes() -> None:
    goal = STEPS["fast.ship"]["goal"]
    found = [moves for moves in turns(begin("fast.ship"), 2) if is_reached(*play("fast.ship", moves), goal)]
    assert found
    assert {(ship[:2], closing) for ship, closing in found} == {("V2", "S2o9")}


def test_even_is_the_best_that_can_be_reached() -> None:
    game = begin("tie.even")
    for moves in turns(game, 1):
        assert ["o8", "B", LEARNER] not in play("tie.even", moves)[1], moves


def test_one_turn_alone_wins_the_game_of_the_scoring_lesson() -> None:
    won = [moves for moves in turns(begin("scoring.end"), 1) if play("scoring.end", [*moves, "/"])[0].outcome]
    assert len(won) > 1  # several turns end the game …
    goal = STEPS["scoring.end"]["goal"]
    assert [m for m in won if is_reached(*play("scoring.end", [*m, "/"]), goal)] == [["S3p10"]]  # … one wins


def test_four_figures_can_be_led_from_beside_edo_alone() -> None:
    goal = STEPS["influence.samurai"]["goal"]
    found = [
        move
        for [move] in turns(begin("influence.samurai"), 1)
        if is_reached(*play("influence.samurai", [move]), goal)
    ]
    assert sorted(found) == sorted(f"S2{land}" for land in ("n13", "n14", "o13", "o15", "p13", "p14"))


@pytest.mark.parametrize("name", POINTS)
def test_the_settlements_to_point_at_are_one_space_from_being_the_learners(name: str) -> None:
    game = begin(name)
    reports = [game.settlement(SPACES[SETTLEMENTS[s]].name) for s in game.state.setting.board.settlements]
    mine = [
        r.space
        for r in reports
        if len(r.missing) == 1 and r.figures and set(r.to_json()["winner"].values()) == {LEARNER}
    ]
    assert mine == STEPS[name]["point"]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_right_answer_is_one_of_the_answers(name: str) -> None:
    assert STEPS[name]["right"] in STEPS[name]["answers"]


@pytest.mark.parametrize("name", [name for name in ANSWERS if "figures" in STEPS[name]])
def test_who_wins_with_these_figures(name: str) -> None:
    winners = ranking(STEPS[name]["figures"])[0]
    assert STEPS[name]["right"] == (str(winners[0]) if len(winners) == 1 else "shared")


def test_what_the_scoring_questions_are_about() -> None:
    two, others, ties = (STEPS[f"scoring.{name}"]["figures"] for name in ("two", "others", "ties"))
    assert majorities(two) == (0, 0, 1)
    assert sum(two[0]) < sum(two[1])  # two majorities win against more figures
    leaders = majorities(others)
    assert leaders == (2, 1, 0)  # one each: the figures of the other kinds decide
    assert {seat: sum(others[seat]) - max(others[seat]) for seat in leaders} == {0: 6, 2: 5, 1: 4}
    assert majorities(ties) == (0, 1, None)  # a tie for the most counts for nobody
    assert sum(ties[3]) > sum(ties[2]) > sum(ties[0]) > sum(ties[1])  # more figures without one do not win


def test_what_the_reading_questions_ask() -> None:
    game = begin("reading.last")
    left = [sum(mask >> kind & 1 for mask in game.state.figures) for kind in range(3)]
    assert left[0] == 1 < min(left[1:])  # one helmet left: taking it ends the game
    assert STEPS["reading.last"]["right"] == "H"
    assert ranking(game.state.captured)[0] == (1,)
    assert STEPS["reading.now"]["right"] == "1"

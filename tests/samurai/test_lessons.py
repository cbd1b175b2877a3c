"""The lessons of the browser table: every position is sound, and every task does what its words promise."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.samurai.board import SETTLEMENTS, SPACES
from kabuto.samurai.editions import EDITIONS, TURN
from kabuto.samurai.scoring import majorities, ranking
from kabuto.samurai.tokens import FIGURES

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "web/src/games/samurai/lessons/lessons.json").read_text(encoding="utf-8")
)
LEARNER = 0

STEPS = {f"{lesson['name']}.{step['name']}": step for lesson in DATA["lessons"] for step in lesson["steps"]}
PLAYS = [name for name, step in STEPS.items() if "goal" in step]
POINTS = [name for name, step in STEPS.items() if "point" in step]
ANSWERS = [name for name, step in STEPS.items() if "answers" in step]


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> str:
    """Lessons are played by the rules of the edition whose words they use."""
    return str(request.param)


def begin(name: str, edition: str) -> Samurai:
    """The position of a step, set up by the rules."""
    start = {"figures": DATA["figures"], "draws": [[], []], "to_move": LEARNER, **STEPS[name]["start"]}
    options = {"players": 2, "edition": edition, "captured_figures": "open"}
    return kabuto.load(
        {"format": 1, "game": "samurai", "options": options, "start": start, "moves": []}, "samurai"
    )


def to_the_end(name: str, moves: Sequence[str], edition: str) -> list[str]:
    """The same moves; where captures are decided at the end of the turn, with that end."""
    waits = EDITIONS[edition].captures == TURN and "captures" in STEPS[name]["goal"] and moves[-1:] != ["/"]
    return [*moves, "/"] if waits else [*moves]


def play(name: str, moves: Sequence[str], edition: str) -> tuple[Samurai, list[list[object]]]:
    """The game after these moves, and what they captured."""
    game = begin(name, edition)
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


def reaching(name: str, tokens: int, edition: str) -> list[list[str]]:
    """Every turn of up to so many tokens that reaches the goal of a step."""
    goal = STEPS[name]["goal"]
    return [
        moves
        for moves in turns(begin(name, edition), tokens)
        if is_reached(*play(name, to_the_end(name, moves, edition), edition), goal)
    ]


def test_there_are_six_to_eight_lessons_with_different_names() -> None:
    names = [lesson["name"] for lesson in DATA["lessons"]]
    assert 6 <= len(set(names)) == len(names) <= 8
    assert len(STEPS) == sum(len(lesson["steps"]) for lesson in DATA["lessons"])


@pytest.mark.parametrize("name", [*PLAYS, *POINTS])
def test_a_position_is_the_learners_turn_and_its_goal_is_not_reached_yet(name: str, edition: str) -> None:
    game = begin(name, edition)
    assert game.to_move == LEARNER
    if "goal" in STEPS[name]:
        assert not is_reached(game, [], STEPS[name]["goal"])


@pytest.mark.parametrize("name", PLAYS)
def test_the_solution_is_legal_and_reaches_the_goal(name: str, edition: str) -> None:
    step = STEPS[name]
    solution = to_the_end(name, step["solution"], edition)
    assert is_reached(*play(name, solution, edition), step["goal"])
    # It is no longer than it must be, so that the page can show it move by move.
    assert not is_reached(*play(name, solution[:-1], edition), step["goal"])


@pytest.mark.parametrize("name", PLAYS)
def test_the_mistakes_a_lesson_speaks_of_are_legal_and_miss_the_goal(name: str, edition: str) -> None:
    step = STEPS[name]
    assert step["wrong"]
    for moves in step["wrong"]:
        assert not is_reached(*play(name, to_the_end(name, moves, edition), edition), step["goal"]), moves


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
def test_a_task_with_one_solution_has_one(
    name: str, tokens: int, solutions: list[list[str]], edition: str
) -> None:
    assert reaching(name, tokens, edition) == solutions


@pytest.mark.uncounted
def test_the_ship_has_to_be_laid_before_the_circle_closes_unless_that_waits(edition: str) -> None:
    found = reaching("fast.ship", 2, edition)
    pairs = {tuple(move[:2] for move in moves) for moves in found}
    assert pairs == {("V2", "S2")} | ({("S2", "V2")} if EDITIONS[edition].captures == TURN else set())
    assert all("S2o9" in moves for moves in found)


def test_even_is_the_best_that_can_be_reached(edition: str) -> None:
    for moves in turns(begin("tie.even", edition), 1):
        ended = to_the_end("tie.even", moves, edition)
        assert ["o8", "B", LEARNER] not in play("tie.even", ended, edition)[1], moves


def test_one_turn_alone_wins_the_game_of_the_scoring_lesson(edition: str) -> None:
    name, goal = "scoring.end", STEPS["scoring.end"]["goal"]
    every = list(turns(begin(name, edition), 1))
    won = [moves for moves in every if play(name, [*moves, "/"], edition)[0].outcome]
    assert len(won) > 1  # several turns end the game …
    winning = [moves for moves in won if is_reached(*play(name, [*moves, "/"], edition), goal)]
    assert winning == [["S3p10"]]  # … one wins


def test_four_figures_can_be_led_from_beside_edo_alone(edition: str) -> None:
    found = [move for [move] in reaching("influence.samurai", 1, edition)]
    assert sorted(found) == sorted(f"S2{land}" for land in ("n13", "n14", "o13", "o15", "p13", "p14"))


@pytest.mark.parametrize("name", POINTS)
def test_the_settlements_to_point_at_are_one_space_from_being_the_learners(name: str, edition: str) -> None:
    game = begin(name, edition)
    reports = [game.settlement(SPACES[SETTLEMENTS[s]].name) for s in game.state.setting.board.settlements]
    mine = [
        r.space
        for r in reports
        if len(r.missing) == 1 and r.figures and set(r.to_json()["winner"].values()) == {LEARNER}
    ]
    assert mine == STEPS[name]["point"]


def test_it_is_not_always_the_same_player_who_has_won() -> None:
    assert len({STEPS[name]["right"] for name in ANSWERS if name.startswith("scoring.")}) == 3


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
    assert leaders == (0, 1, 2)  # one each: the figures of the other kinds decide
    assert {seat: sum(others[seat]) - max(others[seat]) for seat in leaders} == {2: 6, 0: 5, 1: 4}
    assert majorities(ties) == (1, 0, None)  # a tie for the most counts for nobody
    assert sum(ties[3]) > sum(ties[2]) > sum(ties[1]) > sum(ties[0])  # more figures without one do not win


def test_what_the_reading_questions_ask(edition: str) -> None:
    game = begin("reading.last", edition)
    left = [sum(mask >> kind & 1 for mask in game.state.figures) for kind in range(3)]
    assert left[0] == 1 < min(left[1:])  # one helmet left: taking it ends the game
    assert STEPS["reading.last"]["right"] == "H"
    assert ranking(game.state.captured)[0] == (1,)
    assert STEPS["reading.now"]["right"] == "1"

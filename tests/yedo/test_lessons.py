"""The lessons: every position is sound, and every task does what its words promise."""

from typing import Any

import pytest
from msgspec import to_builtins

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.wire import WIRE
from kabuto.yedo.wire.lessons import LEARNER, WORDS, data, lessons, record

STEPS = {f"{lesson['name']}.{step['name']}": step for lesson in data() for step in lesson["steps"]}


def played(step: dict[str, Any], moves: list[str]) -> Yedo:
    """The game after these moves and the replies to them."""
    game = kabuto.load(record(step), "yedo", seed=1)
    for move in moves:
        for each in (move, *step.get("reply", {}).get(move, [])):
            game.play(each)
    return game


def is_reached(game: Yedo, goal: dict[str, Any]) -> bool:
    """Whether a goal is reached, as a page finds out."""
    if "wins" in goal:
        return game.outcome is not None and game.outcome.winners == (goal["wins"],)
    view = game.view(LEARNER)
    facts = [fact for entry in view.log for fact in to_builtins(WIRE.events(view, entry, "en"))["facts"]]
    return any(all(fact.get(key) == value for key, value in goal["fact"].items()) for fact in facts)


@pytest.mark.parametrize("name", STEPS)
def test_the_solution_reaches_the_goal_and_other_moves_do_not(name: str) -> None:
    step = STEPS[name]
    assert played(step, []).to_move == LEARNER
    assert is_reached(played(step, step["solution"]), step["goal"])
    assert step["wrong"]
    for moves in step["wrong"]:
        assert not is_reached(played(step, moves), step["goal"])


def test_there_are_eight_to_ten_lessons_with_words_in_every_language() -> None:
    assert 8 <= len(data()) <= 10
    said = {language: to_builtins(lessons(language)) for language in WORDS.languages()}
    for told in said.values():
        for lesson in told["lessons"]:
            assert lesson["title"]
            assert lesson["about"]
            assert all(step[part] for step in lesson["steps"] for part in ("task", "done", "hint"))
    titles = [[lesson["title"] for lesson in told["lessons"]] for told in said.values()]
    assert titles[0] != titles[1]

"""Lessons to play through: real positions, what to reach in each, and the words for it.

A page shows a step by sending its record, with the moves played so far, to ``/api/study``.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from kabuto.table import Catalogue

WORDS = Catalogue("kabuto.yedo", "lessons")
LEARNER = 0
"""The seat of anyone who learns."""


class Goal(Struct, frozen=True, omit_defaults=True):
    """What is to be reached: something happens, or the game is won."""

    fact: dict[str, int | str | list[str]] = {}
    """A fact with these fields, among those of the moves (``Told.facts``)."""
    wins: int | None = None
    """The seat that wins."""


class Exercise(Struct, frozen=True):
    """A step of a lesson: a position, and something to do there."""

    name: str
    """What it is called in the data."""
    task: str
    """What to do, in words."""
    done: str
    """What to say when it is done."""
    hint: str
    """Help."""
    seat: int
    """Whose turn it is: the learner's."""
    record: dict[str, Any]
    """The position as a record without moves."""
    goal: Goal
    """When it is done. Otherwise it is missed as soon as it is another seat's turn."""
    solution: list[str]
    """Moves that reach the goal."""
    reply: dict[str, list[str]]
    """Move of the learner → what the others play then, at once."""


class Lesson(Struct, frozen=True):
    """A lesson: some steps about one thing."""

    name: str
    """What it is called in the data."""
    title: str
    """Its title."""
    about: str
    """What it is about."""
    steps: list[Exercise]
    """Its steps."""


class Lessons(Struct, frozen=True):
    """All lessons, in a good order."""

    lessons: list[Lesson]
    """The lessons."""


@cache
def data() -> list[dict[str, Any]]:
    """The lessons without words: positions, goals, solutions and wrong moves."""
    text = (files("kabuto.yedo") / "lessons.json").read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)["lessons"]
    return found


def record(step: dict[str, Any]) -> dict[str, Any]:
    """The position of a step as a record."""
    return {"format": 1, "game": "yedo", "options": step["options"], "start": step["start"], "moves": []}


@cache
def lessons(language: str = "en") -> Lessons:
    """All lessons in a language."""
    return Lessons([_lesson(lesson, language) for lesson in data()])


def _lesson(lesson: dict[str, Any], language: str) -> Lesson:
    def say(*parts: str) -> str:
        return WORDS.render(language, "_".join(parts), "", {})

    name = lesson["name"]
    return Lesson(
        name=name,
        title=say(name, "title"),
        about=say(name, "about"),
        steps=[
            Exercise(
                name=step["name"],
                task=say(name, step["name"], "task"),
                done=say(name, step["name"], "done"),
                hint=say(name, step["name"], "hint"),
                seat=LEARNER,
                record=record(step),
                goal=Goal(**step["goal"]),
                solution=step["solution"],
                reply=step.get("reply", {}),
            )
            for step in lesson["steps"]
        ],
    )

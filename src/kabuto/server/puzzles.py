"""Find the turn: the puzzles that a game brings, and whether a turn solves one.

The ratings of solvers stay in their browsers.
"""

import asyncio
from typing import Annotated, Any

from msgspec import Meta, Struct

from kabuto.server.calls import Call
from kabuto.server.messages import Strict
from kabuto.server.speech import No, no
from kabuto.table import BadOption, Catalogue, faces
from kabuto.table.text import parts
from kabuto.table.wire import Sentence

MOST_MOVES = 40
"""More than any turn has."""


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    """Its name."""
    rating: int
    """How hard it is, on the scale of the solvers' ratings."""
    themes: list[str]
    """What its solution is about."""
    players: int
    """How many play."""


class PuzzleTheme(Struct, frozen=True):
    """What puzzles can be about."""

    name: str
    """As puzzles name it."""
    label: str
    """In the language asked for."""


class PuzzleList(Struct, frozen=True):
    """The puzzles of a game, always in the same order."""

    puzzles: list[PuzzleInfo]
    """All of them."""
    themes: list[PuzzleTheme]
    """What they are about."""


class Puzzle(Struct, frozen=True):
    """A puzzle to solve. Nothing in it is secret: what its player can't know was dealt again."""

    id: str
    """Its name."""
    record: dict[str, Any]
    """The game up to the turn, for ``/api/study``."""
    seat: int
    """Whose turn is to be found."""
    rating: int
    """How hard it is."""
    themes: list[str]
    """What its solution is about."""


class Solve(Strict, frozen=True):
    """A turn that might be the solution of a puzzle."""

    game: str
    """The name of a game."""
    id: str
    """Which puzzle."""
    moves: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=MOST_MOVES)]
    """The turn; empty: show the solution."""


class Verdict(Struct, frozen=True):
    """What a turn is worth, and which one is the solution."""

    is_solved: bool
    """Whether the turn is the solution."""
    why: list[Sentence]
    """What the turn changes, in the language asked for."""
    solution: list[str]
    """The best turn."""
    why_solution: list[Sentence]
    """What that one changes."""
    worth: float
    """What its player can expect of it: 1 is a win."""
    second_worth: float
    """What its player can expect of the best of all other turns."""
    is_second: bool
    """Whether the turn tried is that one."""


async def puzzles(call: Call) -> PuzzleList:
    """The puzzles of a game."""
    game = call.query.get("game", "")
    found = await asyncio.to_thread(_shipped, game)
    words = Catalogue(faces.faces(game).words, "game")
    names = dict.fromkeys(theme for puzzle in found.values() for theme in puzzle.themes)
    return PuzzleList(
        puzzles=[
            PuzzleInfo(each.id, each.rating, each.themes, each.record["options"]["players"])
            for _, each in sorted(found.items())
        ],
        themes=[
            PuzzleTheme(name, words.render(call.language, f"theme_{name}", "", {})) for name in sorted(names)
        ],
    )


async def puzzle(call: Call) -> Puzzle:
    """A puzzle to solve."""
    found = await asyncio.to_thread(_puzzle, call.query.get("game", ""), call.query.get("id", ""))
    return Puzzle(found.id, found.record, found.seat, found.rating, found.themes)


async def solve(call: Call, body: Solve) -> Verdict:
    """Whether a turn is the solution of a puzzle."""
    return await asyncio.to_thread(_verdict, body, call.language)


def _verdict(body: Solve, language: str) -> Verdict:
    found, judge = _puzzle(body.game, body.id), faces.face(body.game, "puzzles")
    return Verdict(
        is_solved=judge.is_solution(found, body.moves),
        why=[parts(text, language) for text in judge.why(found, body.moves)] if body.moves else [],
        solution=found.solution,
        why_solution=[parts(text, language) for text in judge.why(found, found.solution)],
        worth=found.worth,
        second_worth=found.second_worth,
        is_second=sorted(body.moves) == sorted(found.second),
    )


def _shipped(game: str) -> dict[str, Any]:
    """Id → puzzle."""
    if not faces.is_game(game) or not faces.faces(game).puzzles:
        raise no("not_found", "no_page", "game")
    try:
        found: dict[str, Any] = faces.face(game, "puzzles").shipped()
    except BadOption as damage:
        raise No("game_failed", damage.reason, damage.place) from None
    return found


def _puzzle(game: str, name: str) -> Any:
    try:
        return _shipped(game)[name]
    except KeyError:
        raise no("not_found", "no_puzzle", "id") from None

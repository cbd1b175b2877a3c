"""Find the turn: the puzzles that a game brings or that were found at a table, and whether a turn solves one.

The ratings of solvers stay in their browsers.
"""

import asyncio
from typing import Annotated, Any

from msgspec import Meta, Struct

from kabuto.server.calls import Call
from kabuto.server.messages import Strict, Token
from kabuto.server.puzzle_states import Change, states
from kabuto.server.speech import No, no
from kabuto.server.study import Studied
from kabuto.server.table import Table
from kabuto.server.wires import wire_of
from kabuto.table import BadOption, Catalogue, faces, load
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


class FoundPuzzles(Struct, frozen=True):
    """The puzzles of a finished game."""

    progress: float | None
    """How much of the game was looked through, from 0 to 1; null: nobody is looking."""
    puzzles: list[PuzzleInfo] | None
    """Null: nobody has looked for any yet."""


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


class Reached(Struct, frozen=True):
    """What a partial turn changes in the position of a puzzle."""

    moves: list[str]
    """The partial turn."""
    changes: list[Change]
    """What is different then in ``Puzzle.studied``. ``[path]``: nothing is there any more; ``[path, value]``:
    this is there now; ``[path, kept, added]``: of the list there these ranges are kept (from, to, from, to,
    …), and these items follow."""


class Puzzle(Struct, frozen=True):
    """A puzzle to solve, also without a connection. What its player can't know was dealt again."""

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
    studied: Studied
    """How the position stands, as ``/api/study`` says it."""
    reached: list[Reached]
    """Partial turns to try: the solution's, the second best one's, and the shortest of all others."""
    second: list[str]
    """The best turn but for the solution."""
    answer: Verdict
    """What is said of no turn at all: the solution and its explanation."""


class Solve(Strict, frozen=True):
    """A turn that might be the solution of a puzzle."""

    game: str
    """The name of a game."""
    id: str
    """Which puzzle."""
    moves: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=MOST_MOVES)]
    """The turn; empty: show the solution."""
    table: Token = ""
    """The table in whose game it was found; empty: it came with the game."""


async def puzzles(call: Call) -> PuzzleList:
    """The puzzles of a game."""
    game = call.query.get("game", "")
    found = await asyncio.to_thread(_shipped, game)
    words = Catalogue(faces.faces(game).words, "game")
    names = dict.fromkeys(theme for puzzle in found.values() for theme in puzzle.themes)
    return PuzzleList(
        puzzles=[_info(each) for _, each in sorted(found.items())],
        themes=[
            PuzzleTheme(name, words.render(call.language, f"theme_{name}", "", {})) for name in sorted(names)
        ],
    )


async def found_puzzles(call: Call) -> FoundPuzzles:
    """The puzzles of a finished game, as far as somebody has looked for them."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        found = None if table.puzzles is None else [_info(_read(table, each)) for each in table.puzzles]
    return FoundPuzzles(call.house.puzzle_search.progress(call.table), found)


async def find_puzzles(call: Call) -> FoundPuzzles:
    """Look for puzzles in a finished game."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        _check(table.created.game)
        if table.status not in ("over", "record") or table.game is None:
            raise no("not_now", "not_finished")
        record, is_known = table.game.record(), table.puzzles is not None
    if not is_known and not call.house.puzzle_search.is_running(call.table):
        call.house.guard.spend("thoughts", call.person, call.address)
        call.house.puzzle_search.start(call.person, call.table, record)
    return await found_puzzles(call)


async def puzzle(call: Call) -> Puzzle:
    """A puzzle to solve."""
    game = call.query.get("game", "")
    found = await _puzzle(call, game, call.query.get("id", ""), call.query.get("table", ""))
    return await asyncio.to_thread(_shown, game, found, call.wires, call.language)


def _shown(game: str, found: Any, wires: str, language: str) -> Puzzle:
    lines = [found.solution, found.second]
    studied, reached = states(load(found.record), found.seat, lines, wire_of(game, wires), language)
    return Puzzle(
        id=found.id,
        record=found.record,
        seat=found.seat,
        rating=found.rating,
        themes=found.themes,
        studied=studied,
        reached=[Reached([*moves], changes) for moves, changes in reached.items()],
        second=found.second,
        answer=_verdict(game, found, [], language),
    )


async def solve(call: Call, body: Solve) -> Verdict:
    """Whether a turn is the solution of a puzzle."""
    found = await _puzzle(call, body.game, body.id, body.table)
    return await asyncio.to_thread(_verdict, body.game, found, body.moves, call.language)


def _verdict(game: str, found: Any, moves: list[str], language: str) -> Verdict:
    judge = faces.face(game, "puzzles")
    return Verdict(
        is_solved=judge.is_solution(found, moves),
        why=[parts(text, language) for text in judge.why(found, moves)] if moves else [],
        solution=found.solution,
        why_solution=[parts(text, language) for text in judge.why(found, found.solution)],
        worth=found.worth,
        second_worth=found.second_worth,
        is_second=sorted(moves) == sorted(found.second),
    )


def _info(found: Any) -> PuzzleInfo:
    return PuzzleInfo(found.id, found.rating, found.themes, found.record["options"]["players"])


def _check(game: str) -> None:
    """Refuse a game that has no puzzles."""
    if not faces.is_game(game) or not faces.faces(game).puzzles:
        raise no("not_found", "no_page", "game")


def _shipped(game: str) -> dict[str, Any]:
    """Id → puzzle."""
    _check(game)
    try:
        found: dict[str, Any] = faces.face(game, "puzzles").shipped()
    except BadOption as damage:
        raise No("game_failed", damage.reason, damage.place) from None
    return found


async def _puzzle(call: Call, game: str, name: str, table: str) -> Any:
    """A puzzle that comes with a game, or one that was found at a table."""
    if not table:
        found = (await asyncio.to_thread(_shipped, game)).get(name)
    else:
        async with call.house.visit(table) as room, room.stored() as there:
            every = [_read(there, each) for each in there.puzzles or () if each["id"] == name]
            found = every[0] if every and there.created.game == game else None
    if found is None:
        raise no("not_found", "no_puzzle", "id")
    return found


def _read(table: Table, data: dict[str, Any]) -> Any:
    """A puzzle as its game knows it."""
    return faces.face(table.created.game, "puzzles").Puzzle(**data)

"""The messages about puzzles."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from kabuto.protocol.http import Strict, Token
from kabuto.protocol.socket import Change
from kabuto.protocol.study import Studied
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
    task: str = ""
    """What to look for in such a puzzle, in a sentence; empty: not given."""


class PuzzleList(Struct, frozen=True):
    """The puzzles of a game, always in the same order."""

    puzzles: list[PuzzleInfo]
    """All of them."""
    themes: list[PuzzleTheme]
    """What they are about."""


class FoundPuzzles(Struct, frozen=True):
    """The puzzles of a finished game."""

    progress: float | None
    """How much of the game was looked through, from 0 to 1; null: no search."""
    puzzles: list[PuzzleInfo] | None
    """Null: not searched yet."""


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

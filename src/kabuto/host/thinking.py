"""What a worker does: play a turn, analyse, review, look for puzzles. Where it runs is up to others."""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kabuto.players import Player, dismiss, make, names
from kabuto.table import Game, manifests
from kabuto.table.review import from_review
from kabuto.table.text import parts

MOST_MOVES = 1000
"""How many moves of a turn a program is asked for at once."""
TRIES = 3
"""How often a program is asked for a hint."""
HINT_SECONDS = 2.0
"""How long a hint is thought over."""
REVIEW_ITERATIONS = 200
"""How long each move of a finished game is thought over, divided among the players: some seconds a game."""


class Tasks:
    """What a worker can be asked."""

    def load_engine(self, game: str) -> None:
        """Compile the engine of a game, or load it."""
        with suppress(Exception):  # such as no NumPy and Numba: anyone who needs them will say so
            if warm := manifests.component(game, "warm"):
                warm()

    def play(self, name: str, game: Game[Any, Any], seat: int, seed: int) -> list[str]:
        """The turn of a program."""
        player = seated(name, game.name, seed)
        try:
            return played(lambda game: player.choose(game.view(seat)), game, seat)
        finally:
            dismiss([player], game)

    def analyse(self, game: str, view: Any, seconds: float, language: str) -> Any:
        """What the analysis finds in a position."""
        return manifests.need(game, "analysis").analyse(view, seconds=seconds).to_json(language, parts)

    def advise(self, game: str, program: str, view: Any, seed: int, language: str) -> Any:
        """What a program plays, asked some times: the moves by how often it does, each with its reasons."""
        reasons = manifests.need(game, "reasons")
        chosen = Counter(seated(program, game, seed + n).choose(view) for n in range(TRIES))
        moves = [
            {
                "move": str(move),
                "results": None,
                "why": [parts(text, language) for text in reasons(view, move)],
                "line": [],
            }
            for move, _ in chosen.most_common()
        ]
        return {"ply": view.ply, "chances": [], "moves": moves}

    def review(self, record: dict[str, Any], iterations: int, language: str) -> Any:
        """What the analysis finds in a whole game."""
        analysis = manifests.need(record["game"], "analysis")
        games = max(1, iterations // getattr(analysis, "SLOWNESS", 1))
        return analysis.review(record, iterations=games).to_json(language, parts)

    def look_back(self, record: dict[str, Any], turns: list[int], iterations: int, language: str) -> Any:
        """What the analysis finds in some turns of a game; without turns, how its chances went.

        An analysis that knows only whole games finds everything at once.
        """
        analysis = manifests.need(record["game"], "analysis")
        games = max(1, iterations // getattr(analysis, "SLOWNESS", 1))
        if not hasattr(analysis, "look_back"):
            outline, found = from_review(analysis.review(record, iterations=games))
        elif turns:
            outline, found = None, analysis.look_back(record, turns, iterations=games)
        else:
            outline, found = analysis.outline(record, iterations=games), ()
        return {
            "outline": outline and outline.to_json(),
            "turns": [turn.to_json(language, parts) for turn in found],
        }

    def compute(self, work: Callable[..., Any], *values: Any) -> Any:
        """What a function finds out about some values."""
        return work(*values)

    def puzzles(self, record: dict[str, Any], plies: range) -> Any:
        """The puzzles in a part of a game."""
        find = manifests.need(record["game"], "puzzles").find
        return [puzzle.to_json() for puzzle in find(record, 0, plies)]


def seated(name: str, game: str, seed: int) -> Player:
    """A program of a game by its name; no other program of this machine can be started from afar."""
    if name not in names(game):
        raise ValueError(f"no program {name[:40]!r}")
    return make(name, game, random.Random(seed))


def played(choose: Callable[[Game[Any, Any]], Any], game: Game[Any, Any], seat: int) -> list[str]:
    """The moves of a seat until it has nothing more to decide."""
    moves: list[str] = []
    while seat in game.deciding and len(moves) < MOST_MOVES:
        move = choose(game)
        game.play(move, seat)
        moves.append(str(move))
    return moves

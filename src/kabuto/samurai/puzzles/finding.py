"""Finds puzzles in records: positions in which one turn is clearly better than every other.

The learned evaluation picks positions in which a turn stands out. There turns are compared by games played on
from them to the end, in the same deals: first in a few, then in many by two judges who know nothing of each
other. The strongest level must play the turn as well.
"""

import hashlib
import random
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from kabuto.samurai import Samurai, SamuraiView, Verb
from kabuto.samurai.analysis.reasons import why_turn
from kabuto.samurai.analysis.thought import TO_THE_END
from kabuto.samurai.board import SEA
from kabuto.samurai.moves import END, Move
from kabuto.samurai.players import levels
from kabuto.samurai.players.learned.player import Habits, Learned
from kabuto.samurai.players.search.job import Plan
from kabuto.samurai.players.search.search import Workspace, moves_of
from kabuto.samurai.puzzles.puzzle import Puzzle
from kabuto.samurai.state import Phase
from kabuto.samurai.tokens import TOKENS
from kabuto.table import load
from kabuto.table.chances import Chance
from kabuto.table.record import dumps

LEAD = 0.08
"""How much better the solution is than every other turn, at the lower end of the 95 % interval."""
GLANCE, HABITS, SHORT_GAMES = 0.08, Habits(width=32), 600
"""How far the learned evaluation puts the best turn ahead, at once and in so many short games."""


class Look(NamedTuple):
    """How turns are compared: the ones that look best in a few games each, then the best of those in many."""

    width: int
    roughly: int
    closest: int
    games: int


FIRST, PROMISING = Look(24, 60, 4, 300), 0.09
"""A first look, and the lead in it that is worth a close one."""
CLOSE = Look(64, 150, 6, 2000)
SOLVERS, TRIES = tuple(getattr(levels, f"level{n}") for n in range(1, 8)), 3
"""Who tries to solve a puzzle, and how often each."""
STRONGEST = levels.level10
"""Who must agree with the solution."""
EASIEST, STEP = 600, 200
"""The rating of a puzzle that every level finds, and how much one level that does not find it adds."""
BEHIND, GOOD, SURE = 0.45, 0.55, 0.98
"""Worth less, the best turn saves what can be saved; a second best worth more is good, too."""
FEW = 6
"""With so few figures left on the board, the end is near."""


class Compared(NamedTuple):
    """A turn, and what it was worth to its player."""

    moves: tuple[Move, ...]
    worth: Chance

    @property
    def notation(self) -> list[str]:
        """Its moves, without the end of the turn."""
        return [str(move) for move in self.moves if move != END]


class Judge:
    """Compares the turns of a position."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._workspace = Workspace()

    def compare(self, view: SamuraiView, look: Look) -> list[Compared]:
        """The turns that look best, by what they are worth."""
        root = self._workspace.root(view, self._rng.getrandbits(60))
        turns = self._workspace.find(root, replace(TO_THE_END, width=look.width))
        if len(turns) > look.closest:
            roughly = self._worth(view, root, turns, look.roughly)
            best = sorted(range(len(turns)), key=lambda i: -roughly[i])
            turns = [turns[i] for i in best[: look.closest]]
        worth = self._worth(view, root, turns, look.games)
        found = [
            Compared(moves_of(turn), Chance.of(mean, look.games))
            for turn, mean in zip(turns, worth, strict=True)
        ]
        return sorted(found, key=lambda compared: -compared.worth.mean)

    def _worth(self, view: SamuraiView, root: Any, turns: list[Plan], games: int) -> list[float]:
        """Turn → its mean result for the player."""
        assert view.seat is not None
        tally = self._workspace.compare(root, turns, view.seat, games, TO_THE_END)
        return [results[view.seat] / games for results in tally]


def find(record: Mapping[str, Any], seed: int = 0, plies: Container[int] | None = None) -> Iterator[Puzzle]:
    """The puzzles in a game, the last one first; ``plies``: only those after so many moves."""
    game = load(record)
    assert isinstance(game, Samurai)
    glancing = Learned(random.Random(seed), iterations=SHORT_GAMES, settings=HABITS)
    looking = Judge(seed)
    while game.ply:
        game.undo()
        if plies is not None and game.ply not in plies:
            continue
        view = game.view(game.to_move)
        if (
            view.state.phase is Phase.TURN
            and not view.state.played
            and _is_promising(view, glancing, looking)
        ):
            puzzle = _puzzle(view, seed)
            if puzzle is not None:
                yield puzzle


def holds(puzzle: Puzzle, seed: int) -> bool:
    """Whether a judge with this seed finds the solution as good as a puzzle demands, and the level plays it.

    The strongest level knows turns that the judge never thinks of.
    """
    game = load(puzzle.record)
    assert isinstance(game, Samurai)
    found = _judged(game.view(puzzle.seat), seed)
    if found is None or found[0].notation != puzzle.solution:
        return False
    return _turn(game, STRONGEST, seed) == sorted(puzzle.solution)


def _is_promising(view: SamuraiView, glancing: Learned, looking: Judge) -> bool:
    """Whether one turn stands out at a glance, and is the one that stands out in whole games."""
    favourite = _favourite(view, glancing)
    if favourite is None:
        return False
    found = looking.compare(view, FIRST)
    return found[0].moves == favourite and found[0].worth.mean - found[1].worth.mean >= PROMISING


def _favourite(view: SamuraiView, player: Learned) -> tuple[Move, ...] | None:
    """The turn that the learned evaluation puts ahead of all others, at once and in short games."""
    assert view.seat is not None
    at_once = player.workspaces[0].find(player.root(view), HABITS)
    if len(at_once) < 2 or at_once[0].value - at_once[1].value < GLANCE:
        return None
    best, second, *_ = player.weigh(view)
    return best.moves if best.results[view.seat] - second.results[view.seat] >= GLANCE else None


def _judged(view: SamuraiView, seed: int) -> tuple[Compared, Compared] | None:
    """The best turn and the second best in a close look, if the best is clearly better."""
    found = Judge(seed).compare(view, CLOSE)
    if len(found) < 2 or (found[0].worth - found[1].worth).low < LEAD:
        return None
    return found[0], found[1]


def _puzzle(view: SamuraiView, seed: int) -> Puzzle | None:
    """The puzzle of a position, if two judges and the strongest level agree on its solution."""
    first = _judged(view, seed + 1)
    second = first and _judged(view, seed + 2)
    if not (first and second and first[0].moves == second[0].moves):
        return None
    best, other = first
    assert view.seat is not None
    game = view.sample(random.Random(seed))  # its player must not learn more than was known
    if _turn(game.copy(), STRONGEST, seed) != sorted(best.notation):
        return None
    record = {key: value for key, value in game.record().items() if key != "outcome"}
    named_by = {key: value for key, value in record.items() if key != "rules"}  # as when ids were first made
    return Puzzle(
        id=hashlib.sha256(dumps(named_by).encode()).hexdigest()[:8],
        record=record,
        seat=view.seat,
        solution=best.notation,
        worth=round(best.worth.mean, 4),
        second=other.notation,
        second_worth=round(other.worth.mean, 4),
        themes=themes(view, best.moves, best.worth.mean, other.worth.mean),
        rating=rating(game, best.notation),
    )


def themes(view: SamuraiView, moves: tuple[Move, ...], worth: float, second: float) -> list[str]:
    """What a turn is about; the first of them says what the solver is told to look for."""
    reasons = {text.key for text in why_turn(view, moves)}
    verbs = {move.verb for move in moves}
    ships = {move.token for move in moves if move.verb is Verb.PLAY and TOKENS[move.token].terrain == SEA}
    ends = {"ends_won", "ends_shared", "last_turn"}
    left = sum(figures.bit_count() for figures in view.state.figures)
    found = {
        "ending": worth >= SURE and reasons & ends,
        "rescue": worth < BEHIND,
        "choice": second >= GOOD and worth < SURE,
        "tie": reasons & {"sets_aside", "denies"} and not reasons & {"takes", *ends},
        "capture": reasons & {"takes", *ends},
        "denial": reasons & {"denies", "sets_aside", "breaks", "snatches"},
        "exchange": verbs & {Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS},
        "ship": ships,
        "endgame": left <= FEW or reasons & ends,
    }
    return [theme for theme, holds in found.items() if holds] or ["quiet"]


def rating(game: Samurai, solution: list[str]) -> int:
    """How hard a puzzle is: by the levels that do not find its solution."""
    missed = sum(
        _turn(game.copy(), level, number) != sorted(solution) for level in SOLVERS for number in range(TRIES)
    )
    return EASIEST + round(STEP * missed / TRIES)


def _turn(game: Samurai, level: Callable[[random.Random], Any], seed: int) -> list[str]:
    """The turn that a level plays."""
    seat, player = game.to_move, level(random.Random(seed))
    first = game.ply
    while game.to_move == seat:
        game.play(player.choose(game.view(seat)))
    return sorted(str(move) for move in game.moves[first:] if move != END)

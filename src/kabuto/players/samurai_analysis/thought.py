"""Two ways of thinking about a position: look for moves, and measure what a move is worth.

The search as it plays looks for moves: it judges positions by its evaluation, which orders moves well and
quickly, but whose numbers are not how often a position is won. So what a move is worth is measured by games
that go on from it to their end. Each is won, lost or shared, and how many there are gives the interval.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isfinite, sqrt
from time import perf_counter

from kabuto.players.samurai_analysis.outlook import after, figures_won
from kabuto.players.samurai_search import Search
from kabuto.players.samurai_tree import STRONG, Branch, Tree
from kabuto.samurai import Move, SamuraiView, ranking
from kabuto.samurai.kernel import tables
from kabuto.samurai.kernel.actions import from_ids
from kabuto.samurai.moves import END
from kabuto.samurai.state import Phase
from kabuto.table import BadOption
from kabuto.table.errors import short

PLAYED_OUT = {**STRONG, "trust": 0.0}
"""The search, but without the evaluation: every game goes on to its end."""
ROUNDS = 16
"""Draws from which the games go on after the end of a turn."""
GAMES_SHARE = 0.5
"""The part of a time that goes into games; the rest is for the search."""
TRIAL = 100
"""Games that show how long one takes, when the budget is a time."""
SPECTATOR = -1
"""The number of a seat that nobody has: to the search every hand is unseen then."""
STANDARD_ERRORS = 1.96
"""How far a 95 % interval reaches to each side."""
SHORTLIST = 10
"""Moves that are worth a closer look."""
LIKELY = 0.5
"""An answer is told if it was looked at in this part of all games; others hang on tokens nobody can see."""


@dataclass(frozen=True)
class Chance:
    """An expected result, 1 for a victory and a part of it for a shared one, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, mean: float, games: int) -> "Chance":
        """The mean of so many games, with the interval of Wilson."""
        more = STANDARD_ERRORS**2 / games
        middle = (mean + more / 2) / (1 + more)
        reach = STANDARD_ERRORS * sqrt(mean * (1 - mean) / games + more / (4 * games)) / (1 + more)
        return cls(mean, max(0.0, middle - reach), min(1.0, middle + reach))

    @classmethod
    def sure(cls, result: float) -> "Chance":
        """A result that is known."""
        return cls(result, result, result)

    def __sub__(self, other: "Chance") -> "Chance":
        """The difference of two results that were measured apart."""
        mean = self.mean - other.mean
        below = sqrt((self.mean - self.low) ** 2 + (other.high - other.mean) ** 2)
        above = sqrt((self.high - self.mean) ** 2 + (other.mean - other.low) ** 2)
        return Chance(mean, mean - below, mean + above)

    def to_json(self) -> dict[str, float]:
        """The three numbers, to four places."""
        return {"mean": round(self.mean, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


Chances = tuple[Chance, ...]
"""Seat → expected result."""
Progress = Callable[[float], object]
"""Is told now and then which part of the work is done, from 0 to 1."""


def silent(done: float) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Budget:
    """How long to think about a position: so many iterations, or so many seconds."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise BadOption("a budget is a number of iterations, or of seconds", "budget")
        if self.iterations is not None and (type(self.iterations) is not int or self.iterations < 1):
            raise BadOption(f"iterations are a whole number above 0, not {short(self.iterations)}", "budget")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise BadOption(f"seconds are a number above 0, not {short(self.seconds)}", "budget")

    def to_json(self) -> dict[str, float]:
        """The one that is given."""
        return {"seconds": self.seconds} if self.seconds else {"iterations": self.iterations or 0}


@dataclass(frozen=True)
class Ideas:
    """What the search thinks of a position."""

    best: Move
    """The move that the search would play."""
    visits: dict[Move, int]
    """Move → how often it was looked at, most often first; those never looked at are left out."""

    @property
    def shortlist(self) -> list[Move]:
        """The moves worth a closer look: the best, and those looked at most."""
        return list(dict.fromkeys([self.best, *self.visits]))[:SHORTLIST]


@dataclass(frozen=True)
class Worth:
    """What a move was measured to be worth."""

    games: int
    results: Chances
    """What each seat can expect after it."""
    line: tuple[Move, ...]
    """The move, how the turn goes on, and the answer if there is one that hardly depends on hidden tokens."""


class Thinker:
    """Thinks about positions, one after the other, with the same budget for each."""

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        """The same seed and number of iterations find the same."""
        self.budget = budget
        self._rng = random.Random(seed)
        seconds = budget.seconds and budget.seconds * (1 - GAMES_SHARE)
        self._search = Search(self._rng, seconds=seconds, iterations=budget.iterations)
        # These two are told with every position how long to think: so many times one iteration.
        self._quick = Search(self._rng, iterations=1)
        self._games = Search(self._rng, iterations=1, parameters=PLAYED_OUT)

    def ideas(self, view: SamuraiView) -> Ideas:
        """Look for moves of the seat that is to move."""
        return _ideas(self._search, view)

    def games(self, view: SamuraiView, parts: float = 1.0) -> int:
        """How many games the budget allows for each of some parts of the work."""
        if self.budget.iterations is not None:
            return self.budget.iterations
        assert self.budget.seconds is not None
        start = perf_counter()
        self.chances(view, TRIAL)
        each = (perf_counter() - start) / TRIAL
        return max(1, round(self.budget.seconds * GAMES_SHARE / each / parts))

    def chances(self, view: SamuraiView, games: int) -> Chances:
        """What each seat can expect, from games that go on from a position.

        They deal what the seat of the view, or a spectator, cannot see. While they are played the search
        learns which moves are good in them.
        """
        self._games.trees[0].clear()
        self._play(view, games)
        return self._results(view.players)

    def measure(self, view: SamuraiView, move: Move, games: int) -> Worth:
        """What a move is worth, from games that go on when its turn is over.

        The search finishes the turn: so all moves are compared when the same seat is to answer, whether
        they end the turn or leave something to play.
        """
        line, there = [move], view
        while move != END:
            there = after(there, move, self._rng)
            if there.to_move != view.seat or there.state.phase is not Phase.TURN:
                break
            move = _ideas(self._quick, there, games).best
            line.append(move)
        tree = self._games.trees[0]
        tree.clear()
        rounds = min(games, ROUNDS) if move == END else 1
        for number in range(rounds):
            answer = after(there, END, self._rng) if move == END else there
            if answer.to_move is None:
                return Worth(games, _final(answer), tuple(line))
            self._play(answer, games * (number + 1) // rounds - games * number // rounds)
        reply = _favourite(tree, tree.top, LIKELY)
        return Worth(games, self._results(view.players), (*line, *([_move(reply)] if reply else [])))

    def _play(self, view: SamuraiView, games: int) -> None:
        self._games.think(replace(view, seat=SPECTATOR) if view.seat is None else view, games)

    def _results(self, players: int) -> Chances:
        branches = list(self._games.trees[0].branches())
        played = sum(branch.visits for branch in branches)
        return tuple(
            Chance.of(sum(branch.visits * branch.results[seat] for branch in branches) / played, played)
            for seat in range(players)
        )


def _ideas(search: Search, view: SamuraiView, share: float = 1.0) -> Ideas:
    """Search anew with a share of the budget, and see what was looked at."""
    tree = search.trees[0]
    tree.clear()
    search.think(view, share)
    tried = sorted(_moves(tree), key=lambda path: -path[-1].visits)
    visits = {_move(path): path[-1].visits for path in tried}
    favourite = _favourite(tree, tree.top)
    return Ideas(_move(favourite) if favourite else next(iter(visits), view.legal_moves()[0]), visits)


def _final(view: SamuraiView) -> Chances:
    """The result of a finished game: nothing about it is uncertain."""
    winners = ranking(figures_won(view))[0]
    return tuple(Chance.sure((seat in winners) / len(winners)) for seat in range(view.players))


Path = list[Branch]
"""The one or two actions of a move."""


def _moves(tree: Tree) -> Iterator[Path]:
    """Every move that was tried at the top."""
    for branch in tree.branches():
        if _is_half(branch.action):
            yield from ([branch, second] for second in tree.branches(branch.node))
        else:
            yield [branch]


def _favourite(tree: Tree, node: int, share: float = 0.0) -> Path:
    """The move looked at most at a node; nothing if that was too small a share."""
    path: Path = []
    while not path or (len(path) == 1 and _is_half(path[0].action)):
        branches = list(tree.branches(path[0].node if path else node))
        most = max(branches, key=lambda branch: (branch.visits, -branch.action), default=None)
        if most is None or most.visits < share * sum(branch.visits for branch in branches):
            return []
        path.append(most)
    return path


def _move(path: Path) -> Move:
    return from_ids([branch.action for branch in path])


def _is_half(action: int) -> bool:
    """Whether an action is the first half of an exchange."""
    return tables.FIGURE <= action < tables.END

"""Finds moves in a position, and measures what a move is worth.

The search looks for whole turns with the learned evaluation. The worth of a move is measured by short games:
everybody has one more turn, played as ``learned`` would, and the network says how likely each seat is to win
then. How far the games differ gives the confidence interval.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from time import perf_counter

from kabuto.samurai import Move, SamuraiView, ranking
from kabuto.samurai.analysis.lookahead import after, figures_won
from kabuto.samurai.kernel.actions import to_ids
from kabuto.samurai.moves import END
from kabuto.samurai.players.learned.player import HABITS, Learned
from kabuto.samurai.players.search.job import EMPTY, Plan
from kabuto.samurai.players.search.search import ENDLESS, STRONG, moves_of
from kabuto.samurai.state import Phase
from kabuto.table.chances import STANDARD_ERRORS, Budget, Chance, Chances

TO_THE_END = replace(STRONG, width=1, horizon=ENDLESS, weights=STRONG.others)
"""Every game is played to the end instead of being evaluated, and no seat plays better than another."""
SHORT = replace(HABITS, rounds=1, reply_beam=4)
"""In each game, everybody has one more turn: a review measures hundreds of moves."""
AT_A_GLANCE = replace(SHORT, width=1, proposals=8, beam=4)
"""For the rest of a turn and the reply to it."""
GAMES_SHARE = 0.5
"""The share of a budget in seconds that goes into games; the search gets the rest."""
TRIAL = 20
"""Games to play first to see how long one takes, when the budget is in seconds."""
PARTS = 20
"""Games are played in this many parts. How far their results differ gives the interval."""
SHORTLIST = 10
"""How many moves are worth a closer look."""
DEALS, LIKELY = 24, 0.5
"""A reply is reported if the next seat plays it in at least half of 24 random deals: otherwise it depends on
hidden tokens."""


@dataclass(frozen=True)
class Ideas:
    """What the search thinks of a position."""

    best: Move
    """The move that the search would play."""
    visits: dict[Move, int]
    """Move → how many games the search played with it, most first; moves it never tried are left out."""

    @property
    def shortlist(self) -> list[Move]:
        """The moves worth a closer look: the best one, and those tried most often."""
        return list(dict.fromkeys([self.best, *self.visits]))[:SHORTLIST]


@dataclass(frozen=True)
class Worth:
    """The measured worth of a move."""

    games: int
    results: Chances
    """What each seat can expect after it."""
    line: tuple[Move, ...]
    """The move, the rest of the turn, and the reply if it hardly depends on hidden tokens."""


class Thinker:
    """Analyses one position after another, with the same budget for each."""

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        """The same seed and number of iterations give the same results."""
        self.budget, self.seed = budget, seed
        self._rng = random.Random(seed)
        seconds = budget.seconds and budget.seconds * (1 - GAMES_SHARE)
        self._search = Learned(self._rng, seconds=seconds, iterations=budget.iterations, settings=SHORT)
        self._workspace = self._search.workspaces[0]

    def ideas(self, view: SamuraiView) -> Ideas:
        """Look for moves of the seat that is to move."""
        if view.state.phase is not Phase.TURN:
            return Ideas(self._search.choose(view), dict.fromkeys(view.legal_moves(), 0))
        visits: Counter[Move] = Counter()
        tried = self._search.weigh(view)
        for turn in tried:
            visits[turn.moves[0]] += turn.games
        best = tried[0].moves[0] if tried else view.legal_moves()[0]
        return Ideas(best, dict(visits.most_common()))

    def games(self, view: SamuraiView, parts: float = 1.0) -> int:
        """How many games the budget allows for each of several equal parts of the work."""
        if self.budget.iterations is not None:
            return self.budget.iterations
        assert self.budget.seconds is not None
        start = perf_counter()
        self.chances(view, TRIAL)
        each = (perf_counter() - start) / TRIAL
        return max(1, round(self.budget.seconds * GAMES_SHARE / each / parts))

    def chances(self, view: SamuraiView, games: int) -> Chances:
        """What each seat can expect, measured by games played on from a position.

        Each game deals again what the seat with this view, or a spectator, cannot see.
        """
        return _measured(lambda number: self._search.play_on(view, number), games, view.players)

    def measure(self, view: SamuraiView, move: Move, games: int) -> Worth:
        """What a move is worth, measured by games played on from the end of its turn.

        The rest of the turn is planned first. So all moves are compared at the point where the next seat is
        to reply, whether they end the turn or leave more to play.
        """
        there = view if move == END else after(view, move, self._rng)
        if there.to_move != view.seat or there.state.phase is not Phase.TURN:  # set-up goes on
            return Worth(games, self.chances(there, games), (move,))
        rest = EMPTY if move == END else self._plan(self._search.root(there))
        moves = moves_of(rest)
        line = moves if move == END else (move, *moves)
        end = there
        for each in moves:
            end = after(end, each, self._rng)
        if end.to_move is None:
            return Worth(games, _final(end), line)
        assert view.seat is not None
        root, seat = self._search.root(there), view.seat

        def play(number: int) -> tuple[float, ...]:
            (results,) = self._workspace.compare(root, [rest], seat, number, SHORT)
            return tuple(result / number for result in results)

        results = _measured(play, games, view.players)
        return Worth(games, results, (*line, *self._answer(end)))

    def reseed(self, moment: int) -> None:
        """Think about a moment of a game as if nothing else had been thought about before."""
        self._rng.seed(f"{self.seed} {moment}")

    def best_turn(self, view: SamuraiView) -> tuple[Move, ...]:
        """The whole turn that the search would play, with its end."""
        tried = self._search.weigh(view)
        return tried[0].moves if tried else (END,)

    def difference(self, view: SamuraiView, one: Sequence[Move], other: Sequence[Move], games: int) -> Chance:
        """How much more a turn promises its player than another one: both are tried in the same deals."""
        seat, root = view.seat, self._search.root(view)
        assert seat is not None
        turns = [*map(_planned, (one, other))]
        numbers = [games // PARTS + (part < games % PARTS) for part in range(min(PARTS, games))]
        parts = []
        for number in numbers:
            better, worse = self._workspace.compare(root, turns, seat, number, SHORT)
            parts.append((better[seat] - worse[seat]) / number)
        mean = _mean(parts, numbers)
        reach = STANDARD_ERRORS * _spread(parts) / len(parts) ** 0.5 if len(parts) > 1 else 1.0
        return Chance(mean, mean - reach, mean + reach)

    def _plan(self, root: object) -> Plan:
        """The turn that looks best, or the rest of it; an empty plan if there is nothing to play."""
        return next(iter(self._workspace.find(root, AT_A_GLANCE)), EMPTY)

    def _answer(self, view: SamuraiView) -> tuple[Move, ...]:
        """What the next seat plays first, if that hardly depends on what it holds; else nothing."""
        assert view.seat is not None
        first: Counter[Move] = Counter()
        for _ in range(DEALS):
            root = self._search.root(view)
            self._workspace.redeal(root, view.seat)
            first[moves_of(self._plan(root))[0]] += 1
        move, times = first.most_common(1)[0]
        return (move,) if times >= LIKELY * DEALS and move != END else ()


def _planned(moves: Sequence[Move]) -> Plan:
    """A whole turn as a plan."""
    ids = [to_ids(move) for move in moves if move != END]
    return Plan(0.0, tuple((each[0], each[1] if len(each) > 1 else -1) for each in ids))


def _measured(play: Callable[[int], Sequence[float]], games: int, players: int) -> Chances:
    """The mean results of a number of games; their parts tell how far off these may be."""
    if games < 2 * PARTS:
        return tuple(Chance.of(mean, games) for mean in play(games)[:players])
    numbers = [games // PARTS + (part < games % PARTS) for part in range(PARTS)]
    seats = zip(*(play(number)[:players] for number in numbers), strict=True)
    return tuple(Chance.near(_mean(parts, numbers), _spread(parts) / PARTS**0.5) for parts in seats)


def _mean(parts: Sequence[float], weights: Sequence[int]) -> float:
    return fsum(part * weight for part, weight in zip(parts, weights, strict=True)) / sum(weights)


def _spread(parts: Sequence[float]) -> float:
    """The standard deviation of what these parts are a sample of."""
    middle = fsum(parts) / len(parts)
    return sqrt(fsum((part - middle) ** 2 for part in parts) / (len(parts) - 1))


def _final(view: SamuraiView) -> Chances:
    """The result of a finished game: nothing about it is uncertain."""
    winners = ranking(figures_won(view))[0]
    return tuple(Chance.sure((seat in winners) / len(winners)) for seat in range(view.players))

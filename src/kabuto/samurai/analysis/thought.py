"""Finds moves in a position, and measures what a move is worth.

The search looks for whole turns with the learned evaluation. The worth of a move is measured by short games:
everybody has one more turn, played as ``learned`` would, and the network says how likely each seat is to win
then. How far the games differ gives the confidence interval.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np

from kabuto.samurai import Move, SamuraiView, ranking
from kabuto.samurai.analysis.lookahead import after, figures_won
from kabuto.samurai.kernel import calls
from kabuto.samurai.moves import END
from kabuto.samurai.players.learned.player import HABITS, Learned
from kabuto.samurai.players.search.search import ENDLESS, STRONG, moves_of
from kabuto.samurai.players.search.turns import PLAN
from kabuto.samurai.state import Phase
from kabuto.table.chances import Budget, Chance, Chances

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
        self.budget = budget
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
        rest = np.zeros(1, PLAN) if move == END else self._plan(self._search.root(there))
        moves = moves_of(rest[0])
        line = moves if move == END else (move, *moves)
        end = there
        for each in moves:
            end = after(end, each, self._rng)
        if end.to_move is None:
            return Worth(games, _final(end), line)
        assert view.seat is not None
        alive, root, seat = np.ones(1, np.int64), self._search.root(there), view.seat

        def play(number: int) -> Any:
            return self._workspace.compare(root, rest, alive, seat, number, SHORT)[0] / number

        results = _measured(play, games, view.players)
        return Worth(games, results, (*line, *self._answer(end)))

    def _plan(self, root: Any) -> Any:
        """The turn that looks best, or the rest of it; an empty plan if there is nothing to play."""
        found = self._workspace.find(root, AT_A_GLANCE)
        return found if len(found) else np.zeros(1, PLAN)

    def _answer(self, view: SamuraiView) -> tuple[Move, ...]:
        """What the next seat plays first, if that hardly depends on what it holds; else nothing."""
        assert view.seat is not None
        first: Counter[Move] = Counter()
        for _ in range(DEALS):
            root = self._search.root(view)
            calls.redeal(root, 0, view.seat)
            first[moves_of(self._plan(root)[0])[0]] += 1
        move, times = first.most_common(1)[0]
        return (move,) if times >= LIKELY * DEALS and move != END else ()


def _measured(play: Callable[[int], Any], games: int, players: int) -> Chances:
    """The mean results of a number of games; their parts tell how far off these may be."""
    if games < 2 * PARTS:
        return tuple(Chance.of(float(mean), games) for mean in play(games)[:players])
    numbers = [games // PARTS + (part < games % PARTS) for part in range(PARTS)]
    parts = np.array([play(number)[:players] for number in numbers])
    means, errors = np.average(parts, axis=0, weights=numbers), parts.std(axis=0, ddof=1) / PARTS**0.5
    return tuple(Chance.near(float(mean), float(error)) for mean, error in zip(means, errors, strict=True))


def _final(view: SamuraiView) -> Chances:
    """The result of a finished game: nothing about it is uncertain."""
    winners = ranking(figures_won(view))[0]
    return tuple(Chance.sure((seat in winners) / len(winners)) for seat in range(view.players))

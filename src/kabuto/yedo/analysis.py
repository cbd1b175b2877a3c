"""Analysis of Yedo: what each move in a position is worth, and where a game was won.

What a move is worth is measured by sampled games: what the seat cannot see is dealt again, the move is made,
and everybody plays on greedily to the end of the round. What the clans have then says how likely each is to
win. Two moves are compared in the same samples. The chances over a game are those of a spectator, who sees no
hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from time import perf_counter
from typing import Any

from kabuto.table import BadOption
from kabuto.table.chances import STANDARD_ERRORS, WORDS, Budget, Chance, Chances, Progress, silent
from kabuto.table.plot import curve_svg, moves_svg
from kabuto.table.review import Analysis, Candidate, Ply, Review, shares, walk
from kabuto.yedo.ending import outcome
from kabuto.yedo.game import Yedo
from kabuto.yedo.moves import PASS, Move
from kabuto.yedo.players.estate import chances
from kabuto.yedo.players.judging import judge
from kabuto.yedo.players.search import Effort, Search, play_on
from kabuto.yedo.reasons import grounds, reasons
from kabuto.yedo.sampling import Deals
from kabuto.yedo.state import State
from kabuto.yedo.view import YedoView

__all__ = ["analyse", "curve_svg", "moves_svg", "review"]

ITERATIONS, REVIEWED = 400, 60
"""Games for a position, and for each decision of a game that is reviewed."""
CURVE = (16, 6)
"""The chances over a game are measured with a sixth of the games, but at least 16 divided by the players."""
SHORTLIST = 8
SLOWNESS = 8
"""A game tried takes so many times longer than the server reckons with, and it asks for so many fewer."""
TRIAL = 4
"""Games to play first to see how long one takes, when the budget is in seconds."""
LEAST = 1e-3
"""A cost below this is none."""


def analyse(
    view: YedoView,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Analysis:
    """Analyse a position using only what its view shows; 400 games by default.

    The same seed and number of games give the same result.
    """
    if not isinstance(view, YedoView):
        raise BadOption(WORDS.say("other_view", game="yedo", given=type(view).__name__), "view")
    if view.to_move is None:
        raise BadOption(WORDS.say("nothing_to_analyse"), "view")
    budget = Budget(ITERATIONS if iterations is None and seconds is None else iterations, seconds)
    thinker, seat = _Thinker(budget, seed), view.seat
    if seat is None or seat != view.to_move:
        return Analysis("yedo", view, budget, seed, thinker.chances(view, thinker.games(view)), ())
    legal = view.legal_moves()
    value = judge(view.state, seat)
    ranked = sorted(legal, key=value, reverse=True)[:SHORTLIST]
    games = max(2, thinker.games(view) // len(ranked))
    results = thinker.compare(view, ranked, games, progress)
    tried = [
        Candidate(move, games, games, _chances(found), (move,), reasons(view, move))
        for move, found in zip(ranked, results, strict=True)
    ]
    tried.sort(key=lambda candidate: -candidate.results[seat].mean)
    others = [Candidate(move, 0, 0, (), (), reasons(view, move)) for move in legal if move not in ranked]
    return Analysis("yedo", view, budget, seed, tried[0].results, (*tried, *others))


def review(
    record: Mapping[str, Any],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Review:
    """Review a game, with the same budget for each decision; 60 games by default."""
    budget = Budget(REVIEWED if iterations is None and seconds is None else iterations, seconds)
    thinker = _Thinker(budget, seed)
    return walk(record, Yedo, budget, seed, thinker.curve, partial(_ply, thinker), progress)


def _ply(thinker: "_Thinker", game: Yedo, move: Move, before: Chances) -> Ply:
    """Judge a move, and play it. A pass that was all there was to do changes no chances."""
    seat = game.to_move
    assert seat is not None
    view = game.view(seat)
    is_choice = len(view.legal_moves()) > 1
    preferred, cost = thinker.judge(view, move) if is_choice else ((), Chance.sure(0.0))
    told = grounds(view, move), grounds(view, preferred[0]) if preferred else ()
    game.play(move)
    if game.outcome is not None:
        chances = shares(game.outcome, game.players)
    else:
        chances = thinker.curve(game) if is_choice and move != PASS else before
    return Ply(game.ply, seat, move, chances, preferred, cost, *told)


class _Thinker:
    """Looks at one position after another, with the same budget for each."""

    def __init__(self, budget: Budget, seed: int) -> None:
        self.budget, self.rng = budget, Random(seed)

    def games(self, view: YedoView) -> int:
        """How many games the budget allows."""
        if self.budget.iterations is not None:
            return self.budget.iterations
        assert self.budget.seconds is not None
        begun = perf_counter()
        self.chances(view, TRIAL)
        return max(TRIAL, round(self.budget.seconds / (perf_counter() - begun) * TRIAL))

    def chances(self, view: YedoView, games: int) -> Chances:
        """What each seat can expect."""
        return _chances([outlook(state, rng) for state, rng in self._samples(view, games)])

    def curve(self, game: Yedo) -> Chances:
        """What each seat can expect, as a spectator sees it."""
        least, part, view = *CURVE, game.view(None)
        return self.chances(view, max(2, least // view.players, self.games(view) // part))

    def judge(self, view: YedoView, played: Move) -> tuple[tuple[Move, ...], Chance]:
        """The move that the search prefers, and what the move played costs in comparison."""
        games, seat = self.games(view), view.seat
        assert seat is not None
        best = Search(self.rng, Effort(games, thorough=True, prior=6.0)).choose(view)
        if best == played:
            return (), Chance.sure(0.0)
        one, two = self.compare(view, [best, played], max(2, games // 2))
        cost = _chance([a[seat] - b[seat] for a, b in zip(one, two, strict=True)])
        return ((best,), cost) if cost.mean > LEAST else ((), Chance.sure(0.0))

    def compare(
        self, view: YedoView, moves: Sequence[Move], games: int, progress: Progress = silent
    ) -> list[list[list[float]]]:
        """Move → sample → the chances of every seat after it."""
        found: list[list[list[float]]] = [[] for _ in moves]
        for number, (state, rng) in enumerate(self._samples(view, games)):
            progress(number / games)
            chance = rng.getrandbits(64)
            for results, move in zip(found, moves, strict=True):
                results.append(outlook(state, Random(chance), move))
        return found

    def _samples(self, view: YedoView, games: int) -> Iterator[tuple[State, Random]]:
        deals = Deals(view)
        for _ in range(games):
            yield deals.state(self.rng), Random(self.rng.getrandbits(64))


def outlook(state: State, rng: Random, move: Move | None = None) -> list[float]:
    """Seat → its chance to win, after a move if there is one, and greedy play to the end of the round."""
    end = play_on(state, move, rng, state.round + 1)
    result = outcome(end)
    if result is not None:
        return [(seat in result.winners) / len(result.winners) for seat in range(len(end.clans))]
    return chances(end)


def _chances(samples: list[list[float]]) -> Chances:
    return tuple(_chance([sample[seat] for sample in samples]) for seat in range(len(samples[0])))


def _chance(results: list[float]) -> Chance:
    """The mean of some results, with the interval of the mean."""
    mean, reach = fmean(results), STANDARD_ERRORS * pstdev(results) / sqrt(len(results) - 1)
    return Chance(mean, mean - reach, mean + reach)

"""Analysis of Yedo: what each move in a position is worth, and where a game was won.

What a move is worth is measured by sampled games, as the strongest level does it: what the seat cannot see
is dealt again, the move is made, and everyone plays on greedily to the end of the next round. What the
clans have then says how likely each is to win. Two moves are compared in the same samples. The chances over
a game are those of a spectator, who sees no hand, to the end of the present round.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from time import perf_counter
from typing import Any

from kabuto.table import BadOption, Text
from kabuto.table.chances import STANDARD_ERRORS, WORDS, Budget, Chance, Chances, Progress, silent
from kabuto.table.drawing.plot import curve_svg, moves_svg
from kabuto.table.registry import load
from kabuto.table.review import (
    Analysis,
    Candidate,
    Outline,
    Ply,
    Point,
    Review,
    Span,
    TurnReview,
    Way,
    apart,
    at_start,
    judge_turns,
    shares,
    spans,
    walk,
)
from kabuto.yedo.game import Yedo
from kabuto.yedo.moves import PASS, Move
from kabuto.yedo.players.levels import EFFORTS
from kabuto.yedo.players.move_reasons import grounds, reasons
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.position_value import win_chances
from kabuto.yedo.players.search import Search
from kabuto.yedo.players.trials import trials
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wording.log import phase, tell, tell_fact

__all__ = ["analyse", "curve_svg", "look_back", "moves_svg", "outline", "review"]

STRONGEST = EFFORTS[max(EFFORTS)]
"""Moves are found and compared as the strongest level does it."""
ITERATIONS, REVIEWED = 400, 60
"""Games for a position, and for each decision of a game that is reviewed."""
CURVE = (16, 6)
"""The chances over a game are measured with a sixth of the games, but at least 16 divided by the players."""
SHORTLIST = STRONGEST.breadth
SLOWNESS = 8
"""A game tried takes so many times longer than the server reckons with, and it asks for so many fewer."""
TRIAL = 4
"""Games to play first to see how long one takes, when the budget is in seconds."""
LEAST = 1e-3
"""A cost below this is none."""
SMALL, SECOND_LOOK, LEAST_AGAIN = 0.02, 4, 24
"""A turn that seems to cost more is tried again in so many times the samples, and at least so many."""
HALVES = ("phase_event", "phase_patrol")
"""The outline looks when disciples are about to be placed and when they have been."""
FOLLOWED = 2
"""So much is told of what came of a turn."""


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


def outline(record: Mapping[str, Any], *, iterations: int = REVIEWED, seed: int = 0) -> Outline:
    """How the chances of a game went from one half of a round to the next, roughly."""
    game = _loaded(record)
    now, thinker = at_start(game), _Thinker(Budget(iterations), seed)
    points = [Point(0, thinker.at(now))]
    for move in game.moves:
        before = phase(now.view(None).state)
        now.play(move)
        there = phase(now.view(None).state)
        if now.ply == game.ply or (there != before and there in HALVES):
            points.append(Point(now.ply, thinker.at(now)))
    return Outline(spans(game), tuple(points))


def look_back(
    record: Mapping[str, Any], turns: Iterable[int], *, iterations: int = REVIEWED, seed: int = 0
) -> tuple[TurnReview, ...]:
    """Judge some turns of a game, counted from 0: each by the decision in it that cost most."""
    game = _loaded(record)
    return judge_turns(game, turns, partial(_judged, _Thinker(Budget(iterations), seed), game))


def _judged(thinker: "_Thinker", game: Yedo, now: Yedo, number: int, span: Span) -> TurnReview:
    """Judge a turn, and play it."""
    before, moves = thinker.at(now), game.moves[span.since : span.until]
    told, why, better, cost = list[Text](), tuple[Text, ...](), None, Chance.sure(0.0)
    for place, move in enumerate(moves):
        view = now.view(span.seat)
        preferred, lost = thinker.judge_again(view, move)
        if preferred and lost.mean > cost.mean:
            why, wanted = apart(_grounds(view, move), _grounds(view, preferred[0]))
            better, cost = (
                Way((*moves[:place], *preferred), (*told, _called(view, preferred[0])), wanted),
                lost,
            )
        told.append(_called(view, move))
        why = why or _grounds(view, move)
        now.play(move)
    after = thinker.at(now)
    return TurnReview(
        number, span, before, after, cost, Way(moves, tuple(told), why), better, _followed(game, span)
    )


def _called(view: YedoView, move: Move) -> Text:
    """A move in words; what a space offers is not said of every disciple there."""
    return tell(view, move, past=move.verb == "place")


def _grounds(view: YedoView, move: Move) -> tuple[Text, ...]:
    """What can be said of a move; what a place offers only if there is nothing else."""
    found = grounds(view, move)
    return tuple(text for text in found if text.key != "does") or found


def _followed(game: Yedo, span: Span) -> tuple[Text, ...]:
    """What happened to a seat and to missions before that seat was to decide again."""
    view, found = game.view(None), list[Text]()
    for entry in view.log[span.until :]:
        if entry.seat == span.seat:
            break
        found += [
            text
            for fact in entry.facts
            if (fact.what == "arrest" and fact.seat == span.seat) or fact.what in ("finish", "won")
            if (text := tell_fact(view.state, fact))
        ]
    return tuple(found[:FOLLOWED])


def _loaded(record: Mapping[str, Any]) -> Yedo:
    game = load(record)
    if not isinstance(game, Yedo):
        raise BadOption(WORDS.say("not_reviewed", game="yedo", given=game.name), "game")
    if not game.ply:
        raise BadOption(WORDS.say("no_move_yet"), "record")
    return game


class _Thinker:
    """Looks at one position after another, with the same budget for each."""

    def __init__(self, budget: Budget, seed: int) -> None:
        self.budget, self.seed, self.rng = budget, seed, Random(seed)

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
        return _chances([found for (found,) in self._outlooks(view, [None], games, 1)])

    def curve(self, game: Yedo) -> Chances:
        """What each seat can expect, as a spectator sees it."""
        least, part, view = *CURVE, game.view(None)
        return self.chances(view, max(2, least // view.players, self.games(view) // part))

    def at(self, game: Yedo) -> Chances:
        """The same, whenever it is asked; at the end, the result."""
        if game.outcome is not None:
            return shares(game.outcome, game.players)
        self.rng.seed(f"{self.seed} {game.ply}")
        return self.curve(game)

    def judge_again(self, view: YedoView, played: Move) -> tuple[tuple[Move, ...], Chance]:
        """The same as ``judge``, whenever it is asked, and what seems to cost something in more samples."""
        if len(view.legal_moves()) < 2:
            return (), Chance.sure(0.0)
        self.rng.seed(f"{self.seed} {view.ply} {played}")
        preferred, cost = self.judge(view, played)
        if cost.mean > SMALL:
            seat, games = view.seat, max(LEAST_AGAIN, SECOND_LOOK * self.games(view))
            assert seat is not None
            one, two = self.compare(view, [preferred[0], played], games)
            cost = _chance([a[seat] - b[seat] for a, b in zip(one, two, strict=True)])
        return preferred, cost

    def judge(self, view: YedoView, played: Move) -> tuple[tuple[Move, ...], Chance]:
        """The move that the search prefers, and what the move played costs in comparison."""
        games, seat = self.games(view), view.seat
        assert seat is not None
        best = Search(self.rng, STRONGEST._replace(games=games)).choose(view)
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
        for number, outlooks in enumerate(self._outlooks(view, moves, games, STRONGEST.rounds)):
            progress(number / games)
            for results, each in zip(found, outlooks, strict=True):
                results.append(each)
        return found

    def _outlooks(
        self, view: YedoView, moves: Sequence[Move | None], games: int, rounds: int
    ) -> Iterator[list[list[float]]]:
        """Sample by sample: move → seat → its chance to win, after greedy play for some rounds."""
        state = view.state
        left = max(0, state.setting.board.rounds - state.round - rounds)
        for ends in trials(view, self.rng).ends(moves, games, state.round + rounds):
            yield [
                [float(seat == end.winner) for seat in range(view.players)]
                if end.winner >= 0
                else win_chances(end.estates, left)
                for end in ends
            ]


def _chances(samples: list[list[float]]) -> Chances:
    return tuple(_chance([sample[seat] for sample in samples]) for seat in range(len(samples[0])))


def _chance(results: list[float]) -> Chance:
    """The mean of some results, with the interval of the mean."""
    mean, reach = fmean(results), STANDARD_ERRORS * pstdev(results) / sqrt(len(results) - 1)
    return Chance(mean, mean - reach, mean + reach)

"""Reviews a game: how the chances developed, where they turned, and which moves cost the most.

The chances are those of a spectator who sees no hand, so they depend on what is played and not on who looks.
A move is judged by what its player could know at the time: a better move is found from that seat's view,
never from the record.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from kabuto.samurai import Move, Samurai, SamuraiView
from kabuto.samurai.analysis.reasons import why, why_turn
from kabuto.samurai.analysis.thought import Thinker
from kabuto.table.chances import Budget, Chance, Chances, Progress, silent
from kabuto.table.review import Ply, Review, shares, walk

ITERATIONS = 500
PARTS = 3
"""Measurements for each move: the chances, the better move, the move itself."""
SECOND_LOOK = 4
"""A move that seems to cost something is measured again with this many times the games."""
SMALL = 0.02
"""A move that costs no more than this is not measured again."""


def review(
    record: Mapping[str, Any],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Review:
    """Review a game, with the same budget for each move; 500 iterations by default."""
    budget = Budget(ITERATIONS if iterations is None and seconds is None else iterations, seconds)
    thinker = Thinker(budget, seed)
    return walk(record, Samurai, budget, seed, partial(_chances, thinker), partial(_ply, thinker), progress)


def _ply(thinker: Thinker, game: Samurai, move: Move, before: Chances) -> Ply:
    """Judge a move, and play it."""
    seat = game.to_move
    assert seat is not None
    view = game.view(seat)
    preferred, cost = _judge(thinker, view, move)
    reasons = why(view, move), why_turn(view, preferred) if preferred else ()
    game.play(move)
    return Ply(game.ply, seat, move, _chances(thinker, game), preferred, cost, *reasons)


def _judge(thinker: Thinker, view: SamuraiView, played: Move) -> tuple[tuple[Move, ...], Chance]:
    """The move that the search prefers with what may follow, and what the move played costs in comparison."""
    if len(view.legal_moves()) > 1:
        best = thinker.ideas(view).best
        if best != played:
            games = thinker.games(view, PARTS)
            line, cost = _compare(thinker, view, best, played, games)
            if cost.mean > SMALL:
                line, cost = _compare(thinker, view, best, played, games * SECOND_LOOK)
            return line, cost
    return (), Chance.sure(0.0)


def _compare(
    thinker: Thinker, view: SamuraiView, best: Move, played: Move, games: int
) -> tuple[tuple[Move, ...], Chance]:
    """The line of the better move, and what the other one costs in comparison."""
    assert view.seat is not None
    one, two = thinker.measure(view, best, games), thinker.measure(view, played, games)
    return one.line, one.results[view.seat] - two.results[view.seat]


def _chances(thinker: Thinker, game: Samurai) -> Chances:
    """What a spectator expects; at the end, the result."""
    if game.outcome is not None:
        return shares(game.outcome, game.players)
    view = game.view(None)
    return thinker.chances(view, thinker.games(view, PARTS))

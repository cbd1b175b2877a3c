"""Looks back on the turns of a game: how the chances went, and what a whole turn cost.

A turn is judged by what its player could know when it began. The turn that was played and the one that the
search prefers are tried in the same random deals, so their difference is known better than either of them.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from kabuto.samurai import Move, Samurai, SamuraiView
from kabuto.samurai.analysis.reasons import followed, why_played, why_turn
from kabuto.samurai.analysis.reviewing import ITERATIONS, SECOND_LOOK, SMALL
from kabuto.samurai.analysis.thought import Thinker
from kabuto.samurai.moves import END
from kabuto.samurai.state import Phase
from kabuto.samurai.telling import tell_move
from kabuto.table import BadOption, Text
from kabuto.table.chances import WORDS, Budget, Chance, Chances
from kabuto.table.registry import load
from kabuto.table.review import (
    Outline,
    Point,
    Span,
    TurnReview,
    Way,
    apart,
    at_start,
    judge_turns,
    shares,
    spans,
)

ROUGH, LEAST = 4, 12
"""The outline plays a fourth of the games, but at least 12: it is there at once."""


def outline(record: Mapping[str, Any], *, iterations: int = ITERATIONS, seed: int = 0) -> Outline:
    """How the chances of a game went from turn to turn, roughly."""
    game = _loaded(record)
    turns, now, thinker = spans(game), at_start(game), Thinker(Budget(iterations), seed)
    games = max(LEAST, iterations // ROUGH)
    points = [Point(0, _chances(thinker, now, games))]
    for span in turns:
        for move in game.moves[span.since : span.until]:
            now.play(move)
        points.append(Point(span.until, _chances(thinker, now, games)))
    return Outline(turns, tuple(points))


def look_back(
    record: Mapping[str, Any], turns: Iterable[int], *, iterations: int = ITERATIONS, seed: int = 0
) -> tuple[TurnReview, ...]:
    """Judge some turns of a game, counted from 0."""
    game = _loaded(record)
    return judge_turns(game, turns, partial(_judged, Thinker(Budget(iterations), seed), game))


def _judged(thinker: Thinker, game: Samurai, now: Samurai, number: int, span: Span) -> TurnReview:
    """Judge a turn, and play it."""
    view, moves = now.view(span.seat), game.moves[span.since : span.until]
    before = _chances(thinker, now, _games(thinker))
    # the last turn of a record may have been left in the middle
    is_whole = moves[-1] == END or (game.outcome is not None and span.until == game.ply)
    better, cost = _better(thinker, view, moves, is_whole)
    played, wanted = why_played(view, moves), why_turn(view, better) if better else ()
    if better:
        played, wanted = apart(played, wanted)
    for move in moves:
        now.play(move)
    return TurnReview(
        number,
        span,
        before,
        _chances(thinker, now, _games(thinker)),
        cost,
        Way(moves, _told(view, moves), played),
        Way(better, _told(view, better), wanted) if better else None,
        followed(game, span.seat, span.until),
    )


def _better(
    thinker: Thinker, view: SamuraiView, played: tuple[Move, ...], is_whole: bool
) -> tuple[tuple[Move, ...], Chance]:
    """A turn that promised more, and how much more; nothing in set-up, and of a turn that was not ended."""
    none = (), Chance.sure(0.0)
    if view.state.phase is not Phase.TURN or not is_whole:
        return none
    thinker.reseed(view.ply)
    best, games = thinker.best_turn(view), _games(thinker)
    if sorted(map(str, best)) == sorted(map(str, played)):
        return none
    cost = thinker.difference(view, best, played, games)
    if cost.mean > SMALL:
        cost = thinker.difference(view, best, played, games * SECOND_LOOK)
    return (best, cost) if cost.mean > 0 else none


def _games(thinker: Thinker) -> int:
    assert thinker.budget.iterations is not None
    return thinker.budget.iterations


def _told(view: SamuraiView, moves: Iterable[Move]) -> tuple[Text, ...]:
    """The moves of a turn in words; its end goes without saying."""
    found = tuple(tell_move(view.state, move) for move in moves if move != END)
    return found or (tell_move(view.state, END),)


def _loaded(record: Mapping[str, Any]) -> Samurai:
    game = load(record)
    if not isinstance(game, Samurai):
        raise BadOption(WORDS.say("not_reviewed", game=Samurai.name, given=game.name), "game")
    if not game.ply:
        raise BadOption(WORDS.say("no_move_yet"), "record")
    return game


def _chances(thinker: Thinker, game: Samurai, games: int) -> Chances:
    """What a spectator expects, the same whenever it is asked; at the end, the result."""
    if game.outcome is not None:
        return shares(game.outcome, game.players)
    thinker.reseed(game.ply)
    return thinker.chances(game.view(None), games)

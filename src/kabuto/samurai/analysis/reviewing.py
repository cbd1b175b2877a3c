"""Reviews a game: how the chances developed, where they turned, and which moves cost the most.

The chances are those of a spectator who sees no hand, so they depend on what is played and not on who looks.
A move is judged by what its player could know at the time: a better move is found from that seat's view,
never from the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kabuto.samurai import Move, Samurai, SamuraiView
from kabuto.samurai.analysis.position import FORMAT, Say
from kabuto.samurai.analysis.reasons import WORDS, why, why_turn
from kabuto.samurai.analysis.thought import Budget, Chance, Chances, Progress, Thinker, silent
from kabuto.table import BadOption, Text, load
from kabuto.table.text import ENGLISH, translate

ITERATIONS = 500
PARTS = 3
"""Measurements for each move: the chances, the better move, the move itself."""
SECOND_LOOK = 4
"""A move that seems to cost something is measured again with this many times the games."""
SMALL, COSTLY = 0.02, 0.05
"""A move that costs no more than the first is not measured again; one that costs the second is costly."""
TURN = 0.1
"""A turn that changes a chance by this much is a turning point."""
MOST = 5
"""At most this many turning points and costly moves are reported."""


@dataclass(frozen=True)
class Ply:
    """A move of the game."""

    number: int
    """Counted from 1."""
    seat: int
    move: Move
    chances: Chances
    """What each seat can expect after it, as a spectator sees it."""
    preferred: tuple[Move, ...]
    """The move that the search preferred and what may follow; empty if it is the one played."""
    cost: Chance
    """How much more the preferred move promised its player; negative if the move played promised more."""
    why: tuple[Text, ...]
    """What it changed on the board."""
    why_preferred: tuple[Text, ...]
    """What the preferred turn would have changed."""

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The move as it appears in a review."""
        return {
            "ply": self.number,
            "seat": self.seat,
            "move": str(self.move),
            "chances": [chance.to_json() for chance in self.chances],
            "cost": self.cost.to_json(),
            "why": [say(text, language) for text in self.why],
            "preferred": [str(move) for move in self.preferred],
            "why_preferred": [say(text, language) for text in self.why_preferred],
        }


@dataclass(frozen=True)
class Turn:
    """The moves of one seat up to the end of its turn."""

    number: int
    """Counted from 1."""
    plies: tuple[Ply, ...]
    before: Chances

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.plies[0].seat

    @property
    def after(self) -> Chances:
        """The chances at the end of the turn."""
        return self.plies[-1].chances

    @property
    def swing(self) -> tuple[int, Chance]:
        """The seat whose chances changed most, and by how much."""
        changes = [after - before for before, after in zip(self.before, self.after, strict=True)]
        seat = max(range(len(changes)), key=lambda seat: abs(changes[seat].mean))
        return seat, changes[seat]

    def to_json(self) -> dict[str, Any]:
        """The turn as it appears in a review."""
        seat, change = self.swing
        return {
            "turn": self.number,
            "seat": self.seat,
            "plies": [self.plies[0].number, self.plies[-1].number],
            "moves": [str(ply.move) for ply in self.plies],
            "swing": {"seat": seat, **change.to_json()},
        }


@dataclass(frozen=True)
class Review:
    """A review of a game, move by move."""

    game: Samurai
    budget: Budget
    seed: int
    start: Chances
    """The chances before the first move."""
    plies: tuple[Ply, ...]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The same moves, turn by turn."""
        found: list[Turn] = []
        before = self.start
        for number, (_, plies) in enumerate(groupby(self.plies, key=lambda ply: ply.seat), 1):
            found.append(Turn(number, tuple(plies), before))
            before = found[-1].after
        return tuple(found)

    @property
    def turning_points(self) -> tuple[Turn, ...]:
        """The turns that changed the chances most, beyond the margin of error, in order of play."""
        swings = ((turn, turn.swing[1]) for turn in self.turns)
        clear = [turn for turn, by in swings if abs(by.mean) >= TURN and by.low * by.high > 0]
        most = sorted(clear, key=lambda turn: -abs(turn.swing[1].mean))[:MOST]
        return tuple(sorted(most, key=lambda turn: turn.number))

    @property
    def costly(self) -> tuple[Ply, ...]:
        """The moves that cost their players most, beyond the margin of error, worst first."""
        clear = [ply for ply in self.plies if ply.cost.mean >= COSTLY and ply.cost.low > 0]
        return tuple(sorted(clear, key=lambda ply: -ply.cost.mean)[:MOST])

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The review as a JSON-able dict; ``say`` puts a sentence into a language."""
        outcome = self.game.outcome
        return {
            "format": FORMAT,
            "kind": "review",
            "game": "samurai",
            "options": dict(self.game.options),
            "outcome": outcome and outcome.to_json(),
            "budget": self.budget.to_json(),
            "seed": self.seed,
            "language": language,
            "start": [chance.to_json() for chance in self.start],
            "plies": [ply.to_json(language, say) for ply in self.plies],
            "turning_points": [turn.to_json() for turn in self.turning_points],
            "costly": [ply.number for ply in self.costly],
        }


def review(
    record: Mapping[str, Any],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Review:
    """Review a game, with the same budget for each move; 500 iterations by default."""
    game = load(record)
    if not isinstance(game, Samurai):
        raise BadOption(WORDS.say("not_reviewed", game=game.name), "game")
    if not game.ply:
        raise BadOption(WORDS.say("no_move_yet"), "record")
    budget = Budget(ITERATIONS if iterations is None and seconds is None else iterations, seconds)
    thinker = Thinker(budget, seed)
    moves, now = game.moves, game.copy()
    while now.ply:
        now.undo()
    start = _chances(thinker, now)
    plies = []
    for move in moves:
        progress(now.ply / len(moves))
        plies.append(_ply(thinker, now, move))
    return Review(game, budget, seed, start, tuple(plies))


def _ply(thinker: Thinker, game: Samurai, move: Move) -> Ply:
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
    outcome = game.outcome
    if outcome is None:
        view = game.view(None)
        return thinker.chances(view, thinker.games(view, PARTS))
    share = 1 / len(outcome.winners)
    return tuple(Chance.sure(share if seat in outcome.winners else 0.0) for seat in range(game.players))

"""What a seat could do in a position, what each move is worth, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kabuto.samurai import Move, SamuraiView
from kabuto.samurai.analysis.reasons import WORDS, why, why_turn
from kabuto.samurai.analysis.thought import SHORTLIST, Budget, Chances, Progress, Thinker, silent
from kabuto.table import BadOption, Text
from kabuto.table.text import ENGLISH, translate

Say = Callable[[str, str], Any]
"""Puts a sentence into a language: as text, or in pieces."""
FORMAT = 1
ITERATIONS = 4_000
ROUGHLY = 200
"""A move that is not on the shortlist is measured with this fraction (1/200) of the games."""


@dataclass(frozen=True)
class Candidate:
    """A legal move and what is known about it."""

    move: Move
    visits: int
    """How many games the search played with it."""
    games: int
    """How many games measured it: 0 if the search never considered it."""
    results: Chances
    """What each seat can expect after it; empty without games."""
    line: tuple[Move, ...]
    """The move, the rest of the turn and a likely reply; empty if it is not on the shortlist."""
    why: tuple[Text, ...]
    """What it changes on the board, together with the rest of the turn if that is known."""

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The move as it appears in an analysis."""
        return {
            "move": str(self.move),
            "visits": self.visits,
            "games": self.games,
            "results": [chance.to_json() for chance in self.results],
            "line": [str(move) for move in self.line],
            "why": [say(text, language) for text in self.why],
        }


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position as a seat or a spectator knows it."""

    view: SamuraiView
    budget: Budget
    seed: int
    chances: Chances
    """What each seat can expect if the best move is played."""
    moves: tuple[Candidate, ...]
    """Every legal move: the best one, the rest of the shortlist by result, then the others by visits.

    Empty when another seat is to move.
    """

    @property
    def best(self) -> Candidate | None:
        """The best move."""
        return self.moves[0] if self.moves else None

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The analysis as a JSON-able dict; ``say`` puts a sentence into a language."""
        return {
            "format": FORMAT,
            "kind": "analysis",
            "game": "samurai",
            "options": dict(self.view.options),
            "ply": self.view.ply,
            "seat": self.view.seat,
            "to_move": self.view.to_move,
            "budget": self.budget.to_json(),
            "seed": self.seed,
            "language": language,
            "chances": [chance.to_json() for chance in self.chances],
            "moves": [candidate.to_json(language, say) for candidate in self.moves],
        }


def analyse(
    view: SamuraiView,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Analysis:
    """Analyse a position using only what its view shows; 4,000 iterations by default.

    The search gets that many iterations to look for moves. As many games measure its shortlist, and a few
    games each the other moves it considered. The same seed and iterations give the same result.
    """
    if not isinstance(view, SamuraiView):
        raise BadOption(WORDS.say("other_view", given=type(view).__name__), "view")
    if view.to_move is None:
        raise BadOption(WORDS.say("nothing_to_analyse"), "view")
    budget = Budget(ITERATIONS if iterations is None and seconds is None else iterations, seconds)
    thinker = Thinker(budget, seed)
    legal, seat = view.legal_moves() if view.seat == view.to_move else (), view.seat
    if not legal or seat is None:
        return Analysis(view, budget, seed, thinker.chances(view, thinker.games(view)), ())

    ideas = thinker.ideas(view)
    wanted = dict.fromkeys([*ideas.shortlist, *ideas.visits])
    games = thinker.games(view, 1 + len(wanted) / ROUGHLY)
    found: list[Candidate] = []
    for move in wanted:
        progress(len(found) / len(wanted))
        part = SHORTLIST if len(found) < len(ideas.shortlist) else ROUGHLY
        worth = thinker.measure(view, move, max(1, games // part))
        line = worth.line if part == SHORTLIST else ()
        reasons = why_turn(view, line) if line else why(view, move)
        found.append(Candidate(move, ideas.visits.get(move, 0), worth.games, worth.results, line, reasons))
    shortlist, others = found[: len(ideas.shortlist)], found[len(ideas.shortlist) :]
    best = _best(shortlist, seat)
    shortlist.sort(key=lambda candidate: (candidate is not best, -candidate.results[seat].mean))
    never = [Candidate(move, 0, 0, (), (), why(view, move)) for move in legal if move not in wanted]
    return Analysis(view, budget, seed, best.results, (*shortlist, *others, *never))


def _best(shortlist: list[Candidate], seat: int) -> Candidate:
    """The move that the search would play, unless the games clearly favour another."""
    favourite = shortlist[0]
    better = [other for other in shortlist if (other.results[seat] - favourite.results[seat]).low > 0]
    return max(better, key=lambda other: other.results[seat].mean, default=favourite)

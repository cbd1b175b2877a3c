"""What an analysis finds: the moves of a position side by side, or a game move by move.

A game that has an ``analysis`` makes these; commands, the server and pictures show them.

A finished game can be looked back on turn by turn, too: an outline at once, then the turns worth a look. A
mark judges a whole turn. A turn is judged the same whatever else is asked for, so turns can be asked for in
any order and in parts.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeVar

from kabuto.table.chances import WORDS, Budget, Chance, Chances, Progress
from kabuto.table.errors import BadOption
from kabuto.table.game import Game, Outcome, View
from kabuto.table.registry import load
from kabuto.table.text import ENGLISH, Text, translate

G = TypeVar("G", bound=Game[Any, Any])
Say = Callable[[str, str], Any]
"""Puts a sentence into a language: as text, or in pieces."""
FORMAT = 1
COSTLY = 0.05
"""A move that costs this much is costly."""
TURN = 0.1
"""A turn that changes a chance by this much is a turning point."""
MOST = 5
"""At most this many turning points and costly moves are reported."""


@dataclass(frozen=True)
class Candidate:
    """A legal move and what is known about it."""

    move: Any
    visits: int
    """How many games the search played with it."""
    games: int
    """How many games measured it: 0 if the search never considered it."""
    results: Chances
    """What each seat can expect after it; empty without games."""
    line: tuple[Any, ...]
    """The move, the rest of the turn and a likely reply; empty if it is not on the shortlist."""
    why: tuple[Text, ...]
    """What it changes on the board, together with the rest of the turn if that is known."""
    parts: tuple[tuple[Text, ...], ...] = ()
    """Move of the turn → what that part of it is for, as far as the game says so."""

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The move as it appears in an analysis."""
        return {
            "move": str(self.move),
            "visits": self.visits,
            "games": self.games,
            "results": [chance.to_json() for chance in self.results],
            "line": [str(move) for move in self.line],
            "why": [say(text, language) for text in self.why],
            "parts": [[say(text, language) for text in part] for part in self.parts],
        }


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position as a seat or a spectator knows it."""

    game: str
    """The name of the game."""
    view: View[Any]
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
            "game": self.game,
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


@dataclass(frozen=True)
class Ply:
    """A move of the game."""

    number: int
    """Counted from 1."""
    seat: int
    move: Any
    chances: Chances
    """What each seat can expect after it, as a spectator sees it."""
    preferred: tuple[Any, ...]
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

    game: Game[Any, Any]
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
            "game": self.game.name,
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


def walk(
    record: Mapping[str, Any],
    kind: type[G],
    budget: Budget,
    seed: int,
    chances: Callable[[G], Chances],
    judge: Callable[[G, Any, Chances], Ply],
    progress: Progress,
) -> Review:
    """Review a record: ``chances`` of its beginning, then ``judge`` for each move, which it also plays."""
    game = load(record)
    if not isinstance(game, kind):
        raise BadOption(WORDS.say("not_reviewed", game=kind.name, given=game.name), "game")
    if not game.ply:
        raise BadOption(WORDS.say("no_move_yet"), "record")
    now = game.copy()
    while now.ply:
        now.undo()
    start = before = chances(now)
    plies: list[Ply] = []
    for move in game.moves:
        progress(now.ply / len(game.moves))
        plies.append(judge(now, move, before))
        before = plies[-1].chances
    return Review(game, budget, seed, start, tuple(plies))


def shares(outcome: Outcome, players: int) -> Chances:
    """What each seat got in the end."""
    share = 1 / len(outcome.winners)
    return tuple(Chance.sure(share if seat in outcome.winners else 0.0) for seat in range(players))


# Turn by turn.

Judgement = Literal["", "mistake", "good", "turn"]
"""``mistake``: another turn was better; ``good``: its player gained; ``turn``: chances changed otherwise."""


class Span(NamedTuple):
    """The moves of one seat up to the end of its turn."""

    seat: int
    since: int
    """After so many moves it begins."""
    until: int
    """After so many it is over."""


class Point(NamedTuple):
    """What each seat could expect at a moment, as a spectator saw it."""

    ply: int
    """After how many moves."""
    chances: Chances

    def to_json(self) -> dict[str, Any]:
        """The moment as it appears in a review."""
        return {"ply": self.ply, "chances": [chance.to_json() for chance in self.chances]}


@dataclass(frozen=True)
class Outline:
    """How the chances of a game went, roughly."""

    spans: tuple[Span, ...]
    points: tuple[Point, ...]
    """The first is the beginning, the last the end."""

    @property
    def order(self) -> tuple[int, ...]:
        """The turns, those in which the chances changed most first."""
        at = [point.ply for point in self.points]

        def swing(span: Span) -> float:
            before = self.points[bisect_right(at, span.since) - 1].chances
            after = self.points[min(bisect_left(at, span.until), len(at) - 1)].chances
            return max(abs(b.mean - a.mean) for a, b in zip(before, after, strict=True))

        return tuple(
            sorted(range(len(self.spans)), key=lambda turn: (-round(swing(self.spans[turn]), 3), turn))
        )

    def to_json(self) -> dict[str, Any]:
        """The outline as it appears in a review."""
        return {
            "spans": [span._asdict() for span in self.spans],
            "points": [point.to_json() for point in self.points],
            "order": list(self.order),
        }


@dataclass(frozen=True)
class Way:
    """A turn as it was played, or as it might have been."""

    moves: tuple[Any, ...]
    texts: tuple[str, ...]
    """The moves in words, without what goes without saying, such as the end of a turn."""
    why: tuple[Text, ...]
    """What it brings."""

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The turn as it appears in a review."""
        return {
            "moves": [str(move) for move in self.moves],
            "texts": [say(text, language) for text in self.texts],
            "why": [say(text, language) for text in self.why],
        }


@dataclass(frozen=True)
class TurnReview:
    """A turn, looked back on."""

    number: int
    """Counted from 0."""
    span: Span
    before: Chances
    after: Chances
    cost: Chance
    """How much more the better turn promised its player."""
    played: Way
    better: Way | None
    """None: nothing better was found."""
    followed: tuple[Text, ...] = ()
    """What came of it before its player could do anything about it."""

    @property
    def mark(self) -> Judgement:
        """How it is judged, beyond the margin of error."""
        if self.better and self.cost.mean >= COSTLY and self.cost.low > 0:
            return "mistake"
        swings = [after - before for before, after in zip(self.before, self.after, strict=True)]
        clear = [by.mean for by in swings if abs(by.mean) >= TURN and by.low * by.high > 0]
        if not clear:
            return ""
        return "good" if swings[self.span.seat].mean in clear and swings[self.span.seat].mean > 0 else "turn"

    def to_json(self, language: str = ENGLISH, say: Say = translate) -> dict[str, Any]:
        """The turn as it appears in a review."""
        is_mistake = self.mark == "mistake"
        return {
            "turn": self.number,
            **self.span._asdict(),
            "mark": self.mark,
            "before": [chance.to_json() for chance in self.before],
            "after": [chance.to_json() for chance in self.after],
            "cost": (self.cost if is_mistake else Chance.sure(0.0)).to_json(),
            "played": self.played.to_json(language, say),
            "better": self.better.to_json(language, say) if self.better and is_mistake else None,
            "followed": [say(text, language) for text in self.followed],
        }


def spans(game: Game[Any, Any]) -> tuple[Span, ...]:
    """The turns of a game so far."""
    found, since = list[Span](), 0
    for seat, entries in groupby(entry.seat for entry in game.view(None).log):
        until = since + sum(1 for _ in entries)
        found.append(Span(seat, since, until))
        since = until
    return tuple(found)


def at_start(game: G) -> G:
    """A copy of a game before its first move."""
    now = game.copy()
    while now.ply:
        now.undo()
    return now


def judge_turns(
    game: G, turns: Iterable[int], judge: Callable[[G, int, Span], TurnReview]
) -> tuple[TurnReview, ...]:
    """Judge some turns of a game, counted from 0; ``judge`` gets the game before a turn, and plays it."""
    every, now, found = spans(game), at_start(game), list[TurnReview]()
    for number in sorted(set(turns)):
        if number >= len(every):
            break
        while now.ply < every[number].since:
            now.play(game.moves[now.ply])
        found.append(judge(now, number, every[number]))
    return tuple(found)


def apart(played: Iterable[Text], better: Iterable[Text]) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """What two turns bring, without what both of them bring, unless there is nothing else to say."""
    one, two = tuple(played), tuple(better)
    return tuple(text for text in one if text not in two) or one, tuple(
        text for text in two if text not in one
    ) or two


def from_review(review: Review) -> tuple[Outline, tuple[TurnReview, ...]]:
    """The same from a review move by move, for a game that has no other: the costliest move counts."""
    found, points = list[TurnReview](), [Point(0, review.start)]
    turns = spans(load(review.game.record()))
    for turn, span in zip(review.turns, turns, strict=True):
        worst = max(turn.plies, key=lambda ply: ply.cost.mean)
        better = (*(ply.move for ply in turn.plies if ply.number < worst.number), *worst.preferred)
        found.append(
            TurnReview(
                turn.number - 1,
                span,
                turn.before,
                turn.after,
                worst.cost,
                _plain(tuple(ply.move for ply in turn.plies), worst.why),
                _plain(better, worst.why_preferred) if worst.preferred else None,
            )
        )
        points.append(Point(span.until, turn.after))
    return Outline(turns, tuple(points)), tuple(found)


def _plain(moves: tuple[Any, ...], why: tuple[Text, ...]) -> Way:
    return Way(moves, tuple(str(move) for move in moves), why)

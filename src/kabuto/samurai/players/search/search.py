"""A Samurai player that searches. It reasons about what other seats may hold and never sees what they do.

The turns that look best to the evaluation are the candidates. All are tried in the same random deals of what
the seat cannot see. In each, a game is played on in which the other seats play like ``greedy`` and the seat
itself a little better. After every round the worse half of the candidates is dropped, so that most games go
into telling the best ones apart. All of that is one compiled function, ``think``.
"""

import random
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kabuto.samurai import rules
from kabuto.samurai.kernel.actions import from_ids
from kabuto.samurai.kernel.ids import FIGURE, LANDS, PICK, SEAS, SHIP_KIND, SHIPS, T_KIND, X_KIND
from kabuto.samurai.moves import END, Move
from kabuto.samurai.players.greedy import Greedy
from kabuto.samurai.players.search.job import Plan
from kabuto.samurai.players.search.settings import ENDLESS, PLANNER, STRONG, Settings, check_room
from kabuto.samurai.players.search.workspace import Workspace
from kabuto.samurai.players.turn import PLAY_ORDER
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.state import Phase, State
from kabuto.samurai.view import SamuraiView
from kabuto.table import BadOption

__all__ = [
    "ENDLESS",
    "PLANNER",
    "STRONG",
    "Search",
    "Settings",
    "Weighed",
    "Workspace",
    "budget",
    "check_room",
    "check_view",
    "entrant",
    "moves_of",
]

SECONDS = 1.0
"""How long to think about a turn by default."""
SPECTATOR = -1
"""Stands for a seat that sees no hand at all."""
MOST_GAMES, MOST_SECONDS = 10**9, 24 * 3600
"""The largest budgets."""
PAUSE = 0.01
"""About how many seconds of games to play between checks of the clock."""


@dataclass(frozen=True)
class Weighed:
    """A turn that was tried."""

    moves: tuple[Move, ...]
    """To the end of the turn."""
    games: int
    results: tuple[float, ...]
    """Seat → mean result."""


class Search:
    """Chooses whole turns by search, with a budget for each."""

    def __init__(
        self,
        rng: random.Random,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        settings: Settings = STRONG,
    ) -> None:
        """Budget for a turn, in seconds or in games (1 second by default).

        With a number of games and one thread, the same seed always plays the same turn.
        """
        seconds, iterations = checked_budget(seconds, iterations)
        if threads < 1:
            raise BadOption(WORDS.say("search_threads"), "threads")
        self.rng, self.seconds, self.iterations, self.settings = rng, seconds, iterations, settings
        self.workspaces: list[Any] = [Workspace() for _ in range(threads)]
        self._simple = Greedy(rng)
        self._next: tuple[State | None, tuple[Move, ...]] = (None, ())
        """The state in which the current turn continues, and the rest of that turn."""

    def choose(self, view: SamuraiView) -> Move:
        """The next move of the turn that did best."""
        check_view(view)
        if view.state.phase is not Phase.TURN:
            return self._simple.choose(view)
        expected, moves = self._next
        if view.state != expected or not moves:
            legal = view.legal_moves()
            tried = self.weigh(view) if len(legal) > 1 else []
            moves = tried[0].moves if tried else (self.rng.choice(legal),)
        self._next = (None, ())
        if moves[0] != END:
            self._next = rules.after(view.state, moves[0], lambda state: state.stacks), moves[1:]
        return moves[0]

    def weigh(self, view: SamuraiView) -> list[Weighed]:
        """The turns that were tried, best first; none if there is nothing to play."""
        seat = check_view(view)
        return self.tried([self.root(view) for _ in self.workspaces], seat, view.players)

    def tried(self, roots: list[Any], seat: int, players: int, games: int | None = None) -> list[Weighed]:
        """The same, for a game as every workspace has it; ``games`` is another budget, 0 for none."""
        first = self.workspaces[0]
        games = self.iterations if games is None else games
        at_once = len(self.workspaces) == 1 and games is not None
        first.contest(roots[0], seat, self.settings, games if at_once else 0)
        if not at_once and games != 0 and first.left > 1:
            self._run(roots, games)
        return [Weighed(moves_of(each.plan), each.games, each.results) for each in first.ranking(players)]

    def play_on(self, view: SamuraiView, games: int) -> tuple[float, ...]:
        """Seat → its mean result in a number of games from a position to the end, whoever is to move."""
        seat = SPECTATOR if view.seat is None else view.seat
        tally = self.workspaces[0].play_on(self.root(view), seat, games, self.settings)
        return tuple(float(total) / games for total in tally[: view.players])

    def root(self, view: SamuraiView) -> Any:
        """The game as the seat knows it, with a random generator of its own."""
        return self.workspaces[0].root(view, self.rng.getrandbits(60))

    def _run(self, roots: list[Any], games: int | None) -> None:
        """Play rounds of games by the clock, or in several threads."""
        first, start = self.workspaces[0], perf_counter()
        if games is not None:
            first.begin(games)
            while deals := first.share(roots[0], self.settings):
                self._try(roots, deals)
            return
        assert self.seconds is not None
        rounds = first.rounds
        for number in range(1, rounds + 1):
            self._until(start + self.seconds * number / rounds, roots)
            if number < rounds:
                first.halve(roots[0], self.settings)

    def _until(self, deadline: float, roots: list[Any]) -> None:
        """Play games until a deadline, at least one deal."""
        deals = 1
        while True:
            begin = perf_counter()
            self._try(roots, deals)
            now = perf_counter()
            if now >= deadline:
                return
            each = max((now - begin) / deals, 1e-6)
            deals = max(1, int(min(PAUSE, deadline - now) / each))

    def _try(self, roots: list[Any], deals: int) -> None:
        """Play a number of deals in every workspace, in parallel."""
        first, *others = self.workspaces
        if not others:
            first.play(roots[0], deals, self.settings)
            return
        from concurrent.futures import ThreadPoolExecutor

        for each in others:
            each.follow(first)
        with ThreadPoolExecutor(len(self.workspaces)) as pool:
            play = [
                pool.submit(each.play, root, deals, self.settings)
                for each, root in zip(self.workspaces, roots, strict=True)
            ]
            for each in play:
                each.result()
        first.add(others)


def moves_of(plan: Plan) -> tuple[Move, ...]:
    """The moves of a plan in the order they should be played, and the end of the turn."""
    steps = sorted(plan.steps, key=lambda ids: PLAY_ORDER[_kind_of(ids[0])])
    return (*(from_ids([action for action in ids if action >= 0]) for ids in steps), END)


def _kind_of(action: int) -> int:
    """The token that an action plays, or any in set-up."""
    if action < SHIPS:
        return action // LANDS
    if action < FIGURE:
        return SHIP_KIND + (action - SHIPS) // SEAS
    return X_KIND if action < PICK else T_KIND


def check_view(view: SamuraiView) -> int:
    """The seat of a view, after making sure that it is a view of Samurai whose seat is to move."""
    if not isinstance(view, SamuraiView):
        raise BadOption(WORDS.say("search_view", given=type(view).__name__), "view")
    if view.seat is None or view.seat != view.to_move:
        raise BadOption(WORDS.say("search_turn"), "view")
    return view.seat


def checked_budget(seconds: float | None, iterations: int | None) -> tuple[float | None, int | None]:
    """A valid budget in seconds or games; one second if neither is given."""
    if seconds is None and iterations is None:
        seconds = SECONDS
    if (seconds is not None and not 0 < seconds <= MOST_SECONDS) or (
        iterations is not None and not 1 <= iterations <= MOST_GAMES
    ):
        raise BadOption(WORDS.say("budget_range", seconds=MOST_SECONDS, games=MOST_GAMES), "budget")
    return seconds, iterations


def entrant(rng: random.Random, told: str) -> Search:
    """A player by name: ``search:2000`` for games per turn, ``search:0.5s`` for seconds."""
    seconds, iterations = budget(told, "search")
    return Search(rng, seconds=seconds, iterations=iterations)


def budget(told: str, name: str) -> tuple[float | None, int | None]:
    """The seconds or the number of games in a player's name."""
    try:
        return (float(told[:-1]), None) if told.endswith("s") else (None, int(told))
    except ValueError:
        raise BadOption(WORDS.say("budget_form", name=name, told=told[:20]), "player") from None

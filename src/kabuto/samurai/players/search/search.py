"""A Samurai player that searches. It reasons about what other seats may hold and never sees what they do.

The turns that look best to the evaluation are the candidates. All are tried in the same random deals of what
the seat cannot see. In each, a game is played on in which the other seats play like ``greedy`` and the seat
itself a little better. After every round the worse half of the candidates is dropped, so that most games go
into telling the best ones apart.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import ceil, log2
from time import perf_counter
from typing import Any

import numpy as np

from kabuto.samurai import rules
from kabuto.samurai.kernel.actions import from_ids
from kabuto.samurai.kernel.convert import from_view, states
from kabuto.samurai.moves import END, Move
from kabuto.samurai.players.greedy import Greedy
from kabuto.samurai.players.search.evaluation import EVALUATION
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.trials import Memory, compare
from kabuto.samurai.players.search.turns import NO_TURN, ORDER, PLAN, ROOM, WIDEST, kind_of, plan
from kabuto.samurai.players.search.weights import GREEDY, TUNED, Weights
from kabuto.samurai.players.turn import BEAM
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.state import Phase, State
from kabuto.samurai.view import SamuraiView
from kabuto.table import BadOption

SECONDS = 1.0
"""How long to think about a turn by default."""
SPECTATOR = -1
"""Stands for a seat that sees no hand at all."""
ENDLESS = (1000,) * 5
"""A horizon that no game reaches."""
AT_ONCE = 500
"""Games in one compiled call, a few tenths of a second: Ctrl-C takes effect between calls."""
MOST_GAMES, MOST_SECONDS = 10**9, 24 * 3600
"""The largest budgets."""
PAUSE = 0.01
"""About how many seconds of games to play between checks of the clock."""


@dataclass(frozen=True)
class Settings:
    """How a search works."""

    width: int = 16
    """How many candidates to try."""
    beam: int = BEAM
    """The beam width of the planner."""
    horizon: tuple[int, ...] = (0, 0, 30, 15, 12)
    """Number of players → how many turns to play before the evaluation takes over."""
    weights: tuple[Weights, ...] = TUNED
    """Number of players → the weights of the evaluation."""
    others: tuple[Weights, ...] = (GREEDY,) * 5
    """Likewise for the other seats in the games that are played."""
    trust: float = 1.0
    """How much the evaluation of a candidate counts relative to its games."""
    halving: bool = True
    """Whether to drop candidates along the way, or to give all of them the same number of games."""

    def __post_init__(self) -> None:
        """Refuse what the compiled planner has no room for."""
        check_room(self.width, self.beam)


def check_room(width: int, beam: int) -> None:
    """Refuse what the compiled planner has no room for."""
    if not (1 <= width <= WIDEST and 0 <= beam <= WIDEST // 4):
        raise ValueError(f"at most {WIDEST} candidates and a beam of {WIDEST // 4}")


STRONG = Settings()
PLANNER = Settings(width=1)
"""Plays no games: it takes the turn that looks best."""


@dataclass(frozen=True)
class Weighed:
    """A turn that was tried."""

    moves: tuple[Move, ...]
    """To the end of the turn."""
    games: int
    results: tuple[float, ...]
    """Seat → mean result."""


class Workspace:
    """Memory for one thread to think in."""

    def __init__(self) -> None:
        self.memory = Memory(
            states(2),
            np.zeros(2, EVALUATION),
            np.zeros(MOST_SINGLES, SINGLE),
            np.zeros(ROOM, PLAN),
            np.zeros(4),
        )
        self._weights: tuple[Weights, ...] = ()

    def find(self, root: Any, settings: Settings) -> Any:
        """The turns that look best, best first."""
        self._set_weights(root, settings)
        _, (evaluation, _), singles, plans, _ = self.memory
        number = plan(root[0], evaluation, singles, plans, settings.width, settings.beam)
        return plans[:number].copy()

    def compare(
        self, root: Any, candidates: Any, alive: Any, seat: int, deals: int, settings: Settings
    ) -> Any:
        """Candidate, seat → the sum of results over a number of deals."""
        self._set_weights(root, settings)
        tally, beam = np.zeros((len(candidates), 4)), settings.beam
        horizon = settings.horizon[int(root["players"][0])]
        some = max(1, AT_ONCE // int(alive.sum()))
        for done in range(0, deals, some):
            number = min(some, deals - done)
            compare(root, self.memory, candidates, alive, tally, seat, number, beam, horizon)
        return tally

    def play_on(self, root: Any, seat: int, games: int, settings: Settings) -> Any:
        """Seat → the sum of results over a number of games, played to the end."""
        nothing = np.zeros(1, PLAN)
        nothing["steps"] = NO_TURN
        endless = replace(settings, horizon=ENDLESS)
        return self.compare(root, nothing, np.ones(1, np.int64), seat, games, endless)[0]

    def _set_weights(self, root: Any, settings: Settings) -> None:
        """Give both evaluations the weights for this number of players."""
        players = int(root["players"][0])
        weights = settings.weights[players], settings.others[players]
        if weights != self._weights:
            for evaluation, each in zip(self.memory.evaluations, weights, strict=True):
                each.write(evaluation)
            self._weights = weights


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
        self.workspaces = [Workspace() for _ in range(threads)]
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
        roots = [self.root(view) for _ in self.workspaces]
        candidates = self.workspaces[0].find(roots[0], self.settings)
        contest = Contest(candidates, seat, self.settings)
        if len(candidates) > 1:
            self._run(contest, roots)
        return contest.ranking(view.players)

    def play_on(self, view: SamuraiView, games: int) -> tuple[float, ...]:
        """Seat → its mean result in a number of games from a position to the end, whoever is to move."""
        seat = SPECTATOR if view.seat is None else view.seat
        tally = self.workspaces[0].play_on(self.root(view), seat, games, self.settings)
        return tuple(float(total) / games for total in tally[: view.players])

    def root(self, view: SamuraiView) -> Any:
        """The game as the seat knows it, with a random generator of its own."""
        return from_view(view, self.rng.getrandbits(60))

    def _run(self, contest: "Contest", roots: list[Any], games: int | None = None) -> None:
        """Play rounds of games, each with its share of the budget; ``games`` is another budget."""
        games = games or self.iterations
        rounds = ceil(log2(len(contest.candidates))) if self.settings.halving else 1
        start = perf_counter()
        for number in range(1, rounds + 1):
            if games is not None:
                deals = max(1, round(games / rounds / contest.left))
                self._try(contest, roots, deals)
            else:
                assert self.seconds is not None
                self._until(start + self.seconds * number / rounds, contest, roots)
            if number < rounds:
                contest.halve()

    def _until(self, deadline: float, contest: "Contest", roots: list[Any]) -> None:
        """Play games until a deadline, at least one deal."""
        deals = 1
        while True:
            begin = perf_counter()
            self._try(contest, roots, deals)
            now = perf_counter()
            if now >= deadline:
                return
            each = max((now - begin) / deals, 1e-6)
            deals = max(1, int(min(PAUSE, deadline - now) / each))

    def _try(self, contest: "Contest", roots: list[Any], deals: int) -> None:
        """Play a number of deals in every workspace, in parallel."""

        def work(workspace: Workspace, root: Any) -> Any:
            return workspace.compare(
                root, contest.candidates, contest.alive, contest.seat, deals, self.settings
            )

        if len(self.workspaces) == 1:
            contest.add(deals, [work(self.workspaces[0], roots[0])])
        else:
            with ThreadPoolExecutor(len(self.workspaces)) as pool:
                contest.add(deals, list(pool.map(work, self.workspaces, roots)))


class Contest:
    """Candidates that compete with each other."""

    def __init__(self, candidates: Any, seat: int, settings: Settings) -> None:
        self.candidates, self.seat, self.settings = candidates, seat, settings
        self.alive = np.ones(len(candidates), np.int64)
        self._tally = np.zeros((len(candidates), 4))
        self._games = np.zeros(len(candidates))

    @property
    def left(self) -> int:
        """How many candidates are alive."""
        return int(self.alive.sum())

    def add(self, deals: int, tallies: list[Any]) -> None:
        """Add up what every workspace found."""
        self._tally += sum(tallies)
        self._games += self.alive * deals * len(tallies)

    def halve(self) -> None:
        """Drop the worse half of the candidates that are alive."""
        order = [i for i in self._order() if self.alive[i]]
        self.alive[order[(len(order) + 1) // 2 :]] = 0

    def ranking(self, players: int) -> list[Weighed]:
        """All candidates, best first."""
        means = self._means()
        return [
            Weighed(
                moves_of(self.candidates[i]),
                int(self._games[i]),
                tuple(float(mean) for mean in means[i, :players]),
            )
            for i in self._order()
        ]

    def _means(self) -> Any:
        """Candidate, seat → mean result."""
        return self._tally / np.maximum(self._games, 1)[:, None]

    def _order(self) -> list[int]:
        """Those that stayed alive longest first, then by result and evaluation."""
        merits = self._means()[:, self.seat] + self.settings.trust * self.candidates["value"]
        return sorted(range(len(self.candidates)), key=lambda i: (-self._games[i], -merits[i]))


def moves_of(plan: Any) -> tuple[Move, ...]:
    """The moves of a plan in the order they should be played, and the end of the turn."""
    steps = [[int(plan["first"][i]), int(plan["second"][i])] for i in range(int(plan["steps"]))]
    steps.sort(key=lambda ids: ORDER[kind_of(ids[0])])
    return (*(from_ids([action for action in ids if action >= 0]) for ids in steps), END)


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

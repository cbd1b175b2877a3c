"""A player of Samurai that searches: it thinks about what may be behind the screens, never the truth.

The turns that look best to the evaluation are candidates. They are tried in the same deals of what the seat
cannot see, each by games in which the others play on as ``greedy`` does and the seat itself a little better.
After every round the worse half of the candidates is dropped, so that most games go into telling the best
ones apart.
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
from kabuto.samurai.players.search.outlook import DESK
from kabuto.samurai.players.search.tokens import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.trials import compare
from kabuto.samurai.players.search.turns import NO_TURN, ORDER, PLAN, ROOM, kind_of, plan
from kabuto.samurai.players.search.weights import GREEDY, TUNED, Weights
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.state import Phase, State
from kabuto.samurai.view import SamuraiView
from kabuto.table import BadOption

SECONDS = 1.0
"""How long to think about a turn unless something else is asked for."""
SPECTATOR = -1
"""The number of a seat that nobody has: every hand is unseen then."""
ENDLESS = (1000,) * 5
"""A horizon that no game reaches."""
AT_ONCE = 500
"""Games between two moments in which Ctrl-C is heard: some tenths of a second."""
MOST_GAMES, MOST_SECONDS = 10**9, 24 * 3600
"""The largest budgets."""
PAUSE = 0.01
"""Seconds of games, about, between two looks at the clock."""


@dataclass(frozen=True)
class Settings:
    """What a search is made of."""

    width: int = 16
    """How many candidates there are."""
    beam: int = 4
    """How many plans grow while a turn is planned."""
    horizon: tuple[int, ...] = (0, 0, 30, 15, 12)
    """By players: how many turns are played on before the evaluation judges."""
    weights: tuple[Weights, ...] = TUNED
    """By players: what the evaluation is made of."""
    others: tuple[Weights, ...] = (GREEDY,) * 5
    """Likewise that of the other seats, in the games that are played on."""
    trust: float = 1.0
    """How much the evaluation of a candidate counts beside its games."""
    halving: bool = True
    """Whether candidates are dropped on the way, or all get the same number of games."""


STRONG = Settings()
PLANNER = Settings(width=1)
"""No games at all: it plays the turn that looks best."""


@dataclass(frozen=True)
class Weighed:
    """A turn that was tried."""

    moves: tuple[Move, ...]
    """To the end of the turn."""
    games: int
    results: tuple[float, ...]
    """Seat → mean result."""


class Desk:
    """Room for one thread to think in."""

    def __init__(self) -> None:
        self.plans = np.zeros(ROOM, PLAN)
        self.work = states(2)
        self.desks = np.zeros(2, DESK)
        self._singles = np.zeros(MOST_SINGLES, SINGLE)
        self._results = np.zeros(4)
        self._weights: tuple[Weights, ...] = ()

    def find(self, root: Any, settings: Settings) -> Any:
        """The turns that look best, the best first."""
        desks = self._laid_out(root, settings)
        number = plan(root[0], desks[0], self._singles, self.plans, settings.width, settings.beam)
        return self.plans[:number].copy()

    def compare(self, root: Any, field: Any, alive: Any, seat: int, deals: int, settings: Settings) -> Any:
        """Turn, seat → the sum of results over so many deals."""
        tally = np.zeros((len(field), 4))
        desks, horizon = self._laid_out(root, settings), settings.horizon[int(root["players"][0])]
        some = max(1, AT_ONCE // int(alive.sum()))
        for done in range(0, deals, some):
            compare(
                root, self.work, desks, self._singles, self.plans, field, alive, tally, seat,
                min(some, deals - done), settings.beam, horizon, self._results,
            )  # fmt: skip
        return tally

    def play_on(self, root: Any, seat: int, games: int, settings: Settings) -> Any:
        """Seat → the sum of results over so many games to the end."""
        nothing = np.zeros(1, PLAN)
        nothing["steps"] = NO_TURN
        endless = replace(settings, horizon=ENDLESS)
        return self.compare(root, nothing, np.ones(1, np.int64), seat, games, endless)[0]

    def _laid_out(self, root: Any, settings: Settings) -> Any:
        """The desk of the seat that thinks and that of the others, with the weights for so many players."""
        players = int(root["players"][0])
        weights = settings.weights[players], settings.others[players]
        if weights != self._weights:
            for desk, each in zip(self.desks, weights, strict=True):
                each.lay_out(desk)
            self._weights = weights
        return self.desks


class Search:
    """Thinks about whole turns, with a budget for each."""

    def __init__(
        self,
        rng: random.Random,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        settings: Settings = STRONG,
    ) -> None:
        """Think so many seconds, or so many games, about a turn (1 second by default).

        A number of games on one thread plays the same turn again for the same seed.
        """
        seconds, iterations = checked_budget(seconds, iterations)
        if threads < 1:
            raise BadOption(WORDS.say("search_threads"), "threads")
        self.rng, self.seconds, self.iterations, self.settings = rng, seconds, iterations, settings
        self.desks = [Desk() for _ in range(threads)]
        self._simple = Greedy(rng)
        self._next: tuple[State | None, tuple[Move, ...]] = (None, ())
        """What is left of the turn it plays, and the state in which that goes on."""

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
        """The turns that were tried, the best first; none if there is nothing to play."""
        seat = check_view(view)
        roots = [self.root(view) for _ in self.desks]
        field = self.desks[0].find(roots[0], self.settings)
        contest = Contest(field, seat, self.settings)
        if len(field) > 1:
            self._hold(contest, roots)
        return contest.ranking(view.players)

    def play_on(self, view: SamuraiView, games: int) -> tuple[float, ...]:
        """Seat → mean result of so many games from a position to their end, whoever is to move."""
        seat = SPECTATOR if view.seat is None else view.seat
        tally = self.desks[0].play_on(self.root(view), seat, games, self.settings)
        return tuple(float(total) / games for total in tally[: view.players])

    def root(self, view: SamuraiView) -> Any:
        """The game as the seat knows it, with a generator of its own."""
        return from_view(view, self.rng.getrandbits(60))

    def _hold(self, contest: "Contest", roots: list[Any]) -> None:
        """Rounds of games, each with its part of the budget."""
        rounds = ceil(log2(len(contest.field))) if self.settings.halving else 1
        start = perf_counter()
        for number in range(1, rounds + 1):
            if self.iterations is not None:
                deals = max(1, round(self.iterations / rounds / contest.left))
                self._try(contest, roots, deals)
            else:
                assert self.seconds is not None
                self._until(start + self.seconds * number / rounds, contest, roots)
            if number < rounds:
                contest.halve()

    def _until(self, deadline: float, contest: "Contest", roots: list[Any]) -> None:
        """Games until a time; at least one deal."""
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
        """So many deals at every desk, at the same time."""

        def work(desk: Desk, root: Any) -> Any:
            return desk.compare(root, contest.field, contest.alive, contest.seat, deals, self.settings)

        if len(self.desks) == 1:
            contest.add(deals, [work(self.desks[0], roots[0])])
        else:
            with ThreadPoolExecutor(len(self.desks)) as pool:
                contest.add(deals, list(pool.map(work, self.desks, roots)))


class Contest:
    """Turns that are tried against each other."""

    def __init__(self, field: Any, seat: int, settings: Settings) -> None:
        self.field, self.seat, self.settings = field, seat, settings
        self.alive = np.ones(len(field), np.int64)
        self._tally = np.zeros((len(field), 4))
        self._games = np.zeros(len(field))

    @property
    def left(self) -> int:
        """How many are alive."""
        return int(self.alive.sum())

    def add(self, deals: int, tallies: list[Any]) -> None:
        """Add up what every desk found."""
        self._tally += sum(tallies)
        self._games += self.alive * deals * len(tallies)

    def halve(self) -> None:
        """Drop the worse half of those that are alive."""
        order = [i for i in self._order() if self.alive[i]]
        self.alive[order[(len(order) + 1) // 2 :]] = 0

    def ranking(self, players: int) -> list[Weighed]:
        """All of them, the best first."""
        means = self._means()
        return [
            Weighed(
                moves_of(self.field[i]),
                int(self._games[i]),
                tuple(float(mean) for mean in means[i, :players]),
            )
            for i in self._order()
        ]

    def _means(self) -> Any:
        """Turn, seat → mean result."""
        return self._tally / np.maximum(self._games, 1)[:, None]

    def _order(self) -> list[int]:
        """Those with the most games first, which lasted longest; then by result and as they looked."""
        merits = self._means()[:, self.seat] + self.settings.trust * self.field["value"]
        return sorted(range(len(self.field)), key=lambda i: (-self._games[i], -merits[i]))


def moves_of(plan: Any) -> tuple[Move, ...]:
    """The moves of a plan in the order they are played, and the end of the turn."""
    steps = [[int(plan["first"][i]), int(plan["second"][i])] for i in range(int(plan["steps"]))]
    steps.sort(key=lambda ids: ORDER[kind_of(ids[0])])
    return (*(from_ids([action for action in ids if action >= 0]) for ids in steps), END)


def check_view(view: SamuraiView) -> int:
    """The seat of a view to search from: it is a view of Samurai, and its seat is to move."""
    if not isinstance(view, SamuraiView):
        raise BadOption(WORDS.say("search_view", given=type(view).__name__), "view")
    if view.seat is None or view.seat != view.to_move:
        raise BadOption(WORDS.say("search_turn"), "view")
    return view.seat


def checked_budget(seconds: float | None, iterations: int | None) -> tuple[float | None, int | None]:
    """Seconds or a number of games above zero; a second if neither is given."""
    if seconds is None and iterations is None:
        seconds = SECONDS
    if (seconds is not None and not 0 < seconds <= MOST_SECONDS) or (
        iterations is not None and not 1 <= iterations <= MOST_GAMES
    ):
        raise BadOption(WORDS.say("budget_range", seconds=MOST_SECONDS, games=MOST_GAMES), "budget")
    return seconds, iterations


def entrant(rng: random.Random, told: str) -> Search:
    """A player from its name: ``search:2000`` for games in a turn, ``search:0.5s`` for seconds."""
    seconds, iterations = budget(told, "search")
    return Search(rng, seconds=seconds, iterations=iterations)


def budget(told: str, name: str) -> tuple[float | None, int | None]:
    """Seconds or a number of games, as a player is told."""
    try:
        return (float(told[:-1]), None) if told.endswith("s") else (None, int(told))
    except ValueError:
        raise BadOption(WORDS.say("budget_form", name=name, told=told[:20]), "player") from None

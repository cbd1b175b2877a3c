"""What a search asks of the compiled engine, whatever it runs on: natively, or in a page.

An engine holds the arrays of one thread and calls ``think`` with them. A root is a game as a seat knows it;
only its engine looks inside.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kabuto.compiling import machines
from kabuto.samurai.kernel.packing import of_view
from kabuto.samurai.players.search.job import (
    BEGIN,
    FIND,
    GO_ON,
    HALVE,
    NOTHING,
    PLAY,
    SHARE,
    TRY,
    Plan,
    Tried,
)
from kabuto.samurai.players.search.settings import ENDLESS, Settings
from kabuto.samurai.players.search.weights import Weights
from kabuto.samurai.view import SamuraiView

AT_ONCE = 500
"""Games in one compiled call, a few tenths of a second: Ctrl-C takes effect between calls."""


class Engine(Protocol):
    """The arrays of one thread, and ``think``."""

    def root(self, fields: Mapping[str, Any]) -> Any:
        """A game."""

    def read(self, root: Any, name: str) -> int:
        """A number in it."""

    def redeal(self, root: Any, seat: int) -> None:
        """Deal again what a seat cannot see of it."""

    def set(self, **fields: Any) -> None:
        """Write into the job."""

    def get(self, name: str) -> int:
        """Read from it."""

    def think(self, root: Any) -> None:
        """Do the job."""

    def put(self, plans: Sequence[Plan]) -> None:
        """Write the candidates."""

    def plans(self, number: int) -> list[Plan]:
        """Read them."""

    def entrants(self, number: int) -> list[tuple[int, int, tuple[float, ...]]]:
        """Candidate → the one that has this place, and its own games and sums of results by seat."""

    def add(self, others: Sequence[Any]) -> None:
        """Add what other engines have played with the same candidates."""

    def follow(self, other: Any) -> None:
        """Take the candidates and the job of another engine, with nothing played yet."""


def engine() -> Engine:
    """Where this search runs."""
    if machine := machines.current():
        from kabuto.samurai.players.search.in_page import InPage

        return InPage(machine, "samurai_search")
    from kabuto.samurai.players.search.native import Native

    return Native()


class Workspace:
    """Memory for one thread to think in."""

    def __init__(self, runs_on: Engine | None = None) -> None:
        self.engine = runs_on or engine()
        self._weights: tuple[Any, ...] = ()

    def root(self, view: SamuraiView, seed: int) -> Any:
        """The game as the seat of a view knows it, with a random generator of its own."""
        return self.engine.root(of_view(view, seed))

    def redeal(self, root: Any, seat: int) -> None:
        """Deal again what a seat cannot see."""
        self.engine.redeal(root, seat)

    def find(self, root: Any, settings: Settings) -> list[Plan]:
        """The turns that look best, best first."""
        self._sit(root)
        self._think(root, FIND, settings)
        return self.engine.plans(self.engine.get("number"))

    def compare(
        self, root: Any, candidates: Sequence[Plan], seat: int, deals: int, settings: Settings
    ) -> list[tuple[float, ...]]:
        """Candidate → the sums of results by seat over a number of deals."""
        self._sit(root)
        self.engine.put(candidates)
        some = max(1, AT_ONCE // len(candidates))
        for done in range(0, deals, some):
            number = {"number": len(candidates), "deals": min(some, deals - done)}
            self._think(root, PLAY if done else TRY, settings, seat=seat, **number)
        return [results for _, _, results in self.engine.entrants(len(candidates))]

    def play_on(self, root: Any, seat: int, games: int, settings: Settings) -> tuple[float, ...]:
        """Seat → the sum of results over a number of games, played to the end."""
        return self.compare(root, [NOTHING], seat, games, settings.with_horizon(ENDLESS))[0]

    # A contest of the turns that look best.

    def contest(self, root: Any, seat: int, settings: Settings, games: int) -> None:
        """Find them, and let them compete within a budget of games; without one, only find them."""
        self._sit(root)
        self._think(root, BEGIN, settings, seat=seat, games=games, most=AT_ONCE)
        while self.engine.get("more"):
            self._think(root, GO_ON, settings)

    def begin(self, games: int) -> None:
        """Give a contest whose candidates are found a budget of games."""
        self.engine.set(games=games)

    def follow(self, other: "Workspace") -> None:
        """Play with the candidates of another workspace."""
        self.engine.follow(other.engine)

    def add(self, others: Sequence["Workspace"]) -> None:
        """Add what others have played with these candidates."""
        self.engine.add([each.engine for each in others])

    @property
    def left(self) -> int:
        """How many candidates are alive."""
        return self.engine.get("alive")

    @property
    def rounds(self) -> int:
        """After how many rounds of games one is left."""
        return self.engine.get("rounds")

    def share(self, root: Any, settings: Settings) -> int:
        """How many deals to play next, of the budget of games; 0 if it is spent."""
        self._think(root, SHARE, settings, most=AT_ONCE)
        return self.engine.get("deals")

    def play(self, root: Any, deals: int, settings: Settings) -> None:
        """Play deals with those that are alive."""
        some = max(1, AT_ONCE // self.left)
        for done in range(0, deals, some):
            self._think(root, PLAY, settings, deals=min(some, deals - done))

    def halve(self, root: Any, settings: Settings) -> None:
        """Drop the worse half of them."""
        self._think(root, HALVE, settings)

    def ranking(self, players: int) -> list[Tried]:
        """All candidates, best first."""
        number = self.engine.get("number")
        plans, entrants = self.engine.plans(number), self.engine.entrants(number)
        found = []
        for place, _, _ in entrants:
            _, games, results = entrants[place]
            means = tuple(result / max(games, 1) for result in results[:players])
            found.append(Tried(plans[place], games, means))
        return found

    def _sit(self, root: Any) -> None:
        """Get ready for a game."""

    def _think(self, root: Any, do: int, settings: Settings, **more: Any) -> None:
        players = self.engine.read(root, "players")
        weights = players, *self._weights_of(settings, players)
        if weights != self._weights:
            more |= {"fresh": 1, "weights": [each.numbers() for each in weights[1:]]}
            self._weights = weights
        self.engine.set(do=do, **self._settings(settings, players), **more)
        self.engine.think(root)

    def _weights_of(self, settings: Settings, players: int) -> tuple[Weights, Weights]:
        return settings.weights[players], settings.others[players]

    def _settings(self, settings: Settings, players: int) -> dict[str, Any]:
        return {
            "width": settings.width,
            "beam": settings.beam,
            "horizon": settings.horizon[players],
            "halving": int(settings.halving),
            "trust": settings.trust,
        }

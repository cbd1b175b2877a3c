"""Samurai players with the learned evaluation. They never see what other seats hold.

Without search they play the turn after which the network gives them the best chance. With search, the turns
that look best are tried in random deals of what the seat cannot see: all seats play on for a few turns, each
the one that it likes best, and the network judges after every turn of the seat. The worse half of the
candidates is dropped after every round, as in ``players.search``. Set-up is decided in the same way. For a
number of players that has no network, they judge and search as ``players.search`` does.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kabuto.compiling import machines
from kabuto.samurai.kernel.packing import PHASES
from kabuto.samurai.moves import Move
from kabuto.samurai.players.search import STRONG, Search, Settings
from kabuto.samurai.players.search.search import Weighed, Workspace, budget, check_room, check_view
from kabuto.samurai.players.search.weights import Weights
from kabuto.samurai.players.search.workspace import Engine
from kabuto.samurai.players.search.workspace import engine as new_engine
from kabuto.samurai.state import Phase
from kabuto.samurai.view import SamuraiView


@dataclass(frozen=True)
class Habits(Settings):
    """How a learned player works."""

    beam: int = 16
    proposals: int = 64
    """How many turns the planner proposes; the network likes ``width`` of them best, which are tried."""
    replies: int = 8
    """How many turns every seat considers in the games that are played."""
    reply_beam: int = 8
    """The beam width of the planner in these games."""
    rounds: int = 3
    """How many more turns the thinking seat has in them."""
    trace: float = 0.5
    """How much the rest of such a game counts after each of these turns, rather than the chances then."""

    def __post_init__(self) -> None:
        """Refuse what the compiled planner has no room for."""
        for width, beam in (
            (self.width, self.beam),
            (self.proposals, self.beam),
            (self.replies, self.reply_beam),
        ):
            check_room(width, beam)


HABITS = Habits()
SET_UP_GAMES = 500
"""How many short games to play before a choice in set-up."""


def engine(networks: Any) -> Engine:
    """Where this search runs; without networks, with those of the package."""
    if machine := machines.current():
        from kabuto.samurai.players.search.in_page import InPage

        return InPage(machine, "samurai_learned", "samurai_network")
    from kabuto.samurai.players.learned.native import NativeLearned
    from kabuto.samurai.players.learned.weights import shipped

    return NativeLearned(shipped() if networks is None else networks)


class Thought(Workspace):
    """Memory for one thread to think in, with the learned evaluation where there is a network."""

    def __init__(self, networks: Mapping[int, Any] | None = None) -> None:
        super().__init__(engine(networks))
        self._networks, self._learned = networks, self.engine
        self._plain: Engine | None = None

    def knows(self, players: int) -> bool:
        """Whether there is a network for a number of players."""
        return self._networks is None or players in self._networks

    def _sit(self, root: Any) -> None:
        if self.knows(self.engine.read(root, "players")):
            self.engine = self._learned
        else:
            self.engine = self._plain = self._plain or new_engine()

    def _weights_of(self, settings: Settings, players: int) -> tuple[Weights, Weights]:
        if not self.knows(players):
            return super()._weights_of(STRONG, players)
        return settings.weights[players], settings.weights[players]

    def _settings(self, settings: Settings, players: int) -> dict[str, Any]:
        if not self.knows(players):
            return super()._settings(hand_made(settings), players)
        assert isinstance(settings, Habits)
        return {
            **super()._settings(settings, players),
            "proposals": settings.proposals,
            "replies": settings.replies,
            "reply_beam": settings.reply_beam,
            "rounds_ahead": settings.rounds,
            "trace": settings.trace,
        }


def hand_made(settings: Settings) -> Settings:
    """The settings of a search with the hand-made evaluation."""
    return replace(STRONG, width=settings.width, horizon=settings.horizon)


class Learned(Search):
    """Chooses whole turns with the learned evaluation; with a budget, it searches."""

    def __init__(
        self,
        rng: random.Random,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        settings: Habits = HABITS,
        networks: Mapping[int, Any] | None = None,
    ) -> None:
        """Budget for a turn, in seconds or in games; without one it does not search."""
        self.searches = seconds is not None or iterations is not None
        super().__init__(rng, seconds=seconds, iterations=iterations, threads=threads, settings=settings)
        self.workspaces = [Thought(networks) for _ in range(threads)]

    def choose(self, view: SamuraiView) -> Move:
        """The next move of the turn that did best, or the best choice in set-up."""
        check_view(view)
        if view.state.phase is Phase.TURN or not self.workspaces[0].knows(view.players):
            return super().choose(view)
        return self.weigh(view)[0].moves[0]

    def tried(self, roots: list[Any], seat: int, players: int, games: int | None = None) -> list[Weighed]:
        """The turns that were tried, best first, or every choice in set-up."""
        if PHASES[self.workspaces[0].engine.read(roots[0], "phase")] is not Phase.TURN:
            games = SET_UP_GAMES
        elif not self.searches:
            games = 0
        return super().tried(roots, seat, players, games)


class Measured(Learned):
    """Thinks as hard as its level does, which depends on the number of players."""

    def __init__(
        self,
        rng: random.Random,
        efforts: Mapping[int, Mapping[str, Any]],
        networks: Mapping[int, Any] | None = None,
    ) -> None:
        """Take the number of players → the budget in short games (``games``), and other habits by name."""
        super().__init__(rng, iterations=1, networks=networks)
        self.efforts = {players: _effort(**effort) for players, effort in efforts.items()}

    def weigh(self, view: SamuraiView) -> list[Weighed]:
        """The turns that were tried, best first."""
        self.sit_with(view.players)
        return super().weigh(view)

    def sit_with(self, players: int) -> None:
        """Think as hard as in a game of so many players."""
        self.iterations, self.settings = self.efforts[players]


def _effort(games: int, **habits: Any) -> tuple[int, Habits]:
    return games, Habits(**habits)


def plain(rng: random.Random) -> Learned:
    """Plays the turn that the network likes best."""
    return Learned(rng)


def entrant(rng: random.Random, told: str) -> Learned:
    """A player by name: ``learned:2000`` for games per turn, ``learned:0.5s`` for seconds.

    ``learned:best.bin`` has a network of one's own, and plays the turn that it likes best.
    """
    if told.endswith(".bin"):
        from kabuto.samurai.players.learned.weights import read

        return Learned(rng, networks=read(Path(told)))
    seconds, iterations = budget(told, "learned")
    return Learned(rng, seconds=seconds, iterations=iterations)

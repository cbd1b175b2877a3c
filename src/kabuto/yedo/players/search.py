"""A Yedo player that tries its best moves in sampled games in which all seats play on greedily.

The candidates are the moves that look best to the greedy player. All of them are tried in the same samples
of what the seat cannot see, up to a horizon: the end of the auctions while bidding, otherwise the end of
the round. After every heat the worse half of the candidates is dropped, so that most games go into telling
the best ones apart.
"""

from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from random import Random
from statistics import pstdev
from typing import NamedTuple

from kabuto.table import BadOption
from kabuto.table.errors import short
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.event_phase import Lose
from kabuto.yedo.phases.gains import Discard, Order
from kabuto.yedo.phases.setup import Draft, TakeFavour
from kabuto.yedo.phases.trade import HandOver, Offer, Respond, Trade
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.trials import Readable, trials, word
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.words import WORDS

MOST = 100_000
"""The most games that can be asked for."""
ENOUGH = 4
"""Games before a move can be surely worse than another."""
SMALL = frozenset({Answer, Order, Trade, Offer, HandOver})
"""Decisions that are not worth the time: the greedy player makes them."""
MINOR = SMALL | {Draft, TakeFavour, Discard, Lose, Respond}
"""Those that only a thorough search thinks about."""


class Effort(NamedTuple):
    """How much a search does for a decision."""

    games: int
    """Games tried with two players; with more, a game takes longer, and fewer are tried."""
    breadth: int = 6
    """How many of the moves that look best are tried."""
    hopeless: float = 4.0
    """A move that looks worse than the best by this many points is not tried."""
    rounds: int = 1
    """Rounds that a game lasts, the present one included."""
    far: bool = False
    """Whether games go on after the auctions while bidding."""
    thorough: bool = False
    """Whether minor decisions are tried, too."""
    prior: float = 0.0
    """How many games the looks of a move count for."""
    by_rules: int = MOST
    """The most games that are tried where the compiled engine is not ready."""
    sure: float = 0.0
    """A move that is behind by this many standard errors is tried no more; 0: that is never sure."""


class Search:
    """Plays the move that does best on average; the generator decides what is tried."""

    def __init__(self, rng: Random, effort: Effort) -> None:
        self.rng, self.effort = rng, effort

    def choose(self, view: YedoView) -> Move:
        """The best of the moves that look good."""
        return self.weigh(view)[0].move

    def weigh(self, view: YedoView) -> list["Tried"]:
        """The moves that look good, the best first; nothing is tried where there is no choice."""
        assert view.seat is not None
        moves, effort = view.legal_moves(), self.effort
        if len(moves) == 1:
            return [Tried(moves[0], 0.0, 0.0)]
        value = judge(view.state, view.seat)
        ranked = sorted(((value(move), self.rng.random(), move) for move in moves), reverse=True)
        best = ranked[0][0]
        good = [
            Tried(move, points - best, effort.prior)
            for points, _, move in ranked[: effort.breadth]
            if points > best - effort.hopeless
        ]
        skipped = SMALL if effort.thorough else MINOR
        if len(good) > 1 and type(view.state.tasks[-1]) not in skipped:
            self._try(view, view.seat, good)
        return good

    def _try(self, view: YedoView, seat: int, moves: "list[Tried]") -> None:
        """Heats over common samples, each with its share of the games; the better half goes on."""
        tries, effort = trials(view, self.rng), self.effort
        alive, heats, until = len(moves), ceil(log2(len(moves))), view.state.round + effort.rounds
        most = min(effort.games, effort.by_rules) if isinstance(tries, Readable) else effort.games
        games, sure = 2 * most / view.players, effort.sure
        for _ in range(heats):
            for _ in range(max(1, round(games / heats / alive))):
                tries.deal(self.rng)
                ends = tries.ends([tried.move for tried in moves[:alive]], word(self.rng), until, effort.far)
                for tried, end in zip(moves[:alive], ends, strict=True):
                    tried.results.append(end.lead(seat))
            best, *others = sorted(moves[:alive], key=Tried.worth, reverse=True)
            beaten = [tried for tried in others if sure and tried.behind(best) > sure]
            left = [best, *(tried for tried in others if tried not in beaten)]
            moves[:alive] = left + beaten
            alive = min((alive + 1) // 2, len(left))
            if alive == 1:
                break


@dataclass
class Tried:
    """A move and the games that it was tried in."""

    move: Move
    looks: float
    """By how many points it looks worse than the best."""
    prior: float
    """How many games its looks count for."""
    results: list[float] = field(default_factory=list)
    """How far ahead each game ended, in points."""

    def worth(self) -> float:
        """What it promises; moves are compared after the same number of games."""
        return (self.prior * self.looks + sum(self.results)) / len(self.results)

    def behind(self, best: "Tried") -> float:
        """By how many standard errors it is worse than another that was tried in the same games."""
        apart = [one - two for one, two in zip(best.results, self.results, strict=True)]
        number, lead = len(apart), best.worth() - self.worth()
        return 0.0 if number < ENOUGH else lead / (pstdev(apart) / sqrt(number - 1) + 0.01)


def entrant(rng: Random, told: str) -> Search:
    """The player that ``search:N`` names: N games are tried for each decision."""
    if not (told.isascii() and told.isdigit() and 1 <= int(told[:6]) <= MOST):
        raise BadOption(WORDS.say("games_range", most=MOST, told=short(told)), "player")
    return Search(rng, Effort(int(told[:6])))

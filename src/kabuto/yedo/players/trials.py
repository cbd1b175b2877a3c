"""Games that are tried: a move in a position that is known, and greedy play by everyone to a horizon."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import ceil, log2, sqrt
from random import Random
from typing import Protocol

from kabuto.table import BadOption
from kabuto.yedo import rules
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.scoring import outcome
from kabuto.yedo.players.chance import Chance, End, word
from kabuto.yedo.players.compiled.warming import can_play
from kabuto.yedo.players.effort import ENOUGH, LEAST_ERROR, Effort, Tried
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.position_value import estate
from kabuto.yedo.players.weights import total
from kabuto.yedo.state.state import State
from kabuto.yedo.views.sampling import Deals
from kabuto.yedo.views.view import YedoView

BIDDING = ("bidding", "stepping", "auction")
"""The steps of the auctions."""


class Trials(Protocol):
    """Tries games in what a seat cannot see, sample by sample."""

    def compete(self, tried: list[Tried], effort: Effort) -> list[Tried]:
        """Moves after a contest, those that did best first."""
        ...

    def ends(
        self, moves: Sequence[Move | None], number: int, until: int, far: bool = True
    ) -> Iterator[list[End]]:
        """For every sample the end after each move, if there is one, and greedy play, by the same chance.

        The end is a round or, if it is not far, the next phase while bidding.
        """
        ...


def trials(view: YedoView, rng: Random) -> Trials:
    """Games by the compiled engine, or by the readable rules, where it is not ready."""
    if can_play(view.state.setting.cards):
        from kabuto.yedo.players.compiled.workspace import Workspace

        with suppress(BadOption):  # a past that is too long for it
            return Workspace(view, rng)
    return Readable(view, rng)


class Readable:
    """Games by the readable rules."""

    def __init__(self, view: YedoView, rng: Random) -> None:
        self.view, self.rng = view, rng

    def samples(self, number: int) -> Iterator[State]:
        """Games that the view allows."""
        deals = Deals(self.view)
        for _ in range(number):
            yield deals.state(self.rng)

    def ends(
        self, moves: Sequence[Move | None], number: int, until: int, far: bool = True
    ) -> Iterator[list[End]]:
        """For every sample the end after each move and greedy play."""
        for state in self.samples(number):
            chance = word(self.rng)
            yield [_end(play_on(state, move, Chance(chance), until, far)) for move in moves]

    def compete(self, tried: list[Tried], effort: Effort) -> list[Tried]:
        """Heats over common samples, each with its share of the games; the better half goes on."""
        seat, until = self.view.seat, self.view.state.round + effort.rounds
        assert seat is not None
        field, alive, heats = [Entrant(each) for each in tried], len(tried), ceil(log2(len(tried)))
        games = 2 * min(effort.games, effort.by_rules) / self.view.players
        for _ in range(heats):
            moves = [each.tried.move for each in field[:alive]]
            number = max(1, round(games / heats / alive))
            for ends in self.ends(moves, number, until, effort.far):
                for each, end in zip(field, ends, strict=False):
                    each.leads.append(end.lead(seat))
            best, *others = sorted(field[:alive], key=lambda each: each.worth(effort), reverse=True)
            beaten = [each for each in others if effort.sure and each.behind(best, effort) > effort.sure]
            left = [best, *(each for each in others if each not in beaten)]
            field[:alive] = left + beaten
            alive = min((alive + 1) // 2, len(left))
            if alive == 1:
                break
        return [
            Tried(each.tried.move, each.tried.looks, len(each.leads), total(each.leads)) for each in field
        ]


class Entrant:
    """A move in a contest."""

    def __init__(self, tried: Tried) -> None:
        self.tried, self.leads = tried, list[float]()
        """How far ahead each game ended, in points."""

    def worth(self, effort: Effort) -> float:
        """What it promises; moves are compared after the same number of games."""
        return (effort.prior * self.tried.looks + total(self.leads)) / len(self.leads)

    def behind(self, best: "Entrant", effort: Effort) -> float:
        """By how many standard errors it is worse than another that was tried in the same games."""
        apart, number = [one - two for one, two in zip(best.leads, self.leads, strict=True)], len(self.leads)
        if number < ENOUGH:
            return 0.0
        mean = total(apart) / number
        spread = sqrt(max(0.0, total(each * each for each in apart) / number - mean * mean))
        return (best.worth(effort) - self.worth(effort)) / (spread / sqrt(number - 1) + LEAST_ERROR)


def _end(state: State) -> End:
    result = outcome(state)
    estates = tuple(estate(state, seat) for seat in range(len(state.clans)))
    return End(estates, result.winners[0] if result else -1)


def play_on(state: State, move: Move | None, chance: Chance, until: int, far: bool = True) -> State:
    """The state after a move, if there is one, and greedy play to a round or, if not far, the next phase."""
    state, bidding = state.copy(), state.step in BIDDING and not far
    if move is not None:
        rules.carry_out(state, move, chance.shuffled)
    while state.tasks and state.round < until and (not bidding or state.step in BIDDING):
        rules.carry_out(state, weigh(state, chance), chance.shuffled)
    return state

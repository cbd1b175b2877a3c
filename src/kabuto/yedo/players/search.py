"""A Yedo player that tries its best moves in sampled games in which all seats play on greedily.

The candidates are the moves that look best to the greedy player. All of them are tried in the same samples
of what the seat cannot see, up to a horizon: the end of the auctions while bidding, otherwise the end of
the round. After every heat the worse half of the candidates is dropped, so that most games go into telling
the best ones apart.
"""

from random import Random

from kabuto.table import BadOption
from kabuto.table.errors import short
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.event_phase import Lose
from kabuto.yedo.phases.gains import Discard, Order
from kabuto.yedo.phases.setup import Draft, TakeFavour
from kabuto.yedo.phases.trade import HandOver, Offer, Respond, Trade
from kabuto.yedo.players.effort import MOST, WIDEST, Effort, Tried
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.trials import trials
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.words import WORDS

__all__ = ["Effort", "Search", "Tried", "entrant"]

SMALL = frozenset({Answer, Order, Trade, Offer, HandOver})
"""Decisions that are not worth the time: the greedy player makes them."""
MINOR = SMALL | {Draft, TakeFavour, Discard, Lose, Respond}
"""Those that only a thorough search thinks about."""


class Search:
    """Plays the move that does best on average; the generator decides what is tried."""

    def __init__(self, rng: Random, effort: Effort) -> None:
        self.rng, self.effort = rng, effort

    def choose(self, view: YedoView) -> Move:
        """The best of the moves that look good."""
        return self.weigh(view)[0].move

    def weigh(self, view: YedoView) -> list[Tried]:
        """The moves that look good, the best first; nothing is tried where there is no choice."""
        assert view.seat is not None
        moves, effort = view.legal_moves(), self.effort
        if len(moves) == 1:
            return [Tried(moves[0], 0.0)]
        value = judge(view.state, view.seat)
        ranked = sorted(((value(move), self.rng.random(), move) for move in moves), reverse=True)
        best = ranked[0][0]
        good = [
            Tried(move, points - best)
            for points, _, move in ranked[: min(effort.breadth, WIDEST)]
            if points > best - effort.hopeless
        ]
        skipped = SMALL if effort.thorough else MINOR
        if len(good) == 1 or type(view.state.tasks[-1]) in skipped:
            return good
        return trials(view, self.rng).compete(good, effort)


def entrant(rng: Random, told: str) -> Search:
    """The player that ``search:N`` names: N games are tried for each decision."""
    if not (told.isascii() and told.isdigit() and 1 <= int(told[:6]) <= MOST):
        raise BadOption(WORDS.say("games_range", most=MOST, told=short(told)), "player")
    return Search(rng, Effort(int(told[:6])))

"""A Yedo player that tries its best moves in sampled games in which all seats play on greedily.

The candidates are the moves that look best to the greedy player. All of them are tried in the same samples
of what the seat cannot see, up to a horizon: the end of the auctions while bidding, otherwise the end of
the round. After every heat the worse half of the candidates is dropped, so that most games go into telling
the best ones apart.
"""

from math import ceil, log2
from random import Random

from kabuto.table import BadOption
from kabuto.table.errors import short
from kabuto.yedo import rules
from kabuto.yedo.choices import Discard, Order
from kabuto.yedo.events import Lose
from kabuto.yedo.moves import Move
from kabuto.yedo.players.estate import estate
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.judging import judge
from kabuto.yedo.plays import Answer
from kabuto.yedo.sampling import Deals
from kabuto.yedo.sentences import WORDS
from kabuto.yedo.setup import Draft, TakeFavour
from kabuto.yedo.state import State
from kabuto.yedo.trading import HandOver, Offer, Respond, Trade
from kabuto.yedo.view import YedoView

MOST = 100_000
"""The most games that can be asked for."""
BREADTH = 6
"""How many of the moves that look best are tried."""
HOPELESS = 4.0
"""A move that looks worse than the best by this many points is not tried."""
BIDDING = ("bidding", "stepping", "auction")
"""The steps of the auctions."""
QUICK = frozenset({Answer, Order, Draft, TakeFavour, Trade, Offer, HandOver, Discard, Lose, Respond})
"""Decisions that are not worth the time: the greedy player makes them."""


class Search:
    """Plays the move that does best on average; the generator decides what is tried."""

    def __init__(self, rng: Random, games: int) -> None:
        self.rng, self.games = rng, games

    def choose(self, view: YedoView) -> Move:
        """The best of the moves that look good."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        value = judge(view.state, view.seat)
        ranked = sorted(((value(move), self.rng.random(), move) for move in moves), reverse=True)
        good = [move for points, _, move in ranked[:BREADTH] if points > ranked[0][0] - HOPELESS]
        quick = len(good) == 1 or type(view.state.tasks[-1]) in QUICK
        return good[0] if quick else self._best(view, view.seat, good)

    def _best(self, view: YedoView, seat: int, moves: list[Move]) -> Move:
        """Heats over common samples, each with its share of the games; the better half goes on."""
        deals, totals, heats = Deals(view), dict.fromkeys(moves, 0.0), ceil(log2(len(moves)))
        for _ in range(heats):
            for _ in range(max(1, round(self.games / heats / len(moves)))):
                state, chance = deals.state(self.rng), self.rng.getrandbits(64)
                for move in moves:
                    totals[move] += promise(state, move, seat, Random(chance))
            moves = sorted(moves, key=totals.__getitem__, reverse=True)[: (len(moves) + 1) // 2]
        return moves[0]


def promise(state: State, move: Move, seat: int, rng: Random) -> float:
    """How a seat stands against the best of the others after a move and greedy play to the horizon."""

    def shuffled(_: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(rng.sample(weapons, len(weapons)))

    present, bidding, state = state.round, state.step in BIDDING, state.copy()
    rules.carry_out(state, move, shuffled)
    while state.tasks and state.round == present and (state.step in BIDDING) == bidding:
        rules.carry_out(state, weigh(state, rng), shuffled)
    return estate(state, seat) - max(estate(state, other) for other in state.order if other != seat)


def entrant(rng: Random, told: str) -> Search:
    """The player that ``search:N`` names: N games are tried for each decision."""
    if not (told.isascii() and told.isdigit() and 1 <= int(told[:6]) <= MOST):
        raise BadOption(WORDS.say("games_range", most=MOST, told=short(told)), "player")
    return Search(rng, int(told[:6]))

"""A Yedo player that tries its best moves: in games that its view allows, all seats play on greedily."""

from random import Random

from kabuto.players.yedo_greedy import judge, weigh
from kabuto.players.yedo_worth import Worth
from kabuto.table import BadOption
from kabuto.table.errors import short
from kabuto.yedo import rules
from kabuto.yedo.ending import outcome
from kabuto.yedo.moves import Move
from kabuto.yedo.state import State
from kabuto.yedo.view import YedoView

SAMPLES = 24
"""How many games are tried for each decision, if nothing else is said."""
MOST = 10_000
BREADTH = 6
"""So many of the moves that look best are tried."""
QUICK = frozenset(
    {"Answer", "Order", "Draft", "TakeFavour", "Trade", "Offer", "HandOver", "Discard", "Lose", "Respond"}
)
"""Decisions that are not worth the time: there the greedy player decides."""


class Search:
    """Plays the move that does best on average; the generator decides what is tried."""

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        self.rng = rng
        self.samples = samples

    def choose(self, view: YedoView) -> Move:
        """The best of the moves that look good."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        value = judge(view.state, view.seat)
        ranked = sorted(moves, key=lambda move: (value(move), self.rng.random()), reverse=True)
        if type(view.state.tasks[-1]).__name__ in QUICK:
            return ranked[0]
        tried = ranked[:BREADTH]
        totals = [0.0] * len(tried)
        for _ in range(self.samples):
            state, chance = view.sample(self.rng).state, self.rng.getrandbits(64)
            for n, move in enumerate(tried):
                totals[n] += self._promise(state, move, view.seat, Random(chance))
        return tried[totals.index(max(totals))]

    def _promise(self, state: State, move: Move, seat: int, rng: Random) -> float:
        """How the position stands for a seat at the end of the round, after a move and greedy play."""

        def shuffled(_: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(rng.sample(weapons, len(weapons)))

        present = state.round
        state = rules.after(state, move, shuffled)
        while state.tasks and state.round == present:
            state = rules.after(state, weigh(state, rng), shuffled)
        own = estate(state, seat)
        return own - max(estate(state, other) for other in state.order if other != seat)


def estate(s: State, seat: int) -> float:
    """Prestige points, and what everything else of a clan will bring, about."""
    if not s.tasks:
        result = outcome(s)
        assert result is not None
        return float(result.scores[seat])
    worth, clan = Worth(s, seat), s.clans[seat]
    value = clan.prestige + worth.mon * clan.mon + 1.8 * clan.blackmail
    value += 0.6 * (worth.left + 0.5) * worth.fleet
    value += sum(0.5 * max(0.0, goal.promise) for goal in worth.goals)
    value += sum(0.4 + 0.2 * worth.kept_weapon(weapon) for weapon in clan.weapons) * min(1.0, worth.left / 3)
    value += 0.15 * worth.left * len(clan.annexes) + 0.12 * worth.left * clan.geishas + 0.4 * clan.blessing
    value += sum(worth.bonus_card(card) for card in clan.bonuses)
    return value + sum(worth.action_card(card) for card in clan.actions)


def entrant(rng: Random, told: str) -> Search:
    """The player that ``search:N`` names: N games are tried for each decision."""
    if not (told.isascii() and told.isdigit() and 1 <= int(told[:6]) <= MOST):
        raise BadOption(f"search:N tries N games for each decision, 1 to {MOST}, not {short(told)}", "player")
    return Search(rng, int(told[:6]))

"""Games that are tried: a move in a position that is known, and greedy play by everyone to a horizon."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Protocol

from kabuto.table import BadOption
from kabuto.yedo import rules
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.scoring import outcome
from kabuto.yedo.players.chance import Chance, End
from kabuto.yedo.players.compiled.warming import can_play
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.players.position_value import estate
from kabuto.yedo.state.state import State
from kabuto.yedo.views.sampling import Deals
from kabuto.yedo.views.view import YedoView

BIDDING = ("bidding", "stepping", "auction")
"""The steps of the auctions."""


class Trials(Protocol):
    """Tries games in what a seat cannot see, sample by sample."""

    def deal(self, rng: Random) -> None:
        """Draw another sample."""
        ...

    def ends(self, moves: Sequence[Move | None], word: int, until: int, far: bool = True) -> list[End]:
        """The end after each move, if there is one, and greedy play, with the same chance for all of them.

        The end is a round or, if it is not far, the next phase while bidding.
        """
        ...


def trials(view: YedoView, rng: Random) -> Trials:
    """Games by the compiled engine, or by the readable rules, where it is not ready."""
    if can_play(view.state.setting.cards):
        from kabuto.yedo.players.compiled.room import tried

        with suppress(BadOption):  # a past that is too long for it
            return tried(view, rng)
    return Readable(view)


class Readable:
    """Games by the readable rules."""

    def __init__(self, view: YedoView) -> None:
        self.deals = Deals(view)

    def deal(self, rng: Random) -> None:
        """Draw another sample."""
        self.state = self.deals.state(rng)

    def ends(self, moves: Sequence[Move | None], word: int, until: int, far: bool = True) -> list[End]:
        """The end after each move and greedy play."""
        return [_end(play_on(self.state, move, Chance(word), until, far)) for move in moves]


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


def word(rng: Random) -> int:
    """What the chance of a game begins with."""
    return rng.getrandbits(63) or 1

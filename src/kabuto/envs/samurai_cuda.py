"""Many games of Samurai on a GPU: the same arrays, in its memory, for PyTorch and JAX to take without a copy.

A step is three launches. *Check*, one thread for each game: the first illegal action is noted. *Advance*, one
thread for each game, does nothing if there is one. *Look*, one warp for each game: its 32 threads write
neighbouring bytes of the observation, and the mask two actions at a time from the 27 words that
hold the legal actions in bits.
"""

from typing import Any

import numpy as np

from kabuto.envs.samurai_fields import SIZE
from kabuto.samurai.kernel.tables import ACTIONS, STATE
from kabuto.table import BadOption

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda asks for it; NumPy 2.5 has it no more

try:
    from numba import cuda

    from kabuto.envs.samurai_kernel import ROW_OF, ROW_START, ROWS, WORDS, cuda_kernel

    kernel = cuda_kernel()
except ImportError as error:
    raise BadOption(f"games on a GPU need numba with CUDA: {error}", "device") from None

LANES = 32
WARPS = 4
"""Games that a block looks at."""
BLOCK = 128
CHANCE = np.dtype([("rng", "i8")])


@cuda.jit
def set_chance(states, chance, of_games, of_sampler):
    """Give every game and its sampler a generator."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        states[i].rng = of_games[i]
        chance[i].rng = of_sampler[i]


@cuda.jit
def begin_all(states, words, blank, reward, done, seat):
    """Begin every game anew."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        kernel.deal(states, words, i, blank)
        kernel.note(states[i], i, reward, done, seat)


@cuda.jit
def check(states, given, actions, illegal):
    """Take the actions over, and note the first game whose action is not legal."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        actions[i] = given[i]
        if not kernel.is_legal(states[i], actions[i]):
            cuda.atomic.min(illegal, 0, i)


@cuda.jit
def advance(states, words, blank, actions, illegal, reward, done, seat):
    """Do the actions if all are legal; score and begin anew the games that are over."""
    i = cuda.grid(1)
    if i < states.shape[0] and illegal[0] == states.shape[0]:
        kernel.rules.step(states[i], actions[i], -1)
        if kernel.note(states[i], i, reward, done, seat):
            kernel.renew(states, words, i, blank, reward, seat)


@cuda.jit
def look(states, words, observation, rows, mask, places):
    """What the seats to move observe, and what they may do."""
    bits = cuda.shared.array((WARPS, LANES), np.int64)
    warp = cuda.threadIdx.x // LANES
    lane = cuda.threadIdx.x % LANES
    i = cuda.blockIdx.x * WARPS + warp
    if i < states.shape[0] and lane < ROWS:
        bits[warp, lane] = kernel.row(states[i], lane)
    cuda.syncthreads()
    if i < states.shape[0]:
        s = states[i]
        seat = int(s.seat)
        kernel.observe_influence(words, i, seat, int(s.players), rows[i])
        kernel.observe_board(s, seat, observation[i])
        kernel.observe_seats(s, seat, observation[i])
        for pair in range(lane, ACTIONS // 2, LANES):
            place = places[pair]
            one = bits[warp, place & 31] >> (place >> 5 & 63) & 1
            two = bits[warp, place >> 11 & 31] >> (place >> 16 & 63) & 1
            mask[i, pair] = one | two << 8


@cuda.jit
def sample(states, chance, actions):
    """Any legal action for each game, all as likely."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        actions[i] = kernel.rules.select(
            states[i], kernel.rules.rand(chance[i], kernel.rules.count(states[i]))
        )


def _places() -> Any:
    """Two actions of a mask → row and bit of each, in one number."""
    place = ROW_OF.astype(np.int32) | (np.arange(ACTIONS) - ROW_START[ROW_OF]).astype(np.int32) << 5
    return place[0::2] | place[1::2] << 11


class Gpu:
    """Games in the memory of a GPU; everything happens in its default stream, in order."""

    def __init__(self, games: int, players: int, blank: Any) -> None:
        if not cuda.is_available():
            raise BadOption("there is no CUDA device here: take device='cpu'", "device")
        self.games = games
        self.states = cuda.to_device(np.zeros(games, STATE))
        self.chance = cuda.to_device(np.zeros(games, CHANCE))
        self.actions = cuda.to_device(np.zeros(games, np.int64))
        self.observation = cuda.to_device(np.zeros((games, SIZE), np.uint8))
        self.mask = cuda.to_device(np.zeros((games, ACTIONS), np.bool_))
        self.reward = cuda.to_device(np.zeros((games, players), np.float32))
        self.done = cuda.to_device(np.zeros(games, np.bool_))
        self.seat = cuda.to_device(np.zeros(games, np.int64))
        self._all = [self.states, self.chance, self.actions, self.observation, self.mask]
        self._all += [self.reward, self.done, self.seat]
        self._illegal, self._none = (cuda.to_device(np.full(1, games, np.int32)) for _ in range(2))
        words = self.states.view(np.int32).reshape(games, WORDS)
        self._begin = (self.states, words, cuda.to_device(blank.view(np.int32)))
        self._written = (self.reward, self.done, self.seat)
        self._look = (
            self.states,
            words,
            self.observation,
            self.observation.view(np.int32),
            self.mask.view(np.uint16),
            cuda.to_device(_places()),
        )
        self._each = (games + BLOCK - 1) // BLOCK, BLOCK

    def take(self, actions: Any) -> None:
        """Look at the actions, from wherever they are."""
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        given = cuda.as_cuda_array(actions) if on_gpu else cuda.to_device(np.asarray(actions))
        self._illegal.copy_to_device(self._none)
        check[self._each](self.states, given, self.actions, self._illegal)

    def first_illegal(self) -> int:
        """The first game whose action is not legal, -1 if there is none."""
        game = int(self._illegal.copy_to_host()[0])
        return game if game < self.games else -1

    def advance(self) -> None:
        """Do the actions, which are legal."""
        advance[self._each](*self._begin, self.actions, self._illegal, *self._written)
        self._observe()

    def begin(self, chance: Any | None) -> None:
        """Begin all games anew: with the generators ``chance``, or with those they have."""
        if chance is not None:
            set_chance[self._each](self.states, self.chance, *map(cuda.to_device, chance))
        begin_all[self._each](*self._begin, *self._written)
        self._observe()

    def sample(self) -> Any:
        """Any legal action for each game."""
        sample[self._each](self.states, self.chance, self.actions)
        return self.actions

    def state(self, game: int) -> Any:
        """The record of a game, as an array of one."""
        return self.states[game : game + 1].copy_to_host()

    def save(self) -> tuple[Any, ...]:
        """Everything that changes, copied."""
        return tuple(array.copy_to_host() for array in self._all)

    def load(self, *saved: Any) -> None:
        """Go on from what was saved."""
        for array, copy in zip(self._all, saved, strict=True):
            array.copy_to_device(copy)

    def _observe(self) -> None:
        look[(self.games + WARPS - 1) // WARPS, LANES * WARPS](*self._look)

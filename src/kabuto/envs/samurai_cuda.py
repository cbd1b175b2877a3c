"""Many games of Samurai on a GPU: the same arrays, in its memory, for PyTorch and JAX to take without a copy.

A step is five launches. *Check*, one thread for each game: the first illegal action is noted. *Advance*, one
thread for each game, follows if there is none; *renew* begins those anew that are over. *Observe* and *write
masks*: each thread works out what one game shows, then the threads of a block write it side by side.
"""

from typing import Any

import numpy as np

from kabuto.envs.samurai_fields import OFFSET, SIZE
from kabuto.samurai.kernel.tables import ACTIONS, STATE
from kabuto.table import BadOption

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda asks for it; NumPy 2.5 has it no more

try:
    from numba import cuda, int32, uint8

    from kabuto.envs.samurai_kernel import (
        EACH,
        GROUND,
        INFLUENCE_WORD,
        INFLUENCE_WORDS,
        TOKEN_WORDS,
        WORDS,
        cuda_kernel,
    )

    kernel = cuda_kernel()
except ImportError as error:
    raise BadOption(f"games on a GPU need numba with CUDA: {error}", "device") from None

TILE = LANES = 32
"""Games that a block observes, one for each thread of a warp."""
WARPS = 3
TOKENS_AT = OFFSET["land"] // 4
TOWNS_FROM, SEATS_FROM = INFLUENCE_WORDS, TOKENS_AT + TOKEN_WORDS
"""Words of an observation: where those begin that are worked out, before and after the tokens."""
MIXED = INFLUENCE_WORDS - 3 * LANES
REST = INFLUENCE_WORDS + TOKEN_WORDS - 4 * LANES
"""In a game's record tokens follow influence. A warp reads them five times: the fourth time the first ones
are still influence, the fifth time only these are left."""
STRIDE = SIZE - 4 * TOWNS_FROM + 4
"""Bytes from one game to the next in shared memory: no two games meet in a bank."""
ROOM = TILE * STRIDE + 4 * TOWNS_FROM
"""Bytes of that memory: the first game's begin where those of a whole observation would."""
BLOCK = 128
"""Threads of a block where each has one game."""
BITS = BLOCK * ACTIONS // 32 + 2
"""Words that hold what is legal in its games in bits; the last ones may spill."""
EIGHTS = BLOCK * ACTIONS // 8
"""Words of 64 bits in the masks of its games."""
SPREAD = 0x204081
"""Times four bits: each at the foot of a byte."""
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
def check(states, given, actions, illegal, over):
    """Take the actions over, note the first game whose action is not legal, empty the list of ended games."""
    i = cuda.grid(1)
    if i == 0:
        over[0] = 0
    if i < states.shape[0]:
        actions[i] = given[i]
        if not kernel.is_legal(states[i], actions[i]):
            cuda.atomic.min(illegal, 0, i)


@cuda.jit
def advance(states, actions, over, reward, done, seat):
    """Do the actions, which are legal, and list the games that are over: their number, then they."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        kernel.rules.step(states[i], actions[i], -1)
        if kernel.note(states[i], i, reward, done, seat):
            over[1 + cuda.atomic.add(over, 0, 1)] = i


@cuda.jit
def renew(states, words, blank, over, reward, seat):
    """Score the games that are over and begin them anew: together, for it takes long."""
    for j in range(cuda.grid(1), over[0], cuda.gridsize(1)):
        kernel.renew(states, words, over[1 + j], blank, reward, seat)


@cuda.jit
def observe(states, words, rows):
    """What the seats to move observe.

    First the threads of a warp work on one game each and write what takes thought into shared memory. Then
    they write neighbouring words of the same game.
    """
    seen = cuda.shared.array(0, uint8)
    seen_words = cuda.shared.array(0, int32)
    turns = cuda.shared.array(TILE, int32)
    warp = cuda.threadIdx.x // LANES
    lane = cuda.threadIdx.x % LANES
    first = cuda.blockIdx.x * TILE
    if first + lane < states.shape[0]:
        s = states[first + lane]
        out = seen[lane * STRIDE : lane * STRIDE + SIZE]
        if warp == 0:
            kernel.observe_towns(s, out)
        elif warp == 1:
            kernel.observe_hands(s, int(s.seat), out)
        else:
            kernel.observe_seats(s, int(s.seat), out)
            turns[lane] = s.seat
    cuda.syncthreads()
    players = int(states[0].players)
    ground = GROUND[players, max(lane - MIXED, 0)]
    rest_ground = GROUND[players, LANES - MIXED + min(lane, REST - 1)]
    for game in range(warp, TILE, WARPS):
        i = first + game
        if i < states.shape[0]:
            # All that is read is on the way before the first of it is needed.
            one = words[i, INFLUENCE_WORD + lane]
            two = words[i, INFLUENCE_WORD + LANES + lane]
            three = words[i, INFLUENCE_WORD + 2 * LANES + lane]
            four = words[i, INFLUENCE_WORD + 3 * LANES + lane]
            five = words[i, INFLUENCE_WORD + 4 * LANES + min(lane, REST - 1)]
            seat = int(turns[game])
            rows[i, lane] = kernel.turned(one, seat, players)
            rows[i, LANES + lane] = kernel.turned(two, seat, players)
            rows[i, 2 * LANES + lane] = kernel.turned(three, seat, players)
            if lane < MIXED:
                rows[i, 3 * LANES + lane] = kernel.turned(four, seat, players)
            else:
                rows[i, TOKENS_AT + lane - MIXED] = kernel.read_tokens(four, ground, seat, players)
            if lane < REST:
                rest = kernel.read_tokens(five, rest_ground, seat, players)
                rows[i, TOKENS_AT + LANES - MIXED + lane] = rest
            kept = game * (STRIDE // 4)
            for w in range(TOWNS_FROM + lane, TOKENS_AT, LANES):
                rows[i, w] = seen_words[kept + w]
            for w in range(SEATS_FROM + lane, SIZE // 4, LANES):
                rows[i, w] = seen_words[kept + w]


@cuda.jit
def write_masks(states, masks):
    """What the seats to move may do: first as bits, the games one after the other, then spread over bytes."""
    bits = cuda.shared.array(BITS, int32)
    thread = cuda.threadIdx.x
    for w in range(thread, BITS, BLOCK):
        bits[w] = 0
    cuda.syncthreads()
    i = cuda.blockIdx.x * BLOCK + thread
    if i < states.shape[0]:
        kernel.mark_legal(states[i], thread * ACTIONS, bits)
    cuda.syncthreads()
    for w in range(thread, EIGHTS, BLOCK):
        at = cuda.blockIdx.x * EIGHTS + w
        if at < masks.shape[0]:
            eight = int(bits[w >> 2]) >> (8 * (w & 3))
            masks[at] = (eight & 15) * SPREAD & EACH | ((eight >> 4 & 15) * SPREAD & EACH) << 32


@cuda.jit
def sample(states, chance, actions):
    """Any legal action for each game, all as likely."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        actions[i] = kernel.rules.select(
            states[i], kernel.rules.rand(chance[i], kernel.rules.count(states[i]))
        )


class Gpu:
    """Games in the memory of a GPU; everything happens in its default stream, in order."""

    def __init__(self, games: int, players: int, blank: Any) -> None:
        if not cuda.is_available():
            raise BadOption("there is no CUDA device here: take device='cpu'", "device")
        self.games = games
        self.states = cuda.to_device(np.zeros(games, STATE))
        self.chance = cuda.to_device(np.zeros(games, CHANCE))
        self.drawn, self.actions = (cuda.to_device(np.zeros(games, np.int64)) for _ in range(2))
        self.observation = cuda.to_device(np.zeros((games, SIZE), np.uint8))
        masks = cuda.to_device(np.zeros((-(-games // 4) * 4, ACTIONS), np.bool_))  # whole words of 64 bits
        self.mask = masks[:games]
        self.reward = cuda.to_device(np.zeros((games, players), np.float32))
        self.done = cuda.to_device(np.zeros(games, np.bool_))
        self.seat = cuda.to_device(np.zeros(games, np.int64))
        self._all = [self.states, self.chance, self.actions, self.observation, self.mask]
        self._all += [self.reward, self.done, self.seat]
        self._illegal = cuda.to_device(np.full(1, games, np.int32))
        self._found = cuda.pinned_array(1, np.int32)
        words = self.states.view(np.int32).reshape(games, WORDS)
        self._begin = (self.states, words, cuda.to_device(blank.view(np.int32)))
        self._written = (self.reward, self.done, self.seat)
        self._over = cuda.to_device(np.zeros(1 + games, np.int32))
        self._act = (self.states, self.actions, self._over, *self._written)
        self._anew = (*self._begin, self._over, self.reward, self.seat)
        self._seen = (self.states, words, self.observation.view(np.int32))
        self._legal = (self.states, masks.reshape(masks.size).view(np.int64))
        each = (games + BLOCK - 1) // BLOCK, BLOCK
        self._set_chance, self._begin_all, self._check = set_chance[each], begin_all[each], check[each]
        self._advance, self._sample = advance[each], sample[each]
        self._renew = renew[(games + 16 * BLOCK - 1) // (16 * BLOCK), BLOCK]
        self._observe = observe[(games + TILE - 1) // TILE, LANES * WARPS, 0, ROOM]
        self._write_masks = write_masks[each]

    def take(self, actions: Any) -> None:
        """Look at the actions, from wherever they are."""
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        given = cuda.as_cuda_array(actions) if on_gpu else cuda.to_device(np.asarray(actions))
        self._check(self.states, given, self.actions, self._illegal, self._over)

    def first_illegal(self) -> int:
        """The first game whose action is not legal, -1 if there is none."""
        self._illegal.copy_to_host(self._found)
        game = int(self._found[0])
        if game == self.games:
            return -1
        self._found[0] = self.games
        self._illegal.copy_to_device(self._found)
        return game

    def advance(self) -> None:
        """Do the actions, which are legal."""
        self._advance(*self._act)
        self._renew(*self._anew)
        self._look()

    def begin(self, chance: Any | None) -> None:
        """Begin all games anew: with the generators ``chance``, or with those they have."""
        if chance is not None:
            self._set_chance(self.states, self.chance, *map(cuda.to_device, chance))
        self._begin_all(*self._begin, *self._written)
        self._look()

    def sample(self) -> Any:
        """Any legal action for each game."""
        self._sample(self.states, self.chance, self.drawn)
        return self.drawn

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

    def _look(self) -> None:
        self._observe(*self._seen)
        self._write_masks(*self._legal)

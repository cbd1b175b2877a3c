"""Many games of Samurai on a GPU: the same arrays, in its memory, for PyTorch and JAX to take without a copy.

A step is five launches. *Check*, one thread for each game: the first illegal action is noted. *Advance*
follows if there is none; *renew* begins those games anew that are over. *Observe* and *write masks*: each
thread works out what one game shows, then the threads of a block write it side by side.
"""

from typing import Any

import numpy as np

from kabuto.samurai.kernel.tables import ACTIONS, OVER, STATE
from kabuto.samurai.numbers.cpu import CHANCE
from kabuto.samurai.numbers.fields import OFFSET, SIZE
from kabuto.table import BadOption

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda asks for it; NumPy 2.5 has it no more

try:
    from numba import cuda, int32, int64, uint8

    from kabuto.samurai.numbers.kernel import (
        GROUND,
        INFLUENCE_WORD,
        INFLUENCE_WORDS,
        TOKEN_WORDS,
        WORD,
        WORDS,
        cuda_kernel,
    )

    kernel = cuda_kernel()
except ImportError as error:
    raise BadOption(f"games on a GPU need numba with CUDA: {error}", "device") from None

TILE = LANES = 32
"""Games that a block plays or observes, one for each thread of a warp."""
WARPS = 6
"""Warps that observe them: three work things out, all write."""
TOKENS_AT = OFFSET["land"] // 4
TOWNS_FROM, SEATS_FROM = INFLUENCE_WORDS, TOKENS_AT + TOKEN_WORDS
"""Words of an observation: where those begin that are worked out, before and after the tokens."""
MIXED = INFLUENCE_WORDS - 3 * LANES
REST = INFLUENCE_WORDS + TOKEN_WORDS - 4 * LANES
"""In a game's record tokens follow influence. A warp reads them five times: the fourth time the first ones
are still influence, the fifth time only these are left."""
TOWNS_LEFT = TOKENS_AT - TOWNS_FROM - LANES
LEFT = TOWNS_LEFT + SIZE // 4 - SEATS_FROM - LANES
"""Words that are left of those before the tokens, and of both, when every thread has written one of each."""
TOKEN_BYTES = 4 * TOKEN_WORDS
STRIDE = SIZE - 4 * TOWNS_FROM - TOKEN_BYTES
"""Bytes from one game to the next in shared memory, where what comes before the tokens lies right before what
comes after them: an odd number of words, so no two games meet in a bank."""
ROOM = TILE * STRIDE + 4 * TOWNS_FROM + TOKEN_BYTES
"""Bytes of that memory: the last game's end where those of a whole observation would."""
BLOCK = 128
"""Threads of a block; where nothing else is said, each has one game."""
BITS = BLOCK * ACTIONS // 32 + 2
"""Words that hold what is legal in its games in bits; the last ones may spill."""
EIGHTS = BLOCK * ACTIONS // 8
"""Words of 64 bits in the masks of its games."""
LARGE = 0x7FFFFFFF
"""No number of a block is larger. Where the compiler knows that an index is not negative, it need not ask."""
LONGS = STATE.itemsize // 8
HELD_LONGS = LONGS + 1
"""Words of 64 bits in the record of a game, and in shared memory: there one more comes before it, so that the
fields of two games seldom meet in a bank."""
HELD = np.dtype((np.record, np.dtype([("before", "i8"), *STATE.descr], align=True)))
"""A game in shared memory."""
assert 0 <= MIXED <= LANES, "a warp reads influence and tokens five times"
assert 0 <= REST <= LANES, "a warp reads influence and tokens five times"
assert 0 <= TOWNS_LEFT <= LEFT <= LANES, "a warp writes what is left at once"
assert 2 * LANES <= LONGS <= 3 * LANES, "a warp copies a record in three parts"
assert HELD.itemsize == 8 * HELD_LONGS


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
def check(states, given, actions, illegal, refused, over):
    """Take the actions over, note the first game whose action is not legal, empty the list of ended games."""
    i = cuda.grid(1)
    if i == 0:
        over[0] = 0
    if i < states.shape[0]:
        actions[i] = given[i]
        if not kernel.is_legal(states[i], actions[i]):
            cuda.atomic.min(illegal, 0, i)
            refused[0] = True


@cuda.jit(device=True)
def carry(thread, games, source, source_at, source_step, target, target_at, target_step):
    """Copy the records of some games, each by a warp: threads side by side copy neighbouring words."""
    lane = thread & (LANES - 1)
    game = thread // LANES
    while game < games:
        one = source_at + game * source_step + lane
        other = target_at + game * target_step + lane
        target[other] = source[one]
        target[other + LANES] = source[one + LANES]
        if lane < LONGS - 2 * LANES:
            target[other + 2 * LANES] = source[one + 2 * LANES]
        game += BLOCK // LANES


@cuda.jit
def advance(states, longs, illegal, actions, over, reward, done, seat):
    """Do the actions if all are legal, and list the games that are over: their number, then they.

    A block brings its games into shared memory together, plays each there by one thread, and takes them back.
    """
    held = cuda.shared.array(0, HELD)
    held_longs = cuda.shared.array(0, int64)
    thread = cuda.threadIdx.x & (BLOCK - 1)
    first = (cuda.blockIdx.x & LARGE) * TILE
    games = min(TILE, states.shape[0] - first)
    if illegal[0] < states.shape[0]:
        return
    carry(thread, games, longs, first * LONGS, LONGS, held_longs, 1, HELD_LONGS)
    cuda.syncthreads()
    if thread < games:
        i = first + thread
        s = held[thread]
        kernel.rules.step(s, actions[i], -1)
        if kernel.note(s, i, reward, done, seat):
            over[1 + cuda.atomic.add(over, 0, 1)] = i
    cuda.syncthreads()
    carry(thread, games, held_longs, 1, HELD_LONGS, longs, first * LONGS, LONGS)


@cuda.jit
def renew(states, words, blank, over, reward, seat):
    """Score the games that are over and begin them anew: together, for it takes long."""
    for j in range(cuda.grid(1), over[0], cuda.gridsize(1)):
        if states[over[1 + j]].phase == OVER:  # not if this is done again, after a step that was broken off
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
    warp = (cuda.threadIdx.x & 1023) // LANES
    lane = cuda.threadIdx.x & (LANES - 1)
    first = (cuda.blockIdx.x & LARGE) * TILE
    if first + lane < states.shape[0]:
        s = states[first + lane]
        out = seen[lane * STRIDE : lane * STRIDE + SIZE]
        if warp == 0:
            kernel.observe_towns(s, seen[lane * STRIDE + TOKEN_BYTES : lane * STRIDE + SIZE])
        elif warp == 1:
            kernel.observe_hands(s, int(s.seat), out)
        elif warp == 2:
            kernel.observe_seats(s, int(s.seat), out)
            turns[lane] = s.seat
    cuda.syncthreads()
    players = int(states[0].players)
    ground = GROUND[players, max(lane - MIXED, 0)]
    rest_ground = GROUND[players, LANES - MIXED + min(lane, REST - 1)]
    left = (TOWNS_FROM if lane < TOWNS_LEFT else SEATS_FROM - TOWNS_LEFT) + LANES
    left_kept = left + TOKEN_WORDS if lane < TOWNS_LEFT else left
    game = warp
    while game < TILE:
        i = first + game
        if i < states.shape[0]:
            # All that is read is on the way before the first of it is needed.
            read = i * WORDS + INFLUENCE_WORD + lane
            one = words[read]
            two = words[read + LANES]
            three = words[read + 2 * LANES]
            four = words[read + 3 * LANES]
            five = words[read + 4 * LANES] if lane < REST else 0
            seat = int(turns[game])
            row = i * (SIZE // 4) + lane
            rows[row] = kernel.turned(one, seat, players)
            rows[row + LANES] = kernel.turned(two, seat, players)
            rows[row + 2 * LANES] = kernel.turned(three, seat, players)
            if lane < MIXED:
                rows[row + 3 * LANES] = kernel.turned(four, seat, players)
            else:
                rows[row + TOKENS_AT - MIXED] = kernel.read_tokens(four, ground, seat, players)
            if lane < REST:
                rest = kernel.read_tokens(five, rest_ground, seat, players)
                rows[row + TOKENS_AT + LANES - MIXED] = rest
            kept = game * (STRIDE // 4) + lane
            rows[row + TOWNS_FROM] = seen_words[kept + TOWNS_FROM + TOKEN_WORDS]
            rows[row + SEATS_FROM] = seen_words[kept + SEATS_FROM]
            if lane < LEFT:
                rows[row + left] = seen_words[kept + left_kept]
        game += WARPS


@cuda.jit
def write_masks(states, masks):
    """What the seats to move may do: first as bits, the games one after the other, then spread over bytes."""
    bits = cuda.shared.array(BITS, int32)
    thread = cuda.threadIdx.x & (BLOCK - 1)
    block = cuda.blockIdx.x & LARGE
    w = thread
    while w < BITS:
        bits[w] = 0
        w += BLOCK
    cuda.syncthreads()
    i = block * BLOCK + thread
    if i < states.shape[0]:
        kernel.mark_legal(states[i], thread * ACTIONS, bits)
    cuda.syncthreads()
    w = thread
    while w < EIGHTS:
        at = block * EIGHTS + w
        if at < masks.shape[0]:
            eight = (int(bits[w >> 2]) & WORD) >> (8 * (w & 3))
            masks[at] = kernel.spread(eight) | kernel.spread(eight >> 4) << 32
        w += BLOCK


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
        self._refused, self._checked = cuda.mapped_array(1, np.bool_), cuda.event()
        self._refused[0] = self._unsettled = False
        words = self.states.view(np.int32)
        self._begin = (self.states, words.reshape(games, WORDS), cuda.to_device(blank.view(np.int32)))
        told = self._written = (self.reward, self.done, self.seat)
        self._over = cuda.to_device(np.zeros(1 + games, np.int32))
        self._act = (self.states, self.states.view(np.int64), self._illegal, self.actions, self._over, *told)
        self._anew = (*self._begin, self._over, self.reward, self.seat)
        self._seen = (self.states, words, self.observation.reshape(games * SIZE).view(np.int32))
        self._legal = (self.states, masks.reshape(masks.size).view(np.int64))
        each = (games + BLOCK - 1) // BLOCK, BLOCK
        self._set_chance, self._begin_all, self._check = set_chance[each], begin_all[each], check[each]
        self._sample = sample[each]
        tiles = (games + TILE - 1) // TILE
        self._advance = advance[tiles, BLOCK, 0, TILE * HELD_LONGS * 8]
        self._renew = renew[(games + 16 * BLOCK - 1) // (16 * BLOCK), BLOCK]
        self._observe = observe[tiles, LANES * WARPS, 0, ROOM]
        self._write_masks = write_masks[each]

    def step(self, actions: Any) -> int:
        """Do the actions if all are legal; the first game whose action is not, -1 if there is none.

        All is asked for at once, and only the check is waited for: the card always has something to do.
        """
        self._settle()
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        given = cuda.as_cuda_array(actions) if on_gpu else cuda.to_device(np.asarray(actions))
        self._unsettled = True
        try:
            self._check(self.states, given, self.actions, self._illegal, self._refused, self._over)
            self._checked.record()
            self._advance(*self._act)
            self._renew(*self._anew)
            self._look()
            self._checked.synchronize()
            if self._refused[0]:
                return int(self._illegal.copy_to_host()[0])
            self._unsettled = False
            return -1
        finally:
            self._settle()

    def begin(self, chance: Any | None) -> None:
        """Begin all games anew: with the generators ``chance``, or with those they have."""
        self._settle()
        self._unsettled = True
        try:
            if chance is not None:
                self._set_chance(self.states, self.chance, *map(cuda.to_device, chance))
            self._begin_all(*self._begin, *self._written)
        finally:
            self._settle()

    def sample(self) -> Any:
        """Any legal action for each game."""
        self._settle()
        self._sample(self.states, self.chance, self.drawn)
        return self.drawn

    def state(self, game: int) -> Any:
        """The record of a game, as an array of one."""
        self._settle()
        return self.states[game : game + 1].copy_to_host()

    def save(self) -> tuple[Any, ...]:
        """Everything that changes, copied."""
        self._settle()
        return tuple(array.copy_to_host() for array in self._all)

    def load(self, *saved: Any) -> None:
        """Go on from what was saved."""
        self._settle()
        for array, copy in zip(self._all, saved, strict=True):
            array.copy_to_device(copy)

    def _settle(self) -> None:
        """After a step that was refused or broken off: finish what was begun, be ready for the next."""
        if self._unsettled:
            cuda.synchronize()
            self._illegal.copy_to_device(np.full(1, self.games, np.int32))
            self._refused[0] = False
            self._renew(*self._anew)
            self._look()
            self._unsettled = False

    def _look(self) -> None:
        self._observe(*self._seen)
        self._write_masks(*self._legal)

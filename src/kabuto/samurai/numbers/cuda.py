"""Many games of Samurai on a GPU: the same arrays, in GPU memory, for PyTorch and JAX to use without a copy.

A step is five launches. *Check*, with one thread for each game, notes the first illegal action. *Advance*
follows if there is none, and *renew* restarts the games that are over. In *observe* and *write masks* each
thread works out what one game shows, then the threads of a block write it out together.
"""

from typing import Any

import numpy as np

from kabuto.compiling.targets import build
from kabuto.samurai import sentences
from kabuto.samurai.kernel.tables import ACTIONS, OVER, STATE
from kabuto.samurai.numbers.cpu import CHANCE
from kabuto.samurai.numbers.fields import OFFSET, SIZE
from kabuto.table import BadOption

try:
    from numba import cuda, int32, int64, uint8

    from kabuto.samurai.kernel.cuda_records import HELD, HELD_LONGS, LANES, LONGS, carry
    from kabuto.samurai.numbers import kernel as _kernel

    kernel = build(_kernel, "cuda")
except ImportError as error:
    raise BadOption(sentences.WORDS.say("gpu_games", fault=str(error)), "device") from None
rules, legality = kernel.rules, kernel.legality
GROUND, WORD, WORDS = _kernel.GROUND, _kernel.WORD, _kernel.WORDS
INFLUENCE_WORD, INFLUENCE_WORDS = _kernel.INFLUENCE_WORD, _kernel.INFLUENCE_WORDS
TOKEN_WORDS = _kernel.TOKEN_WORDS

TILE = LANES
"""How many games a block plays or observes: one for each thread of a warp."""
WARPS = 6
"""How many warps observe them: three do the computing, all of them write."""
TOKENS_AT = OFFSET["land"] // 4
TOWNS_FROM, SEATS_FROM = INFLUENCE_WORDS, TOKENS_AT + TOKEN_WORDS
"""Words of an observation: where the computed ones before and after the tokens begin."""
MIXED = INFLUENCE_WORDS - 3 * LANES
REST = INFLUENCE_WORDS + TOKEN_WORDS - 4 * LANES
"""In a game's record tokens follow influence. A warp needs five reads for both: in the fourth, the first
``MIXED`` words are still influence; the fifth reads the last ``REST`` words."""
TOWNS_LEFT = TOKENS_AT - TOWNS_FROM - LANES
LEFT = TOWNS_LEFT + SIZE // 4 - SEATS_FROM - LANES
"""Words still to be written after every thread has written one of each kind: those before the tokens, and
all of them."""
TOKEN_BYTES = 4 * TOKEN_WORDS
STRIDE = SIZE - 4 * TOWNS_FROM - TOKEN_BYTES
"""Bytes from one game to the next in shared memory, which leaves out the tokens: an odd number of words, so
that games do not compete for a memory bank."""
ROOM = TILE * STRIDE + 4 * TOWNS_FROM + TOKEN_BYTES
"""Bytes of that memory, with room for the last game's observation as if it had its tokens."""
BLOCK = 128
"""Threads in a block; unless stated otherwise, each has one game."""
BITS = BLOCK * ACTIONS // 32 + 2
"""32-bit words for the legal actions of its games, one bit each, with room for the last one to spill over."""
EIGHTS = BLOCK * ACTIONS // 8
"""Words of 64 bits in the masks of its games."""
LARGE = 0x7FFFFFFF
"""No block number is larger. With this mask the compiler knows that an index is not negative."""
assert 0 <= MIXED <= LANES, "a warp reads influence and tokens five times"
assert 0 <= REST <= LANES, "a warp reads influence and tokens five times"
assert 0 <= TOWNS_LEFT <= LEFT <= LANES, "a warp writes what is left at once"


@cuda.jit
def set_chance(states, chance, of_games, of_sampler):
    """Give every game and its sampler a generator."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        states[i].rng = of_games[i]
        chance[i].rng = of_sampler[i]


@cuda.jit
def begin_all(states, words, blank, reward, done, seat):
    """Start every game."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        kernel.deal(states, words, i, blank)
        kernel.note(states[i], i, reward, done, seat)


@cuda.jit
def check(states, given, actions, illegal, refused, over):
    """Copy the actions, note the first game whose action is illegal, clear the list of finished games."""
    i = cuda.grid(1)
    if i == 0:
        over[0] = 0
    if i < states.shape[0]:
        actions[i] = given[i]
        if not legality.is_legal(states[i], actions[i]):
            cuda.atomic.min(illegal, 0, i)
            refused[0] = True


@cuda.jit
def advance(states, longs, illegal, actions, over, reward, done, seat):
    """Do the actions if all are legal, and list the games that are over: how many, then which.

    The threads of a block copy its games into shared memory together, one thread plays each, and then they
    copy them back.
    """
    held = cuda.shared.array(0, HELD)
    held_longs = cuda.shared.array(0, int64)
    thread = cuda.threadIdx.x & (BLOCK - 1)
    first = (cuda.blockIdx.x & LARGE) * TILE
    games = min(TILE, states.shape[0] - first)
    if illegal[0] < states.shape[0]:
        return
    carry(thread, BLOCK, games, longs, first * LONGS, LONGS, held_longs, 1, HELD_LONGS)
    cuda.syncthreads()
    if thread < games:
        i = first + thread
        s = held[thread]
        rules.step(s, actions[i], -1)
        if kernel.note(s, i, reward, done, seat):
            over[1 + cuda.atomic.add(over, 0, 1)] = i
    cuda.syncthreads()
    carry(thread, BLOCK, games, held_longs, 1, HELD_LONGS, longs, first * LONGS, LONGS)


@cuda.jit
def renew(states, words, blank, over, reward, seat):
    """Score and restart the games that are over; this takes long, so they are gathered first."""
    for j in range(cuda.grid(1), over[0], cuda.gridsize(1)):
        if states[over[1 + j]].phase == OVER:  # not when repeated after an interrupted step
            kernel.renew(states, words, over[1 + j], blank, reward, seat)


@cuda.jit
def observe(states, words, rows):
    """What the seats to move observe.

    First each thread of a warp works on one game and writes what needs computing into shared memory. Then the
    threads write neighbouring words of the same game.
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
    board = kernel.legality.board_of(states[0])
    ground = GROUND[board, max(lane - MIXED, 0)]
    rest_ground = GROUND[board, LANES - MIXED + min(lane, REST - 1)]
    left = (TOWNS_FROM if lane < TOWNS_LEFT else SEATS_FROM - TOWNS_LEFT) + LANES
    left_kept = left + TOKEN_WORDS if lane < TOWNS_LEFT else left
    game = warp
    while game < TILE:
        i = first + game
        if i < states.shape[0]:
            # Issue all reads before using the first.
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
    """What the seats to move may do: first as bits, game after game, then expanded to bytes."""
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
        legality.mark_legal(states[i], thread * ACTIONS, bits)
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
    """A random legal action for each game."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        actions[i] = rules.random_action(states[i], chance[i])


class Gpu:
    """Games in GPU memory; everything runs in the default stream, in order."""

    def __init__(self, games: int, players: int, blank: Any) -> None:
        if not cuda.is_available():
            raise BadOption(sentences.WORDS.say("no_gpu"), "device")
        self.games = games
        self.states = cuda.to_device(np.zeros(games, STATE))
        self.chance = cuda.to_device(np.zeros(games, CHANCE))
        self.sampled, self.actions = (cuda.to_device(np.zeros(games, np.int64)) for _ in range(2))
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
        """Do the actions if all are legal; the first game whose action is not, or -1.

        Everything is queued at once and only the check is awaited, so the GPU is never idle.
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
        """Restart all games, with new random generators or the ones they have."""
        self._settle()
        self._unsettled = True
        try:
            if chance is not None:
                self._set_chance(self.states, self.chance, *map(cuda.to_device, chance))
            self._begin_all(*self._begin, *self._written)
        finally:
            self._settle()

    def sample(self) -> Any:
        """A random legal action for each game."""
        self._settle()
        self._sample(self.states, self.chance, self.sampled)
        return self.sampled

    def state(self, game: int) -> Any:
        """The record of a game, as an array of one."""
        self._settle()
        return self.states[game : game + 1].copy_to_host()

    def save(self) -> tuple[Any, ...]:
        """Copies of everything that changes."""
        self._settle()
        return tuple(array.copy_to_host() for array in self._all)

    def load(self, *saved: Any) -> None:
        """Carry on from what was saved."""
        self._settle()
        for array, copy in zip(self._all, saved, strict=True):
            array.copy_to_device(copy)

    def _settle(self) -> None:
        """After a refused or interrupted step: finish what was started and get ready for the next one."""
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

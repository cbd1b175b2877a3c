"""Many games of Yedo at once, in flat arrays that are written in place.

    games = YedoVector(1024, players=4, seed=7)
    while True:
        actions = policy(games.observation, games.mask)   # an id for each game, chosen by the seat to move
        games.step(actions)                               # all arrays now show what follows
        learn(games.reward, games.done, games.seat)

Copy what you want to keep. Ids and observations are those of ``kabuto.envs.yedo_spaces``.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from secrets import randbits
from typing import Any, SupportsIndex, Unpack

from kabuto.table.numbers import missing

try:
    import numpy as np

    from kabuto.table.numbers.vectors import at_least_one, check_actions, generators, illegal, out_of_range
    from kabuto.yedo.numbers import seat_calls
    from kabuto.yedo.numbers import vector_calls as calls
except ModuleNotFoundError as error:
    raise missing(error.name or "numba") from error
from kabuto.parallel.processes import processors
from kabuto.table import BadOption, IllegalMove
from kabuto.table.options import check_number, check_seed, resolve
from kabuto.yedo.kernel.convert import states, to_state
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.numbers.actions import ids
from kabuto.yedo.numbers.kernel_layout import tables
from kabuto.yedo.numbers.seeing import SIZE
from kabuto.yedo.options import OPTIONS, Setting, YedoOptions
from kabuto.yedo.rules import why_not

CHANCE = np.dtype([("unused", "i8"), ("rng", "i8")])
"""The sampler's random generator: one of its own, so that sampling changes no game. It does not come first,
as in a game: Numba would take games for such generators."""


class YedoVector:
    """Many games of Yedo at once; a game that ends restarts immediately.

    The arrays always belong to the seat to move in each game. A game that has just ended shows its ``reward``
    and ``done`` together with the first observation of the next one.
    """

    def __init__(
        self,
        games: int,
        *,
        seed: SupportsIndex | None = None,
        threads: int = 1,
        **options: Unpack[YedoOptions],
    ) -> None:
        self.games, self.threads = at_least_one(games, "games"), at_least_one(threads, "threads")
        self.options = resolve(OPTIONS, options)
        self._setting = Setting.of(self.options)
        self.players = self._setting.players
        self._ids = ids(str(self.options["cards"]), str(self.options["trading"]))
        self._tables = tables(self._setting)
        self.observation = np.zeros((games, int(self._tables.at[SIZE])), np.int16)
        """``[games, size]``, int16: what the seat to move observes."""
        self.mask = np.zeros((games, self._ids.number), np.bool_)
        """``[games, actions]``, bool: what it may do."""
        self.reward = np.zeros((games, self.players), np.float32)
        """``[games, players]``, float32: what a game that this step ended is worth to each seat, else 0."""
        self.done = np.zeros(games, np.bool_)
        """``[games]``, bool: whether this step ended the game."""
        self.seat = np.zeros(games, np.int64)
        """``[games]``, int64: the seat to move."""
        self._arrays = calls.Games(
            states(games), np.zeros(games, CHANCE), np.zeros(games, np.int64), np.zeros(games, np.int64),
            self.observation, self.mask.view(np.uint8), self.reward, self.done, self.seat,
            np.zeros(0, np.float32), np.zeros(0, np.bool_), np.zeros(0, np.int64),
        )  # fmt: skip
        parts = min(threads, games, processors())
        bounds = [games * n // parts for n in range(parts + 1)]
        self._parts = [(first, last, np.zeros(LEGAL, np.int64)) for first, last in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(parts - 1, "games of Yedo") if parts > 1 else None
        self.reset(randbits(64) if seed is None else seed)

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Restart all games; without a seed, the random generators carry on.

        What happens in a game depends only on the seed, its index and the actions, not on the number of games
        or threads.
        """
        word = check_seed(seed)
        if word is not None:
            self._arrays.states["rng"][: self.games] = generators(word, "games", self.games)
            self._arrays.chance["rng"] = generators(word, "sample", self.games)
        self._do(calls.BEGIN)

    def step(self, actions: Any) -> None:
        """Do an action in every game: ``[games]`` integers. If one is illegal, none is done."""
        check_actions(actions, self.games)
        np.copyto(self._arrays.actions, actions, casting="unsafe")
        game = self._do(calls.CHECK)
        if game >= 0:
            raise self._refusal(game, int(actions[game]))
        self._do(calls.ADVANCE)

    def sample(self) -> Any:
        """A random legal action for each game, in an array that the next call overwrites."""
        self._do(calls.SAMPLE)
        return self._arrays.sampled

    def legal(self, game: SupportsIndex) -> list[int]:
        """The legal actions of one game, ascending."""
        found: list[int] = np.flatnonzero(self.mask[check_number(game, self.games, "game")]).tolist()
        return found

    def _do(self, task: int) -> int:
        """Do a task to all games; the first game whose action is illegal, or -1."""

        arrays = self._arrays
        nothing = (arrays.seat, arrays.seat, arrays.observation, arrays.mask)

        def work(part: tuple[int, int, Any]) -> int:
            first, last, out = part
            return int(seat_calls.work(self._arrays, self._tables, task, first, last, *nothing, 0, out))

        if self._pool is None:
            return work(self._parts[0])
        others = [self._pool.submit(work, part) for part in self._parts[1:]]
        found = [work(self._parts[0]), *(other.result() for other in others)]
        return min((game for game in found if game >= 0), default=-1)

    def _refusal(self, game: int, action: int) -> IllegalMove:
        """The error for an illegal action: which game and seat, what was asked, why not, what is legal."""
        seat, texts = int(self.seat[game]), self._ids.texts
        meant, reason = str(action), out_of_range(self._ids.number)
        if 0 <= action < self._ids.number:
            meant = f"{action} ({texts[action]})"
            try:
                move = self._ids.for_mover(action, seat, self.players)
                refusal = why_not(to_state(self._arrays.states[game], self._setting), move)
                reason = reason if refusal is None else refusal
            except BadOption as other:  # it names a seat that is not there
                reason = other.reason
        return illegal(game, seat, meant, reason, self.legal(game), lambda each: texts[each])

    def __reduce__(self) -> Any:
        """Copies and pickles carry on with the same games and random generators."""
        saved = [self._arrays.states, self._arrays.chance, self.reward, self.done]
        return _restore, (self.games, self.threads, self.options, *(array.copy() for array in saved))


def _restore(games: int, threads: int, options: Any, *saved: Any) -> YedoVector:
    vector = YedoVector(games, seed=0, threads=threads, **options)
    own = [vector._arrays.states, vector._arrays.chance, vector.reward, vector.done]
    for array, copy in zip(own[:2], saved[:2], strict=True):
        array[...] = copy
    vector._do(calls.LOOK)
    for array, copy in zip(own[2:], saved[2:], strict=True):
        array[...] = copy
    return vector

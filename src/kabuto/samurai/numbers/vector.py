"""Many games of Samurai at once, in flat arrays that are written in place.

    games = SamuraiVector(1024, players=2, seed=7)
    while True:
        actions = policy(games.observation, games.mask)   # an id for each game, chosen by the seat to move
        games.step(actions)                               # all arrays now show what follows
        learn(games.reward, games.done, games.seat)

Copy what you want to keep.
"""

from secrets import randbits
from typing import Any, SupportsIndex, Unpack

from kabuto.table.numbers import missing

try:
    import numpy as np

    from kabuto.samurai.numbers.cpu import Processor
    from kabuto.table.numbers.vectors import at_least_one, check_actions, generators, illegal, out_of_range
except ModuleNotFoundError as error:
    raise missing(error.name or "numba") from error
from kabuto.samurai.editions import OPTIONS, SamuraiOptions
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.actions import describe
from kabuto.samurai.kernel.tables import ACTIONS, MAX_LEGAL
from kabuto.samurai.numbers.spaces import blank, why_not
from kabuto.samurai.sentences import WORDS
from kabuto.table import BadOption, IllegalMove
from kabuto.table.errors import short
from kabuto.table.options import check_number, check_seed, resolve


class SamuraiVector:
    """Many games of Samurai at once; a game that ends restarts immediately.

    The arrays always belong to the seat to move in each game. A game that has just ended shows its ``reward``
    and ``done`` together with the first observation of the next one.
    """

    def __init__(
        self,
        games: int,
        *,
        seed: SupportsIndex | None = None,
        threads: int = 1,
        device: str = "cpu",
        **options: Unpack[SamuraiOptions],
    ) -> None:
        self.games = at_least_one(games, "games")
        self.threads = at_least_one(threads, "threads")
        if device not in ("cpu", "cuda"):
            raise BadOption(WORDS.say("device", given=short(device)), "device")
        self.device = device
        self.options = resolve(OPTIONS, options)
        self.players = int(self.options["players"])
        start = blank(**self.options)
        self._machine: Any
        if device == "cuda":
            from kabuto.samurai.numbers.cuda import Gpu

            self._machine = Gpu(games, self.players, start)
        else:
            self._machine = Processor(games, self.players, start, threads)
        machine = self._machine
        self.observation = machine.observation
        """``[games, SIZE]``, uint8: what the seat to move observes."""
        self.mask = machine.mask
        """``[games, ACTIONS]``, bool: what it may do."""
        self.reward = machine.reward
        """``[games, players]``, float32: what a game that this step ended is worth to each seat, else 0."""
        self.done = machine.done
        """``[games]``, bool: whether this step ended the game."""
        self.seat = machine.seat
        """``[games]``, int64: the seat to move."""
        self.reset(randbits(64) if seed is None else seed)

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Restart all games; without a seed, the random generators carry on.

        What happens in a game depends only on the seed, its index and the actions, not on the number of games
        or threads, nor on the device.
        """
        word = check_seed(seed)
        chance = (
            None if word is None else [generators(word, name, self.games) for name in ("games", "sample")]
        )
        self._machine.begin(chance)

    def step(self, actions: Any) -> None:
        """Do an action in every game: ``[games]`` integers. If one is illegal, none is done."""
        check_actions(actions, self.games)
        game = self._machine.step(actions)
        if game >= 0:
            raise self._refusal(game, int(actions[game]))

    def sample(self) -> Any:
        """A random legal action for each game, in an array that the next call overwrites."""
        return self._machine.sample()

    def legal(self, game: SupportsIndex) -> list[int]:
        """The legal actions of one game, ascending."""
        state = self._machine.state(check_number(game, self.games, "game"))
        out = np.zeros(MAX_LEGAL, np.int64)
        number = calls.legal(state, 0, out)
        found: list[int] = out[:number].tolist()
        return found

    def _refusal(self, game: int, action: int) -> IllegalMove:
        """The error for an illegal action: which game and seat, what was asked, why not, what is legal."""
        state, legal = self._machine.state(game)[0], self.legal(game)
        if 0 <= action < ACTIONS:
            meant, reason = f"{action} ({describe(action)})", why_not(state, action, self.options)
        else:
            meant, reason = str(action), out_of_range(ACTIONS)
        return illegal(game, int(state["seat"]), meant, reason, legal, describe)

    def __reduce__(self) -> Any:
        """Copies and pickles carry on with the same games and random generators."""
        keywords = {"threads": self.threads, "device": self.device, **self.options}
        return _restore, (self.games, keywords, *self._machine.save())


def _restore(games: int, keywords: dict[str, Any], *saved: Any) -> SamuraiVector:
    vector = SamuraiVector(games, seed=0, **keywords)
    vector._machine.load(*saved)
    return vector

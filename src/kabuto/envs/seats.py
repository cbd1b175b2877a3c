"""One seat among opponents that play in compiled code: a game at a time, or many at once.

    import gymnasium
    import kabuto.envs.gymnasium

    games = gymnasium.make_vec("kabuto/SamuraiCompiled-v0", num_envs=1024, opponents="greedy", players=2)
    seen, info = games.reset(seed=7)
    seen, reward, over, _, info = games.step(policy(seen["observation"], seen["action_mask"]))

A game that is over starts again with the next step, which takes no action of it (``NEXT_STEP``).
An action that is not legal ends its game with a reward of -1; ``info["illegal"]`` marks such games.
"""

from random import Random
from secrets import randbits
from typing import Any

from kabuto.envs import WORDS, missing

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from kabuto.envs import drawing
    from kabuto.envs.gymnasium import LegalActions
    from kabuto.table.numbers.seats import (
        ByPolicy,
        ByViews,
        Compiled,
        Opponent,
        Policy,
        SeatGames,
        as_actions,
    )
except ModuleNotFoundError as error:
    raise missing(error.name or "gymnasium") from error
from kabuto import players
from kabuto.table import BadOption, IllegalMove, manifests
from kabuto.table.errors import short
from kabuto.table.options import check_seed

__all__ = ["CompiledSeatEnv", "SeatVector"]

Seen = dict[str, NDArray[Any]]
Against = str | Policy
"""The name of a player, or a function over arrays: ``policy(observation, mask, seat)`` → actions."""


class Seats:
    """Games in which one seat is played from outside, and who plays the others."""

    def __init__(
        self, game: str, number: int, seat: int | None, opponents: Against, options: dict[str, Any]
    ) -> None:
        self.games: SeatGames = manifests.need(game, "seat_games")(number, seat, options)
        self._seed = 0
        self.opponent = self._opponent(opponents)

    def _opponent(self, opponents: Against) -> Opponent:
        game = self.games.name
        if callable(opponents):
            return ByPolicy(opponents)
        if not isinstance(opponents, str):
            raise BadOption(WORDS.say("opponents_policy", given=short(opponents)), "opponents")
        if self.games.is_compiled(opponents):
            self.games.invite(opponents)
            return Compiled(opponents)
        if not players.knows(opponents, game):
            players.make(opponents, game, Random(0))  # says which there are
        return ByViews(
            lambda number, seat: players.make(opponents, game, Random(f"{self._seed}/{number}/{seat}"))
        )

    def begin(self, seed: int | list[int] | None) -> None:
        """Start every game; without a seed the generators carry on, or are new if there was none yet."""
        if seed is not None:
            self._seed = hash(tuple(seed)) if isinstance(seed, list) else seed
            self.games.seed(seed)
        self.dismiss()
        self.games.begin(self.opponent)

    def step(self, actions: NDArray[Any]) -> None:
        """An action in every game."""
        self.games.step(actions, self.opponent)

    def dismiss(self) -> None:
        """Let go of opponents that are programs of their own."""
        if isinstance(self.opponent, ByViews):
            self.opponent.dismiss()


def spaces(games: SeatGames) -> tuple[Dict, Discrete]:
    """What one seat observes, and its actions."""
    limits = np.iinfo(games.dtype)
    return Dict(
        {
            "observation": Box(limits.min, limits.max, (games.size,), games.dtype),
            "action_mask": Box(0, 1, (games.actions,), np.int8),
        }
    ), Discrete(games.actions)


class SeatVector(VectorEnv[Seen, Any, NDArray[Any]]):
    """One seat in each of many games."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int | None = 0,
        opponents: Against = "random",
        copy: bool = True,
        **options: Any,
    ) -> None:
        """``seat`` None is another seat in every game; without ``copy`` all arrays are written in place."""
        self._seats = Seats(game, num_envs, seat, opponents, options)
        self.num_envs, self._copy, self._begun = num_envs, copy, False
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space, self.single_action_space = spaces(self._seats.games)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start every game. One seed serves all games; a list has one for each.

        ``options`` is what Gymnasium hands on: those of a game are chosen when the environment is made.
        """
        self._check_open()
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise BadOption(WORDS.say("seeds_number", number=self.num_envs, given=len(seed)), "seed")
            seeds: int | list[int] | None = [check_seed(each) or 0 for each in seed]
        else:
            seeds = randbits(63) if seed is None and not self._begun else check_seed(seed)
        self._seats.begin(seeds)
        self._begun = True
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An action in every game; those that were over start again."""
        self._check_open()
        if not self._begun:
            raise IllegalMove(WORDS.say("not_begun"))
        games = self._seats.games
        self._seats.step(as_actions(actions, self.num_envs))
        info = {"illegal": games.illegal.copy()} if games.illegal.any() else {}
        reward, over = games.reward, games.over
        if self._copy:
            reward, over = reward.copy(), over.copy()
        return self._seen(), reward, over, np.zeros(self.num_envs, np.bool_), info

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game; any for those that are over."""
        mask = self._seats.games.mask
        found: NDArray[np.int64] = (self.np_random.random(mask.shape, np.float32) * mask).argmax(1)
        return found

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of opponents that are programs of their own."""
        self._seats.dismiss()

    def _seen(self) -> Seen:
        found = {"observation": self._seats.games.observation, "action_mask": self._seats.games.mask}
        return {name: array.copy() for name, array in found.items()} if self._copy else found

    def _check_open(self) -> None:
        if self.closed:
            raise IllegalMove(WORDS.say("closed"))


class CompiledSeatEnv(gymnasium.Env[Seen, Any]):
    """One seat in one game after another."""

    metadata = {"render_modes": [*drawing.RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - Gymnasium wants a dict

    def __init__(
        self,
        game: str,
        seat: int | None = 0,
        opponents: Against = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """As for ``SeatVector``."""
        self.render_mode = drawing.check_mode(render_mode)
        self._seats = Seats(game, 1, seat, opponents, options)
        self._state = "not_begun"
        """Why there is nothing to step, or nothing."""
        self.observation_space, _ = spaces(self._seats.games)  # type: ignore[assignment]
        self.action_space = LegalActions(self, self._seats.games.actions)

    @property
    def is_running(self) -> bool:
        """Whether the seat has something to decide."""
        return not self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the first decision of the seat."""
        super().reset(seed=seed)
        fresh = seed is not None or self._state == "not_begun"
        self._seats.begin(int(self.np_random.integers(2**62)) if fresh else None)
        self._state = ""
        self._show()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The action of the seat, and the moves of the others up to its next decision."""
        if self._state:
            raise IllegalMove(WORDS.say(self._state))
        games = self._seats.games
        self._seats.step(as_actions([action], 1))
        over = bool(games.over[0])
        self._state = "over" if over else ""
        info = {"illegal": games.why_not(0, int(action))} if games.illegal[0] else {}
        self._show()
        return self._seen(), float(games.reward[0]), over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """1 at every legal action: the name that Stable-Baselines3's maskable PPO asks for."""
        found: NDArray[np.int8] = self._seats.games.mask[0].copy()
        return found

    def render(self) -> Any:
        """The game as the seat sees it: printed, as text, or as a picture."""
        games = self._seats.games
        return drawing.render(games.name, games.view(0, int(games.seat[0])), self.render_mode)

    def close(self) -> None:
        """Let go of opponents that are programs of their own; only ``reset`` goes on from here."""
        self._seats.dismiss()
        self._state = "not_begun"

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> Seen:
        games = self._seats.games
        return {"observation": games.observation[0].copy(), "action_mask": games.mask[0].copy()}

"""Every game as an AEC environment of PettingZoo.

::

    from kabuto.envs import samurai_v0

    env = samurai_v0.env(players=3, edition="hig", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))

Agents are the seats, ``seat_0`` and so on; one may be asked several times in a row. Only the seat to move
sees a mask that is not zero. Rewards are 0 until the end, then what ``kabuto.envs.returns`` says: their sum
is 0. Anything refused is an error that says why, and the game goes on as if nothing had happened. ``env``
and ``raw_env`` are the same: there is nothing left for a wrapper to check.
"""

import copy
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, ClassVar

from kabuto.envs.wording import WORDS, missing

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.env import AECIterable

    from kabuto.envs import drawing
    from kabuto.table.numbers import plain
    from kabuto.table.numbers.single import Single
except ModuleNotFoundError as error:
    raise missing(error.name or "pettingzoo") from error
from kabuto.table import BadOption, IllegalMove, manifests
from kabuto.table.errors import short
from kabuto.table.options import check_seed


class TableEnv(AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc] # it brings no types
    """A game as an environment in which the seats take turns."""

    game: ClassVar[type[Single]]
    metadata: dict[str, Any]

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        """Options are those of ``kabuto.new``."""
        super().__init__()
        self.render_mode = drawing.check_mode(render_mode)
        self._single = self.game(options)  # type: ignore[call-arg]
        self.possible_agents = [f"seat_{seat}" for seat in range(self._single.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_mask = np.zeros(self._single.actions, np.int8)
        self._set_agents([])
        self._begun = False
        limits = np.iinfo(self.game.dtype)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(limits.min, limits.max, (self._single.size,), self.game.dtype),
                    "action_mask": Box(0, 1, (self._single.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self._single.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes: the numbers, and 1 at every action that is legal for it."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The action ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed chance goes on from the game before.

        ``options`` is what PettingZoo hands on to environments: those of a game are chosen when it is made.
        """
        self._single.begin(check_seed(seed))
        self._begun = True
        self._set_agents(self.possible_agents)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self._single.seat or 0]
        if self.render_mode == "human":
            self.render()

    def _set_agents(self, agents: list[str]) -> None:
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """The agents in the order of their turns, until all know that the game is over."""
        self._check_begun()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent that is selected observes and what it has earned since its last action."""
        self._check_agents()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent observes now."""
        self._check_begun()
        seat = self._seat_of.get(agent)
        if seat is None:
            raise BadOption(WORDS.say("no_agent", given=short(agent), known=list(self._seat_of)), "agent")
        single = self._single
        mask = single.mask() if seat == single.seat else self._no_mask.copy()
        return {"observation": single.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The action of the agent that is selected; None for one whose game is over."""
        self._check_agents()
        agent, single = self.agent_selection, self._single
        if self.terminations[agent]:
            if action is not None:
                raise IllegalMove(WORDS.say("step_none", agent=agent, given=short(action)))
            self._was_dead_step(None)
            return
        single.act(single.check_action(action))
        self._cumulative_rewards[agent] = 0.0
        if single.seat is None:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[single.seat]
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        for agent, reward in zip(self.possible_agents, self._single.returns(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> NDArray[np.uint8] | str | None:
        """The game as the seat to move sees it: printed, as text, or as a picture."""
        self._check_begun()
        return drawing.render(self._single.name, self._single.view(self._single.seat), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _check_begun(self) -> None:
        if not self._begun:
            raise IllegalMove(WORDS.say("not_begun"))

    def _check_agents(self) -> None:
        self._check_begun()
        if not self.agents:
            raise IllegalMove(WORDS.say("all_done"))

    def __copy__(self) -> "TableEnv":
        """The same game again, which goes its own way; the spaces are shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._single = self._single.copy()
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                setattr(twin, name, copy.copy(self.__dict__[name]))
        return twin


def version_0(game: str) -> Any:
    """What environments of PettingZoo offer: ``env`` and ``raw_env``; a module, if the house has the game."""
    if game in manifests.BUILT_IN:
        return import_module(f"kabuto.envs.{game}_v0")
    return SimpleNamespace(env=environment(game), raw_env=environment(game))


@cache
def environment(game: str) -> type[TableEnv]:
    """The environment of a game."""
    metadata = {
        "name": f"{game}_v0",
        "render_modes": [*drawing.RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 1,
    }
    inside = {"game": plain.numbers(game), "metadata": metadata, "__module__": __name__}
    return type(f"{game.capitalize()}Env", (TableEnv,), {**inside, "__doc__": f"{game.capitalize()}."})


def __getattr__(name: str) -> Any:
    """``samurai_v0`` and its class ``SamuraiEnv``, and so for every game."""
    for ending in ("_v0", "Env"):
        game = name.removesuffix(ending).lower()
        if name.endswith(ending) and manifests.is_game(game):
            return version_0(game) if ending == "_v0" else environment(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

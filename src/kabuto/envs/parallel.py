"""Games as parallel environments of PettingZoo: every agent acts at each step.

    from kabuto.envs.parallel import parallel_env

    env = parallel_env("samurai", players=3)
    observations, infos = env.reset(seed=7)
    while env.agents:
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        actions = {agent: env.action_space(agent).sample(masks[agent]) for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)

Usually one agent decides. The action of all others is 0, and their masks allow nothing else;
``infos[agent]["deciding"]`` says whose action counts. The compiled engine plays.
"""

from secrets import randbits
from typing import Any

from kabuto.envs import WORDS, missing

try:
    import numpy as np
    from gymnasium.spaces import Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import ParallelEnv

    from kabuto.envs import drawing
    from kabuto.envs.seats import spaces
    from kabuto.table.numbers.seats import SeatGames
except ModuleNotFoundError as error:
    raise missing(error.name or "pettingzoo") from error
from kabuto.table import BadOption, IllegalMove, manifests
from kabuto.table.errors import short
from kabuto.table.options import check_number, check_seed

__all__ = ["ParallelTable", "parallel_env"]

Seen = dict[str, NDArray[Any]]
Stepped = tuple[
    dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]
IDLE = 0
"""The action of whoever does not decide."""


class ParallelTable(ParallelEnv[str, Seen, int]):  # type: ignore[misc] # it brings no types
    """A game in which every seat acts at each step."""

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        """Options are those of ``kabuto.new``."""
        self.render_mode = drawing.check_mode(render_mode)
        self._games: SeatGames = manifests.need(game, "seat_games")(1, 0, options)
        self.metadata = {
            "name": f"{game}_parallel_v0",
            "render_modes": [*drawing.RENDER_MODES],
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._games.players)]
        self.agents: list[str] = []
        self._begun = False
        pairs = {agent: spaces(self._games) for agent in self.possible_agents}
        self.observation_spaces = {agent: pair[0] for agent, pair in pairs.items()}
        self.action_spaces = {agent: pair[1] for agent, pair in pairs.items()}

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes, and 1 at every action that it may give."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The action ids."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game; without a seed chance carries on from the game before.

        ``options`` is what PettingZoo hands on: those of a game are chosen when the environment is made.
        """
        word = check_seed(seed)
        if word is not None or not self._begun:
            self._games.seed(randbits(63) if word is None else word)
        self._games._begin()
        self._begun, self.agents = True, self.possible_agents[:]
        self._show()
        return self._seen(), self._infos()

    def step(self, actions: dict[str, int]) -> Stepped:
        """An action of every agent; ``IllegalMove`` says what is wrong with one, and nothing changes."""
        if not self.agents:
            raise IllegalMove(WORDS.say("over" if self._begun else "not_begun"))
        action = self._decision(actions)
        if self._games._act_for(np.array([0]), np.array([action])) >= 0:
            raise IllegalMove(self._games.why_not(0, action))
        agents, over = self.agents, bool(self._games.to_move[0] < 0)
        if over:
            self._games._finish()
            self.agents = []
        worth = self._games.returns(0) if over else [0.0] * len(agents)
        self._show()
        return (
            self._seen(),
            dict(zip(agents, worth, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self._infos(),
        )

    def _decision(self, actions: dict[str, int]) -> int:
        """The action that counts, if all are as they should be."""
        found = IDLE
        for seat, agent in enumerate(self.possible_agents):
            if agent not in actions:
                raise BadOption(
                    WORDS.say("action_missing", known=self.possible_agents, given=agent), "actions"
                )
            action = check_number(actions[agent], self._games.actions, "actions")
            if seat == self._games.to_move[0]:
                found = action
            elif action != IDLE:
                raise IllegalMove(WORDS.say("not_deciding", agent=agent, given=short(action)))
        return found

    def render(self) -> Any:
        """The game as the seat to move sees it: printed, as text, or as a picture."""
        if not self._begun:
            raise IllegalMove(WORDS.say("not_begun"))
        games = self._games
        return drawing.render(games.name, games.view(0, max(0, int(games.to_move[0]))), self.render_mode)

    def close(self) -> None:
        """Nothing is held open; only ``reset`` goes on from here."""
        self._begun, self.agents = False, []

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> dict[str, Seen]:
        games = self._games
        row, mask = np.zeros((1, games.size), games.dtype), np.zeros((1, games.actions), np.int8)
        mover = int(games.to_move[0])
        if mover >= 0:
            games._look(np.array([0]), row, mask)
        idle = np.zeros(games.actions, np.int8)
        idle[IDLE] = 1
        return {
            agent: {"observation": row[0], "action_mask": mask[0]}
            if seat == mover
            else {"observation": games.observe(0, seat), "action_mask": idle.copy()}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        mover = int(self._games.to_move[0])
        return {agent: {"deciding": seat == mover} for seat, agent in enumerate(self.possible_agents)}


def parallel_env(game: str, render_mode: str | None = None, **options: Any) -> ParallelTable:
    """A game in which every seat acts at each step; options are those of ``kabuto.new``."""
    return ParallelTable(game, render_mode, **options)

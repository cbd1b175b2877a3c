"""A small player of one's own against random: Samurai with two players through PettingZoo.

It plays the token that is worth most around settlements that are nearly surrounded, which takes only what the
observation says. Run: python examples/pettingzoo_match.py [GAMES]
"""

import sys
from collections.abc import Callable

import numpy as np
from pettingzoo import AECEnv

from kabuto.envs import samurai_v0
from kabuto.samurai.kernel.tables import LAND_BESIDE, LANDS, SHIPS, STRENGTH
from kabuto.samurai.numbers import spaces

LAND_ACTIONS = np.arange(SHIPS)
"""The ids of tokens on land: kind × 56 + land."""
TOKEN, LAND = LAND_ACTIONS // LANDS, LAND_ACTIONS % LANDS

Observation = dict[str, np.ndarray]
Policy = Callable[[Observation, np.random.Generator], int]


def careful(observation: Observation, rng: np.random.Generator) -> int:
    """An action by simple worth."""
    mask = observation["action_mask"]
    fields = spaces.split(observation["observation"])
    figures = fields["figures"].sum(axis=0)
    urgency = np.where(figures > 0, figures / (1 + fields["missing"]), 0.0)
    worth = STRENGTH[TOKEN] * urgency[LAND_BESIDE[LAND]].sum(axis=1) + rng.random(SHIPS) / 100
    legal = mask[:SHIPS] == 1
    return int(np.argmax(np.where(legal, worth, -1))) if legal.any() else careless(observation, rng)


def careless(observation: Observation, rng: np.random.Generator) -> int:
    """Any legal action."""
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env: AECEnv, policies: dict[str, Policy], rng: np.random.Generator) -> dict[str, float]:
    """One game from where the environment stands; the reward of every agent."""
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        if termination:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(policies[agent](observation, rng))
    return rewards


def main() -> None:
    games = max(1, int(sys.argv[1])) if len(sys.argv) > 1 else 200
    env, rng, total = samurai_v0.raw_env(players=2), np.random.default_rng(1), 0.0
    for number in range(games):
        env.reset(seed=number)
        own, other = (env.agents[0], env.agents[1])[:: 1 if number % 2 else -1]
        total += play(env, {own: careful, other: careless}, rng)[own]
    print(f"careful against random: {total / games:+.2f} a game in {games} games (+1 is a win, -1 a loss)")


if __name__ == "__main__":
    main()

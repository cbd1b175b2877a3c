"""Random games of Samurai and of Yedo through PettingZoo, with the last position and the rewards.

Run: python examples/pettingzoo_random.py [SEED]
"""

import sys

from pettingzoo import AECEnv

from kabuto.envs import samurai_v0, yedo_v0


def play(env: AECEnv, seed: int) -> dict[str, float]:
    """One game with random actions; the reward of every seat."""
    env.reset(seed=seed)
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed + number)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    return rewards


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    for game, players in ((samurai_v0, 3), (yedo_v0, 4)):
        env = game.env(players=players, render_mode="ansi")
        rewards = play(env, seed)
        print(env.render())
        print(", ".join(f"{agent} {reward:+.2f}" for agent, reward in rewards.items()), end="\n\n")


if __name__ == "__main__":
    main()

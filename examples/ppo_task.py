"""A baseline of the task samurai-2-greedy-v0: PPO with masks, in compiled games (kabuto[learn]).

    python examples/ppo_task.py 2000000               # the budget of the task; the same command goes on
    kabuto tasks run samurai-2-greedy-v0 --player python:examples.ppo_task:Trained --steps 2000000

One network plays one seat of many games, in half of them against the task's opponent and in half against
itself, and learns from its own decisions alone. Its curve is ``ppo-task/curve.svg``.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kabuto import tasks
from kabuto.arena.ratings import share
from kabuto.envs.seats import SeatVector
from kabuto.samurai.kernel.convert import from_view
from kabuto.samurai.kernel.tables import ACTIONS, DROP, FIGURE
from kabuto.samurai.numbers import spaces
from kabuto.table.drawing.chart import chart, percent_lines, text

sys.path.append(str(Path(__file__).parent))
from ppo_samurai import TRACE, Network, chosen, lead, learn, policy

torch.set_num_threads(1)
TASK, FOLDER = "samurai-2-greedy-v0", Path("ppo-task")
GAMES, LESSON, BATCH, ROUNDS, RATE, POINTS, MEASURED = 128, 64, 512, 3, 1e-3, 10, 400
"""Games at once, steps of each between lessons, how they learn; points of the curve, games for each."""


def environment(games: int, seed: int, opponent: Any = None) -> tuple[SeatVector, Any]:
    """Games of the task, begun, with its opponent in compiled code or another one."""
    task = tasks.task(TASK)
    made = SeatVector(task.game, games, None, opponent or task.opponents[0], **task.options)
    return made, made.reset(seed=seed)[0]


def tensors(seen: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks; where a game is over anything goes, for the next step takes no action."""
    mask = torch.as_tensor(seen["action_mask"]).bool()
    return torch.as_tensor(seen["observation"]), mask | ~mask.any(1, keepdim=True)


@torch.no_grad()
def collect(made: SeatVector, seen: Any, network: Network) -> tuple[Any, dict[str, torch.Tensor]]:
    """Play on for a lesson; what was seen, done, and how much better that was than expected."""
    rows = list[dict[str, torch.Tensor]]()
    for _ in range(LESSON):
        row = dict(zip(("seen", "mask"), tensors(seen), strict=True))
        chances, row["value"] = policy(network, row["seen"], row["mask"])
        row["action"] = torch.multinomial(chances.exp() * row["mask"], 1).squeeze(1)
        row["chance"] = chosen(chances, row["action"])
        row["counts"] = torch.as_tensor(seen["action_mask"]).any(1)
        seen, reward, done, _, _ = made.step(row["action"].numpy())
        row["goes_on"] = 1.0 - torch.as_tensor(done).float()
        ahead = row["goes_on"] * lead(torch.as_tensor(seen["observation"]))
        row["reward"] = torch.as_tensor(reward) + ahead - lead(row["seen"])
        rows.append(row)
    following, gain = policy(network, *tensors(seen))[1], torch.zeros(made.num_envs)
    for row in reversed(rows):
        surprise = row["reward"] + row["goes_on"] * following - row["value"]
        row["gain"] = gain = surprise + TRACE * row["goes_on"] * gain
        row["goal"], following = gain + row["value"], row["value"]
    kept = {name: torch.cat([row[name] for row in rows]) for name in rows[0]}
    return (made, seen), {name: values[kept["counts"]] for name, values in kept.items()}


@torch.no_grad()
def measure(network: Network) -> dict[str, float]:
    """The share of games won with the likeliest actions, with its 95 % interval."""
    (made, seen), left, won = environment(MEASURED, 7), np.ones(MEASURED, bool), np.zeros(MEASURED)
    while left.any():
        seen, reward, over, _, _ = made.step(policy(network, *tensors(seen))[0].argmax(1).numpy())
        won[left & over] = (reward[left & over] + 1) / 2
        left &= ~over
    return vars(share(won.tolist(), [1.0] * MEASURED))


def draw(curve: list[dict[str, Any]]) -> str:
    """The share of games won by steps, with its interval."""
    most = curve[-1]["steps"]
    across, up = lambda steps: round(70 + 780 * steps / most, 1), lambda part: round(310 - 240 * part, 1)
    line = "L".join(f"{across(each['steps'])} {up(each['value'])}" for each in curve)
    path = f'<path class="accent-line" d="M{line}" fill="none" stroke-width="2"/>'
    parts = [*percent_lines(70, 850, up), path, text(850, 330, f"{most:,} steps", "end", 12, "quiet")]
    note = f"games won, by own decisions learned from · {MEASURED} games a point"
    return chart(900, 345, f"PPO with masks, {TASK}", note, parts)


class Trained:
    """Plays what the trained network likes best."""

    def __init__(self, rng: Any) -> None:
        self.network = Network(32, 1)
        self.network.load_state_dict(torch.load(FOLDER / "network.pt")["network"])

    @torch.no_grad()
    def choose(self, view: Any) -> Any:
        """A legal move; the halves of an exchange are two decisions, as they were in training."""
        record, ids = from_view(view), list[int]()
        while len(ids) < 1 or (len(ids) < 2 and FIGURE <= ids[0] < DROP):
            row, mask = np.zeros((1, spaces.SIZE), np.uint8), np.zeros((1, ACTIONS), np.uint8)
            spaces.observe(record, 0, view.seat, row[0])
            spaces.write_mask(record, 0, mask[0])
            chances = policy(self.network, torch.as_tensor(row), torch.as_tensor(mask).bool())[0]
            ids.append(int(chances.argmax()))
            spaces.act(record, 0, ids[-1])
        return spaces.from_ids(tuple(ids))


def main() -> None:
    """Learn up to a number of steps, measure, keep."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    FOLDER.mkdir(exist_ok=True)
    network, file = Network(32, 1), FOLDER / "network.pt"
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    kept: Any = torch.load(file) if file.exists() else {"curve": [{"steps": 0, **measure(network)}]}
    curve, steps = kept["curve"], kept["curve"][-1]["steps"]
    if steps:
        network.load_state_dict(kept["network"])
        optimiser.load_state_dict(kept["optimiser"])
    torch.manual_seed(1 + steps)

    @torch.no_grad()
    def itself(observation: Any, mask: Any, seat: Any) -> Any:
        chances = policy(network, torch.as_tensor(observation), torch.as_tensor(mask).bool())[0]
        return torch.multinomial(chances.exp(), 1).squeeze(1).numpy()

    halves = [environment(GAMES // 2, 1 + steps, opponent) for opponent in (None, itself)]
    while steps + GAMES * LESSON <= most:
        optimiser.param_groups[0]["lr"] = RATE * max(0.1, 1 - steps / most)
        played = [collect(*half, network) for half in halves]
        halves = [half for half, _ in played]
        lesson = {name: torch.cat([part[name] for _, part in played]) for name in played[0][1]}
        learn(network, policy, optimiser, lesson, BATCH, ROUNDS)
        steps += len(lesson["action"])
        if steps >= min(most - GAMES * LESSON + 1, curve[-1]["steps"] + most // POINTS):
            curve.append({"steps": steps, **measure(network)})
            print("{steps:>9,} steps  {value:6.1%} ({low:.1%}–{high:.1%})".format(**curve[-1]), flush=True)
            states = {"network": network.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({"curve": curve, **states}, file)
            (FOLDER / "curve.svg").write_text(draw(curve), encoding="utf-8")


if __name__ == "__main__":
    main()

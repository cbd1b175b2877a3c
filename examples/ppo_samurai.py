"""Teach a small network to play two-player Samurai against itself: PPO in one file.

    pip install 'kabuto[learn]'
    python examples/ppo_samurai.py --minutes 10        # one core is enough; for a GPU:
    python examples/ppo_samurai.py --device cuda --width 128 --depth 2 --games 32768 --steps 16 \\
        --batch 16384 --rounds 2 --out gpu

Every game of a vector environment is played by the same network, which always sees the board from the seat
that is to move. Now and then it plays against ``random`` and ``greedy`` to see what that is worth. What it
has learned is kept in ``--out`` (``network.pt``, ``curve.json``, ``curve.svg``); started again with the same
folder, it goes on from there.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from kabuto.envs import SamuraiVector
from kabuto.envs.gymnasium import SeatEnv
from kabuto.samurai.kernel.tables import LAND_BESIDE, SEA_BESIDE, TOWNS
from kabuto.samurai.numbers.spaces import ACTIONS, SIZE, split

CLIP, TRACE, ENTROPY, SHAPING = 0.2, 0.8, 0.005, 0.15


class Network(nn.Module):
    """Settlements are the nodes of a graph; a token counts where two of them meet.

    Every settlement is described by what stands there, then by its neighbours too, ``depth`` steps far. A
    land space is the sum of its two settlements, a sea space of those beside it; from this follow the logits
    of all tokens that may go there. Places come before games in all shapes: so one large product sums up what
    is beside them.
    """

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        facts, towns = features(torch.zeros(1, SIZE, dtype=torch.uint8))
        self.facts, self.town = nn.Linear(facts.shape[-1], width), nn.Linear(towns.shape[-1], width)
        self.mix = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.whole = nn.Linear(2 * width, width)
        self.beside = nn.ModuleList(nn.Linear(width, width) for _ in range(3))
        self.context = nn.ModuleList(nn.Linear(width, width) for _ in range(3))
        self.land, self.sea, self.place = nn.Linear(width, 15), nn.Linear(width, 2), nn.Linear(width, 6)
        self.rest, self.value = nn.Linear(width, 18), nn.Linear(width, 1)
        land = beside(LAND_BESIDE)
        near = nn.functional.normalize((land.T @ land).fill_diagonal_(0), p=1)
        for name, matrix in (("land", land), ("sea", beside(SEA_BESIDE)), ("town", near)):
            self.register_buffer(f"near_{name}", matrix)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all actions, and what the game is worth to the seat to move."""
        facts, towns = features(seen)
        known = self.facts(facts)
        hidden = torch.relu(self.town(towns) + known)
        for mix in self.mix:
            hidden = hidden + torch.relu(mix(hidden + spread(self.near_town, hidden)))
        whole = torch.relu(self.whole(torch.cat([hidden.mean(0), torch.relu(known)], 1)))
        land, sea, place = (part(hidden) for part in self.beside)
        land, sea = spread(self.near_land, land), spread(self.near_sea, sea)
        land, sea, place = (
            head(torch.relu(part + context(whole)))
            for head, part, context in zip(
                (self.land, self.sea, self.place), (land, sea, place), self.context, strict=True
            )
        )

        def rows(logits: Tensor, first: int, last: int) -> Tensor:
            return logits[:, :, first:last].permute(1, 2, 0).flatten(1)

        logits = [rows(land, 0, 13), rows(sea, 0, 2), rows(place, 0, 3), rows(land, 13, 15)]
        logits += [self.rest(whole), rows(place, 3, 6)]
        return torch.cat(logits, 1), self.value(whole).squeeze(1)


def beside(table: Any) -> Tensor:
    """Space, settlement → 1 where they are neighbours; -1 in the table stands for none."""
    return torch.tensor([[float(town in row) for town in range(TOWNS)] for row in table.tolist()])


def spread(near: Tensor, parts: Tensor) -> Tensor:
    """Sum what is beside each place: place, settlement × settlement, game, number → place, game, number."""
    return (near @ parts.flatten(1)).unflatten(1, parts.shape[1:])


def features(seen: Tensor) -> tuple[Tensor, Tensor]:
    """An observation as numbers near 1: facts about the whole game, and about each settlement.

    Who wins a figure is decided by who is ahead, not by how much: so leads are told value by value, and once
    more where at most two land spaces, or only one, are missing.
    """
    part, one_hot = split(seen), nn.functional.one_hot
    influence = part["influence"][..., :2].long()
    figures = part["figures"].transpose(1, 2)
    ahead = one_hot((influence[..., 0] - influence[..., 1]).clamp(-6, 6) + 6, 13)
    missing = part["missing"].long()
    near = torch.stack([missing >= 0, missing <= 2, missing <= 1], 2)
    stands = figures[..., None, None] * ahead[..., None] * near[:, :, None, None]
    half = part["exchange"].long()
    picked = one_hot(half[:, 1], TOWNS + 1)[:, 1:, None] * one_hot(half[:, 0], 4)[:, None, 1:]
    towns = [stands.flatten(2), influence.flatten(2) / 5, figures, one_hot(missing, 8), picked]
    captured, left = part["captured"][:, :2].long(), figures.sum(1)
    race = one_hot((captured[:, 0] - captured[:, 1]).clamp(-5, 5) + 5, 11)
    facts = [part["hand"], part["unplayed"][:, 1], part["played"], captured.flatten(1) / 3, part["aside"]]
    facts += [race.flatten(1), one_hot(left.clamp(max=9), 10).flatten(1), half.amax(1, keepdim=True) > 0]
    return torch.cat(facts, 1).float(), torch.cat(towns, 2).float().transpose(0, 1).contiguous()


class Table:
    """A vector environment whose arrays are tensors: nothing is copied."""

    def __init__(self, games: int, seed: int, device: str) -> None:
        self.vector = SamuraiVector(games, players=2, seed=seed, device=device)
        names = ("observation", "mask", "reward", "done", "seat")
        arrays = [getattr(self.vector, name) for name in names]
        self.seen, self.mask, self.reward, self.done, self.seat = (
            torch.as_tensor(a, device=device) for a in arrays
        )


Policy = Callable[[Network, Tensor, Tensor], tuple[Tensor, Tensor]]


def policy(network: Network, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithm of the chances of all actions, and the value."""
    with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.is_cuda):
        logits, value = network(seen)
    logits, value = logits.float(), value.float()
    # What is not legal gets a chance too small to matter, but not so small that numbers get slow.
    return torch.where(mask, logits.clamp(-15, 15), -50.0).log_softmax(1), value


def lead(seen: Tensor) -> Tensor:
    """How far the seat to move is ahead: figures captured, and half of those where it has more influence.

    Only how this changes is rewarded, so it adds up to nothing over a game: it is a hint, not another aim.
    """
    part = split(seen)
    captured, influence = part["captured"].float().sum(2), part["influence"].float()
    stands = (influence[..., 0] - influence[..., 1]).sign() * part["figures"].transpose(1, 2)
    return SHAPING * (captured[:, 0] - captured[:, 1] + stands.sum((1, 2)) / 2)


@torch.no_grad()
def collect(table: Table, network: Network, policy: Policy, steps: int) -> dict[str, Tensor]:
    """Play on for some steps; what was seen, done, and how much better that was than expected.

    The seats want the opposite: where the next decision is the other's, what it is worth counts against.
    """
    shape = steps, table.seat.shape[0]
    device = table.seen.device
    kept: dict[str, Tensor] = {
        "seen": torch.empty(*shape, SIZE, dtype=torch.uint8, device=device),
        "mask": torch.empty(*shape, ACTIONS, dtype=torch.bool, device=device),
        "action": torch.empty(shape, dtype=torch.int64, device=device),
        **{name: torch.empty(shape, device=device) for name in ("chance", "value", "reward", "sign")},
    }
    for t in range(steps):
        chances, value = policy(network, table.seen, table.mask)
        action = torch.multinomial(chances.exp() * table.mask, 1).squeeze(1)
        kept["seen"][t], kept["mask"][t], kept["action"][t] = table.seen, table.mask, action
        kept["chance"][t], kept["value"][t] = chosen(chances, action), value
        seat, before = table.seat.clone(), lead(table.seen)
        table.vector.step(action)
        sign = torch.where(table.done, 0.0, torch.where(table.seat == seat, 1.0, -1.0))
        final = table.reward.gather(1, seat[:, None]).squeeze(1)
        kept["sign"][t], kept["reward"][t] = sign, final + sign * lead(table.seen) - before
    following, gain = policy(network, table.seen, table.mask)[1], torch.zeros(shape[1], device=device)
    kept["gain"] = torch.empty(shape, device=device)
    for t in reversed(range(steps)):
        sign = kept["sign"][t]
        surprise = kept["reward"][t] + sign * following - kept["value"][t]
        gain = surprise + TRACE * sign * gain
        kept["gain"][t], following = gain, kept["value"][t]
    kept["goal"] = kept["gain"] + kept["value"]
    return {name: tensor.flatten(0, 1) for name, tensor in kept.items()}


def learn(
    network: Network,
    policy: Policy,
    optimiser: torch.optim.Optimizer,
    kept: dict[str, Tensor],
    batch: int,
    rounds: int,
) -> None:
    """Proximal policy optimisation: towards what turned out better, never far at once."""
    number = kept["action"].shape[0]
    for _ in range(rounds):
        for some in torch.randperm(number, device=kept["action"].device).split(batch):
            part = {name: tensor[some] for name, tensor in kept.items()}
            chances, value = policy(network, part["seen"], part["mask"])
            ratio = (chosen(chances, part["action"]) - part["chance"]).exp()
            gain = (part["gain"] - part["gain"].mean()) / (part["gain"].std() + 1e-8)
            won = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = -won + 0.5 * (value - part["goal"]).square().mean()
            loss = loss + ENTROPY * (chances.exp() * chances).sum(1).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def chosen(chances: Tensor, action: Tensor) -> Tensor:
    """What the chances were of what was done."""
    return chances.gather(1, action[:, None]).squeeze(1)


@torch.no_grad()
def against(network: Network, opponent: str, games: int, device: str) -> float:
    """The share of games won against another player, ties half; the network plays what it thinks best."""
    envs = [SeatEnv("samurai", seat=game % 2, opponents=opponent) for game in range(games)]
    seen = [env.reset(seed=game)[0] for game, env in enumerate(envs)]
    score, waiting = 0.0, list(range(games))
    while waiting:
        told = (np.stack([seen[game][name] for game in waiting]) for name in ("observation", "action_mask"))
        observation, mask = (torch.as_tensor(array, device=device) for array in told)
        best = policy(network, observation, mask.bool())[0].argmax(1).tolist()
        for game, action in zip(tuple(waiting), best, strict=True):
            seen[game], reward, over, _, _ = envs[game].step(action)
            if over:
                score += (reward + 1) / 2
                waiting.remove(game)
    return score / games


def draw(curve: list[dict[str, Any]], file: Path) -> None:
    """The learning curve as a picture."""
    wide, high, end = 640, 320, max(point["minutes"] for point in curve) or 1
    x, y = (lambda m: 50 + (wide - 70) * m / end), (lambda share: high - 40 - (high - 60) * share)
    lines = "".join(
        f'<path d="M50 {y(share):.1f}H{wide - 20}" stroke="#8888" stroke-width="1"/>'
        f'<text x="44" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 0.95)
    )
    lines += "".join(
        f'<text x="{x(end * part / 5):.1f}" y="{high - 18}" text-anchor="middle">{end * part / 5:.1f}</text>'
        for part in range(6)
    )
    for name, colour, dashes, below in (("random", "#c0392b", "", 32), ("greedy", "#2471a3", "6 3", -8)):
        points = [(x(point["minutes"]), y(point[name])) for point in curve]
        path = " ".join(f"{left:.1f},{top:.1f}" for left, top in points)
        lines += (
            f'<g fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}">'
            f'<polyline points="{path}"/></g><text x="{wide - 20}" y="{points[-1][1] + below:.1f}"'
            f' text-anchor="end" fill="{colour}">against {name}</text>'
        )
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif"'
        ' font-size="12" fill="#777"><title>Games won, by minutes of training</title>'
        f'{lines}<text x="{wide / 2}" y="{high - 3}" text-anchor="middle">minutes of training</text></svg>\n',
        encoding="utf-8",
    )


OPTIONS: dict[str, tuple[Any, str]] = {
    "minutes": (10.0, "how long to train, on top of what was trained before"),
    "device": ("cpu", "cpu (one core, and its time is what counts) or cuda"),
    "games": (128, "games side by side"),
    "steps": (64, "steps of every game between two lessons"),
    "batch": (512, "decisions of one step of learning"),
    "rounds": (3, "how often a decision is learned from"),
    "width": (32, "of the network"),
    "depth": (1, "how far settlements know each other"),
    "rate": (1e-3, "of learning"),
    "seed": (1, "of everything that chance decides"),
    "measure": (100, "games against random and against greedy for each point of the curve"),
    "out": (Path("ppo-samurai"), "folder for what is learned"),
}


def main() -> None:
    """Train, measure, keep."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    for name, (value, text) in OPTIONS.items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"{text} ({value})")
    told = parser.parse_args()
    clock = time.perf_counter if told.device == "cuda" else time.process_time
    if told.device == "cpu":
        torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(told.seed)
    network = Network(told.width, told.depth).to(told.device)
    optimiser = torch.optim.Adam(network.parameters(), lr=told.rate, fused=True)
    file, curve = told.out / "network.pt", list[dict[str, Any]]()
    told.out.mkdir(parents=True, exist_ok=True)
    if file.exists():
        saved = torch.load(file, map_location=told.device, weights_only=True)
        network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        curve = json.loads((told.out / "curve.json").read_text())
    spent, decisions = (curve[-1]["minutes"], curve[-1]["decisions"]) if curve else (0.0, 0)
    fast = torch.compile(policy) if told.device == "cuda" else policy
    table = Table(told.games, told.seed + decisions, told.device)
    begin, end, due = clock(), spent + told.minutes, spent
    while True:
        now = spent + (clock() - begin) / 60
        if now >= min(due, end):  # measuring does not count as training
            spent, due = now, now + told.minutes / 10
            share = {name: against(network, name, told.measure, told.device) for name in ("random", "greedy")}
            curve.append({"minutes": now, "decisions": decisions, **share})
            won = ", ".join(f"{part:6.1%} against {name}" for name, part in share.items())
            print(f"{now:5.1f} min  {decisions:12,} decisions  {won}", flush=True)
            torch.save({"network": network.state_dict(), "optimiser": optimiser.state_dict()}, file)
            (told.out / "curve.json").write_text(json.dumps(curve, indent=1))
            draw(curve, told.out / "curve.svg")
            if now >= end:
                break
            begin = clock()
        for group in optimiser.param_groups:
            group["lr"] = told.rate * max(0.1, 1 - now / end)
        kept = collect(table, network, fast, told.steps)
        learn(network, fast, optimiser, kept, told.batch, told.rounds)
        decisions += told.games * told.steps


if __name__ == "__main__":
    main()

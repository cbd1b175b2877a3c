"""Does a network judge the start of a round of Yedo better than the hand-made value of a position?

python research/yedo_round_values.py [--players N] [--games N]

Plays games of ``greedy``, looks at every start of a round with all cards open, as a search does in its
samples, and compares how well the value (``estate``), its parts in a network, and both foretell who wins.
The last fifth of the games is held out. Needs ``pip install 'kabuto[play,learn]'``.
"""

import argparse
from typing import Any

import numpy as np
import torch

from kabuto.yedo.kernel import calls as engine
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.convert import states
from kabuto.yedo.kernel.record import SEATS
from kabuto.yedo.learning import Desk, flat, words_of
from kabuto.yedo.learning.games import GREEDY
from kabuto.yedo.players.compiled.job import ESTATES
from kabuto.yedo.players.compiled.room import room

EACH = ("mon", "points", "home", "reserve", "ladies", "blessed", "blackmail")


def positions(players: int, number: int) -> tuple[Any, Any, Any, Any]:
    """Of every start of a round: its game, the round, what each clan has, the value first, and who won."""
    desk, found = Desk(players), []
    own = room(desk.setting)
    for first in range(0, number, 100):
        seeds = words_of(np.arange(first, first + 100))
        played, winners = desk.play(seeds, np.full((100, SEATS), GREEDY), 0, flat(None), flat(None))
        for game, (seed, row, winner) in enumerate(zip(seeds, played, winners, strict=True)):
            games, before = states(1), 0
            games[0]["rng"] = seed
            engine.deal(games, 0, desk.t, desk.out)
            for move in row.tolist():
                s = games[0]
                if s["round_no"] > before and s["step"] <= c.S_STEPPING:
                    before = int(s["round_no"])
                    own.work(games, ESTATES)
                    found.append((first + game, before, seen(s, own.results, players), int(winner)))
                engine.step(games, 0, desk.t, move, desk.out)
    return tuple(np.array(each) for each in zip(*found, strict=True))  # type: ignore[return-value]


def seen(s: Any, values: Any, players: int) -> list[list[float]]:
    """Clan → its numbers."""
    return [
        [
            values[seat],
            *(float(s[name][seat]) for name in EACH),
            float(s["order"].tolist().index(seat)),
            *(float(s["owned"][seat] >> n & 1) for n in range(4)),
            *(float(s["weapons"][seat] >> 4 * n & 15) for n in range(8)),
            *s["hands"][seat].astype(float).tolist(),
            *s["finished"][seat].astype(float).tolist(),
        ]
        for seat in range(players)
    ]


def fit(inputs: Any, aims: Any, held: Any, wide: int, epochs: int) -> float:
    """Mean squared error of the chances to win, on what was held out."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    x, y = torch.tensor(inputs, dtype=torch.float32), torch.tensor(aims)
    mean, spread = x[~held].mean(0), x[~held].std(0) + 1e-6
    x = (x - mean) / spread
    layers = [torch.nn.Linear(x.shape[1], y.max() + 1)]
    if wide:
        layers = [torch.nn.Linear(x.shape[1], wide), torch.nn.ReLU(), torch.nn.Linear(wide, y.max() + 1)]
    model = torch.nn.Sequential(*layers)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.003, weight_decay=1e-3)
    train = torch.tensor(np.flatnonzero(~held))
    for _ in range(epochs):
        for some in train[torch.randperm(len(train))].split(512):
            loss = torch.nn.functional.cross_entropy(model(x[some]), y[some])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        chances = torch.softmax(model(x[held]), 1)
        return float(((chances - torch.nn.functional.one_hot(y[held])) ** 2).sum(1).mean() / 2)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000)
    args = parser.parse_args()
    game, rounds, clans, winners = positions(args.players, args.games)
    held = torch.tensor(game >= args.games * 4 // 5)
    when = np.eye(rounds.max() + 1)[rounds]
    values = clans[:, :, 0]
    timed = np.concatenate([when[:, :, None] * values[:, None, :].repeat(1, 1)], 1).reshape(len(game), -1)
    every = np.concatenate([clans.reshape(len(game), -1), when], 1)
    print(f"{len(game)} starts of a round, {int(held.sum())} held out; squared error of the chances to win:")
    for name, inputs, wide, epochs in (
        ("the value, round by round", np.concatenate([timed, when], 1), 0, 20),
        ("all numbers, linear", every, 0, 20),
        ("all numbers, 64 units", every, 64, 8),
        ("all numbers and rounds × value, 64 units", np.concatenate([every, timed], 1), 64, 8),
    ):
        print(f"  {name}: {fit(inputs, winners, held, wide, epochs):.4f}", flush=True)


if __name__ == "__main__":
    main()

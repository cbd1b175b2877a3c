"""One run of learning, round by round, in a folder that it can go on from.

The folder holds ``run.json`` (the plan, what it ran on and what every round brought), the games of each round
(``games-0.npz``), the network of each round (``network-0.bin``), the best of them (``best.bin``) and the
curve (``curve.svg``). A file is written as a whole or not at all; a round counts once it is in ``run.json``.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any

import numpy as np

from kabuto.folders import whole
from kabuto.learn.curve import curve_svg
from kabuto.learn.training import Report, train
from kabuto.measuring import machine
from kabuto.parallel.pools import Pool
from kabuto.table import BadOption, Catalogue, manifests

WORDS = Catalogue("kabuto.learn")
FORMAT = 1
PACKAGES = ("kabuto", "numba", "numpy", "torch")
STEP = 10_000_000
"""How far apart the seeds of two rounds are."""
Progress = Callable[[str, int, float], object]
"""Called with what is being done, the round, and the part of the time that has passed."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a run finds, apart from how long it goes on."""

    game: str
    players: int
    games: int = 20_000
    """Games in every round."""
    memory: int = 4
    """Rounds whose games are learned from."""
    epochs: int = 2
    """How often each position is seen in a round."""
    batch: int = 4096
    rate: float = 0.002
    trace: float = 0.8
    """How much the end of a game counts rather than what the network thinks on the way there."""
    deals: int = 500
    """Deals that decide whether a network is better than the best so far."""
    seed: int = 1


def learn(
    plan: Plan,
    folder: Path,
    *,
    minutes: float,
    jobs: int,
    pool: Pool | None = None,
    device: str = "cpu",
    report: Progress,
) -> dict[str, Any]:
    """Go on with the run of a folder, or begin it; what ``run.json`` says in the end.

    Rounds are played until the next one would not fit into the time, at least one. A pool of workers plays
    the games; without one, threads of this process do.
    """
    game: ModuleType = manifests.component(plan.game, "learning")
    folder.mkdir(parents=True, exist_ok=True)
    run = _open(plan, folder)
    begun, left = monotonic(), len(run["rounds"])
    while True:
        started = monotonic()
        number = len(run["rounds"])

        def tell(what: str, number: int = number) -> None:
            report(what, number, min(1.0, (monotonic() - begun) / (60 * minutes)))

        run["rounds"].append(_round(plan, game, folder, run["rounds"], device, jobs, pool, tell))
        _save(folder / "run.json", json.dumps(run, indent=1) + "\n")
        _save(folder / "curve.svg", curve_svg(run, getattr(game, "RIVAL", "")))
        now = monotonic()
        if now - begun + (now - started) > 60 * minutes:
            run["new"] = len(run["rounds"]) - left
            return run


def _open(plan: Plan, folder: Path) -> dict[str, Any]:
    """What is in a folder, if it is a run of this plan."""
    file = folder / "run.json"
    fresh = {"format": FORMAT, "plan": asdict(plan), "machine": machine(PACKAGES), "rounds": []}
    if not file.exists():
        return fresh
    try:
        run = json.loads(file.read_text(encoding="utf-8"))
        same = run["format"] == FORMAT and run["plan"] == fresh["plan"] and isinstance(run["rounds"], list)
    except (ValueError, KeyError, TypeError):
        raise BadOption(WORDS.say("run_damaged", file=str(file)), "out") from None
    if not same:
        raise BadOption(WORDS.say("run_of_others", folder=str(folder)), "out")
    return dict(run)


def _round(
    plan: Plan,
    game: ModuleType,
    folder: Path,
    rounds: Sequence[dict[str, Any]],
    device: str,
    jobs: int,
    pool: Pool | None,
    tell: Report,
) -> dict[str, Any]:
    """Play, train, compare; what came of it."""
    number = len(rounds)
    best = game.read(folder / "best.bin")[plan.players] if (folder / "best.bin").exists() else None
    seed = plan.seed * 1000 * STEP + number * STEP
    tell("playing")
    clock = monotonic()
    games = (
        _play_apart(pool, plan, game.PART, best, seed)
        if pool
        else game.play(best, plan.players, seed, plan.games, jobs, device)
    )
    _save_games(folder / f"games-{number}.npz", games)
    played = monotonic() - clock
    first = max(0, number + 1 - plan.memory)
    parts = [game.describe(_load_games(folder / f"games-{n}.npz"), jobs) for n in range(first, number + 1)]
    tell("training")
    clock = monotonic()
    network, losses = train(
        parts,
        game.sizes(plan.players),
        game.exchanges(plan.players),
        start=best,
        epochs=plan.epochs,
        batch=plan.batch,
        rate=plan.rate,
        trace=plan.trace,
        seed=plan.seed * 1000 + number,
        device=device,
    )
    trained = monotonic() - clock
    provenance = {"plan": asdict(plan), "round": number, "machine": machine(PACKAGES), "losses": losses}
    file = folder / f"network-{number}.bin"
    game.write(file, {plan.players: network}, provenance)
    network = game.read(file)[plan.players]  # as it is stored
    tell("comparing")
    against_best = _shares(game.contest(network, best, plan.players, seed + STEP // 2, plan.deals, jobs))
    against_none = (
        against_best
        if best is None
        else _shares(game.contest(network, None, plan.players, seed + STEP // 2, plan.deals, jobs))
    )
    better = against_best[0] > 1 / plan.players
    if better:
        game.write(folder / "best.bin", {plan.players: network}, provenance)
    return {
        "positions": sum(len(wins) for _, _, wins, _ in parts),
        "losses": losses,
        "against_best": against_best,
        "against_none": against_none,
        "is_better": better,
        "seconds": {"playing": round(played, 1), "training": round(trained, 1)},
    }


def _play_apart(pool: Pool, plan: Plan, size: int, network: Any, seed: int) -> dict[str, Any]:
    """The games of a round, played in parts by workers."""
    calls = (
        (plan.game, network, plan.players, seed + first, min(size, plan.games - first))
        for first in range(0, plan.games, size)
    )
    parts = list(pool.in_order(_play_part, calls))
    return {
        name: np.concatenate([part[name] for part in parts]) if first.ndim else first
        for name, first in parts[0].items()
    }


def _play_part(game: str, *arguments: Any) -> dict[str, Any]:
    return dict(manifests.component(game, "learning").play(*arguments, 1))


def _shares(shares: Any) -> tuple[float, float, float]:
    """The mean with its 95 % interval."""
    mean, spread = float(np.mean(shares)), float(1.96 * np.std(shares) / len(shares) ** 0.5)
    return round(mean, 4), round(mean - spread, 4), round(mean + spread, 4)


def _save(file: Path, text: str) -> None:
    with whole(file) as fresh:
        fresh.write_text(text, encoding="utf-8")


def _save_games(file: Path, games: dict[str, Any]) -> None:
    with whole(file) as fresh, fresh.open("wb") as out:
        np.savez_compressed(out, **games)


def _load_games(file: Path) -> dict[str, Any]:
    with np.load(file) as found:
        return dict(found)

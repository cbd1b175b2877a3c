"""How fast the rules of Yedo are on one core.

python benchmarks/yedo_speed.py
"""

import random
import subprocess
import sys
import time

import kabuto

GAMES = 40


def decisions(players: int) -> tuple[float, float]:
    """Random decisions per second, checked and with their legal moves, and milliseconds per game."""
    plies, begun = 0, time.process_time()
    for seed in range(GAMES):
        game, rng = kabuto.new("yedo", players=players, seed=seed, trading="brief"), random.Random(seed)
        while game.to_move is not None:
            game.play(rng.choice(game.legal_moves()))
        plies += game.ply
    spent = time.process_time() - begun
    return plies / spent, 1000 * spent / GAMES


def microseconds(work: object, times: int) -> float:
    """Microseconds for a call."""
    assert callable(work)
    begun = time.process_time()
    for _ in range(times):
        work()
    return 1e6 * (time.process_time() - begun) / times


def main() -> None:
    """Measure and print."""
    for players in (2, 3, 4, 5):
        speed, each = decisions(players)
        print(f"{players} players: {speed:,.0f} random decisions/s, {each:.0f} ms a game")
    game, rng = kabuto.new("yedo", players=4, seed=1, trading="brief"), random.Random(1)
    while game.to_move is not None and game.ply < 300:
        game.play(rng.choice(game.legal_moves()))
    view = game.view(0)
    print(f"copy: {microseconds(game.copy, 2000):.0f} µs after {game.ply} moves")
    print(f"view: {microseconds(lambda: game.view(0), 500):.0f} µs")
    print(f"sample: {microseconds(lambda: view.sample(rng), 20) / 1000:.0f} ms")
    script = (
        "import time; t = time.process_time(); import kabuto.yedo; print(1000 * (time.process_time() - t))"
    )
    spent = float(
        subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    )
    print(f"import kabuto.yedo: {spent:.0f} ms")


if __name__ == "__main__":
    main()

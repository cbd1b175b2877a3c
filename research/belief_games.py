"""How much the moves of an opponent say about its hand in the full game of two.

    python research/belief_games.py learned --games 10

Both seats play as a player does. Whenever a seat begins its turn, beliefs about the hand of the other are
compared by the bits that they are still missing (see ``mini_belief.py``): dealt uniformly from the tokens
that the other has not played yet, and weighed by the moves seen, with several temperatures.
"""

import argparse
import json
from collections import Counter, defaultdict
from math import comb, log2, prod
from pathlib import Path
from random import Random
from typing import Any

import kabuto
from belief import LEAST, beliefs, turns_seen
from kabuto.players import make
from kabuto.samurai.tokens import FULL_SET, HAND_SIZE

RESULTS = Path(__file__).parent / "results" / "belief-games.json"
TEMPERATURES = (0.02, 0.05, 0.1, 0.2)


def judge(name: str, seed: int, bits: dict[str, float]) -> int:
    """Play a game and add up the bits that are missing; over how many turns."""
    game = kabuto.new("samurai", players=2, seed=seed)
    players = [make(name, "samurai", Random(2 * seed + seat)) for seat in range(2)]
    hands: list[list[tuple[int, ...]]] = [[], []]
    """Seat → its hand before the first and after each of its turns."""
    pools: list[list[tuple[int, ...]]] = [[], []]
    while game.to_move is not None:
        seat = game.to_move
        state: Any = game.state
        if not state.played:
            hands[seat].append(state.hands[seat])
            pools[seat].append(tuple(sorted(state.hands[seat] + state.stacks[seat])))
        game.play(players[seat].choose(game.view(seat)))
    counted = 0
    for seat in range(2):
        turns = turns_seen(game.view(1 - seat), seat)
        chains = {f"model {t}": beliefs(turns, FULL_SET, HAND_SIZE, game.options, t) for t in TEMPERATURES}
        for hand, pool in zip(hands[seat], pools[seat], strict=True):
            held = {name: next(chain) for name, chain in chains.items()}
            numbers, size = Counter(pool), min(HAND_SIZE, len(pool))
            ways = prod(comb(numbers[token], number) for token, number in Counter(hand).items())
            bits["nothing"] -= log2(ways / comb(len(pool), size))
            for name_, belief in held.items():
                bits[name_] -= log2(belief.get(hand, 0.0) or LEAST)
            counted += 1
    return counted


def main() -> None:
    """Judge the belief in games of some players."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", nargs="+")
    parser.add_argument("--games", type=int, default=10)
    args = parser.parse_args()
    found = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for name in args.players:
        bits: dict[str, float] = defaultdict(float)
        turns = sum(judge(name, seed, bits) for seed in range(args.games))
        found[name] = {
            "games": args.games,
            "turns": turns,
            "bits": {way: round(each / turns, 4) for way, each in bits.items()},
        }
        print(name, found[name], flush=True)
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How well beliefs about the opponent's hand do in Mini Samurai, next to the exact one.

    python research/mini_belief.py greedy search:100 learned

Both seats play as a player does. Every history that they can reach is walked, with its probability; where a
seat begins a turn, the exact belief follows from all histories that look the same to it. The loss of a belief
is the mean of -log2 of what it gave the hand that the opponent really had: bits still missing.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping
from math import log2
from pathlib import Path
from typing import Any

from belief import beliefs, turns_seen, uniform
from kabuto.samurai import Samurai
from kabuto.samurai.editions import OPTIONS, Setting
from kabuto.samurai.kernel.actions import from_ids
from kabuto.samurai.numbers.tree import Table
from kabuto.table.numbers.tree import CHANCE, OVER
from kabuto.table.options import resolve
from mini import Asked, entrant, greedy, random

RESULTS = Path(__file__).parent / "results" / "mini-belief.json"
TEMPERATURES = (0.01, 0.02, 0.05, 0.1, 0.2)


class Beliefs:
    """Every belief at every decision that begins a turn, when both seats play alike."""

    def __init__(self, ask: Asked) -> None:
        self.options = resolve(OPTIONS, {"map": "mini"})
        self.setting = Setting.of(self.options)
        self.ask, self.asked = ask, dict[str, Mapping[int, float]]()
        self.hands: dict[str, dict[tuple[int, ...], float]] = defaultdict(lambda: defaultdict(float))
        """What a seat knows when it begins a turn → hand of the other → how often."""
        self.views: dict[str, Any] = {}
        root = Table(self.options).root()
        self._walk(root, 1.0)

    def _walk(self, node: Any, chance: float) -> None:
        if node.to_move == OVER:
            return
        if node.to_move == CHANCE:
            for action, odds in node.chances():
                self._walk(node.after(action), chance * odds)
            return
        view = self._view(node)
        seat = view.seat
        if not view.state.played:
            key = view.to_json()
            self.views[key] = view
            hand = self._hand(node, 1 - seat)
            self.hands[key][hand] += chance
        known = _position(view)
        if known not in self.asked:
            self.asked[known] = self.ask(view)
        for action, odds in self.asked[known].items():
            if odds:
                self._walk(node.after(action), chance * odds)

    def _hand(self, node: Any, seat: int) -> tuple[int, ...]:
        from kabuto.samurai.kernel.convert import kinds

        return kinds(int(node.record["hand"][0, seat]))

    def _view(self, node: Any) -> Any:
        """What the seat to move knows, with its log: the game of this history."""
        drawn: list[list[int]] = [[], []]
        moves = []
        for before, after in zip(node.way()[:-1], node.way()[1:], strict=True):
            if before.to_move == CHANCE:
                drawn[before.drawer].append(after.action)
            else:
                moves.append(from_ids([after.action]))
        full = list(self.setting.full_set)
        for tokens in drawn:
            rest = full.copy()
            for token in tokens:
                rest.remove(token)
            tokens += rest
        first = Samurai(self.options, seed=0).state
        size = self.setting.hand_size
        first = first._replace(
            hands=tuple(tuple(sorted(tokens[:size])) for tokens in drawn),
            stacks=tuple(tuple(tokens[size:]) for tokens in drawn),
        )
        return Samurai.replay(self.options, first, moves, None, 0).view(node.to_move)

    def losses(self) -> dict[str, float]:
        """Bits missing, on average over decisions: knowing nothing, by the model, and exactly."""
        total = sum(sum(hands.values()) for hands in self.hands.values())
        lost: dict[str, float] = defaultdict(float)
        full, size = self.setting.full_set, self.setting.hand_size
        for key, hands in self.hands.items():
            view, here = self.views[key], sum(hands.values())
            other = 1 - view.seat
            turns = turns_seen(view, other)
            held = {"nothing": uniform(view.pools[other], view.hand_sizes[other])}
            for temperature in TEMPERATURES:
                *_, held[f"model {temperature}"] = beliefs(turns, full, size, self.options, temperature)
            held["exact"] = {hand: weight / here for hand, weight in hands.items()}
            for name, belief in held.items():
                for hand, weight in hands.items():
                    lost[name] -= weight * log2(belief.get(hand, 0.0) or 1e-9) / total
        return {name: round(bits, 4) for name, bits in lost.items()}


def _position(view: Any) -> str:
    """What a player looks at: everything but how it came about."""
    return Samurai.replay(dict(view.options), view.state, (), None, 0).view(view.seat).to_json() + str(
        view.pools
    )


def main() -> None:
    """Judge the beliefs of some players."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", nargs="+")
    args = parser.parse_args()
    found = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    own: dict[str, Asked] = {"random": random, "greedy": greedy}
    for name in args.players:
        judged = Beliefs(own.get(name) or entrant(name))
        found[name] = {"decisions": len(judged.hands), "bits": judged.losses()}
        print(name, found[name], flush=True)
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

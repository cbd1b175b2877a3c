"""Lets learned players with different habits play each other, with two players, every deal from both seats.

    python research/habits.py iterations=120,replies=64,reply_beam=16 iterations=240 --deals 100

A side is ``name=value`` with commas: ``iterations`` (short games for a turn; without it, no search) and the
names of ``Habits``. It prints the share of the first one so far, and the seconds of each for a game.
"""

import argparse
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from kabuto.players import play_out
from kabuto.samurai.players.learned.player import Habits, Learned
from kabuto.table import new

SEED = 90_000_000
SHOWN = 25
"""Deals between two lines."""


class Timed:
    """A player, and how long it has thought."""

    def __init__(self, told: str, rng: Random) -> None:
        habits: dict[str, Any] = {}
        for each in filter(None, told.split(",")):
            name, _, value = each.partition("=")
            habits[name] = float(value) if "." in value else int(value)
        self.player = Learned(rng, iterations=habits.pop("iterations", None), settings=Habits(**habits))
        self.seconds = 0.0

    def choose(self, view: Any) -> Any:
        """The move of the player."""
        begin = process_time()
        move = self.player.choose(view)
        self.seconds += process_time() - begin
        return move


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    asked = parser.parse_args()
    won, seconds = 0.0, [0.0, 0.0]
    for done in range(1, asked.deals + 1):
        deal = asked.first + done - 1
        for mine in range(2):
            game: Any = new("samurai", players=2, seed=SEED + deal)
            sides = [
                Timed(asked.one, Random(f"{deal}/{mine}a")),
                Timed(asked.other, Random(f"{deal}/{mine}b")),
            ]
            play_out(game, sides if mine == 0 else sides[::-1])
            won += (mine in game.outcome.winners) / len(game.outcome.winners)
            seconds = [spent + side.seconds for spent, side in zip(seconds, sides, strict=True)]
        if done % SHOWN == 0 or done == asked.deals:
            games = 2 * done
            spent = ", ".join(f"{each / games:.2f}" for each in seconds)
            print(f"{games} games: {won / games:.1%} ± {0.98 / sqrt(games):.1%}; seconds {spent}", flush=True)


if __name__ == "__main__":
    main()
